// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_CELL_HPP
#define WEIR_VERIFY_RELACY_CELL_HPP

#include <weir/verify/relacy/world.hpp>

namespace weir::verify::checker {

/// The race check of a cell: vector clocks of its accesses, and who was there last, to name both sides of a race.
class race_guard {
 public:
  race_guard() {
    require_execution();
    rl::context& c = rl::ctx();
    data_ = c.var_ctor();
    data_->init(*c.threadx_);
  }
  race_guard(const race_guard&) = delete;
  race_guard& operator=(const race_guard&) = delete;
  ~race_guard() {
    // Destruction is a write: every read of the value must be ordered before it.
    access({"cell.hpp", "destructor", 0}, true, "destroy");
    rl::ctx().var_dtor(data_);
  }

  void access(where at, bool writing) const { access(at, writing, writing ? "write" : "read"); }

 private:
  void access(where at, bool writing, const char* what) const {
    rl::context& c = rl::ctx();
    alive_.check(at);
    if (c.invariant_executing) return;
    if (++the_world.accesses > most_accesses) [[unlikely]]
      fail(rl::test_result_livelock, "livelock: 100 000 accesses of plain data", at);
    const bool ordered = writing ? data_->store(*c.threadx_) : data_->load(*c.threadx_);
    if (c.collecting_history()) record(c, at, this, "%s cell", what);
    if (!ordered) [[unlikely]]
      race(at, writing);
    const int me = c.threadx_->index_;
    if (writing)
      writer_ = {at, me};
    else
      reader_ = {at, me};
  }

  static constexpr unsigned most_accesses = 100'000;  // in one execution: a loop over plain data never reaches Relacy's limit of steps

  struct visitor {
    where at{"", "", 0};
    int thread = -1;
  };

  [[noreturn]] void race(where at, bool writing) const {
    const int me = rl::ctx().threadx_->index_;
    const auto say = [](char* out, std::size_t n, const visitor& v, const char* verb) {
      const char* slash = std::strrchr(v.at.file, '/');
      if (v.thread >= 0)
        std::snprintf(out, n, "; thread %d %s it at %s:%u (%s)", v.thread, verb, slash != nullptr ? slash + 1 : v.at.file, v.at.line,
                      v.at.function);
    };
    char wrote[96] = "";
    char read[96] = "";
    if (writer_.thread != me) say(wrote, sizeof wrote, writer_, "wrote");
    if (writing && reader_.thread != me) say(read, sizeof read, reader_, "read");
    const char* slash = std::strrchr(at.file, '/');
    std::snprintf(the_world.reason, sizeof the_world.reason, "thread %d %s a cell at %s:%u (%s) unordered with another thread%s%s", me,
                  writing ? "writes" : "reads", slash != nullptr ? slash + 1 : at.file, at.line, at.function, wrote, read);
    fail(rl::test_result_data_race, the_world.reason, at);
  }

  rl::var_data* data_;
  mutable visitor writer_;
  mutable visitor reader_;
  alive alive_;
};

}  // namespace weir::verify::checker

#endif
