// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/native.hpp>
#include <weir/platform/unique_lock.hpp>

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

using lock_type = platform::unique_lock<platform::native::mutex>;

TEST(unique_lock, says_whether_it_holds_its_mutex) {
  platform::native::mutex mutex;
  lock_type lock(mutex);
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_EQ(lock.mutex(), &mutex);
  lock.unlock();
  EXPECT_FALSE(lock.owns_lock());
  lock.lock();
  EXPECT_TRUE(lock.owns_lock());
}

TEST(unique_lock, unlocks_at_its_end_what_it_holds) {
  platform::native::mutex mutex;
  { lock_type(mutex).unlock(); }
  { const lock_type held(mutex); }
  const lock_type again(mutex);  // waits for ever, if the mutex is still locked
  EXPECT_TRUE(again.owns_lock());
}

}  // namespace
}  // namespace weir::tests
