// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PROMETHEUS_HPP
#define WEIR_PROMETHEUS_HPP

#include <weir/stats.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir {

/// The state of several pools in Prometheus' text exposition format, version 0.0.4, for the content type `text/plain; version=0.0.4`. Each pool is a
/// value of the label `pool`. All pools of one answer belong on one page, since the format wants all lines of a metric together.
///
/// Each number of stats() is a metric `weir_...`; the totals of tasks stay 0 in pools without observer::counters or observer::trace. A pool with
/// observer::histograms, alone or in observer::all_of, has the histograms `weir_task_running_seconds` and `weir_task_queued_seconds` too; with
/// observer::sampled_histograms those of the sample, so that rates are to be taken of the totals.
class prometheus_page {
 public:
  /// Takes the numbers of a pool at this instant. `name` is the label's value, by default the pool's name, in UTF-8. Throws std::invalid_argument if
  /// the page has a pool of that name, and std::bad_alloc. Takes the pool's lock for a moment, as stats() does.
  template <class Pool>
  void add(Pool& pool, std::string_view name) {
    entry e;
    e.label = "pool=\"" + escaped(name) + '"';
    const auto same = [&e](const entry& each) { return each.label == e.label; };
    if (std::any_of(entries_.begin(), entries_.end(), same)) throw std::invalid_argument("weir: a page has two pools of the same name");
    e.numbers = pool.stats();
    if constexpr (requires { pool.observer(); }) take_times(e, pool.observer());
    entries_.push_back(std::move(e));
  }
  template <class Pool>
  void add(Pool& pool) {
    constexpr bool has_a_name = requires { pool.name(); };
    static_assert(has_a_name, "weir: a share has no name, which is the label of its metrics, so give it one: page.add(part, name)");
    if constexpr (has_a_name) add(pool, pool.name());
  }

  /// Writes the page. The format of numbers does not depend on a locale.
  void write(std::ostream& out) const {
    for (const metric& m : metrics) {
      head(out, m.name, m.help, m.kind);
      for (const entry& e : entries_) out << m.name << '{' << e.label << "} " << std::to_string(e.numbers.*m.number) << '\n';
    }
    write_times(out, "weir_task_running_seconds",
                "How long tasks, and turns of coroutines, were running; of a sample, if the observer draws one.", &entry::running);
    write_times(out, "weir_task_queued_seconds",
                "How long tasks waited, from their post to their begin; of a sample, if the observer draws one.", &entry::queued);
  }

 private:
  struct metric {
    std::uint64_t stats::*number;
    std::string_view name;
    std::string_view kind;
    std::string_view help;
  };
  static constexpr metric metrics[] = {
      {&stats::workers, "weir_workers", "gauge", "Live workers, idle ones included."},
      {&stats::peak_workers, "weir_peak_workers", "gauge", "The most live workers so far."},
      {&stats::idle, "weir_idle_workers", "gauge", "Workers with nothing to do."},
      {&stats::running, "weir_running_workers", "gauge", "Workers that are not idle, and calling threads that run a task."},
      {&stats::blocked, "weir_blocked_workers", "gauge", "Workers in a blocking region."},
      {&stats::suspended, "weir_suspended_coroutines", "gauge", "Coroutines that wait for a time or an event."},
      {&stats::queued, "weir_queued_tasks", "gauge", "Accepted tasks that no worker has taken yet."},
      {&stats::waiting, "weir_waiting_submitters", "gauge", "Submitters that wait for room."},
      {&stats::capacity, "weir_capacity_workers", "gauge", "The most workers allowed."},
      {&stats::min_workers, "weir_min_workers", "gauge", "The fewest workers that expiry leaves."},
      {&stats::failed_starts, "weir_failed_starts_total", "counter", "Starts of workers that failed."},
      {&stats::accepted, "weir_accepted_tasks_total", "counter", "Tasks accepted."},
      {&stats::refused, "weir_refused_posts_total", "counter", "Posts that were refused."},
      {&stats::completed, "weir_completed_tasks_total", "counter", "Tasks that returned."},
      {&stats::failed, "weir_failed_tasks_total", "counter", "Of the tasks that returned, those whose future got an exception."},
      {&stats::panicked, "weir_panicked_tasks_total", "counter", "Tasks that threw or ended their thread."},
      {&stats::cancelled, "weir_cancelled_tasks_total", "counter",
       "Accepted tasks that did not run, because their stop token was stopped."},
      {&stats::discarded, "weir_discarded_tasks_total", "counter", "Tasks that the blocking policy dropped."},
  };
  static_assert(sizeof(stats) == sizeof(metrics) / sizeof(metric) * sizeof(std::uint64_t), "each number of stats is a metric");

