#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Is pgzip as fast as pigz? Both compress the same text, by turns, with 1 thread and with 2; a Markdown table of medians (Debian: pigz).

    ./bazelw build -c opt //docs/examples/pgzip && docs/examples/pgzip/compare.py bazel-bin/docs/examples/pgzip/pgzip
    docs/examples/pgzip/compare.py PGZIP --size 64 --rounds 3          a first look

The text is made of random words from a fixed seed and shrinks to about a third. It is read once before the first round, so that it comes
from memory, and what is timed goes to /dev/null, so that no disk takes part. Before that, each program's output is unpacked with gzip
and compared with the text. The ratio is the median of the rounds' ratios, in brackets the least and the largest.
"""

import argparse
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

MIB = 1 << 20
DISTINCT = 16 * MIB  # then it repeats, far beyond the 32 KiB in which deflate looks back


def text(size):
    """So many bytes, the same every time."""
    source = random.Random(1)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    words = ["".join(source.choices(letters, weights=range(26, 0, -1), k=source.randint(2, 9))) for _ in range(5000)]
    weights = [1 / rank for rank in range(3, 5003)]
    part = bytearray()
    while len(part) < min(size, DISTINCT):
        part += (" ".join(source.choices(words, weights=weights, k=10_000)) + f" {source.random()}\n").encode()
    part = bytes(part[:DISTINCT])
    for start in range(0, size, len(part)):
        yield part[: size - start]


def command(program, threads, level, file):
    quiet = ["-q"] if "pigz" not in pathlib.Path(program).name else []
    return [program, *quiet, "-p", str(threads), f"-{level}", "-c", str(file)]


def taken(words):
    """(seconds, processor seconds) of one run."""
    with open(os.devnull, "wb") as nowhere:
        start = time.monotonic()
        running = subprocess.Popen(words, stdout=nowhere)
        _, status, used = os.wait4(running.pid, 0)
        wall = time.monotonic() - start
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode != 0:
        sys.exit(f"{' '.join(words)}: status {running.returncode}")
    return wall, used.ru_utime + used.ru_stime


def packed(words, file, folder):
    """(size of the output, peak memory in MB) of a run that is not timed; ends the program when unpacking does not give the text back."""
    output, peak = folder / "packed.gz", 0
    with open(output, "wb") as out:
        running = subprocess.Popen(words, stdout=out)
        while running.poll() is None:
            status = pathlib.Path(f"/proc/{running.pid}/status").read_text()
            peak = max([peak, *map(int, re.findall(r"^VmHWM:\s+(\d+)", status, re.M))])
            time.sleep(0.02)
    unpacking = subprocess.Popen(["gzip", "-dc", str(output)], stdout=subprocess.PIPE)
    same = subprocess.run(["cmp", "-", str(file)], stdin=unpacking.stdout).returncode == 0
    unpacking.stdout.close()
    if running.returncode != 0 or unpacking.wait() != 0 or not same:
        sys.exit(f"{' '.join(words)}: gzip -dc does not give the text back")
    return output.stat().st_size, peak / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgzip", help="the program")
    parser.add_argument("--pigz", default="pigz")
    parser.add_argument("--size", type=int, default=1024, help="MiB of text (1024)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--folder", help="where the text is kept meanwhile, and what is made of it")
    options = parser.parse_args()
    for program in (options.pgzip, options.pigz):
        if not shutil.which(program):
            sys.exit(f"compare.py: there is no {program} (pigz: a package of that name)")

    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        folder = pathlib.Path(folder)
        file = folder / "text"
        with open(file, "wb") as out:
            for part in text(options.size * MIB):
                out.write(part)
        print("| threads | pigz, s | pgzip, s | ratio | processor, s | peak, MB | pigz's output / pgzip's |\n|---|---|---|---|---|---|---|")
        for threads in map(int, options.threads.split(",")):
            words = [command(program, threads, options.level, file) for program in (options.pigz, options.pgzip)]
            checked = [packed(each, file, folder) for each in words]
            rounds = []
            for number in range(options.rounds):
                print(f"\r{threads} threads, round {number + 1}/{options.rounds} ", end="", file=sys.stderr, flush=True)
                order = (0, 1) if number % 2 == 0 else (1, 0)  # neither always follows the other
                times = {which: taken(words[which]) for which in order}
                rounds.append((times[0], times[1]))
            print("\r\033[K", end="", file=sys.stderr)
            wall, processor = ([statistics.median(r[which][kind] for r in rounds) for which in (0, 1)] for kind in range(2))
            sizes, memory = ([each[kind] for each in checked] for kind in range(2))
            ratios = [pgzip[0] / pigz[0] for pigz, pgzip in rounds]
            print(
                f"| {threads} | {wall[0]:.2f} | {wall[1]:.2f} | {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) "
                f"| {processor[0]:.2f} and {processor[1]:.2f} | {memory[0]:.0f} and {memory[1]:.0f} | {sizes[0] / sizes[1]:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
