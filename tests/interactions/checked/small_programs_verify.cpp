// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy/hosted.hpp>
#include <weir/verify/support/run_scenarios.hpp>

#include "tests/interactions/checked/now_playing.hpp"
#include "tests/interactions/checked/small_program.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Generated programs under the model checker, each a scenario by its number; and which pairs have met in them.

namespace weir::interactions::checked {

template <std::size_t N>
verify::checker::host host_of_kind();

namespace {

using verify::checker::host;

host host_of(std::uint8_t kind) {
  static const auto all = []<std::size_t... N>(std::index_sequence<N...>) {
    return std::array{host_of_kind<N>()...};
  }(std::make_index_sequence<kinds.size()>());
  return all.at(kind);
}

verify::budgets budgets_of(const small_program& p) {
  verify::budgets b;
  bool sleeps = false;
  for (const small_step& s : p.steps) sleeps = sleeps || s.what == operation::sleep;
  if (p.wrong == fault::refused_once) b.spawn_faults = 1;
  if (p.wrong == fault::refused_always) b.spawn_faults = 8;
  if (p.wrong == fault::spurious_wake_up) b.spurious = 2;
  if (p.wrong != fault::clock_at_its_end) b.timeouts = 2;
  if (sleeps) b.timeouts = 20;
  return b;
}

int run(int argc, char** argv) {
  std::uint64_t first = 1, programs = 900;
  bool meet_all = false;
  std::vector<char*> others;
  for (int i = 0; i != argc; ++i) {
    const std::string_view a = argv[i];
    if (a.starts_with("--first="))
      first = std::strtoull(argv[i] + 8, nullptr, 10);
    else if (a.starts_with("--programs="))
      programs = std::strtoull(argv[i] + 11, nullptr, 10);
    else if (a == "--meet-all")
      meet_all = true;
    else
      others.push_back(argv[i]);
  }
  std::vector<std::array<std::string, 2>> texts;
  texts.reserve(programs);
  std::vector<host> all;
  for (std::uint64_t n = first; n != first + programs; ++n) {
    const small_program p = draw(n);
    const auto& [name, what] = texts.emplace_back(std::array{now_playing::prefix + std::to_string(n), text(p)});
    host h = host_of(p.kind);
    h.name = name.c_str();
    h.claim = what.c_str();
    h.budget = budgets_of(p);
    h.work = {.surw = 100, .pct3 = 100, .bound = 0, .search = 100};
    all.push_back(h);
  }
  const int answer = verify::checker::run_hosts(all, {}, static_cast<int>(others.size()), others.data());
  const std::size_t missing = report(now_playing::met, stdout, reason_against_checking);
  if (missing != 0) std::printf("%zu pairs that the checker could have meet have not met\n", missing);
  return answer != 0 || (meet_all && missing != 0) ? 1 : 0;
}

}  // namespace
}  // namespace weir::interactions::checked

int main(int argc, char** argv) { return weir::interactions::checked::run(argc, argv); }
