// SPDX-License-Identifier: Apache-2.0
// expect: weir: a rate_limit keeps what it posts until its turn; move it in: pace.post\(std::move\(f\)\)
#include <weir/rate_limit.hpp>
#include <weir/thread_pool.hpp>

int main() {
  weir::thread_pool pool;
  weir::rate_limit pace(pool, {.tasks = 1});
  weir::task job([] {});
  static_cast<void>(pace.post(job));
}
