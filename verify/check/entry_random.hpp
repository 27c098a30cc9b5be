// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_RANDOM_HPP
#define WEIR_VERIFY_CHECK_ENTRY_RANDOM_HPP

#include <weir/verify/check/entry_system.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

// The random numbers that are neither rand's nor the system's: the same in each execution.

using namespace weir::verify::checked;

namespace weir::verify::checked {

/// What drand48 and its like have. Like each variable it is as before the check when an execution begins.
inline drand48_data the_drand48{};

/// The next number of one of its kinds, and perhaps of a state that the program has.
template <class Number, class Draw, class... State>
Number drawn(Draw draw, State... of) {
  Number n{};
  draw(of..., &the_drand48, &n);
  return n;
}

}  // namespace weir::verify::checked

extern "C" {

double drand48() noexcept { return drawn<double>(::drand48_r); }
double erand48(unsigned short state[3]) noexcept { return drawn<double>(::erand48_r, state); }
long lrand48() noexcept { return drawn<long>(::lrand48_r); }
long nrand48(unsigned short state[3]) noexcept { return drawn<long>(::nrand48_r, state); }
long mrand48() noexcept { return drawn<long>(::mrand48_r); }
long jrand48(unsigned short state[3]) noexcept { return drawn<long>(::jrand48_r, state); }
void srand48(long seed) noexcept { ::srand48_r(seed, &the_drand48); }
unsigned short* seed48(unsigned short seed[3]) noexcept {
  ::seed48_r(seed, &the_drand48);
  return the_drand48.__old_x;
}
void lcong48(unsigned short parameters[7]) noexcept { ::lcong48_r(parameters, &the_drand48); }

// Older C libraries have none of these, and a program may have its own.
std::uint32_t weir_check_arc4random() __asm__("arc4random");
[[gnu::weak]] std::uint32_t weir_check_arc4random() { return under_check() ? static_cast<std::uint32_t>(random_bits()) : 4; }
void weir_check_arc4random_buf(void* to, std::size_t size) __asm__("arc4random_buf");
[[gnu::weak]] void weir_check_arc4random_buf(void* to, std::size_t size) { ::getrandom(to, size, 0); }
std::uint32_t weir_check_arc4random_uniform(std::uint32_t bound) __asm__("arc4random_uniform");
[[gnu::weak]] std::uint32_t weir_check_arc4random_uniform(std::uint32_t bound) { return bound < 2 ? 0 : weir_check_arc4random() % bound; }
}

#endif
