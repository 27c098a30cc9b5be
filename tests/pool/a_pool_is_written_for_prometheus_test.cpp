// SPDX-License-Identifier: Apache-2.0
#include <weir/prometheus.hpp>

#include <weir/any_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/exposition.hpp"
#include "tests/support/give.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

std::string text_of(const prometheus_page& page) {
  std::ostringstream out;
  page.write(out);
  return out.str();
}

TEST(a_pool_is_written_for_prometheus, and_the_reader_of_these_tests_is_strict) {
  const std::string head = "# HELP a b\n# TYPE a gauge\n";
  EXPECT_EQ(exposition(head + "a{x=\"1\\\"\\\\\\n\"} 2\n").series.at("a{x=\"1\"\\\n\"}"), 2);
  for (const std::string bad : {"a{x=\"1\"} 2\n", "# TYPE a gauge\n", "# HELP a \n", "# HELP a b\n# TYPE a other\n",
                                "# HELP a b\n# TYPE b gauge\n", "# HELP a b\n# TYPE a counter\n"})
    EXPECT_THROW(exposition{bad}, std::runtime_error) << bad;
  for (const std::string bad : {"a{x=\"1\"} 2", "a{x=\"1\"} 2 \n", "a{x=\"\\t\"} 2\n", "a{x=\"1} 2\n", "a{1=\"1\"} 2\n",
                                "a{x=\"1\",x=\"1\"} 2\n", "a{x=\"1\"} 1,000\n", "a{x=\"1\"} 1.\n", "a{x=\"1\"} nan\n", "b{x=\"1\"} 2\n",
                                "a{x=\"1\"} 2\na{x=\"1\"} 2\n", "a{x=\"1\"} 2\n# HELP a b\n", "\n"})
    EXPECT_THROW(exposition{head + bad}, std::runtime_error) << bad;
  const std::string buckets = "# HELP h b\n# TYPE h histogram\n";
  EXPECT_EQ(exposition(buckets + "h_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 3\nh_sum{x=\"\"} 9\nh_count{x=\"\"} 3\n").series.size(), 4U);
  for (const std::string bad :
       {"h_bucket{le=\"1\"} 2\nh_count{x=\"\"} 2\n", "h_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_count{x=\"\"} 1\n",
        "h_bucket{le=\"+Inf\"} 1\nh_count{x=\"\"} 2\n", "h_bucket{le=\"2\"} 1\nh_bucket{le=\"1\"} 1\n", "h_bucket{x=\"1\"} 1\n",
        "h_bucket{le=\"+Inf\"} 1\nh_sum{x=\"\"} 2\n# HELP a b\n"})
    EXPECT_THROW(exposition{buckets + bad}, std::runtime_error) << bad;
}

TEST(a_pool_is_written_for_prometheus, with_each_number_of_stats) {
  pool<observer::counters> p{{.capacity = 3, .min_workers = 1, .name = "files"}};
  for (int n = 0; n != 5; ++n) give(p, [] {});
  p.wait_idle();
  std::ostringstream out;
  prometheus(p, out);
  const exposition page(out.str());
  EXPECT_EQ(page.series.size(), sizeof(stats) / sizeof(std::uint64_t));
  EXPECT_EQ(page.series.at("weir_accepted_tasks_total{pool=\"files\"}"), 5);
  EXPECT_EQ(page.series.at("weir_completed_tasks_total{pool=\"files\"}"), 5);
  EXPECT_EQ(page.series.at("weir_capacity_workers{pool=\"files\"}"), 3);
  EXPECT_EQ(page.series.at("weir_min_workers{pool=\"files\"}"), 1);
  EXPECT_EQ(page.series.at("weir_queued_tasks{pool=\"files\"}"), 0);
  EXPECT_EQ(page.types.at("weir_queued_tasks"), "gauge");
}

template <class Observer>
class a_pool_with_histograms : public testing::Test {};
using ways_to_measure = testing::Types<observer::histograms, observer::all_of<observer::counters, observer::all_of<observer::histograms>>>;
TYPED_TEST_SUITE(a_pool_with_histograms, ways_to_measure);

