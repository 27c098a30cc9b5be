// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy.hpp>
#include <weir/verify/source_mutants/planted.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/verdict.hpp>

namespace {

using weir::verify::check;
using P = weir::verify::relacy;

struct numbers_pass_in_order {
  static constexpr const char* claim = "every number that was let in comes out once, in its order";
  static constexpr int threads = 2;

  void thread(unsigned i) {
    for (unsigned n : {1U, 2U}) {
      if (i == 1) {
        take();
      } else if (hatch.put(n)) {
        ++let_in;
        newest = n;
      }
    }
  }
  void finish() {
    while (take()) {
    }
    check<P>(came_out == let_in && let_in != 0 && last == newest, claim);
    check<P>(hatch.put(3) && !hatch.put(4), "only one number at a time");
    check<P>(take() && last == 3 && !take(), claim);
    check<P>(hatch.put(3), "the same number may come again");
    for (unsigned n = let_in + 2; n != 5; ++n) {
      check<P>(hatch.serial() == n && take() && hatch.put(3 + n), claim);
    }
    check<P>(hatch.serial() == 5 && take() && !hatch.put(9), "five numbers, and no more");
  }
  bool take() {
    unsigned n = 0;
    if (!hatch.take(n)) return false;
    check<P>(n >= last, claim);
    last = n;
    ++came_out;
    return true;
  }

  weir::verify::planted<P> hatch;
  unsigned let_in = 0, newest = 0;  // of thread 0
  unsigned came_out = 0, last = 0;  // of thread 1
};

}  // namespace

int main(int argc, char** argv) { return weir::verify::run_scenarios<numbers_pass_in_order>(argc, argv); }
