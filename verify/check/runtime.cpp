// SPDX-License-Identifier: Apache-2.0
// The runtime that takes the sanitizer's place: compiled once, without instrumentation, and linked after the program under check.
#include <weir/verify/check.hpp>
#include <weir/verify/check/entry_atomic.hpp>
#include <weir/verify/check/entry_bytes.hpp>
#include <weir/verify/check/entry_end.hpp>
#include <weir/verify/check/entry_heap.hpp>
#include <weir/verify/check/entry_lock.hpp>
#include <weir/verify/check/entry_map.hpp>
#include <weir/verify/check/entry_once.hpp>
#include <weir/verify/check/entry_own.hpp>
#include <weir/verify/check/entry_plain.hpp>
#include <weir/verify/check/entry_process.hpp>
#include <weir/verify/check/entry_random.hpp>
#include <weir/verify/check/entry_refused.hpp>
#include <weir/verify/check/entry_signal.hpp>
#include <weir/verify/check/entry_system.hpp>
#include <weir/verify/check/entry_texts.hpp>
#include <weir/verify/check/entry_thread.hpp>
#include <weir/verify/check/entry_wait.hpp>
#include <weir/verify/check/portfolio.hpp>
#include <weir/verify/check/signals.hpp>
#include <weir/verify/check/sources.hpp>
#include <weir/verify/check/verdict.hpp>
#include <weir/verify/support/shards.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

extern "C" char __libc_single_threaded;

namespace weir::verify::checked {

namespace {

/// What the program prints goes nowhere while it runs thousands of times. Reports go where it would have gone.
std::FILE* take_output() {
  std::fflush(stdout);
  std::FILE* const reports = ::fdopen(::dup(1), "w");
  std::setvbuf(reports, nullptr, _IOLBF, 1 << 16);
  static char buffer[4096];
  std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, 1);
  ::close(nowhere);
  return reports;
}

/// Whether the system runs another thread of the process. One that was joined may take a moment to be gone.
bool has_other_threads() {
  for (int tries = 0; tries != 200; ++tries) {
    if (numbers_in("/proc/self/task").size() < 2) return false;
    ::usleep(1000);
  }
  return true;
}

std::string refusal() {
  if (!is_instrumented())
    return "the program is not compiled with -fsanitize=thread, or the checker is linked before it: its own objects come first";
  sources code;
  const std::vector<std::string> all = code.uninstrumented();
  if (all.empty() && has_other_threads())
    return "a thread was started before the check, perhaps by a static object: it goes on in all executions";
  if (all.empty() && !(the_earlier_ends.all.has_room() && the_earlier_ends.quick.has_room()))
    return "more functions are to be called at the end of the program than there is room for: destructors of static objects, for instance";
  if (all.empty()) return "";
  std::string text = "compiled without -fsanitize=thread, so that what it does cannot be seen: " + all.front();
  if (all.size() > 1) text += " and " + std::to_string(all.size() - 1) + " more";
  return text;
}

}  // namespace

int check(int argc, char** argv, void (*body)(void*), void* context, bool whole) {
  the_heap.keep();
  checker::arguments a(argc, argv);
  const auto only_body = [&a] {
    if (a.scheduler == "graphs") a.refuse("--scheduler=graphs", "that search has the platform verify::relacy only");
    if (a.mutate_sites) a.refuse("--mutate-sites", "this program is not made of a platform's call sites");
    for (const std::string& s : a.scenarios)
      if (s != "body") a.refuse("--scenario=" + s, "this program has one scenario, which is called body");
  };
  only_body();
  if (a.help) {
    std::printf("%s [options]\n%s", a.program.c_str(), checker::arguments::usage);
    return 0;
  }
  if (a.list) {
    std::printf("body\n");
    return 0;
  }
  if (a.refusal.empty()) a.refusal = refusal();
  code_of_files racy(a.races_in);
  for (const std::string& part : racy.without_code()) a.refuse("--races-in=" + part, "no code of this program comes from there");
  if (!a.refusal.empty()) {
    std::fprintf(stderr, "%s: refused: %s\n", a.program.c_str(), a.refusal.c_str());
    return 2;
  }
  checker::claim_sharding();
  std::FILE* const reports = take_output();
  __libc_single_threaded = 0;  // otherwise the C++ library counts references without atomics until a thread of the system's starts
  signals::name_exceptions();
  const verdict none_yet;
  world& w = make_world();
  const signals watch;
  w.body = body;
  w.context = context;
  w.run.racy = std::move(racy);
  w.whole = whole;
  w.run.bounds.newest = a.newest;
  w.run.bounds.no_leaks = a.no_leaks;
  w.run.bounds.any_status = a.any_status;
  if (a.steps) w.run.bounds.steps = static_cast<std::uint32_t>(*a.steps);
  const checker::share mine = a.replays() ? checker::share{} : checker::this_share();
  const int answer = portfolio(w, std::move(a), mine, reports).run();
  w.end();
  verdict::given();
  std::fclose(reports);
  std::fflush(stderr);
  return answer;
}

}  // namespace weir::verify::checked
