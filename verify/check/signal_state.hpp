// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SIGNAL_STATE_HPP
#define WEIR_VERIFY_CHECK_SIGNAL_STATE_HPP

#include <signal.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace weir::verify::checked {

/// A set of signals as the system has it: a bit for each.
inline std::uint64_t bits_of(const sigset_t& set) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &set, sizeof bits);
  return bits;
}
inline sigset_t set_of(std::uint64_t bits) {
  sigset_t set;
  ::sigemptyset(&set);
  std::memcpy(&set, &bits, sizeof bits);
  return set;
}

/// What the program believes of signals. None ever comes, and the system is not told: a program that blocks or handles the signals of its own crashes would
/// hide them from the checker.
class signal_state {
 public:
  static constexpr int most = 65;

  void keep() {
    for (int s = 1; s != most; ++s) ::sigaction(s, nullptr, &before_[s]);
    std::copy(std::begin(before_), std::end(before_), std::begin(now_));
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
    mask_ = bits_of(blocked);
  }
  void restore() {
    if (changed_) std::copy(std::begin(before_), std::end(before_), std::begin(now_));
    changed_ = false;
  }
  [[nodiscard]] const struct sigaction& action(int signal) const { return now_[signal]; }
  void set_action(int signal, const struct sigaction& to) {
    now_[signal] = to;
    changed_ = true;
  }
  /// The signals that the thread which calls main blocks.
  [[nodiscard]] std::uint64_t mask() const { return mask_; }

 private:
  struct sigaction before_[most] = {};
  struct sigaction now_[most] = {};
  std::uint64_t mask_ = 0;
  bool changed_ = false;
};

}  // namespace weir::verify::checked

#endif
