// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/native.hpp>
#include <weir/processors.hpp>
#include <weir/thread_pool.hpp>

#include <gtest/gtest.h>

#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

/// What `f` returns in a process of its own; -1 if that process does not end by itself.
template <class F>
int in_another_process(F f) {
  const ::pid_t child = ::fork();
  if (child == 0) ::_exit(static_cast<int>(f()));
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Binds the calling thread to one of the processors that it may use.
void bind_to_one() {
  ::cpu_set_t set;
  ::sched_getaffinity(0, sizeof set, &set);
  int one = 0;
  while (!CPU_ISSET(one, &set)) ++one;
  CPU_ZERO(&set);
  CPU_SET(one, &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

TEST(processors, are_at_least_one_and_no_more_than_there_are) {
  EXPECT_GE(processors(), 1U);
  EXPECT_LE(processors(), std::max(1U, std::thread::hardware_concurrency()));
}

TEST(processors, are_what_the_platform_says_and_a_pool_has) {
  EXPECT_EQ(platform::native::hardware_concurrency(), processors());
  thread_pool p;
  EXPECT_EQ(p.stats().capacity, processors());
}

TEST(processors, are_those_that_the_process_may_run_on) {
  EXPECT_EQ(in_another_process([] {
              bind_to_one();
              return processors();
            }),
            1);
}

TEST(processors, are_not_fewer_for_a_thread_that_is_bound_to_one) {
  const unsigned before = processors();
  unsigned bound = 0;
  std::thread([&] {
    bind_to_one();
    bound = processors();
  }).join();
  EXPECT_EQ(bound, before);
}

TEST(processors, are_not_fewer_for_a_first_thread_that_is_bound_to_one) {
  const unsigned before = processors();
  EXPECT_EQ(in_another_process([] {
              ::cpu_set_t all;
              ::sched_getaffinity(0, sizeof all, &all);
              bind_to_one();
              unsigned free = 0;
              std::thread([&] {
                ::sched_setaffinity(0, sizeof all, &all);
                free = processors();
              }).join();
              return free;
            }),
            static_cast<int>(before));
}

TEST(processors, do_not_end_a_thread_that_is_to_be_cancelled) {
  std::atomic<unsigned> seen = 0;
  ::pthread_t thread;
  const auto body = [](void* to) -> void* {
    ::pthread_cancel(::pthread_self());
    *static_cast<std::atomic<unsigned>*>(to) = processors();
    ::pthread_testcancel();
    return nullptr;
  };
  ASSERT_EQ(::pthread_create(&thread, nullptr, body, &seen), 0);
  void* end = nullptr;
  ASSERT_EQ(::pthread_join(thread, &end), 0);
  EXPECT_EQ(end, PTHREAD_CANCELED);
  EXPECT_EQ(seen, processors());
}

/// A cgroup with a quota of half a processor, and one in it without; both go with the object.
class half_a_processor {
 public:
  half_a_processor() {
    for (const char* v1 : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"})
      if (std::filesystem::exists(std::string(v1) + "/cpu.cfs_quota_us") || std::filesystem::exists(std::string(v1) + "/cpu.shares")) {
        make(v1, "/cpu.cfs_quota_us", "50000");
        return;
      }
    std::string on;
    std::ifstream controllers("/sys/fs/cgroup/cgroup.subtree_control");
    while (controllers >> on && on != "cpu") {
    }
    if (on == "cpu") make("/sys/fs/cgroup", "/cpu.max", "50000 100000");
  }
  half_a_processor(const half_a_processor&) = delete;
  ~half_a_processor() {
    if (!inner_.empty()) ::rmdir(inner_.c_str());
    if (!outer_.empty()) ::rmdir(outer_.c_str());
  }

  [[nodiscard]] bool made() const { return !inner_.empty(); }
  /// Moves the calling process into the inner cgroup.
  [[nodiscard]] bool enter() const { return write(inner_ + "/cgroup.procs", "0"); }

 private:
  static bool write(const std::string& file, const char* text) { return static_cast<bool>(std::ofstream(file) << text << std::flush); }
  void make(const std::string& parent, const char* file, const char* quota) {
    const std::string name = parent + "/weir_processors_test_" + std::to_string(::getpid());
    if (::mkdir(name.c_str(), 0755) != 0) return;
    outer_ = name;
    if (!write(outer_ + file, quota)) return;
    if (::mkdir((outer_ + "/inner").c_str(), 0755) == 0) inner_ = outer_ + "/inner";
  }

  std::string outer_;
  std::string inner_;
};

TEST(processors, are_those_of_the_smallest_quota_of_a_real_cgroup) {
  if (processors() == 1) GTEST_SKIP() << "with one processor no quota can be seen";
  constexpr int refused = 255;
  const half_a_processor cgroup;
  if (!cgroup.made()) GTEST_SKIP() << "this process may not make a cgroup with a quota here";
  const int seen = in_another_process([&] { return cgroup.enter() ? static_cast<int>(processors()) : refused; });
  if (seen == refused) GTEST_SKIP() << "this process may not enter the cgroup that it has made";
  EXPECT_EQ(seen, 1);
}

}  // namespace
}  // namespace weir::tests
