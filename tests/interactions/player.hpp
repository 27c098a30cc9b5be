// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_PLAYER_HPP
#define TESTS_INTERACTIONS_PLAYER_HPP

#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>

#include "tests/interactions/any_pool.hpp"
#include "tests/interactions/board.hpp"
#include "tests/interactions/program.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace weir::interactions {

/// Hears what panic policies are told.
class listener {
 public:
  virtual ~listener() = default;
  virtual void panicked(const std::exception_ptr& what) = 0;
  static inline std::atomic<listener*> now{nullptr};
};

/// Plays one program: makes its calls where it says, and checks what every pool promises.
///
/// Three pools take part. `main` is the one the program is about. `near` runs tasks that call `main` and may block for it, so nothing waits for
/// `near`. `away` runs coroutines, which never block, so everything may wait for it.
template <class P>
class player final : public performer<P>, listener {
 public:
  explicit player(const program& p);
  ~player() override;
  player(const player&) = delete;
  player& operator=(const player&) = delete;

  /// The whole life of the pool; refutes what is not so.
  void play();

 private:
  using other_pool = weir::pool<panic::call<heard>, P>;
  using threads = std::vector<typename stage<P>::thread>;
  using answer_coroutine = basic_coroutine<post_result, P>;

  /// What the calls of one round have in common.
  struct scene {
    gate<P> go;  ///< the calls begin
    gate<P> curtain;  ///< the moment is over, and what holds threads lets them go
    basic_channel<int, 1, P> channel;
    std::atomic<bool> has_begun{false};  ///< as `go`, for coroutines
    std::atomic<bool> full{false}, paused{false}, resizing{false}, idle{false};
    std::atomic<std::uint64_t> under_way{0};  ///< operations
    std::atomic<int> helpers{0};
  };
  /// Counts a thread of the pool as held while it lives.
  struct holding {
    std::atomic<int>& held;
    explicit holding(std::atomic<int>& h) : held(h) { ++held; }
    ~holding() { --held; }
  };

  // player_rounds.cpp: from the pool's begin to its end.
  [[nodiscard]] options choose_options();
  void begin_round(unsigned r, unsigned first_step);
  void place(unsigned s);
  void set_up(moment m, scene& here);
  void fill(scene& here);
  void release();
  void end_of_life();
  [[nodiscard]] std::string unfinished() const;
  /// Waits until it holds: for hundreds of ticks of simulated time, or as long as a slow machine may need.
  template <class Predicate>
  [[nodiscard]] static bool eventually(Predicate holds) {
    constexpr int looks = stage<P>::is_simulated ? 200 : 10'000;
    for (int n = 0; n != looks; ++n) {
      if (holds()) return true;
      stage<P>::sleep(stage<P>::tick);
    }
    return false;
  }

  // player_checks.cpp: what must hold while the calls of a round can get no further.
  void check_at_rest(scene& here);
  void check_away();
  void check_answer(const step& s, const entry& e, post_result r, bool was_closed);
  void check_exception(const step& s, caller who, const std::exception_ptr& thrown);

  // player_bodies.cpp: what callables, hooks and handlers do.
  void run(entry& e) override;
  basic_coroutine<int, P> travel(entry& e) override;
  void destroyed(entry& e) noexcept override;
  void panicked(const std::exception_ptr& what) override;
  void hook();
  [[nodiscard]] entry& open(unsigned s, body does);
  [[nodiscard]] entry& open_own();
  [[nodiscard]] recipe<P> cook(unsigned s);
  [[nodiscard]] recipe<P> as_recipe(entry& e);

  // player_calls.cpp and player_awaits.cpp: the calls.
  void perform(unsigned s, caller who);
  void call(unsigned s, caller who);
  void call_post(unsigned s);
  void call_wait(unsigned s, caller who);
  void call_coroutine_object(unsigned s);
  void call_future(unsigned s, caller who);
  basic_coroutine<void, P> perform_awaiting(unsigned s, caller who);
  basic_coroutine<void, P> await_call(unsigned s, caller who);
  void begin(unsigned s, caller who);
  void over(unsigned s);

  [[nodiscard]] const step& at(unsigned s) const { return *steps_[s]; }
  [[nodiscard]] scene& scene_of(unsigned s) { return *scenes_[round_of_[s]]; }
  [[nodiscard]] bool on_main_thread() const { return stage<P>::self() == main_thread_; }
  [[nodiscard]] bool is(feature f) const { return has(features_, f); }
  [[nodiscard]] bool is_wrong(fault f) const { return program_.wrong == f; }
  [[nodiscard]] bool calls(operation o) const;

  const program& program_;
  feature_set features_;
  std::uint64_t main_thread_;
  books books_;
  std::vector<const step*> steps_;
  std::vector<unsigned> round_of_;
  std::vector<std::unique_ptr<scene>> scenes_;
  std::atomic<unsigned> now_{0};  ///< the round
  std::array<std::atomic<int>, 2> armed_{};  ///< the steps, plus one, that the next hook and the next panic handler make
  std::atomic<int> hooks_{0}, in_hooks_{0}, held_{0}, asleep_{0}, threads_left_{0};
  std::atomic<std::size_t> handed_back_{0};
  std::atomic<bool> closed_{false}, released_{false};
  std::atomic<bool> stopped_for_good_{false};  ///< a restart would leave join() with an open pool; captures that stop() drops may call it
  bool asks_for_the_end_ = false;
  bool by_hand_ = true;  ///< what is handed back may be run by hand: no coroutine, nothing that ends its thread
  std::stop_source stop_, last_;
  basic_async_mutex<P> mutex_;
  basic_async_semaphore<P> semaphore_{1};
  std::unique_ptr<other_pool> near_, away_;
  std::unique_ptr<any_pool<P>> main_;
  std::unique_ptr<any_group<P>> group_, far_group_;
  threads threads_;
};

/// Plays it in this process: what went wrong, if that does not end the process.
std::string play_in_simulated_time(const program& p, bool trace);
std::string play_on_threads(const program& p);

}  // namespace weir::interactions

#endif
