// SPDX-License-Identifier: Apache-2.0
// Policies with a mistake each: the claim that is about it finds it. Beside each stands its sound twin, of which it finds nothing.
#include "tests/verify/broken/policies.hpp"
#include "tests/verify/broken/queues.hpp"
#include "tests/verify/claims_expect.hpp"

#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/pool.hpp>
#include <weir/verify/scenarios/policy_claims.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace {

using namespace weir;
using namespace expect;
namespace s = verify::scenarios;

template <class Queue, class Tag>
using tagged_queue = verify::own_order<verify::seated<verify::tagged<Queue, Tag>>>;

void tagged_pushes_are_lost() {
  passes(one<s::tagged_tasks_run<pool_of<broken::sound_tags>>>());
  caught(one<s::tagged_tasks_run<pool_of<broken::loses_levels>>>(), "I2");
  caught(one<s::tagged_tasks_run<pool_of<broken::loses_keys>>>(), "I2");
  caught(one<s::tagged_tasks_run<pool_of<broken::loses_colours>>>(), "I2");
  passes(one<s::queue_keeps_every_item<tagged_queue<broken::sound_tags, broken::colour>, verify::relacy>>());
  caught(one<s::queue_keeps_every_item<tagged_queue<broken::loses_levels, level>, verify::relacy>>(), "I6");
  caught(one<s::queue_keeps_every_item<tagged_queue<broken::loses_colours, broken::colour>, verify::relacy>>(), "I6");
}

void values_of_tags_are_lost() {
  passes(one<s::every_tag_value_is_kept<broken::sound_tags, verify::relacy>>());
  caught(one<s::every_tag_value_is_kept<broken::loses_high_levels, verify::relacy>>(), "level{2}");
  caught(one<s::every_tag_value_is_kept<broken::loses_keys, verify::relacy>>(), "key{0}");
  caught(one<s::every_tag_value_is_kept<broken::loses_colours, verify::relacy>>(), "colour{0}");
}

/// A queue that moves the item before it knows whether there is room.
struct takes_what_it_refuses {
  using axis = axes::queue;
  template <class P, class T>
  struct on : queue::bounded<2>::on<P, T> {
    push_result try_push(T& item) {
      T mine = std::move(item);
      return queue::bounded<2>::on<P, T>::try_push(mine);
    }
  };
};
/// A queue that gives an item out and keeps what it has moved from.
struct gives_empty_items {
  using axis = axes::queue;
  template <class P, class T>
  struct on : queue::bounded<2>::on<P, T> {
    bool try_pop(T& out) noexcept {
      if (again) {
        again = false;
        out = T();
        return true;
      }
      return again = queue::bounded<2>::on<P, T>::try_pop(out);
    }
    bool again = false;
  };
};

void items_are_taken_when_refused_and_given_out_empty() {
  passes(one<s::refused_push_leaves_its_item<queue::bounded<2>, verify::relacy>>());
  caught(one<s::refused_push_leaves_its_item<takes_what_it_refuses, verify::relacy>>(), "leaves its item as it was");
  caught(one<s::refused_push_leaves_its_item<gives_empty_items, verify::relacy>>(), "I6: an item that is taken is whole");
  that(!verify::first_in_first_out<pool<gives_empty_items>>(), "a queue that gives out empty tasks is tried out without a crash");
}

/// A queue that gives back what its workers would take next.
template <class Queue>
struct gives_the_next_back {
  using axis = axes::queue;
  template <class P, class T>
  struct on : Queue::template on<P, T> {
    bool take_back(T& out) noexcept { return this->try_pop(out); }
  };
};
/// A queue whose seats lose what they hold when they are moved, or serve only the thread that they have served first.
template <class Queue, bool Loses, bool Stays>
struct seats_that {
  using axis = axes::queue;
  template <class P, class T>
  struct on : Queue::template on<P, T> {
    using base = typename Queue::template on<P, T>;
    struct seat : base::seat {
      seat() = default;
      seat(seat&& from) noexcept { *this = std::move(from); }
      seat& operator=(seat&& from) noexcept {
        if constexpr (!Loses) static_cast<typename base::seat&>(*this) = std::move(from);
        return *this;
      }
      const void* owner = nullptr;
    };
    bool try_pop(T& out, seat& mine) noexcept {
      if (mine.owner == nullptr) mine.owner = &P::slot();
      return (!Stays || mine.owner == &P::slot()) && base::try_pop(out, mine);
    }
  };
};

