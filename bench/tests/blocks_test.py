#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""What pages and the plot show of the benchmark is what the committed results give; and the scripts that say so read numbers right."""

import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BENCH = pathlib.Path(__file__).resolve().parents[1]
ROOT = BENCH.parent
sys.path.insert(0, str(BENCH))

import blocks
import by_workers
import raw
import scaling
import summary
import targets

QUICK = ["by_workers.py", "scaling.py", "summary.py", "targets.py"]  # the others compile, or need valgrind
HEADER = "workload,metric,unit,better,floor,contestant,workers,round,value,others_share,quiet"


def planted(rows):
    """A results file: {(workload, metric): {contestant: value}}."""
    lines = ["# commit abc", HEADER]
    for (workload, metric, *workers), values in rows.items():
        better = "higher" if workload == "W4" else "lower"
        count = workers[0] if workers else 2
        lines += [f"{workload},{metric},u,{better},0,{name},{count},0,{value},0.00,yes" for name, value in values.items()]
    return lines


def words_of(picture):
    svg = xml.etree.ElementTree.parse(picture)
    return [" ".join("".join(text.itertext()).split()) for text in svg.iter("{http://www.w3.org/2000/svg}text")]


class Files(unittest.TestCase):
    def test_a_compressed_file_has_the_same_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            plain, compressed = pathlib.Path(folder, "a.txt"), pathlib.Path(folder, "a.txt.gz")
            plain.write_text("# commit é\n" + HEADER + "\n", encoding="utf-8")
            compressed.write_bytes(gzip.compress(plain.read_bytes()))
            self.assertEqual(raw.lines_of(plain), ["# commit é", HEADER])
            self.assertEqual(raw.lines_of(compressed), raw.lines_of(plain))


class Pages(unittest.TestCase):
    def test_pages_show_what_the_results_give(self):
        for page in ("README.md", "bench/README.md", "docs/performance.md"):
            text = (ROOT / page).read_text()
            self.assertRegex(text, blocks.BLOCK, page)
            again, changed = blocks.renewed(text, only=QUICK)
            self.assertEqual(changed, [], f"{page}: run bench/blocks.py --write {page}")
            self.assertEqual(again, text)

    @unittest.skipUnless(shutil.which("gnuplot"), "no gnuplot")
    def test_the_plot_shows_what_the_results_give(self):
        results = re.search(r"<!-- made by bench/summary.py (\S+) -->", (ROOT / "README.md").read_text()).group(1)
        with tempfile.TemporaryDirectory() as folder:
            drawn = pathlib.Path(folder, "benchmark.svg")
            summary.draw(raw.lines_of(ROOT / results), drawn)
            again = f"run bench/summary.py {results} --plot docs/benchmark.svg"
            self.assertEqual(words_of(drawn), words_of(ROOT / "docs/benchmark.svg"), again)


