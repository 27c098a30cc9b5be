// SPDX-License-Identifier: Apache-2.0
#include "sample_source.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace pgzip {
namespace {

constexpr std::string_view words[64] = {
    "the",     "water",    "of",       "a",      "and",    "weir",   "river",  "is",        "over",      "to",     "it",
    "flows",   "in",       "level",    "holds",  "back",   "gate",   "when",   "stone",     "high",      "low",    "through",
    "amount",  "right",    "upstream", "stream", "mill",   "fish",   "rain",   "after",     "before",    "spill",  "crest",
    "channel", "measures", "depth",    "bank",   "flood",  "winter", "spring", "current",   "builder",   "timber", "concrete",
    "notch",   "gauge",    "ladder",   "salmon", "pool",   "below",  "above",  "lets",      "exactly",   "pass",   "overflow",
    "basin",   "silt",     "valley",   "bridge", "keeper", "opens",  "closes", "reservoir", "downstream"};

}  // namespace

void sample_source::next_sentence() {
  sentence_.clear();
  used_ = 0;
  random_ ^= random_ << 13;  // xorshift
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  // Two numbers anded: words in front of the table come up more often, as they do in a language.
  for (int bits = 0; bits < 60; bits += 5) {
    sentence_ += words[(random_ >> bits) & (random_ >> (bits * 7 % 58)) & 63];
    sentence_ += ' ';
  }
  sentence_.back() = '.';
  sentence_ += '\n';
}

std::size_t sample_source::read(std::span<unsigned char> room) {
  std::size_t filled = 0;
  while (filled < room.size() && made_ < size_) {
    if (used_ == sentence_.size()) next_sentence();
    const std::size_t part = std::min({room.size() - filled, sentence_.size() - used_, std::size_t(size_ - made_)});
    std::memcpy(room.data() + filled, sentence_.data() + used_, part);
    filled += part;
    used_ += part;
    made_ += part;
  }
  return filled;
}

}  // namespace pgzip
