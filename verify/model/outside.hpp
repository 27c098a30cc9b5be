// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_OUTSIDE_HPP
#define WEIR_VERIFY_MODEL_OUTSIDE_HPP

#include <weir/verify/graphs/arena.hpp>
#include <weir/verify/relacy/engine.hpp>

#include <utility>

namespace weir::verify::model {

/// While it is there, memory comes from the system, within an execution too: what a model allocates is no step, and no part of what is checked.
class outside {
 public:
  outside() : engine_(std::exchange(rl::context_holder<>::instance_, nullptr)) {}
  outside(const outside&) = delete;
  outside& operator=(const outside&) = delete;
  ~outside() { rl::context_holder<>::instance_ = engine_; }

 private:
  rl::context* engine_;
  execution::outside_the_arena no_arena_;
};

}  // namespace weir::verify::model

#endif
