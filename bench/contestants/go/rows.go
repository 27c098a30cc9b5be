// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math/rand"
	"time"
)

// The rows of loads that the pools were not tuned for: bench/workloads/rounds.hpp, mixed_lengths.hpp and many_pools.hpp.
func init() {
	workloads = append(workloads,
		workload{name: "N1", anyBacklog: true, measure: rounds},
		workload{name: "N2", anyBacklog: true, measure: mixedLengths},
		workload{name: "N5", measure: manyPools})
}

func rounds(c contestant, e effort) []float64 {
	const tasks = 64
	times := e.tasks(1000, 16)
	steps := stepsFor(2000)
	p := c.unbounded(e.workers)
	before, start := processorTime(), time.Now()
	for round := uint64(0); round < times; round++ {
		all := newTally(tasks, e.patience)
		for task := uint64(0); task < tasks; task++ {
			task := task
			p.post(func() {
				work(steps)
				all.finish(task)
			})
		}
		all.wait()
		all.check()
	}
	elapsed, used := time.Since(start), processorTime()-before
	p.close()
	return []float64{perTask(elapsed, times) / 1e3, perTask(used, times) / 1e3}
}

func mixedLengths(c contestant, e effort) []float64 {
	var values []float64
	for _, load := range []float64{0.3, 0.7, 0.9} {
		waits, used := mixedWaits(c, e, load)
		for _, share := range []float64{0.5, 0.9, 0.99, 0.999} {
			values = append(values, quantile(waits, share))
		}
		values = append(values, used.Seconds())
	}
	return values
}

func mixedWaits(c contestant, e effort, load float64) ([]float64, time.Duration) {
	const short, long, partOfLong = 100, 100000, 0.1
	const mean = (1-partOfLong)*short + partOfLong*long
	tasks := e.tasks(200000, 20)
	shortSteps, longSteps := stepsFor(short), stepsFor(long)
	random := rand.New(rand.NewSource(1))
	waits := make([]float64, tasks)
	all := newTally(tasks, e.patience)
	p := c.unbounded(e.workers)
	before, begin, after := processorTime(), time.Now(), 0.0
	for task := uint64(0); task < tasks; task++ {
		after += random.ExpFloat64() * mean / (load * float64(e.workers))
		task, steps, due := task, shortSteps, begin.Add(time.Duration(after))
		if random.Float64() < partOfLong {
			steps = longSteps
		}
		time.Sleep(time.Until(due))
		p.post(func() {
			waits[task] = float64(time.Since(due).Nanoseconds()) / 1e3
			work(steps)
			all.finish(task)
		})
	}
	all.wait()
	used := processorTime() - before
	p.close()
	all.check()
	return waits, used
}

func manyPools(c contestant, e effort) []float64 {
	var times, used []float64
	for _, count := range []uint64{1, 2, 8, 16, 32} {
		tasks := e.tasks(500000, 32)
		all := newTally(tasks, e.patience)
		pools := make([]pool, count)
		for n := range pools {
			pools[n] = c.unbounded(e.workers)
		}
		before, start := processorTime(), time.Now()
		for task := uint64(0); task < tasks; task++ {
			task := task
			pools[task%count].post(func() { all.finish(task) })
		}
		all.wait()
		times = append(times, perTask(time.Since(start), tasks))
		used = append(used, perTask(processorTime()-before, tasks))
		for _, p := range pools {
			p.close()
		}
		all.check()
	}
	return append(times, used...)
}
