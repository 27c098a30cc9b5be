#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes one mistake at a time in an ordinary test program that was compiled with them (native.hpp), and says which tests notice.

usage: native.py PROGRAM ROWS [ONLY]

ROWS is mutate.py's source_rows.txt; ONLY names the numbers to try. A mistake counts as noticed if the program fails twice in a row,
is ended by it, or takes ten times as long as without it, and ten seconds at least. Several are tried at a time: most of those that do not end wait.
Prints lines as the checker does, for score.py.
"""
import concurrent.futures
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

MOST_MEMORY = 8 << 30  # of addresses; a mistake may allocate for ever
MOST_OUTPUT = 64 << 20
AT_A_TIME = 2 * (os.cpu_count() or 1)


def limit():
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT, MOST_OUTPUT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, seconds, **environment):
    """How the program ended, what it said, and how long it took. None for one that did not end."""
    with tempfile.TemporaryFile() as said:
        began = time.monotonic()
        process = subprocess.Popen([program, "--gtest_color=no", "--gtest_fail_fast"], env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                                   stdout=said, stderr=subprocess.STDOUT, preexec_fn=limit)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)  # children of death tests too
        except ProcessLookupError:
            pass
        process.wait()
        said.seek(0)
        return status, said.read().decode(errors="replace"), time.monotonic() - began


def where(said):
    """The test that failed, or that was running."""
    names = re.findall(r"^\[  FAILED  \] ([^\s,]+\.[^\s,]+)", said, re.M) or re.findall(r"^\[ RUN      \] (\S+)", said, re.M)[-1:]
    return names[0] if names else "start"


def noticed(program, number, seconds):
    for _ in range(2):
        status, said, _ = run(program, seconds, WEIR_MISTAKE=str(number))
        if status == 0:
            return None
        how = "did not end" if status is None else "failed" if status > 0 else f"ended by {signal.Signals(-status).name}"
        if status is None:
            break
    return f"{where(said)} natively: {how}"


def main():
    program = sys.argv[1]
    rows = [int(text.split("\t")[0]) for text in pathlib.Path(sys.argv[2]).read_text().splitlines()]
    only = {int(n) for n in pathlib.Path(sys.argv[3]).read_text().split()} if len(sys.argv) > 3 else set(rows)
    name = pathlib.Path(program).name
    with tempfile.TemporaryDirectory() as scratch:
        seen = pathlib.Path(scratch) / "seen"
        status, said, took = run(program, 600, WEIR_MISTAKES_SEEN=str(seen))
        if status != 0:
            sys.exit(f"{said}\nFAILED: {name} fails with nothing broken")
        reached = {int(n) for n in seen.read_text().split()}
    killed = survived = 0
    tried = [n for n in rows if n in only]
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as several:
        answers = several.map(lambda n: noticed(program, n, max(10, 10 * took)) if n in reached else None, tried)
        for n, answer in zip(tried, answers):
            killed, survived = killed + (answer is not None), survived + (answer is None)
            verdict = f"killed    source_{n}  by {name}:{answer}" if answer else f"SURVIVED  source_{n}  " + (
                f"not noticed by {name}" if n in reached else "no scenario comes there")
            print(f"{n:3} {verdict}", flush=True)
    print(f"{killed} killed, {survived} survived, 0 excused")


if __name__ == "__main__":
    main()
