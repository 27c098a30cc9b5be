// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_QUEUE_MODEL_HPP
#define TESTS_CONFORMANCE_QUEUE_MODEL_HPP

#include <weir/concepts/queue_policy.hpp>

#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {

/// What the conformance suite puts through a queue: it knows where it came from, and how many of its kind are alive.
struct payload {
  payload(int from, int n) : producer(from), number(n) { ++count(); }
  payload(const payload&) = delete;
  payload& operator=(const payload&) = delete;
  ~payload() { --count(); }
  [[nodiscard]] static int alive() { return count(); }

  int producer;
  int number;

 private:
  static std::atomic<int>& count() {
    static std::atomic<int> n{0};
    return n;
  }
};
/// Move-only, and empty once it was moved away: a lost or copied item cannot hide.
using item = std::unique_ptr<payload>;
inline item make_item(int producer, int number) { return std::make_unique<payload>(producer, number); }

/// What a queue promises about the order in which items leave. A queue with an order of its own tests that order itself.
enum class item_order { first_in_first_out, any };

/// A sequence of calls: + push, P push twenty, - pop, Q pop twenty, c close, r reopen (which a pool does to empty queues only).
inline rc::Gen<std::string> queue_script() {
  return rc::gen::resize(
      200, rc::gen::container<std::string>(rc::gen::weightedElement<char>({{8, '+'}, {2, 'P'}, {7, '-'}, {2, 'Q'}, {1, 'c'}, {2, 'r'}})));
}

/// Plays the script on the queue and on a std::deque; `room` 0 means never full.
template <class Queue>
void follow(const std::string& script, Queue& q, std::size_t room, item_order order) {
  std::deque<int> model;
  bool closed = false;
  int next = 0;
  for (const char step : script) {
    const int times = step == 'P' || step == 'Q' ? 20 : 1;
    for (int n = 0; n < times; ++n) {
      switch (step) {
        case '+':
        case 'P': {
          item i = make_item(0, next);
          const bool full = room != 0 && model.size() == room;
          const push_result expected = closed ? push_result::closed : full ? push_result::full : push_result::pushed;
          RC_ASSERT(q.try_push(i) == expected);
          RC_ASSERT((i == nullptr) == (expected == push_result::pushed));
          if (expected == push_result::pushed) model.push_back(next);
          ++next;
          break;
        }
        case '-':
        case 'Q': {
          item i;
          RC_ASSERT(q.try_pop(i) == !model.empty());
          if (model.empty()) {
            RC_ASSERT(i == nullptr);
          } else {
            RC_ASSERT(i != nullptr);
            const auto taken = std::find(model.begin(), model.end(), i->number);
            RC_ASSERT(taken != model.end());
            RC_ASSERT(order == item_order::any || taken == model.begin());
            model.erase(taken);
          }
          break;
        }
        case 'c':
          q.close();
          closed = true;
          break;
        default:
          if (!model.empty()) break;
          q.reopen();
          closed = false;
      }
      RC_ASSERT(q.size() == model.size());
      RC_ASSERT(q.empty() == model.empty());
      RC_ASSERT(q.ready() == !model.empty());
    }
  }
  RC_ASSERT(payload::alive() == static_cast<int>(model.size()));
}

/// What one consumer took out, in its order.
using harvest = std::vector<item>;

/// `producers` threads push `each` items, `consumers` threads take them out.
template <class Queue>
std::vector<harvest> traffic_through(Queue& q, int producers, int consumers, int each) {
  std::vector<harvest> taken(static_cast<std::size_t>(consumers));
  std::atomic<int> left{producers * each};
  std::vector<std::thread> threads;
  for (int p = 0; p < producers; ++p)
    threads.emplace_back([&q, p, each] {
      for (int n = 0; n < each; ++n)
        for (item i = make_item(p, n); q.try_push(i) != push_result::pushed;) std::this_thread::yield();
    });
  for (harvest& mine : taken)
    threads.emplace_back([&q, &mine, &left] {
      while (left.load() > 0) {
        item i;
        if (!q.try_pop(i)) {
          std::this_thread::yield();
          continue;
        }
        mine.push_back(std::move(i));
        left.fetch_sub(1);
      }
    });
  for (std::thread& t : threads) t.join();
  return taken;
}

/// All consumers together saw each item once; in a queue with an order, each saw each producer's items in that order.
inline void check_traffic(const std::vector<harvest>& taken, int each, item_order order) {
  std::map<int, std::vector<int>> all;
  for (const harvest& mine : taken) {
    std::map<int, int> last;
    for (const item& i : mine) {
      const auto [seen, fresh] = last.try_emplace(i->producer, -1);
      RC_ASSERT(order == item_order::any || i->number > seen->second);
      seen->second = i->number;
      all[i->producer].push_back(i->number);
    }
  }
  for (auto& [producer, numbers] : all) {
    std::sort(numbers.begin(), numbers.end());
    RC_ASSERT(numbers.size() == static_cast<std::size_t>(each));
    for (int n = 0; n < each; ++n) RC_ASSERT(numbers[static_cast<std::size_t>(n)] == n);
  }
}

/// Producers push until they are told that the queue is closed, one thread takes out; it closes after a number of takes.
template <class Queue>
void close_during_traffic(Queue& q, int producers, int close_after, item_order order) {
  std::vector<int> pushed(static_cast<std::size_t>(producers), 0);
  std::vector<std::thread> threads;
  for (int p = 0; p < producers; ++p)
    threads.emplace_back([&q, &mine = pushed[static_cast<std::size_t>(p)], p] {
      for (;;) {
        item i = make_item(p, mine);
        const push_result r = q.try_push(i);
        if (r == push_result::closed) return;
        if (r == push_result::pushed) ++mine;
        std::this_thread::yield();
      }
    });
  harvest taken;
  const auto take = [&] {
    item i;
    if (!q.try_pop(i)) return false;
    taken.push_back(std::move(i));
    return true;
  };
  while (static_cast<int>(taken.size()) < close_after)
    if (!take()) std::this_thread::yield();
  q.close();
  for (std::thread& t : threads) t.join();
  while (take()) {
  }
  std::vector<int> came(static_cast<std::size_t>(producers), 0);
  for (const item& i : taken) {
    int& seen = came[static_cast<std::size_t>(i->producer)];
    RC_ASSERT(order == item_order::any || i->number == seen);
    ++seen;
  }
  RC_ASSERT(came == pushed);
  RC_ASSERT(q.empty());
}

}  // namespace weir::tests

#endif
