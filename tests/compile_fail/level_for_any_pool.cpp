// SPDX-License-Identifier: Apache-2.0
// expect: weir: an any_pool does not know whether its queue takes a weir::level or a weir::key; post these to the pool itself
#include <weir/any_pool.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::priority<2>> levels;
weir::post_result r = weir::any_pool(levels).post([] {}, weir::level{1});
