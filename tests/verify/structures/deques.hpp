// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_DEQUES_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_DEQUES_HPP

#include "program.hpp"

#include <array>
#include <cstdint>

namespace weir::tests::structures {

/// The orders that versions of the deque differ in: of a push's load of the top, of a pop's exchange, and of the fences.
struct deque_orders {
  std::memory_order top;
  std::memory_order exchange;
  std::memory_order fence = seq_cst;
};

/// Chase and Lev's deque ("Dynamic circular work-stealing deque", SPAA 2005) with ten slots that does not grow, with the fences of Lê, Pop, Cohen and
/// Zappa Nardelli (PPoPP 2013). The slots are relaxed atomics: GenMC's program has plain ones, and its search for races is off.
template <deque_orders Orders>
class deque : public program {
 protected:
  bool try_push(std::int64_t data) {
    const std::uint64_t bottom = bottom_.load(relaxed);
    const std::uint64_t top = top_.load(Orders.top);
    if (static_cast<std::int64_t>(bottom - top) >= static_cast<std::int64_t>(slots_.size())) return false;
    slot(bottom).store(data, relaxed);
    bottom_.store(bottom + 1, release);
    return true;
  }
  void try_pop() {
    const std::uint64_t bottom = bottom_.load(relaxed);
    bottom_.store(bottom - 1, relaxed);
    graphs::fence(Orders.fence);
    std::uint64_t top = top_.load(relaxed);
    const auto left = static_cast<std::int64_t>(bottom - top);
    if (left <= 0) return bottom_.store(bottom, relaxed);
    slot(bottom - 1).load(relaxed);
    if (left > 1) return;
    top_.compare_exchange_strong(top, top + 1, Orders.exchange, Orders.exchange == acq_rel ? acquire : relaxed);
    bottom_.store(bottom, relaxed);
  }
  void try_steal() {
    std::uint64_t top = top_.load(relaxed);
    graphs::fence(Orders.fence);
    const std::uint64_t bottom = bottom_.load(acquire);
    if (static_cast<std::int64_t>(bottom - top) <= 0) return;
    slot(top).load(relaxed);
    top_.compare_exchange_strong(top, top + 1, release, relaxed);
  }

 private:
  atomic<std::int64_t>& slot(std::uint64_t n) { return slots_[n % slots_.size()]; }

  atomic<std::uint64_t> bottom_;
  atomic<std::uint64_t> top_;
  std::array<atomic<std::int64_t>, 10> slots_;
};

/// The owner pushes five items, pops three times and pushes two; each thief tries once.
template <deque_orders Orders, int Thieves = 1>
class long_deque : public deque<Orders> {
 public:
  static constexpr int threads = 1 + Thieves;

  void thread(unsigned i) {
    if (i != 0) return this->try_steal();
    std::int64_t next = 1;
    for (int n = 0; n != 5; ++n) next += this->try_push(next) ? 1 : 0;
    for (int n = 0; n != 3; ++n) this->try_pop();
    for (int n = 0; n != 2; ++n) next += this->try_push(next) ? 1 : 0;
  }
};

/// The owner pushes two items, pops once and pushes one; one thief tries twice and another `Tries` times.
template <deque_orders Orders, int Tries = 1>
class short_deque : public deque<Orders> {
 public:
  static constexpr int threads = 3;

  void thread(unsigned i) {
    if (i != 0) {
      for (int n = 0; n != (i == 1 ? 2 : Tries); ++n) this->try_steal();
      return;
    }
    std::int64_t next = 1;
    for (int n = 0; n != 2; ++n) next *= this->try_push(next) ? 2 : 1;
    this->try_pop();
    this->try_push(next);
  }
};

}  // namespace weir::tests::structures

#endif
