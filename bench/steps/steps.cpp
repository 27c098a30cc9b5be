// SPDX-License-Identifier: Apache-2.0
/// Repeats one step on the path of a task, for bench/instructions.py to count. The pool's only worker is held meanwhile, so no step
/// waits for another thread or wakes one; afterwards the worker runs what was queued.
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/task_group.hpp>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <latch>
#include <list>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t before = 6000;  // so many times first, not counted: a queue that keeps memory for later tasks has it then

template <class... Policies>
class subject {
 public:
  /// False if there is no such step.
  bool does(std::string_view step, std::size_t times) {
    for (const auto many : {before, times}) {
      if (step == "post")
        post(many);
      else if (step == "post_inside")
        post_inside(many);
      else if (step == "submit")
        submit(many, false);
      else if (step == "get")
        submit(many, true);
      else if (step == "group_run")
        group(many, false);
      else if (step == "group_wait")
        group(many, true);
      else
        return false;
    }
    std::_Exit(done_ == 0 ? EXIT_FAILURE : EXIT_SUCCESS);  // the end is not part of the step
  }

 private:
  using pool_type = weir::pool<Policies...>;
  using future_type = typename pool_type::template future_type<std::size_t>;

  struct held {
    explicit held(pool_type& its) : pool(its) {
      if (pool.post([this] {
            begun.count_down();
            free.wait();
          }) != weir::post_result::accepted)
        std::abort();
      begun.wait();
    }
    ~held() {
      free.count_down();
      pool.wait_idle();
    }
    pool_type& pool;
    std::latch begun{1};
    std::latch free{1};
  };

  template <class F>
  void post_one(F f) {
    if (pool_.post(f) != weir::post_result::accepted) std::abort();
  }

  void post(std::size_t times) {
    const held worker(pool_);
    for (std::size_t n = 0; n != times; ++n) post_one([this] { ++done_; });
  }
  /// In portions, because a worker's own deque holds no more.
  void post_inside(std::size_t times) {
    post_one([this, times] { post_portion(times); });
    pool_.wait_idle();
  }
  void post_portion(std::size_t left) {
    constexpr std::size_t portion = 200;
    if (left > portion) post_one([this, left] { post_portion(left - portion); });
    for (std::size_t n = 0; n != portion; ++n) post_one([this] { ++done_; });
  }
  void submit(std::size_t times, bool and_get) {
    futures_.emplace_back(times);  // whose ends are not part of the step
    {
      const held worker(pool_);
      for (auto& each : futures_.back()) each = pool_.submit([this] { return ++done_; });
    }
    if (and_get)
      for (auto& each : futures_.back()) done_ += each.get();
  }
  void group(std::size_t times, bool and_wait) {
    const held worker(pool_);
    for (std::size_t n = 0; n != times; ++n) group_.run([this] { ++done_; });
    if (and_wait) group_.wait();
  }

  std::size_t done_ = 0;
  std::list<std::vector<future_type>> futures_;
  pool_type pool_{{.capacity = 1}};
  weir::task_group<pool_type> group_{pool_};
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view queue = argc == 4 ? argv[1] : "";
  const std::string_view step = argc == 4 ? argv[2] : "";
  const auto times = argc == 4 ? std::strtoul(argv[3], nullptr, 10) : 0;
  if (times != 0) {
    if (queue == "unbounded" && subject<>().does(step, times)) return EXIT_SUCCESS;
    if (queue == "bounded" && subject<weir::queue::bounded<16384>>().does(step, times)) return EXIT_SUCCESS;
    if (queue == "mutex_fifo" && subject<weir::queue::mutex_fifo>().does(step, times)) return EXIT_SUCCESS;
    if (queue == "stealing" && subject<weir::queue::stealing>().does(step, times)) return EXIT_SUCCESS;
  }
  std::fputs("usage: steps unbounded|bounded|mutex_fifo|stealing post|post_inside|submit|get|group_run|group_wait TIMES\n", stderr);
  return 64;
}
