// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/generate.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string_view>

namespace weir::properties {

namespace {

namespace gen = rc::gen;

/// One of a table; shrinks to those further up.
template <class T, std::size_t N>
rc::Gen<T> from(const T (&table)[N]) {
  return gen::map(gen::resize(rc::kNominalSize, gen::inRange<std::size_t>(0, N)), [&table](std::size_t i) { return table[i]; });
}

/// 0 twice out of three times.
rc::Gen<std::uint8_t> rarely(std::uint8_t most) {
  return gen::weightedOneOf<std::uint8_t>({{2, gen::just(std::uint8_t{0})}, {1, up_to(most)}});
}

rc::Gen<work> works() {
  using enum act;
  static constexpr act table[] = {nothing, nothing, nothing, nothing,   nothing, nothing, nothing, throws, throws,     throws,
                                  posts,   posts,   posts,   try_posts, runs,    submits, submits, waits,  looks,      resizes,
                                  resizes, purges,  nothing, nothing,   nothing, nothing, posts,   throws, shuts_down, stops};
  return gen::build<work>(gen::set(&work::does, from(table)), gen::set(&work::ms, up_to(5)),
                          gen::set(&work::large, gen::map(rarely(1), [](std::uint8_t n) { return n != 0; })));
}

rc::Gen<command> commands(rc::Gen<verb> what) {
  return gen::build<command>(gen::set(&command::what, std::move(what)), gen::set(&command::task, works()), gen::set(&command::ms, up_to(6)),
                             gen::set(&command::min_workers, rarely(2)), gen::set(&command::more, up_to(2)));
}

rc::Gen<verb> verbs_of_submitters() {
  using enum verb;
  static constexpr verb table[] = {
      post,     post,     post,      post,      post,          post,          post,   post,   post,   post,     try_post, try_post,
      try_post, post_for, post_for,  post_for,  post_for,      submit,        submit, submit, run,    run,      sleep,    sleep,
      sleep,    sleep,    wait_idle, wait_idle, wait_idle_for, wait_idle_for, look,   look,   resize, resize,   resize,   pause,
      pause,    pause,    purge,     bulk,      bulk,          bulk,          post,   post,   post,   shutdown, stop};
  return from(table);
}
rc::Gen<verb> verbs_of_main() {
  using enum verb;
  static constexpr verb table[] = {post,  post,     post,      post,          try_post, post_for, post_for, submit, run,     sleep,  sleep,
                                   sleep, sleep,    wait_idle, wait_idle_for, look,     resize,   resize,   resize, pause,   pause,  purge,
                                   bulk,  shutdown, shutdown,  stop,          stop,     join_for, join,     join,   restart, restart};
  return from(table);
}

std::uint64_t mixed(const std::string& name) {  // FNV-1a: so that every pool meets programs of its own
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

/// RC_PARAMS, rapidcheck's own, as the user gave it. Rapidcheck takes a seed of its own choice when it is given none, and prints it; here every
/// run is the same, so the seed is given, and what is printed is what is used. Words that rapidcheck would pass over are refused.
std::string parameters() {
  setenv("RC_PARAMS", "seed=0", 0);
  const std::string given = std::getenv("RC_PARAMS");
  static constexpr std::string_view known[] = {"seed",     "max_success",      "max_size",          "max_discard_ratio",
                                               "noshrink", "verbose_progress", "verbose_shrinking", "reproduce"};
  std::istringstream words(given);
  for (std::string word; words >> word;) {
    const std::string_view key = std::string_view(word).substr(0, word.find('='));
    if (key.size() != word.size() && std::find(std::begin(known), std::end(known), key) != std::end(known)) continue;
    std::fprintf(stderr,
                 "RC_PARAMS: %s: the words must be KEY=VALUE, and the keys seed, max_success, max_size, max_discard_ratio, noshrink, "
                 "verbose_progress, verbose_shrinking or reproduce\n",
                 word.c_str());
    std::exit(2);
  }
  if (given.find("seed=") == given.npos && given.find("reproduce=") == given.npos) setenv("RC_PARAMS", (given + " seed=0").c_str(), 1);
  return given;
}

}  // namespace

void showValue(const program& p, std::ostream& to) { to << p; }

rc::Gen<std::uint8_t> up_to(std::uint8_t most) {
  return gen::resize(rc::kNominalSize, gen::inRange<std::uint8_t>(0, static_cast<std::uint8_t>(most + 1)));
}

rc::Gen<std::vector<std::uint8_t>> schedules() {
  static constexpr std::uint8_t table[] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3};
  return a_few(80, from(table));
}

rc::Gen<program> programs() {
  const auto plus_one = [](std::uint8_t n) { return static_cast<std::uint8_t>(n + 1); };
  const auto wide = [](std::uint8_t n) { return static_cast<unsigned>(n) + 1; };
  return gen::build<program>(
      gen::set(&program::capacity, gen::map(up_to(2), plus_one)), gen::set(&program::min_workers, rarely(2)),
      gen::set(&program::idle_ms, gen::map(up_to(5), plus_one)), gen::set(&program::main, a_few(6, commands(verbs_of_main()))),
      gen::set(&program::submitters, a_few(3, a_few(6, commands(verbs_of_submitters())))),
      gen::set(&program::again, gen::map(rarely(1), [](std::uint8_t n) { return n != 0; })), gen::set(&program::schedule, schedules()),
      gen::set(&program::seed, gen::resize(rc::kNominalSize, gen::inRange<std::uint32_t>(0, 1'000'000))),
      gen::set(&program::failing_starts, gen::weightedOneOf<std::vector<unsigned>>(
                                             {{2, gen::just(std::vector<unsigned>())}, {1, a_few(3, gen::map(up_to(4), wide))}})),
      gen::set(&program::spurious, rarely(3)), gen::set(&program::early, rarely(3)));
}

std::string refute(const std::string& name, int cases, const std::function<void()>& property) {
  rc::detail::TestMetadata about;
  about.id = about.description = name;
  const std::string given = parameters();
  const bool repeats = !rc::detail::configuration().reproduce.empty();
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  if (given.find("max_success=") == given.npos) params.maxSuccess = cases;
  params.seed += mixed(name);
  const rc::detail::TestResult result =
      repeats ? rc::detail::checkTestable(property, about) : rc::detail::checkTestable(property, about, params);
  std::ostringstream text;
  if (result.is<rc::detail::SuccessResult>()) {
    const int ran = result.get<rc::detail::SuccessResult>().numSuccess;
    if (ran < params.maxSuccess) text << "only " << ran << " of " << params.maxSuccess << " cases ran";
    return text.str();
  }
  rc::detail::printResultMessage(result, text);
  return text.str();
}

}  // namespace weir::properties
