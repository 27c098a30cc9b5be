// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_HISTORY_HPP
#define WEIR_VERIFY_CHECK_HISTORY_HPP

#include <weir/verify/support/step.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify::checked {

using checker::deed;

/// The steps of one execution, kept while it is repeated.
class history {
 public:
  struct entry {
    checker::step step;
    std::vector<std::uintptr_t> calls;  ///< where it is in the code, innermost first
  };

  void begin() {
    entries_.clear();
    names_.clear();
    counts_.clear();
  }
  /// A step of `thread`; what it does to the object at `address` is `what`. `kind` is the first part of the object's short name.
  checker::step& add(int thread, deed d, const char* kind, std::uintptr_t address, std::string what, std::vector<std::uintptr_t> calls) {
    entry e;
    e.step.thread = thread;
    e.step.kind = d;
    if (*kind != '\0') e.step.object = name(kind, address);
    e.step.what = std::move(what);
    e.calls = std::move(calls);
    entries_.push_back(std::move(e));
    return entries_.back().step;
  }
  [[nodiscard]] int size() const { return static_cast<int>(entries_.size()); }
  [[nodiscard]] std::vector<entry>& entries() { return entries_; }

  /// `m1`, `a2`: the first object of a kind is number 1.
  std::string name(const char* kind, std::uintptr_t address) {
    std::string& known = names_[{kind, address}];
    if (known.empty()) known = kind + std::to_string(++counts_[kind]);
    return known;
  }

 private:
  std::vector<entry> entries_;
  std::map<std::pair<std::string, std::uintptr_t>, std::string> names_;
  std::map<std::string, int> counts_;
};

}  // namespace weir::verify::checked

#endif
