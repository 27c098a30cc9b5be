// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_OUTPUT_HPP
#define PGZIP_OUTPUT_HPP

#include <sys/types.h>

#include <span>
#include <string>

#include "descriptor.hpp"
#include "interrupts.hpp"

namespace pgzip {

/// Where the compressed stream goes. A file gets its name in commit(), when it is complete: until then it is a temporary one in
/// the same directory, and destroying an output that was not committed removes it.
class output {
 public:
  /// Refuses a target that exists, unless `overwrite`. What is no regular file (/dev/null) is written to directly.
  static output file(const std::string& target, mode_t permissions, bool overwrite, const interrupts& signals);
  static output standard_output(const interrupts& signals);
  /// A file without a name, which goes when the output goes.
  static output scratch(const interrupts& signals);

  output(const output&) = delete;
  output& operator=(const output&) = delete;
  ~output();

  /// Writes all of `bytes` or throws.
  void write(std::span<const unsigned char> bytes);
  /// Says that the stream is complete.
  void commit();
  [[nodiscard]] int get() const noexcept { return to_.get(); }

 private:
  output(descriptor to, std::string target, std::string temporary, bool overwrite, const interrupts& signals);

  descriptor to_;
  std::string target_;
  std::string temporary_;  // the file's name so far; empty where there is no file to be named
  bool overwrite_;
  bool regular_;
  const interrupts* signals_;
};

}  // namespace pgzip

#endif
