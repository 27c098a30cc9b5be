// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"runtime/debug"
	"sync"
	"time"
)

// The workloads of bench/workloads/, where each is described.
var workloads = []workload{
	{name: "W1", measure: func(c contestant, e effort) []float64 {
		return emptyTasks(c.unbounded(e.workers), 1, e.tasks(5000000, 16), e)
	}},
	{name: "W2", measure: func(c contestant, e effort) []float64 {
		return emptyTasks(c.unbounded(e.workers), 4, e.tasks(5000000, 16), e)
	}},
	{name: "W3", anyBacklog: true, measure: spawnTree},
	{name: "W4", measure: func(c contestant, e effort) []float64 {
		return []float64{efficiency(c, e, 1000, e.tasks(1000000, 16)), efficiency(c, e, 10000, e.tasks(100000, 16))}
	}},
	{name: "W5", measure: pingPong},
	{name: "W6", measure: trickle},
	{name: "W7", measure: func(c contestant, e effort) []float64 {
		return emptyTasks(c.bounded(e.workers, 1024), 2, e.tasks(2500000, 16), e)
	}},
	{name: "W8", measure: sleepingTasks},
	{name: "W9", anyBacklog: true, holdsWorkers: true, measure: func(c contestant, e effort) []float64 {
		return backlog(c, e, func(p pool, all *tally, task uint64) { p.post(func() { all.finish(task) }) })
	}},
	{name: "W9-48", anyBacklog: true, holdsWorkers: true, measure: func(c contestant, e effort) []float64 {
		return backlog(c, e, func(p pool, all *tally, task uint64) {
			var more [4]uint64
			p.post(func() { all.finish(task + more[0]) })
		})
	}},
	{name: "W10", measure: func(c contestant, e effort) []float64 {
		return []float64{lifeOf(c, 2, e.tasks(1000, 5)), lifeOf(c, 8, e.tasks(300, 5)), lifeOf(c, 64, e.tasks(100, 3))}
	}},
	{name: "W11", measure: loadedLatency},
	{name: "W12", anyBacklog: true, measure: fairQueue},
	{name: "W13", measure: fairRoom},
}

func emptyTasks(p pool, producers, tasks uint64, e effort) []float64 {
	all := newTally(tasks, e.patience)
	var others sync.WaitGroup
	sleepsBefore, start := sleeps(), time.Now()
	share := func(producer uint64) {
		for task := producer; task < tasks; task += producers {
			task := task
			p.post(func() { all.finish(task) })
		}
	}
	for producer := uint64(1); producer < producers; producer++ {
		others.Add(1)
		go func(producer uint64) {
			defer others.Done()
			share(producer)
		}(producer)
	}
	share(0)
	others.Wait()
	all.wait()
	elapsed, slept := time.Since(start), sleeps()-sleepsBefore
	p.close()
	all.check()
	return []float64{perTask(elapsed, tasks), float64(slept) * 1e3 / float64(tasks)}
}

// sizes of the trees of each height: one, and the trees of the two heights below.
var treeSizes = func() (sizes [32]uint64) {
	sizes[0], sizes[1] = 1, 1
	for height := 2; height < len(sizes); height++ {
		sizes[height] = 1 + sizes[height-1] + sizes[height-2]
	}
	return
}()

func spawnTree(c contestant, e effort) []float64 {
	height := 2
	for treeSizes[height+1] <= e.tasks(treeSizes[27], 16) {
		height++
	}
	tasks := treeSizes[height]
	all := newTally(tasks, e.patience)
	p := c.unbounded(e.workers)
	var grow func(height int, first uint64)
	grow = func(height int, first uint64) {
		if height >= 2 {
			left := first + 1
			right := left + treeSizes[height-1]
			p.post(func() { grow(height-1, left) })
			p.post(func() { grow(height-2, right) })
		}
		all.finish(first)
	}
	start := time.Now()
	p.post(func() { grow(height, 0) })
	all.wait()
	elapsed := time.Since(start)
	p.close()
	all.check()
	return []float64{perTask(elapsed, tasks)}
}

