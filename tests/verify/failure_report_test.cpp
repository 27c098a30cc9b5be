// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/failure_listings.hpp"
#include "tests/verify/text_expect.hpp"

#include <weir/verify/support/history.hpp>
#include <weir/verify/support/report.hpp>
#include <weir/verify/support/table.hpp>
#include <weir/verify/support/timeline.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

// What Relacy lists of a failure, read and told again.

namespace {

using namespace failure_listings;
using namespace text_expect;
using namespace weir::verify::checker;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t i = 0, end = 0; i < text.size(); i = end + 1) {
    end = text.find('\n', i);
    all.push_back(text.substr(i, end - i));
  }
  return all;
}

std::string row(const std::string& table, std::size_t step) { return lines(table).at(2 + step); }

timeline told(const char* listing, int own) { return timeline(history(listing).steps(), own); }

TEST(failure_history, says_each_kind_of_step_in_our_words) {
  const history h(every_kind);
  std::vector<std::string> words;
  for (const step& s : h.steps()) words.push_back(s.text());
  EXPECT_EQ(words,
            (std::vector<std::string>{
                "m1 lock", "d1 is written", "d1 is read", "a1 writes p1 (release), was null", "a1 reads p1 (acquire)",
                "a2 fetch_add 0 -> 1 (acq_rel)", "a2 compare_exchange 1 -> 2 (seq_cst)", "a2 compare_exchange finds 2 and not 7 (relaxed)",
                "a2 compare_exchange 2 -> 3 (relaxed), fails for no reason", "fence (seq_cst)", "cv1 notify_all, waiting: 0", "yields",
                "thread creation fails", "a3 reads 0x10000000001 (relaxed)", "m1 unlock", "has returned", "ends", "FAILS HERE"}));
}

TEST(failure_history, places_are_short) {
  const std::vector<step> steps = history(every_kind).steps();
  EXPECT_EQ(steps[0].where(), "pool.hpp:30 (submit)");
  EXPECT_EQ(steps[3].where(), "pool.hpp:33 (publish)") << "without template arguments, which compilers spell differently";
  EXPECT_EQ(steps[12].where(), "pool.hpp:42 (operator())");
  EXPECT_EQ(steps[16].where(), "") << "Relacy's own";
}

TEST(failure_history, an_old_value_comes_with_the_newest) {
  const std::vector<step> steps = history(lost_wake_up).steps();
  EXPECT_TRUE(steps[5].old);
  EXPECT_EQ(steps[5].text(), "a1 reads 0 (old; newest is 2, step 1) (acquire)");
  EXPECT_EQ(steps[5].misses, 1);
  EXPECT_EQ(steps[5].reads_from, -1) << "the 0 is from before the history";
  EXPECT_FALSE(steps[6].old);
  EXPECT_EQ(steps[6].reads_from, 1);
}

TEST(failure_history, knows_who_woke_whom) {
  const std::vector<step> steps = history(hand_over).steps();
  EXPECT_EQ(steps[1].text(), "m1 waits for the lock");
  EXPECT_TRUE(steps[1].sleeps);
  EXPECT_EQ(steps[4].woken_by, 3) << "by the unlocking, which is listed after its own note";
  EXPECT_EQ(steps[3].text(), "m1 unlock, and sleep");
  EXPECT_EQ(steps[7].text(), "cv1 is woken");
  EXPECT_EQ(steps[7].woken_by, 5) << "by the notification, which is listed before it";
  EXPECT_EQ(steps[12].woken_by, 11) << "the joiner by the end of the thread";
}

TEST(failure_history, both_sides_of_a_data_race) {
  const std::vector<step> steps = history(data_race).steps();
  EXPECT_EQ(steps.back().text(), "FAILS HERE: not ordered after step 1");
  EXPECT_EQ(steps.back().misses, 1);
}

TEST(failure_timeline, spans_of_locks_and_of_sleep) {
  const timeline t = told(hand_over, 2);
  std::vector<std::string> said;
  for (const span& s : t.spans())
    said.push_back(std::to_string(s.thread) + (s.sleeps ? " sleeps " : " holds ") + s.object + " " + std::to_string(s.from) + "-" +
                   std::to_string(s.to));
  EXPECT_EQ(said, (std::vector<std::string>{"0 holds m1 0-3", "1 sleeps m1 1-4", "0 sleeps cv1 3-7", "1 holds m1 4-6", "0 holds m1 8-15",
                                            "1 sleeps t1 10-12"}));
}

