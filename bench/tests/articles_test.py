#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The comparison of the articles, tiny: all answers right, and a column left out, with a sentence, when its Go module is not there.

usage: articles_test.py PROGRAM, at the top of the tree. Modules that stand for the rivals' are made up here; with them the Go program is really
built, if there is a `go`.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, "bench/sleeping_tasks/go")
import build

PROGRAM = None
OURS = ["weir_ants", "weir_ants_func", "weir_ants_light", "weir_ants_queue", "weir_function", "weir_light"]

# What the programs in bench/sleeping_tasks/go use of the rivals, over bare goroutines.
ANTS = """package ants

import (
	"sync"
	"time"

	"github.com/panjf2000/ants/v2/pkg/lock"
)

type Option func()
type Pool struct{ lock sync.Locker }
type PoolWithFunc struct{ f func(interface{}) }

func WithExpiryDuration(time.Duration) Option { return nil }
func NewPool(size int, _ ...Option) (*Pool, error) { return &Pool{lock.New()}, nil }
func NewPoolWithFunc(size int, f func(interface{}), _ ...Option) (*PoolWithFunc, error) { return &PoolWithFunc{f}, nil }
func (p *Pool) Submit(f func()) error { go f(); return nil }
func (p *Pool) Release() {}
func (p *PoolWithFunc) Invoke(arg interface{}) error { go p.f(arg); return nil }
func (p *PoolWithFunc) Release() {}
"""
LOCK = 'package lock\n\nimport "sync"\n\nfunc New() sync.Locker { return &sync.Mutex{} }\n'
GOPOOL = """package gopool

type Pool interface{ Go(f func()) }
type Config struct{}
type bare struct{}

func (bare) Go(f func()) { go f() }
func NewConfig() *Config { return nil }
func NewPool(name string, capacity int32, config *Config) Pool { return bare{} }
"""
WORKERPOOL = """package workerpool

import "github.com/gammazero/deque"

type WorkerPool struct{ queue deque.Deque }

func New(n int) *WorkerPool { return &WorkerPool{} }
func (*WorkerPool) Submit(f func()) { go f() }
func (*WorkerPool) StopWait() {}
"""
DEQUE = "package deque\n\ntype Deque struct{}\n"


def module(folder, name, sources, go="1.18", requires=""):
    folder.mkdir(parents=True)
    (folder / "go.mod").write_text(f"module {name}\n\ngo {go}\n{requires}")
    for path, text in sources.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def make_modules(top):
    """As in a module cache and in checkouts; one requires for its tests what is not there, and one exists in three versions."""
    cache = top / "cache_of_go" / "github.com" / "panjf2000" / "ants"
    tests_only = "\nrequire github.com/stretchr/testify v1.8.2\n"
    ants = {"ants.go": ANTS, "pkg/lock/lock.go": LOCK, "ants_test.go": 'package ants\n\nimport "github.com/stretchr/testify"\n'}
    module(cache / "v2@v2.9.0", "github.com/panjf2000/ants/v2", ants, requires=tests_only)
    module(cache / "v2@v2.10.0", "github.com/panjf2000/ants/v2", ants, requires=tests_only)
    needs_more = {"ants.go": ANTS.replace('"sync"', '"sync"\n\t_ "golang.org/x/sync/errgroup"')}
    module(cache / "v2@v2.11.0", "github.com/panjf2000/ants/v2", needs_more)
    module(top / "gopkg", "github.com/bytedance/gopkg", {"util/gopool/gopool.go": GOPOOL, "other/other_windows.go": "package other\n"})
    module(top / "workerpool", "github.com/gammazero/workerpool", {"workerpool.go": WORKERPOOL})
    module(top / "deque@v0.2.1", "github.com/gammazero/deque", {"deque.go": DEQUE})
    module(top / "deque@v1.2.1", "github.com/gammazero/deque", {"deque.go": "package deque\n"}, go="99.1")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True)


def columns():
    return [line.split()[0] for line in run("--list", *modules_word()).stdout.splitlines() if line.startswith(("weir", "go_"))]


def modules_word():
    return [f"--go_modules={MODULES}"] if MODULES else []


MODULES = None


