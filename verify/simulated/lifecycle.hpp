// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_LIFECYCLE_HPP
#define WEIR_VERIFY_SIMULATED_LIFECYCLE_HPP

#include <weir/verify/simulated/scheduler.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

// How threads, and worlds, begin and end.

namespace weir::verify::sim {

inline strand& scheduler::add(std::unique_ptr<work_base> work) {
  strands_.push_back(std::make_unique<strand>());
  strand& added = *strands_.back();
  added.id = static_cast<unsigned>(strands_.size() - 1);
  added.work = std::move(work);
  added.stack = fiber_store::of_this_thread().take();
  added.stack->prepare(&scheduler::body, this);
  return added;
}

inline strand* scheduler::start(std::unique_ptr<work_base> work, where at) {
  point("thread start", at);
  ++result_.starts;
  const auto& failing = options_.failing_starts;
  if (std::find(failing.begin(), failing.end(), result_.starts) != failing.end()) {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), "simulated thread start");
  }
  strand& added = add(std::move(work));
  added.at = at;
  ++alive_;
  ready_.push_back(&added);
  return &added;
}

inline void scheduler::body(void* argument) {
  scheduler& world = *static_cast<scheduler*>(argument);
  try {
    world.running_->work->run();
    world.running_->work.reset();
  } catch (const std::exception& e) {
    world.result_.escaped = std::current_exception();
    world.fail("an exception left thread " + std::to_string(world.running_->id) + ": " + e.what());
  } catch (...) {
    world.result_.escaped = std::current_exception();
    world.fail("an exception of unknown type left thread " + std::to_string(world.running_->id));
  }
  world.finish();
}

/// The running thread is done. Returns only when its stack is used again, for another thread of this or of a later world.
inline void scheduler::finish() {
  strand& me = *running_;
  me.now = strand::condition::finished;
  me.doing = "finish";
  if (me.id == 0) {
    if (alive_ != 0) fail("leaked: the main thread ended before others" + all_threads());
    context::change(*me.stack, host_);
    return;
  }
  --alive_;
  wake_all(me.joiners);
  strand& other = next();
  running_ = &other;
  fiber* const mine = me.stack.get();
  fiber_store::of_this_thread().give_back(std::move(me.stack));
  context::change(*mine, *other.stack);
}

inline void scheduler::fail(std::string why) {
  failed_ = true;
  result_.error = std::move(why);
  context::change(*running_->stack, host_);
  std::abort();  // never reached: no switch comes back here
}

inline void scheduler::on_terminate() {
  if (current_ == nullptr || current_->failed_) std::abort();
  std::string why = "std::terminate in thread " + std::to_string(current_->running_->id);
  if (const std::exception_ptr cause = std::current_exception()) {
    try {
      std::rethrow_exception(cause);
    } catch (const std::exception& e) {
      why += std::string(" because of an exception: ") + e.what();
    } catch (...) {
      why += " because of an exception";
    }
  }
  current_->fail(std::move(why) + current_->all_threads());
}

inline std::string scheduler::all_threads() const {
  std::string text;
  for (const auto& s : strands_) {
    if (s->now != strand::condition::finished) text += "\n  " + s->describe();
  }
  return text;
}

inline outcome scheduler::run(std::unique_ptr<work_base> main) {
  if (current_ != nullptr) std::abort();  // a world inside a world
  current_ = this;
  const std::terminate_handler usual = std::set_terminate(&scheduler::on_terminate);
  running_ = &add(std::move(main));
  context::change(host_, *running_->stack);
  running_ = nullptr;
  current_ = nullptr;
  std::set_terminate(usual);

  auto& store = fiber_store::of_this_thread();
  for (const auto& s : strands_) {
    if (s->stack == nullptr) continue;
    if (s->now == strand::condition::finished && !failed_) {
      store.give_back(std::move(s->stack));
    } else {
      store.give_up(std::move(s->stack), std::move(s->work));
    }
  }
  result_.ok = !failed_;
  result_.decisions = decide_.taken();
  result_.elapsed = std::chrono::nanoseconds(now_ - genesis);
  return std::move(result_);
}

}  // namespace weir::verify::sim

#endif
