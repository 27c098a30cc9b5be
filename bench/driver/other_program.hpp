// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_OTHER_PROGRAM_HPP
#define WEIR_BENCH_DRIVER_OTHER_PROGRAM_HPP

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bench/catalogue.hpp"

namespace weir::bench {

/// Contestants of a program that is built for the run, and that understands --child as this one does: in another language, or with a
/// library that is not a package.
class other_program {
 public:
  other_program() = default;
  other_program(const other_program&) = delete;
  other_program& operator=(const other_program&) = delete;
  ~other_program();  ///< removes what was built

  /// Builds it from that folder of the source tree and enters its contestants; otherwise says why there are none. The catalogue refers
  /// to this object from then on. A folder with a build.py is built by it, which also gets `words`, quoted for the shell, and says which
  /// contestants it leaves out.
  [[nodiscard]] std::optional<std::string> enter(catalogue& all, std::string_view sources, const std::string& words);
  /// The same, if that language is there.
  [[nodiscard]] std::optional<std::string> enter(catalogue& all, const other_language& language, const std::string& words);

 private:
  std::filesystem::path folder_;  ///< empty: nothing was built
  std::string program_;
  std::deque<std::string> names_;  ///< what the catalogue's views look at
};

}  // namespace weir::bench

#endif
