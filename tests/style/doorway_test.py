#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Only the platforms name the standard library's threads, locks, atomics and clocks; everybody else asks a platform."""

import re

import tree

SHIPPED = ("include/", "policies/", "verify/")
# verify/support/ runs the checks from outside; it may look at a real clock to keep within its time.
DOORS = ("include/weir/platform/", "verify/relacy", "verify/simulated", "verify/support/")
HEADERS = {"atomic", "mutex", "shared_mutex", "thread", "condition_variable", "semaphore", "latch", "barrier", "future"}
NAMES = re.compile(
    r"\bstd::(?:atomic\w*|mutex|recursive_mutex|timed_mutex|shared_mutex|lock_guard|unique_lock|scoped_lock|thread|jthread"
    r"|this_thread|condition_variable\w*|counting_semaphore|binary_semaphore|latch|barrier|future|promise|async)\b"
    r"|\b(?:steady|system|high_resolution)_clock\b|\bthread_local\b|\bvolatile\b"
)


def check(root):
    for path, text in tree.files(root, ".hpp", ".h", under=SHIPPED):
        if path.startswith(DOORS):
            continue
        for line, header in tree.includes(text):
            if header in HEADERS:
                yield f"{path}:{line}: <{header}> is for platforms only; take what you need from the platform parameter"
        for line, code in enumerate(tree.without_comments(text).splitlines(), 1):
            for name in NAMES.findall(code):
                yield f"{path}:{line}: {name} is for platforms only; a checker could not see it"


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "include/weir/platform/native.hpp": "#include <atomic>\nstd::atomic<int> a;\n",
            "policies/queue/a.hpp": "// std::mutex is not named here\nstd::memory_order_relaxed; typename P::mutex m;\n",
            "tests/a_test.cpp": "#include <thread>\n",
        },
        planted=[
            ({"include/weir/pool.hpp": "#include  <mutex>\n"}, r"pool\.hpp:1: <mutex>"),
            ({"policies/queue/b.hpp": "int x;\nstd::atomic_flag f;\n"}, r"b\.hpp:2: std::atomic_flag"),
            ({"verify/model.hpp": "auto t = std::chrono::steady_clock::now();\n"}, r"steady_clock"),
            ({"include/weir/c.hpp": "static thread_local int x;\n"}, r"thread_local"),
        ],
    )
