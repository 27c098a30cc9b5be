// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_ALL_OF_HPP
#define WEIR_POLICIES_OBSERVER_ALL_OF_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/one_in.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/policies/observer/counters.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weir::observer {

/// Several observers in one pool: each is notified of everything, in the order of the list. `pool.observer().get<observer::trace>()` returns one of them,
/// as pool.observer() would if it were alone.
///
/// Guarantee:  that of each observer. A total of stats() is the sum of what they report, so only one of them may count it; two that count as
///             observer::counters does, such as counters and trace, do not compile.
/// Cost:       that of all of them; each of two that measure time reads the clock.
/// Not for:    one observer alone.
/// Visibility: that of each observer.
template <observer_policy... Observers>
  requires(sizeof...(Observers) >= 1)
struct all_of {
  using axis = axes::observer;

  template <class P>
  class on {
    template <class Observer>
    using bound = typename Observer::template on<P>;

    template <class Observer>
    static constexpr int counting() {
      if constexpr (requires { Observer::counting_observers; })
        return Observer::counting_observers;
      else
        return std::derived_from<Observer, counters::on<P>> ? 1 : 0;
    }
    static_assert((0 + ... + counting<bound<Observers>>()) <= 1,
                  "weir: observer::all_of: two of these observers count the same totals, as trace does what counters does; leave one of "
                  "them out, see docs/policies/observer.md");
    template <class Observer>
    static constexpr int times = (0 + ... + std::same_as<Observer, Observers>);
    static_assert(((times<Observers> == 1) && ...),
                  "weir: observer::all_of: an observer is in the list twice; see docs/policies/observer.md");

    using pointers = std::tuple<typename bound<Observers>::per_worker*...>;
    static constexpr bool one_hears_of_waits = (hears_of_waits<bound<Observers>> || ...);
    static constexpr bool one_hears_of_failures = (hears_of_failures<bound<Observers>> || ...);
    static constexpr bool one_hears_of_queueing = (hears_of_queueing<bound<Observers>> || ...);

   public:
    /// If they do not all keep the time of one post in as many, the pool keeps that of each, and each of them hears of its share.
    static constexpr unsigned stamps_one_in = [] {
      unsigned of_all = 0;
      bool differ = false;
      const auto look = [&](bool hears, unsigned one_in) {
        if (!hears) return;
        differ = differ || (of_all != 0 && of_all != one_in);
        of_all = one_in;
      };
      (look(hears_of_queueing<bound<Observers>>, weir::stamps_one_in<bound<Observers>>), ...);
      return differ || of_all == 0 ? 1 : of_all;
    }();
    /// Of those in the list, lists in it included, so many count the totals of counters.
    static constexpr int counting_observers = (0 + ... + counting<bound<Observers>>());

    struct per_worker {
      per_worker() : to(addresses(own)) {
        platform::place_note<P>* last = nullptr;  // each observer that keeps the places of posts gets them all
        const auto add = [&last](auto* note) { last = note == nullptr ? last : note->behind(last); };
        std::apply([&add](auto&... each) { (add(platform::place_note_in<P>(each)), ...); }, own);
      }
      std::tuple<typename bound<Observers>::per_worker...> own;
      pointers to;  // not changed after the construction
    };
    /// Each observer's data for callers; `own` is not used.
    struct per_caller : per_worker {
      per_caller() { this->to = addresses(of_callers); }
      std::tuple<typename for_callers<bound<Observers>>::type...> of_callers;
    };

    void accepted() noexcept { (std::get<bound<Observers>>(all_).accepted(), ...); }
    void refused() noexcept { (std::get<bound<Observers>>(all_).refused(), ...); }
    void discarded() noexcept { (std::get<bound<Observers>>(all_).discarded(), ...); }
    void began(per_worker& mine) noexcept {
      tell(mine, [](auto& observer, auto& data) { observer.began(data); });
    }
    void completed(per_worker& mine) noexcept {
      tell(mine, [](auto& observer, auto& data) { observer.completed(data); });
    }
    void panicked(per_worker& mine) noexcept {
      tell(mine, [](auto& observer, auto& data) { observer.panicked(data); });
    }
    void cancelled(per_worker& mine) noexcept {
      tell(mine, [](auto& observer, auto& data) { observer.cancelled(data); });
    }
    void suspended(per_worker& mine) noexcept
      requires one_hears_of_waits
    {
      tell(mine, [](auto& observer, auto& data) {
        if constexpr (hears_of_waits<std::remove_reference_t<decltype(observer)>>) observer.suspended(data);
      });
    }
    void resumed(per_worker& mine) noexcept
      requires one_hears_of_waits
    {
      tell(mine, [](auto& observer, auto& data) {
        if constexpr (hears_of_waits<std::remove_reference_t<decltype(observer)>>) observer.resumed(data);
      });
    }
    void failed(per_worker& mine) noexcept
      requires one_hears_of_failures
    {
      tell(mine, [](auto& observer, auto& data) {
        if constexpr (hears_of_failures<std::remove_reference_t<decltype(observer)>>) observer.failed(data);
      });
    }
    void taken(per_worker& mine, std::chrono::nanoseconds posted) noexcept
      requires one_hears_of_queueing
    {
      tell(mine, [posted](auto& observer, auto& data) {
        using one = std::remove_reference_t<decltype(observer)>;
        if constexpr (hears_of_queueing<one>) {
          if (stamps_one_in == weir::stamps_one_in<one> || platform::one_in<weir::stamps_one_in<one>, P>()) observer.taken(data, posted);
        }
      });
    }
    void report(stats& into) const noexcept { (std::get<bound<Observers>>(all_).report(into), ...); }
    void report(stats& into, const per_worker& each) const noexcept {
      [&]<std::size_t... N>(std::index_sequence<N...>) {
        (std::get<N>(all_).report(into, *std::get<N>(each.to)), ...);
      }(std::index_sequence_for<Observers...>());
    }

    /// The object of one of the observers, which lives as long as the pool.
    template <class Observer>
      requires(std::same_as<Observer, Observers> || ...)
    [[nodiscard]] bound<Observer>& get() noexcept {
      return std::get<bound<Observer>>(all_);
    }
    /// Calls `f` with the object of each observer, in the order of the list.
    template <class F>
    void for_each(F f) {
      std::apply([&f](auto&... each) { (f(each), ...); }, all_);
    }

   private:
    static pointers addresses(auto& each) noexcept {
      return std::apply([](auto&... data) { return pointers(&data...); }, each);
    }
    template <class F>
    void tell(per_worker& mine, F f) noexcept {
      [&]<std::size_t... N>(std::index_sequence<N...>) {
        (f(std::get<N>(all_), *std::get<N>(mine.to)), ...);
      }(std::index_sequence_for<Observers...>());
    }

    std::tuple<bound<Observers>...> all_;
  };
};

static_assert(observer_policy<all_of<counters>>);

}  // namespace weir::observer

#endif
