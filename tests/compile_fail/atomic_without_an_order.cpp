// SPDX-License-Identifier: Apache-2.0
// expect: no matching (member )?function for call to .*load|too few arguments to function call
#include <weir/platform/native.hpp>

weir::platform::native::atomic<int> counter;
const int seen = counter.load();
