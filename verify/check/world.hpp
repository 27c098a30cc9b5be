// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_WORLD_HPP
#define WEIR_VERIFY_CHECK_WORLD_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/heap.hpp>
#include <weir/verify/check/object.hpp>
#include <weir/verify/check/open_files.hpp>
#include <weir/verify/check/variables.hpp>

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace weir::verify::checked {

/// Keys of thread-specific data, and what is called with the values of a thread that ends.
struct thread_keys {
  static constexpr std::size_t most = strand::most_keys;
  bool used[most] = {};
  void (*destroy[most])(void*) = {};

  [[nodiscard]] bool has(pthread_key_t k) const { return k < most && used[k]; }
  void make(pthread_key_t k, void (*d)(void*)) {
    used[k] = true;
    destroy[k] = d;
  }
};

/// Those that the program has made before the check, and what the thread that calls main has there.
struct earlier_keys {
  thread_keys all;
  void* value[thread_keys::most] = {};
};
inline constinit earlier_keys the_earlier_keys{};

/// What an execution has beside its threads. One lives as long as the process.
struct world {
  static constexpr std::size_t most_ends = 4096;

  execution run;
  objects locks;
  variables globals;
  open_files files;
  void (*body)(void*) = nullptr;
  void* context = nullptr;
  bool whole = false;  ///< the body is a program's main: what ends it ends all threads
  at_end ends[most_ends];  ///< destructors of static objects that this execution has made
  std::size_t end_count = 0;
  thread_keys keys;
  char dying[300] = {};      ///< why the program is about to call abort, if it said so
  std::vector<void*> system_blocks;  ///< what the C library has allocated for the program in this execution
  std::uint64_t random = 0;  ///< the state of rand and its like

  void prepare() {
    run.locals.prepare();
    globals.prepare();
    run.host.adopt();
    run.memory.prepare(globals.program().begin, globals.program().end);
    run.room.prepare();
  }
  void begin(checker::strategy& plan, std::uint64_t execution_number) {
    globals.restore();
    files.restore();
    run.begin(plan, execution_number);
    the_heap.begin(run.choose(2, choice::reuse) != 0);
    end_count = 0;
    keys = the_earlier_keys.all;
    random = 1;
    dying[0] = '\0';
    system_blocks.clear();
  }
  /// After the last execution: the program's static objects are as they were before the first, so that the end of the process can destroy them.
  void end() {
    globals.restore();
    files.restore();
    the_heap.begin(false);
  }
};

inline constinit world* the_world = nullptr;

/// The only way in: everything is made, and the program's variables are kept as they are now.
inline world& make_world() {
  if (the_world == nullptr) {
    auto* const w = new world;
    w->prepare();
    the_objects = &w->locks;
    the_execution = &w->run;
    the_world = w;
    w->files.keep();
    w->globals.keep();
  }
  return *the_world;
}

[[noreturn]] inline void refuse(const char* what, std::uintptr_t word = 0) {
  the_execution->fail(failure::kind::refused, word, "%s", what);
}

}  // namespace weir::verify::checked

#endif
