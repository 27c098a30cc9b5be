#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""plot.py draws what a results file holds: every row, every contestant, medians of quiet rounds."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BENCH = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BENCH))

import plot
import raw

HEADER = "workload,metric,unit,better,floor,contestant,workers,round,value,others_share,quiet"


def line(workload, metric, contestant, value, workers=2, quiet="yes", unit="ns", better="lower"):
    return f"{workload},{metric},{unit},{better},0,{contestant},{workers},0,{value},0.00,{quiet}"


FILE = [
    "# commit abc",
    HEADER,
    line("W1", "time", "weir", 10),
    line("W1", "time", "weir", 12),
    line("W1", "time", "weir", 900, quiet="no"),
    line("W1", "time", "naive", 40),
    line("W3", "", "weir", 0),
    line("W4", "1 µs", "std_async", 0.5, unit="efficiency", better="higher"),
]
SCALING = [HEADER] + [line("W1", "time", name, 100 / count, workers=count) for name in ("weir", "asio") for count in (1, 2, 4, 8, 16)]


def texts(lines, *options):
    """All words in the SVG that gnuplot makes of these."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "abc.cpu.gcc.2.txt")
        file.write_text("\n".join(lines))
        drawn = subprocess.run([BENCH / "plot.py", file, *options], capture_output=True, text=True)
        if drawn.returncode != 0:
            return drawn.stderr
        svg = xml.etree.ElementTree.parse(drawn.stdout.strip())
        return [" ".join("".join(text.itertext()).split()) for text in svg.iter("{http://www.w3.org/2000/svg}text")]


class Plot(unittest.TestCase):
    def test_a_point_is_the_median_of_the_quiet_rounds(self):
        charts = plot.panels(raw.read(FILE))
        self.assertEqual(list(charts), ["W1 time, ns", "W3, ns", "W4 1 µs, efficiency"])
        self.assertEqual(charts["W1 time, ns"][1], {"weir": {2: (11, 10.5, 11.5)}, "naive": {2: (40, 40, 40)}})

    def test_disturbed_rounds_count_when_there_are_no_others(self):
        charts = plot.panels(raw.read([HEADER, line("W1", "time", "weir", 5, quiet="no")]))
        self.assertEqual(charts["W1 time, ns"][1]["weir"][2][0], 5)

    def test_every_row_and_contestant_is_in_the_picture(self):
        found = texts(FILE)
        for text in ("W1 time, ns", "W3, ns", "W4 1 µs, efficiency (more is better)", "weir", "naive", "std_async"):
            self.assertIn(text, found)

    def test_several_numbers_of_workers_make_curves(self):
        found = texts(SCALING)
        for text in ("W1 time, ns", "weir", "asio", "1", "2", "4", "8", "16"):
            self.assertIn(text, found)

    def test_a_choice_of_workloads(self):
        found = texts(FILE, "--workload", "W3")
        self.assertIn("W3, ns", found)
        self.assertNotIn("W1 time, ns", found)

    def test_nothing_to_draw_is_said(self):
        self.assertIn("nothing to draw", texts(FILE, "--workload", "W99"))


if __name__ == "__main__":
    unittest.main()
