// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_FILE_SOURCE_HPP
#define PGZIP_FILE_SOURCE_HPP

#include <sys/stat.h>

#include <string>

#include "descriptor.hpp"
#include "interrupts.hpp"
#include "source.hpp"

namespace pgzip {

/// A regular file, or standard input whatever that is. A file that ends before the size it had when it was opened is
/// an error: it was truncated while it was read.
class file_source final : public source {
 public:
  file_source(const std::string& path, const interrupts& signals);
  static file_source standard_input(const interrupts& signals);

  std::size_t read(std::span<unsigned char> room) override;
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return size_; }
  /// Who may do what with an output that holds the same: as much as with the input, where that is a file.
  [[nodiscard]] mode_t permissions() const noexcept { return permissions_; }

 private:
  file_source(descriptor from, std::string name, const interrupts& signals);

  descriptor from_;
  std::string name_;
  const interrupts* signals_;
  std::optional<std::uint64_t> size_;
  std::uint64_t read_ = 0;
  mode_t permissions_ = 0;
};

}  // namespace pgzip

#endif
