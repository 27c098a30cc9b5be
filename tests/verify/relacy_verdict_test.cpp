// SPDX-License-Identifier: Apache-2.0
// The verdict itself: it cannot pass by doing too little, what fails fails again, schedules are many, and a search ends
// with exactly as many executions as there are.
#include "tests/verify/relacy_expect.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using expect::between;
using expect::output_of;
using expect::P;
using expect::that;
using namespace weir::verify;

/// Two threads of so many steps each; nothing can go wrong.
template <int Steps>
struct steps {
  static constexpr int threads = 2;
  static constexpr effort work{.surw = 200'000, .pct3 = 1000, .bound = -1};
  P::atomic<int> x{0};
  void thread(unsigned) {
    for (int i = 0; i != Steps; ++i) x.fetch_add(1, std::memory_order_relaxed);
  }
};

/// How many ways two threads can take turns, counted without the checker: `left` segments each (a thread runs from one
/// switch point to the next, and its last segment ends it), and at most `bound` switches away from a thread that could go on.
unsigned long long interleavings(int left_a, int left_b, int running, int bound) {
  if (left_a == 0 || left_b == 0) return 1;  // no choice is left
  unsigned long long n = 0;
  for (int next : {0, 1}) {
    const int cost = running >= 0 && next != running ? 1 : 0;
    if (cost > bound) continue;
    const int a = left_a - (next == 0 ? 1 : 0);
    const int b = left_b - (next == 1 ? 1 : 0);
    const bool ended = (next == 0 ? a : b) == 0;
    n += interleavings(a, b, ended ? -1 : next, bound - cost);
  }
  return n;
}

template <int Steps>
void search_is_exact() {
  for (int bound = 0; bound != 7; ++bound) {
    const checker::host h = checker::host_of<steps<Steps>>();
    const checker::crash_guard guard;
    checker::request q;
    q.kind = checker::request::scheduler::search;
    q.bound = bound;
    const checker::outcome o = checker::run(h, q);
    const unsigned long long all = interleavings(Steps + 1, Steps + 1, -1, bound);
    that(o.exhausted && o.executions == all, "2 threads x " + std::to_string(Steps) + " steps, at most " + std::to_string(bound) +
                                                 " preemptions: " + std::to_string(o.executions) + " executions, " + std::to_string(all) +
                                                 " exist" + (o.limited ? "" : ", the bound left nothing out"));
    that(o.distinct > o.executions * 95 / 100, "and no two are alike");
  }
}

/// Fails once in a while, and not at the same place.
struct rarely {
  static constexpr const char* claim = "X9: three steps are never taken by the other thread in between";
  static constexpr int threads = 2;
  P::atomic<int> x{0};
  void thread(unsigned index) {
    if (index == 0) {
      for (int i = 0; i != 3; ++i) x.fetch_add(1, std::memory_order_relaxed);
    } else {
      int own = 0;
      for (int i = 0; i != 4; ++i) own += x.load(std::memory_order_acquire);
      check<P>(own != 6, "X9: one load in each gap");
    }
  }
};

/// Takes one switch point less in every second execution, but never fails.
struct drifts {
  static constexpr int threads = 2;
  static inline int calls = 0;
  P::atomic<int> x{0};
  void thread(unsigned index) {
    if (index == 0 && ++calls % 2 == 0) return;
    x.fetch_add(1, std::memory_order_relaxed);
    x.fetch_add(1, std::memory_order_relaxed);
  }
};

struct fickle {
  static constexpr int threads = 1;
  static inline int calls = 0;
  void thread(unsigned) { check<P>(++calls % 2 == 0, "every second execution"); }
};

/// Calls the program with what it printed itself.
std::string call(int expected, const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t i = 0, end = 0; i < line.size(); i = end + 1) {
    end = std::min(line.find(' ', i), line.size());
    words.push_back(line.substr(i, end - i));
  }
  words.resize(5, "--seconds=60");
  return output_of(expected, &run_scenarios<rarely, steps<1>>,
                   {words[0].c_str(), words[1].c_str(), words[2].c_str(), words[3].c_str(), words[4].c_str()});
}

