// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_STRESS_STRESS_HPP
#define WEIR_VERIFY_STRESS_STRESS_HPP

#include <weir/platform/native.hpp>
#include <weir/verify/stress/storm.hpp>
#include <weir/verify/stress/watchdog.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/verify/support/option_value.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace weir::verify {
namespace stress {

/// WEIR_STRESS_SEED=<seed> repeats what each thread does, not how the threads interleave.
inline std::uint64_t chosen_seed() {
  if (const char* given = std::getenv("WEIR_STRESS_SEED")) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    if (const auto seed = verify::checker::whole_number(given, 0, most)) return *seed;
    std::fprintf(stderr, "WEIR_STRESS_SEED=%s: the value must be a whole number from 0 to %llu\n", given, most + 0ULL);
    std::exit(2);
  }
  return std::random_device{}();
}

/// Pools of this type, some of them with several lives, under storms for that long. What went wrong, or nothing.
template <class Pool>
std::string weather(std::uint64_t seed, std::chrono::milliseconds lasts) {
  using namespace std::chrono_literals;
  std::minstd_rand dice(seed);
  const auto end = std::chrono::steady_clock::now() + lasts;
  int storms = 0;
  while (std::chrono::steady_clock::now() < end) {
    const watchdog dog(60s, "WEIR_STRESS_SEED=" + std::to_string(seed) + ", storm " + std::to_string(storms));
    const unsigned capacity = static_cast<unsigned>(1 + dice() % storm<Pool>::most_workers);
    hearing<Pool> pool{{.capacity = capacity, .idle_after = std::chrono::microseconds(dice() % 100)}};
    account book;
    heard_drops<typename Pool::platform_type>::forget();
    for (unsigned life = dice() % 3 + 1; life != 0; --life, ++storms) {
      storm<hearing<Pool>>(pool, book, dice()).rage(4, 150);
      if (const char* fault = book.fault) return fault;
      if (life != 1 && !pool.restart()) return "a stopped pool can be restarted (I16)";
    }
  }
  std::printf("WEIR_STRESS_SEED=%llu: %d storms\n", static_cast<unsigned long long>(seed), storms);
  return {};
}

}  // namespace stress

/// The main function of a program that puts a pool type under real threads: run it under ThreadSanitizer. `Pool` is a template over the
/// platform; `name` stands in what the program prints.
template <template <class> class Pool>
int stress_test(const char* name) {
  const std::uint64_t seed = stress::chosen_seed();
  const std::string fault = stress::weather<Pool<platform::native>>(seed, std::chrono::seconds(3));
  if (fault.empty()) return 0;
  std::printf("FAILED  %s: %s\n  try again with WEIR_STRESS_SEED=%llu\n", name, fault.c_str(), static_cast<unsigned long long>(seed));
  return 1;
}

}  // namespace weir::verify

#endif
