#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Are two commits equally fast? Builds both, runs them by turns, and compares round by round.

    bench/compare.py main HEAD                        two commits
    bench/compare.py HEAD . --rounds 21               a commit, and the tree as it is
    bench/compare.py HEAD HEAD                        nothing may be found here
    bench/compare.py main HEAD -- --workload W1,W5 --contestant weir_stealing --share 0.5

What follows -- goes to the benchmark. A row prints the median of the rounds' ratios, with an interval that holds the true median in
95 of 100 such comparisons, whatever the noise is distributed like. A difference is only called one if the interval leaves out 1
and the median is beyond the noise floor: two builds of one source differ by up to 5 %.
"""

import argparse
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import raw

FEWEST = 6  # with fewer rounds no interval is sure enough: 2 * (1/2)^5 > 0.05


def interval(values):
    """The two order statistics between which the median lies with at least 95 % certainty; None if there are too few."""
    n = len(values)
    outside, below = 0.0, 0
    while outside + math.comb(n, below) / 2**n <= 0.025:
        outside += math.comb(n, below) / 2**n
        below += 1
    if n < FEWEST or below == 0:
        return None
    values = sorted(values)
    return values[below - 1], values[n - below]


def pairs(rounds_a, rounds_b):
    """{(row, contestant, unit, better): ratios B / A}, of the rounds in which both were quiet."""
    found = {}
    for a, b in zip(rounds_a, rounds_b):
        other = {key(row): row for row in b}
        for row in a:
            match = other.get(key(row))
            ratios = found.setdefault((*key(row), row["unit"], row["better"] == "higher" or row["unit"] == "efficiency"), [])
            if match and row["quiet"] and match["quiet"]:
                least = max(row["floor"], match["floor"], 1e-9)
                ratios.append(max(match["value"], least) / max(row["value"], least))
    return found


def key(row):
    return row["workload"], row["metric"], row["workers"], row["contestant"]


def verdict(ratios, more_is_better, floor):
    """(median, interval, what to say)."""
    if not ratios:
        return None, None, "no quiet round"
    median, between = raw.quantile(ratios, 0.5), interval(ratios)
    if between is None:
        return median, None, f"too few quiet rounds ({len(ratios)}, at least {FEWEST})"
    if between[0] <= 1 <= between[1] or max(median, 1 / median) < 1 + floor:
        return median, between, "no difference"
    return median, between, "B is better" if (median > 1) == more_is_better else "B is worse"


def table(found, floor):
    yield "| row | workers | contestant | B / A | 95 % | |"
    yield "|---|---|---|---|---|---|"
    for (workload, metric, workers, contestant, unit, more_is_better), ratios in found.items():
        median, between, words = verdict(ratios, more_is_better, floor)
        shown = "" if median is None else f"{median:.3f}"
        limits = "" if between is None else f"{between[0]:.3f} to {between[1]:.3f}"
        yield f"| {workload} {metric} ({unit}) | {workers} | {contestant} | {shown} | {limits} | {words} |"


def built(commit, name, folder, options):
    """The program of that commit, copied to where nothing changes it."""
    tree = pathlib.Path.cwd() if commit == "." else folder / ("tree_" + name)
    if commit != ".":
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], check=True)
    try:
        # A worktree's build has no server and leaves nothing in Bazel's cache, since the tree is gone afterwards.
        startup = "" if commit == "." else f"--batch --output_base={folder}/output_{name} "
        build = options.build or f"./bazelw {startup}build -c opt //bench"
        subprocess.run(build, shell=True, cwd=tree, check=True, stdout=sys.stderr)
        return shutil.copy(tree / options.binary, folder / ("bench_" + name))
    finally:
        if commit != ".":
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], check=True)


def measured(program, folder, options):
    """One round of one program."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    command = [program, "--rounds", "1", "--save", *options]
    run = subprocess.run(command, cwd=out, env={**os.environ, "BUILD_WORKSPACE_DIRECTORY": str(out)}, capture_output=True, text=True)
    files = list(out.glob("bench/results/*.txt"))
    if run.returncode != 0 or len(files) != 1:
        sys.exit(f"{' '.join(command)}: status {run.returncode}\n{run.stderr}")
    return raw.read(files[0].read_text().splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", help="a commit, or . for the tree as it is")
    parser.add_argument("b")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--floor", type=float, default=5, help="per cent below which the answer is always: no difference")
    parser.add_argument("--build", help="run in each tree; ./bazelw build -c opt //bench")
    parser.add_argument("--binary", default="bazel-bin/bench/bench", help="what that leaves")
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:split])
    passed = words[split + 1 :] or ["--share", "0.2", "--contestant", "weir"]

    with tempfile.TemporaryDirectory(prefix="weir-compare-") as folder:
        folder = pathlib.Path(folder)
        program = {"a": built(options.a, "a", folder, options), "b": built(options.b, "b", folder, options)}
        rounds = {"a": [], "b": []}
        for number in range(options.rounds):
            print(f"\rround {number + 1}/{options.rounds}", end="", file=sys.stderr, flush=True)
            for name in "ab" if number % 2 == 0 else "ba":  # neither always follows the other
                rounds[name].append(measured(program[name], folder, passed))
        print(file=sys.stderr)
    print(f"A: {options.a}, B: {options.b}, {options.rounds} rounds, noise floor {options.floor:g} %\n")
    print("\n".join(table(pairs(rounds["a"], rounds["b"]), options.floor / 100)))


if __name__ == "__main__":
    main()
