// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"runtime"
	"time"
)

const (
	nap      = 10 * time.Millisecond
	capacity = 50000
)

// memoryBefore is what the process had when it began.
var memoryBefore = residentBytes()

// A funcPool has one function, which it calls with the number of a task.
type funcPool interface {
	pool
	call(task uint64)
}

// all is what the function of a funcPool counts in.
var all *tally

// takeNap is a task of the articles. Every sixteenth looks at the clock, as in bench/support/nap.hpp.
func takeNap(task uint64) {
	if task%16 != 0 {
		time.Sleep(nap)
	} else {
		began := time.Now()
		time.Sleep(nap)
		if time.Since(began) < nap {
			wrongAnswer("a task did not wait for as long as it asked to")
		}
	}
	all.finish(task)
}

func sleepers(full uint64) func(contestant, effort) []float64 {
	return func(c contestant, e effort) []float64 {
		tasks := e.tasks(full, 16)
		workers := int(math.Min(capacity, float64((tasks+1)/2)))
		all = newTally(tasks, e.patience)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := c.unbounded(workers)
		start := time.Now()
		if f, is := p.(funcPool); is {
			for task := uint64(0); task < tasks; task++ {
				f.call(task)
			}
		} else {
			for task := uint64(0); task < tasks; task++ {
				task := task
				p.post(func() { takeNap(task) })
			}
		}
		all.wait()
		elapsed := time.Since(start)
		p.close()
		all.check()
		runtime.ReadMemStats(&after)
		each := func(count uint64) float64 { return float64(count) / float64(tasks) }
		return []float64{float64(elapsed.Nanoseconds()) / 1e6, (peakResidentBytes() - memoryBefore) / 1e6,
			each(after.TotalAlloc - before.TotalAlloc), each(after.Mallocs - before.Mallocs)}
	}
}

var workloads = []workload{
	{name: "100k", measure: sleepers(100000)},
	{name: "1M", measure: sleepers(1000000)},
	{name: "10M", measure: sleepers(10000000)},
}

func check(err error) {
	if err != nil {
		wrongAnswer("a pool did not accept a task: %v", err)
	}
}
