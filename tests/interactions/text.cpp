// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/kinds.hpp"
#include "tests/interactions/program.hpp"

#include <string>

namespace weir::interactions {

namespace {

bool has_a_body(operation o) {
  using enum operation;
  return o <= async_post || o == group_run || o == post_after || o == post_every || (o >= future_wait && o <= registry);
}
bool has_a_time(operation o) {
  using enum operation;
  return o == post_for || o == post_until || o == submit_until || o == wait_idle_for || o == join_for || o == post_after ||
         o == post_every || o == sleep || o == future_wait_for;
}

std::string text(const step& s) {
  std::string line = std::string(name(s.who)) + " calls " + name(s.what);
  if (has_a_time(s.what)) line += std::string(", for ") + span_names[std::size_t(s.takes)];
  if (s.who == caller::coroutine) line += std::string(", with ") + form_names[std::size_t(s.captures)];
  if (has_a_body(s.what))
    line += std::string("; the callable ") + body_names[std::size_t(s.does)] + ", with " + form_names[std::size_t(s.captures)];
  return line + " (" + std::to_string(s.n) + ")";
}

}  // namespace

std::string text(const program& p) {
  std::string all = std::string(kinds[p.kind].text) + ", capacity " + std::to_string(p.capacity);
  if (has(kinds[p.kind].has, feature::light)) all += ", carriers " + std::to_string(p.carriers);
  if (p.min_workers != 0) all += ", min_workers " + std::to_string(p.min_workers);
  if (has(kinds[p.kind].has, feature::after_idle) || has(kinds[p.kind].has, feature::after_age) ||
      has(kinds[p.kind].has, feature::one_per_period))
    all += std::string(", workers live for ") + (p.lifetime == span::nothing ? "a nanosecond"
                                                 : endless(p.lifetime)       ? "ever"
                                                                             : "half a tick");
  all += std::string("; ") + name(p.wrong);
  if (p.wrong != fault::none) all += " (" + std::to_string(p.when_wrong) + ")";
  all += "; the other pools have " + std::to_string(p.away_capacity) + " thread(s)\n";
  unsigned n = 0;
  for (const round& r : p.rounds) {
    all += std::string("  at the same time, the pool being ") + name(r.when) + ":\n";
    for (const step& s : r.steps) all += "    step " + std::to_string(n++) + ": " + text(s) + "\n";
  }
  return all + "  at last " + ending_names[std::size_t(p.end)] + "\n";
}

}  // namespace weir::interactions
