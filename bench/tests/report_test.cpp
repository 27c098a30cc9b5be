// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/report.hpp"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "bench/support/series.hpp"

namespace weir::bench {
namespace {

constexpr std::array rows{metric{"time", "ns"}, metric{"yield", "efficiency", better::higher}, metric{"idle", "µs/s", better::lower, 100}};

bout bout_of(std::string_view contestant) { return {0, "W0", "nothing", contestant, rows, nullptr}; }

constexpr disturbance quiet{0.0, 0.0};
constexpr disturbance loud{1.0, 0.5};

std::string table_of(const std::vector<standing>& table) {
  std::ostringstream out;
  print_table(out, table, {"abc", "cpu", "gcc", 2}, {});
  return out.str();
}

TEST(series, quantiles_lie_between_neighbours) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(quantile({10, 20, 30, 40, 50}, 0.25), 20);
  EXPECT_EQ(quantile({10, 20}, 0.99), 19.9);
  EXPECT_EQ(quantile({7}, 0.99), 7);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(series, spread_is_half_the_distance_of_the_quartiles) { EXPECT_EQ(spread({10, 20, 30, 40, 50}), 10.0 / 30); }

TEST(standing, leaves_out_disturbed_rounds) {
  const auto b = bout_of("x");
  const standing s{&b, false, {{0, {10, 0, 0}, quiet}, {1, {99, 0, 0}, loud}, {2, {12, 0, 0}, quiet}}};
  EXPECT_EQ(s.quiet_rounds(), 2u);
  EXPECT_EQ(s.values_of(0), (std::vector<double>{10, 12}));
}

TEST(standing, keeps_disturbed_rounds_when_there_are_no_others) {
  const auto b = bout_of("x");
  const standing s{&b, false, {{0, {10, 0, 0}, loud}}};
  EXPECT_EQ(s.values_of(0), (std::vector<double>{10}));
  EXPECT_NE(table_of({s}).find("10.0 ±0% ×1.00 ! |"), std::string::npos);
}

TEST(table, ratios_are_to_the_best_peer_and_over_one_is_worse) {
  const auto w = bout_of("weir_x"), a = bout_of("a"), b = bout_of("b");
  const std::vector<standing> table{
      {&w, false, {{0, {50, 0.4, 30}, quiet}}}, {&a, false, {{0, {100, 0.8, 20}, quiet}}}, {&b, false, {{0, {200, 0.2, 400}, quiet}}}};
  const auto text = table_of(table);
  EXPECT_NE(text.find("| W0 time | ns | 50.0 ±0% ×0.50 | 100 ±0% ×1.00 | 200 ±0% ×2.00 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 0.40 ±0% ×2.00 | 0.80 ±0% ×1.00 | 0.20 ±0% ×4.00 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 30.0 ±0% ×1.00 | 20.0 ±0% ×1.00 | 400 ±0% ×4.00 |"), std::string::npos) << text;
}

TEST(table, other_languages_and_limits_are_shown_but_are_not_what_ratios_are_to) {
  const auto w = bout_of("weir_x"), a = bout_of("a"), g = bout_of("go_x"), r = bout_of("rust_x"), l = bout_of("limit_x");
  const auto text = table_of({{&w, false, {{0, {50, 1, 1}, quiet}}},
                              {&a, false, {{0, {100, 1, 1}, quiet}}},
                              {&g, false, {{0, {10, 1, 1}, quiet}}},
                              {&r, false, {{0, {20, 1, 1}, quiet}}},
                              {&l, false, {{0, {5, 1, 1}, quiet}}}});
  EXPECT_NE(text.find("| 50.0 ±0% ×0.50 | 100 ±0% ×1.00 | 10.0 ±0% ×0.10 | 5.00 ±0% ×0.05 | 20.0 ±0% ×0.20 |"), std::string::npos) << text;
}

TEST(table, several_numbers_of_workers_are_rows_of_their_own) {
  const auto w = bout_of("weir_x"), a = bout_of("a");
  const std::vector<standing> table{{&w, false, {{0, {50, 1, 1}, quiet}}, 1},
                                    {&a, false, {{0, {100, 1, 1}, quiet}}, 1},
                                    {&w, false, {{0, {30, 1, 1}, quiet}}, 8},
                                    {&a, false, {{0, {10, 1, 1}, quiet}}, 8}};
  const auto text = table_of(table);
  EXPECT_NE(text.find("| W0 time, 1 workers | ns | 50.0 ±0% ×0.50 | 100 ±0% ×1.00 |"), std::string::npos) << text;
  EXPECT_NE(text.find("| W0 time, 8 workers | ns | 30.0 ±0% ×3.00 | 10.0 ±0% ×1.00 |"), std::string::npos) << text;
}

TEST(line_up, enters_every_bout_with_every_number_of_workers_and_keeps_workloads_together) {
  catalogue all;
  all.bouts = {bout_of("weir_x"), bout_of("a"), {1, "W00", "nothing", "a", rows, nullptr}};
  choice wanted;
  wanted.workers = {1, 4};
  std::string seen;
  for (const auto& s : line_up(all, wanted)) seen += std::string(s.which->workload) + s.contestant() + std::to_string(s.workers) + " ";
  EXPECT_EQ(seen, "W0weir_x1 W0a1 W0weir_x4 W0a4 W00a1 W00a4 ");
}

TEST(raw, has_all_that_the_scripts_read) {
  const auto a = bout_of("a");
  std::ostringstream out;
  print_raw(out, {{&a, false, {{3, {7, 0.5, 9}, loud}}, 8}}, {"abc", "cpu", "gcc", 2}, {});
  EXPECT_NE(out.str().find("\nworkload,metric,unit,better,floor,contestant,workers,round,value,others_share,quiet\n"
                           "W0,time,ns,lower,0,a,8,3,7,0.50,no\n"
                           "W0,yield,efficiency,higher,0,a,8,3,0.5,0.50,no\n"
                           "W0,idle,µs/s,lower,100,a,8,3,9,0.50,no\n"),
            std::string::npos)
      << out.str();
}

TEST(noise_floor, is_the_largest_difference_between_twins) {
  const auto a = bout_of("a"), b = bout_of("b");
  const std::vector<standing> table{{&a, false, {{0, {100, 1, 1}, quiet}}},
                                    {&a, true, {{0, {104, 1, 1}, quiet}}},
                                    {&b, false, {{0, {110, 1, 1}, quiet}}},
                                    {&b, true, {{0, {100, 1, 1}, quiet}}}};
  std::ostringstream out;
  print_noise_floor(out, table);
  EXPECT_NE(out.str().find("| W0 time | 10% |"), std::string::npos) << out.str();
}

TEST(machine, names_a_results_file_without_odd_characters) {
  const machine here{"1a2b3c4+changes", "Intel(R) Xeon(R) CPU @ 2.60GHz", "gcc-12", 2};
  EXPECT_EQ(here.file_name(), "1a2b3c4+changes.intel_r_xeon_r_cpu_2_60ghz.gcc-12.2.txt");
}

}  // namespace
}  // namespace weir::bench
