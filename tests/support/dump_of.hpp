// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_SUPPORT_DUMP_OF_HPP
#define WEIR_TESTS_SUPPORT_DUMP_OF_HPP

#include <weir/dump.hpp>
#include <weir/post_result.hpp>

#include "tests/support/eventually.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace weir::tests {

/// The worker of this pool of one. A dump has it once the call that starts it is over, which may be after its first task.
template <class Pool>
void start_worker(Pool& p) {
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  p.wait_idle();
}

/// The text of a dump of these pools.
template <class... Pools>
std::string dump_of(Pools&... pools) {
  dump_page page;
  (page.add(pools), ...);
  std::ostringstream out;
  page.write(out);
  return out.str();
}

/// The first text of `dump` with this part.
template <class Has>
std::string dump_with(const std::string& part, Has dump) {
  std::string last;
  EXPECT_TRUE(eventually([&] { return (last = dump()).find(part) != std::string::npos; })) << last;
  return last;
}

}  // namespace weir::tests

#endif
