// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CPU_QUOTA_HPP
#define WEIR_PLATFORM_CPU_QUOTA_HPP

#include <weir/platform/cgroup_text.hpp>
#include <weir/platform/file_text.hpp>
#include <weir/platform/uncancelled.hpp>

#include <cstring>
#include <string>

namespace weir::platform {

/// A tree of files with what Linux tells of cgroups in it: the system's own, or one that a test has made.
class cgroup_files {
 public:
  /// `tree` is the directory that stands for `/`, without a slash at its end.
  explicit cgroup_files(const char* tree) : tree_(tree) {}

  /// The smallest quota of the process's cgroups and of those above them, as far as they are mounted, in processors; no_quota if there is none.
  [[nodiscard, gnu::cold]] unsigned quota() const {
    std::string groups = text("/proc/self/cgroup");
    std::string mounts = text("/proc/self/mountinfo");
    char* first = nullptr;  // the process's cgroup in the tree of version 1 that has the controller `cpu`
    char* second = nullptr;  // and in that of version 2
    for (char* rest = groups.data(); *rest != '\0';) {
      char* line = cut(rest, '\n');
      const bool is_second = std::strcmp(cut(line, ':'), "0") == 0;
      char* const controllers = cut(line, ':');
      if (is_second && second == nullptr) second = line;
      if (!is_second && first == nullptr && lists(controllers, "cpu")) first = line;
    }
    unsigned least = no_quota;
    for (char* rest = mounts.data(); *rest != '\0';) {
      const mount_line mount(cut(rest, '\n'));
      const bool is_second = std::strcmp(mount.type, "cgroup2") == 0;
      if (!is_second && (std::strcmp(mount.type, "cgroup") != 0 || !lists(mount.options, "cpu"))) continue;
      const char* const group = is_second ? second : first;
      if (group == nullptr) continue;
      const cgroup_path own(std::string(group).data());
      const char* const way = own.below(cgroup_path(unescape(mount.root)));
      if (way == nullptr) continue;
      const unsigned here = quota_up_to(unescape(mount.point), way, is_second);
      if (here < least) least = here;
    }
    return least;
  }

 private:
  /// From the cgroup `way` up to that of the mount point: each level limits all that is below it.
  [[nodiscard, gnu::cold]] unsigned quota_up_to(const char* point, std::string way, bool second) const {
    for (unsigned least = no_quota;; way.resize(way.rfind('/'))) {
      const unsigned here = quota_at(std::string(point).append(way), second);
      if (here < least) least = here;
      if (way.empty()) return least;
    }
  }
  [[nodiscard, gnu::cold]] unsigned quota_at(const std::string& group, bool second) const {
    if (!second) return processors_for(text(group + "/cpu.cfs_quota_us").c_str(), text(group + "/cpu.cfs_period_us").c_str());
    std::string both = text(group + "/cpu.max");
    char* period = both.data();
    const char* const quota = cut(period, ' ');
    return processors_for(quota, period);
  }

  [[nodiscard, gnu::cold]] std::string text(const std::string& name) const { return file_text(tree_ + name); }

  std::string tree_;
};

/// How many processors' time the CPU quotas of cgroups leave the process, rounded up; no_quota where there is none, where a file cannot be read or
/// is not what the kernel writes, where memory is short, and on systems other than Linux. Reads /proc/self/cgroup, /proc/self/mountinfo and the
/// quotas of each level: some twenty system calls. `tree` stands for `/`. The thread is not cancelled in it.
[[nodiscard]] inline unsigned cpu_quota(const char* tree = "") noexcept {
  const uncancelled meanwhile;  // open and read end a thread that is to be cancelled, and no exception may leave this function
  try {
    return cgroup_files(tree).quota();
  } catch (...) {
    return no_quota;
  }
}

}  // namespace weir::platform

#endif
