// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_COSTS_HPP
#define WEIR_BENCH_MACHINE_COSTS_HPP

#include <array>
#include <cstdlib>
#include <istream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weir::bench::sim {

/// What each step of a simulated machine costs, in nanoseconds. The values are the fit of bench/machine/README.md: those of calibration.cpp where it
/// measures one, else the ones that the page gives a reason for.
struct costs {
  double step = 0.35;  ///< the ordinary instructions around one operation
  double hit = 0.4;  ///< a load or a store of a line that the core may use
  double rmw = 5.7;  ///< an atomic read-modify-write of a line that the core owns
  double fence = 5.7;  ///< a sequentially consistent fence with an empty store buffer
  double near_transfer = 60;  ///< a line that another core of the socket has written, or has to give up
  double far_transfer = 150;  ///< the same between sockets
  double near_copy = 25;  ///< one more copy of a line that a core of the socket has, and none has written
  double far_copy = 110;  ///< the same from the other socket
  double stay = 20;  ///< how long a line that has come stays at least, before the next core gets it
  double streamed = 4;  ///< a miss that the hardware's prefetcher has seen coming
  double memory = 90;  ///< the first use of a line
  double page = 1000;  ///< the first use of a page
  double pause = 23.6;  ///< platform::relax()
  double clock = 25.7;  ///< a reading of the clock
  double allocate = 4;  ///< operator new
  double release = 4;  ///< operator delete
  double system_call = 1000;  ///< into the kernel and back
  double bucket = 100;  ///< how long a futex call holds the lock of the futex's queue
  double wake = 6000;  ///< a signal to an idle processor, which runs a woken thread then: paid by the waker
  double wake_latency = 20000;  ///< from there until the thread runs on a processor that was idle
  double context_switch = 1900;  ///< from one thread to the next on a processor
  double thread_start = 7000;  ///< paid by the thread that starts another
  double thread_latency = 5000;  ///< from there until the new thread runs
  double slice = 2.8e6;  ///< how long a thread runs when others wait for a processor
  double jitter = 0.1;  ///< each operation takes up to this part longer, by chance
};

struct cost_field {
  std::string_view name;
  double costs::*value;
};

inline constexpr std::array cost_fields{
    cost_field{"step", &costs::step},
    cost_field{"hit", &costs::hit},
    cost_field{"rmw", &costs::rmw},
    cost_field{"fence", &costs::fence},
    cost_field{"near_transfer", &costs::near_transfer},
    cost_field{"far_transfer", &costs::far_transfer},
    cost_field{"near_copy", &costs::near_copy},
    cost_field{"far_copy", &costs::far_copy},
    cost_field{"stay", &costs::stay},
    cost_field{"streamed", &costs::streamed},
    cost_field{"memory", &costs::memory},
    cost_field{"page", &costs::page},
    cost_field{"pause", &costs::pause},
    cost_field{"clock", &costs::clock},
    cost_field{"allocate", &costs::allocate},
    cost_field{"release", &costs::release},
    cost_field{"system_call", &costs::system_call},
    cost_field{"bucket", &costs::bucket},
    cost_field{"wake", &costs::wake},
    cost_field{"wake_latency", &costs::wake_latency},
    cost_field{"context_switch", &costs::context_switch},
    cost_field{"thread_start", &costs::thread_start},
    cost_field{"thread_latency", &costs::thread_latency},
    cost_field{"slice", &costs::slice},
    cost_field{"jitter", &costs::jitter},
};

/// Changes those that the text names, a line `name value` each, as calibration.cpp prints them; lines that begin with # are comments. Throws
/// std::invalid_argument for a name or a value that is none.
inline void read_costs(std::istream& text, costs& prices) {
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.front() == '#') continue;
    const auto space = line.find(' ');
    bool known = false;
    for (const cost_field& each : cost_fields) {
      if (space == std::string::npos || line.compare(0, space, each.name) != 0) continue;
      char* end = nullptr;
      prices.*each.value = std::strtod(line.c_str() + space, &end);
      known = end != line.c_str() + space && prices.*each.value >= 0;
    }
    if (!known) throw std::invalid_argument("not a cost of the machine: " + line);
  }
}

}  // namespace weir::bench::sim

#endif
