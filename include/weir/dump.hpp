// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_DUMP_HPP
#define WEIR_DUMP_HPP

#include <weir/engine/pool/core_access.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/platform/where.hpp>
#include <weir/stats.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

/// Why is my pool stuck? A report, for people, of what the workers of one or several pools do and wait for, what waits for them, and which pools wait
/// for each other. The words may change.
///
/// Which wait: a worker's wait for a future, a task_group, a share, a parallel algorithm's parts, for room, for the pool to be idle or to end. Pools
///             are named that were added; a worker that waits for another thing, such as a lock, runs a task as far as the dump can see. "wait for
///             each other" is said of pools each of which has a worker that waits for the next one: they are stuck if all their workers do.
/// How long:   a task has been running is in the report of a pool with observer::watchdog or observer::histograms, alone or in observer::all_of. With
///             histograms it also says how long the task had waited in the queue, unless the worker takes the next task during the dump. No queue
///             can be asked for the age of its first task; the report says when the newest of the running tasks was posted: in a queue that keeps the
///             order of posts, all that are queued were posted later.
/// Where:      a running task was posted is in the report of a pool with observer::watchdog, if the post had a weir::from_here().
/// Cost:       the lock of each added pool for a moment, linear in the number of its workers. Without a dump, a store where a worker is about to sleep.
/// Visibility: none of its own.
///
/// Any thread may make one at any time, a signal handler excepted.
class dump_page {
 public:
  /// Takes the state of a pool at this instant: of a weir::pool, a preset, a function_pool, or a multi_pool, whose pools are asked one after the
  /// other. `name` is by default the pool's. In a light pool no worker's wait is known. Throws std::bad_alloc.
  template <class Pool>
  void add(Pool& pool, std::string_view name) {
    if constexpr (explain<Pool>()) {
      entry e{std::string(name), engine::place_of(pool), pool.state(), pool.stats(), {}};
      if constexpr (engine::of_several_pools<Pool>)
        for (std::size_t i = 0; i != pool.size(); ++i)
          collect(engine::core_access::of(pool[i]), e.workers, " of pool " + std::to_string(i));
      else
        collect(engine::core_access::of(pool), e.workers, "");
      entries_.push_back(std::move(e));
    }
  }
  /// The same under the pool's own name.
  template <class Pool>
  void add(Pool& pool) {
    if constexpr (explain<Pool>()) add(pool, pool.name());
  }

  /// Writes what add() has taken, in its order, and then which pools wait for each other; nothing for an empty page. Looks at no pool and takes no
  /// lock. Throws std::bad_alloc, and what the stream throws. Linear in the product of the workers and the pools, and cubic in the number of pools.
  void write(std::ostream& out) const {
    for (const entry& e : entries_) {
      const stats& s = e.numbers;
      out << "pool '" << e.name << "' is " << name_of(e.state) << ": " << s.workers << " workers of " << s.capacity << ", " << s.idle
          << " idle, " << s.blocked << " in blocking regions; " << s.queued << " tasks queued, " << s.suspended << " coroutines suspended, "
          << s.waiting << " submitters wait for room\n";
      for (const worker& w : e.workers) write(out, w);
      if (const auto posted = age_of_newest(e.workers); posted && s.queued != 0)
        out << "  of the running tasks whose post is known the newest was posted " << std::chrono::duration<double>(*posted).count()
            << " s ago: those queued have waited no longer, if the queue keeps the order of posts\n";
    }
    write_circles(out);
  }

 private:
  struct worker {
    unsigned number;
    bool idle;
    const void* waits_for;  // a pool's identity; null: for none
    std::optional<std::chrono::nanoseconds> running;
    std::chrono::nanoseconds queued;  // before it ran; 0: not known
    std::optional<platform::where> posted_at;
    std::string of;  // which of several pools
  };
  struct entry {
    std::string name;
    engine::pool_place place;
    run_state state;
    stats numbers;
    std::vector<worker> workers;
  };

  template <class Pool>
  static consteval bool explain() {
    constexpr bool has_workers = requires(Pool& p) { engine::core_access::of(p); } || engine::of_several_pools<Pool>;
    static_assert(!std::is_const_v<Pool>, "weir: a dump takes the lock of the pool, so that must not be const");
    static_assert(
        std::is_const_v<Pool> || has_workers,
        "weir: a dump looks at the workers of a pool; an any_pool and a share have none of their own: dump the pool that they are made of");
    return has_workers;
  }

