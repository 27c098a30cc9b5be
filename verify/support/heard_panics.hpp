// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_HEARD_PANICS_HPP
#define WEIR_VERIFY_SUPPORT_HEARD_PANICS_HPP

#include <weir/concepts/axes.hpp>
#include <weir/concepts/failed_task.hpp>
#include <weir/concepts/panic_policy.hpp>

#include <exception>
#include <utility>

namespace weir::verify {

/// A panic policy that passes each call on to the scenario that runs.
struct heard_panics {
  using axis = axes::panic;

  struct listener {
    virtual void panicked(std::exception_ptr thrown, const failed_task& of) = 0;

   protected:
    ~listener() = default;
  };
  static inline listener* listens = nullptr;

  template <class P>
  struct on {
    void operator()(std::exception_ptr thrown, const failed_task& of) const { listens->panicked(std::move(thrown), of); }
  };
};

}  // namespace weir::verify

#endif
