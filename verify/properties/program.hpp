// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_PROGRAM_HPP
#define WEIR_VERIFY_PROPERTIES_PROGRAM_HPP

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace weir::properties {

// A program is plain data: what several threads do with one pool, and the world they do it in. 0 is the plainest value
// of everything, so that what fails shrinks towards little and plain.

/// What a task does, apart from taking its time.
enum class act : std::uint8_t {
  nothing,
  throws,
  posts,         ///< post() of a child, which may not wait for room
  try_posts,     ///< try_post() of two children
  runs,          ///< run() of a child: right here
  submits,       ///< submit() of a child whose future is dropped
  waits,         ///< wait_idle(), join(), pause() and restart(), which must refuse
  looks,         ///< stats() and state()
  resizes,
  purges,
  shuts_down,
  stops,
  last = stops,
};

struct work {
  act does = act::nothing;
  std::uint8_t ms = 0;
  bool large = false;  ///< does not fit into a task
};

/// What a thread does with the pool.
enum class verb : std::uint8_t {
  post,
  try_post,
  post_for,
  submit,  ///< and wait for the result
  run,
  sleep,
  wait_idle,
  wait_idle_for,
  look,    ///< stats() and state()
  resize,
  pause,   ///< for a while
  purge,
  bulk,    ///< post_bulk() of up to three
  shutdown,
  stop,
  last_of_submitters = stop,
  join_for,  ///< these only on the main thread
  join,      ///< if the pool was closed
  restart,
  last = restart,
};

struct command {
  verb what = verb::post;
  work task;
  std::uint8_t ms = 0;           ///< of sleep, of pause and of the timed calls; one less than the tasks of a bulk
  std::uint8_t min_workers = 0;  ///< of resize
  std::uint8_t more = 0;         ///< capacity - min_workers - 1
};
using script = std::vector<command>;

struct program {
  std::uint8_t capacity = 1;
  std::uint8_t min_workers = 0;  ///< cut to the capacity
  std::uint8_t idle_ms = 1;
  script main;
  std::vector<script> submitters;
  bool again = false;  ///< at the end, restart and use the pool once more

  std::vector<std::uint8_t> schedule;
  std::uint32_t seed = 0;
  std::vector<unsigned> failing_starts;
  std::uint8_t spurious = 0;
  std::uint8_t early = 0;
};

std::ostream& operator<<(std::ostream& to, const command& c);
std::ostream& operator<<(std::ostream& to, const program& p);

}  // namespace weir::properties

#endif
