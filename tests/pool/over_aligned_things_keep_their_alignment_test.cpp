// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

std::atomic<int> misplaced{0};

/// Counts the objects of its type that are made where the type must not be.
template <std::size_t Alignment>
struct alignas(Alignment) wide {
  explicit wide(int n = 0) noexcept : value(n) { look(); }
  wide(const wide& other) noexcept : value(other.value) { look(); }
  wide& operator=(const wide&) noexcept = default;
  ~wide() { look(); }

  /// Not inlined: a compiler that sees the type would take the answer for granted.
  [[gnu::noinline]] void look() const noexcept {
    std::uintptr_t at = reinterpret_cast<std::uintptr_t>(this);
    asm volatile("" : "+r"(at));
    if (at % Alignment != 0) ++misplaced;
  }

  int value;
};

/// Makes the heap's next blocks begin at many different places.
class shaken_heap {
 public:
  shaken_heap() {
    for (std::size_t n = 0; n != 64; ++n) kept_.push_back(std::make_unique<char[]>(24 + 16 * n));
  }

 private:
  std::vector<std::unique_ptr<char[]>> kept_;
};

template <class Pool>
class over_aligned : public testing::Test {
 protected:
  void SetUp() override { misplaced = 0; }
  void TearDown() override { EXPECT_EQ(misplaced, 0); }
  Pool p{{.capacity = 2}};
};
using pools = testing::Types<pool<>, light_pool<>>;
TYPED_TEST_SUITE(over_aligned, pools);

template <std::size_t Alignment, class Pool>
void captures(Pool& p) {
  for (int n = 0; n != 64; ++n) {
    const shaken_heap between;
    const wide<Alignment> w(n);
    EXPECT_EQ(p.submit([w]() -> coroutine<int> {
                 co_await yield();
                 w.look();
                 co_return w.value;
               }).get(),
              n);
    EXPECT_EQ(p.submit([w] { return w.look(), w.value; }).get(), n);
  }
}
TYPED_TEST(over_aligned, captures_of_callables) {
  captures<32>(this->p);
  captures<64>(this->p);
  captures<4096>(this->p);
}

TYPED_TEST(over_aligned, captures_that_are_posted_with_a_token) {
  std::stop_source never;
  for (int n = 0; n != 64; ++n) {
    const shaken_heap between;
    EXPECT_EQ(this->p.post([w = wide<64>(n)]() -> coroutine<> { co_return w.look(); }, never.get_token()), post_result::accepted);
  }
  this->p.wait_idle();
}

template <std::size_t Alignment, class Pool>
void values(Pool& p) {
  for (int n = 0; n != 64; ++n) {
    const shaken_heap between;
    EXPECT_EQ(p.submit([n]() -> coroutine<wide<Alignment>> {
                 co_await yield();
                 co_return wide<Alignment>(n);
               })
                  .get()
                  .value,
              n);
  }
}
TYPED_TEST(over_aligned, values_that_coroutines_end_with) {
  values<32>(this->p);
  values<64>(this->p);
  values<4096>(this->p);
}

template <class Queue>
void arguments() {
  const shaken_heap before;
  std::atomic<int> sum{0};
  const auto add = [&sum](wide<128> w) { w.look(), sum += w.value; };
  {
    function_pool<decltype(add), wide<128>, Queue> p(add, {.capacity = 2});
    for (int n = 0; n != 64; ++n) EXPECT_EQ(p.post(wide<128>(n)), post_result::accepted);
  }
  EXPECT_EQ(sum, 64 * 63 / 2);
  EXPECT_EQ(misplaced, 0);
}
TEST(over_aligned_arguments, of_function_pools) {
  misplaced = 0;
  arguments<queue::bounded<8>>();
  arguments<queue::unbounded>();
  arguments<queue::unbounded_by<1>>();
  arguments<queue::stealing>();
  for (int n = 0; n != 8; ++n) arguments<queue::mutex_fifo>();
  arguments<queue::keyed>();
  arguments<queue::lockfree<8>>();
  arguments<queue::none>();
  EXPECT_EQ(misplaced, 0);
}

}  // namespace
}  // namespace weir::tests
