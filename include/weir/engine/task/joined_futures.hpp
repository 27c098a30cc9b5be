// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_JOINED_FUTURES_HPP
#define WEIR_ENGINE_TASK_JOINED_FUTURES_HPP

#include <weir/engine/coroutine/waker.hpp>
#include <weir/future.hpp>
#include <weir/platform/order.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace weir::engine {

/// What a collection holds for a future<R>.
template <class R>
using collected = std::conditional_t<std::is_void_v<R>, std::monostate,
                                     std::conditional_t<std::is_reference_v<R>, std::reference_wrapper<std::remove_reference_t<R>>, R>>;
template <class Future>
using result_in = decltype(std::declval<Future&>().get());

/// Takes the value of a future that is ready; throws what its get() throws. The future stays valid: a thread that waits for the whole may look at it.
template <class Future>
collected<result_in<Future>> collect(const Future& ready) {
  if constexpr (std::is_void_v<result_in<Future>>)
    return ready.shared()->take(), std::monostate();
  else
    return collected<result_in<Future>>(ready.shared()->take());
}

/// The outcome of several futures, `Parts`, a std::tuple or a std::vector of them; it is one object with what is woken by each part.
/// `Self::is_ready_with(i)` is called once for each part `i`, when that is ready, possibly at the same time as for others; it may complete the outcome.
///
/// The parts together hold the task's share: the last one that is ready lets go of it.
template <class Self, class R, class P, class Parts>
class joined_futures : public outcome<R, P> {
 public:
  explicit joined_futures(Parts&& parts) : outcome<R, P>(nullptr), parts_(std::move(parts)), wakers_(wakers_for(parts_)) {}

  /// Called once. The caller holds the future's share.
  void start() {
    std::size_t i = 0;
    each([&](auto& part) {
      part_waker& mine = wakers_[i];
      mine = {this, i++};
      if (!part.shared()->watch(mine)) mine.wake();
    });
    one_less();
  }
  /// The calling thread runs a task of a pool from which a part is to come.
  [[nodiscard]] bool is_awaited_by_its_pool() const noexcept override {
    bool it_is = false;
    const_cast<joined_futures*>(this)->each([&](auto& part) { it_is = it_is || part.shared()->is_awaited_by_its_pool(); });
    return it_is;
  }

 protected:
  template <class F>
  void each(F f) {
    if constexpr (in_tuple)
      std::apply([&](auto&... part) { (f(part), ...); }, parts_);
    else
      for (auto& part : parts_) f(part);
  }

  Parts parts_;

 private:
  struct part_waker final : waker {
    joined_futures* whole = nullptr;
    std::size_t number = 0;
    part_waker() = default;
    part_waker& operator=(std::pair<joined_futures*, std::size_t> of) noexcept {
      std::tie(whole, number) = of;
      return *this;
    }
    void wake() override {
      static_cast<Self*>(whole)->is_ready_with(number);
      whole->one_less();
    }
  };
  static constexpr bool in_tuple = requires { std::tuple_size<Parts>::value; };
  static constexpr std::size_t parts_of_tuple = [] {
    if constexpr (in_tuple) return std::tuple_size_v<Parts>;
    return std::size_t{1};
  }();
  using wakers = std::conditional_t<in_tuple, std::array<part_waker, parts_of_tuple>, std::vector<part_waker>>;

  static wakers wakers_for([[maybe_unused]] const Parts& parts) {
    if constexpr (in_tuple)
      return {};
    else
      return wakers(parts.size());
  }
  [[nodiscard]] std::size_t count() const noexcept { return wakers_.size(); }
  void one_less() {
    // [JOIN-1] acq_rel, pairs with [JOIN-1]: the last part sees what the others did.
    if (waited_for_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      static_cast<Self*>(this)->all_are_ready();
      this->let_go();
    }
  }

  wakers wakers_;
  typename P::template atomic<std::size_t> waited_for_{count() + 1};  // the last is start()
};

}  // namespace weir::engine

#endif
