// SPDX-License-Identifier: Apache-2.0

// Go's ways to run tasks, as contestants. The driver builds this program when there is a `go`, asks it what it can do (--list), and
// then runs one bout a process, as it does with the contestants in C++: the values come on standard output, one a line.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"sort"
	"time"
)

// An effort is how much of a workload's full size to do, and with how many workers.
type effort struct {
	share    float64
	workers  int
	patience time.Duration
}

func (e effort) tasks(full, least uint64) uint64 {
	return uint64(math.Max(float64(least), float64(full)*e.share))
}

// A pool is what a contestant makes. post is called by producers and, where the workload needs it, from inside tasks.
type pool interface {
	post(f func())
	close() // after the last task has finished
}

type contestant struct {
	name, what string
	unbounded  func(workers int) pool
	bounded    func(workers, room int) pool
	anyBacklog bool // takes any number of tasks, also from inside a task, and never blocks
	noWorkers  bool // so none can be held while tasks are queued: they begin at once
}

type workload struct {
	name         string
	anyBacklog   bool
	holdsWorkers bool
	measure      func(c contestant, e effort) []float64
}

func (w workload) suits(c contestant) bool {
	return (c.anyBacklog || !w.anyBacklog) && !(c.noWorkers && w.holdsWorkers)
}

var contestants []contestant

func wrongAnswer(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "wrong answer: "+format+"\n", args...)
	os.Exit(3)
}

func list() {
	sort.Slice(contestants, func(i, j int) bool { return contestants[i].name < contestants[j].name })
	for _, c := range contestants {
		fmt.Printf("%s\t%s", c.name, c.what)
		for _, w := range workloads {
			if w.suits(c) {
				fmt.Printf("\t%s", w.name)
			}
		}
		fmt.Println()
	}
}

func main() {
	var onlyList = flag.Bool("list", false, "names, one contestant a line, with what it does")
	var workloadName = flag.String("workload", "", "the workload")
	var contestantName = flag.String("contestant", "", "the contestant")
	var share = flag.Float64("share", 1, "part of the workload's full size")
	var workers = flag.Int("workers", 2, "workers per pool")
	var patience = flag.Int("patience", 10000, "milliseconds without a finished task that make a wrong answer")
	flag.Bool("child", true, "for the driver: the only thing this program is")
	flag.Parse()
	if *onlyList {
		list()
		return
	}
	// The workers of the others have threads, and the producer has one too.
	if places := *workers + 1; places < runtime.NumCPU() {
		runtime.GOMAXPROCS(places)
	}
	e := effort{*share, *workers, time.Duration(*patience) * time.Millisecond}
	for _, w := range workloads {
		for _, c := range contestants {
			if w.name == *workloadName && c.name == *contestantName {
				less := e
				less.share /= 20
				w.measure(c, less)
				for _, value := range w.measure(c, e) {
					fmt.Printf("%.17g\n", value)
				}
				return
			}
		}
	}
	fmt.Fprintln(os.Stderr, "no such workload with such a contestant")
	os.Exit(64)
}
