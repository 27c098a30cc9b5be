// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_VAIN_ROUNDS_HPP
#define WEIR_VERIFY_GRAPHS_VAIN_ROUNDS_HPP

#include <weir/platform/where.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace weir::verify::execution {

/// Finds out that a thread yields again and again, reads the same in between and changes nothing. A loop that counts its rounds is never in the same
/// state twice, so `repetition` does not find it. What it does after very many rounds is not explored: the thread waits until it reads something else.
class vain_rounds {
 public:
  /// A loop of more rounds in vain waits.
  static constexpr unsigned most = 3;

  /// The thread yields, after so many events, and after reads since it yielded last that have this hash. Answers after how many events it yielded
  /// last, if the round is one too many.
  std::optional<std::size_t> yields(platform::where at, std::size_t events, std::size_t reads) {
    const bool again = at.file == at_.file && at.line == at_.line && reads == reads_ && !changed_ &&
                       std::all_of(written_.begin(), written_.end(), [](const content& c) { return hash(c.bytes) == c.before; });
    rounds_ = again ? rounds_ + 1 : 0;
    const std::size_t before = events_;
    at_ = at;
    events_ = events;
    reads_ = reads;
    changed_ = false;
    written_.clear();
    return rounds_ >= most ? std::optional(before) : std::nullopt;
  }
  /// It has yielded.
  [[nodiscard]] bool began() const { return at_.line != 0; }
  /// After how many events it yielded last.
  [[nodiscard]] std::size_t last() const { return events_; }
  /// The thread has changed what others may see.
  void changed() { changed_ = true; }
  /// It may change this, until it yields.
  void may_change(std::string_view bytes) {
    const bool is_known = std::any_of(written_.begin(), written_.end(), [&](const content& c) { return c.bytes.data() == bytes.data(); });
    if (!changed_ && !is_known) written_.push_back({bytes, hash(bytes)});
  }
  void begin() { *this = {}; }

 private:
  struct content {
    std::string_view bytes;
    std::size_t before;
  };
  static std::size_t hash(std::string_view bytes) { return std::hash<std::string_view>()(bytes); }

  platform::where at_{"", "", 0};  // of the last yield; line 0: there was none
  std::size_t events_ = 0;
  std::size_t reads_ = 0;
  unsigned rounds_ = 0;
  bool changed_ = false;
  std::vector<content> written_;
};

}  // namespace weir::verify::execution

#endif
