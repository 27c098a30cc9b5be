// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_REPETITION_HPP
#define WEIR_VERIFY_GRAPHS_REPETITION_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <vector>

namespace weir::verify::execution {

/// Finds out that a thread goes round in a loop that changes nothing: it wants a step in a state in which it has wanted one before, and has
/// written nothing since. What it would do is what it did, until it reads something else; so it waits, and an execution in which the loop has gone
/// round once more is not another one.
class repetition {
 public:
  /// The thread wants its next step, after so many events. Answers how many it had when it was in this state before.
  std::optional<std::size_t> arrives(std::uint64_t state, std::size_t events) {
    for (const mark& m : seen_)
      if (m.state == state) return m.events;
    seen_.push_back({state, events});
    return std::nullopt;
  }
  /// The thread has changed what others, or itself, may see.
  void changed() { seen_.clear(); }

  /// A lock that is taken and given up again changes nothing, but no loop may be left out that begins and ends inside: what is left would keep
  /// the lock.
  void locks(std::uint32_t mutex, std::size_t event) { held_.push_back({mutex, event}); }
  void unlocks(std::uint32_t mutex) {
    const auto since = std::find_if(held_.rbegin(), held_.rend(), [&](const held& h) { return h.mutex == mutex; });
    if (since == held_.rend()) return;
    std::erase_if(seen_, [&](const mark& m) { return m.events > since->event; });
    held_.erase(std::next(since).base());
  }
  void begin() {
    seen_.clear();
    held_.clear();
  }

 private:
  struct mark {
    std::uint64_t state;
    std::size_t events;
  };
  struct held {
    std::uint32_t mutex;
    std::size_t event;
  };
  std::vector<mark> seen_;
  std::vector<held> held_;
};

/// How far above the saved registers of a function that has called __builtin_unwind_init its frame address is.
#if defined(__x86_64__)
inline constexpr std::ptrdiff_t below_frame_address = 5 * sizeof(void*);
#else
inline constexpr std::ptrdiff_t below_frame_address = 0;
#endif

/// Fills what is below the caller's frame with zeros.
[[gnu::noinline]] inline void blank_below() {
  char bytes[2048];
  std::memset(bytes, 0, sizeof bytes);
  asm volatile("" : : "r"(bytes) : "memory");
}

/// The bytes from `from` to `to`, as a number.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
__attribute__((no_sanitize("address")))
#endif
#elif defined(__SANITIZE_ADDRESS__)
__attribute__((no_sanitize_address))
#endif
inline std::uint64_t
fingerprint(const char* from, const char* to) {
  const auto* word = reinterpret_cast<const volatile std::uint64_t*>(from);
  const auto* const end = word + (to - from + 7) / 8;
  std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
  const auto add = [](std::uint64_t& lane, std::uint64_t next) { lane = (lane ^ next) * 0xBF58476D1CE4E5B9ULL + (lane >> 29); };
  std::uint64_t second = hash, third = hash, fourth = hash;  // lanes, which do not wait for each other
  for (; end - word >= 4; word += 4) {
    add(hash, word[0]);
    add(second, word[1]);
    add(third, word[2]);
    add(fourth, word[3]);
  }
  for (; word < end; ++word) add(hash, *word);
  for (const std::uint64_t lane : {second, third, fourth}) add(hash, lane);
  return hash;
}

}  // namespace weir::verify::execution

#endif
