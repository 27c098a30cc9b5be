// SPDX-License-Identifier: Apache-2.0
// Site mutation: a broken site is noticed if code relies on it, and not otherwise; excuses are exact.
#include "tests/verify/relacy_expect.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using expect::output_of;
using expect::P;
using expect::that;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
using namespace weir::verify;

struct fences {
  static constexpr const char* claim = "both fences are needed, at full strength";
  static constexpr int threads = 2;
  P::atomic<int> x{0}, y{0};
  int seen[2] = {0, 0};
  void thread(unsigned i) {
    (i == 0 ? x : y).store(1, memory_order_relaxed);
    P::fence(memory_order_seq_cst);
    seen[i] = (i == 0 ? y : x).load(memory_order_relaxed);
  }
  void after() { check<P>(seen[0] + seen[1] > 0, "one sees the other"); }
};

/// A wrong order shows as a wild pointer, as a loop that never ends, and as a race: all three must count, none may hang.
struct publish {
  static constexpr const char* claim = "what is published is complete";
  static constexpr int threads = 2;
  int value = 5;
  P::atomic<int*> pointer{nullptr};
  P::atomic<bool> set{false};
  P::atomic<int> count{0};
  P::cell<int> cell{0};
  void thread(unsigned index) {
    if (index == 0) {
      pointer.store(&value, memory_order_relaxed);
      crash_flag(memory_order_release, true);
      count.store(1, memory_order_relaxed);
      loop_flag.store(true, memory_order_release);
      cell.write() = 1;
      race_flag.fetch_add(1, memory_order_acq_rel);
    } else {
      if (crash_flag(memory_order_acquire, false)) check<P>(*pointer.load(memory_order_relaxed) == 5, "the value");
      if (loop_flag.load(memory_order_acquire) && count.load(memory_order_relaxed) == 0)
        for (;;) P::yield();
      int expected = 1;
      if (race_flag.compare_exchange_strong(expected, 2, memory_order_acquire, memory_order_relaxed))
        check<P>(cell.read() == 1, "the cell");
    }
  }
  bool crash_flag(std::memory_order order, bool write) {
    if (!write) return set.load(order);
    set.store(true, order);
    return true;
  }
  P::atomic<bool> loop_flag{false};
  P::atomic<int> race_flag{0};
};

template <unsigned Waiters>
struct gate {
  static constexpr const char* name = Waiters == 1 ? "one_waits" : "two_wait";
  static constexpr int threads = 1 + Waiters;
  P::mutex mutex;
  P::condition_variable opened;
  P::cell<bool> open{false};
  void thread(unsigned index) {
    if (index == 0)
      let_in();
    else
      pass();
  }
  void let_in() {
    P::unique_lock lock(mutex);
    open.write() = true;
    opened.notify_all();
  }
  void pass() {
    P::unique_lock lock(mutex);
    while (!open.read()) opened.wait(lock);
  }
};

std::string excuses_in_a_file(const char* text) {
  const char* folder = std::getenv("TEST_TMPDIR");
  const std::string path = (folder != nullptr ? folder : std::filesystem::temp_directory_path().string()) + "/relacy_mutation_test.excuses";
  std::FILE* f = std::fopen(path.c_str(), "w");
  std::fputs(text, f);
  std::fclose(f);
  return "--excuses=" + path;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

void has(const std::string& table, const std::string& row) { that(table.find(row) != std::string::npos, "the table says: " + row); }

}  // namespace

int main() {
  const char* here = "--files=relacy_mutation_test.cpp";
  const char* few = "--executions=2000";

  std::string table = output_of(0, &run_scenarios<fences>, {"--mutate-sites", here, few});
  has(table, "killed    seq_cst_fence->none");
  has(table, "killed    seq_cst_fence->acq_rel");
  has(table, "2 killed, 0 survived, 0 excused");

  table = output_of(1, &run_scenarios<publish>, {"--mutate-sites", here, few, "--jobs=2"});
  that(count(table, "killed    release->relaxed") == 2 && count(table, "killed    acquire->relaxed") == 3 &&
           count(table, "killed    acq_rel->acquire") == 1,
       "every order that is needed is found to be");
  has(table, "SURVIVED  acq_rel->release");  // who raises race_flag reads nothing behind it: release would do
  has(table, "6 killed, 1 survived, 0 excused");
  has(table, "ACCESS TO FREED MEMORY");
  has(table, "LIVELOCK");
  has(table, "DATA RACE");

  table = output_of(0, &run_scenarios<gate<2>>, {"--mutate-sites", here, few});
  has(table, "killed    notify_all->none");
  has(table, "killed    notify_all->notify_one");
  that(count(table, "killed    lock->none") == 3, "both locks are needed, and so is taking one again after a wait");

  table = output_of(1, &run_scenarios<gate<1>>, {"--mutate-sites", here, few});
  has(table, "SURVIVED  notify_all->notify_one");
  has(table, "not noticed by one_waits");

  const std::string line = "# why not\nrelacy_mutation_test.cpp let_in notify_all->notify_one  # only one can wait\n";
  table = output_of(0, &run_scenarios<gate<1>>, {"--mutate-sites", here, few, excuses_in_a_file(line.c_str()).c_str()});
  has(table, "excused   notify_all->notify_one");
  has(table, "4 killed, 0 survived, 1 excused");
  for (const char* wrong :
       {"other.cpp let_in notify_all->notify_one # no such file\n", "mutation_test.cpp let_in notify_all->notify_one # half a name\n",
        "relacy_mutation_test.cpp leave notify_all->notify_one # no such function\n"})
    has(output_of(1, &run_scenarios<gate<2>>, {"--mutate-sites", here, few, excuses_in_a_file(wrong).c_str()}), "there is nothing like it");
  output_of(2, &run_scenarios<gate<1>>,
            {"--mutate-sites", here, few, excuses_in_a_file("relacy_mutation_test.cpp let_in notify_all->notify_one\n").c_str()});

  output_of(1, &run_scenarios<gate<1>>, {"--mutate-sites", few});  // by default a scenario's own sites are not broken: none is left
  table = output_of(1, &run_scenarios<fences>, {"--mutate-sites", here, "--mutant=1"});
  has(table, "broken: seq_cst_fence->acq_rel at relacy_mutation_test.cpp:");
  has(table, "FAILED    fences");
  return expect::exit_code();
}
