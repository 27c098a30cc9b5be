// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PLATFORM_SYSTEM_FILES_HPP
#define TESTS_PLATFORM_SYSTEM_FILES_HPP

#include <weir/platform/cpu_quota.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace weir::tests {

/// A directory with the files of a system in it, as the kernel writes them. It goes with the object.
class system_files {
 public:
  system_files() {
    std::string name = ::testing::TempDir() + "/cpu_quota_XXXXXX";
    root_ = ::mkdtemp(name.data());
  }
  system_files(const system_files&) = delete;
  ~system_files() { std::filesystem::remove_all(root_); }

  system_files& with(const std::string& name, const std::string& text) {
    const std::filesystem::path file = root_.string() + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return *this;
  }
  /// The process is in these cgroups; lines as `0::/a`.
  system_files& groups(const std::string& lines) { return with("/proc/self/cgroup", lines); }
  system_files& mounts(const std::string& lines) {
    return with("/proc/self/mountinfo", "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n" + lines);
  }
  system_files& v2(const std::string& group, const std::string& cpu_max) { return with("/sys/fs/cgroup" + group + "/cpu.max", cpu_max); }
  system_files& v1(const std::string& group, const std::string& quota, const std::string& period = "100000\n") {
    with("/sys/fs/cgroup/cpu" + group + "/cpu.cfs_quota_us", quota);
    return with("/sys/fs/cgroup/cpu" + group + "/cpu.cfs_period_us", period);
  }
  [[nodiscard]] unsigned quota() const { return platform::cpu_quota(root_.c_str()); }
  [[nodiscard]] std::string root() const { return root_.string(); }

 private:
  std::filesystem::path root_;
};

}  // namespace weir::tests

#endif
