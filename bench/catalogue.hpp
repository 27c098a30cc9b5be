// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CATALOGUE_HPP
#define WEIR_BENCH_CATALOGUE_HPP

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bench/workloads/back_pressure.hpp"
#include "bench/workloads/backlog.hpp"
#include "bench/workloads/empty_tasks.hpp"
#include "bench/workloads/fair_queue.hpp"
#include "bench/workloads/fair_room.hpp"
#include "bench/workloads/loaded_latency.hpp"
#include "bench/workloads/many_pools.hpp"
#include "bench/workloads/mixed_lengths.hpp"
#include "bench/workloads/nqueens.hpp"
#include "bench/workloads/ping_pong.hpp"
#include "bench/workloads/quicksort.hpp"
#include "bench/workloads/resize.hpp"
#include "bench/workloads/rounds.hpp"
#include "bench/workloads/sleeping_tasks.hpp"
#include "bench/workloads/small_tree.hpp"
#include "bench/workloads/spawn_tree.hpp"
#include "bench/workloads/start_stop.hpp"
#include "bench/workloads/stop_workers.hpp"
#include "bench/workloads/timed_tasks.hpp"
#include "bench/workloads/trickle.hpp"

namespace weir::bench {

/// All workloads, in the order of the table. A new one is a header and a place here.
template <class... Ws>
struct list_of {};
using all_workloads = list_of<one_producer, four_producers, spawn_tree, timed_tasks, ping_pong, trickle, back_pressure, sleeping_tasks,
                              backlog, large_backlog, start_stop, loaded_latency, fair_queue, fair_room, stop_workers, resize, rounds,
                              mixed_lengths, quicksort, nqueens, small_tree, many_pools>;
/// Of contestants that only have loops and forks.
using fork_and_join = list_of<rounds, quicksort, nqueens, small_tree>;

/// A workload's place in that order.
template <class W, class... Ws>
constexpr std::size_t place_of(list_of<Ws...>) {
  std::size_t place = 0;
  static_cast<void>(((std::is_same_v<W, Ws> || (++place, false)) || ...));
  return place;
}

/// One workload done by one contestant: what the driver runs in a process of its own.
struct bout {
  std::size_t rank;  ///< the workload's place in the table
  std::string_view workload;
  std::string_view what;
  std::string_view contestant;
  std::span<metric const> metrics;
  std::vector<double> (*measure)(const effort&);  ///< null: only `program` can
  const char* program = "/proc/self/exe";         ///< what the driver starts for it
};

struct entrant {
  std::string_view name;
  std::string_view what;
};

/// A language of other programs with contestants, which the driver builds and enters when the language is there.
struct other_language {
  std::string_view name;
  std::string_view beginning;  ///< of its contestants' names
  std::string_view folder;     ///< of the sources
  std::string_view command;    ///< what has to be there
  std::string_view package;    ///< Debian's, which has it
};

[[nodiscard]] constexpr other_language in_go(std::string_view folder) { return {"Go", "go_", folder, "go", "golang-go"}; }

/// Everything that is linked in, contestants by name and workloads by their order.
struct catalogue {
  std::vector<entrant> contestants;
  std::vector<bout> bouts;
  std::vector<other_language> other_languages;
  unsigned usual_rounds = 7;

  static catalogue& instance() {
    static catalogue all;
    return all;
  }
};

template <class W, class C>
std::vector<double> measure_once(const effort& e) {
  static_cast<void>(W::template measure<C>(e.warm_up()));
  const auto values = W::template measure<C>(e);
  return {values.begin(), values.end()};
}

/// Enters contestant `C` for every workload of the list that suits it. One static object at the end of each contestant's file.
template <class C, class Workloads = all_workloads>
class enrol {
 public:
  enrol(std::string_view name, std::string_view what) {
    catalogue::instance().contestants.push_back({name, what});
    enter_all(name, Workloads{});
  }

 private:
  template <class... Ws>
  void enter_all(std::string_view name, list_of<Ws...>) {
    (enter<Ws>(name), ...);
  }
  template <class W>
  void enter(std::string_view name) {
    if constexpr (W::template suits<C>) {
      catalogue::instance().bouts.push_back({place_of<W>(all_workloads{}), W::name, W::what, name, W::metrics, &measure_once<W, C>});
    }
  }
};

}  // namespace weir::bench

#endif
