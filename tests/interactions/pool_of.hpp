// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_POOL_OF_HPP
#define TESTS_INTERACTIONS_POOL_OF_HPP

#include <weir/concepts/tags.hpp>
#include <weir/registry.hpp>
#include <weir/submit_until.hpp>
#include <weir/timers.hpp>

#include "tests/interactions/any_pool.hpp"
#include "tests/interactions/group_of.hpp"

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

namespace weir::interactions {

/// A pool type, as the pool that programs are played with. `posts` makes callables for it: see posting.hpp.
template <class P, class Pool, template <class> class Posting>
class pool_of final : public any_pool<P> {
  using posting = Posting<P>;
  static constexpr bool is_single = requires(Pool& p) { p.schedule(); };
  static constexpr bool has_results =
      requires { typename Pool::platform_type; } && requires(Pool& p, plain_work<P> w) { p.submit(std::move(w)); };
  static constexpr bool takes_callables = has_results && !requires { typename Pool::argument_type; };
  static constexpr bool times_posts = posting::template times<Pool>;
  static constexpr auto tick = stage<P>::tick;

 public:
  template <class... Args>
  explicit pool_of(Args&&... args) : owned_(std::make_unique<Pool>(std::forward<Args>(args)...)), pool_(owned_.get()) {}
  void destroy() override { owned_.reset(); }

  post_result post(recipe<P> r) override {
    return posting::all_forms(r, *pool_, [this](auto w, auto... extras) { return pool_->post(std::move(w), extras...); });
  }
  post_result try_post(recipe<P> r) override {
    return posting::two_forms(r, [this](auto w) { return pool_->try_post(std::move(w)); });
  }
  post_result post_for(span s, recipe<P> r) override {
    if constexpr (times_posts)
      return with_duration(s, tick,
                           [&](auto d) { return posting::two_forms(r, [&](auto w) { return pool_->post_for(d, std::move(w)); }); });
    return refuse_call<post_result>();
  }
  post_result post_until(span s, recipe<P> r) override {
    if constexpr (times_posts) return posting::two_forms(r, [&](auto w) { return pool_->post_until(end_of(s), std::move(w)); });
    return refuse_call<post_result>();
  }
  bulk_result post_bulk(const std::vector<recipe<P>>& many) override {
    if constexpr (requires(std::vector<plain_work<P>> v) { pool_->post_bulk(std::move(v)); }) {
      std::vector<plain_work<P>> all;
      all.reserve(many.size());
      for (const auto& r : many) all.push_back({capture<P>(*r.by, *r.what)});
      return pool_->post_bulk(std::move(all));
    }
    return refuse_call<bulk_result>();
  }
  future<int, P> submit(recipe<P> r) override {
    if constexpr (has_results)
      return posting::all_forms(r, *pool_, [this](auto w, auto... extras) { return pool_->submit(std::move(w), extras...); });
    return refuse_call<future<int, P>>();
  }
  future<int, P> submit_until(span s, recipe<P> r) override {
    if constexpr (times_posts && takes_callables)
      return posting::all_forms(r, *pool_,
                                [&](auto w, auto... extras) { return weir::submit_until(*pool_, end_of(s), std::move(w), extras...); });
    else if constexpr (times_posts && has_results)
      return posting::all_forms(r, *pool_, [&](auto w, auto... tag) { return pool_->submit_until(end_of(s), std::move(w), tag...); });
    return refuse_call<future<int, P>>();
  }
  int run(recipe<P> r) override {
    if constexpr (is_single) return pool_->run(plain_work<P>{capture<P>(*r.by, *r.what)});
    return refuse_call<int>();
  }
  basic_coroutine<post_result, P> async_post(recipe<P> r) override {
    if constexpr (is_single)
      return posting::all_forms(r, *pool_, [this](auto w, auto... extras) { return pool_->async_post(std::move(w), extras...); });
    return refuse_call<basic_coroutine<post_result, P>>();
  }
  basic_coroutine<post_result, P> schedule() override {
    if constexpr (is_single) return scheduled(*pool_);
    return refuse_call<basic_coroutine<post_result, P>>();
  }
  void wait_idle() override { pool_->wait_idle(); }
  bool wait_idle_for(span s) override {
    return with_duration(s, tick, [&](auto d) { return pool_->wait_idle_for(d); });
  }
  std::shared_ptr<void> pause() override {
    using guard = decltype(pool_->pause());
    if (auto in_time = pool_->pause_for(std::chrono::microseconds(1))) return std::make_shared<guard>(*std::move(in_time));
    return std::make_shared<guard>(pool_->pause());
  }
  void resize(unsigned min_workers, unsigned capacity) override { pool_->resize(min_workers, capacity); }
  std::size_t purge(bool run_them) override { return by_hand(pool_->purge(), run_them); }
  std::size_t stop(bool run_them) override { return by_hand(pool_->stop(), run_them); }
  void shutdown() override { pool_->shutdown(); }
  void join() override { pool_->join(); }
  bool join_for(span s) override {
    return with_duration(s, tick, [&](auto d) { return static_cast<bool>(pool_->join_for(d)); });
  }
  bool restart() override { return pool_->restart(); }
  run_state state() override { return pool_->state(); }
  weir::stats stats() override { return pool_->stats(); }
  std::unique_ptr<any_group<P>> group() override {
    if constexpr (is_single) return std::make_unique<group_of<P, Pool>>(*pool_);
    return nullptr;
  }
  post_result post_after(span s, recipe<P> r, std::stop_token end) override {
    if constexpr (takes_callables)
      return with_duration(
          s, tick, [&](auto d) { return posting::two_forms(r, [&](auto w) { return weir::post_after(*pool_, d, std::move(w), end); }); });
    return refuse_call<post_result>();
  }
  std::shared_ptr<void> post_every(span s, recipe<P> r) override {
    if constexpr (takes_callables)
      return with_duration(s == span::nothing ? span::a_tick : s, tick, [&](auto d) -> std::shared_ptr<void> {
        return std::make_shared<repetition<Pool>>(weir::post_every(*pool_, d, plain_work<P>{capture<P>(*r.by, *r.what)}));
      });
    return nullptr;
  }
  post_result through_a_registry(recipe<P> r) override {
    registry names;
    names.add("it", std::shared_ptr<Pool>(std::shared_ptr<void>(), pool_));
    check(names.contains("it") && names.template find<Pool>("it").get() == pool_, "a registry finds what was entered");
    const post_result answer = names.template get<Pool>("it")->post(posting::plain(r));
    check(names.remove("it") && !names.remove("it"), "a name can be taken back once");
    return answer;
  }

 private:
  static typename P::clock::time_point end_of(span s) {
    return endless(s) ? P::clock::time_point::max() : s == span::nothing ? P::clock::now() : P::clock::now() + tick;
  }
  template <class R>
  [[noreturn]] static R refuse_call() {
    refute("the program made a call that this pool does not have");
  }
  static basic_coroutine<post_result, P> scheduled(Pool& pool) {
    const post_result answer = co_await pool.schedule();
    co_return answer;
  }
  template <class Tasks>
  static std::size_t by_hand(Tasks tasks, bool run_them) {
    if (run_them)
      for (auto& t : tasks) without_booms([&] { t(); });
    return run_them ? 0 : tasks.size();
  }

  std::unique_ptr<Pool> owned_;
  Pool* pool_;  ///< its tasks may call it while it is destroyed
};

}  // namespace weir::interactions

#endif
