// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_LEDGER_HPP
#define WEIR_VERIFY_PROPERTIES_LEDGER_HPP

#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/properties/program.hpp>

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace weir::properties {

/// What became of one task.
struct entry {
  enum class way : std::uint8_t { posted, submitted, run_inside };
  way came = way::posted;
  work what;
  bool answered = false;
  post_result answer = post_result::closed;
  unsigned ran = 0;
  bool ended = false;    ///< ran to its end, or threw
  bool by_hand = false;  ///< by the caller of stop(), not by the pool
  bool threw = false;
  bool gone = false;     ///< its callable has been destroyed: nothing refers to what it captured (I22)
  bool untried = false;  ///< behind one of its bulk that was not accepted
  bool unsure = false;   ///< its future says cancelled: it was dropped, or accepted and taken back

  [[nodiscard]] bool accepted() const { return answered && answer == post_result::accepted; }
};

/// Keeps account of every task in a world, and checks it. A simulated world has one real thread, so it is plain data.
class ledger {
 public:
  ledger(const combination& pool, const program& p);

  // What the threads of the test do.
  entry& open(entry::way came, const work& what);
  job make_job(entry& e);
  task make_task(entry& e);
  void answered(entry& e, post_result answer);
  void carry_out(const command& c);
  void rest(unsigned ms);

  /// When no other thread uses the pool: what was accepted has run once or was handed back, the counts add up, nothing is left.
  void check_settled();

  any_pool* pool = nullptr;
  std::set<unsigned> own_threads;  ///< of the test; all others are workers
  unsigned handed_back = 0;
  bool closed_for_good = false;    ///< no restart can come: every post from now on is `closed`

 private:
  struct body;
  friend struct body;

  class turn;

  int perform(entry& e);
  coroutine_of_int travel(entry& e);
  int conclude(entry& e);
  void act_out(entry& e);
  void post(const command& c);
  void submit(const command& c);
  void post_child(entry& parent, bool try_only);
  void take_back(std::vector<task> (any_pool::*call)(), bool run_them);
  void post_bulk(const command& c);
  void pause(unsigned ms);
  void expect_deadlock_error(const std::function<void()>& call, const char* name);
  void check_answer(const command& c, post_result r, bool inside, simulated::clock::time_point deadline);
  void look();
  void check_at_rest();
  void wait_idle(const nanoseconds* limit);
  void resize(unsigned min_workers, unsigned capacity);
  [[nodiscard]] bool exact_time() const { return program_.early == 0; }

  const combination& combination_;
  const program& program_;
  std::deque<entry> entries_;
  std::map<unsigned, unsigned> depth_;  ///< tasks in progress, one inside the other, per worker; of coroutines each is its own
  std::set<unsigned> by_hand_;          ///< threads that run what stop() gave them
  unsigned most_allowed_;               ///< the largest capacity so far
  unsigned stopping_ = 0;               ///< calls of stop() and purge() that have not been settled
  unsigned stops_ = 0;
  unsigned pausing_ = 0;                ///< threads that pause, or are about to
  bool ever_paused_ = false;
  unsigned closings_ = 0;               ///< beginnings of shutdown() and stop(), beginnings and ends of restart()
  unsigned restarting_ = 0;             ///< calls of restart() under way
  unsigned begun_ = 0;                  ///< tasks that the pool has begun
  unsigned travellers_ = 0;             ///< coroutines that have begun
  unsigned idle_waits_ = 0;             ///< threads inside wait_idle()
};

}  // namespace weir::properties

#endif
