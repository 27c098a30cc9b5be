// SPDX-License-Identifier: Apache-2.0
/// The pool that is written most often: one mutex, one condition variable, a `std::deque` of `std::function`, results through a
/// shared `std::packaged_task`. With a bound: a second condition variable.
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

using tasks = std::deque<std::function<void()>>;

struct endless {
  void await_place(std::unique_lock<std::mutex>&, const tasks&) {}
  void place_is_free() {}
};

struct at_most {
  std::size_t places;
  std::condition_variable not_full{};

  void await_place(std::unique_lock<std::mutex>& lock, const tasks& queued) {
    not_full.wait(lock, [&] { return queued.size() < places; });
  }
  void place_is_free() { not_full.notify_one(); }
};

template <class Room>
class naive_pool : public contestant {
 public:
  template <class... Bound>
  explicit naive_pool(unsigned workers, Bound... bound) : room_{bound...} {
    for (unsigned i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~naive_pool() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    not_empty_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  template <class F>
  void post(F f) {
    {
      std::unique_lock lock(mutex_);
      room_.await_place(lock, tasks_);
      tasks_.emplace_back(std::move(f));
    }
    not_empty_.notify_one();
  }
  template <class F>
  auto run(F f) {
    auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
    auto result = task->get_future();
    post([task] { (*task)(); });
    return result.get();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        not_empty_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      room_.place_is_free();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable not_empty_;
  [[no_unique_address]] Room room_;
  tasks tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

class naive : public naive_pool<endless> {
 public:
  using naive_pool::naive_pool;
  using bounded = naive_pool<at_most>;
};

const enrol<naive> entry{"naive", "one mutex, condition variable, deque of std::function (W7: two condition variables)"};

}  // namespace
}  // namespace weir::bench
