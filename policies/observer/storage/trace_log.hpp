// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_STORAGE_TRACE_LOG_HPP
#define WEIR_POLICIES_OBSERVER_STORAGE_TRACE_LOG_HPP

#include <weir/stats.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <new>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace weir::observer {

/// How a task, or one turn of a coroutine, ended.
enum class task_end : unsigned char { completed, threw, cancelled, suspended };

/// One task: when it ran, and on which thread.
struct trace_note {
  const void* thread;
  std::chrono::nanoseconds begin;
  std::chrono::nanoseconds end;
  task_end how;
};

template <class P>
class trace_logs;

/// The notes of one worker, or of all callers that run tasks themselves; only the latter run several tasks at a time.
///
/// Begins and ends nest on each thread: an end belongs to the last open begin of its thread. To keep it so, a begin that finds no memory
/// also drops the open notes of its thread.
template <class P>
class trace_log {
 public:
  /// Makes this the log of the callers.
  void serve_callers() noexcept { many_threads_ = true; }

  /// The calling thread begins a task.
  void begin(trace_logs<P>& all) noexcept {
    typename P::unique_lock lock(mutex_);
    notes& n = notes_.write();
    if (!std::exchange(n.joined, true)) all.join(*this);
    if (!many_threads_) others_have_ended(n);
    if (!note(n, n.open, {me(), now(), {}, {}})) n.lost += std::erase_if(n.open, mine);
  }
  /// The calling thread ends the task that it began last. Without a note of the begin it does nothing.
  void end(task_end how) noexcept {
    typename P::unique_lock lock(mutex_);
    notes& n = notes_.write();
    const auto last = std::find_if(n.open.rbegin(), n.open.rend(), mine);
    if (last == n.open.rend()) return;
    close(n, *last, how);
    n.open.erase(std::next(last).base());
  }

 private:
  friend class trace_logs<P>;

  struct notes {
    std::vector<trace_note> open;  // nested ones, and those of different callers
    std::vector<trace_note> closed;
    std::uint64_t lost = 0;
    bool joined = false;
  };

  static std::chrono::nanoseconds now() noexcept { return P::clock::now().time_since_epoch(); }
  /// Different for any two threads that live at the same time.
  static const void* me() noexcept { return &P::slot(); }
  static bool mine(const trace_note& each) noexcept { return each.thread == me(); }
  /// A light worker runs one turn at a time, so open notes of other threads are over: those threads have passed the worker on, and their
  /// calls of end() come too late and do nothing.
  static void others_have_ended(notes& n) noexcept {
    const auto over = std::stable_partition(n.open.begin(), n.open.end(), mine);
    for (auto each = over; each != n.open.end(); ++each) close(n, *each, task_end::suspended);
    n.open.erase(over, n.open.end());
  }
  static void close(notes& n, trace_note done, task_end how) noexcept {
    done.end = now();
    done.how = how;
    static_cast<void>(note(n, n.closed, done));
  }
  static bool note(notes& n, std::vector<trace_note>& where, const trace_note& what) noexcept {
    try {
      where.push_back(what);
      return true;
    } catch (const std::bad_alloc&) {
      ++n.lost;
      return false;
    }
  }

  mutable typename P::mutex mutex_;
  typename P::template cell<notes> notes_;
  bool many_threads_ = false;  // not changed after the first note
  trace_log* next_ = nullptr;  // in the list of joined logs; not changed after joining
};

/// All logs of a pool, and their output as JSON.
template <class P>
class trace_logs {
 public:
  /// Called once for each log, which lives as long as this object.
  void join(trace_log<P>& log) noexcept {
    typename P::unique_lock lock(mutex_);
    log.next_ = std::exchange(first_.write(), &log);
  }

  void forget() {
    for_each([](auto& notes) {
      notes.closed.clear();
      notes.lost = 0;
    });
  }

  /// Writes the Trace Event Format, with times in microseconds and with `totals`.
  void write_json(std::ostream& out, const stats& totals) {
    std::vector<trace_note> all;
    std::uint64_t lost = 0;
    for_each([&](const auto& notes) {
      all.insert(all.end(), notes.closed.begin(), notes.closed.end());
      lost += notes.lost;
    });
    const auto order = [](const trace_note& a, const trace_note& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; };
    std::sort(all.begin(), all.end(), order);
    std::vector<const void*> threads;
    out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"accepted\":" << std::to_string(totals.accepted)
        << ",\"refused\":" << std::to_string(totals.refused) << ",\"discarded\":" << std::to_string(totals.discarded)
        << ",\"lost\":" << std::to_string(lost) << "},\"traceEvents\":[";
    const char* between = "\n";
    for (const trace_note& n : all) {
      out << std::exchange(between, ",\n");
      write(out, n, number_of(threads, n.thread));
    }
    out << "\n]}\n";
  }

 private:
  template <class F>
  void for_each(F f) {
    trace_log<P>* log;
    {
      typename P::unique_lock lock(mutex_);
      log = first_.read();
    }
    for (; log != nullptr; log = log->next_) {
      typename P::unique_lock lock(log->mutex_);
      f(log->notes_.write());
    }
  }

  /// Threads are numbered in the order of their first tasks.
  static std::size_t number_of(std::vector<const void*>& threads, const void* thread) {
    const auto found = std::find(threads.begin(), threads.end(), thread);
    const auto number = static_cast<std::size_t>(found - threads.begin());
    if (found == threads.end()) threads.push_back(thread);
    return number;
  }

  static void write(std::ostream& out, const trace_note& n, std::size_t thread) {
    static constexpr const char* ends[] = {"completed", "threw", "cancelled", "suspended"};
    char line[160];
    const auto micros = [](std::chrono::nanoseconds t) { return static_cast<long long>(t.count() / 1000); };
    const auto rest = [](std::chrono::nanoseconds t) { return static_cast<int>(t.count() % 1000); };
    const auto took = n.end - n.begin;
    std::snprintf(line, sizeof line, R"({"name":"task","ph":"X","pid":1,"tid":%zu,"ts":%lld.%03d,"dur":%lld.%03d,"args":{"ended":"%s"}})",
                  thread, micros(n.begin), rest(n.begin), micros(took), rest(took), ends[static_cast<std::size_t>(n.how)]);
    out << line;
  }

  typename P::mutex mutex_;
  typename P::template cell<trace_log<P>*> first_{nullptr};
};

}  // namespace weir::observer

#endif
