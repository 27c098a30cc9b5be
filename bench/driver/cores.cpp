// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/cores.hpp"

#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>

namespace weir::bench {

double machine_seconds() {
  std::ifstream file("/proc/stat");
  std::string cpu;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  file >> cpu >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal;
  return (user + nice + system + irq + softirq + steal) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

void await_quiet(std::chrono::milliseconds at_most) {
  constexpr std::chrono::milliseconds moment(200);  // twenty ticks: long enough to tell, short enough not to miss a gap
  for (auto waited = std::chrono::milliseconds(0); waited < at_most; waited += moment) {
    const auto before = machine_seconds();
    std::this_thread::sleep_for(moment);
    const disturbance others{machine_seconds() - before, 1};
    if (others.quiet()) return;
  }
}

}  // namespace weir::bench