  template <class C>
  static void collect(engine::core<C>& pool, std::vector<worker>& workers, const std::string& of) {
    const auto now = C::platform::clock::now().time_since_epoch();
    std::size_t most = engine::locked<C>(pool)->records;
    const std::size_t before = workers.size();
    workers.reserve(before + most);  // the lock is not held while memory is allocated
    {
      engine::locked<C> l(pool);
      l->for_each_record([&](const engine::worker_record<C>& w) {
        const auto status = w.status.read();
        if (!status.started || status.left || most-- == 0) return;
        const void* waits_for = nullptr;
        // [DUMP-1] relaxed, alone: a snapshot.
        if constexpr (requires { w.waits_for; }) waits_for = w.waits_for.load(std::memory_order_relaxed);
        const auto began = turn_of(w.counts);
        const auto* const place = platform::place_note_in<typename C::platform>(w.counts);
        workers.push_back({w.number,
                           status.idle,
                           waits_for,
                           began ? std::optional(now - *began) : std::nullopt,
                           wait_of(w.counts),
                           place == nullptr ? std::nullopt : place->get(),
                           {}});
      });
    }
    for (std::size_t i = before; i != workers.size(); ++i) workers[i].of = of;
  }
  /// When the turn began that an observer measures.
  template <class Counts>
  static std::optional<std::chrono::nanoseconds> turn_of(const Counts& counts) {
    if constexpr (requires {
                    { counts.turn.began() } -> std::same_as<std::optional<std::chrono::nanoseconds>>;
                  }) {
      return counts.turn.began();
    } else if constexpr (requires { std::get<0>(counts.own); }) {
      std::optional<std::chrono::nanoseconds> found;
      std::apply([&found](const auto&... each) { static_cast<void>(((found = turn_of(each)).has_value() || ...)); }, counts.own);
      return found;
    } else {
      return std::nullopt;
    }
  }

  /// How long its task had been queued.
  template <class Counts>
  static std::chrono::nanoseconds wait_of(const Counts& counts) {
    std::chrono::nanoseconds found{};
    if constexpr (requires {
                    { counts.waited() } -> std::same_as<std::chrono::nanoseconds>;
                  }) {
      found = counts.waited();
    } else if constexpr (requires { std::get<0>(counts.own); }) {
      std::apply([&found](const auto&... each) { static_cast<void>((((found = wait_of(each)).count() != 0) || ...)); }, counts.own);
    }
    return found;
  }

  /// When the running task that was posted last was posted, of those of which it is known.
  static std::optional<std::chrono::nanoseconds> age_of_newest(const std::vector<worker>& workers) {
    std::optional<std::chrono::nanoseconds> newest;
    for (const worker& w : workers)
      if (w.running && !w.idle && w.queued.count() > 0)
        newest = std::min(newest.value_or(std::chrono::nanoseconds::max()), *w.running + w.queued);
    return newest;
  }

  static const char* name_of(run_state s) { return s == run_state::open ? "open" : s == run_state::closing ? "closing" : "stopped"; }
  void write(std::ostream& out, const worker& w) const {
    out << "  worker " << w.number << w.of << (w.idle ? " is idle" : " runs a task");
    if (w.running && !w.idle) out << " since " << std::chrono::duration<double>(*w.running).count() << " s";
    if (w.queued.count() > 0 && !w.idle) out << ", after " << std::chrono::duration<double>(w.queued).count() << " s in the queue";
    if (w.posted_at && !w.idle) out << ", posted at " << w.posted_at->file << ':' << w.posted_at->line;
    if (w.waits_for != nullptr) out << ", which waits for " << name_of(w.waits_for);
    out << '\n';
  }
  [[nodiscard]] std::string name_of(const void* id) const {
    for (const entry& e : entries_)
      if (is_of(e, id)) return "pool '" + e.name + '\'';
    return "another pool";
  }

  static bool is_of(const entry& e, const void* id) {
    return !std::less<>()(id, e.place.begin) && std::less<>()(id, static_cast<const char*>(e.place.begin) + e.place.bytes);
  }
  /// Whether a worker of the first waits for the second.
  static bool waits(const entry& first, const entry& second) {
    for (const worker& w : first.workers)
      if (w.waits_for != nullptr && is_of(second, w.waits_for)) return true;
    return false;
  }
  void write_circles(std::ostream& out) const {
    const std::size_t n = entries_.size();
    std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
    for (std::size_t i = 0; i != n; ++i)
      for (std::size_t j = 0; j != n; ++j) reaches[i][j] = waits(entries_[i], entries_[j]);
    for (std::size_t k = 0; k != n; ++k)
      for (std::size_t i = 0; i != n; ++i)
        for (std::size_t j = 0; j != n; ++j)
          if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
    for (std::size_t i = 0; i != n; ++i)
      for (std::size_t j = i + 1; j != n; ++j)
        if (reaches[i][j] && reaches[j][i])
          out << "pools '" << entries_[i].name << "' and '" << entries_[j].name << "' wait for each other\n";
  }

  std::vector<entry> entries_;
};

/// Writes one pool as a dump_page. For several pools, make a page of all: only so are pools named that wait for each other.
template <class Pool>
void dump(Pool& pool, std::ostream& out) {
  dump_page page;
  page.add(pool);
  page.write(out);
}

}  // namespace weir

#endif
