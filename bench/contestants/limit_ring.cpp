// SPDX-License-Identifier: Apache-2.0
/// No pool, but about how fast one can be: a ring from one producer to one thread, in W1 only. Tasks are shown in batches, nothing is
/// woken, nothing allocated, and the thread never sleeps.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class limit_ring : public contestant {
 public:
  explicit limit_ring(unsigned) : slots_(room), worker_([this](std::stop_token over) { work(over); }) {}

  template <class F>
  void post(F f) {
    static_assert(sizeof(F) <= sizeof(slot::f) && std::is_trivially_copyable_v<F>);
    while (posted_ - taken_seen_ == room) {
      show();
      taken_seen_ = taken_.load(std::memory_order_acquire);
      if (posted_ - taken_seen_ == room) std::this_thread::yield();
    }
    slot& s = slots_[posted_++ % room];
    ::new (static_cast<void*>(s.f)) F(f);
    s.run = [](std::byte* place) { (*std::launder(reinterpret_cast<F*>(place)))(); };
    if (posted_ % batch == 0) show();
  }
  void wait(tally& all) {
    show();
    all.wait();
  }

 private:
  static constexpr std::uint64_t room = 4096;
  static constexpr std::uint64_t batch = 32;

  struct alignas(64) slot {
    void (*run)(std::byte*) = nullptr;
    std::byte f[48];
  };

  void show() { shown_.store(posted_, std::memory_order_release); }

  void work(const std::stop_token& over) {
    for (std::uint64_t next = 0; !over.stop_requested();) {
      const auto end = shown_.load(std::memory_order_acquire);
      if (next == end) std::this_thread::yield();
      for (; next != end; ++next) {
        slot& s = slots_[next % room];
        s.run(s.f);
        if ((next + 1) % batch == 0) taken_.store(next + 1, std::memory_order_release);
      }
      taken_.store(next, std::memory_order_release);
    }
  }

  std::vector<slot> slots_;
  std::uint64_t posted_ = 0;      // the producer's own, as is what it last saw of the other side
  std::uint64_t taken_seen_ = 0;
  alignas(64) std::atomic<std::uint64_t> shown_{0};
  alignas(64) std::atomic<std::uint64_t> taken_{0};
  std::jthread worker_;
};

const enrol<limit_ring, list_of<one_producer>> entry{"limit_ring", "no pool: a ring from one producer to one thread"};

}  // namespace
}  // namespace weir::bench
