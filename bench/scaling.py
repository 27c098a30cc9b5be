#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Times and contention of weir's pools by the number of workers, of a results file: why a curve bends.

    ./bazelw run -c opt //bench -- --workload W1,W2,W3 --workers 1,2,4,8,16 --save
    ./bazelw run -c opt //bench:contention -- --workers 1,2,4,8,16 --save
    bench/scaling.py bench/results/FILE.txt.gz [--contestant weir,weir_unbounded]

Both runs of one commit on one machine are in one file. The time is //bench's; the counts, per 1000 tasks, are those of //bench:contention.
"""

import argparse
import pathlib

import raw

COUNTED = {"W1": "C1", "W2": "C2", "W3": "C3"}
COUNTS = ["lost exchanges", "contended locks", "waits", "wake calls"]


def time_of(table, workload, pool, workers):
    for metric in ("time", ""):
        row = table.get((workload, metric, workers))
        if row and pool in row.of:
            return raw.digits(row.of[pool])
    return ""


def markdown(lines, pools):
    table = raw.table(raw.read(lines))
    yield "| | workers | pool | ns/task | " + " | ".join(COUNTS) + " |"
    yield "|---|---|---|---|" + "---|" * len(COUNTS)
    for workload, counted in COUNTED.items():
        counts = sorted({key[2] for key in table if key[0] in (workload, counted)})
        for pool in pools:
            for workers in counts:
                rows = [table.get((counted, name, workers)) for name in COUNTS]
                cells = [f"{row.of[pool]:.3g}" if row and pool in row.of else "" for row in rows]
                time = time_of(table, workload, pool, workers)
                if time or any(cells):
                    yield f"| {workload} | {workers} | {pool} | {time} | " + " | ".join(cells) + " |"
    yield ""
    yield f"Run: {raw.head(lines)}."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--contestant", default="weir,weir_unbounded,weir_mutex_fifo")
    options = parser.parse_args()
    print("\n".join(markdown(raw.lines_of(options.results), options.contestant.split(","))))


if __name__ == "__main__":
    main()
