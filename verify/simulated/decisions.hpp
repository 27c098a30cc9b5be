// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_DECISIONS_HPP
#define WEIR_VERIFY_SIMULATED_DECISIONS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weir::verify::sim {

/// Where every decision of a world comes from: first a script of bytes, then, if there is a seed, chance, else 0.
/// 0 always means the plainest course: no preemption, the first in line, no accident. So a script that shrinks to fewer and
/// smaller bytes is a plainer schedule, and what was decided is itself a script that repeats the run.
class decisions {
 public:
  decisions(std::uint64_t seed, std::vector<std::uint8_t> script) : script_(std::move(script)), chance_(seed), random_(seed != 0) {
    if (!random_) return;
    constexpr unsigned tempers[] = {2, 3, 5, 12, 40};  // no single rate of preemption finds everything
    odds_ = tempers[draw() % 5];
  }

  /// One of n equals.
  unsigned among(unsigned n) { return decide(n, 1); }
  /// 0, or now and then one of the n - 1 unusual courses.
  unsigned unusual(unsigned n) { return decide(n, odds_); }

  /// Everything decided so far, without the zeros at the end.
  [[nodiscard]] std::vector<std::uint8_t> taken() const {
    std::vector<std::uint8_t> all = taken_;
    while (!all.empty() && all.back() == 0) all.pop_back();
    return all;
  }

 private:
  unsigned decide(unsigned n, unsigned odds) {
    if (n < 2) return 0;
    unsigned choice = 0;
    if (taken_.size() < script_.size()) {
      choice = script_[taken_.size()] % n;
    } else if (random_) {
      const std::uint64_t word = draw();
      const unsigned low = static_cast<unsigned>(word & 0xffffffff), high = static_cast<unsigned>(word >> 32);
      if (odds == 1)
        choice = low % n;
      else if (low % odds == 0)
        choice = 1 + high % (n - 1);
    }
    taken_.push_back(static_cast<std::uint8_t>(choice));
    return choice;
  }

  std::uint64_t draw() {  // splitmix64
    std::uint64_t z = (chance_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::vector<std::uint8_t> script_;
  std::vector<std::uint8_t> taken_;
  std::uint64_t chance_;
  bool random_;
  unsigned odds_ = 1;
};

}  // namespace weir::verify::sim

#endif
