// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CPU_QUOTA_HPP
#define WEIR_PLATFORM_CPU_QUOTA_HPP

#include <weir/platform/cgroup_text.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#if defined(__linux__)
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
#endif

namespace weir::platform {

/// A tree of files with what Linux tells of cgroups in it: the system's own, or one that a test has made.
class cgroup_files {
 public:
  /// `tree` is the directory that stands for `/`, without a slash at its end.
  explicit cgroup_files(std::string_view tree) : tree_(tree) {}

  /// The smallest quota of the process's cgroups and of those above them, as far as they are mounted, in processors; no_quota if there is none.
  [[nodiscard]] unsigned quota() const {
    const std::string groups = text("/proc/self/cgroup");
    const std::string mounts = text("/proc/self/mountinfo");
    unsigned least = no_quota;
    for (std::string_view rest = mounts; !rest.empty();) {
      const mount_line mount = mount_line::read(cut(rest, '\n'));
      const bool second = mount.type == "cgroup2";
      if (!second && (mount.type != "cgroup" || !lists(mount.options, "cpu"))) continue;
      const auto group = group_of(groups, second);
      if (!group) continue;
      const auto way = cgroup_path::read(*group).below(cgroup_path::read(unescaped(mount.root)));
      if (way) least = std::min(least, quota_up_to(unescaped(mount.point), *way, second));
    }
    return least;
  }

 private:
  /// The process's cgroup in the tree of version 2, or in that of the controller `cpu` of version 1.
  [[nodiscard]] static std::optional<std::string_view> group_of(std::string_view groups, bool second) noexcept {
    while (!groups.empty()) {
      std::string_view line = cut(groups, '\n');
      const std::string_view number = cut(line, ':');
      const std::string_view controllers = cut(line, ':');
      if (second ? number == "0" : lists(controllers, "cpu")) return line;
    }
    return std::nullopt;
  }

  /// From the cgroup `way` up to that of the mount point: each level limits all that is below it.
  [[nodiscard]] unsigned quota_up_to(const std::string& point, std::string way, bool second) const {
    for (unsigned least = no_quota;; way.resize(way.rfind('/'))) {
      least = std::min(least, quota_at(point + way, second));
      if (way.empty()) return least;
    }
  }
  [[nodiscard]] unsigned quota_at(const std::string& group, bool second) const {
    if (!second) return processors_for(text(group + "/cpu.cfs_quota_us"), text(group + "/cpu.cfs_period_us"));
    const std::string both = text(group + "/cpu.max");
    std::string_view period = both;
    const std::string_view quota = cut(period, ' ');
    return processors_for(quota, period);
  }

  /// The file's content; nothing if it cannot be read.
  [[nodiscard]] std::string text([[maybe_unused]] const std::string& name) const {
    std::string all;
#if defined(__linux__)
    const int file = ::open((tree_ + name).c_str(), O_RDONLY | O_CLOEXEC);
    if (file == -1) return all;
    const struct closed_at_the_end {
      int descriptor;
      ~closed_at_the_end() { ::close(descriptor); }
    } guard{file};
    char part[4096];
    ::ssize_t n = 0;
    while ((n = ::read(file, part, sizeof part)) > 0) all.append(part, static_cast<std::size_t>(n));
#endif
    return all;
  }

  std::string tree_;
};

/// How many processors' time the CPU quotas of cgroups leave the process, rounded up; no_quota where there is none, where a file cannot be read or
/// is not what the kernel writes, where memory is short, and on systems other than Linux. Reads /proc/self/cgroup, /proc/self/mountinfo and the
/// quotas of each level: some twenty system calls. `tree` stands for `/`. The thread is not cancelled in it.
[[nodiscard]] inline unsigned cpu_quota(std::string_view tree = "") noexcept {
#if defined(__linux__)
  struct uncancelled {  // open and read end a thread that is to be cancelled, and no exception may leave this function
    uncancelled() noexcept { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before); }
    ~uncancelled() { ::pthread_setcancelstate(before, nullptr); }
    int before = PTHREAD_CANCEL_ENABLE;
  } const meanwhile;
#endif
  try {
    return cgroup_files(tree).quota();
  } catch (...) {
    return no_quota;
  }
}

}  // namespace weir::platform

#endif
