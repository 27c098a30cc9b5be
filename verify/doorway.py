#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Finds what a checker could not see: threads, locks, atomics and clocks that C++ takes from elsewhere than its platform.

usage: doorway.py FILE...     prints a sentence for each; 1 if there is any
"""

import pathlib
import re
import sys

MUTEX = "typename P::mutex, with typename P::unique_lock"
BUILD_IT = "a typename P::mutex and a typename P::condition_variable"
# What the standard library calls it, and what to take instead; P is the platform that a policy is given.
INSTEAD = [
    (r"std::atomic_thread_fence|std::atomic_signal_fence", "P::fence(order)"),
    (r"std::atomic\w*", "typename P::template atomic<T>"),
    (r"std::(?:recursive_|timed_|recursive_timed_|shared_|shared_timed_)?mutex", MUTEX),
    (r"std::(?:lock_guard|unique_lock|scoped_lock|shared_lock)", "typename P::unique_lock"),
    (r"std::(?:thread|jthread)", "typename P::thread"),
    (r"std::this_thread", "P::yield(), P::relax() or a wait until a deadline of P::clock"),
    (r"std::condition_variable\w*", "typename P::condition_variable"),
    (r"std::(?:counting_semaphore|binary_semaphore|latch|barrier)", BUILD_IT),
    (r"std::(?:future|shared_future|promise|packaged_task|async)", BUILD_IT),
    (r"std::(?:call_once|once_flag)", MUTEX),
    (r"(?:std::chrono::)?(?:steady|system|high_resolution)_clock", "typename P::clock"),
    (r"pthread_\w+", "what the platform has: P::thread, P::mutex, P::condition_variable"),
    (r"__atomic_\w+|__sync_\w+", "typename P::template atomic<T>"),
    (r"thread_local", "a member of the policy, or of what the pool keeps for each worker"),
    (r"volatile", "typename P::template atomic<T>, or typename P::template cell<T> for data that a lock protects"),
]
NAMES = re.compile(r"(?<!\w)(?:" + "|".join(f"({names})" for names, _ in INSTEAD) + r")(?!\w)")
HEADERS = {
    "atomic": "typename P::template atomic<T>",
    "mutex": MUTEX,
    "shared_mutex": MUTEX,
    "thread": "typename P::thread",
    "condition_variable": "typename P::condition_variable",
    "semaphore": BUILD_IT,
    "latch": BUILD_IT,
    "barrier": BUILD_IT,
    "future": BUILD_IT,
    "pthread.h": "typename P::thread",
}


def without_comments(text, strings=True):
    """C++ with comments (and, unless told otherwise, string literals) blanked; lines keep their numbers."""
    token = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''

    def blank(match):
        found = match.group()
        if found.startswith("/") or (strings and found.startswith('"')):
            return re.sub(r"[^\n]", " ", found)
        return found

    return re.sub(token, blank, text, flags=re.S)


def includes(text):
    """(line number, what is between the brackets or quotes) of every include."""
    clean = without_comments(text, strings=False)
    for number, line in enumerate(clean.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1)


def sentences(path, text):
    """What is wrong with this text of a header, in sentences that begin with file and line."""
    for line, header in includes(text):
        if header in HEADERS:
            yield f"{path}:{line}: <{header}> is for platforms only, a checker could not see it; take {HEADERS[header]}"
    for line, code in enumerate(without_comments(text).splitlines(), 1):
        for match in NAMES.finditer(code):
            instead = INSTEAD[match.lastindex - 1][1]
            yield f"{path}:{line}: {match.group()} is for platforms only, a checker could not see it; take {instead}"


if __name__ == "__main__":
    found = [s for name in sys.argv[1:] for s in sentences(name, pathlib.Path(name).read_text(errors="replace"))]
    print("\n".join(found) or f"{len(sys.argv) - 1} files take everything from their platform")
    sys.exit(1 if found or not sys.argv[1:] else 0)