TEST(failure_timeline, where_each_thread_stands) {
  const timeline t = told(stuck, 4);
  std::vector<std::string> said;
  for (const standing& s : t.stand()) said.push_back(s.text);
  EXPECT_EQ(said, (std::vector<std::string>{"sleeps on cv1, since step 2", "waits for m1, held by thread 4, since step 5",
                                            "did step 3: yields", "has not begun", "sleeps on cv2, since step 8, holds m1", "has ended"}));
  EXPECT_EQ(t.stand()[0].where, "pool.hpp:2 (wait)");
}

TEST(failure_table, has_a_column_for_each_thread) {
  const std::string text = table(told(lost_wake_up, 2)).text();
  EXPECT_TRUE(looks(lines(text)[0], "  step \\| thread 0 +\\| thread 1 +\\| where"));
  const std::size_t second = lines(text)[0].find("thread 1");
  EXPECT_EQ(row(text, 1).find("a1 writes 2 (release), was 1"), second) << text;
  EXPECT_LT(row(text, 3).find("m1 lock"), second - 3) << text;
  EXPECT_TRUE(has(row(text, 3), "| pool.hpp:4 (wait)"));
}

TEST(failure_table, marks_the_old_value_and_the_failure) {
  const std::string text = table(told(lost_wake_up, 2)).text();
  EXPECT_EQ(row(text, 5).substr(0, 8), "!    5 |") << text;
  EXPECT_EQ(row(text, 6).substr(0, 8), "     6 |") << text;
  EXPECT_EQ(row(text, 9).substr(0, 8), "X    9 |") << text;
  EXPECT_TRUE(has(row(text, 9), "FAILS HERE: all threads wait"));
}

TEST(failure_table, shows_a_loop_that_does_not_end_twice) {
  std::string listing = lost_wake_up;
  listing.erase(listing.rfind("[10]"));
  for (int i = 0; i != 500; ++i) {
    for (const char* each : {"[11] 1: <0x1040> load 3 (relaxed)", "[12] 0: yield(1)", "[13] 1: yield(1)"})
      listing += std::string(each) + ", in spin, /a/pool.hpp(9)\n";
  }
  const std::string text = table(told((listing + "[14] 1: LIVELOCK, in spin, /a/pool.hpp(9)\n").c_str(), 2)).text();
  EXPECT_EQ(lines(text).size(), 2u + 9 + 6 + 1 + 1) << text;
  EXPECT_TRUE(has(text, "1494 steps left out"));
  EXPECT_TRUE(has(text, "X 1509 |"));
}

TEST(failure_table, stays_readable_with_many_threads) {
  std::string listing;
  for (int i = 0; i != 400; ++i) {
    listing += "[" + std::to_string(i) + "] " + std::to_string(i % 5) + ": <0x" + std::to_string(i * i) +
               "> compare_exchange 0x10000000001 -> 0x20000000002 (relaxed): failed, found 0x30000000003, in a_function_with_a_long_name, "
               "/x/a_file_with_a_long_name.hpp(123)\n";
  }
  const std::string text = table(told(listing.c_str(), 5)).text();
  for (const std::string& line : lines(text)) EXPECT_LE(line.size(), table::widest) << line;
  EXPECT_TRUE(has(text, "100 steps left out"));
  EXPECT_TRUE(has(text, "0x30000000003")) << "what does not fit goes on in the next line";
  EXPECT_EQ(text.find("\n   399 |"), text.rfind("\n   399 |")) << "which has no number of its own";
}

TEST(failure_report, says_what_how_and_where) {
  const std::string text = report({"s", "X1: a claim", "DEADLOCK", "prog --scenario=s --path=1"}, told(lost_wake_up, 2));
  EXPECT_TRUE(has(text, "result    DEADLOCK\n  replay    prog --scenario=s --path=1\n"));
  EXPECT_TRUE(has(text, "thread 0  sleeps on cv1, since step 8  pool.hpp:6 (wait)\n  thread 1  has ended\n"));
  EXPECT_TRUE(has(text, "a1    pool.hpp:1 (set), pool.hpp:2 (set), pool.hpp:5 (wait)\n"));
}

}  // namespace
