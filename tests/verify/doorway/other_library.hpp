// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_DOORWAY_OTHER_LIBRARY_HPP
#define TESTS_VERIFY_DOORWAY_OTHER_LIBRARY_HPP

#include <atomic>
#include <mutex>

// A library that the policies' author did not write. doorway.py looks through what it is given, and this is not.
namespace other {

using lock_type = std::mutex;
struct spin_lock {
  std::atomic_flag taken;
};
struct names {
  int mutex = 0;
  void yield() {}
};
inline std::mutex the_mutex;
#define OTHER_PAUSE __builtin_ia32_pause()

}  // namespace other

#endif
