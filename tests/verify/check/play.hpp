// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_CHECK_PLAY_HPP
#define TESTS_VERIFY_CHECK_PLAY_HPP

#include <array>
#include <memory>
#include <thread>

/// A scenario of the model checks as a program for weir_check: what is shipped, on the native platform, with threads of the standard library.
template <class Scenario>
void play() {
  const auto s = std::make_unique<Scenario>();
  if constexpr (requires { s->before(); }) s->before();
  std::array<std::thread, Scenario::threads - 1> others;
  for (unsigned i = 1; i != Scenario::threads; ++i) others[i - 1] = std::thread([&s, i] { s->thread(i); });
  s->thread(0);
  for (std::thread& t : others) t.join();
  if constexpr (requires { s->finish(); }) s->finish();
  if constexpr (requires { s->after(); }) s->after();
}

#endif
