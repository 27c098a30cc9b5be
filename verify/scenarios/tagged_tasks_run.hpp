// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TAGGED_TASKS_RUN_HPP
#define WEIR_VERIFY_SCENARIOS_TAGGED_TASKS_RUN_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/tagged.hpp>

#include <cstddef>
#include <tuple>

namespace weir::verify::scenarios {

/// Two threads post with every tag that the pool's queue takes, and without one. The pool finds what a tag has put aside as it finds the
/// rest: a worker must not park, and the pool is not idle, while tagged tasks are left.
///
///     poster: push(task, level 0)       worker: ready()? -> looks where untagged tasks are: no, sleeps
template <class Pool>
struct tagged_tasks_run : stage<Pool, 5> {
  static constexpr const char* claim = "I2: a task that was posted with a tag runs once, as one without";
  static constexpr int threads = 2;
  static constexpr int spawned = 8;
  static constexpr effort work{.bound = 1};

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) {
      post_tagged(0, std::get<0>(all));
      return this->post(1);
    }
    std::apply(
        [this](const auto&... each) {
          std::size_t n = 2;
          (this->post_tagged(n++, each), ...);
        },
        all);
  }
  void finish() { this->end_and_check(claim); }

 private:
  template <class Tag>
  void post_tagged(std::size_t i, const Tag&) {
    this->accepted[i] = this->pool->post(this->task(i), sample_tag<Tag>()) == post_result::accepted;
  }
  static constexpr tags_in<typename Pool::config_type> all{};
  static_assert(std::tuple_size_v<decltype(all)> <= 3);
};

}  // namespace weir::verify::scenarios

#endif