void items_are_given_back_in_the_wrong_order() {
  passes(one<s::oldest_item_is_taken_back<gives_the_next_back<broken::sound_tags>, verify::relacy>>());
  caught(one<s::oldest_item_is_taken_back<gives_the_next_back<broken::stack<false>>, verify::relacy>>(), "I13");
  caught(one<s::oldest_item_is_taken_back<gives_the_next_back<broken::loses_levels>, verify::relacy>>(), "I5");
}

void seats_forget_or_remember() {
  passes(one<s::held_back_items_are_kept<seats_that<queue::keyed, false, false>, verify::relacy>>());
  caught(one<s::held_back_items_are_kept<seats_that<queue::keyed, true, false>, verify::relacy>>(), "I2");
  passes(one<s::seat_changes_its_owner<seats_that<queue::keyed, false, false>, verify::relacy>>());
  caught(one<s::seat_changes_its_owner<seats_that<queue::keyed, false, true>, verify::relacy>>(), "I2");
}

void own_order_is_no_excuse() {
  passes(one<s::queue_keeps_every_item<verify::own_order<broken::stack<false>>, verify::relacy>>());
  caught(one<s::queue_keeps_every_item<verify::own_order<broken::stack<true>>, verify::relacy>>(), "I6");
  caught(one<s::queue_keeps_every_item<broken::stack<false>, verify::relacy>>(), "I6");
}

void full_is_said_at_random() {
  passes(one<s::full_only_when_full<broken::impatient_ring<false>, verify::relacy>>());
  caught(one<s::full_only_when_full<broken::impatient_ring<true>, verify::relacy>>(), "I3");
}

void panic_policy_without_a_lock() {
  passes(one<s::two_tasks_throw_at_once<pool_of<broken::keeps_the_first<true>>>>());
  caught(one<s::two_tasks_throw_at_once<pool_of<broken::keeps_the_first<false>>>>(), "DATA RACE");
}

void a_context_has_a_lock_of_its_own() {
  passes(one<s::contexts_throw_at_once<pool_of<broken::counts_with_context<false>>>>());
  passes(one<s::two_tasks_throw_at_once<pool_of<broken::counts_with_context<true>>>>());
  caught(one<s::contexts_throw_at_once<pool_of<broken::counts_with_context<true>>>>(), "DATA RACE");
}

void an_exception_of_no_known_kind() {
  caught(one<s::throwing_task_costs_nothing<pool_of<broken::knows_std_exceptions>>>(), "RECURSION ON NON-RECURSIVE MUTEX");
}

void numbers_are_cut() {
  using none = std::numeric_limits<std::size_t>;
  passes(one<s::admits_keeps_its_contract<broken::two_wait<none::max(), false>, verify::relacy>>());
  caught(one<s::admits_keeps_its_contract<broken::two_wait<200, false>, verify::relacy>>(), "I13");
  caught(one<s::admits_keeps_its_contract<broken::two_wait<1'000'000'000'000, false>, verify::relacy>>(), "I13");
  caught(one<s::admits_keeps_its_contract<broken::two_wait<none::max(), true>, verify::relacy>>(), "I13");
  passes(one<s::growth_keeps_its_contract<broken::counts_in<std::size_t>, verify::relacy>>());
  caught(one<s::growth_keeps_its_contract<broken::counts_in<std::uint32_t>, verify::relacy>>(), "I28");
  caught(one<s::growth_keeps_its_contract<broken::counts_in<std::uint16_t>, verify::relacy>>(), "I28");
}

