#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Instructions of each step on a task's way, counted by callgrind (Debian: valgrind), as a Markdown table.

    bench/instructions.py [--compiler clang++] [--queue unbounded,stealing]

bench/steps/steps.cpp does a step `FEW` times and `MANY` times; what the thread executes more, divided, is one step, to which nothing adds
that happens once. The calling thread and the worker are counted apart, and no thread is woken meanwhile. The counts do not depend on the
machine or its load, but on the compiler and the standard library. They say nothing of cache misses, which cost more than all of it.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
QUEUES = ["unbounded", "bounded", "mutex_fifo", "stealing"]
FEW, MANY = 1000, 5000
CALLER, WORKER = "01", "02"

# (step, what to count: thread and program step, or two to subtract)
STEPS = [
    ("`post`", [(CALLER, "post")]),
    ("take, run and destroy it", [(WORKER, "post")]),
    ("`post` by a task, and take, run and destroy it", [(WORKER, "post_inside")]),
    ("`submit`", [(CALLER, "submit")]),
    ("take, run, tell the future", [(WORKER, "submit")]),
    ("`get` of what is there", [(CALLER, "get"), (CALLER, "submit")]),
    ("`task_group::run`", [(CALLER, "group_run")]),
    ("`task_group::wait`, for each task that it runs", [(CALLER, "group_wait"), (CALLER, "group_run")]),
]


def tool(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")


def executed(folder, program, queue, step, times):
    """{thread: instructions}; the main thread is 01, the only worker 02."""
    out = folder / "counts"
    for old in folder.glob("counts*"):
        old.unlink()
    tool("valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={out}", program, queue, step, times)
    return {file.name[-2:]: int(re.search(r"^totals: (\d+)", file.read_text(), re.M).group(1)) for file in folder.glob("counts-*")}


def per_step(folder, program, queue):
    """{(thread, step): instructions of one}."""
    found = {}
    for step in dict.fromkeys(step for _, parts in STEPS for _, step in parts):
        few, many = (executed(folder, program, queue, step, times) for times in (FEW, MANY))
        for thread in (CALLER, WORKER):
            found[thread, step] = (many[thread] - few[thread]) / (MANY - FEW)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--queue", default=",".join(QUEUES))
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("instructions.py: there is no valgrind (Debian: valgrind)")
    queues = options.queue.split(",")
    if not set(queues) <= set(QUEUES):
        sys.exit(f"instructions.py: --queue takes some of {','.join(QUEUES)}")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        program = folder / "steps"
        source = ROOT / "bench/steps/steps.cpp"
        tool(options.compiler, "-std=c++20", "-O2", "-DNDEBUG", f"-I{ROOT}/include", source, "-o", program, "-pthread")
        counts = {queue: per_step(folder, program, queue) for queue in queues}
    print("| instructions of | " + " | ".join(queues) + " |\n|---|" + "---|" * len(queues))
    for name, parts in STEPS:
        cells = [counts[q][parts[0]] - sum(counts[q][part] for part in parts[1:]) for q in queues]
        print(f"| {name} | " + " | ".join(f"{cell:.0f}" for cell in cells) + " |")


if __name__ == "__main__":
    main()
