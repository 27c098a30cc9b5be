#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The README's table and plot, of a results file: for each workload weir's suitable pool, the best C++ peer, the naive pool, Go's best.

    bench/summary.py bench/results/FILE.txt.gz                               the table, in Markdown
    bench/summary.py bench/results/FILE.txt.gz --plot docs/benchmark.svg     draws it as well (Debian: gnuplot-nox)

Which pool of weir's is suitable is said here once and for all, not chosen by its result; so is who is left out as a peer, and why.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import raw



def everybody(_):
    return True


def helps(name):
    """Whose waiter runs the task itself."""
    return name == "tbb_group"


def hands_over(name):
    return not helps(name)


def ends_its_threads(name):
    """And has a pool of them: oneTBB keeps its threads for ever, the others start one for a task."""
    return name not in ("tbb_group", "tbb_arena", "std_async", "thread_per_task")


# (workload, metric, what is done, weir's suitable pool, who is a peer here)
LINES = [
    ("W1", "time", "empty tasks from one thread", "weir", everybody),
    ("W2", "time", "empty tasks from four threads", "weir", everybody),
    ("W3", "", "tasks that post tasks", "weir_stealing", everybody),
    ("W4", "1 µs", "tasks of 1 µs", "weir", everybody),
    ("W5", "p50", "one task and its result, `submit().get()`", "weir", hands_over),
    ("W5", "p50", "a group of one task, the waiter helps", "weir_group", helps),
    ("W6", "start p50", "from post to start, idle before", "weir", everybody),
    ("W7", "time", "a queue of 1024, producers wait", "weir", everybody),
    ("W8", "all", "1 M tasks that sleep 10 ms", "weir_light", everybody),
    ("W9", "memory", "a waiting task's memory", "weir", everybody),
    ("W9", "drain", "a backlog, drained", "weir", everybody),
    ("W10", "2 workers", "a pool of 2: made, used, ended", "weir", ends_its_threads),
    ("W10", "64 workers", "a pool of 64: the same", "weir", ends_its_threads),
]


def measured(table):
    """(workload, what, Row, weir's, best peer, Go's best) of each line that the file has, with 2 workers if it has that."""
    for workload, metric, what, mine, is_peer in LINES:
        workers = min((key[2] for key in table if key[:2] == (workload, metric)), key=lambda count: abs(count - 2), default=None)
        row = table.get((workload, metric, workers))
        if row is None or mine not in row.of:
            continue
        yield workload, what, row, mine, row.best(row.peers(is_peer)), row.best(row.beginning("go_"))


def markdown(lines):
    yield "| | | unit | weir | best C++ peer | naive pool | best of Go |"
    yield "|---|---|---|---|---|---|---|"
    for workload, what, row, mine, peer, go in measured(raw.table(raw.read(lines))):

        def cell(name, named=True, bold=False):
            if name not in row.of:
                return ""
            times = f" ×{raw.digits(row.worse(name, peer))}" if peer and name != peer else ""
            number = f"**{raw.digits(row.of[name])}{times}**" if bold else raw.digits(row.of[name]) + times
            return number + (f" {name}" if named else "")

        unit = row.unit + (", more is better" if row.more_is_better else "")
        pool = f"{cell(mine, False, True)} {mine}"
        yield f"| {workload} | {what} | {unit} | {pool} | {cell(peer)} | {cell('naive', False)} | {cell(go)} |"
    yield ""
    yield (
        "Medians. × says how many times the best C++ peer's cost it is, of an efficiency the inverse: under 1 is better. `weir` is `weir::thread_pool`, in W7 "
        "with `queue::bounded<1024>`; `weir_stealing` the same with `growth::prestart`; `weir_group` a `task_group`; `weir_light` a `light_pool`. "
        f"Run: {raw.head(lines)}."
    )


def script(lines, output):
    """What gnuplot is told: a line for each row, a point for each of the three, the best peer at 1."""
    shown = list(measured(raw.table(raw.read(lines))))
    yield f"set terminal svg noenhanced size 900,{110 + 30 * len(shown)} font 'sans,12' background 'white'"
    yield f"set output '{output}'"
    yield "set title 'Cost beside the best C++ peer, which is 1; less is better'"
    yield f"set label '{raw.head(lines)}' at graph 0,-0.13 font ',9' textcolor rgb '#707070'"
    yield "set bmargin 4"
    yield "set logscale x"
    yield "set xrange [*:*]"
    yield "set grid x y"
    yield "set key outside right"
    yield "set arrow from 1,graph 0 to 1,graph 1 nohead lw 2 lc rgb '#909090'"
    yield f"set yrange [{len(shown) - 0.4}:-0.8]"
    yield "set ytics (" + ", ".join(f'"{w} {what}" {n}'.replace("`", "") for n, (w, what, *_) in enumerate(shown)) + ")"
    points = "using 1:2 with points pt {} ps 1 lc rgb '{}' title '{}'"
    named = points.format(7, "#c03030", "weir"), "using 1:2:3 with labels offset 0,0.7 font ',9' notitle"
    others = points.format(5, "#909090", "naive"), points.format(9, "#3080b0", "best of Go")
    yield "plot " + ", ".join(f"'-' {each}" for each in (*others, *named))
    columns = [lambda mine, go: "naive", lambda mine, go: go, lambda mine, go: mine, lambda mine, go: mine]
    for column in columns:
        for place, (_, _, row, mine, peer, go) in enumerate(shown):
            name = column(mine, go)
            if peer and name in row.of:
                times = row.worse(name, peer)
                yield f'{times:g} {place} "{raw.digits(times)}"'
        yield "e"


def draw(lines, output):
    if not shutil.which("gnuplot"):
        sys.exit("summary.py: there is no gnuplot (Debian: gnuplot-nox)")
    drawn = subprocess.run(["gnuplot", "-"], input="\n".join(script(lines, output)) + "\n", text=True, capture_output=True)
    if drawn.returncode != 0 or drawn.stderr:
        sys.exit(f"summary.py: gnuplot: {drawn.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE.svg")
    options = parser.parse_args()
    lines = raw.lines_of(options.results)
    print("\n".join(markdown(lines)))
    if options.plot:
        draw(lines, options.plot)


if __name__ == "__main__":
    main()
