// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_GROUP_OF_HPP
#define TESTS_INTERACTIONS_GROUP_OF_HPP

#include "tests/interactions/any_pool.hpp"

namespace weir::interactions {

/// A group of tasks of a pool type.
template <class P, class Pool>
class group_of final : public any_group<P> {
 public:
  explicit group_of(Pool& pool) : group_(pool) {}
  void run(recipe<P> r) override { group_.run(plain_work<P>{capture<P>(*r.by, *r.what)}); }
  group_result wait() override { return group_.wait(); }
  basic_coroutine<group_result, P> finish() override { return group_.finish(); }
  void cancel() override { group_.cancel(); }

 private:
  task_group<Pool> group_;
};

}  // namespace weir::interactions

#endif
