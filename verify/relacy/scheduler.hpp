// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_SCHEDULER_HPP
#define WEIR_VERIFY_RELACY_SCHEDULER_HPP

#include <weir/verify/relacy/session.hpp>

#include <algorithm>
#include <cstdint>

namespace weir::verify::checker {

/// Stands between Relacy and a strategy: keeps Relacy's books, and asks the strategy wherever there is a choice.
/// Relacy calls these functions on the concrete type, so a function that hides one of the base's replaces it.
template <rl::thread_id_t N>
class scheduler : public rl::scheduler<scheduler<N>, rl::scheduler_thread_info, N> {
  using base = rl::scheduler<scheduler<N>, rl::scheduler_thread_info, N>;

 public:
  struct task_t {};

  scheduler(rl::test_params& params, typename base::shared_context_t& context, rl::thread_id_t dynamic) : base(params, context, dynamic) {}

  rl::thread_id_t iteration_begin_impl() {
    session& s = *the_session;
    the_world.begin(s.limits, s.lean);
    s.plan->begin(this->iter_);
    hash_ = 0;
    purged_ = false;
    started_ = 0;
    this->thread_ = nullptr;
    rl::unpark_reason unused;
    return schedule_impl(unused, 0);
  }

  bool iteration_end_impl() { return the_session->over(hash_); }

  rl::thread_id_t schedule_impl(rl::unpark_reason& reason, unsigned yield) {
    reason = rl::unpark_reason_normal;
    ++the_session->steps;
    if (purged_) return this->running_threads[0];  // only empty slots are left to run, in whatever order
    int timed[N];
    const int timed_count = the_world.left.timeouts != 0 ? this->timed_thread_count_ : 0;
    for (int i = 0; i != timed_count; ++i) timed[i] = this->timed_threads_[i]->index_;
    const bool can_go_on = this->thread_ != nullptr && this->thread_->state_ == rl::thread_state_running;
    const options o{can_go_on ? this->thread_->index_ : -1,
                    this->running_threads.data(),
                    this->running_threads_count,
                    timed,
                    timed_count,
                    yield != 0,
                    the_world.coming};
    if (o.count() == 0)  // timed waits are left, but no timeout to spend on them: they wait as if they had no deadline
      rl::ctx().fail_test("every thread waits for another", rl::test_result_deadlock, rl::debug_info("", "", 0));
    const int i = o.count() == 1 ? 0 : the_session->plan->pick(o);
    if (i < o.running_count) {
      const rl::thread_id_t next = o.running[i];
      mix(static_cast<unsigned>(next));
      return next;
    }
    const rl::thread_id_t late = timed[i - o.running_count];
    mix(static_cast<unsigned>(N + late));
    this->unpark_thread(late);
    --the_world.left.timeouts;
    the_world.now = std::max(the_world.now, the_world.deadline[late]);
    reason = rl::unpark_reason_timeout;
    return late;
  }

  unsigned rand_impl(unsigned limit, rl::sched_type type) {
    if (limit < 2) return 0;
    const unsigned chosen = the_session->plan->choose(limit, kind_of(type));
    mix(chosen + 64);
    return chosen;
  }

  /// When nothing else can run, Relacy releases the slots of threads that were never started. What runs after that is
  /// not part of the program: no choices there, and no new threads.
  rl::thread_finish_result thread_finished() {
    const bool had_slots = this->dynamic_thread_count_ != 0;
    const rl::thread_finish_result result = base::thread_finished();
    if (had_slots && this->dynamic_thread_count_ == 0) purged_ = true;
    return result;
  }

  rl::thread_id_t create_thread() {
    if (started_++ == the_session->scenario->spawned)
      fail(rl::test_result_inconsistent_test_suite,
           "more threads were started than the scenario's `spawned` allows: a worker leaves before its time and is replaced, or the number "
           "is too small",
           {"scenario", the_session->scenario->name, 0});
    return base::create_thread();
  }

  rl::iteration_t iteration_count_impl() { return ~rl::iteration_t{0}; }
  void get_state_impl(std::ostream&) {}
  void set_state_impl(std::istream&) {}
  void on_thread_block(rl::thread_id_t, bool) {}
  void thread_finished_impl() {}
  void purge_blocked_threads() {}

 private:
  static choice kind_of(rl::sched_type type) {
    return type == rl::sched_type_atomic_load   ? choice::old_value
           : type == rl::sched_type_cas_fail    ? choice::odd_failure
           : type == rl::sched_type_mem_realloc ? choice::reuse
                                                : choice::any;
  }
  void mix(unsigned what) { hash_ = (hash_ ^ what) * 0x9E3779B97F4A7C15ULL + (hash_ >> 29); }

  std::uint64_t hash_ = 0;
  bool purged_ = false;
  int started_ = 0;  ///< threads, in this execution
};

template <int Threads, int Places>
rl::test_result_e run_suite(rl::test_params& params) {
  rl::ostringstream unused;
  return rl::run_test<suite<Threads, Places>, scheduler<Threads + Places>>(params, unused, false);
}

}  // namespace weir::verify::checker

#endif
