// SPDX-License-Identifier: Apache-2.0
// expect: cannot convert .*atomic<int>|no viable conversion from .*atomic<int>
#include <weir/platform/native.hpp>

weir::platform::native::atomic<int> counter;
const int seen = counter;
