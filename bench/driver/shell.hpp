// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_SHELL_HPP
#define WEIR_BENCH_DRIVER_SHELL_HPP

#include <string>

namespace weir::bench {

/// What a shell command prints, without the line ends at its end; nothing if it fails.
[[nodiscard]] std::string output_of(const std::string& command);

/// A word that the shell takes as it is.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace weir::bench

#endif
