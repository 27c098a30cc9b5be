// SPDX-License-Identifier: Apache-2.0
// expect: no .operator\+\+|cannot increment value
#include <weir/platform/native.hpp>

weir::platform::native::atomic<int> counter;
const int before = counter++;
