// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SCHEDULER_HPP
#define WEIR_SCHEDULER_HPP

#include <weir/engine/task/pool_calls.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include <exception>
#include <type_traits>
#include <utility>

namespace weir {

/// The tags by which a library of senders recognizes types, as empty structs. A program that uses such a library writes a struct like this with the
/// library's own types, and gives it to weir::scheduler.
struct no_sender_library {
  struct scheduler_t {};
  struct sender_t {};
  struct operation_state_t {};
  struct set_value_t {};
  struct set_error_t {};
  struct set_stopped_t {};
  template <class... Signatures>
  struct completion_signatures {};
  template <class Completion>
  struct get_completion_scheduler_t {};
};

/// A pool as a scheduler of std::execution (P2300R10): `schedule()` gives a sender; connected to a receiver and started, it calls `set_value()` in
/// a task of the pool. It calls `set_stopped()` when the pool is closed, or when the task is destroyed without having run, and
/// `set_error(std::exception_ptr)` with weir::not_run when there is no room, or with what post throws. The pool must outlive it.
///
/// Needs no header of such a library: it calls the receiver's members `set_value`, `set_error` and `set_stopped`, which must not throw.
template <class Pool, class Library = no_sender_library>
class scheduler {
 public:
  using scheduler_concept = typename Library::scheduler_t;
  class sender;

  explicit scheduler(Pool& pool) noexcept : pool_(&pool) {}
  bool operator==(const scheduler&) const noexcept = default;

  [[nodiscard]] sender schedule() const noexcept { return sender(*pool_); }

 private:
  template <class Receiver>
  class operation;

  Pool* pool_;
};
template <class Pool>
scheduler(Pool&) -> scheduler<Pool>;

template <class Pool, class Library>
class scheduler<Pool, Library>::sender {
  using set_value_t = typename Library::set_value_t;
  using set_error_t = typename Library::set_error_t;
  using set_stopped_t = typename Library::set_stopped_t;

 public:
  using sender_concept = typename Library::sender_t;
  using completion_signatures =
      typename Library::template completion_signatures<set_value_t(), set_error_t(std::exception_ptr), set_stopped_t()>;

  /// Where it completes with a value.
  class env {
   public:
    explicit env(Pool& pool) noexcept : pool_(&pool) {}
    [[nodiscard]] scheduler query(typename Library::template get_completion_scheduler_t<set_value_t>) const noexcept {
      return scheduler(*pool_);
    }

   private:
    Pool* pool_;
  };

  explicit sender(Pool& pool) noexcept : pool_(&pool) {}
  [[nodiscard]] env get_env() const noexcept { return env(*pool_); }
  template <class Receiver>
  [[nodiscard]] operation<std::decay_t<Receiver>> connect(Receiver&& receiver) const
      noexcept(std::is_nothrow_constructible_v<std::decay_t<Receiver>, Receiver>) {
    return operation<std::decay_t<Receiver>>(*pool_, std::forward<Receiver>(receiver));
  }

 private:
  Pool* pool_;
};

template <class Pool, class Library>
template <class Receiver>
class scheduler<Pool, Library>::operation {
 public:
  using operation_state_concept = typename Library::operation_state_t;

  template <class R>
  operation(Pool& pool, R&& receiver) : pool_(pool), receiver_(std::forward<R>(receiver)) {}
  operation(const operation&) = delete;
  operation& operator=(const operation&) = delete;

  /// Call once. The operation must live until the receiver has been called, which may be before this returns.
  void start() noexcept {
    task run{completion(*this)};
    post_result answer{};
    std::exception_ptr thrown;
    try {
      // The receiver may have been called, and its user may destroy the pool, before the post is over.
      [[maybe_unused]] const auto unseen = engine::counted_in(pool_);
      answer = pool_.post(run);
    } catch (...) {
      thrown = std::current_exception();
    }
    if (!run) return;  // the task calls the receiver, and this may be destroyed
    withdrawn_ = true;
    run.reset();
    if (thrown == nullptr && answer == post_result::closed) return std::move(receiver_).set_stopped();
    std::move(receiver_).set_error(thrown != nullptr ? std::move(thrown) : std::make_exception_ptr(not_run(answer)));
  }

 private:
  /// The task. If it is destroyed without having run, it calls set_stopped().
  class completion {
   public:
    explicit completion(operation& op) noexcept : op_(&op) {}
    completion(completion&& other) noexcept : op_(std::exchange(other.op_, nullptr)) {}
    ~completion() {
      if (op_ != nullptr && !op_->withdrawn_) std::move(op_->receiver_).set_stopped();
    }
    void operator()() { std::move(std::exchange(op_, nullptr)->receiver_).set_value(); }

   private:
    operation* op_;
  };

  Pool& pool_;
  Receiver receiver_;
  bool withdrawn_ = false;
};

}  // namespace weir

#endif
