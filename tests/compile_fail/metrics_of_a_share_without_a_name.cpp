// SPDX-License-Identifier: Apache-2.0
// expect: weir: a share has no name, which is the label of its metrics, so give it one: page.add\(part, name\)
#include <weir/prometheus.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

void run(weir::share<weir::thread_pool>& part, std::ostream& out) { weir::prometheus(part, out); }