func efficiency(c contestant, e effort, nanoseconds float64, tasks uint64) float64 {
	steps := stepsFor(nanoseconds)
	before := alone(steps)
	all := newTally(tasks, e.patience)
	p := c.unbounded(e.workers)
	start := time.Now()
	for task := uint64(0); task < tasks; task++ {
		task := task
		p.post(func() {
			work(steps)
			all.finish(task)
		})
	}
	all.wait()
	elapsed := time.Since(start)
	p.close()
	all.check()
	serial := math.Min(before, alone(steps)) * float64(tasks)
	return serial / (float64(e.workers) * float64(elapsed.Nanoseconds()))
}

// callOn runs f on the pool and gives its result back, through a channel.
func callOn(p pool, f func() uint64) uint64 {
	result := make(chan uint64, 1)
	p.post(func() { result <- f() })
	return <-result
}

func pingPong(c contestant, e effort) []float64 {
	rounds := e.tasks(50000, 100)
	times := make([]float64, rounds)
	p := c.unbounded(e.workers)
	for round := range times {
		number := uint64(round)
		start := time.Now()
		answer := callOn(p, func() uint64 { return number*3 + 1 })
		times[round] = float64(time.Since(start).Nanoseconds())
		if answer != number*3+1 {
			wrongAnswer("a result is not its own task's")
		}
	}
	p.close()
	return []float64{quantile(times, 0.5), quantile(times, 0.99)}
}

func trickle(c contestant, e effort) []float64 {
	ticks := e.tasks(2000, 20)
	delays := make([]float64, ticks)
	all := newTally(ticks, e.patience)
	p := c.unbounded(e.workers)
	busyBefore, next := processorTime(), time.Now()
	for tick := uint64(0); tick < ticks; tick++ {
		next = next.Add(time.Millisecond)
		time.Sleep(time.Until(next))
		tick, posted := tick, time.Now()
		p.post(func() {
			delays[tick] = float64(time.Since(posted).Nanoseconds()) / 1e3
			all.finish(tick)
		})
	}
	all.wait()
	busy := processorTime() - busyBefore
	silence := time.Duration(ticks) * time.Millisecond
	time.Sleep(silence / 10)
	sleepsBefore, idleBefore := sleeps(), processorTime()
	time.Sleep(silence)
	idle, slept := processorTime()-idleBefore, sleeps()-sleepsBefore-1
	p.close()
	all.check()
	return []float64{quantile(delays, 0.5), quantile(delays, 0.99), perTask(busy, ticks) / 1e3,
		float64(idle.Nanoseconds()) / 1e3 / silence.Seconds(), math.Max(0, float64(slept)) / silence.Seconds()}
}

func backlog(c contestant, e effort, postOne func(p pool, all *tally, task uint64)) []float64 {
	tasks := e.tasks(4000000, 16)
	all := newTally(tasks, e.patience)
	gate := make(chan struct{})
	p := c.unbounded(e.workers)
	for guard := 0; guard < e.workers; guard++ {
		held := make(chan struct{})
		p.post(func() {
			close(held)
			<-gate
		})
		<-held
	}
	memoryBefore, start := residentBytes(), time.Now()
	for task := uint64(0); task < tasks; task++ {
		postOne(p, all, task)
	}
	posting := time.Since(start)
	memory := residentBytes() - memoryBefore
	start = time.Now()
	close(gate)
	all.wait()
	draining := time.Since(start)
	debug.FreeOSMemory() // what the heap keeps is not the pool's doing
	kept := residentBytes() - memoryBefore
	p.close()
	all.check()
	return []float64{memory / float64(tasks), perTask(posting, tasks), perTask(draining, tasks), kept / 1e6}
}

func lifeOf(c contestant, workers int, lives uint64) float64 {
	times := make([]float64, lives)
	for life := range times {
		number := uint64(life)
		start := time.Now()
		p := c.unbounded(workers)
		answer := callOn(p, func() uint64 { return number + 7 })
		p.close()
		times[life] = float64(time.Since(start).Nanoseconds()) / 1e3
		if answer != number+7 {
			wrongAnswer("a result is not its own task's")
		}
	}
	return quantile(times, 0.5)
}
