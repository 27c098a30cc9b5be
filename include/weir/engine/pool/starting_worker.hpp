// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_STARTING_WORKER_HPP
#define WEIR_ENGINE_POOL_STARTING_WORKER_HPP

#include <weir/engine/pool/arriving_workers.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/searching_workers.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/engine/pool/worker_records.hpp>

namespace weir::engine {

/// The place of a worker whose thread does not exist yet. The destructor corrects the counts, however the start ends.
template <class C>
class starting_worker {
 public:
  starting_worker(locked<C>& l, bool searching) : l_(l), searching_(searching) {
    l_->take_place();
    ++l_->in_transition;
    if (searching_) ++l_->new_searchers;
  }
  starting_worker(const starting_worker&) = delete;
  starting_worker& operator=(const starting_worker&) = delete;
  ~starting_worker() {
    if (started) {
      record_->status.write().started = true;
      if (record_->status.read().left) l_->exited.push(*record_);
    } else {
      refused();
    }
    --l_->in_transition;
    l_.core().notify_waiters(l_);
  }

  /// Null if there is no memory for one. May release the lock in between.
  worker_record<C>* get_record() {
    record_ = l_->blank.pop();
    if (record_ == nullptr) record_ = worker_records<C>::further(l_);
    return record_;
  }

  bool started = false;  ///< the thread exists

 private:
  void refused() {
    --l_->live;
    ++l_->failed_starts;
    if (record_ != nullptr) {
      searching_workers<C>(l_).end(*record_);
      arriving_workers<C>(l_).remove(*record_);
      l_->blank.push(*record_);
    } else if (searching_) {
      --l_->new_searchers;
    }
    if (C::hands_over && l_->stalled()) waiting_submitters<C>::call_front(l_);  // it waited for this worker
  }

  locked<C>& l_;
  const bool searching_;
  worker_record<C>* record_ = nullptr;
};

}  // namespace weir::engine

#endif
