// SPDX-License-Identifier: Apache-2.0
// ants' unit tests of its stack and its ring. Where those search by bisection for who has expired, weir's workers know it themselves.
#include <weir/policies/workers/lifo.hpp>
#include <weir/policies/workers/ring.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace weir::rivals {
namespace {

using stack = workers::lifo::on<platform::native>;
using ring = workers::ring<10>::on<platform::native>;

// TestNewLoopQueue, TestNewWorkerStack; a ring of 0 places is refused by the compiler
TEST(ants_idle_store, is_empty_when_new) {
  stack s;
  EXPECT_EQ(s.pop(), nullptr);
  ring r;
  EXPECT_EQ(r.pop(), nullptr);
}

// TestLoopQueue; that it cannot overflow is why the pool has at most as many workers as the ring has places
TEST(ants_idle_store, the_ring_gives_back_the_oldest_across_its_end) {
  std::array<ring::hook, 11> worker;
  ring r;
  for (std::size_t n = 0; n < 5; ++n) r.push(worker[n]);
  EXPECT_EQ(r.pop(), &worker[0]);
  for (std::size_t n = 5; n < 11; ++n) r.push(worker[n]);
  r.remove(worker[3]);
  for (const std::size_t n : {1, 2, 4, 5, 6, 7, 8, 9, 10}) EXPECT_EQ(r.pop(), &worker[n]);
  EXPECT_EQ(r.pop(), nullptr);
}

// TestWorkerStack
TEST(ants_idle_store, the_stack_gives_back_the_newest) {
  std::array<stack::hook, 6> worker;
  stack s;
  for (auto& each : worker) s.push(each);
  s.remove(worker[4]);
  for (const std::size_t n : {5, 3, 2, 1, 0}) EXPECT_EQ(s.pop(), &worker[n]);
  EXPECT_EQ(s.pop(), nullptr);
}

template <class Cast>
class ants_expiry : public testing::Test {};
TYPED_TEST_SUITE(ants_expiry, every_kind_timed, cast_name);

// TestLoopQueue, TestWorkerStack: refresh; TestRetrieveExpiry; TestRotatedQueueSearch and TestSearch: equality counts as expired
TYPED_TEST(ants_expiry, takes_exactly_those_who_are_old_enough) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 11, .idle_after = 1s});
    typename TypeParam::gate early;
    typename TypeParam::gate late;
    for (int n = 0; n < 5; ++n) EXPECT_EQ(TypeParam::give(p, early.task()), post_result::accepted);
    for (int n = 0; n < 6; ++n) EXPECT_EQ(TypeParam::give(p, late.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return late.in() == 6 && early.in() == 5; }));
    early.open();
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().idle == 5; }));
    TypeParam::pass(500ms);
    late.open();
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().idle == 11; }));
    TypeParam::pass(500ms - 1ns);
    EXPECT_TRUE(TypeParam::never([&] { return p.stats().workers != 11; }));
    TypeParam::pass(1ns + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 6; }));
    TypeParam::pass(500ms - 1ns - TypeParam::late);
    EXPECT_TRUE(TypeParam::never([&] { return p.stats().workers != 6; }));
    TypeParam::pass(1ns + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; }));
  });
}

}  // namespace
}  // namespace weir::rivals