void replays_from_the_command_line() {
  for (const std::string scheduler : {"surw", "pct3", "search"}) {
    const std::string first = call(1, "--scenario=rarely --scheduler=" + scheduler);
    const std::string history = between(first, "history\n", "\n\n");
    const std::string again = call(1, between(first, "replay    prog ", "\n"));
    that(history.size() > 200 && between(again, "history\n", "\n\n") == history, "whose history is the same, step by step");
    if (scheduler == "search") continue;  // what a random one found is shown as a search found it: repeat the original, too
    const std::string original = "--scenario=rarely " + between(first, "the execution above again: prog --scenario=rarely ", "\n");
    that(original.find("--execution=") != std::string::npos, "the original is " + original);
    const std::string one = call(1, original);
    that(between(one, "result", "\n") == between(first, "result", "\n") && between(one, "history", "\n\n").size() > 200 &&
             between(call(1, original), "history", "\n\n") == between(one, "history", "\n\n"),
         "it fails the same way, time and again");
  }
}

/// Each of two threads may miss what the other wrote.
struct missed {
  static constexpr const char* claim = "X8: one of the two sees the other";
  static constexpr int threads = 2;
  P::atomic<int> flag[2];
  P::atomic<int> blind{0};
  void thread(unsigned index) {
    flag[index].store(1, std::memory_order_release);
    if (flag[1 - index].load(std::memory_order_acquire) == 0) blind.fetch_add(1, std::memory_order_relaxed);
  }
  void after() { check<P>(blind.load(std::memory_order_relaxed) != 2, claim); }
};

/// No thread notifies the first one, which sleeps with a lock that the second one needs.
struct stuck {
  static constexpr const char* claim = "X7: nobody sleeps with a lock";
  static constexpr int threads = 2;
  P::mutex mutex;
  P::mutex outer;
  P::condition_variable changed;
  void thread(unsigned index) {
    P::unique_lock needed(outer);
    if (index == 1) return;
    P::unique_lock lock(mutex);
    changed.wait(lock);
  }
};

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void failures_can_be_read() {
  const std::string stale = output_of(1, &run_scenarios<missed>, {"--scheduler=search"});
  that(stale.find("reads 0 (old; newest is 1, step") != std::string::npos, "an old value is shown with the newest");
  const std::string dead = output_of(1, &run_scenarios<stuck>, {"--scheduler=search"});
  const std::string standing = between(dead, "where each thread stands\n", "\n\n");
  that(standing.find("thread 0  sleeps on cv1, since step") != std::string::npos, "where each thread stands:\n" + standing);
  that(standing.find(", holds m1") != std::string::npos && standing.find("waits for m1, held by thread 0") != std::string::npos,
       "with the lock that one holds and the other waits for");
}

void failures_are_drawn() {
  const char* scratch = std::getenv("TEST_TMPDIR");
  const std::filesystem::path folder = std::filesystem::path(scratch != nullptr ? scratch : "/tmp") / "weir_verdict_pictures";
  const auto said = [&](const char* argument) {
    std::filesystem::remove_all(folder);
    const std::string out = output_of(1, &run_scenarios<rarely>, {"--scheduler=search", argument});
    return std::pair{between(out, "picture   ", "\n"), between(out, "history\n", "\n\n")};
  };
  const std::string file = (folder / "rarely-search").string();
  const auto asked = said(("--picture=" + folder.string()).c_str());
  that(asked.first == file + ".html, .svg and .txt", "pictures are where they were asked for: " + asked.first);
  that(content(file + ".txt").find(asked.second) != std::string::npos && content(file + ".svg").find("<svg") == 0 &&
           content(file + ".html").find("X9: three steps") != std::string::npos,
       "table, drawing and page");
  const char* before = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR");
  const std::string kept = before != nullptr ? before : "";
  setenv("TEST_UNDECLARED_OUTPUTS_DIR", folder.c_str(), 1);
  that(said("--seed=1").first == file + ".html, .svg and .txt", "or where Bazel keeps them");
  unsetenv("TEST_UNDECLARED_OUTPUTS_DIR");
  that(said("--seed=1").first.empty() && !std::filesystem::exists(folder), "or nowhere");
  if (before != nullptr) setenv("TEST_UNDECLARED_OUTPUTS_DIR", kept.c_str(), 1);
}

