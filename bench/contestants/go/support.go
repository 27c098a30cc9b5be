// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"syscall"
	"time"
)

func perTask(d time.Duration, tasks uint64) float64 { return float64(d.Nanoseconds()) / float64(tasks) }

func quantile(series []float64, share float64) float64 {
	sort.Float64s(series)
	place := share * float64(len(series)-1)
	below := int(place)
	above := below
	if below+1 < len(series) {
		above++
	}
	return series[below] + (place-float64(below))*(series[above]-series[below])
}

func usage() syscall.Rusage {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return used
}

func processorTime() time.Duration {
	used := usage()
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func sleeps() int64 { return usage().Nvcsw }

func residentBytes() float64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		panic(err)
	}
	var total, resident float64
	fmt.Sscan(string(text), &total, &resident)
	return resident * float64(os.Getpagesize())
}

// peakResidentBytes is the most that the process has had so far.
func peakResidentBytes() float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	var kilobytes float64
	if _, after, found := strings.Cut(string(text), "VmHWM:"); found {
		fmt.Sscan(after, &kilobytes)
	}
	return kilobytes * 1024
}

var sink uint64

// run is work that takes a known time and touches no memory: a chain of multiplications.
//
//go:noinline
func run(steps uint64) uint64 {
	x := steps
	for i := uint64(0); i < steps; i++ {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x
}

// stepsFor finds how many steps make so many nanoseconds on this machine now.
func stepsFor(nanoseconds float64) uint64 {
	const probe = 20000
	best := bestOf(func() { sink = run(probe) })
	return uint64(math.Max(1, nanoseconds*probe/best))
}

// work is one run whose result cannot be left out.
func work(steps uint64) {
	if run(steps) == 1 {
		wrongAnswer("an odd chain of multiplications")
	}
}

// alone is the time of one run without any pool.
func alone(steps uint64) float64 {
	const calls = 200
	return bestOf(func() {
		for i := 0; i < calls; i++ {
			sink = run(steps)
		}
	}) / calls
}

// bestOf is the fastest of several tries, since anything that disturbs a try makes it slower.
func bestOf(f func()) float64 {
	best := math.Inf(1)
	for i := 0; i < 20; i++ {
		start := time.Now()
		f()
		best = math.Min(best, float64(time.Since(start).Nanoseconds()))
	}
	return best
}
