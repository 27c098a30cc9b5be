// SPDX-License-Identifier: Apache-2.0
/// Runs the workloads. See bench/README.md for the method and for what the numbers do not say.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <list>
#include <string>

#include "bench/catalogue.hpp"
#include "bench/driver/child.hpp"
#include "bench/driver/choice.hpp"
#include "bench/driver/contest.hpp"
#include "bench/driver/machine.hpp"
#include "bench/driver/other_program.hpp"
#include "bench/driver/report.hpp"
#include "bench/driver/shell.hpp"

namespace weir::bench {
namespace {

/// Does not depend on the order in which the linker put the contestants: weir first, then the peers, by name.
void sort(catalogue& all) {
  const auto key = [](std::string_view name) { return std::pair(!name.starts_with("weir"), name); };
  std::ranges::sort(all.contestants, {}, [&](const auto& c) { return key(c.name); });
  std::ranges::stable_sort(all.bouts, {}, [&](const auto& b) { return std::pair(b.rank, key(b.contestant)); });
}

void list(const catalogue& all) {
  std::string_view last;
  for (const auto& b : all.bouts) {
    if (b.workload != last) std::cout << b.workload << "  " << b.what << '\n';
    last = b.workload;
  }
  for (const auto& c : all.contestants) std::cout << c.name << "  " << c.what << '\n';
}

/// Appends to the results file of that name, which it returns: a second run at the same commit belongs into the same file.
std::filesystem::path keep(const std::vector<standing>& table, const std::string& name, const machine& here, const choice& wanted) {
  const auto file_name = source_tree() / "bench" / "results" / name;
  std::filesystem::create_directories(file_name.parent_path());
  std::ofstream file(file_name, std::ios::app);
  print_raw(file, table, here, wanted);
  if (!file.flush()) throw std::runtime_error("cannot write " + file_name.string());
  return file_name;
}

void save(const std::vector<standing>& table, const machine& here, const choice& wanted) {
  const auto file_name = keep(table, here.file_name(), here, wanted);
  std::cout << "\nAll measurements: " << file_name.string() << '\n';
  const auto script = source_tree() / "bench" / "plot.py";
  const auto plot = output_of(shell_word(script.string()) + " " + shell_word(file_name.string()));
  std::cout << (plot.empty() ? "No plot was made." : "Plot: " + plot) << '\n';
}

int run(const choice& wanted) {
  auto& all = catalogue::instance();
  std::list<other_program> others;
  for (const auto& language : all.other_languages) {
    if (wanted.child || !wanted.may_want(language.beginning)) continue;
    const bool has_modules = language.name == "Go" && !wanted.go_modules.empty();
    const auto reason = others.emplace_back().enter(all, language, has_modules ? "--go_modules " + shell_word(wanted.go_modules) : "");
    if (reason) std::fprintf(stderr, "bench: no contestants in %s: %s\n", std::string(language.name).c_str(), reason->c_str());
  }
  for (const auto& checkout : wanted.with) {
    if (const auto reason = others.emplace_back().enter(all, "bench/contestants/checkouts", "--with " + shell_word(checkout))) {
      std::fprintf(stderr, "bench: no contestant %s: %s\n", checkout.c_str(), reason->c_str());
      return 1;
    }
  }
  sort(all);
  if (wanted.only_list) return list(all), 0;

  auto table = line_up(all, wanted);
  if (table.empty()) {
    std::fputs("bench: no such workload with such a contestant; --list names them\n", stderr);
    return 64;
  }
  if (wanted.child) return be_the_child(*table.front().which, wanted.size);

  if (const auto failure = play(table, wanted)) {
    std::fprintf(stderr, "bench: %s\n", failure->c_str());
    if (wanted.save) {
      const auto here = this_machine();
      std::fprintf(stderr, "bench: what was measured before is in %s\n", keep(table, "stopped." + here.file_name(), here, wanted).c_str());
    }
    return 1;
  }
  if (wanted.only_answers) {
    std::cout << table.size() << " bouts, all answers right\n";
    return 0;
  }
  const auto here = this_machine();
  print_table(std::cout, table, here, wanted);
  if (wanted.twice) print_noise_floor(std::cout, table);
  if (wanted.save) save(table, here, wanted);
  return 0;
}

}  // namespace
}  // namespace weir::bench

int main(int argc, char** argv) {
  try {
    return weir::bench::run(weir::bench::read_command_line(argc, argv, weir::bench::catalogue::instance().usual_rounds));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench: %s\n", e.what());
    return 1;
  }
}