struct two_deques {  // what a test file may use beside the platform
  static constexpr int threads = 2;
  std::deque<std::function<std::string()>> jobs;
  std::optional<std::vector<std::shared_ptr<int>>> numbers{std::in_place, 3, std::make_shared<int>(4)};
  P::mutex mutex;
  P::cell<int> sum{0};
  void before() {
    for (int i = 0; i != 4; ++i) jobs.push_back([i, this] { return std::string(40 + *(*numbers)[0], 'x') + std::to_string(i); });
  }
  void thread(unsigned) {
    for (int i = 0; i != 2; ++i) {
      P::unique_lock lock(mutex);
      sum.write() += static_cast<int>(jobs.front()().size());
      jobs.pop_front();
    }
  }
  void after() { check<P>(sum.read() == 4 * 45, "all jobs ran"); }
};

}  // namespace

int main() {
  using namespace expect;
  search_is_exact<1>();
  search_is_exact<2>();
  search_is_exact<4>();

  const verdict::result many = portfolio<steps<12>>();
  that(many.outcomes[0].distinct > 150'000,
       "2 threads x 12 steps, 200000 random executions: ~" + std::to_string(many.outcomes[0].distinct) + " schedules");

  verdict v({}, nowhere());
  that(!v.run<steps<2>>({.surw = 100, .pct3 = 0, .bound = 0, .minimum = 1000}).passed() && v.exit_code() == 1,
       "fewer executions than the minimum are a failure");
  that(!v.run<steps<2>>({.surw = 0, .pct3 = 0, .bound = -1}).passed(), "and so is doing nothing at all");
  that(!v.run<steps<12>>({.surw = 50'000'000, .pct3 = 0, .bound = -1, .seconds = 0.05}).passed(),
       "and so is running out of time before the promised number");
  that(!v.run<steps<12>>({.surw = 1, .pct3 = 0, .bound = 3, .search = 100, .exhaust = true}).passed(),
       "a search that was to be exhaustive and was cut is a failure");
  that(v.run<steps<2>>({.surw = 1, .pct3 = 0, .bound = 9, .exhaust = true}).passed() && v.failures() == 4, "and one that ends is not");

  const verdict::result odd = portfolio<fickle>();
  that(odd.failed && !odd.outcomes.back().deterministic, "an execution that does not repeat is reported as such");
  checker::arguments search_only;
  search_only.scheduler = "search";
  that(!portfolio<drifts>(search_only).passed(), "and so is a search whose tree changes under it");
  replays_from_the_command_line();
  failures_can_be_read();
  failures_are_drawn();
  output_of(0, &run_scenarios<steps<1>, two_deques>, {"--list"});
  output_of(0, &run_scenarios<steps<1>, two_deques>, {"--seed=7", "--executions=5000"});
  output_of(2, &run_scenarios<steps<1>>, {"--scenario=nobody"});
  output_of(2, &run_scenarios<steps<1>>, {"--sheduler=random"});
  output_of(2, &run_scenarios<steps<1>, steps<2>>, {});
  that(name_of<steps<1>>() == "steps" && name_of<rarely>() == "rarely", "a scenario is called what its type is called");
  sound<two_deques>();
  return exit_code();
}
