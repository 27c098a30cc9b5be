// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_WORLD_HPP
#define WEIR_VERIFY_CHECK_WORLD_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/heap.hpp>
#include <weir/verify/check/mappings.hpp>
#include <weir/verify/check/object.hpp>
#include <weir/verify/check/open_files.hpp>
#include <weir/verify/check/process_state.hpp>
#include <weir/verify/check/scratch.hpp>
#include <weir/verify/check/signal_state.hpp>
#include <weir/verify/check/strand.hpp>
#include <weir/verify/check/system_blocks.hpp>
#include <weir/verify/check/variables.hpp>

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace weir::verify::checked {

[[noreturn]] inline void refuse(const char* what, std::uintptr_t word = 0) {
  the_execution->fail(failure::kind::refused, word, "%s", what);
}

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

/// What is called at the end, in the order in which it was registered.
class end_list {
 public:
  static constexpr std::size_t most = 4096;
  void add(at_end last) {
    if (all_ == nullptr) all_ = static_cast<at_end*>(reserve(most * sizeof(at_end)));
    if (count_ < most) all_[count_] = last;
    ++count_;
  }
  [[nodiscard]] bool has_room() const { return count_ <= most; }
  std::size_t copy_to(at_end* to) const {
    std::copy(all_, all_ + count_, to);
    return count_;
  }

 private:
  at_end* all_ = nullptr;
  std::size_t count_ = 0;
};

/// What the program has registered before the check, such as the destructors of its static objects. Each execution of a whole program ends with it.
struct earlier_ends {
  end_list all;
  end_list quick;
};
inline constinit earlier_ends the_earlier_ends{};

/// What an execution has beside its threads. One lives as long as the process.
struct world {
  execution run;
  objects locks;
  variables globals;
  open_files files;
  void (*body)(void*) = nullptr;
  void* context = nullptr;
  bool whole = false;  ///< the body is a program's main: what ends it ends all threads
  at_end ends[end_list::most];  ///< destructors of static objects, and what else an execution calls when it ends
  std::size_t end_count = 0;
  thread_keys keys;
  system_blocks of_system;
  mappings maps;
  char dying[300] = {};  ///< why the program is about to call abort, if it said so
  std::uint64_t random = 0;  ///< the state of rand and its like
  struct {
    std::uint32_t steps = 0;
    std::uint32_t number = 0;
    unsigned idle = 0;  ///< seconds since it was so
    unsigned most_idle = 10;
    bool hurries = false;  ///< the clock ticks more often, until it meets the program in its own code
  } seen;  ///< when the clock ticked last
  process_state process;
  signal_state signals_told;
  at_end quick_ends[end_list::most];  ///< and what it calls when it ends by quick_exit
  std::size_t quick_end_count = 0;

  void prepare() {
    run.locals.prepare();
    globals.prepare();
    run.host.adopt();
    run.memory.prepare(globals.program().begin, globals.program().end,
                       [] { refuse("the program uses more memory outside of its heap and its variables than there is a table for"); });
    run.room.prepare();
  }
  void begin(checker::strategy& plan, std::uint64_t execution_number) {
    restore();
    run.begin(plan, execution_number);
    the_heap.begin(run.choose(2, choice::reuse) != 0);
    end_count = whole ? the_earlier_ends.all.copy_to(ends) : 0;
    quick_end_count = whole ? the_earlier_ends.quick.copy_to(quick_ends) : 0;
    keys = the_earlier_keys.all;
    random = 1;
    dying[0] = '\0';
    of_system.begin();
  }
  /// After the last execution: the program's static objects are as they were before the first, so that the end of the process can destroy them.
  void end() {
    restore();
    the_heap.begin(false);
  }

 private:
  void restore() {
    maps.begin();
    globals.restore();
    files.restore();
    process.restore();
    signals_told.restore();
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
    w->process.keep();
    w->signals_told.keep();
    w->globals.keep();
  }
  return *the_world;
}

}  // namespace weir::verify::checked

#endif
