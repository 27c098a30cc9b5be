// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"time"
)

const nap = 10 * time.Millisecond

// memoryBefore is what the process had when it began.
var memoryBefore = residentBytes()

// sleepingTasks has goroutines for workers, at most 50000; go_goroutine has one for each task all the same.
func sleepingTasks(c contestant, e effort) []float64 {
	tasks := e.tasks(1000000, 16)
	workers := int(math.Min(50000, float64((tasks+1)/2)))
	all := newTally(tasks, e.patience)
	cpuBefore := processorTime()
	p := c.unbounded(workers)
	start := time.Now()
	for task := uint64(0); task < tasks; task++ {
		task := task
		p.post(func() {
			if task%16 == 0 { // each look at the clock costs as much as a post, so not every task looks
				began := time.Now()
				time.Sleep(nap)
				if time.Since(began) < nap {
					wrongAnswer("a task did not wait for as long as it asked to")
				}
			} else {
				time.Sleep(nap)
			}
			all.finish(task)
		})
	}
	posting := time.Since(start)
	all.wait()
	elapsed := time.Since(start)
	p.close()
	all.check()
	cpu := processorTime() - cpuBefore
	return []float64{milliseconds(elapsed), milliseconds(posting), (peakResidentBytes() - memoryBefore) / 1e6, milliseconds(cpu)}
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
