// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_NOTE_HPP
#define WEIR_VERIFY_GRAPHS_NOTE_HPP

#include <weir/platform/where.hpp>
#include <weir/verify/graphs/view.hpp>

#include <optional>

namespace weir::verify::execution {

/// Something that a thread did, for the report of a failure.
struct note {
  unsigned thread;
  std::optional<event_id> event;  ///< or else an access of a cell
  platform::where at;
  const void* cell;
  bool writes;
};

}  // namespace weir::verify::execution

#endif
