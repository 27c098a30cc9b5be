// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_POLICIES_OBSERVER_SPANS_HPP
#define TESTS_POLICIES_OBSERVER_SPANS_HPP

#include "tests/policies/observer/json.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace weir::tests {

/// A task as the file tells it, times in nanoseconds.
struct span {
  int thread;
  std::int64_t begin;
  std::int64_t end;
  std::string how;
};

inline std::string text_of(const auto& notes) {
  std::ostringstream out;
  notes.write_json(out);
  return out.str();
}
inline std::string written(auto& p) { return text_of(p.observer()); }

/// Reads back what was written; it must be JSON.
inline std::vector<span> read(const std::string& file) {
  EXPECT_TRUE(json_check::valid(file)) << file;
  std::vector<span> all;
  std::istringstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    int thread = 0;
    long long us = 0;
    long long dur_us = 0;
    int ns = 0;
    int dur_ns = 0;
    char how[16] = {};
    if (std::sscanf(line.c_str(), R"({"name":"task","ph":"X","pid":1,"tid":%d,"ts":%lld.%3d,"dur":%lld.%3d,"args":{"ended":"%15[a-z]"}})",
                    &thread, &us, &ns, &dur_us, &dur_ns, how) == 6) {
      const std::int64_t begin = us * 1000 + ns;
      all.push_back({thread, begin, begin + dur_us * 1000 + dur_ns, how});
    }
  }
  return all;
}

/// Two tasks of one thread lie side by side, or one inside the other.
inline void expect_nested(const std::vector<span>& all) {
  std::map<int, std::vector<span>> open;
  for (const span& each : all) {
    auto& outer = open[each.thread];
    while (!outer.empty() && outer.back().end <= each.begin) outer.pop_back();
    EXPECT_TRUE(outer.empty() || each.end <= outer.back().end)
        << "the task at " << each.begin << " overlaps the one at " << outer.back().begin;
    EXPECT_LE(each.begin, each.end);
    outer.push_back(each);
  }
}

}  // namespace weir::tests

#endif
