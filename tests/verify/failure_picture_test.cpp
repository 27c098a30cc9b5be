// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/failure_listings.hpp"
#include "tests/verify/text_expect.hpp"

#include <weir/verify/support/drawing.hpp>
#include <weir/verify/support/history.hpp>
#include <weir/verify/support/markup.hpp>
#include <weir/verify/support/page.hpp>
#include <weir/verify/support/pictures.hpp>
#include <weir/verify/support/timeline.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// A failure drawn: as SVG, as HTML, and where the files go.

namespace {

using namespace failure_listings;
using namespace text_expect;
using namespace weir::verify::checker;

timeline told(const char* listing, int own) { return timeline(history(listing).steps(), own); }

const caption words{"a<b>", "X1: \"claims\" & more", "DEADLOCK", "prog --scenario='a<b>'"};

/// What is wrong if some element is not closed by its own end, in order, or a bare < or & is left over.
std::string ill_formed(const std::string& markup) {
  std::vector<std::string> open;
  for (std::size_t i = 0; (i = markup.find('<', i)) != std::string::npos; ++i) {
    const std::size_t end = markup.find('>', i);
    const std::string tag = markup.substr(i + 1, end - i - 1);
    if (tag.find('<') != std::string::npos || tag.empty()) return "a bare < at " + markup.substr(i, 40);
    if (tag[0] == '!' || tag == "meta charset=\"utf-8\"" || tag.back() == '/') continue;
    if (tag[0] != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return "<" + tag + "> closes " + (open.empty() ? "nothing" : open.back());
    } else {
      open.pop_back();
    }
  }
  for (std::size_t i = 0; (i = markup.find('&', i)) != std::string::npos; ++i) {
    const std::string entity = markup.substr(i, markup.find(';', i) - i);
    if (entity != "&amp" && entity != "&lt" && entity != "&gt" && entity != "&quot" && entity != "&#39" && entity != "&#10")
      return "a bare " + entity;
  }
  return open.empty() ? "" : open.back() + " is not closed";
}

std::size_t how_many(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t i = 0; (i = text.find(what, i)) != std::string::npos; ++i) ++n;
  return n;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(failure_markup, is_escaped) {
  EXPECT_EQ(escaped("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  EXPECT_EQ(escaped("one\ntwo\x01"), "one&#10;two?");
  EXPECT_EQ(escaped("\xC3\xA4"), "\xC3\xA4") << "UTF-8 stays as it is";
}

TEST(failure_drawing, is_well_formed_whatever_the_names) {
  constexpr const char* listing =
      "[0] 0: <0x1> load 3 (relaxed), in operator<, /a/b<c>&d.hpp(1)\n[1] 0: what <is> \"this\" & that, in f, /a.hpp(2)\n";
  for (const char* each : {listing, lost_wake_up, hand_over, data_race, stuck, every_kind}) {
    EXPECT_EQ(ill_formed(drawing(told(each, 2)).text(words)), "") << each;
    EXPECT_EQ(ill_formed(page(told(each, 2)).text(words)), "") << each;
  }
  EXPECT_NE(ill_formed("<a><b></a>"), "");
  EXPECT_NE(ill_formed("<a>b & c</a>"), "");
}

TEST(failure_drawing, has_a_lane_for_each_thread_and_a_dot_for_each_step) {
  const std::string svg = drawing(told(hand_over, 2)).text(words);
  EXPECT_TRUE(begins(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\""));
  for (const char* name : {">thread 0<", ">thread 1<", ">thread 2 (started)<"}) EXPECT_TRUE(has(svg, name));
  EXPECT_EQ(how_many(svg, "class=\"dot\""), history(hand_over).steps().size());
  EXPECT_TRUE(has(svg, ">pool.hpp:12 (set)<"));
}

TEST(failure_drawing, shows_locks_sleep_and_who_wakes_whom) {
  const std::string svg = drawing(told(hand_over, 2)).text(words);
  EXPECT_EQ(how_many(svg, "class=\"held\""), 3u);
  EXPECT_EQ(how_many(svg, "class=\"sleep\""), 3u);
  EXPECT_EQ(how_many(svg, "class=\"wakes\""), 4u) << "the unlocking, the notification, the start and the end of a thread";
  EXPECT_EQ(how_many(svg, "class=\"missed\""), 0u);
}

TEST(failure_drawing, highlights_the_old_value_and_the_failure) {
  const std::string svg = drawing(told(lost_wake_up, 2)).text(words);
  EXPECT_EQ(how_many(svg, "class=\"old\""), 1u);
  EXPECT_EQ(how_many(svg, "class=\"missed\""), 1u);
  EXPECT_EQ(how_many(svg, "class=\"fails\""), 1u);
  EXPECT_EQ(how_many(svg, "class=\"reads\""), 1u) << "the second look";
  EXPECT_EQ(how_many(drawing(told(data_race, 2)).text(words), "class=\"missed\""), 1u) << "from the other side of the race";
}

TEST(failure_drawing, leaves_out_the_middle_of_a_long_history) {
  std::string listing;
  for (int i = 0; i != 500; ++i)
    listing +=
        "[0] 0: <0x1> mutex: exclusive " + std::string(i % 2 == 0 ? "lock" : "unlock") + ", in f, /a.hpp(" + std::to_string(i) + ")\n";
  const std::string svg = drawing(told(listing.c_str(), 1)).text(words);
  EXPECT_EQ(how_many(svg, "class=\"dot\""), 300u);
  EXPECT_EQ(how_many(svg, "class=\"held\""), 150u);
  EXPECT_TRUE(has(svg, "200 steps left out"));
}

TEST(failure_page, needs_no_other_file) {
  const std::string html = page(told(lost_wake_up, 2)).text(words);
  for (const char* part : {"<h1>a&lt;b&gt;</h1>", "X1: &quot;claims&quot; &amp; more", "prog --scenario=&#39;a&lt;b&gt;&#39;", "<svg ",
                           "<th>thread 1</th>", "<tr class=\"old\">", "<tr class=\"fails\">", "sleeps on cv1, since step 8"})
    EXPECT_TRUE(has(html, part));
  for (const char* link : {"href", "src=", "@import"}) EXPECT_FALSE(has(html, link));
}

TEST(failure_pictures, are_files_named_after_scenario_and_scheduler) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "weir_pictures" / "deeper";
  std::filesystem::remove_all(folder.parent_path());
  const std::string said = write_pictures(folder, "a<b>::c-search", words, told(lost_wake_up, 2));
  EXPECT_EQ(said, (folder / "a_b_c-search").string() + ".html, .svg and .txt");
  EXPECT_EQ(content(folder / "a_b_c-search.svg"), drawing(told(lost_wake_up, 2)).text(words));
  EXPECT_EQ(content(folder / "a_b_c-search.html"), page(told(lost_wake_up, 2)).text(words));
  EXPECT_TRUE(begins(content(folder / "a_b_c-search.txt"), "  FAILED    a<b>\n  claim     X1: \"claims\" & more\n  result    DEADLOCK\n"));
  EXPECT_TRUE(begins(write_pictures(folder / "a_b_c-search.svg", "x", words, told(lost_wake_up, 2)), "could not be written to "));
  std::filesystem::remove_all(folder.parent_path());
}

}  // namespace
