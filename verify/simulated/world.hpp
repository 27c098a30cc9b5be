// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_WORLD_HPP
#define WEIR_VERIFY_SIMULATED_WORLD_HPP

#include <weir/verify/simulated/scheduler.hpp>

#include <memory>
#include <utility>

namespace weir::verify {

/// A small computer with virtual threads and virtual time, inside one ordinary thread. `run` starts a main thread with
/// the given function and returns when all is over, or when it went wrong.
///
///     weir::verify::world w{{.seed = 7, .failing_starts = {1}}};
///     const weir::verify::outcome end = w.run([] { weir::pool<weir::verify::simulated> p{{.capacity = 2}}; p.post(work); });
///     EXPECT_TRUE(end.ok) << end.error;
///
/// Run again, it does exactly the same again.
class world {
 public:
  using options = world_options;

  explicit world(options o = {}) : options_(std::move(o)) {}

  template <class F>
  outcome run(F main) const {
    return sim::scheduler(options_).run(std::make_unique<sim::work_of<F>>(std::move(main)));
  }

 private:
  options options_;
};

}  // namespace weir::verify

#endif
