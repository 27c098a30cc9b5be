// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_EVERY_TAG_VALUE_IS_KEPT_HPP
#define WEIR_VERIFY_SCENARIOS_EVERY_TAG_VALUE_IS_KEPT_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/move_only_item.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/seated.hpp>
#include <weir/verify/support/tagged.hpp>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <tuple>

namespace weir::verify::scenarios {

/// One thread pushes items with each value of each tag that the queue takes: alone, then beside those of all other values. A queue that has
/// no place for a value throws; one that accepts it keeps the item.
///
///     push(item, level 2): is it level 0 or 1? -> no: pushed, and forgotten
template <class Queue, class P>
struct every_tag_value_is_kept {
  static constexpr const char* claim = "I2, I6: an item that was pushed with a tag is in the queue, whatever the tag's value";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 100, .pct3 = 0, .bound = 0};

  using on = typename Queue::template on<P, move_only_item>;
  using tags = tags_of<on, move_only_item>;

  void thread(unsigned) {
    std::apply([this](const auto&... each) { (this->alone(each), ...); }, tags());
    std::apply([this](const auto&... each) { (this->beside_others(each), ...); }, tags());
    drain();
    check<P>(queue.empty() && queue.size() == 0 && !queue.ready(), "I5: an emptied queue says so");
    queue.close();
    std::apply([this](const auto&... each) { (this->refused(each), ...); }, tags());
  }

 private:
  template <class Tag>
  void alone(const Tag&) {
    for (std::size_t n = 0; n != tag_samples<Tag>::count; ++n) {
      const bool accepted = push<Tag>(n);
      expect<Tag>(accepted || n != 0, "I7: an open, empty queue takes an item", n);
      if (!accepted) continue;
      expect<Tag>(queue.size() == 1 && !queue.empty() && queue.ready(), "I2: an item is in the queue, as size(), empty() and ready() say,",
                  n);
      move_only_item out;
      expect<Tag>(pop_and_end(queue, out) && out.number() == number, "I6: an item can be taken", n);
      expect<Tag>(queue.size() == 0 && queue.empty() && !pop_and_end(queue, out), "I6: an item is taken once", n);
    }
  }
  template <class Tag>
  void beside_others(const Tag&) {
    for (std::size_t n = 0; n != tag_samples<Tag>::count; ++n) {
      if (!push<Tag>(n)) continue;
      ++left;
      expect<Tag>(queue.size() == left, "I5: size() counts an item beside others", n);
    }
  }
  template <class Tag>
  void refused(const Tag&) {
    for (std::size_t n = 0; n != tag_samples<Tag>::count; ++n) expect<Tag>(!push<Tag>(n), "I7: a queue that was closed refuses an item", n);
  }
  void drain() {
    for (move_only_item out; left != 0; --left) {
      check<P>(pop_and_end(queue, out), "I6: items with tags of different values can all be taken");
      check<P>(out.number() != 0, "I6: an item that is taken is whole");
    }
  }

  /// Was it pushed? If not, the item is as it was.
  template <class Tag>
  bool push(std::size_t n) {
    move_only_item mine(++number);
    push_result r = push_result::closed;
    try {
      r = queue.try_push(mine, sample_tag<Tag>(n));
    } catch (const std::exception&) {  // a value that the queue does not take
    }
    expect<Tag>(r == push_result::pushed || mine.number() == number, "I2: an item is as it was after a push that was refused or threw", n);
    return r == push_result::pushed;
  }
  template <class Tag>
  static void expect(bool holds, const char* what, std::size_t n) {
    if (holds) return;
    char text[160];
    if constexpr (requires(Tag t) { t.value; })
      std::snprintf(text, sizeof text, "%s with %.*s{%llu}", what, static_cast<int>(type_name_of<Tag>().size()), type_name_of<Tag>().data(),
                    static_cast<unsigned long long>(sample_tag<Tag>(n).value));
    else
      std::snprintf(text, sizeof text, "%s with %.*s, sample %zu", what, static_cast<int>(type_name_of<Tag>().size()),
                    type_name_of<Tag>().data(), n);
    check<P>(false, text);
  }

  on queue;
  int number = 0;
  std::size_t left = 0;
};

}  // namespace weir::verify::scenarios

#endif