/// What a blocking policy does with a task that it was given is its own business.
template <class Blocking>
void kept_tasks_are_no_loss() {
  using tight = pool_of<queue::bounded<1>, Blocking>;
  passes(one<s::wait_idle_means_idle<tight>>());
  passes(one<s::user_code_calls_the_pool<tight>>());
  passes(one<s::full_pool_drops<tight>>());
  passes(one<s::last_worker_retires_vs_post<tight>>());
  if constexpr (tight::config_type::blocking::when_full == full_reaction::drop_old) {
    passes(one<s::discard_oldest_vs_worker<tight>>());
    passes(one<s::tasks_that_meet_all_get_workers<tight>>());
    passes(one<s::resting_worker_vs_meeting_tasks<tight>>());
  }
}

template <full_reaction Reaction, std::size_t Room>
void drops_without_a_lock() {
  passes(one<s::full_pool_drops<pool_of<queue::bounded<Room>, broken::counts_drops<Reaction, true>>>>());
  caught(one<s::full_pool_drops<pool_of<queue::bounded<Room>, broken::counts_drops<Reaction, false>>>>(), "DATA RACE");
}

/// A queue that loses tasks, under a policy that may drop them.
struct dropping_and_losing {
  using axis = axes::queue;
  template <class P, class T>
  struct on : queue::bounded<2>::on<P, T> {
    push_result try_push(T& item) {
      const push_result r = queue::bounded<2>::on<P, T>::try_push(item);
      if (T lost; r == push_result::pushed && this->size() == 2) static_cast<void>(this->try_pop(lost));
      return r;
    }
  };
};

void a_loss_is_no_drop() {
  using dropping = broken::counts_drops<full_reaction::drop_old, true>;
  passes(one<s::last_worker_retires_vs_post<pool_of<queue::bounded<1>, dropping>>>());
  caught(one<s::last_worker_retires_vs_post<pool_of<dropping_and_losing, dropping>>>(), "I2");
}

void expiry_before_its_time() {
  caught(one<s::deadline_keeps_its_contract<broken::leaves_early, verify::relacy>>(), "I14");
  caught(one<s::deadline_keeps_its_contract<broken::leaves_at_times, verify::relacy>>(), "I14");
  caught(one<s::expired_worker_had_its_time<pool_of<broken::leaves_by_chance>>>(), "I14");
}

void stores_of_workers() {
  using enum reuse_order;
  passes(one<s::idle_store_keeps_every_worker<workers::lifo, verify::relacy>>());
  passes(one<s::idle_store_keeps_every_worker<broken::list_of_workers<any, true>, verify::relacy>>());
  caught(one<s::idle_store_keeps_every_worker<broken::list_of_workers<newest_first, true>, verify::relacy>>(),
         "I13: pop() is out of order");
  caught(one<s::idle_store_keeps_every_worker<broken::list_of_workers<any, true, true>, verify::relacy>>(),
         "I28: pop() gives none, though a worker is in the store");
}

}  // namespace

int main() {
  tagged_pushes_are_lost();
  values_of_tags_are_lost();
  items_are_taken_when_refused_and_given_out_empty();
  items_are_given_back_in_the_wrong_order();
  seats_forget_or_remember();
  own_order_is_no_excuse();
  full_is_said_at_random();
  panic_policy_without_a_lock();
  a_context_has_a_lock_of_its_own();
  an_exception_of_no_known_kind();
  numbers_are_cut();
  kept_tasks_are_no_loss<broken::keeps_drops<full_reaction::drop_old>>();
  kept_tasks_are_no_loss<broken::keeps_drops<full_reaction::drop_new>>();
  kept_tasks_are_no_loss<broken::runs_drops>();
  drops_without_a_lock<full_reaction::drop_new, 2>();
  drops_without_a_lock<full_reaction::drop_old, 8>();
  a_loss_is_no_drop();
  expiry_before_its_time();
  stores_of_workers();
  return exit_code();
}
