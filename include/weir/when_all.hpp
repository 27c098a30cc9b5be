// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_WHEN_ALL_HPP
#define WEIR_WHEN_ALL_HPP

#include <weir/engine/task/joined_futures.hpp>
#include <weir/future.hpp>
#include <weir/platform/native.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

namespace engine {

template <class R, class P, class Parts>
class all_of_them final : public joined_futures<all_of_them<R, P, Parts>, R, P, Parts> {
  using base = joined_futures<all_of_them<R, P, Parts>, R, P, Parts>;

 public:
  using base::base;
  void is_ready_with(std::size_t) const noexcept {}
  void all_are_ready() {
    auto values = [this]() -> R { return collect_all(); };
    this->complete_with(values);
  }

 private:
  R collect_all() {
    if constexpr (requires { std::tuple_size<Parts>::value; }) {
      return std::apply([](auto&... part) { return R{collect(part)...}; }, this->parts_);  // braces: in this order
    } else if constexpr (std::is_void_v<R>) {
      for (auto& part : this->parts_) collect(part);
    } else {
      R all;
      all.reserve(this->parts_.size());
      for (auto& part : this->parts_) all.push_back(collect(part));
      return all;
    }
  }
};

template <class R, class P, class Parts>
future<R, P> started_all(Parts&& parts) {
  auto* const shared = new all_of_them<R, P, Parts>(std::move(parts));
  future<R, P> result(shared);
  shared->start();
  return result;
}

}  // namespace engine

/// `auto both = weir::when_all(std::move(a), std::move(b))`: a future of all values, `std::tuple<A, B>`, ready when all of them are. For a future<void>
/// the tuple has a std::monostate, for a reference a std::reference_wrapper.
///
/// No thread waits for it. If futures end with an exception, or their tasks did not run, the result has the first of these, in the order of the
/// arguments; it, too, is ready only when all are, so that nothing they use is in use afterwards. The values are moved by the thread that completes
/// the last one. A wait for the result throws inside a task of a pool from which a value is to come. Precondition: the futures are valid. Throws
/// std::bad_alloc; the futures are gone then. Cost: one allocation.
template <class P, class... Rs>
[[nodiscard]] future<std::tuple<engine::collected<Rs>...>, P> when_all(future<Rs, P>... parts) {
  return engine::started_all<std::tuple<engine::collected<Rs>...>, P>(std::tuple<future<Rs, P>...>(std::move(parts)...));
}
/// The same for a vector of futures: a future of the std::vector of their values, in its order, or of nothing if they are future<void>. An empty one is
/// ready. Cost: two allocations and the vector.
template <class Future>
[[nodiscard]] auto when_all(std::vector<Future> parts) {
  using R = engine::result_in<Future>;
  using P = typename Future::platform_type;
  using all = std::conditional_t<std::is_void_v<R>, void, std::vector<engine::collected<R>>>;
  return engine::started_all<all, P>(std::move(parts));
}

}  // namespace weir

#endif