  /// The histogram's bounds are 2^k - 1 nanoseconds, from 1 microsecond to 34 seconds: each is the longest duration of a class of the scale.
  static constexpr unsigned first_bound = 10;
  static constexpr std::size_t bounds = 26;
  static constexpr std::int64_t bound(std::size_t n) { return (std::int64_t{1} << (first_bound + n)) - 1; }

  struct times {
    std::array<std::uint64_t, bounds> up_to{};
    std::uint64_t count = 0;
    std::int64_t sum = 0;  // nanoseconds
  };
  struct entry {
    std::string label;
    stats numbers;
    std::optional<times> running;
    std::optional<times> queued;
  };

  template <class Observer>
  static void take_times(entry& e, Observer& from) {
    if constexpr (requires { from.running().count_to(std::chrono::nanoseconds()); }) {
      e.running = times_of(from.running());
      e.queued = times_of(from.queued());
    } else if constexpr (requires { from.for_each([](auto&) {}); }) {
      from.for_each([&e](auto& each) { take_times(e, each); });
    }
  }

  template <class Histogram>
  static times times_of(const Histogram& from) {
    times t;
    for (std::size_t n = 0; n != bounds; ++n) t.up_to[n] = from.count_to(std::chrono::nanoseconds(bound(n)));
    t.count = from.count();
    t.sum = std::llround(from.sum() * 1e9);
    return t;
  }

  static void head(std::ostream& out, std::string_view name, std::string_view help, std::string_view kind) {
    out << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << kind << '\n';
  }
  void write_times(std::ostream& out, const std::string& name, std::string_view help, std::optional<times> entry::*which) const {
    const auto has_it = [which](const entry& e) { return (e.*which).has_value(); };
    if (std::none_of(entries_.begin(), entries_.end(), has_it)) return;
    head(out, name, help, "histogram");
    for (const entry& e : entries_)
      if (has_it(e)) write_times(out, name, e.label, *(e.*which));
  }
  static void write_times(std::ostream& out, const std::string& name, const std::string& label, const times& t) {
    const auto bucket = [&](const std::string& le, std::uint64_t n) {
      out << name << "_bucket{" << label << ",le=\"" << le << "\"} " << std::to_string(n) << '\n';
    };
    for (std::size_t n = 0; n != bounds; ++n) bucket(seconds(bound(n)), t.up_to[n]);
    bucket("+Inf", t.count);
    out << name << "_sum{" << label << "} " << seconds(t.sum) << '\n'
        << name << "_count{" << label << "} " << std::to_string(t.count) << '\n';
  }
  static std::string seconds(std::int64_t ns) {
    const std::string rest = std::to_string(ns % 1'000'000'000);
    return std::to_string(ns / 1'000'000'000) + '.' + std::string(9 - rest.size(), '0') + rest;
  }
  static std::string escaped(std::string_view text) {
    std::string all;
    for (const char c : text) {
      if (c == '\\' || c == '"') all += '\\';
      all += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return all;
  }

  std::vector<entry> entries_;
};

/// Writes one pool as a prometheus_page. For several pools, make a page of all.
template <class Pool>
void prometheus(Pool& pool, std::ostream& out) {
  prometheus_page page;
  page.add(pool);
  page.write(out);
}

}  // namespace weir

#endif
