// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_ANY_POOL_HPP
#define TESTS_INTERACTIONS_ANY_POOL_HPP

#include <weir/bulk_result.hpp>
#include <weir/future.hpp>
#include <weir/options.hpp>
#include <weir/stats.hpp>
#include <weir/task_group.hpp>

#include "tests/interactions/kinds.hpp"
#include "tests/interactions/platforms.hpp"
#include "tests/interactions/work.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace weir::interactions {

/// What a callable is made of, at the place where its type is known.
template <class P>
struct recipe {
  performer<P>* by = nullptr;
  entry* what = nullptr;
  std::optional<std::stop_token> token{};
  unsigned tag = 0;  ///< of a queue that takes one: 0 is none
};

template <class P>
class any_group {
 public:
  virtual ~any_group() = default;
  virtual void run(recipe<P> r) = 0;
  virtual group_result wait() = 0;
  virtual basic_coroutine<group_result, P> finish() = 0;
  virtual void cancel() = 0;
};

/// Any pool over that platform. The calls that a pool does not have (reasons.hpp says which) end the program.
template <class P>
class any_pool {
 public:
  virtual ~any_pool() = default;
  /// Destroys the pool itself. Its tasks may call it until that is done.
  virtual void destroy() = 0;
  virtual post_result post(recipe<P> r) = 0;
  virtual post_result try_post(recipe<P> r) = 0;
  virtual post_result post_for(span s, recipe<P> r) = 0;
  virtual post_result post_until(span s, recipe<P> r) = 0;
  virtual bulk_result post_bulk(const std::vector<recipe<P>>& many) = 0;
  virtual future<int, P> submit(recipe<P> r) = 0;
  virtual future<int, P> submit_until(span s, recipe<P> r) = 0;
  virtual int run(recipe<P> r) = 0;
  virtual basic_coroutine<post_result, P> async_post(recipe<P> r) = 0;
  virtual basic_coroutine<post_result, P> schedule() = 0;
  virtual void wait_idle() = 0;
  virtual bool wait_idle_for(span s) = 0;
  /// Holds until what it gives is gone.
  virtual std::shared_ptr<void> pause() = 0;
  virtual void resize(unsigned min_workers, unsigned capacity) = 0;
  /// How many tasks were handed back and not run by hand.
  virtual std::size_t purge(bool run_them) = 0;
  virtual std::size_t stop(bool run_them) = 0;
  virtual void shutdown() = 0;
  virtual void join() = 0;
  virtual bool join_for(span s) = 0;
  virtual bool restart() = 0;
  virtual run_state state() = 0;
  virtual weir::stats stats() = 0;
  virtual std::unique_ptr<any_group<P>> group() = 0;
  virtual post_result post_after(span s, recipe<P> r, std::stop_token end) = 0;
  /// Until what it gives is gone.
  virtual std::shared_ptr<void> post_every(span s, recipe<P> r) = 0;
  /// Enters the pool in a registry, finds it, posts to it there, and takes the name back.
  virtual post_result through_a_registry(recipe<P> r) = 0;
};

/// Makes the pool of that number in the list of kinds.
template <class P>
std::unique_ptr<any_pool<P>> make_pool(std::size_t kind, const options& o);

/// The next exception that a panic policy is told of comes here.
void hear(const std::exception_ptr& what);
struct heard {
  void operator()(const std::exception_ptr& what) const { hear(what); }
};

/// A callable's way out of a pool may be an exception of its own.
template <class F>
void without_booms(F f) {
  try {
    f();
  } catch (const boom&) {
  }
}

}  // namespace weir::interactions

#endif
