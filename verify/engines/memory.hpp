// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_ENGINES_MEMORY_HPP
#define WEIR_VERIFY_ENGINES_MEMORY_HPP

#include <weir/verify/graphs/arena.hpp>
#include <weir/verify/relacy/engine.hpp>

#include <cstddef>
#include <cstdlib>

namespace weir::verify::engines {

/// Relacy's operator new asks its current context for memory. While this is it, the threads of the search by graphs have theirs from the
/// arena, and everything else the system's. Nothing else of Relacy may be used meanwhile.
class memory final : rl::context {
 public:
  memory() : rl::context(1, unused()) { threadx_ = nullptr; }

 private:
  void* alloc(std::size_t bytes) override {
    using namespace execution;
    if (the_allocating.in_thread) return the_arena.allocate(the_allocating.thread, bytes, alignof(std::max_align_t));
    void* all = (::malloc)(bytes);
    if (all == nullptr) throw std::bad_alloc();
    return all;
  }
  void free(void* p) override {
    if (execution::the_arena.has(p))
      execution::the_arena.free(p, execution::the_allocating.thread);
    else
      (::free)(p);
  }
  void* alloc(std::size_t bytes, bool, rl::debug_info_param) override { return alloc(bytes); }
  void free(void* p, bool, rl::debug_info_param) override { free(p); }

  static rl::test_params& unused() {
    static rl::test_params params;
    return params;
  }

  rl::atomic_data* atomic_ctor(void*) override { std::abort(); }
  void atomic_dtor(rl::atomic_data*) override { std::abort(); }
  rl::var_data* var_ctor() override { std::abort(); }
  void var_dtor(rl::var_data*) override { std::abort(); }
  rl::generic_mutex_data* mutex_ctor(bool, bool, bool, bool) override { std::abort(); }
  void mutex_dtor(rl::generic_mutex_data*) override { std::abort(); }
  rl::condvar_data* condvar_ctor(bool) override { std::abort(); }
  void condvar_dtor(rl::condvar_data*) override { std::abort(); }
  rl::sema_data* sema_ctor(bool, unsigned, unsigned) override { std::abort(); }
  void sema_dtor(rl::sema_data*) override { std::abort(); }
  rl::event_data* event_ctor(bool, bool) override { std::abort(); }
  void event_dtor(rl::event_data*) override { std::abort(); }
  void rl_global_fence() override { std::abort(); }
  void sched() override { std::abort(); }
  void yield(unsigned, rl::debug_info_param) override { std::abort(); }
  void fail_test(const char*, rl::test_result_e, rl::debug_info_param) override { std::abort(); }
  void rl_until(const char*, rl::debug_info_param) override { std::abort(); }
  std::size_t prev_alloc_size() override { std::abort(); }
  void set_debug_info(rl::debug_info_param) override {}
  void fiber_proc_impl(int) override { std::abort(); }
  rl::unpark_reason park_current_thread(bool, bool, bool, rl::debug_info_param) override { std::abort(); }
  void unpark_thread(rl::thread_id_t, bool, rl::debug_info_param) override { std::abort(); }
  void switch_back(rl::debug_info_param) override { std::abort(); }
  void atomic_thread_fence_acquire() override { std::abort(); }
  void atomic_thread_fence_release() override { std::abort(); }
  void atomic_thread_fence_acq_rel() override { std::abort(); }
  void atomic_thread_fence_seq_cst() override { std::abort(); }
  unsigned rand(unsigned, rl::sched_type) override { std::abort(); }
  rl::win_waitable_object* create_thread(void* (*)(void*), void*) override { std::abort(); }
  rl::unpark_reason wfmo_park(void**, rl::win_waitable_object**, std::size_t, bool, bool, rl::debug_info_param) override { std::abort(); }
  rl::thread_id_t get_thread_count() const override { std::abort(); }
  int thread_local_alloc(void (*)(std::intptr_t)) override { std::abort(); }
  void thread_local_free(int) override { std::abort(); }
  void thread_local_set(int, std::intptr_t) override { std::abort(); }
  std::intptr_t thread_local_get(int) override { std::abort(); }
  std::size_t get_addr_hash(const void*) override { std::abort(); }
};

}  // namespace weir::verify::engines

#endif
