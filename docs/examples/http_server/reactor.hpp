// SPDX-License-Identifier: Apache-2.0
#ifndef DOCS_EXAMPLES_HTTP_SERVER_REACTOR_HPP
#define DOCS_EXAMPLES_HTTP_SERVER_REACTOR_HPP

#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>

namespace example {

inline int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// Tells coroutines that their sockets are ready, and those that have waited for too long that it is over. One thread, whatever their number.
class reactor {
 public:
  using clock = std::chrono::steady_clock;

  /// A socket that one coroutine waits for. Closed at the end.
  class socket {
   public:
    socket(reactor& r, int fd) : reactor_(r), fd_(fd) {
      const std::lock_guard lock(r.mutex_);
      r.sockets_[fd] = this;
      epoll_event e{.events = 0, .data = {.fd = fd}};
      checked(::epoll_ctl(r.epoll_, EPOLL_CTL_ADD, fd, &e), "epoll_ctl");
    }
    socket(const socket&) = delete;
    socket& operator=(const socket&) = delete;
    ~socket() {
      const std::lock_guard lock(reactor_.mutex_);
      reactor_.sockets_.erase(fd_);
      ::close(fd_);
    }

    [[nodiscard]] int fd() const noexcept { return fd_; }

    /// True once it may be ready for `events`; false when `patience` is over, or when the reactor is closing and this one `may_be_ended`.
    weir::coroutine<bool> wait(std::uint32_t events, clock::duration patience, bool may_be_ended) {
      {
        const std::lock_guard lock(reactor_.mutex_);
        if (may_be_ended && reactor_.closing_) co_return false;
        due_ = clock::now() + patience;
        may_be_ended_ = may_be_ended;
        epoll_event e{.events = events | EPOLLONESHOT, .data = {.fd = fd_}};
        checked(::epoll_ctl(reactor_.epoll_, EPOLL_CTL_MOD, fd_, &e), "epoll_ctl");
      }
      const bool came = co_await ready_.acquire(over_.get_token());
      co_return came;
    }

   private:
    friend reactor;
    reactor& reactor_;
    const int fd_;
    weir::async_semaphore ready_{0};
    std::stop_source over_;
    clock::time_point due_ = clock::time_point::max();
    bool may_be_ended_ = false;
  };

  reactor() : thread_([this](std::stop_token end) { run(end); }) {}
  ~reactor() {
    thread_.request_stop();
    thread_.join();
    ::close(epoll_);
  }

  /// From now on nobody waits for what need not come any more.
  void close() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (auto& [fd, s] : sockets_)
      if (s->may_be_ended_) s->over_.request_stop();
  }

 private:
  void run(const std::stop_token& end) {
    std::array<epoll_event, 256> events;
    while (!end.stop_requested()) {
      const int n = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 100);
      const std::lock_guard lock(mutex_);
      for (int i = 0; i < n; ++i) {
        const auto s = sockets_.find(events[static_cast<std::size_t>(i)].data.fd);  // it may be gone, or another one: who is told looks again
        if (s != sockets_.end()) s->second->ready_.release();
      }
      const auto now = clock::now();
      if (now < next_sweep_) continue;
      next_sweep_ = now + std::chrono::seconds(1);
      for (auto& [fd, s] : sockets_)
        if (s->due_ < now) s->over_.request_stop();
    }
  }

  const int epoll_ = checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
  std::mutex mutex_;
  std::map<int, socket*> sockets_;
  bool closing_ = false;
  clock::time_point next_sweep_{};
  std::jthread thread_;  // last: it uses the others
};

}  // namespace example

#endif
