// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_LITMUS_TEXT_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_LITMUS_TEXT_HPP

#include "graphs_small_program.hpp"

#include <cctype>
#include <cstddef>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace weir::tests {

/// A litmus test as text. Threads are divided by `|`, their steps by `;`:
///
///   x=1 rel            a write; `x=1+ rel` adds what the thread has read last to the 1
///   a=x acq            a read; `a` is a name for what it reads, which starts with a lower-case letter before x
///   a=add(x,1) rlx     an update, or xchg(x,1)
///   a=cas(x,0,1) sc rlx   a compare_exchange with its orders of success and failure
///   fence sc
///   if x=1 rlx         any of these, left out if the thread has read 0 last
///
/// The outcome that it asks for is a list like `a=1 b=0 x=2`; a location has the value that is last in modification order.
class litmus_text {
 public:
  explicit litmus_text(const std::string& threads) {
    for (const std::string& thread : split(threads, '|')) {
      program.threads.emplace_back();
      std::size_t reads = 0;
      for (const std::string& text : split(thread, ';')) {
        const instruction i = step(text, reads);
        if (i.what.reads()) ++reads;
        program.threads.back().push_back(i);
      }
    }
  }

  [[nodiscard]] bool has_outcome(const execution::graph& g, const std::string& outcome) const {
    std::istringstream in(outcome);
    for (std::string term; in >> term;) {
      const std::string name = term.substr(0, term.find('='));
      if (value_of(name, g) != std::stoull(term.substr(term.find('=') + 1))) return false;
    }
    return true;
  }

  small_program program;

 private:
  static std::vector<std::string> split(const std::string& text, char by) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, by);) parts.push_back(part);
    return parts;
  }

  static execution::location location_of(const std::string& name) {
    static const std::string names = "xyz";
    if (name.size() != 1 || names.find(name) == names.npos) throw std::invalid_argument("no location: " + name);
    return static_cast<execution::location>(names.find(name));
  }

  static std::memory_order order_of(const std::string& name) {
    using enum std::memory_order;
    static const std::map<std::string, std::memory_order> names{
        {"rlx", relaxed}, {"acq", acquire}, {"rel", release}, {"acq_rel", acq_rel}, {"sc", seq_cst}};
    return names.at(name);
  }

  instruction step(const std::string& text, std::size_t reads) {
    std::istringstream in(text);
    std::string word, order, failure;
    in >> word;
    instruction i;
    if (word == "if") {
      i.if_found = true;
      in >> word;
    }
    if (!(in >> order)) throw std::invalid_argument("no order: " + text);
    i.what.order = order_of(order);
    if (in >> failure) i.what.failure = order_of(failure);
    if (word == "fence") return i;

    const std::string left = word.substr(0, word.find('='));
    const std::string right = word.substr(word.find('=') + 1);
    if (left == "x" || left == "y" || left == "z") {
      i.what.does = execution::action::write;
      i.what.at = location_of(left);
      i.what.operand = std::stoull(right);
      i.adds_found = right.back() == '+';
      return i;
    }
    names_[left] = {program.threads.size() - 1, reads};
    i.what.does = execution::action::read;
    i.what.at = location_of(right.substr(right.find('(') + 1, 1));
    if (right.find('(') == right.npos) return i;
    i.what.does = execution::action::update;
    static const std::map<std::string, execution::change> changes{
        {"add", execution::change::add}, {"xchg", execution::change::exchange}, {"cas", execution::change::compare_exchange}};
    i.what.how = changes.at(right.substr(0, right.find('(')));
    const std::vector<std::string> operands = split(right.substr(right.find(',') + 1), ',');
    if (operands.size() == 2) i.what.expected = std::stoull(operands[0]);
    i.what.operand = std::stoull(operands.back());
    return i;
  }

  [[nodiscard]] execution::value value_of(const std::string& name, const execution::graph& g) const {
    const auto known = names_.find(name);
    if (known == names_.end()) {
      const execution::event_id last = g.writes_of(location_of(name)).back();
      return last.is_initial() ? 0 : g[last].left;
    }
    auto [thread, reads] = known->second;
    for (const execution::event& e : g.of(static_cast<unsigned>(thread)))
      if (e.reads() && reads-- == 0) return e.found;
    return ~execution::value{0};  // it was left out
  }

  std::map<std::string, std::pair<std::size_t, std::size_t>> names_;  // thread, and which of its reads
};

}  // namespace weir::tests

#endif
