// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "bench/support/clock.hpp"
#include "bench/support/wrong_answer.hpp"

extern char** environ;

namespace weir::bench {
namespace {

/// A pool that hangs in its destructor is found by this limit only.
constexpr unsigned longest_bout_seconds = 300;

double seconds(timeval t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; }

double own_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = ::read(file, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  return text;
}

std::string failure_of(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == wrong_answer_status) return "wrong answer";
  if (WIFEXITED(status)) return "exit status " + std::to_string(WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGALRM) return "did not finish";
  return std::string("killed: ") + ::strsignal(WTERMSIG(status));
}

pid_t spawn(const char* program, std::vector<std::string> words, int output) {
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t child = -1;
  if (::posix_spawn(&child, program, &actions, nullptr, arguments.data(), environ) != 0) child = -1;
  ::posix_spawn_file_actions_destroy(&actions);
  return child;
}

std::string exact(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

}  // namespace

outcome run_in_child(const bout& which, const effort& size) {
  outcome result;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {{}, "no pipe", {}};

  const auto machine_before = machine_seconds();
  const auto own_before = own_seconds();
  const auto start = wall_clock::now();
  const auto child =
      spawn(which.program,
            {"bench", "--child", "--workload", std::string(which.workload), "--contestant", std::string(which.contestant), "--share",
             exact(size.share), "--workers", std::to_string(size.workers), "--patience", std::to_string(size.patience.count())},
            ends[1]);
  ::close(ends[1]);
  const auto text = read_all(ends[0]);
  ::close(ends[0]);
  if (child < 0) return {{}, "no process", {}};

  int status = 0;
  rusage used{};
  while (::wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
  }
  const auto wall = nanoseconds(wall_clock::now() - start) / 1e9;
  const auto mine = seconds(used.ru_utime) + seconds(used.ru_stime) + own_seconds() - own_before;
  result.others.seconds = std::max(0.0, machine_seconds() - machine_before - mine);
  result.others.share = result.others.seconds / wall / static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN));

  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    result.failure = failure_of(status);
    return result;
  }
  std::istringstream in(text);
  for (double value; in >> value;) result.values.push_back(value);
  if (result.values.size() != which.metrics.size()) {
    result.values.clear();
    result.failure = "printed something else than its values";
  }
  return result;
}

int be_the_child(const bout& which, const effort& size) {
  ::alarm(longest_bout_seconds);
  for (const auto value : which.measure(size)) std::printf("%.17g\n", value);
  return 0;
}

}  // namespace weir::bench
