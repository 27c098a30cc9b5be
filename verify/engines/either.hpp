// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_ENGINES_EITHER_HPP
#define WEIR_VERIFY_ENGINES_EITHER_HPP

#include <weir/verify/graphs/replay.hpp>

#include <new>

namespace weir::verify::engines {

/// Is it the search by graphs that runs, or Relacy?
inline bool by_graphs() { return execution::the_replay != nullptr; }

/// An object of the engine that runs when it is made. So each program of scenarios is compiled once, for both engines.
template <class Relacy, class Graphs>
class either {
 public:
  template <class... Args>
  explicit either(const Args&... args) {
    if (by_graphs())
      ::new (static_cast<void*>(&graphs_)) Graphs(args...);
    else
      ::new (static_cast<void*>(&relacy_)) Relacy(args...);
  }
  either(const either&) = delete;
  either& operator=(const either&) = delete;
  ~either() {
    if (by_graphs())
      graphs_.~Graphs();
    else
      relacy_.~Relacy();
  }

  /// Calls `f` with it.
  template <class F>
  decltype(auto) ask(F f) {
    return by_graphs() ? f(graphs_) : f(relacy_);
  }
  template <class F>
  decltype(auto) ask(F f) const {
    return by_graphs() ? f(graphs_) : f(relacy_);
  }

 private:
  union {
    Relacy relacy_;
    Graphs graphs_;
  };
};

}  // namespace weir::verify::engines

#endif
