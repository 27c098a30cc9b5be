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
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace weir::verify::checker {

/// Every report ends with it.
inline constexpr const char* not_shown =
    "Not shown by this: more threads, tasks or preemptions than a scenario has; what Relacy's memory model leaves out\n"
    "(load buffering, 2+2W, values older than the last two, weaker release sequences); durations; data in no cell;\n"
    "the operating system's locks and threads; ends of threads by pthread_exit. verify/README.md has more.\n";

inline constexpr const char* not_shown_by_graphs =
    "Not shown by this: more threads or tasks than a scenario has; load buffering, which RC11 forbids; more bad luck than the\n"
    "scenario's budget; memory that is used again; durations; data in no cell; the operating system's locks and threads; ends of\n"
    "threads by pthread_exit. verify/README.md has more.\n";

/// Refuses names of scenarios that this program does not have.
inline void check_names(const std::vector<host>& all, const std::vector<left_out>& others, arguments& a) {
  for (const std::string& name : a.scenarios) {
    const auto is_it = [&](const auto& s) { return name == s.name; };
    if (std::any_of(all.begin(), all.end(), is_it)) continue;
    const auto out = std::find_if(others.begin(), others.end(), is_it);
    a.refuse("--scenario=" + name, out == others.end() ? "this program has no scenario of that name; --list names those it has"
                                                       : std::string("this scenario is left out here: ") + out->why);
  }
}

/// The list that a user wants to see after many reports.
inline void say_which(const std::string& program, const std::vector<const host*>& failed) {
  std::printf("failed:\n");
  for (const host* h : failed) std::printf("  %s: %s\n", h->name, h->claim);
  std::printf("The first of them alone: %s --scenario=%s\n", program.c_str(), failed.front()->name);
}

/// Weak, not inline: programs without this header are linked with what checker.cpp makes of it.
[[gnu::weak]] int run_hosts(const std::vector<host>& all, const std::vector<left_out>& others, int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);  // what is piped shall see each line when it is written
  arguments a(argc, argv);
  check_names(all, others, a);
  a.refuse_those_of_weir_check();
  std::error_code refused;
  if (!a.picture.empty() && a.refusal.empty() && !std::filesystem::create_directories(a.picture, refused) && refused)
    a.refuse("--picture=" + a.picture, "this directory cannot be made: " + refused.message());
  if (!a.refusal.empty()) {
    std::fprintf(stderr, "%s: %s\n", a.program.c_str(), a.refusal.c_str());
    return 2;
  }
  if (a.help) {
    std::printf("%s [options]\n%s", a.program.c_str(), arguments::usage);
    return 0;
  }
  for (const host& h : all) {
    if (std::count_if(all.begin(), all.end(), [&](const host& o) { return std::strcmp(o.name, h.name) == 0; }) > 1) {
      std::fprintf(stderr, "%s: two scenarios are called %s; give one a `name`\n", a.program.c_str(), h.name);
      return 2;
    }
  }
  if (a.scenarios.empty() && !a.mutate_sites && in_this_shard(0))
    for (const left_out& o : others) std::printf("left out: %s: %s\n", o.name.c_str(), o.why);
  if (a.list) {
    for (const host& h : all) std::printf("%-40s %s\n", h.name, h.claim);
    return 0;
  }
  claim_sharding();
  std::vector<host> chosen;
  for (const host& h : all)
    if (a.scenarios.empty() || std::find(a.scenarios.begin(), a.scenarios.end(), h.name) != a.scenarios.end()) chosen.push_back(h);
  int answer = 0;
  if (a.mutate_sites) {
    answer = mutate(chosen, a).run();
  } else {
    const share mine = a.replays() ? share{} : this_share();
    verdict v(a, mine);
    std::vector<const host*> failed;
    for (const host& h : chosen)
      if (!v.run(h).passed()) failed.push_back(&h);
    if (!mine.whole()) std::printf("shard %llu of %llu: its part of each scenario\n", mine.index + 0ULL, mine.total + 0ULL);
    std::printf("%zu of %zu scenarios passed", chosen.size() - static_cast<std::size_t>(v.failures() + v.left_out()), chosen.size());
    std::printf(v.left_out() == 0 ? "\n" : ", %d are left out\n", v.left_out());
    if (failed.size() > 1) say_which(a.program, failed);
    answer = v.exit_code();
  }
  if (answer != 2) std::fputs(a.scheduler == "graphs" ? not_shown_by_graphs : not_shown, stdout);
  return answer;
}

}  // namespace weir::verify::checker

#endif
