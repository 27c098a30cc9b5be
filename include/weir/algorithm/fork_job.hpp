// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_FORK_JOB_HPP
#define WEIR_ALGORITHM_FORK_JOB_HPP

#include <weir/platform/permit.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <new>

namespace weir {

template <class Pool>
class fork_context;

namespace engine {

template <class Pool>
class fork_session;

/// A place in the list of the jobs that a thread has forked and kept, the newest last.
struct kept_job {
  kept_job* older;
  kept_job* newer;
};

/// The second half of a fork. It lies in the frame of the thread that forked, which leaves that frame only when no other thread uses the job.
///
///     kept --promote--> promoted --take--> taken --finish--> finished
///      |                   |
///      | drop              | take_back          in both cases the forking thread runs the job itself
///
/// `kept` costs a few plain stores. All later states are changed under the lock of the fork_session. Proof: docs/design/parallel_algorithms.md
template <class Pool>
class fork_job : public kept_job {
 public:
  fork_job(const fork_job&) = delete;
  fork_job& operator=(const fork_job&) = delete;

 protected:
  /// Runs the job on another thread than its own. What it throws is kept by the caller. Without a session it runs nothing: its own thread is about to
  /// promote it.
  using call = void (*)(fork_job&, fork_session<Pool>*);

  explicit fork_job(call run) noexcept : run_(run) {}
  ~fork_job() {
    if (promoted_ != nullptr) [[unlikely]]
      std::destroy_at(promoted_);
  }

  /// The forking thread only: the job is, or was, shared with other threads.
  [[nodiscard]] bool is_promoted() const noexcept { return promoted_ != nullptr; }

 private:
  friend class fork_context<Pool>;
  friend class fork_session<Pool>;

  /// What exists of a promoted job only. Guarded by the session's lock.
  struct book {
    fork_job* before = nullptr;  ///< in the session's list
    fork_job* next = nullptr;  ///< likewise
    fork_job* parent = nullptr;  ///< the promoted job during which this one was forked; null: forked by the caller of the algorithm
    platform::permit<typename Pool::platform_type>* waiter = nullptr;  ///< of the forking thread, if it waits and has not been woken
    enum : unsigned char { promoted, taken, finished } now = promoted;
    bool returned = false;  ///< the call on another thread did not throw
    std::exception_ptr thrown;  ///< by that call; null if its thread was ended
  };
  using shared_book = typename Pool::platform_type::template cell<book>;

  void share() noexcept { promoted_ = ::new (static_cast<void*>(room_)) shared_book(); }
  [[nodiscard]] book& write() noexcept { return promoted_->write(); }
  [[nodiscard]] const book& read() const noexcept { return promoted_->read(); }

  const call run_;
  shared_book* promoted_ = nullptr;
  alignas(shared_book) std::byte room_[sizeof(shared_book)];
};

}  // namespace engine

}  // namespace weir

#endif
