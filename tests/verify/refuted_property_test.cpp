// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/simulated_programs.hpp"
#include "tests/verify/text_expect.hpp"

#include <weir/verify/properties/play.hpp>
#include <weir/verify/support/trace_history.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

// A property that fails in a simulated world shows its run as the model checker does: a table, and a picture.

namespace {

using namespace simulated_programs;
using namespace text_expect;

const auto run = [](world_options w) { return world(w).run([] { two_increments(false); }); };

TEST(failure_trace, is_read_as_steps) {
  const weir::verify::checker::trace_history h(
      "thread 0: thread start in operator() (/long/path/a.hpp:3)\nnonsense\nthread 12: mutex lock in f (a.hpp:4)\n");
  ASSERT_EQ(h.steps().size(), 3u);
  EXPECT_EQ(h.steps()[0].where(), "a.hpp:3 (operator())");
  EXPECT_EQ(h.steps()[1].thread, 12);
  EXPECT_EQ(h.steps()[1].text(), "mutex lock");
  EXPECT_EQ(h.steps()[2].text(), "FAILS HERE");
}

TEST(failure_trace, has_every_operation_of_a_world) {
  const outcome o = world({.trace = true}).run([] { two_increments(true); });
  const weir::verify::checker::trace_history h(o.trace);
  EXPECT_EQ(h.steps().size(), static_cast<std::size_t>(std::count(o.trace.begin(), o.trace.end(), '\n')) + 1);
}

TEST(refuted_property, is_shown_as_a_table_and_drawn) {
  const outcome failed = first_failure(200, [] { two_increments(false); });
  ASSERT_FALSE(failed.ok);
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "weir_refuted";
  setenv("TEST_UNDECLARED_OUTPUTS_DIR", folder.c_str(), 1);
  const std::string text = weir::properties::report("model-some/pool", run, {}, failed);
  unsetenv("TEST_UNDECLARED_OUTPUTS_DIR");
  EXPECT_TRUE(has(text, "both increments count"));
  EXPECT_TRUE(has(text, "schedule with 1 decisions that are not 0: {"));
  EXPECT_TRUE(looks(text, "step \\| thread 0 +\\| thread 1 \\(started\\) +\\| thread 2 \\(started\\) +\\| where"));
  EXPECT_TRUE(has(text, "| FAILS HERE"));
  EXPECT_TRUE(has(text, "picture: " + (folder / "model-some_pool").string() + ".html, .svg and .txt"));
  EXPECT_TRUE(std::filesystem::exists(folder / "model-some_pool.svg"));
  std::filesystem::remove_all(folder);
}

}  // namespace
