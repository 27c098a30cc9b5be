// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_VERDICT_HPP
#define WEIR_VERIFY_SUPPORT_VERDICT_HPP

#include <weir/verify/support/mutate.hpp>
#include <weir/verify/support/portfolio.hpp>
#include <weir/verify/support/run_scenarios.hpp>
#include <weir/verify/support/shards.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace weir::verify::checker {

/// Every report ends with it.
inline constexpr const char* not_shown =
    "Not shown by this: more threads, tasks or preemptions than a scenario has; what Relacy's memory model leaves out\n"
    "(load buffering, 2+2W, values older than the last two, weaker release sequences); durations; data in no cell;\n"
    "the operating system's locks and threads; ends of threads by pthread_exit. verify/README.md has more.\n";

/// Weak, not inline: programs without this header are linked with what checker.cpp makes of it.
[[gnu::weak]] int run_hosts(const std::vector<host>& all, int argc, char** argv) {
  const arguments a(argc, argv);
  if (a.wrong || a.help) {
    std::fprintf(a.help ? stdout : stderr, "%s [options]\n%s", a.program.c_str(), arguments::usage);
    return a.wrong ? 2 : 0;
  }
  for (const host& h : all) {
    if (std::count_if(all.begin(), all.end(), [&](const host& o) { return std::strcmp(o.name, h.name) == 0; }) > 1) {
      std::fprintf(stderr, "%s: two scenarios are called %s; give one a `name`\n", a.program.c_str(), h.name);
      return 2;
    }
    if (a.list) std::printf("%-40s %s\n", h.name, h.claim);
  }
  if (a.list) return 0;
  for (const std::string& name : a.scenarios) {
    if (std::none_of(all.begin(), all.end(), [&](const host& h) { return name == h.name; })) {
      std::fprintf(stderr, "%s: no scenario is called %s\n", a.program.c_str(), name.c_str());
      return 2;
    }
  }
  const bool replay = a.execution || a.path;
  if (replay && (a.scenarios.size() != 1 || (a.scheduler.empty() && !a.path))) {
    std::fprintf(stderr, "%s: to repeat an execution, name its scenario and its scheduler\n", a.program.c_str());
    return 2;
  }
  claim_sharding();
  std::vector<host> chosen;
  for (const host& h : all)
    if (a.scenarios.empty() || std::find(a.scenarios.begin(), a.scenarios.end(), h.name) != a.scenarios.end()) chosen.push_back(h);
  int answer = 0;
  if (a.mutate_sites) {
    answer = mutate(chosen, a).run();
  } else {
    const share mine = replay ? share{} : this_share();
    verdict v(a, mine);
    for (const host& h : chosen) v.run(h);
    if (!mine.whole()) std::printf("shard %llu of %llu: its part of each scenario\n", mine.index + 0ULL, mine.total + 0ULL);
    std::printf("%zu of %zu scenarios passed\n", chosen.size() - static_cast<std::size_t>(v.failures()), chosen.size());
    answer = v.exit_code();
  }
  std::fputs(not_shown, stdout);
  return answer;
}

}  // namespace weir::verify::checker

#endif
