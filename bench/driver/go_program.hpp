// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_GO_PROGRAM_HPP
#define WEIR_BENCH_DRIVER_GO_PROGRAM_HPP

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bench/catalogue.hpp"

namespace weir::bench {

/// Contestants in Go: a program that is built when there is a `go`, and that understands --child as this one does.
class go_program {
 public:
  go_program() = default;
  go_program(const go_program&) = delete;
  go_program& operator=(const go_program&) = delete;
  ~go_program();  ///< removes what was built

  /// Builds it from that folder of the source tree and enters its contestants; otherwise says why there are none. The catalogue refers
  /// to this object from then on. A folder with a build.py is built by it, which also gets `modules`, if that is not empty, and says which
  /// contestants it leaves out.
  [[nodiscard]] std::optional<std::string> enter(catalogue& all, std::string_view sources, const std::string& modules);

 private:
  std::filesystem::path folder_;  ///< empty: nothing was built
  std::string program_;
  std::deque<std::string> names_;  ///< what the catalogue's views look at
};

}  // namespace weir::bench

#endif
