// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_GENERATE_HPP
#define WEIR_VERIFY_MODEL_GENERATE_HPP

#include <weir/verify/model/program.hpp>
#include <weir/verify/support/strategy.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify::model {

/// Programs of a queue's calls, the small ones first: what they find needs less shrinking. In some any two calls meet, after no, one and two
/// pushes, and any call meets pushes that use a place or a segment again; the others are random.
class generate {
 public:
  generate(const alphabet& letters, std::uint64_t seed) : letters_(letters) { chance_.seed(seed, 1); }

  std::vector<program> all() {
    constexpr std::size_t of_size[most_calls + 1] = {0, 0, 0, 24, 36, 38, 38, 36};
    for (std::size_t n = 2; n <= most_calls; ++n) {
      if (n <= 4) add_meetings(n - 2);
      if (n == 5 || n == 7) add_reuses(n == 7);
      std::size_t left = of_size[n];
      for (unsigned tries = 0; left != 0 && tries != 2'000; ++tries)
        if (add(random_of(n))) --left;
    }
    return std::move(some_);
  }

 private:
  bool add(program p) {
    if (!p.makes_sense(letters_) || !is_of_interest(p) || !known_.insert(p.text()).second) return false;
    some_.push_back(std::move(p));
    return true;
  }

  [[nodiscard]] std::vector<call_kind> kinds() const {
    std::vector<call_kind> all{call_kind::push, call_kind::pop, call_kind::ready, call_kind::close};
    if (letters_.own) all.push_back(call_kind::own);
    if (letters_.back) all.push_back(call_kind::back);
    if (letters_.trims) all.push_back(call_kind::trim);
    return all;
  }
  /// Thread 0 owns what a worker's push has pushed, so which thread makes which call is a difference.
  void add_meetings(std::size_t pushes_before) {
    for (const call_kind a : kinds())
      for (const call_kind b : kinds()) {
        if (!letters_.own && b < a) continue;
        program p;
        for (std::size_t n = pushes_before; n != 0; --n) p.first.push_back(letters_.own ? call{call_kind::own} : any_push());
        p.threads = {{call{a}}, {call{b}}};
        p.number();
        add(std::move(p));
      }
  }

  /// The pushes of thread 1 may use what takes have given back: a place, a segment of one slot, and with `after_two` one of two slots, which a take
  /// of thread 0 may still use.
  void add_reuses(bool after_two) {
    for (const call_kind a : kinds()) {
      program p;
      p.first = {any_push(), after_two ? any_push() : call{call_kind::pop}};
      p.threads = {{call{a}}, {call{}, call{}}};
      if (after_two) p.threads[1] = {call{call_kind::pop}, call{}, call{}, call{}};
      p.number();
      add(std::move(p));
    }
  }

  program random_of(std::size_t size) {
    program p;
    p.told = chance_.below(3) == 0;
    p.threads.resize(size > 2 && chance_.below(5) < 2 ? 3 : 2);
    std::size_t left = size - p.threads.size();
    if (left != 0 && chance_.below(2) == 0)
      for (std::size_t n = chance_.below(static_cast<unsigned>(left) + 1); n != 0; --n, --left) p.first.push_back(any_call());
    for (auto& t : p.threads) t.push_back(any_call());
    for (; left != 0; --left) p.threads[chance_.below(static_cast<unsigned>(p.threads.size()))].push_back(any_call());
    p.number();
    return p;
  }

  call any_call() {
    call c;
    const unsigned n = chance_.below(28);
    c.what = n < 11   ? call_kind::push
             : n < 19 ? call_kind::pop
             : n < 20 ? call_kind::close
             : n < 21 ? call_kind::empty
             : n < 23 ? call_kind::ready
             : n < 25 ? (letters_.ends ? call_kind::done : call_kind::pop)
             : n < 27 ? (letters_.back ? call_kind::back : call_kind::push)
                      : (letters_.trims ? call_kind::trim : call_kind::ready);
    return c.what == call_kind::push ? any_push() : c;
  }
  call any_push() {
    call c;
    if (letters_.tags != 0) c.tag = chance_.below(letters_.tags + 1);
    if (letters_.own && chance_.below(3) != 0) {
      c.what = call_kind::own;
      c.tag = 0;
    }
    return c;
  }

  /// Something is pushed, and the threads do not only push.
  static bool is_of_interest(const program& p) {
    bool pushed = false;
    bool other = false;
    for (const call& c : p.first) pushed = pushed || pushes(c);
    for (const auto& t : p.threads)
      for (const call& c : t) (pushes(c) ? pushed : other) = true;
    return pushed && other;
  }

  alphabet letters_;
  checker::generator chance_;
  std::vector<program> some_;
  std::set<std::string> known_;
};

}  // namespace weir::verify::model

#endif
