// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/player.hpp"
#include "tests/interactions/trial.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Random programs over the whole table of interactions. Prints what is wrong, each with the plainest program found, and which pairs have met.

namespace weir::interactions {
namespace {

struct arguments {
  double seconds = 18;  ///< on each ground
  std::uint64_t seed = 1;
  std::string ground;  ///< empty: both
  std::optional<std::uint64_t> number;
  long patience = 20;
  long shrink = 15;
  std::size_t findings = 8;  ///< different ones, after which a ground is left
  bool meet_all = false, reasons = false, trace = false, wrong = false;

  static constexpr const char* usage =
      "  --seconds=T      on each ground (18)\n"
      "  --seed=N         the first program's number is N * 2^32 (1)\n"
      "  --ground=NAME    only simulated, or only threads\n"
      "  --program=N      play this one, as a finding names it, and shrink it\n"
      "  --patience=T     a program that takes so many seconds does not end (20)\n"
      "  --shrink=T       seconds for making a program plainer (15)\n"
      "  --findings=N     different ones, after which a ground is left (8)\n"
      "  --meet-all       a legal pair that has not met is a failure\n"
      "  --trace          with --program, in simulated time: print the schedule of the plainest one\n"
      "  --reasons        list the pairs that cannot meet, and why\n";

  arguments(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::string_view a = argv[i];
      const std::size_t equals = a.find('=');
      const std::string_view option = a.substr(0, equals);
      const std::string given(equals == std::string_view::npos ? std::string_view{} : a.substr(equals + 1));
      if (option == "--seconds")
        seconds = std::strtod(given.c_str(), nullptr);
      else if (option == "--seed")
        seed = std::strtoull(given.c_str(), nullptr, 10);
      else if (option == "--ground")
        ground = given;
      else if (option == "--program")
        number = std::strtoull(given.c_str(), nullptr, 10);
      else if (option == "--patience")
        patience = std::strtol(given.c_str(), nullptr, 10);
      else if (option == "--shrink")
        shrink = std::strtol(given.c_str(), nullptr, 10);
      else if (option == "--findings")
        findings = std::strtoul(given.c_str(), nullptr, 10);
      else if (option == "--meet-all")
        meet_all = true;
      else if (option == "--trace")
        trace = true;
      else if (option == "--reasons")
        reasons = true;
      else
        wrong = true;
    }
  }
};

#if defined(__has_feature)
#define INTERACTIONS_HAS(feature) __has_feature(feature)
#else
#define INTERACTIONS_HAS(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || INTERACTIONS_HAS(address_sanitizer) || \
    INTERACTIONS_HAS(thread_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#undef INTERACTIONS_HAS

/// Simulated threads are fibers of one thread, which the sanitizers see as that thread: there is no race to see, a world that is given up
/// leaves its stacks behind, and it is slow.
bool is_left_out(ground g, const arguments& a) { return is_sanitized && g == ground::simulated && a.ground.empty(); }

const std::vector<pair>& legal_on(ground g) {
  static std::vector<pair> legal[2];
  std::vector<pair>& mine = legal[std::size_t(g)];
  if (mine.empty())
    for (const pair& p : all_pairs())
      if (reason_against(g, p) == nullptr) mine.push_back(p);
  return mine;
}

/// The program with that number: the pair that it is to have meet is one of the table, in turn.
numbered_program numbered(ground g, std::uint64_t number) {
  const auto& legal = legal_on(g);
  return {number, draw(g, number, legal[number % legal.size()])};
}

void print(ground g, const finding& f, std::size_t played, double seconds) {
  std::printf("FINDING  %s\n%s  after %zu programs, %.1f s; again: --ground=%s --program=%llu\n\n", f.text.c_str(), text(f.what).c_str(),
              played, seconds, name(g), static_cast<unsigned long long>(f.number));
  std::fflush(stdout);
}

/// Programs in turn, first those whose pair has not met yet. The number of different findings.
std::size_t explore(trial& t, ground g, const arguments& a) {
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [begin] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  std::map<std::string, unsigned> claims;
  std::size_t all_played = 0;
  double shrinking = 0;
  const auto& legal = legal_on(g);
  for (std::uint64_t number = a.seed << 32; passed() - shrinking < a.seconds && claims.size() < a.findings;) {
    std::vector<numbered_program> batch;
    for (std::size_t tries = 0; batch.size() != 40; ++number)
      if (++tries > legal.size() || t.met().of(legal[number % legal.size()]) == 0) batch.push_back(numbered(g, number));
    while (!batch.empty() && passed() - shrinking < a.seconds) {
      std::size_t played = 0;
      auto found = t.play(batch, played);
      all_played += played;
      batch.erase(batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(std::min(batch.size(), played + (found ? 1 : 0))));
      if (!found) continue;
      ++all_played;
      if (claims[found->claim()]++ != 0) continue;
      const double now = passed() - shrinking;
      print(g, t.shrink(*found, std::chrono::seconds(a.shrink)), all_played, now);
      shrinking = passed() - now;
    }
  }
  std::printf("%s: %zu programs in %.1f s\n", name(g), all_played, passed() - shrinking);
  for (const auto& [claim, times] : claims) std::printf("  %u times: %s\n", times, claim.c_str());
  return claims.size();
}

int again(ground g, const arguments& a) {
  trial t(g, std::chrono::seconds(a.patience));
  const numbered_program one = numbered(g, *a.number);
  std::printf("%s\n", text(one.what).c_str());
  std::size_t played = 0;
  const auto found = t.play(std::vector<numbered_program>(g == ground::simulated ? 1 : 200, one), played);
  if (!found) return std::puts("nothing is wrong"), 0;
  std::printf("FINDING  %s\n\n", found->text.c_str());
  const finding plain = t.shrink(*found, std::chrono::seconds(a.shrink));
  print(g, plain, played, 0);
  if (a.trace && g == ground::simulated) std::printf("%s\n", play_in_simulated_time(plain.what, true).c_str());
  return 1;
}

int run(int argc, char** argv) {
  const arguments a(argc, argv);
  if (a.wrong || (!a.ground.empty() && a.ground != name(ground::simulated) && a.ground != name(ground::threads)))
    return std::fputs(arguments::usage, stderr), 2;
  if (a.reasons) return list_reasons(stdout), 0;
  if (a.number) return again(a.ground == name(ground::threads) ? ground::threads : ground::simulated, a);
  std::size_t wrong = 0, grounds = 0;
  reasons against = static_cast<reasons>(reason_against);
  static meetings all;
  for (const ground g : {ground::simulated, ground::threads}) {
    if (!a.ground.empty() && a.ground != name(g)) continue;
    if (is_left_out(g, a)) {
      std::printf("%s: left out, since sanitizers do not follow fibers; --ground=%s runs it\n", name(g), name(g));
      continue;
    }
    // Of one ground alone, the pairs that it can show count.
    const reasons here = g == ground::simulated ? [](const pair& p) { return reason_against(ground::simulated, p); }
                                                : [](const pair& p) { return reason_against(ground::threads, p); };
    against = grounds++ == 0 ? here : static_cast<reasons>(reason_against);
    trial t(g, std::chrono::seconds(a.patience));
    wrong += explore(t, g, a);
    for (const pair& p : all_pairs()) all.note(p.a, p.b, t.met().of(p));
  }
  std::puts("");
  const std::size_t missing = report(all, stdout, against);
  if (wrong != 0) std::printf("%zu different findings\n", wrong);
  if (missing != 0) std::printf("%zu legal pairs have not met\n", missing);
  return wrong != 0 || (a.meet_all && missing != 0) ? 1 : 0;
}

}  // namespace
}  // namespace weir::interactions

/// Read by ThreadSanitizer: a race ends the program that is played, and not only the batch.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "halt_on_error=1"; }
/// The race inside of Boost's free list is known: docs/policies/queue.md
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:boost::lockfree::detail\n"; }

int main(int argc, char** argv) { return weir::interactions::run(argc, argv); }
