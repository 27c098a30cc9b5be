// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_TOLD_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_TOLD_HPP

#include <weir/verify/graphs.hpp>

#include <cstdio>

namespace weir::tests {

/// What the search by graphs finds out about a program, which is printed under this name.
template <class S>
verify::execution::outcome told(const char* name) {
  const verify::execution::outcome o = verify::execution::run_every_execution<S>(2'000'000);
  std::printf("%s: %llu graphs, %llu blocked%s %s\n", name, static_cast<unsigned long long>(o.graphs),
              static_cast<unsigned long long>(o.blocked), o.ended ? "" : ", not ended", o.fault.c_str());
  return o;
}

}  // namespace weir::tests

#endif
