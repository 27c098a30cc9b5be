// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_PLAY_HPP
#define WEIR_VERIFY_MODEL_PLAY_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/model/history.hpp>
#include <weir/verify/model/order.hpp>
#include <weir/verify/model/outside.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/moment.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/tagged.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace weir::verify::model {

/// What the programs push: a number, which moves along.
class token {
 public:
  token() = default;
  explicit token(int number) : number_(number) {}
  token(token&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  token& operator=(token&& other) noexcept {
    number_ = std::exchange(other.number_, 0);
    return *this;
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_ = 0;
};

/// The samples of a queue's first tag.
template <class On, class Tags = tags_of<On, token>>
struct samples {
  static constexpr unsigned count = 0;
};
template <class On, class Tag, class... More>
struct samples<On, std::tuple<Tag, More...>> {
  static constexpr unsigned count = tag_samples<Tag>::count < 3 ? tag_samples<Tag>::count : 3;
  static Tag at(unsigned n) { return sample_tag<Tag>(n); }
  static std::uint64_t value(unsigned n) {
    if constexpr (requires { static_cast<std::uint64_t>(at(n).value); })
      return at(n).value;
    else
      return n;
  }
};

template <class Queue, class P>
constexpr alphabet alphabet_of() {
  using on = typename Queue::template on<P, token>;
  return {samples<on>::count, pushes_to_seat<on, token>, hears_of_the_end<on>, gives_back<on, token>, trimmed_queue<on>};
}

/// the_program as a scenario: its calls are made, then the queue is emptied, and then there must be an order in which the model answers the same.
template <class Queue, class Model, class P, int Threads>
struct play {
  static constexpr const char* claim = "the queue does what its model does";
  static constexpr int threads = Threads;
  static constexpr int spawned = 0;

  using on = typename Queue::template on<P, token>;

  void before() {
    if constexpr (seated_queue<on>)
      for (unsigned number = 0; seat_of<on> & each : seats) {
        if constexpr (prepares_seats<on>) queue.prepare(each, number++);
        queue.join(each);
      }
    the_history = {};
    asks_ready = the_program->has(call_kind::ready);
    for (const call& c : the_program->first) make(add(c, before_all));
    for (unsigned t = 0; t != the_program->threads.size(); ++t) {
      first_of[t] = the_history.count;
      for (const call& c : the_program->threads[t]) add(c, t);
    }
  }
  void thread(unsigned t) {
    if (t >= the_program->threads.size()) return;
    for (std::size_t n = 0; n != the_program->threads[t].size(); ++n) make(first_of[t] + n);
  }
  void finish() {
    count();
    for (unsigned t = 0; t != most_threads; ++t)
      if (runs[t]) make(add({call_kind::done}, t));
    take_all();
    if (the_program->has(call_kind::close)) {
      push_another();
      make(add({call_kind::reopen}, after_all));
      push_another();
      take_all();
    }
    check<P>(is_explained(), "there is no order of these calls in which the model gives the same answers");
  }

 private:
  static std::size_t add(const call& c, unsigned thread) {
    made& m = the_history.calls[the_history.count];
    m = {};
    m.asked = c;
    m.thread = thread;
    return the_history.count++;
  }

  void make(std::size_t i) {
    made& m = the_history.calls[i];
    if (the_program->told) said.load(std::memory_order_acquire);
    for (std::size_t j = 0; j != the_history.count; ++j)
      if (the_history.calls[j].ended && is_before(the_history.calls[j], m)) m.past |= std::uint64_t{1} << j;
    m.begun = true;
    perform(m);
    if (asks_ready && pushes(m.asked)) P::fence(std::memory_order_seq_cst);  // as a pusher does, for ready()
    m.end = this_moment<P>();
    m.ended = true;
    if (the_program->told) said.fetch_add(1, std::memory_order_release);
  }
  /// No thread is there before the first call of the threads and after their last.
  static bool is_before(const made& a, const made& b) { return a.thread == before_all || b.thread == after_all || is_past<P>(a.end); }

  void perform(made& m) {
    switch (m.asked.what) {
      case call_kind::push:
      case call_kind::own: return push(m);
      case call_kind::pop: return took(m, pop(m));
      case call_kind::back: return took(m, take_back(m));
      case call_kind::done: return end(m);
      case call_kind::close: return queue.close();
      case call_kind::reopen: return queue.reopen();
      case call_kind::empty: m.said = queue.empty() ? answer::yes : answer::no; return;
      case call_kind::ready:
        P::fence(std::memory_order_seq_cst);
        m.said = queue.ready() ? answer::yes : answer::no;
        return;
      case call_kind::size:
        m.said = answer::number;
        m.item = static_cast<int>(queue.size());
        return;
      case call_kind::trim:
        if constexpr (trimmed_queue<on>) queue.trim();
        return;
    }
  }

  void push(made& m) {
    token item(m.asked.item);
    data[index(m.asked.item)].write() = m.asked.item;
    try {
      constexpr answer said_of[] = {answer::pushed, answer::full, answer::closed};
      m.said = said_of[static_cast<std::size_t>(push(item, m))];
    } catch (const std::invalid_argument&) {
      m.said = answer::refused;
    }
    check<P>(item.number() == (m.said == answer::pushed ? 0 : m.asked.item),
             "a push moves the item in, and one that is refused leaves it as it was");
  }
  push_result push(token& item, const made& m) {
    if constexpr (samples<on>::count != 0)
      if (m.asked.tag != 0) return queue.try_push(item, samples<on>::at(m.asked.tag - 1));
    if constexpr (pushes_to_seat<on, token>)
      if (m.asked.what == call_kind::own) return queue.try_push(item, &seat_of_thread(m));
    return queue.try_push(item);
  }

  bool pop(made& m) {
    token out;
    bool found;
    if constexpr (seated_queue<on>)
      found = queue.try_pop(out, seat_of_thread(m));
    else
      found = queue.try_pop(out);
    if constexpr (hears_of_the_end<on>) runs[seat_number(m.thread)] = found;
    return note(m, found, out);
  }
  bool take_back(made& m) {
    token out;
    bool found = false;
    if constexpr (gives_back<on, token>) found = queue.take_back(out);
    return note(m, found, out);
  }
  static bool note(made& m, bool found, const token& out) {
    m.item = out.number();
    return found;
  }
  void took(made& m, bool found) {
    m.said = found ? answer::took : answer::nothing;
    check<P>(found ? m.item > 0 && m.item <= most_items : m.item == 0,
             found ? "a take gives an item out that was pushed, whole" : "a take that finds nothing leaves what it was given as it was");
    if (!found) return;
    for (std::size_t i = 0; i != the_history.count; ++i) {
      const made& other = the_history.calls[i];
      check<P>(&other == &m || other.said != answer::took || other.item != m.item, "an item is taken once");
    }
    data[index(m.item)].write() = 0;
  }

  /// When all have ended. A take with a seat may have to look again.
  void take_all() {
    for (bool found = true; found;) {
      const bool ready = queue.ready();
      const std::size_t i = add({call_kind::pop}, after_all);
      for (int attempts = 20; attempts != 0; --attempts) {
        make(i);
        if (the_history.calls[i].said == answer::took || !ready) break;
      }
      found = the_history.calls[i].said == answer::took;
      check<P>(ready == found, "ready() says when all have ended whether a take finds an item");
      if (hears_of_the_end<on> && found) make(add({call_kind::done}, after_all));
    }
  }
  void count() {
    const std::size_t i = add({call_kind::size}, after_all);
    make(i);
    check<P>(queue.empty() == (the_history.calls[i].item == 0), "empty() says when all have ended what size() says");
  }
  void push_another() {
    call c;
    c.item = 1;
    for (std::size_t i = 0; i != the_history.count; ++i) c.item += pushes(the_history.calls[i].asked);
    make(add(c, after_all));
  }

  decltype(auto) seat_of_thread(const made& m) { return (seats[seat_number(m.thread)]); }
  void end(const made& m) {
    if constexpr (hears_of_the_end<on>)
      if (std::exchange(runs[seat_number(m.thread)], false)) queue.done(seat_of_thread(m));
  }
  static std::size_t index(int item) { return static_cast<std::size_t>(item); }

  /// Histories that had an order have one again.
  static bool is_explained() {
    struct one {
      std::size_t count = 0;
      std::uint64_t calls[history::most] = {};
    };
    static std::array<one, 1024> known;
    static const program* of = nullptr;
    const outside memory;
    if (of != the_program) known.fill({});
    of = the_program;
    one mine;
    std::uint64_t hash = mine.count = the_history.count;
    for (std::size_t i = 0; i != mine.count; ++i) {
      const made& m = the_history.calls[i];
      mine.calls[i] = std::uint64_t{m.past} << 16 | static_cast<std::uint64_t>(m.said) << 8 | static_cast<std::uint64_t>(m.item);
      hash = (hash ^ mine.calls[i]) * 0x9E3779B97F4A7C15U;
    }
    one& place = known[(hash >> 32) % known.size()];
    if (place.count == mine.count && std::memcmp(place.calls, mine.calls, sizeof mine.calls) == 0) return true;
    std::vector<model_item> items(most_items + 1);
    for (std::size_t i = 0; i != the_history.count; ++i) {
      const call& c = the_history.calls[i].asked;
      if (!pushes(c)) continue;
      items[index(c.item)].number = c.item;
      if (c.tag != 0) items[index(c.item)].tag = samples_value(c.tag - 1);
    }
    if (!order<Model>(the_history, items).exists()) return false;
    place = mine;
    return true;
  }
  static std::uint64_t samples_value([[maybe_unused]] unsigned n) {
    if constexpr (samples<on>::count != 0)
      return samples<on>::value(n);
    else
      return 0;
  }

  static constexpr int most_items = static_cast<int>(most_calls) + 2;

  on queue;
  std::array<seat_of<on>, most_threads> seats{};
  bool runs[most_threads] = {};
  bool asks_ready = false;
  std::size_t first_of[most_threads] = {};
  std::array<typename P::template cell<int>, most_items + 1> data;  // what the pusher has done before
  typename P::template atomic<unsigned> said;
};

}  // namespace weir::verify::model

#endif
