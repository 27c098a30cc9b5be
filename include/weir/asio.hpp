// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ASIO_HPP
#define WEIR_ASIO_HPP

#include <weir/engine/task/pool_calls.hpp>
#include <weir/post_result.hpp>

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

namespace weir {

/// A pool as an execution context of Boost.Asio: `weir::asio_context context(pool);`, then `boost::asio::post(context, f)`, `co_spawn`,
/// `bind_executor`, strands, timers, sockets.
///
/// Each handler is a post, so the pool's policies decide. If the pool refuses a handler, the call that submits it throws weir::not_run; no handler
/// is lost silently. What a handler throws goes to the panic policy.
///
/// Asio's own services (timers, sockets) start a thread of Asio's when first used with this context. That thread posts their handlers; not_run
/// there ends the program. So destroy the context before the pool is closed, and give such a pool room or a blocking policy that waits.
///
/// A strand whose handler was refused runs no other handler any more: Asio's strands are designed so.
///
/// The pool must outlive the context, and the context its timers and sockets, unless their handlers own them.
template <class Pool>
class asio_context : public boost::asio::execution_context {
  using P = typename Pool::platform_type;

 public:
  /// Satisfies Asio's executor requirements. Runs no handler inside the call that submits it, unless the pool's blocking policy does.
  class executor_type {
   public:
    explicit executor_type(asio_context& context) noexcept : context_(&context) {}

    bool operator==(const executor_type&) const noexcept = default;

    /// Throws not_run when the pool refuses `f`, and what post throws.
    template <class F>
    void execute(F&& f) const {
      Pool& pool = context_->pool_;
      // The handler may have run, and its user may destroy the pool, before the post is over.
      [[maybe_unused]] const auto unseen = engine::counted_in(pool);
      const post_result r = pool.post(handler<std::decay_t<F>>{user(*context_), std::forward<F>(f)});
      if (r != post_result::accepted) throw not_run(r);
    }

    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept { return *context_; }
    static constexpr boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) noexcept {
      return boost::asio::execution::blocking.never;
    }
    static constexpr boost::asio::execution::mapping_t query(boost::asio::execution::mapping_t) noexcept {
      return boost::asio::execution::mapping.thread;
    }
    executor_type require(boost::asio::execution::blocking_t::never_t) const noexcept { return *this; }

   private:
    asio_context* context_;
  };

  explicit asio_context(Pool& pool) : pool_(pool) {}
  /// Destroys the handlers that wait for a timer or a socket, and **waits** until those given to the pool have run or were destroyed. So do not
  /// destroy the context inside one of its handlers, nor while tasks that stop() has handed back are kept.
  ~asio_context() {
    shutdown();
    {
      typename P::unique_lock lock(mutex_);
      while (users_.read() != 0) alone_.wait(lock);
    }
    destroy();
  }

  [[nodiscard]] executor_type get_executor() noexcept { return executor_type(*this); }

 private:
  /// Held by a handler in the pool, which may use the context until it is destroyed. The context counts them.
  class user {
   public:
    explicit user(asio_context& host) : host_(&host) {
      typename P::unique_lock lock(host.mutex_);
      ++host.users_.write();
    }
    user(user&& other) noexcept : host_(std::exchange(other.host_, nullptr)) {}
    ~user() {
      if (host_ == nullptr) return;
      typename P::unique_lock lock(host_->mutex_);
      if (--host_->users_.write() == 0) host_->alone_.notify_all();  // under the lock: afterwards the context may be destroyed
    }

   private:
    asio_context* host_;
  };
  template <class F>
  struct handler {
    user here;  // destroyed last
    F f;
    void operator()() { static_cast<void>(std::invoke(f)); }
  };

  Pool& pool_;
  typename P::mutex mutex_;
  typename P::condition_variable alone_;
  typename P::template cell<std::size_t> users_{0U};
};

}  // namespace weir

#endif
