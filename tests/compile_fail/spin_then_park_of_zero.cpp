// SPDX-License-Identifier: Apache-2.0
// expect: weir::parking::spin_then_park<Spins>: Spins must be at least 1; parking::park does not spin
#include <weir/policies/parking/spin_then_park.hpp>
#include <weir/pool.hpp>

weir::pool<weir::parking::spin_then_park<0>> p;
