// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_RELACY_EXPECT_HPP
#define WEIR_TESTS_VERIFY_RELACY_EXPECT_HPP

#include <weir/verify/support/verdict.hpp>

#include <unistd.h>  // dup2, to read what a program prints

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

namespace expect {

using namespace weir::verify;
using P = relacy;

inline int failures = 0;

inline void that(bool holds, const std::string& sentence) {
  std::printf("%s  %s\n", holds ? "ok    " : "FAILED", sentence.c_str());
  failures += holds ? 0 : 1;
}

inline std::FILE* nowhere() {
  static std::FILE* const f = std::fopen("/dev/null", "w");
  return f;
}

/// All schedulers, quietly.
template <class S>
verdict::result portfolio(checker::arguments a = {}) {
  return verdict(std::move(a), nowhere()).run<S>();
}

/// The right version of something: no scheduler finds fault with it.
template <class S>
void sound() {
  const verdict::result r = portfolio<S>();
  std::string sentence = r.scenario + " passes " + std::to_string(r.executions) + " executions";
  if (r.failed) sentence += ", but: " + std::string(rl::test_result_str(r.outcomes.back().result)) + " " + r.outcomes.back().reason;
  that(r.passed(), sentence);
}

/// The broken version: every scheduler of the portfolio alone finds it, it is this kind of failure, the reason contains
/// these words, and the failing execution repeats itself.
template <class S>
void broken(rl::test_result_e kind, const std::string& words = "") {
  for (const char* scheduler : {"surw", "pct3", "search"}) {
    checker::arguments a;
    a.scheduler = scheduler;
    const verdict::result r = portfolio<S>(a);
    const std::string who = r.scenario + " is found by " + scheduler;
    if (!r.failed) {
      that(false, who);
      continue;
    }
    const checker::outcome& o = r.outcomes.back();
    that(o.result == kind && o.reason.find(words) != std::string::npos && o.deterministic,
         who + ": " + rl::test_result_str(o.result) + (o.reason.empty() ? "" : ", ") + o.reason + ", execution " +
             std::to_string(o.executions) + (o.deterministic ? "" : ", BUT NOT AGAIN"));
  }
}

/// What a program of scenarios prints when it is called with these arguments; it must return `expected`.
inline std::string output_of(int expected, int (*program)(int, char**), std::initializer_list<const char*> arguments) {
  std::vector<char*> argv{const_cast<char*>("prog")};
  for (const char* a : arguments) argv.push_back(const_cast<char*>(a));
  std::fflush(stdout);
  std::FILE* const file = std::tmpfile();
  const int saved[] = {dup(1), dup(2)};
  dup2(fileno(file), 1);
  dup2(fileno(file), 2);
  const int code = program(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  dup2(saved[0], 1);
  dup2(saved[1], 2);
  close(saved[0]);
  close(saved[1]);
  std::string out(static_cast<std::size_t>(lseek(fileno(file), 0, SEEK_END)), '\0');
  std::rewind(file);
  out.resize(std::fread(out.data(), 1, out.size(), file));
  std::fclose(file);
  std::string call = "prog";
  for (const char* a : arguments) call += std::string(" ") + a;
  that(code == expected, call + " returns " + std::to_string(code));
  return out;
}

/// The text between two others; empty if they are not there.
inline std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t a = text.find(from);
  if (a == std::string::npos) return "";
  return text.substr(a + from.size(), text.find(to, a + from.size()) - a - from.size());
}

inline int exit_code() {
  std::printf("%d expectations failed\n", failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace expect

#endif
