#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""gdb, with docs/gdb/weir_gdb.py, shows the pools, queues, tasks and futures of shown.cpp as they are, while it runs and from a core file. Needs
g++ and gdb."""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# expression -> what gdb prints of it, as a regular expression
SHOWN = {
    "bounded": r"weir pool, paused: 0 of 2 workers, 0 idle, 0 running, 3 queued.*min_workers = 1.*queue = queue::bounded<8.*>, 3 tasks",
    "locked": r"weir pool, paused: ([12]) of 3 workers, \1 idle, 0 running, 400 queued.*queue = queue::mutex_fifo, 400 tasks",
    "plain": r"weir pool, open: 1 of 4 workers, 0 idle, 1 running, 0 queued.*queue = queue::unbounded.*, 0 tasks",
    "closed": r"weir pool, closed: 0 of 1 workers, 0 idle, 0 running, 0 queued.*queue = .*, closed",
    "pending": r"weir::future, pending",
    "with_value": r"weir::future, with a value.*42",
    "thrown": r"weir::future, with an exception",
    "refused": r"weir::future, not run.*closed",
    "invalid": r"weir::future, not valid",
    "empty": r"empty weir::task",
    "small": r"weir::task of main::\{lambda",
    "bounded.engine_.held_.core.signals_": r"= \d+$",
}


PRINT = [line for expression in SHOWN for line in (f"echo \\n--{expression}--\\n", f"print {expression}")] + ["echo \\n--end--\\n"]


def gdb(program, *script):
    """What gdb prints when it is given the program and goes through these commands."""
    lines = ["set pagination off", "set print pretty off", f"source {ROOT}/docs/gdb/weir_gdb.py", *script]
    arguments = [argument for line in lines for argument in ("-ex", line)]
    done = subprocess.run(["gdb", "-nx", "-batch", *arguments, program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return done.stdout


def problems_of(said, of):
    """How many of SHOWN gdb has not printed as they should be."""
    if "--end--" not in said or "stop_here" not in said:
        sys.exit(f"gdb did not show the {of}:\n{said}")
    problems = 0
    parts = re.split(r"^--(.*)--$", said, flags=re.M)
    printed = dict(zip(parts[1::2], (" ".join(part.split()) for part in parts[2::2])))
    for expression, wanted in SHOWN.items():
        if not re.search(wanted, printed[expression]):
            problems += 1
            print(f"{of}: {expression}: {printed[expression]}\n  is not /{wanted}/")
    return problems


def main():
    with tempfile.TemporaryDirectory() as folder:
        program, core = f"{folder}/shown", f"{folder}/core"
        subprocess.run(["g++", "-std=c++20", "-g", "-O0", "-I", ROOT / "include", ROOT / "tests/gdb/shown.cpp", "-o", program, "-pthread"], check=True)
        problems = problems_of(gdb(program, "break stop_here", "run", "up", *PRINT, f"generate-core-file {core}", "kill"), "running program")
        # Of a core file, gdb can read memory only: no function of the program can be called.
        problems += problems_of(gdb(program, f"core-file {core}", "frame function stop_here", "up", *PRINT), "core file")
    sys.exit(f"{problems} problems" if problems else 0)


if __name__ == "__main__":
    main()
