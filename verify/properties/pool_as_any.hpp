// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_POOL_AS_ANY_HPP
#define WEIR_VERIFY_PROPERTIES_POOL_AS_ANY_HPP

#include <weir/options.hpp>
#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/verify/support/tagged.hpp>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::properties {

/// A pool type over the simulated platform, as the pool that the properties are compiled for.
template <class Pool>
class pool_as_any final : public any_pool {
  using config = typename Pool::config_type;

 public:
  explicit pool_as_any(const options& o) : pool_(o) {}
  post_result post(task& t, std::size_t tag) override {
    return verify::with_tag<config>(tag, [&](auto... with) { return pool_.post(t, with...); });
  }
  post_result try_post(task& t, std::size_t tag) override {
    return verify::with_tag<config>(tag, [&](auto... with) { return pool_.try_post(t, with...); });
  }
  post_result post_for(nanoseconds d, task& t, std::size_t tag) override {
    if constexpr ((config::can_wait && config::blocking::when_full == full_reaction::wait) || !config::can_be_full)
      return verify::with_tag<config>(tag, [&](auto... with) { return pool_.post_for(d, t, with...); });
    else
      return try_post(t, tag);
  }
  future<int, simulated> submit(job j) override {
    if constexpr (Pool::config_type::agents::suspends)
      return pool_.submit(travelling_job{std::move(j.what)});
    else
      return pool_.submit(std::move(j));
  }
  int run(job j) override { return pool_.run(std::move(j)); }
  void wait_idle() override {
    waiting([this] { return pool_.wait_idle(), true; });
  }
  bool wait_idle_for(nanoseconds d) override {
    return waiting([this, d] { return pool_.wait_idle_for(d); });
  }
  void resize(unsigned min_workers, unsigned capacity) override { pool_.resize(min_workers, capacity); }
  void shutdown() override { pool_.shutdown(); }
  std::vector<task> stop() override { return pool_.stop(); }
  void join() override {
    waiting([this] { return pool_.join(), true; });
  }
  bool join_for(nanoseconds d) override {
    return waiting([this, d] { return pool_.join_for(d); });
  }
  bool restart() override { return pool_.restart(); }
  std::shared_ptr<void> pause() override { return std::make_shared<decltype(pool_.pause())>(pool_.pause()); }
  std::vector<task> purge() override { return pool_.purge(); }
  bulk_result post_bulk(std::vector<task>& many) override { return pool_.post_bulk(many); }
  run_state state() override { return pool_.state(); }
  weir::stats stats() override { return pool_.stats(); }

 private:
  /// What panic::rethrow_at_wait throws comes instead of `true`.
  template <class Wait>
  bool waiting(Wait wait) {
    try {
      return wait();
    } catch (const std::system_error&) {
      throw;
    } catch (const std::runtime_error&) {
      ++rethrown_panics;
      return true;
    }
  }

  Pool pool_;
};

template <class Pool>
std::unique_ptr<any_pool> make(const options& o) {
  return std::make_unique<pool_as_any<verify::hearing<Pool>>>(o);
}

}  // namespace weir::properties

#endif
