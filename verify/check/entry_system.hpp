// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_SYSTEM_HPP
#define WEIR_VERIFY_CHECK_ENTRY_SYSTEM_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/threads.hpp>
#include <weir/verify/check/time.hpp>
#include <weir/verify/check/world.hpp>

#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

// Clocks, sleep, random numbers, and the usual ends of a program.

using namespace weir::verify::checked;

namespace weir::verify::checked {

inline std::uint64_t random_bits() {
  std::uint64_t z = (the_world->random += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

[[noreturn]] inline void wrong(std::uintptr_t pc, const char* text) {
  the_execution->user = false;
  note(*the_execution, deed::other, "", 0, pc, text);
  the_execution->fail(failure::kind::wrong, 0, "%s", text);
}

/// `call` is about to end the program, which may have said something with it.
inline void must_end_so(std::uintptr_t pc, int status, const char* call, const char* words = "") {
  const std::string said = words[0] == '\0' ? "" : std::string(": ") + words;
  if (!the_world->whole) wrong(pc, ("the program calls " + (call + said)).c_str());
  execution& e = *the_execution;
  e.turn();
  note(e, deed::end, "", 0, pc, "ends the program with status " + std::to_string(status));
  e.did(34);
  status &= 0xff;  // what its parent gets
  if (status != 0 && !e.bounds.any_status) e.fail(failure::kind::wrong, 0, "the program ends with status %d%s", status, said.c_str());
}
[[noreturn]] inline void exits(std::uintptr_t pc, int status, const char* call, bool destroys, const char* words = "") {
  inside here;
  must_end_so(pc, status, call, words);
  end_program(destroys);
}
/// What was registered for a quick end is called, and no object is destroyed.
[[noreturn]] inline void exits_quickly(std::uintptr_t pc, int status) {
  inside here;
  must_end_so(pc, status, "quick_exit");
  run_ends(the_world->quick_ends, the_world->quick_end_count);
  end_program(false);
}

}  // namespace weir::verify::checked

extern "C" {

int clock_gettime(clockid_t clock, timespec* t) noexcept {
  if (!under_check()) return behind(&clock_gettime, "clock_gettime")(clock, t);
  inside here;
  *t = read_clock(*the_execution, clock);
  return 0;
}
int gettimeofday(timeval* t, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *t = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
time_t time(time_t* t) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (t != nullptr) *t = now.tv_sec;
  return now.tv_sec;
}
int timespec_get(timespec* t, int base) noexcept {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, t);
  return base;
}
/// The program has had a processor all the time.
clock_t weir_check_clock() noexcept __asm__("clock");
clock_t weir_check_clock() noexcept {
  if (!under_check()) return behind(&weir_check_clock, "clock")();
  inside here;
  return spent(*the_execution) / 1000;
}
clock_t times(tms* t) noexcept {
  if (!under_check()) return behind(&times, "times")(t);
  inside here;
  const clock_t ticks = spent(*the_execution) / 10'000'000;
  if (t != nullptr) *t = {ticks, 0, 0, 0};
  return ticks;
}
int weir_check_getrusage(int who, rusage* r) noexcept __asm__("getrusage");
int weir_check_getrusage(int who, rusage* r) noexcept {
  if (!under_check()) return behind(&weir_check_getrusage, "getrusage")(who, r);
  inside here;
  const std::int64_t n = spent(*the_execution) / 1000;
  *r = {};
  r->ru_utime = {n / 1'000'000, n % 1'000'000};
  return 0;
}
long sysconf(int name) noexcept {
  return name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? get_nprocs() : behind(&sysconf, "sysconf")(name);
}
int get_nprocs_conf() noexcept { return get_nprocs(); }

int nanosleep(const timespec* span, timespec* left) {
  if (!under_check()) return behind(&nanosleep, "nanosleep")(span, left);
  inside here;
  sleep_until(*the_execution, deadline_after(*the_execution, span), caller());
  return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* span, timespec* left) {
  if (!under_check()) return behind(&clock_nanosleep, "clock_nanosleep")(clock, flags, span, left);
  inside here;
  execution& e = *the_execution;
  sleep_until(e, (flags & TIMER_ABSTIME) != 0 ? deadline_at(clock, span) : deadline_after(e, span), caller());
  return 0;
}
int usleep(useconds_t n) {
  const timespec span{n / 1'000'000, n % 1'000'000 * 1000};
  return nanosleep(&span, nullptr);
}
unsigned sleep(unsigned seconds) {
  const timespec span{seconds, 0};
  return nanosleep(&span, nullptr), 0;
}

int fclose(FILE* f) {
  if (under_check() && the_world->files.was_open(::fileno(f))) {
    inside here;
    refuse("the program closes a file that was open before the check");
  }
  return behind(&fclose, "fclose")(f);
}

int rand() noexcept { return under_check() ? static_cast<int>(random_bits() >> 33) : behind(&rand, "rand")(); }
long random() noexcept { return rand(); }
void srand(unsigned seed) noexcept {
  if (!under_check()) return behind(&srand, "srand")(seed);
  the_world->random = seed;
}
void srandom(unsigned seed) noexcept { srand(seed); }
ssize_t getrandom(void* to, std::size_t size, unsigned) {
  for (std::size_t i = 0; i != size; ++i)
    static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(under_check() ? random_bits() : 0);
  return static_cast<ssize_t>(size);
}
int getentropy(void* to, std::size_t size) {
  if (size > 256) return errno = EIO, -1;
  return getrandom(to, size, 0), 0;
}
/// std::random_device: the same numbers in each execution.
unsigned weir_check_random_device(void*) __asm__("_ZNSt13random_device9_M_getvalEv");
unsigned weir_check_random_device(void*) { return static_cast<unsigned>(under_check() ? random_bits() : 4); }

[[noreturn]] void __assert_fail(const char* text, const char* file, unsigned line, const char* function) noexcept {
  if (under_check()) {
    char all[500];
    std::snprintf(all, sizeof all, "assertion `%s` fails in %s (%s:%u)", text, function, file, line);
    wrong(caller(), all);
  }
  std::fprintf(stderr, "%s:%u: %s: assertion `%s` fails\n", file, line, function, text);
  std::_Exit(134);
}
void abort() noexcept {
  if (under_check()) wrong(caller(), the_world->dying[0] != '\0' ? the_world->dying : "the program calls abort");
  behind(&abort, "abort")();
  __builtin_unreachable();
}
void exit(int status) noexcept {
  if (under_check()) exits(caller(), status, "exit", true);
  behind(&exit, "exit")(status);
  __builtin_unreachable();
}
void _exit(int status) {
  if (under_check()) exits(caller(), status, "_exit", false);
  behind(&_exit, "_exit")(status);
  __builtin_unreachable();
}
}

#endif
