// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_WHEN_ANY_HPP
#define WEIR_WHEN_ANY_HPP

#include <weir/engine/task/joined_futures.hpp>
#include <weir/future.hpp>
#include <weir/platform/order.hpp>

#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace weir {

namespace engine {

template <class R, class P, class Parts>
class first_of_them final : public joined_futures<first_of_them<R, P, Parts>, R, P, Parts> {
  using base = joined_futures<first_of_them<R, P, Parts>, R, P, Parts>;

 public:
  using base::base;
  void is_ready_with(std::size_t number) {
    // [JOIN-2] relaxed, alone: only says who is the first.
    if (has_one_.exchange(true, std::memory_order_relaxed)) return;
    auto value = [this, number]() -> R { return collect_it(number); };
    this->complete_with(value);
  }
  void all_are_ready() const noexcept {}

 private:
  R collect_it(std::size_t number) {
    if constexpr (requires { std::tuple_size<Parts>::value; })
      return alternative<0>(number);
    else
      return R(number, collect(this->parts_[number]));
  }
  template <std::size_t I>
  R alternative(std::size_t number) {
    if constexpr (I + 1 < std::tuple_size_v<Parts>) {
      if (number != I) return alternative<I + 1>(number);
    }
    return R(std::in_place_index<I>, collect(std::get<I>(this->parts_)));
  }

  typename P::template atomic<bool> has_one_{false};
};

template <class R, class P, class Parts>
future<R, P> started_any(Parts&& parts) {
  auto* const shared = new first_of_them<R, P, Parts>(std::move(parts));
  future<R, P> result(shared);
  shared->start();
  return result;
}

}  // namespace engine

/// `auto first = weir::when_any(std::move(a), std::move(b))`: a future of what the first of them that is ready ended with. Its value is a
/// `std::variant<A, B>`, whose index() says which one; std::monostate stands for void, std::reference_wrapper for a reference.
///
/// No thread waits for it. An exception, and the reason why a task did not run, passes through like a value. The others run to their ends, and their
/// results are dropped; keep the cancellers of cancellable futures to cancel them. A wait for the result throws inside a task of a pool from which a
/// value is to come. Precondition: the futures are valid. Throws std::bad_alloc; the futures are gone then. Cost: one allocation, which lives
/// until all of them are ready.
template <class P, class... Rs>
[[nodiscard]] future<std::variant<engine::collected<Rs>...>, P> when_any(future<Rs, P>... parts) {
  return engine::started_any<std::variant<engine::collected<Rs>...>, P>(std::tuple<future<Rs, P>...>(std::move(parts)...));
}
/// The same for a vector of futures: the value is a std::pair of the number in the vector and the value. Throws std::invalid_argument if it is empty.
/// Cost: two allocations.
template <class Future>
[[nodiscard]] auto when_any(std::vector<Future> parts) {
  using R = engine::result_in<Future>;
  using P = typename Future::platform_type;
  if (parts.empty()) throw std::invalid_argument("weir: when_any of no future would never be ready");
  return engine::started_any<std::pair<std::size_t, engine::collected<R>>, P>(std::move(parts));
}

}  // namespace weir

#endif
