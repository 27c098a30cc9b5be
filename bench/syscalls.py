#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""System calls per task, counted by strace (Debian: strace) as a user may.

    ./bazelw build -c opt //bench && bench/syscalls.py bazel-bin/bench/bench --workload W1,W2 --contestant weir,naive

Each contestant does the workload at two sizes; what the larger one calls more, by what it posts more, is the price of a task, without
that of starting and ending. Only the system calls are slowed down, so fewer threads than usual find the others asleep: a row
tells apart 0.001 and 1, not 1.0 and 1.1. The row `sleeps` of W1, W2 and W7 is the same question, asked without strace.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile

TASKS = {"W1": 5e6, "W2": 5e6, "W7": 2.5e6, "W9": 4e6}  # at full size, as in bench/workloads/
WARM_UP = 1 + 1 / 20


def counted(options, workload, contestant, share):
    """{system call: how often} of one bout; None if there is no such bout."""
    with tempfile.NamedTemporaryFile("r") as report:
        command = ["strace", "-f", "-c", "-U", "calls,name", "-o", report.name, options.program, "--child"]
        command += ["--workload", workload, "--contestant", contestant, "--share", str(share), "--workers", str(options.workers)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode == 64:
            return None
        if run.returncode != 0:
            sys.exit(f"{' '.join(command)}: status {run.returncode}\n{run.stderr}")
        lines = re.findall(r"^\s*(\d+)\s+(\w+)\s*$", report.read(), re.M)
        return {name: int(calls) for calls, name in lines if name != "total"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--workload", default="W1,W2")
    parser.add_argument("--contestant", default="weir,weir_stealing,naive,asio,tbb_group,moodycamel")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--share", type=float, default=0.05, help="the larger size; the smaller one is a tenth of it")
    options = parser.parse_args()
    if not shutil.which("strace"):
        sys.exit("syscalls.py: there is no strace (Debian: strace)")
    print("| workload | contestant | system calls per task | most of them |\n|---|---|---|---|")
    for workload in options.workload.split(","):
        if workload not in TASKS:
            sys.exit(f"syscalls.py: one of {', '.join(TASKS)}, not {workload}")
        for contestant in options.contestant.split(","):
            small, large = (counted(options, workload, contestant, share) for share in (options.share / 10, options.share))
            if small is None or large is None:
                continue
            more = {name: (large[name] - small.get(name, 0)) / (TASKS[workload] * options.share * 0.9 * WARM_UP) for name in large}
            most = max(more, key=more.get)
            print(f"| {workload} | {contestant} | {max(sum(more.values()), 0):.5f} | {most} |", flush=True)


if __name__ == "__main__":
    main()
