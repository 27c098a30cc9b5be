#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Draws a results file: one small chart a row of the table, all in one SVG beside it. Needs gnuplot (Debian: gnuplot-nox).

    bench/plot.py bench/results/FILE.txt.gz [--output FILE.svg] [--workload W1,W2]

A dot is a median, its line reaches from quartile to quartile; weir's are red. Of several numbers of workers it draws a curve for each
contestant instead. Disturbed rounds are left out, as in the table, unless there are no others.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import raw

COLUMNS, WIDTH = 3, 420
WEIR, PEER = "#c03030", "#305080"


def panels(rows):
    """{title: (better, {contestant: {workers: (median, lower quartile, upper quartile)}})}, in the order of the file."""
    measured = {}
    for row in rows:
        title = f"{row['workload']} {row['metric']}".strip() + ", " + row["unit"]
        contestants = measured.setdefault(title, (row["better"], {}))[1]
        contestants.setdefault(row["contestant"], {}).setdefault(row["workers"], []).append(row)
    for _, contestants in measured.values():
        for counts in contestants.values():
            for workers, several in counts.items():
                values = [r["value"] for r in several if r["quiet"]] or [r["value"] for r in several]
                counts[workers] = tuple(raw.quantile(values, share) for share in (0.5, 0.25, 0.75))
    return measured


def logarithmic(values):
    return min(values) > 0 and max(values) / min(values) > 20


def dots(contestants):
    """A line a contestant, the quartiles as its whiskers."""
    names = sorted(contestants, key=lambda name: (not name.startswith("weir"), name))
    points = {name: next(iter(contestants[name].values())) for name in names}
    yield "set ytics (" + ", ".join(f'"{name}" {place}' for place, name in enumerate(names)) + ")"
    yield f"set yrange [{len(names) - 0.5}:-0.5]"
    values = [value for point in points.values() for value in point]
    if logarithmic(values):
        yield "set logscale x"
    else:
        yield f"set xrange [0:{'*' if max(values) > 0 else 1}]"
    groups = {WEIR: [n for n in names if n.startswith("weir")], PEER: [n for n in names if not n.startswith("weir")]}
    groups = {colour: some for colour, some in groups.items() if some}
    plots = ", ".join(f"'-' using 1:2:3:4 with xerrorbars pt 7 ps 0.6 lc rgb '{colour}' notitle" for colour in groups)
    yield f"plot {plots}"
    for some in groups.values():
        for name in some:
            yield "{:g} {} {:g} {:g}".format(points[name][0], names.index(name), *points[name][1:])
        yield "e"
    yield from ("unset logscale", "unset yrange", "unset xrange", "set xrange [*:*]", "set yrange [*:*]")


def curves(contestants):
    """A curve a contestant over the numbers of workers."""
    names = sorted(contestants, key=lambda name: (not name.startswith("weir"), name))
    yield "set ytics autofreq"
    yield "set logscale x 2"
    values = [point[0] for counts in contestants.values() for point in counts.values()]
    if logarithmic(values):
        yield "set logscale y"
    else:
        yield f"set yrange [0:{'*' if max(values) > 0 else 1}]"
    yield "plot " + ", ".join(f"'-' using 1:2 with linespoints lw {2 if n.startswith('weir') else 1} title '{n}'" for n in names)
    for name in names:
        yield from (f"{workers} {point[0]:g}" for workers, point in sorted(contestants[name].items()))
        yield "e"
    yield from ("unset logscale", "set yrange [*:*]")


def script(rows, output):
    """What gnuplot is told."""
    charts = panels(rows)
    scaling = any(len(counts) > 1 for _, contestants in charts.values() for counts in contestants.values())
    lines = -(-len(charts) // COLUMNS)
    height = 60 + 14 * max(max(len(contestants) for _, contestants in charts.values()), 10)
    yield f"set terminal svg noenhanced size {WIDTH * COLUMNS},{height * lines} font 'sans,10' background 'white'"
    yield f"set output '{output}'"
    yield "set grid x"
    yield "set key outside right samplen 1"
    yield f"set multiplot layout {lines},{COLUMNS}"
    for title, (better, contestants) in charts.items():
        yield f"set title '{title} (more is better)'" if better == "higher" else f"set title '{title}'"
        yield from curves(contestants) if scaling else dots(contestants)
    yield "unset multiplot"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--workload", help="only these, comma-separated")
    options = parser.parse_args()
    if not shutil.which("gnuplot"):
        sys.exit("plot.py: there is no gnuplot (Debian: gnuplot-nox)")
    rows = raw.read(raw.lines_of(options.results))
    if options.workload:
        rows = [row for row in rows if row["workload"] in options.workload.split(",")]
    if not rows:
        sys.exit("plot.py: there is nothing to draw")
    output = options.output or options.results.with_name(options.results.name.removesuffix(".gz").removesuffix(".txt") + ".svg")
    text = "\n".join(script(rows, output)) + "\n"
    drawn = subprocess.run(["gnuplot", "-"], input=text, text=True, capture_output=True)
    if drawn.returncode != 0 or drawn.stderr:
        sys.exit(f"plot.py: gnuplot: {drawn.stderr}")
    print(output)


if __name__ == "__main__":
    main()
