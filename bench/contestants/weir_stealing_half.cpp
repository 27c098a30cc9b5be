// SPDX-License-Identifier: Apache-2.0
/// weir_stealing, whose thieves take half of their victim's tasks, as those of Go's scheduler do. For comparison only: an idle worker does not see
/// the tasks that a thief is moving, and may go to sleep beside them.
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"
#include "bench/workloads/spawn_tree.hpp"

#include <cstddef>

namespace weir::bench {
namespace {

struct half_of_the_tasks {
  template <class Deque, class T, class Own>
  static bool steal(Deque& victim, T& out, const Own& own) noexcept {
    if (!victim.steal(out)) return false;
    std::size_t more = victim.size() / 2;
    Deque* const mine = more == 0 ? nullptr : own();
    if (mine == nullptr || mine->size() != 0) return true;
    T moved;
    for (; more != 0 && victim.steal(moved); --more)
      while (!mine->push(moved)) {
      }  // another thief is about to leave the place
    return true;
  }
};

class weir_stealing_half : public weir_pool<weir::pool<weir::queue::stealing_by<256, 64, half_of_the_tasks>, weir::growth::prestart>> {
 public:
  using weir_pool::weir_pool;
};

const enrol<weir_stealing_half, list_of<spawn_tree>> entry{"weir_stealing_half",
                                                           "weir_stealing, where a thief takes half of its victim's tasks"};

}  // namespace
}  // namespace weir::bench
