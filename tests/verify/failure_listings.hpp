// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_FAILURE_LISTINGS_HPP
#define TESTS_VERIFY_FAILURE_LISTINGS_HPP

namespace failure_listings {

// Listings as Relacy prints them.

inline constexpr const char* every_kind = R"([0] 0: [CTOR BEGIN], in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
[1] 0: <0x55f365475158> mutex: exclusive lock, in submit, /long/path/pool.hpp(30)
[2] 0: <0x55f365475160> write cell, in submit, /long/path/pool.hpp(31)
[3] 0: <0x55f365475160> read cell, in submit, /long/path/pool.hpp(32)
[4] 0: <0x55f365475168> store 0x55f365475200 (release), was (nil), in publish<3, weir::result&>, /long/path/pool.hpp(33)
[5] 0: <0x55f365475168> load 0x55f365475200 (acquire), in submit, /long/path/pool.hpp(34)
[6] 0: <0x55f365475170> fetch_add: 0 -> 1 (acq_rel), in submit, /long/path/pool.hpp(35)
[7] 0: <0x55f365475170> compare_exchange 1 -> 2 (seq_cst): done, in submit, /long/path/pool.hpp(36)
[8] 0: <0x55f365475170> compare_exchange 7 -> 8 (relaxed): failed, found 2, in submit, /long/path/pool.hpp(37)
[9] 0: <0x55f365475170> compare_exchange 2 -> 3 (relaxed): failed for no reason, in submit, /long/path/pool.hpp(38)
[10] 0: fence (seq_cst), in submit, /long/path/pool.hpp(39)
[11] 0: <0x55f365475178> cond_var: notify all unblocked=0, in submit, /long/path/pool.hpp(40)
[12] 0: yield(1), in submit, /long/path/pool.hpp(41)
[13] 0: memory allocation: addr=0x7f0000001000, size=10, in , (0)
[14] 0: thread creation fails, in operator(), /long/path/pool.hpp(42)
[15] 0: <0x55f365475180> load 0x10000000001 (relaxed), in submit, /long/path/pool.hpp(43)
[16] 0: <0x55f365475158> mutex: exclusive unlock, in submit, /long/path/pool.hpp(30)
[17] 0: <0x55f365475188> fetch_add: 0 -> 1 (acq_rel), in finish, weir/verify/relacy/session.hpp(0)
[18] 0: [THREAD FINISHED], in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
[19] 0: USER ASSERT FAILED (X1: this, and: that), in check, /long/path/pool.hpp(50)

thread 0:
[1] 0: <0x55f365475158> mutex: exclusive lock, in submit, /long/path/pool.hpp(30)
)";

inline constexpr const char* lost_wake_up = R"([0] 1: <0x1008> store 1 (relaxed), was 0, in set, /a/pool.hpp(1)
[1] 1: <0x1008> store 2 (release), was 1, in set, /a/pool.hpp(2)
[2] 1: [THREAD FINISHED], in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
[3] 0: <0x1010> mutex: exclusive lock, in wait, /a/pool.hpp(4)
[4] 0: <0x1018> write cell, in wait, /a/pool.hpp(4)
[5] 0: <0x1008> load 0 (acquire), an old value, in wait, /a/pool.hpp(5)
[6] 0: <0x1008> load 2 (acquire), in wait, /a/pool.hpp(5)
[7] 0: <0x1020> cond_var: wait enter, in wait, /a/pool.hpp(6)
[8] 0: <0x1010> mutex: exclusive unlock, in wait, /a/pool.hpp(6)
[9] 0: blocking current thread, in wait, /a/pool.hpp(6)
[10] 0: DEADLOCK, in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
)";

inline constexpr const char* hand_over = R"([0] 0: <0x1010> mutex: exclusive lock, in wait, /a/pool.hpp(1)
[1] 1: <0x1010> mutex: blocking, in set, /a/pool.hpp(11)
[2] 1: blocking current thread, in set, /a/pool.hpp(11)
[3] 0: <0x1020> cond_var: wait enter, in wait, /a/pool.hpp(2)
[4] 0: unblocking thread 1, in wait, /a/pool.hpp(2)
[5] 0: <0x1010> mutex: exclusive unlock, in wait, /a/pool.hpp(2)
[6] 0: blocking current thread, in wait, /a/pool.hpp(2)
[7] 1: <0x1010> mutex: exclusive lock, in set, /a/pool.hpp(11)
[8] 1: <0x1020> cond_var: notify one total_blocked=1 unblocked=1, in set, /a/pool.hpp(12)
[9] 1: unblocking thread 0, in set, /a/pool.hpp(12)
[10] 1: <0x1010> mutex: exclusive unlock, in set, /a/pool.hpp(13)
[11] 0: <0x1020> cond_var: wait exit due to notified, in wait, /a/pool.hpp(2)
[12] 0: <0x1010> mutex: exclusive lock, in wait, /a/pool.hpp(2)
[13] 1: <0x1030> thread created, in set, /a/pool.hpp(14)
[14] 1: <0x1030> join, in set, /a/pool.hpp(15)
[15] 1: blocking current thread, in set, /a/pool.hpp(15)
[16] 2: [THREAD FINISHED], in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
[17] 2: unblocking thread 1, in on_finish, /usr/include/relacy/dyn_thread_ctx.hpp(60)
[18] 1: yield(1), in set, /a/pool.hpp(16)
[19] 1: yield(1), in set, /a/pool.hpp(16)
[20] 1: USER ASSERT FAILED (X2), in set, /a/pool.hpp(17)
)";

inline constexpr const char* data_race = R"([0] 1: <0x1008> write cell, in push, /a/ring.hpp(1)
[1] 1: <0x1010> write cell, in push, /a/ring.hpp(2)
[2] 1: <0x1018> write cell, in push, /a/ring.hpp(3)
[3] 0: <0x1010> read cell, in pop, /a/ring.hpp(9)
[4] 0: DATA RACE (thread 0 reads a cell at ring.hpp:9 (pop)), in pop, /a/ring.hpp(9)
)";

inline constexpr const char* stuck = R"([0] 0: <0x1010> mutex: exclusive lock, in wait, /a/pool.hpp(1)
[1] 0: <0x1020> cond_var: wait enter, in wait, /a/pool.hpp(2)
[2] 0: <0x1010> mutex: exclusive unlock, in wait, /a/pool.hpp(2)
[3] 0: blocking current thread, in wait, /a/pool.hpp(2)
[4] 2: yield(1), in look, /a/pool.hpp(3)
[5] 4: <0x1010> mutex: exclusive lock, in work, /a/pool.hpp(4)
[6] 1: <0x1010> mutex: blocking, in set, /a/pool.hpp(5)
[7] 1: blocking current thread, in set, /a/pool.hpp(5)
[8] 4: <0x1030> mutex: exclusive lock, in work, /a/pool.hpp(6)
[9] 4: <0x1040> cond_var: wait enter, in work, /a/pool.hpp(7)
[10] 4: <0x1030> mutex: exclusive unlock, in work, /a/pool.hpp(7)
[11] 4: blocking current thread, in work, /a/pool.hpp(7)
[12] 5: [THREAD FINISHED], in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
[13] 5: LIVELOCK, in fiber_proc_impl, /usr/include/relacy/context.hpp(457)
)";

}  // namespace failure_listings

#endif
