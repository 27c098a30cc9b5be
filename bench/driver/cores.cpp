// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/cores.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

namespace weir::bench {

double machine_seconds() {
  std::ifstream file("/proc/stat");
  std::string cpu;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  file >> cpu >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal;
  return (user + nice + system + irq + softirq + steal) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace weir::bench
