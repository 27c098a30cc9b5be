// SPDX-License-Identifier: Apache-2.0
/// `std::async(std::launch::async)`: a thread for each task. There is no pool: `workers` is ignored.
#include <future>
#include <utility>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class std_async : public contestant {
 public:
  static constexpr abilities can{.cheap_tasks = false, .inside_tasks = false};

  explicit std_async(unsigned) {}

  template <class F>
  void post(F f) {
    running_.push_back(std::async(std::launch::async, std::move(f)));
  }
  template <class F>
  auto run(F f) {
    return std::async(std::launch::async, std::move(f)).get();
  }

 private:
  std::vector<std::future<void>> running_;  // each joins its thread
};

const enrol<std_async> entry{"std_async", "std::async: a thread for each task"};

}  // namespace
}  // namespace weir::bench
