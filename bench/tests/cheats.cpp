// SPDX-License-Identifier: Apache-2.0
/// Contestants that do their work wrong. The benchmark must not print a number for any of them.
#include <weir/thread_pool.hpp>

#include <atomic>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_light_pool.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

constexpr int bad_post = 5;

/// The fifth task runs so many times.
template <int Times>
class altered_sleepers : public weir_light_pool<light_pool<>> {
 public:
  using weir_light_pool::weir_light_pool;

  void post_nap(nap n) {
    const int times = ++posts_ == bad_post ? Times : 1;
    for (int i = 0; i < times; ++i) weir_light_pool::post_nap(n);
  }

 private:
  int posts_ = 0;
};

class loses_a_task : public weir_pool<weir::thread_pool> {
 public:
  using weir_pool::weir_pool;
  using bounded = loses_a_task;
  using sleepers = altered_sleepers<0>;

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
  using sleepers = altered_sleepers<2>;

  template <class F>
  void post(F f) {
    if (++posts_ == bad_post) weir_pool::post(f);
    weir_pool::post(std::move(f));
  }

 private:
  std::atomic<int> posts_{0};
};

/// Its tasks wait as long as they should, but it has as many workers as it likes.
struct has_more_workers {
  class sleepers : public weir_light_pool<light_pool<>> {
   public:
    sleepers(unsigned, unsigned carriers) : weir_light_pool(50'000, carriers) {}
  };
};

/// Its tasks do not wait at all.
struct does_not_wait {
  class sleepers : public weir_light_pool<light_pool<>> {
   public:
    using weir_light_pool::weir_light_pool;
    void post_nap(nap n) { n.end(n.begin()); }
  };
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
const enrol<has_more_workers, list_of<sleeping_tasks>> more{"has_more_workers", "has more workers than it was given"};
const enrol<does_not_wait, list_of<sleeping_tasks>> restless{"does_not_wait", "its tasks do not wait"};
const enrol<runs_the_wrong_task> wrong{"runs_the_wrong_task", "runs the sixth task twice and the fifth never"};
const enrol<gives_a_wrong_result> result{"gives_a_wrong_result", "adds one to every result"};

}  // namespace
}  // namespace weir::bench
