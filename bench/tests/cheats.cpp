// SPDX-License-Identifier: Apache-2.0
/// Contestants that do their work wrong. The benchmark must not print a number for any of them.
#include <weir/thread_pool.hpp>

#include <atomic>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

constexpr int bad_post = 5;

class loses_a_task : public weir_pool<weir::thread_pool> {
 public:
  using weir_pool::weir_pool;
  using bounded = loses_a_task;

  template <class F>
  void post(F f) {
    if (++posts_ != bad_post) weir_pool::post(std::move(f));
  }

 private:
  std::atomic<int> posts_{0};
};

class runs_a_task_twice : public weir_pool<weir::thread_pool> {
 public:
  using weir_pool::weir_pool;
  using bounded = runs_a_task_twice;

  template <class F>
  void post(F f) {
    if (++posts_ == bad_post) weir_pool::post(f);
    weir_pool::post(std::move(f));
  }

 private:
  std::atomic<int> posts_{0};
};

/// The number of tasks is right: one is lost and another runs in its place.
class runs_the_wrong_task : public weir_pool<weir::thread_pool> {
 public:
  using weir_pool::weir_pool;
  using bounded = runs_the_wrong_task;

  template <class F>
  void post(F f) {
    const auto number = ++posts_;
    if (number == bad_post) return;
    if (number == bad_post + 1) weir_pool::post(f);
    weir_pool::post(std::move(f));
  }

 private:
  std::atomic<int> posts_{0};
};

class gives_a_wrong_result : public weir_pool<weir::thread_pool> {
 public:
  using weir_pool::weir_pool;

  template <class F>
  auto run(F f) {
    return weir_pool::run(std::move(f)) + 1;
  }
};

const enrol<loses_a_task> lost{"loses_a_task", "never runs the fifth task"};
const enrol<runs_a_task_twice> twice{"runs_a_task_twice", "runs the fifth task twice"};
const enrol<runs_the_wrong_task> wrong{"runs_the_wrong_task", "runs the sixth task twice and the fifth never"};
const enrol<gives_a_wrong_result> result{"gives_a_wrong_result", "adds one to every result"};

}  // namespace
}  // namespace weir::bench
