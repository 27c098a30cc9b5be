#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""compare.py on planted numbers: it finds what is there, and nothing where nothing is."""

import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BENCH))

import compare
import raw

HEADER = "workload,metric,unit,better,floor,contestant,workers,round,value,others_share,quiet"


def row(value, quiet="yes", unit="ns/task", better="lower", floor=0):
    return raw.read([HEADER, f"W1,time,{unit},{better},{floor},weir,2,0,{value},0.00,{quiet}"])


def said(a, b, floor=0.05, **more):
    found = compare.pairs([row(v, **more) for v in a], [row(v, **more) for v in b])
    [((*_, more_is_better), ratios)] = found.items()
    return compare.verdict(ratios, more_is_better, floor)[2]


def noisy(middle, noise, count=15, seed=1):
    source = random.Random(seed)
    return [middle * source.uniform(1 - noise, 1 + noise) for _ in range(count)]


class Compare(unittest.TestCase):
    def test_equal_programs_do_not_differ(self):
        for seed in range(1, 40, 2):
            self.assertEqual(said(noisy(100, 0.03, seed=seed), noisy(100, 0.03, seed=seed + 1)), "no difference")

    def test_a_fifth_more_is_found(self):
        self.assertEqual(said(noisy(100, 0.05), noisy(120, 0.05, seed=2)), "B is worse")
        self.assertEqual(said(noisy(120, 0.05), noisy(100, 0.05, seed=2)), "B is better")

    def test_more_can_be_better(self):
        self.assertEqual(said(noisy(0.5, 0.02), noisy(0.6, 0.02, seed=2), unit="efficiency", better="higher"), "B is better")

    def test_a_fifth_more_in_wild_noise_is_not_claimed(self):
        self.assertEqual(said(noisy(100, 0.9, 9), noisy(120, 0.9, 9, seed=2)), "no difference")

    def test_what_is_sure_but_below_the_floor_is_no_difference(self):
        self.assertEqual(said([100] * 15, [103] * 15), "no difference")
        self.assertEqual(said([100] * 15, [97] * 15), "no difference")
        self.assertEqual(said([100] * 15, [103] * 15, floor=0.02), "B is worse")

    def test_a_drift_of_the_machine_cancels_because_rounds_are_paired(self):
        drift = [100 * 1.2**n for n in range(15)]
        self.assertEqual(said(drift, [1.1 * v for v in drift]), "B is worse")

    def test_disturbed_rounds_do_not_count(self):
        a = [row(100) for _ in range(10)]
        b = [row(100) for _ in range(10)]
        for number in range(4):
            b[number] = row(900, quiet="no")
        [ratios] = compare.pairs(a, b).values()
        self.assertEqual(ratios, [1.0] * 6)

    def test_few_rounds_prove_nothing(self):
        self.assertIn("too few", said([100] * 5, [200] * 5))
        self.assertEqual(said([100] * 6, [200] * 6), "B is worse")

    def test_values_under_the_floor_of_their_row_are_equal(self):
        self.assertEqual(said([0.5] * 9, [0.9] * 9, unit="per 1000 tasks"), "B is worse")
        found = compare.pairs([row(0.5, floor=1)] * 9, [row(0.9, floor=1)] * 9)
        self.assertEqual(list(found.values()), [[1.0] * 9])

    def test_the_interval_is_that_of_the_sign_test(self):
        self.assertIsNone(compare.interval(range(5)))
        self.assertEqual(compare.interval(range(1, 7)), (1, 6))
        self.assertEqual(compare.interval(range(1, 16)), (4, 12))

    def test_files_of_before_have_two_workers_and_no_floor(self):
        [old] = raw.read(["# head", "workload,metric,unit,contestant,round,value,others_share,quiet", "W1,time,ns,weir,0,5,0.1,no"])
        self.assertEqual((old["workers"], old["floor"], old["better"], old["quiet"]), (2, 0.0, "lower", False))
        self.assertRaises(ValueError, raw.read, ["W1,time,ns"])

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_two_commits_end_to_end(self):
        fake = (
            'mkdir -p "$BUILD_WORKSPACE_DIRECTORY/bench/results"\n'
            'cat > "$BUILD_WORKSPACE_DIRECTORY/bench/results/x.txt" <<END\n'
            f"{HEADER}\nW1,time,ns/task,lower,0,weir,2,0,VALUE,0.00,yes\nEND\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@localhost"]
            subprocess.run([*git, "init", "-q"], check=True)
            for value in ("100", "150"):
                program = pathlib.Path(folder, "program")
                program.write_text("#!/bin/sh\n" + fake.replace("VALUE", value))
                program.chmod(0o755)
                subprocess.run([*git, "add", "."], check=True)
                subprocess.run([*git, "commit", "-q", "-m", value], check=True)
            command = [BENCH / "compare.py", "HEAD~1", "HEAD", "--rounds", "6", "--build", "true", "--binary", "program"]
            said = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            self.assertIn("| 1.500 | 1.500 to 1.500 | B is worse |", said.stdout, said.stderr)
            trees = subprocess.run([*git, "worktree", "list"], capture_output=True, text=True).stdout
            self.assertEqual(len(trees.splitlines()), 1, "a worktree was left behind")


if __name__ == "__main__":
    unittest.main()
