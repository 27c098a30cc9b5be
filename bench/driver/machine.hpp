// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_MACHINE_HPP
#define WEIR_BENCH_DRIVER_MACHINE_HPP

#include <filesystem>
#include <string>

namespace weir::bench {

/// What numbers depend on, and what a results file is named after.
struct machine {
  std::string commit;  ///< short; "+changes" when the tree, but for bench/results, differs from it, "unknown" outside a checkout
  std::string cpu;
  std::string compiler;
  unsigned cores = 0;

  [[nodiscard]] std::string file_name() const;  ///< <commit>.<cpu>.<compiler>.<cores>.txt
};

/// The repository that `bazel run` was called in, otherwise the current directory.
[[nodiscard]] std::filesystem::path source_tree();

[[nodiscard]] machine this_machine();

}  // namespace weir::bench

#endif
