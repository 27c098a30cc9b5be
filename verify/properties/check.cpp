// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/check.hpp>
#include <weir/verify/properties/generate.hpp>
#include <weir/verify/properties/play.hpp>
#include <weir/verify/properties/story.hpp>
#include <weir/verify/support/heartbeat.hpp>
#include <weir/verify/support/shards.hpp>

#include <cstdio>
#include <functional>
#include <string>

namespace weir::properties {

namespace {

constexpr int cases = 1'000;
constexpr unsigned seeds_per_program = 3;

bool holds(const std::string& name, const char* sentence, const std::function<void()>& property) {
  verify::checker::heartbeat pulse;
  unsigned long long tried = 0;
  const std::string fault = refute(name, cases, [&] {
    property();
    pulse.beat(name.c_str(), ++tried, "cases");
  });
  std::printf("%s: %s\n  %s\n", name.c_str(), sentence,
              fault.empty() ? (std::to_string(cases) + " cases, none refutes it").c_str() : ("FAILED  " + fault).c_str());
  return fault.empty();
}

bool programs_hold(const combination& pool) {
  unsigned seeds = seeds_per_program;
  return holds("programs/" + pool.name, "whatever several threads do with the pool, every promise is kept", [&] {
    const program p = *programs();
    const std::string fault = find_fault(pool, p, seeds);
    if (fault.empty()) return;
    seeds = 30 * seeds_per_program;  // while it shrinks, a program that can fail should
    RC_FAIL("pool " + pool.name + ": " + fault);
  });
}

bool stories_hold(const combination& pool) {
  if (const char* why = why_no_model(pool.is)) {
    std::printf("left out: model/%s: %s\n", pool.name.c_str(), why);
    return true;
  }
  return holds("model/" + pool.name, "at rest, the pool has as many workers and tasks as the plain model says", [&] {
    const story s = *stories();
    const std::string difference = find_difference(pool, s);
    if (!difference.empty()) RC_FAIL("pool " + pool.name + ": " + difference);
  });
}

}  // namespace

int check(const combination& pool) {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);  // what is piped shall see each line when it is written
  verify::checker::claim_sharding();
  bool good = true;
  if (verify::checker::in_this_shard(0)) good = programs_hold(pool);
  if (verify::checker::in_this_shard(1)) good = stories_hold(pool) && good;
  return good ? 0 : 1;
}

}  // namespace weir::properties
