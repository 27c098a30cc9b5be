#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""gdb, with docs/gdb/weir_gdb.py, shows the pools, queues, tasks and futures of shown.cpp as they are. Needs g++ and gdb."""

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
    "bounded.engine_.core_.signals_": r"= \d+$",
}


def shown_by_gdb(program):
    script = ["set pagination off", "set print pretty off", f"source {ROOT}/docs/gdb/weir_gdb.py", "break stop_here", "run", "up"]
    for expression in SHOWN:
        script += [f"echo \\n--{expression}--\\n", f"print {expression}"]
    script += ["echo \\n--end--\\n", "kill"]
    arguments = [argument for line in script for argument in ("-ex", line)]
    done = subprocess.run(["gdb", "-nx", "-batch", *arguments, program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/shown"
        subprocess.run(["g++", "-std=c++20", "-g", "-O0", "-I", ROOT / "include", ROOT / "tests/gdb/shown.cpp", "-o", program, "-pthread"], check=True)
        said = shown_by_gdb(program)
    if "--end--" not in said or "stop_here" not in said:
        sys.exit(f"gdb did not run the program:\n{said}")
    problems = 0
    parts = re.split(r"^--(.*)--$", said, flags=re.M)
    printed = dict(zip(parts[1::2], (" ".join(part.split()) for part in parts[2::2])))
    for expression, wanted in SHOWN.items():
        if not re.search(wanted, printed[expression]):
            problems += 1
            print(f"{expression}: {printed[expression]}\n  is not /{wanted}/")
    sys.exit(f"{problems} problems" if problems else 0)


if __name__ == "__main__":
    main()
