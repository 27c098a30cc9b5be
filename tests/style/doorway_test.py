#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Only the platforms name the standard library's threads, locks, atomics and clocks; everybody else asks a platform."""

import tree
from doorway import sentences

SHIPPED = ("include/", "policies/", "verify/")
# verify/support/ runs the checks from outside and may look at a real clock to keep within its time; verify/stress/ is about real threads.
# std_future.hpp leads to the standard library's futures and is about nothing else.
DOORS = ("include/weir/platform/", "include/weir/std_future.hpp", "verify/relacy", "verify/simulated", "verify/support/", "verify/stress/")


def check(root):
    for path, text in tree.files(root, ".hpp", ".h", under=SHIPPED):
        if not path.startswith(DOORS):
            yield from sentences(path, text)


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "include/weir/platform/native.hpp": "#include <atomic>\nstd::atomic<int> a;\n",
            "policies/queue/a.hpp": "// std::mutex is not named here\nstd::memory_order_relaxed; typename P::mutex m;\n",
            "include/weir/std_future.hpp": "#include <future>\n",
            "tests/a_test.cpp": "#include <thread>\n",
        },
        planted=[
            ({"include/weir/pool.hpp": "#include  <mutex>\n"}, r"pool\.hpp:1: <mutex>"),
            ({"policies/queue/b.hpp": "int x;\nstd::atomic_flag f;\n"}, r"b\.hpp:2: std::atomic_flag"),
            ({"verify/model.hpp": "auto t = std::chrono::steady_clock::now();\n"}, r"steady_clock"),
            ({"include/weir/c.hpp": "static thread_local int x;\n"}, r"thread_local"),
            ({"policies/queue/d.hpp": "std::lock_guard lock(m);\n"}, r"d\.hpp:1: std::lock_guard .* take typename P::unique_lock"),
            ({"policies/queue/e.hpp": "std::atomic_thread_fence(o);\n"}, r"take P::fence"),
            ({"policies/queue/f.hpp": "std::chrono::steady_clock::now();\n"}, r"take typename P::clock"),
        ],
    )
