// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/cpu_quota.hpp>

#include "tests/platform/system_files.hpp"
#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

namespace weir::tests {
namespace {

using platform::cpu_quota;
using platform::no_quota;

const std::string second = "31 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 master:2 - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string first = "33 22 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n";

struct in_a_container : system_files {  // of version 2, with a namespace of cgroups
  in_a_container() { groups("0::/\n").mounts(second); }
};
struct on_version_1 : system_files {
  on_version_1() { groups("5:memory:/m\n4:cpu:/a/b\n1:name=systemd:/s\n").mounts(first); }
};

TEST(a_quota_of_version_2, is_rounded_up_to_whole_processors) {
  EXPECT_EQ(in_a_container().v2("", "200000 100000\n").quota(), 2U);
  EXPECT_EQ(in_a_container().v2("", "200001 100000\n").quota(), 3U);
  EXPECT_EQ(in_a_container().v2("", "150000 100000\n").quota(), 2U);
  EXPECT_EQ(in_a_container().v2("", "50000 100000\n").quota(), 1U);
  EXPECT_EQ(in_a_container().v2("", "1000 1000000\n").quota(), 1U);
  EXPECT_EQ(in_a_container().v2("", "100000 50000\n").quota(), 2U);
  EXPECT_EQ(in_a_container().v2("", "900000 100000\n").quota(), 9U);
  EXPECT_EQ(in_a_container().v2("", "9223372036854775799 922337203685477580\n").quota(), 10U) << "the largest quota that is read";
}

TEST(a_quota_of_version_2, may_be_none) {
  EXPECT_EQ(in_a_container().v2("", "max 100000\n").quota(), no_quota);
  EXPECT_EQ(in_a_container().quota(), no_quota);  // the root of all cgroups has no such file
}

TEST(a_quota_of_version_2, is_the_smallest_from_the_own_cgroup_up_to_the_mount) {
  const auto tree = [](const char* top, const char* middle, const char* leaf) {
    return system_files()
        .groups("0::/a/b\n")
        .mounts(second)
        .v2("", top)
        .v2("/a", middle)
        .v2("/a/b", leaf)
        .v2("/a/b/c", "100 100\n")
        .quota();
  };
  EXPECT_EQ(tree("max 100000\n", "max 100000\n", "300000 100000\n"), 3U);
  EXPECT_EQ(tree("max 100000\n", "300000 100000\n", "max 100000\n"), 3U);
  EXPECT_EQ(tree("300000 100000\n", "max 100000\n", "max 100000\n"), 3U);
  EXPECT_EQ(tree("400000 100000\n", "200000 100000\n", "800000 100000\n"), 2U);
  EXPECT_EQ(tree("max 100000\n", "max 100000\n", "max 100000\n"), no_quota);
}

TEST(a_quota_of_version_2, above_a_cgroup_without_the_controller_holds) {
  EXPECT_EQ(system_files().groups("0::/a/b/c\n").mounts(second).v2("/a", "200000 100000\n").quota(), 2U);
}

TEST(a_quota_of_version_1, is_rounded_up_to_whole_processors) {
  EXPECT_EQ(on_version_1().v1("/a/b", "300000\n").quota(), 3U);
  EXPECT_EQ(on_version_1().v1("/a/b", "150000\n").quota(), 2U);
  EXPECT_EQ(on_version_1().v1("/a/b", "5000\n", "10000\n").quota(), 1U);
  EXPECT_EQ(on_version_1().v1("/a/b", "3", "1").quota(), 3U);
}

TEST(a_quota_of_version_1, may_be_none) {
  EXPECT_EQ(on_version_1().v1("/a/b", "-1\n").quota(), no_quota);
  EXPECT_EQ(on_version_1().quota(), no_quota);
}

TEST(a_quota_of_version_1, is_the_smallest_of_all_levels) {
  EXPECT_EQ(on_version_1().v1("", "-1\n").v1("/a", "200000\n").v1("/a/b", "400000\n").quota(), 2U);
  EXPECT_EQ(on_version_1().v1("", "-1\n").v1("/a", "200000\n").v1("/a/b", "-1\n").quota(), 2U);
}

TEST(a_quota_of_version_1, of_a_controller_that_is_mounted_with_another) {
  system_files host;
  host.groups("4:cpu,cpuacct:/a\n3:cpuset:/other\n").mounts("33 22 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n");
  host.with("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "300000\n");
  host.with("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(host.quota(), 3U);
}

TEST(a_quota_of_version_1, of_the_controller_cpu_and_no_other) {
  EXPECT_EQ(system_files().groups("4:cpuset:/a\n3:cpuacct:/a\n2:name=cpu:/a\n").mounts(first).v1("/a", "100000\n").quota(), no_quota);
  const std::string others = "33 22 0:29 / /sys/fs/cgroup/cpu rw,cpu - cgroup cgroup rw,cpuset,name=cpu\n";
  EXPECT_EQ(system_files().groups("4:cpu:/a\n").mounts(others).v1("/a", "100000\n").quota(), no_quota);
  const std::string no_cgroup = "33 22 0:29 / /sys/fs/cgroup/cpu rw - tmpfs tmpfs rw,cpu\n";
  EXPECT_EQ(system_files().groups("4:cpu:/a\n").mounts(no_cgroup).v1("/a", "100000\n").quota(), no_quota);
}

TEST(a_host_of_both_versions, limits_by_the_one_that_has_the_controller) {
  const std::string unified = "41 22 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
  EXPECT_EQ(system_files().groups("4:cpu:/a\n0::/u\n").mounts(unified + first).v1("/a", "300000\n").quota(), 3U);
  system_files moved;
  moved.groups("4:memory:/a\n0::/u\n").mounts(unified + "34 22 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  EXPECT_EQ(moved.with("/sys/fs/cgroup/unified/u/cpu.max", "200000 100000\n").quota(), 2U);
}

TEST(a_host_of_both_versions, may_name_them_in_either_order) {
  const std::string unified = "41 22 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
  system_files both;
  both.groups("0::/u\n4:cpu:/a\n").mounts(unified + first).v1("/a", "300000\n");
  EXPECT_EQ(both.with("/sys/fs/cgroup/unified/u/cpu.max", "200000 100000\n").quota(), 2U);
}

TEST(a_mount, may_show_a_part_of_the_cgroups_only) {  // a container without a namespace of cgroups
  const std::string part = "33 22 0:29 /docker/1f /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n";
  EXPECT_EQ(system_files().groups("4:cpu:/docker/1f\n").mounts(part).v1("", "200000\n").quota(), 2U);
  EXPECT_EQ(system_files().groups("4:cpu:/docker/1f/in/er\n").mounts(part).v1("/in", "300000\n").v1("/docker/1f", "100000\n").quota(), 3U);
  EXPECT_EQ(system_files().groups("4:cpu:/docker/1ff\n").mounts(part).v1("", "200000\n").quota(), no_quota);
  system_files both;
  both.groups("4:cpu:/docker/1ff\n0::/\n").mounts(part + "31 22 0:26 / /mnt rw - cgroup2 cgroup2 rw\n").v1("", "100000\n");
  EXPECT_EQ(both.with("/mnt/cpu.max", "200000 100000\n").quota(), 2U) << "a mount that shows other cgroups hides no further one";
  EXPECT_EQ(system_files().groups("4:cpu:/docker/2f/in\n").mounts(part).v1("/in", "200000\n").quota(), no_quota);
  EXPECT_EQ(system_files().groups("4:cpu:/docker\n").mounts(part).v1("", "200000\n").quota(), no_quota);
}

TEST(a_mount, may_have_been_made_above_the_namespace) {  // what is between is unknown, and what is mounted is above the process
  const std::string above = "31 22 0:26 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
  EXPECT_EQ(system_files().groups("0::/a\n").mounts(above).v2("", "200000 100000\n").v2("/a", "100000 100000\n").quota(), 2U);
  EXPECT_EQ(system_files().groups("0::/../b\n").mounts(above).v2("", "200000 100000\n").v2("/b", "100000 100000\n").quota(), 2U);
}

TEST(a_process, may_be_outside_of_its_namespace) {
  const std::string beside = "31 22 0:26 /../b /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
  EXPECT_EQ(system_files().groups("0::/../b/c\n").mounts(beside).v2("/c", "200000 100000\n").quota(), 2U);
  EXPECT_EQ(system_files().groups("0::/../bc\n").mounts(beside).v2("", "200000 100000\n").quota(), no_quota);
  EXPECT_EQ(system_files().groups("0::/c\n").mounts(beside).v2("", "200000 100000\n").v2("/c", "200000 100000\n").quota(), no_quota);
  EXPECT_EQ(system_files().groups("0::/../..\n").mounts(second).v2("", "200000 100000\n").quota(), no_quota);
}

TEST(a_process, whose_cgroup_was_removed_is_limited_by_those_above) {
  EXPECT_EQ(system_files().groups("0::/a/b (deleted)\n").mounts(second).v2("/a", "200000 100000\n").quota(), 2U);
}

TEST(a_mount_point, may_have_any_name) {
  system_files odd;
  odd.groups("0::/a b\\c\n").mounts("31 22 0:26 /a\\040b\\134c /mnt/c\\040g\\011\\134040\\8 rw shared:1 - cgroup2 none rw\n");
  EXPECT_EQ(odd.with("/mnt/c g\t\\040\\8/cpu.max", "200000 100000\n").quota(), 2U);
}

TEST(an_escape, has_three_octal_digits) {
  const auto unescaped = [](std::string text) { return std::string(platform::unescape(text.data())); };
  EXPECT_EQ(unescaped("a\\040b\\134\\011"), "a b\\\t");
  EXPECT_EQ(unescaped("\\08\\0\\x20\\0x1\\01xa040\\ 12\\067\\"), "\\08\\0\\x20\\0x1\\01xa040\\ 127\\");
  EXPECT_EQ(unescaped("\\04"), "\\04");
}

TEST(a_mount_point, may_be_one_of_several) {
  const std::string twice = "31 22 0:26 / /host rw - cgroup2 cgroup2 rw\n" + second;
  EXPECT_EQ(system_files().groups("0::/a\n").mounts(twice).v2("/a", "200000 100000\n").quota(), 2U);
  EXPECT_EQ(system_files().groups("0::/a\n").mounts(twice).with("/host/a/cpu.max", "200000 100000\n").quota(), 2U);
}

TEST(a_path, that_leads_out_of_the_mount_is_not_followed) {
  system_files outside;
  outside.groups("0::/a/../../out\n").mounts(second).v2("/a", "max 100000\n").with("/sys/fs/out/cpu.max", "100000 100000\n");
  EXPECT_EQ(outside.quota(), no_quota);
  const std::string above = "31 22 0:26 /.. /sys/fs/cgroup rw - cgroup2 c rw\n";
  EXPECT_EQ(system_files().groups("0::/a/..\n").mounts(above).v2("/a", "100000 100000\n").quota(), no_quota);
  const std::string back = "31 22 0:26 /a/.. /sys/fs/cgroup rw - cgroup2 c rw\n";
  EXPECT_EQ(system_files().groups("0::/a\n").mounts(back).v2("", "100000 100000\n").quota(), no_quota);
  EXPECT_EQ(system_files().groups("0::/../a\n").mounts(back).v2("", "100000 100000\n").quota(), no_quota);
  EXPECT_EQ(system_files().groups("0::a\n").mounts(second).v2("", "100000 100000\n").quota(), no_quota);
}

TEST(what_is_not_as_the_kernel_writes_it, does_not_limit) {
  for (const char* text : {"",
                           "\n",
                           " ",
                           "max",
                           "200000",
                           "200000\n",
                           "200000 ",
                           " 200000 100000",
                           "200000 0\n",
                           "0 100000\n",
                           "-5 100000\n",
                           "5 -1\n",
                           "+5 1\n",
                           "2e5 100000\n",
                           "200000 100000 7\n",
                           "200000  100000\n",
                           "200000,100000\n",
                           "99999999999999999999 1\n",
                           "1 99999999999999999999\n",
                           "200000 100000\n\n",
                           "nonsense 100000\n"})
    EXPECT_EQ(in_a_container().v2("", text).quota(), no_quota) << '"' << text << '"';
  EXPECT_EQ(in_a_container().v2("", std::string("2\0 1\n", 5)).quota(), no_quota);
  EXPECT_EQ(on_version_1().v1("/a/b", "200000\n", "").quota(), no_quota);
  EXPECT_EQ(on_version_1().v1("/a/b", "", "100000\n").quota(), no_quota);
  EXPECT_EQ(on_version_1().v1("/a/b", "200000 1\n").quota(), no_quota);
  EXPECT_EQ(in_a_container().v2("", "9223372036854775807 1\n").quota(), no_quota);
  EXPECT_EQ(in_a_container().v2("", "4294967297 1\n").quota(), no_quota) << "more processors than an unsigned counts";
  EXPECT_EQ(in_a_container().v2("", "200000 100000").quota(), 2U) << "the end of the line may be missing";
}

TEST(what_is_missing, does_not_limit) {
  EXPECT_EQ(system_files().quota(), no_quota);
  EXPECT_EQ(system_files().groups("0::/\n").v2("", "200000 100000\n").quota(), no_quota);
  EXPECT_EQ(system_files().mounts(second).v2("", "200000 100000\n").quota(), no_quota);
  EXPECT_EQ(system_files().groups("").mounts(second).v2("", "200000 100000\n").quota(), no_quota);
  EXPECT_EQ(
      system_files().groups("0::/a\n0").mounts("31\n31 22 0:26 /\n31 22 0:26 / /sys/fs/cgroup rw -\n- - -\n").v2("/a", "1 1\n").quota(),
      no_quota);
  EXPECT_EQ(in_a_container().with("/sys/fs/cgroup/cpu.max/file", "200000 100000\n").quota(), no_quota) << "a directory in its place";
  EXPECT_EQ(cpu_quota("/no/such/directory"), no_quota);
}

TEST(each_file, is_closed) {
  in_a_container container;
  container.v2("", "200000 100000\n");
  const auto open_files = [] {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return std::distance(begin(all), end(all));
  };
  const auto before = open_files();
  EXPECT_EQ(container.quota(), 2U);
  EXPECT_EQ(open_files(), before);
}

TEST(a_long_list_of_mounts, is_read_to_its_end) {
  std::string many;
  for (int n = 0; n < 2000; ++n)
    many += std::to_string(100 + n) + " 22 0:50 / /var/lib/mounted/" + std::to_string(n) + " rw - tmpfs tmpfs rw\n";
  EXPECT_EQ(system_files().groups("0::/\n").mounts(many + second).v2("", "200000 100000\n").quota(), 2U);
}

TEST(memory_that_is_short, does_not_limit) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation can be made to fail here";
  in_a_container container;
  container.v2("", "200000 100000\n");
  const std::string root = container.root();
  int spared = 0;
  for (;; ++spared) {
    const failing_allocation one(spared);
    const unsigned quota = cpu_quota(root.c_str());
    EXPECT_EQ(quota, one.happened() ? no_quota : 2U) << spared;
    if (!one.happened()) break;
  }
  EXPECT_GE(spared, 3) << "files and names take memory";
}

/// Lines that the kernel writes, and texts made of parts of them.
rc::Gen<std::string> text(const std::vector<std::string>& lines) {
  const std::vector<std::string> parts{"0", "::", "/",  "..",    "\n",    " ",   " - ", "cgroup2", "cpu",
                                       ",", ":",  "\\", "\\040", "\\777", "max", "-1",  "100000"};
  const auto piece = rc::gen::weightedOneOf<std::string>(
      {{8, rc::gen::elementOf(lines)}, {4, rc::gen::elementOf(parts)}, {1, rc::gen::arbitrary<std::string>()}});
  const auto pieces = rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), [](const std::vector<std::string>& several) {
    std::string all;
    for (const std::string& p : several) all += p;
    return all;
  });
  return rc::gen::oneOf(rc::gen::elementOf(lines), pieces);
}

TEST(no_text_in_the_files, makes_it_throw) {
  EXPECT_TRUE(rc::check([] {
    system_files any;
    any.groups(*text({"0::/a\n", "0::/\n", "4:cpu,x:/a\n", "0::/../a\n"}));
    any.mounts(*text(
        {second, first, "31 22 0:26 /.. /sys/fs/cgroup rw - cgroup2 c rw\n", "31 22 0:26 /a /sys/fs/cgroup/cpu rw - cgroup c rw,cpu\n"}));
    for (const char* group : {"", "/a"}) {
      any.v2(group, *text({"150000 100000\n", "max 100000\n", "99999999999999999999 1\n"}));
      any.v1(group, *text({"150000\n", "-1\n", "9223372036854775807\n"}), *text({"100000\n"}));
    }
    const unsigned quota = platform::cgroup_files(any.root().c_str()).quota();  // cpu_quota would hide an exception
    RC_TAG(quota == no_quota ? "no quota" : "a quota");
    RC_ASSERT(quota >= 1U);
    RC_ASSERT(quota == any.quota());
  }));
}

}  // namespace
}  // namespace weir::tests
