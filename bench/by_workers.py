#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Rows of the benchmark by the number of workers, of a results file: a table for each, a line for each pool, a column for each number of workers.

    ./bazelw run -c opt //bench -- --workload W4,N1 --workers 1,2,4,8,15 --save
    bench/by_workers.py bench/results/FILE.txt.gz --row "W4 10 µs" --row N1 --contestant weir,naive

In bold the best of each column among the pools that are shown.
"""

import argparse
import pathlib

import raw


def markdown(lines, title, pools):
    table = raw.table(raw.read(lines))
    found = {workers: row for (workload, metric, workers), row in table.items() if f"{workload} {metric}".strip() == title}
    if not found:
        raise SystemExit(f"by_workers.py: no row {title!r}")
    unit = next(iter(found.values())).unit
    yield f"| {title}, {unit} | " + " | ".join(map(str, sorted(found))) + " |"
    yield "|---" * (len(found) + 1) + "|"
    best = {workers: row.best(pools) for workers, row in found.items()}
    for pool in pools:
        cells = [raw.digits(found[workers].of[pool]) if pool in found[workers].of else "" for workers in sorted(found)]
        bold = [f"**{cell}**" if best[workers] == pool else cell for workers, cell in zip(sorted(found), cells)]
        if any(cells):
            yield f"| `{pool}` | " + " | ".join(bold) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--row", action="append", required=True, help="workload and metric, as the benchmark's own table has them; may be repeated")
    parser.add_argument("--contestant", default="weir,weir_stealing,naive,asio,eigen,tbb_arena,tbb_group")
    options = parser.parse_args()
    lines = raw.lines_of(options.results)
    print("\n\n".join("\n".join(markdown(lines, title, options.contestant.split(","))) for title in options.row))


if __name__ == "__main__":
    main()
