// SPDX-License-Identifier: Apache-2.0
/// A `std::thread` for each task, joined at the end. There is no pool: `workers` is ignored.
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class thread_per_task : public contestant {
 public:
  static constexpr abilities can{.cheap_tasks = false, .inside_tasks = false};

  explicit thread_per_task(unsigned) {}

  template <class F>
  void post(F f) {
    running_.emplace_back(std::move(f));
  }
  template <class F>
  auto run(F f) {
    std::optional<decltype(f())> result;
    std::thread([&] { result.emplace(f()); }).join();
    return *std::move(result);
  }

 private:
  std::vector<std::jthread> running_;  // each joins its thread
};

const enrol<thread_per_task> entry{"thread_per_task", "a std::thread for each task"};

}  // namespace
}  // namespace weir::bench
