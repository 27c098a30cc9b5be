// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/trace.hpp>
#include <weir/pool.hpp>

#include <fstream>

// What ran when, and on which worker: drop the file on https://ui.perfetto.dev
int main() {
  weir::pool<weir::observer::trace> p;
  for (int n = 0; n < 100; ++n) p.run([] {});
  std::ofstream file("trace.json");
  p.observer().write_json(file);
  return file ? 0 : 1;
}