TYPED_TEST(a_pool_with_histograms, is_written_with_its_running_times) {
  pool<TypeParam, manual_clock> p{{.capacity = 1, .name = "a"}};
  const auto takes = [](std::chrono::nanoseconds d) { return [d] { manual_clock::clock::advance(d); }; };
  give(p, takes(1023ns));
  give(p, takes(1024ns));
  give(p, takes(10s));
  give(p, takes(1h));
  p.wait_idle();
  std::ostringstream out;
  prometheus(p, out);
  const exposition page(out.str());
  EXPECT_EQ(page.types.at("weir_task_running_seconds"), "histogram");
  const auto bucket = [&](const std::string& le) {
    return page.series.at("weir_task_running_seconds_bucket{pool=\"a\",le=\"" + le + "\"}");
  };
  EXPECT_EQ(bucket("0.000001023"), 1);
  EXPECT_EQ(bucket("0.000002047"), 2);
  EXPECT_EQ(bucket("8.589934591"), 2);
  EXPECT_EQ(bucket("17.179869183"), 3);
  EXPECT_EQ(bucket("34.359738367"), 3);
  EXPECT_EQ(bucket("+Inf"), 4);
  EXPECT_EQ(page.series.at("weir_task_running_seconds_count{pool=\"a\"}"), 4);
  EXPECT_NEAR(page.series.at("weir_task_running_seconds_sum{pool=\"a\"}"), 3610, 0.4);
}

TEST(a_pool_is_written_for_prometheus, on_one_page_with_pools_of_all_kinds) {
  pool<observer::histograms> measured{{.capacity = 1, .name = "measured"}};
  pool<observer::histograms> too{{.capacity = 1, .name = "too"}};
  thread_pool plain{{.capacity = 1, .name = "plain"}};
  light_pool<> light{{.capacity = 1, .name = "light"}};
  multi_pool<pool<>> many(2, {.capacity = 1, .name = "many"});
  any_pool any = plain;
  prometheus_page page;
  page.add(measured);
  page.add(plain);
  page.add(light);
  page.add(too);
  page.add(many);
  page.add(any, "any");
  const exposition read(text_of(page));
  EXPECT_EQ(read.series.at("weir_capacity_workers{pool=\"many\"}"), 2);
  EXPECT_EQ(read.series.at("weir_capacity_workers{pool=\"any\"}"), 1);
  EXPECT_EQ(read.series.at("weir_task_running_seconds_count{pool=\"too\"}"), 0);
  EXPECT_EQ(read.series.count("weir_task_running_seconds_count{pool=\"plain\"}"), 0U);
}

TEST(a_pool_is_written_for_prometheus, with_its_name_escaped) {
  const std::string name = "a \"quoted\"\\\nname, \xc3\xa4{}";
  pool<> p{{.capacity = 1, .name = name}};
  prometheus_page page;
  page.add(p);
  EXPECT_EQ(exposition(text_of(page)).series.count("weir_workers{pool=\"" + name + "\"}"), 1U);
}

TEST(a_pool_is_written_for_prometheus, once_on_a_page) {
  pool<> p{{.capacity = 1, .name = "p"}};
  prometheus_page page;
  page.add(p);
  EXPECT_THROW(page.add(p), std::invalid_argument);
  page.add(p, "q");
  EXPECT_EQ(exposition(text_of(page)).series.count("weir_workers{pool=\"q\"}"), 1U);
}

TEST(a_pool_is_written_for_prometheus, the_same_in_every_locale) {
  struct in_thousands : std::numpunct<char> {
    char do_thousands_sep() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  pool<observer::counters> p{{.capacity = 1234, .name = "p"}};
  std::ostringstream out;
  out.imbue(std::locale(std::locale::classic(), new in_thousands));
  prometheus(p, out);
  EXPECT_EQ(exposition(out.str()).series.at("weir_capacity_workers{pool=\"p\"}"), 1234);
}

TEST(a_pool_is_written_for_prometheus, and_an_empty_page_is_empty_but_for_its_heads) {
  EXPECT_TRUE(exposition(text_of(prometheus_page())).series.empty());
  EXPECT_EQ(text_of(prometheus_page()).find("weir_task_running_seconds"), std::string::npos) << "no pool measures that";
}

}  // namespace
}  // namespace weir::tests
