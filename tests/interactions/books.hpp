// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_BOOKS_HPP
#define TESTS_INTERACTIONS_BOOKS_HPP

#include <weir/post_result.hpp>

#include "tests/interactions/program.hpp"

#include <atomic>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace weir::interactions {

/// What tasks, hooks and moves throw on purpose.
struct boom : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// What a hook throws.
struct hook_boom : boom {
  using boom::boom;
};

/// Ends this process with a finding, which its parent reads.
[[noreturn]] void refute(const std::string& finding);
inline void check(bool holds, const char* claim) {
  if (!holds) refute(claim);
}

/// What became of one callable.
struct entry {
  enum class way : std::uint8_t { posted, submitted, grouped, repeated };
  way how = way::posted;
  body does = body::ends_at_once;
  form captures = form::small;
  std::uint8_t step = 255;              ///< which one made it; 255: the program itself
  std::uint8_t round = 0;
  bool in_main = true;                  ///< given to the pool that the program is about
  bool carries = false;                 ///< makes the call of that step
  bool throws = false;
  bool ends_thread = false;
  bool acts_when_destroyed = false;     ///< its capture's destructor makes the call of that step
  std::atomic<int> moves_left{-1};      ///< the move after that throws
  std::atomic<int> answer{-1};          ///< a post_result, once it is known
  std::atomic<bool> called_off{false};  ///< its stop token may stop before its turn
  std::atomic<bool> not_before{false};  ///< its time has not come: it must not run
  std::atomic<int> alive{0};            ///< captures that have not been moved from
  std::atomic<int> begun{0}, ended{0}, threw{0};
};

/// All callables of one program.
class books {
 public:
  entry& open() {
    const std::lock_guard lock(mutex_);
    return entries_.emplace_back();
  }
  /// What the pool has accepted and not done with.
  [[nodiscard]] std::vector<const entry*> accepted_and_not_over();
  [[nodiscard]] static bool all_gone(const std::vector<const entry*>& some);
  /// Everything is over: each is accounted for. So many were handed back and destroyed by hand. `drops`: the pool discards what it has
  /// accepted. `unsure`: a purge may also have taken a futures' tasks.
  void settle(std::size_t handed_back, bool drops, bool unsure);

 private:
  std::mutex mutex_;
  std::deque<entry> entries_;
};

}  // namespace weir::interactions

#endif
