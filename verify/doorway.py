#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds what a checker cannot see: locks, threads, atomics, clocks and waits that C++ takes from elsewhere than its platform.

usage: doorway.py [OPTION]... FILE...

FILE...     the headers of your policies, in the order in which a program includes them; headers that they include are not looked through
OPTION...   given to clang: -I DIR, -isystem DIR, -D NAME, ... (-std=c++20 and weir's own include directory are there already)

Prints a sentence for each thing found, with its file and line. Exit status: 0 nothing found, 1 something found, 2 the files could not be read.
clang reads the files, so aliases, macros, using-directives and spaces hide nothing. Needs the Debian package clang.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # where weir is installed, this may not be written
import libclang

MUTEX = "typename P::mutex, with typename P::unique_lock"
ATOMIC = "typename P::template atomic<T>"
BUILD_IT = "a typename P::mutex and a typename P::condition_variable"
WAIT = "P::yield(), P::relax(), or a wait of a typename P::condition_variable until a deadline of P::clock"
CLOCK = "typename P::clock"
ANY = "what the platform has: P::mutex, P::condition_variable, P::template atomic<T>, P::thread, P::clock"
NATIVE = "P's own: weir::platform::native is what a checker replaces"
# What a name means after the compiler has resolved it, and what to take instead; P is the platform that a policy is given.
NAMES = [
    (r"std::atomic_(thread|signal)_fence", "P::fence(order)"),
    (r"std::atomic\w*", ATOMIC),
    (r"std::(recursive_|timed_|recursive_timed_|shared_|shared_timed_)?mutex", MUTEX),
    (r"std::(lock_guard|unique_lock|scoped_lock|shared_lock)", "typename P::unique_lock"),
    (r"std::(try_)?lock", "typename P::unique_lock"),
    (r"std::(call_once|once_flag)", MUTEX),
    (r"std::(thread|jthread)", "typename P::thread"),
    (r"std::this_thread", WAIT),
    (r"std::condition_variable\w*|std::notify_all_at_thread_exit", "typename P::condition_variable"),
    (r"std::(counting_semaphore|latch|barrier)", BUILD_IT),
    (r"std::(future|shared_future|promise|packaged_task|async)", BUILD_IT),
    (r"std::chrono::(steady|system|high_resolution|utc|tai|gps|file)_clock", CLOCK),
    (r"(clock_gettime|gettimeofday|timespec_get|time|clock|times|ftime)", CLOCK),
    (r"(usleep|sleep|nanosleep|clock_nanosleep|sched_yield|pause|poll|ppoll|select|pselect|epoll_wait|epoll_pwait|_mm_pause)", WAIT),
    (r"(pthread|sem|mtx|cnd|thrd|tss)_\w+|futex\w*|once_flag|call_once|syscall|flock|lockf|eventfd", ANY),
    (r"boost::(\w*mutex|detail::spinlock|thread|atomic\w*|lockfree|fibers|interprocess|sync|\w+_lock|lock_guard|\w*future|barrier)", ANY),
    (r"boost::asio::(io_context|thread_pool|\w+_timer)", ANY),
    (r"(tbb|oneapi::tbb|moodycamel|folly|absl::(Mutex|CondVar|Notification|synchronization_internal))", ANY),
    (r"weir::platform::native::\w+", NATIVE),
]
# What no name can stand for but a macro's: the compiler's own words.
WORDS = [
    (r"asm|__asm|__asm__", "P::relax(), P::fence(order), or what else the platform has"),
    (r"volatile|__volatile|__volatile__", f"{ATOMIC}, or typename P::template cell<T> for data that a lock protects"),
    (r"thread_local|__thread|_Thread_local", "a member of the policy, or of what the pool keeps for each worker"),
    (r"_Atomic|__atomic_\w+|__sync_\w+|__c11_atomic_\w+", ATOMIC),
    (r"__builtin_ia32_(?:pause|[lsm]fence)", "P::relax() or P::fence(order)"),
]
NAME = re.compile("(?:" + "|".join(f"(?P<n{i}>{names})" for i, (names, _) in enumerate(NAMES)) + r")(?=::|$)")
WORD = re.compile(r"(?<!\w)(?:" + "|".join(f"({words})" for words, _ in WORDS) + r")(?!\w)")
TEXT = re.compile(r'"(?:\\.|[^"\\])*"')
WITH_A_VALUE = ("-I", "-D", "-U", "-include", "-isystem", "-iquote")


class Reading:
    """One program that includes the files, and what is found in them."""

    def __init__(self, options, files):
        self.own = {os.path.realpath(f): f for f in files}
        self.paths = {}
        self.found = {}
        includes = [part for f in files for part in ("-include", os.path.abspath(f))]
        self.arguments = ["-x", "c++", "-std=c++20", *options, *includes, "/dev/null"]

    def own_path(self, path):
        """As it was given, if it is one of the files; None if it is another."""
        if path not in self.paths:
            self.paths[path] = self.own.get(os.path.realpath(path)) if path else None
        return self.paths[path]

    def add(self, path, line, what, instead):
        self.found.setdefault((path, line, instead), what)

    def look(self):
        """What is wrong, in sentences that begin with file and line."""
        self.look_at_words()
        tree = libclang.Tree(self.arguments)
        errors = list(tree.errors())
        if errors:
            raise OSError("clang cannot compile these files, so nothing can be said of them:\n  " + "\n  ".join(errors[:5]))
        for cursor in tree.children(tree.root):
            if self.own_path(tree.place(cursor)[0]):
                self.look_at(tree, cursor)
        order = {path: i for i, path in enumerate(self.own.values())}
        for (path, line, instead), what in sorted(self.found.items(), key=lambda item: (order[item[0][0]], item[0][1])):
            yield f"{path}:{line}: {what} is for platforms only, a checker could not see it; take {instead}"

    def look_at_words(self):
        compiler = shutil.which("clang++")
        if compiler is None:
            raise OSError("clang++ is not on this machine; install the Debian package clang")
        done = subprocess.run([compiler, "-E", *self.arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        path, line = None, 0
        for code in done.stdout.decode(errors="replace").splitlines():
            marker = re.match(r'# (\d+) "(.*?)"', code)
            if marker:
                path, line = self.own_path(marker.group(2)), int(marker.group(1))
                continue
            if path:
                for match in WORD.finditer(TEXT.sub("", code)):
                    self.add(path, line, match.group(), WORDS[match.lastindex - 1][1])
            line += 1

    def look_at(self, tree, cursor):
        path, line = tree.place(cursor)
        path = self.own_path(path)
        for meant, inside in tree.meant_by(cursor) if path else []:
            if self.own_path(tree.place(meant)[0]):
                continue
            name = tree.name(meant)
            match = NAME.match(name)
            if match:
                self.add(path, line, f"{name}, inside of {inside}," if inside else name, NAMES[int(match.lastgroup[1:])][1])
        for child in tree.children(cursor):
            self.look_at(tree, child)


def main(words):
    options, files = [], []
    while words:
        word = words.pop(0)
        (options if word.startswith("-") else files).append(word)
        if word in WITH_A_VALUE and words:
            options.append(words.pop(0))
    missing = [f for f in files if not pathlib.Path(f).is_file()]
    if not files or missing or "--help" in options:
        print("".join(f"{f}: there is no such file\n" for f in missing) + __doc__, file=sys.stderr)
        return 2
    here = pathlib.Path(os.path.abspath(__file__)).parent
    weir = [d for d in (here.parent / "include", here.parents[1]) if (d / "weir/pool.hpp").exists()]
    try:
        found = list(Reading(options + [f"-I{d}" for d in weir], files).look())
    except OSError as problem:
        print(f"doorway.py: {problem}", file=sys.stderr)
        return 2
    print("\n".join(found) or f"{len(files)} files take everything from their platform")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
