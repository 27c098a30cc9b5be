// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_RANDOM_PROGRAM_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_RANDOM_PROGRAM_HPP

#include "graphs_by_definition.hpp"
#include "graphs_small_program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

namespace weir::tests {

using execution::action;
using execution::change;

/// What a line is made of: small numbers that something random gives. Smaller ones are plainer.
struct raw_line {
  std::uint8_t kind = 0;        ///< up to 6
  std::uint8_t order = 0;       ///< up to 14
  std::uint8_t operands = 0;    ///< up to 17
  std::uint8_t conditions = 0;  ///< up to 8
};

/// Which steps a program is made of. Few programs of any steps have much that is sequentially consistent, so some are made for it. Those
/// of one location have four threads: with three, an update that is given a write has no read to be given to that is not given the write before.
enum class style : std::uint8_t { any_steps, sc_fences, sc_or_not, waits, luck, one_location };

/// The orders that a step may have, and that matter.
inline std::memory_order order_of(action does, bool on_failure, unsigned n) {
  using enum std::memory_order;
  static constexpr std::memory_order reads[] = {relaxed, acquire, seq_cst}, writes[] = {relaxed, release, seq_cst},
                                     updates[] = {relaxed, acquire, release, acq_rel, seq_cst},
                                     fences[] = {acquire, release, acq_rel, seq_cst};
  if (does == action::read || on_failure) return reads[n % 3];
  if (does == action::write) return writes[n % 3];
  if (does == action::update) return updates[n % 5];
  return fences[n % 4];
}

inline instruction line_of(const raw_line& raw, style s, std::size_t position) {
  static constexpr action kinds[] = {action::read,  action::write,  action::read,  action::write,
                                     action::fence, action::update, action::update};
  static constexpr change changes[] = {change::exchange, change::add};
  instruction i;
  i.what.does = kinds[raw.kind];
  i.what.order = order_of(i.what.does, false, raw.order);
  if (s == style::sc_fences) {
    i.what.does = position == 1 && raw.order % 4 != 0 ? action::fence : kinds[raw.kind % 2];
    i.what.order = i.what.does == action::fence ? std::memory_order_seq_cst
                   : raw.order == 14            ? order_of(i.what.does, false, 1)
                                                : std::memory_order_relaxed;
  } else if (s == style::sc_or_not) {
    if (i.what.does == action::fence) i.what.does = action::write;
    i.what.order = raw.order % 2 == 0 ? std::memory_order_seq_cst : order_of(i.what.does, false, 1 + raw.order % 4 / 2 * 2);
  }
  if (s == style::one_location && i.what.does == action::fence) i.what = {.does = action::read, .order = std::memory_order_relaxed};
  if (i.what.does == action::fence) return i;

  if (s == style::luck && raw.conditions % 3 == 0) {
    i.what = {.does = action::choose, .order = std::memory_order_relaxed, .operand = 2, .counts_as = execution::luck::timeout};
    return i;
  }
  if (s != style::one_location) i.what.at = s == style::any_steps && raw.operands % 3 == 2 ? raw.operands / 3 % 3 : raw.operands % 2;
  i.if_found = raw.conditions == 6;
  const bool waits = s == style::waits && raw.conditions % 2 == 0;
  if (i.what.does == action::read && waits) i.what.goes_on = execution::condition::not_zero;
  if (i.what.does == action::read) return i;
  i.what.operand = 1 + raw.operands / 2 % 2;
  i.adds_found = raw.conditions >= 7;
  if (i.what.does == action::write) return i;
  i.what.how = raw.kind == 6 ? change::compare_exchange : changes[raw.operands / 4 % 2];
  if (i.what.how != change::compare_exchange) return i;
  i.what.expected = raw.operands / 4 % 3;
  if (waits) i.what.goes_on = execution::condition::written;
  if (s == style::luck && raw.order % 5 == 1) {
    i.what.how = change::clear_one;
    i.what.failure = order_of(i.what.does, true, raw.order / 5);
    return i;
  }
  i.what.weak = s == style::luck;
  if (i.what.weak) i.what.counts_as = execution::luck::weak;
  i.what.failure = order_of(i.what.does, true, raw.order / 5);
  return i;
}

inline constexpr std::size_t most_candidates = 20'000;
/// Luck of each kind that an execution of these programs may have.
inline constexpr execution::limits some_luck{0, 1, 1, 1, 1};

using raw_program = std::array<std::vector<raw_line>, 4>;

/// Three threads of at most three lines, or four. The last lines of the longest are left out until brute force ends soon enough.
inline small_program program_of(const raw_program& raw, style s, bool in_turns) {
  small_program p;
  p.in_turns = in_turns;
  for (unsigned t = 0; t != (s == style::one_location ? 4 : 3); ++t) {
    p.threads.emplace_back();
    const std::vector<raw_line>& lines = raw[t];
    for (std::size_t i = 0; i != std::min<std::size_t>(lines.size(), 3); ++i) p.threads.back().push_back(line_of(lines[i], s, i));
  }
  for (;;) {
    const graphs_by_definition all(p);
    if (all.ways_to_read() * all.orders_of_writes() <= most_candidates) return p;
    std::max_element(p.threads.begin(), p.threads.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); })->pop_back();
  }
}

inline const char* text_of(std::memory_order o) {
  static const char* const names[] = {"rlx", "consume", "acq", "rel", "acq_rel", "sc"};
  return names[static_cast<int>(o)];
}

inline std::ostream& operator<<(std::ostream& out, const instruction& i) {
  static const char* const changes[] = {"exchange", "add", "subtract", "or", "and", "cas", "clear", "clear one", "raise"};
  const execution::label& l = i.what;
  if (i.if_found) out << "if found: ";
  if (l.does == action::choose) return out << "choose";
  if (l.does == action::fence) return out << "fence " << text_of(l.order);
  if (l.goes_on != execution::condition::none) out << "wait to ";
  if (l.weak) out << "weak ";
  const bool compares = l.does == action::update && l.how == change::compare_exchange;
  out << (l.does == action::read ? "read" : l.does == action::write ? "write" : changes[static_cast<int>(l.how)]) << ' ' << "xyz"[l.at];
  if (compares) out << ' ' << l.expected << " ->";
  if (l.does != action::read) out << ' ' << l.operand << (i.adds_found ? " + found" : "");
  out << ' ' << text_of(l.order);
  if (compares) out << '/' << text_of(l.failure);
  return out;
}

inline void showValue(const small_program& p, std::ostream& out) {
  out << (p.in_turns ? "in turns" : "first thread first");
  for (const std::vector<instruction>& thread : p.threads) {
    out << "\n ";
    for (const instruction& i : thread) out << "  " << i << ';';
  }
  out << '\n';
}

}  // namespace weir::tests

#endif