class Blocks(unittest.TestCase):
    PAGE = (
        "before\n<!-- made by bench/a.py x.txt -->\n| 1 |\n<!-- end -->\n"
        "between\n<!-- made by bench/b.py -->\n| 7 |\n<!-- end -->\nafter\n"
    )

    def test_a_changed_number_is_found_and_put_right(self):
        made = {"bench/a.py": "| 1 |\n", "bench/b.py": "| 7 |"}
        self.assertEqual(blocks.renewed(self.PAGE, make=lambda words: made[words[0]]), (self.PAGE, []))
        stale = self.PAGE.replace("| 1 |", "| 2 |")
        self.assertEqual(blocks.renewed(stale, make=lambda words: made[words[0]]), (self.PAGE, ["bench/a.py x.txt"]))

    def test_a_page_can_be_told_to_read_another_file(self):
        page = "<!-- made by bench/a.py bench/results/x.txt.gz --y -->\n<!-- end -->\n"
        asked = []
        text, _ = blocks.renewed(page, make=lambda words: asked.append(words) or "new", results="bench/results/z.txt.gz")
        self.assertEqual(asked, [["bench/a.py", "bench/results/z.txt.gz", "--y"]])
        self.assertEqual(text, "<!-- made by bench/a.py bench/results/z.txt.gz --y -->\nnew\n<!-- end -->\n")

    def test_a_page_is_not_told_to_read_a_file_that_is_not_committed(self):
        command = [sys.executable, "-B", str(BENCH / "blocks.py"), "--write", "--results", "bench/results/z.txt", "none.md"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("gzip -9n bench/results/z.txt", done.stderr)

    def test_scripts_that_were_not_asked_for_do_not_run(self):
        text, changed = blocks.renewed(self.PAGE, make=lambda words: "other", only=["b.py"])
        self.assertIn("| 1 |", text)
        self.assertEqual(changed, ["bench/b.py"])

    def test_a_script_that_fails_is_no_empty_table(self):
        self.assertRaises(RuntimeError, blocks.made_by, ["bench/summary.py", "bench/results/none.txt"])


class Summary(unittest.TestCase):
    def line(self, rows, number=2):
        return list(summary.markdown(planted(rows)))[number]

    def test_ratios_are_to_the_best_peer(self):
        made = self.line({("W1", "time"): {"weir": 20, "naive": 100, "asio": 80, "go_chan": 40, "limit_ring": 5}})
        self.assertTrue(made.endswith("| u | **20.0 ×0.25** weir | 80.0 asio | 100 ×1.25 | 40.0 ×0.50 go_chan |"), made)

    def test_more_may_be_better(self):
        made = self.line({("W4", "1 µs"): {"weir": 0.8, "naive": 0.4, "asio": 0.2}})
        self.assertIn("**0.80 ×0.50** weir | 0.40 naive | 0.40 |", made)

    def test_whoever_does_something_else_is_no_peer(self):
        made = self.line({("W5", "p50"): {"weir": 900, "weir_group": 90, "tbb_group": 60, "asio": 1800}})
        self.assertIn("**900 ×0.50** weir | 1 800 asio |", made)

    def test_disturbed_rounds_do_not_count(self):
        lines = planted({("W1", "time"): {"weir": 20, "naive": 100}}) + ["W1,time,u,lower,0,weir,2,1,999,0.50,no"]
        self.assertEqual(raw.table(raw.read(lines))["W1", "time", 2].of["weir"], 20)


class Scaling(unittest.TestCase):
    def test_times_and_counts_stand_side_by_side(self):
        rows = {("W1", "time", 2): {"weir": 30}, ("C1", "lost exchanges", 2): {"weir": 4}, ("C1", "waits", 2): {"weir": 0.5}}
        rows["W3", "", 4] = {"weir": 9}
        made = list(scaling.markdown(planted(rows), ["weir"]))
        self.assertEqual(made[2:4], ["| W1 | 2 | weir | 30.0 | 4 |  | 0.5 |  |", "| W3 | 4 | weir | 9.00 |  |  |  |  |"])


class ByWorkers(unittest.TestCase):
    def test_the_best_of_each_column_is_bold(self):
        rows = {("W4", "1 µs", 2): {"weir": 0.8, "naive": 0.5}, ("W4", "1 µs", 15): {"weir": 0.2, "eigen": 0.3, "other": 0.9}}
        made = list(by_workers.markdown(planted(rows), "W4 1 µs", ["weir", "naive", "eigen", "asio"]))
        lines = ["| W4 1 µs, u | 2 | 15 |", "|---|---|---|", "| `weir` | **0.80** | 0.20 |", "| `naive` | 0.50 |  |", "| `eigen` |  | **0.30** |"]
        self.assertEqual(made, lines)

    def test_a_row_that_is_not_there_is_said(self):
        self.assertRaises(SystemExit, list, by_workers.markdown(planted({("W1", "time"): {"weir": 1}}), "W2 time", ["weir"]))


class Targets(unittest.TestCase):
    def found(self, rows):
        return {line.split(" | ")[0][2:]: line for line in targets.markdown(planted(rows)) if line.startswith(("| W", "| `"))}

    def test_met_and_missed(self):
        w1 = {"weir": 30, "weir_stealing": 20, "naive": 50, "limit_ring": 4}
        found = self.found({("W1", "time"): w1, ("W4", "1 µs"): {"weir": 0.6, "naive": 0.5}})
        self.assertIn("| ≤ 0.45 | met | 0.40: weir_stealing 20.0, naive 50.0", found["W1, beside the best peer"])
        self.assertIn("| ≤ 4 | **missed** by 25 % |", found["W1, beside a ring of one producer and one thread"])
        self.assertIn("| ≥ 0.9 | **missed** by 50 % |", found["W4, efficiency of tasks of 1 µs"])

    def test_what_the_file_lacks_is_said(self):
        self.assertIn("not in the file", self.found({("W1", "time"): {"weir": 30, "naive": 50}})["W1, 64 workers beside 2"])

    def test_idle_workers_and_every_row(self):
        rows = {("W1", "time", 2): {"weir": 30, "weir_stealing": 20, "naive": 50}, ("W1", "time", 64): {"weir": 60}}
        found = self.found({**rows, ("W1", "sleeps"): {"weir": 90, "weir_stealing": 1}})
        self.assertIn("**missed** by 33 % | 2.00: 60.0 and 30.0", found["W1, 64 workers beside 2"])
        worst = found["`weir::thread_pool` beside weir's best, worst row"]
        self.assertIn("**missed** by 15 % | 1.50 in W1 time (weir, weir_stealing)", worst)

    def test_peers_that_do_not_rest_when_idle_do_not_count_in_w6(self):
        rows = {("W6", "start p50"): {"weir": 2, "naive": 3, "eigen": 1}, ("W6", "idle cpu"): {"weir": 0, "naive": 0, "eigen": 9}}
        rows["W6", "idle sleeps"] = {"weir": 0, "naive": 0, "eigen": 0}
        self.assertIn("| met | 0.67: weir 2.00, naive 3.00", self.found(rows)["W6 p50, beside peers that idle at no cost"])


if __name__ == "__main__":
    unittest.main()
