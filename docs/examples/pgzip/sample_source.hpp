// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_SAMPLE_SOURCE_HPP
#define PGZIP_SAMPLE_SOURCE_HPP

#include <string>

#include "source.hpp"

namespace pgzip {

/// The built-in input: text that is made up on the way, always the same and never in memory as a whole.
class sample_source final : public source {
 public:
  explicit sample_source(std::uint64_t size) : size_(size) {}

  std::size_t read(std::span<unsigned char> room) override;
  [[nodiscard]] std::optional<std::uint64_t> size() const override { return size_; }

 private:
  void next_sentence();

  std::uint64_t size_;
  std::uint64_t made_ = 0;
  std::uint64_t random_ = 0x9e3779b97f4a7c15;
  std::string sentence_;
  std::size_t used_ = 0;  // how much of the sentence has been handed out
};

}  // namespace pgzip

#endif
