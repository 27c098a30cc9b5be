// SPDX-License-Identifier: Apache-2.0
#ifndef DOCS_EXAMPLES_HTTP_SERVER_REACTOR_HPP
#define DOCS_EXAMPLES_HTTP_SERVER_REACTOR_HPP

#include <weir/async_semaphore.hpp>

#include "docs/examples/http_server/descriptor.hpp"

#include <sys/epoll.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace example {

/// Tells coroutines that their sockets are ready, or that they have waited for long enough. One thread, whatever their number.
class reactor {
 public:
  using clock = std::chrono::steady_clock;

  /// A socket that one coroutine waits for. Closed at the end.
  class socket {
   public:
    socket(reactor& r, descriptor own) : reactor_(r), own_(std::move(own)) {
      const std::lock_guard lock(r.mutex_);
      epoll_event nothing_yet{.events = 0, .data = {.fd = fd()}};
      checked(::epoll_ctl(r.epoll_.get(), EPOLL_CTL_ADD, fd(), &nothing_yet), "epoll_ctl");
      r.sockets_[fd()] = this;
    }
    socket(const socket&) = delete;
    socket& operator=(const socket&) = delete;
    ~socket() {
      const std::lock_guard lock(reactor_.mutex_);
      reactor_.sockets_.erase(fd());
      const descriptor closed_under_the_lock = std::move(own_);  // the next socket may have its number
    }

    [[nodiscard]] int fd() const noexcept { return own_.get(); }

    /// `co_await s.wait(...)`: until it may be ready for `events`, until `due`, or, if it is idle, until the reactor is closing. Which of
    /// them it was the caller finds out by looking again.
    [[nodiscard("weir: write co_await")]] auto wait(std::uint32_t events, clock::time_point due, bool idle) {
      const std::lock_guard lock(reactor_.mutex_);
      if (over_.stop_requested()) over_ = std::stop_source();  // that was another wait
      due_ = due;
      idle_ = idle;
      epoll_event e{.events = events | EPOLLONESHOT, .data = {.fd = fd()}};
      checked(::epoll_ctl(reactor_.epoll_.get(), EPOLL_CTL_MOD, fd(), &e), "epoll_ctl");
      if (idle && reactor_.closing_) over_.request_stop();
      return ready_.acquire(over_.get_token());
    }

   private:
    friend reactor;
    reactor& reactor_;
    descriptor own_;
    weir::async_semaphore ready_{0};
    std::stop_source over_;
    clock::time_point due_ = clock::time_point::max();
    bool idle_ = false;
  };

  reactor() : thread_([this](const std::stop_token& end) { run(end); }) {}

  /// From now on no wait blocks on an event that need not come any more.
  void close() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (auto& [fd, s] : sockets_)
      if (s->idle_) s->over_.request_stop();
  }
  [[nodiscard]] bool closing() const noexcept { return closing_; }

 private:
  void run(const std::stop_token& end) {
    std::array<epoll_event, 256> events;
    while (!end.stop_requested()) {
      const int n = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 100);
      const std::lock_guard lock(mutex_);
      for (int i = 0; i < n; ++i) {
        const auto s = sockets_.find(events[static_cast<std::size_t>(i)].data.fd);  // it may be gone, or another one, which looks again
        if (s != sockets_.end()) s->second->ready_.release();
      }
      const auto now = clock::now();
      if (now < next_sweep_) continue;
      next_sweep_ = now + std::chrono::seconds(1);
      for (auto& [fd, s] : sockets_)
        if (s->due_ < now) s->over_.request_stop();
    }
  }

  descriptor epoll_{checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")};
  std::mutex mutex_;
  std::map<int, socket*> sockets_;
  std::atomic<bool> closing_ = false;
  clock::time_point next_sweep_{};
  std::jthread thread_;  // last: it uses the others
};

}  // namespace example

#endif
