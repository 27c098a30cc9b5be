#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The contestants in Rust: what is not installed is said, every answer is right, and every mistake that is planted is caught. Without Debian's
cargo and crates only the first is looked at."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "contestants" / "rust" / "build.py"
SPECIFICATION = importlib.util.spec_from_file_location("build", SCRIPT)
rust = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(rust)

# A file, what stands in it, and what does not do all the work.
MISTAKES = [
    ("rayon_pool.rs", "self.0.spawn(f);", "drop(f);"),
    ("rayon_pool.rs", "(0..n).for_each", "(1..n).for_each"),
    ("tokio_pool.rs", "self.0.spawn(async move { f() });", "drop(f);"),
    ("workloads.rs", "move || round * 3 + 1", "move || round * 3"),
    ("fork_and_join.rs", "rayon::join(|| sort(left), || sort(right));", "rayon::join(|| sort(left), || right.reverse());"),
    ("fork_and_join.rs", "(left | queen) << 1", "left << 1"),
]

# Numbers that each workload gives.
NUMBERS = {"W1": 2, "W2": 2, "W3": 1, "W4": 2, "W5": 2, "N1": 2, "N3s": 2, "N3q": 2}
BOUTS = [("rust_rayon", workload) for workload in NUMBERS] + [("rust_tokio", workload) for workload in NUMBERS if not workload.startswith("N3")]


def play(program, contestant, workload, patience):
    size = ["--share", "0.0005", "--workers", "2", "--patience", str(patience)]
    return subprocess.run([program, "--child", "--workload", workload, "--contestant", contestant, *size], capture_output=True, text=True)


class Rust(unittest.TestCase):
    def test_a_library_that_is_not_there_is_said(self):
        with tempfile.TemporaryDirectory() as empty:
            ran = subprocess.run([SCRIPT, "--output", f"{empty}/program", "--registry", empty], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 1)
        for name in ("rayon", "tokio"):
            self.assertIn(f"rust_{name} left out: there is no crate {name} in {empty} (Debian: librust-{name}-dev)", ran.stderr)

    def test_answers_are_right_and_mistakes_are_caught(self):
        libraries = list(rust.libraries_in(rust.REGISTRY)) if pathlib.Path(rust.CARGO).exists() else []
        if len(libraries) < 2:
            self.skipTest("Debian's cargo, librust-rayon-dev and librust-tokio-dev are not all here")
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            program = rust.build(folder, libraries, rust.REGISTRY)
            listed = subprocess.run([program, "--list"], capture_output=True, text=True).stdout.splitlines()
            self.assertEqual([(line.split("\t")[0], workload) for line in listed for workload in line.split("\t")[2:]], BOUTS)
            for contestant, workload in BOUTS:
                with self.subTest(contestant=contestant, workload=workload):
                    ran = play(program, contestant, workload, 10_000)
                    self.assertEqual(ran.returncode, 0, ran.stderr)
                    self.assertEqual(len([float(line) for line in ran.stdout.splitlines()]), NUMBERS[workload])

            for name, right, wrong in MISTAKES:
                text = (folder / name).read_text()
                self.assertEqual(text.count(right), 1, f"{name}: {right}")
                (folder / name).write_text(text.replace(right, wrong))
            program = rust.build(folder, libraries, rust.REGISTRY)
            for contestant, workload in BOUTS:
                with self.subTest("with a mistake", contestant=contestant, workload=workload):
                    ran = play(program, contestant, workload, 150)
                    self.assertEqual(ran.returncode, 3, ran.stdout + ran.stderr)
                    self.assertIn("wrong answer: ", ran.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--verbose"])