class Modules(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp())
        make_modules(self.top)
        self.found = build.modules_in(self.top)

    def tearDown(self):
        shutil.rmtree(self.top)

    def test_finds_modules_in_caches_and_checkouts(self):
        self.assertEqual(sorted(self.found), ["github.com/bytedance/gopkg", "github.com/gammazero/deque",
                                              "github.com/gammazero/workerpool", "github.com/panjf2000/ants/v2"])

    def test_takes_the_newest_version_that_is_whole(self):
        got = build.packages_for("github.com/panjf2000/ants/v2", self.found, (1, 19))
        self.assertEqual(sorted(got), ["github.com/panjf2000/ants/v2", "github.com/panjf2000/ants/v2/pkg/lock"])
        self.assertEqual({version[2].name for _, version, _ in got.values()}, {"v2@v2.10.0"})

    def test_takes_the_newest_version_that_this_go_compiles(self):
        got = build.packages_for("github.com/gammazero/workerpool", self.found, (1, 19))
        self.assertEqual(got["github.com/gammazero/deque"][1][2].name, "deque@v0.2.1")
        got = build.packages_for("github.com/gammazero/workerpool", self.found, (99, 1))
        self.assertEqual(got["github.com/gammazero/deque"][1][2].name, "deque@v1.2.1")

    def test_leaves_tests_out(self):
        _, _, files = build.packages_for("github.com/panjf2000/ants/v2", self.found, (1, 19))["github.com/panjf2000/ants/v2"]
        self.assertEqual([file.name for file in files], ["ants.go"])

    def test_names_what_lacks(self):
        del self.found["github.com/gammazero/deque"]
        with self.assertRaisesRegex(build.Lacking, "has no module of github.com/gammazero/deque"):
            build.packages_for("github.com/gammazero/workerpool", self.found, (1, 19))


class Comparison(unittest.TestCase):
    def setUp(self):
        global MODULES
        MODULES = None
        self.has_go = shutil.which("go") is not None

    def test_all_answers_are_right_without_modules(self):
        ran = run("--smoke")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("all answers right", ran.stdout)
        why = "the pools of Go modules left out: no --go_modules=DIR" if self.has_go else "there is no `go` (Debian: golang-go)"
        self.assertIn(why, ran.stderr)
        self.assertEqual(columns(), OURS + ["go_goroutine"] * self.has_go)

    def test_shows_a_table_with_time_memory_bytes_and_allocations(self):
        ran = run("--workload", "100k", "--share", "0.01", "--rounds", "1", "--retries", "0", "--contestant", "weir_ants_light,weir_light")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        for row in ("100k time | ms", "100k memory | MB", "100k bytes | B/task", "100k allocations | per task"):
            self.assertIn("| " + row, ran.stdout)
        self.assertIn("round 1/1", ran.stderr)  # progress

    def test_with_modules_each_rival_has_its_column(self):
        if not self.has_go:
            self.skipTest("there is no go here")
        global MODULES
        with tempfile.TemporaryDirectory() as folder:
            make_modules(pathlib.Path(folder))
            MODULES = folder
            rivals = ["go_ants", "go_ants_func", "go_gopool", "go_goroutine", "go_workerpool"]
            self.assertEqual(columns(), OURS + rivals)
            ran = run("--smoke", "--contestant", ",".join(rivals), *modules_word())
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertIn("15 bouts, all answers right", ran.stdout)
            shutil.rmtree(pathlib.Path(folder) / "gopkg")
            (pathlib.Path(folder) / "workerpool" / "workerpool.go").write_text("package workerpool\n\nfunc broken( {}\n")
            ran = run("--list", *modules_word())
            self.assertIn(f"go_gopool left out: {folder} has no module of github.com/bytedance/gopkg/util/gopool", ran.stderr)
            self.assertIn("go_workerpool left out: it does not compile here", ran.stderr)
            self.assertEqual(columns(), OURS + ["go_ants", "go_ants_func", "go_goroutine"])

    def test_a_folder_that_is_not_there_is_said(self):
        if not self.has_go:
            self.skipTest("there is no go here")
        ran = run("--smoke", "--go_modules=/nowhere/at/all")
        self.assertIn("articles: there is no folder /nowhere/at/all", ran.stderr)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
