// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_STEP_HPP
#define WEIR_VERIFY_SUPPORT_STEP_HPP

#include <string>

namespace weir::verify::checker {

/// What kind of thing a step does; pictures draw each kind in its own way.
enum class deed {
  lock,
  wants_lock,  ///< asks for a lock that another thread holds
  unlock,
  wait,   ///< on a condition variable
  woken,  ///< notified, or the wait's deadline has come
  notify,
  load,
  store,
  modify,  ///< reads the newest value and writes another in one step
  read,    ///< of a cell
  write,   ///< of a cell
  start,   ///< of a thread
  join,
  yield,
  end,
  failure,
  other
};

/// One step of a failed execution. Steps are named by their number in the history, from 0; none is -1.
struct step {
  int thread = 0;
  deed kind = deed::other;
  std::string object;  ///< a short name, stable within the history: m1 a mutex, cv1, a1 an atomic, d1 a cell, t1 a thread
  std::string what;    ///< in our words, with the values read and written
  std::string place;   ///< file:line
  std::string function;
  std::string result;   ///< the value that the object has afterwards, if the step writes one
  bool old = false;     ///< reads a value that is not the newest one
  bool sleeps = false;  ///< the thread cannot go on from here until another lets it
  int woken_by = -1;    ///< the step of another thread that ended such a sleep
  int reads_from = -1;  ///< the step that wrote the value read
  int misses = -1;      ///< the newer one that an old read did not see, or the other side of a data race

  [[nodiscard]] std::string where() const { return function.empty() ? place : place + " (" + function + ")"; }
  [[nodiscard]] bool same(const step& o) const { return thread == o.thread && text() == o.text() && where() == o.where(); }
  [[nodiscard]] std::string text() const { return object.empty() ? what : object + " " + what; }
};

}  // namespace weir::verify::checker

#endif
