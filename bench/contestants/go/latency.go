// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"math/rand"
	"sync"
	"time"
)

func loadedLatency(c contestant, e effort) []float64 {
	half, most := startDelays(c, e, 0.5), startDelays(c, e, 0.9)
	return []float64{quantile(half, 0.5), quantile(half, 0.99), quantile(half, 0.999),
		quantile(most, 0.5), quantile(most, 0.99), quantile(most, 0.999)}
}

func startDelays(c contestant, e effort, load float64) []float64 {
	const taskNanoseconds = 100000
	tasks := e.tasks(10000, 20)
	steps := stepsFor(taskNanoseconds)
	random := rand.New(rand.NewSource(1))
	delays := make([]float64, tasks)
	all := newTally(tasks, e.patience)
	p := c.unbounded(e.workers)
	begin, due := time.Now(), 0.0
	for task := uint64(0); task < tasks; task++ {
		due += random.ExpFloat64() * taskNanoseconds / (load * float64(e.workers))
		time.Sleep(time.Until(begin.Add(time.Duration(due))))
		task, posted := task, time.Now()
		p.post(func() {
			delays[task] = float64(time.Since(posted).Nanoseconds()) / 1e3
			work(steps)
			all.finish(task)
		})
	}
	all.wait()
	p.close()
	all.check()
	return delays
}

func fairQueue(c contestant, e effort) []float64 {
	length := e.tasks(50000, 400)
	fromOutside := length * 2 * 8 / 1000
	chains := 2 * uint64(e.workers)
	steps := stepsFor(10000)
	waits := make([]float64, fromOutside)
	all := newTally(chains*length+fromOutside, e.patience)
	p := c.unbounded(e.workers)
	var link func(number uint64)
	link = func(number uint64) {
		work(steps)
		if (number+1)%length != 0 {
			p.post(func() { link(number + 1) })
		}
		all.finish(number)
	}
	for chain := uint64(0); chain < chains; chain++ {
		first := chain * length
		p.post(func() { link(first) })
	}
	next := time.Now()
	for task := uint64(0); task < fromOutside; task++ {
		next = next.Add(time.Millisecond)
		time.Sleep(time.Until(next))
		task, posted := task, time.Now()
		p.post(func() {
			waits[task] = float64(time.Since(posted).Nanoseconds()) / 1e3
			all.finish(chains*length + task)
		})
	}
	all.wait()
	p.close()
	all.check()
	return []float64{quantile(waits, 0.5), quantile(waits, 1)}
}

func fairRoom(c contestant, e effort) []float64 {
	const producers = 4
	tasks := e.tasks(500000, 16)
	steps := stepsFor(1000)
	all := newTally(tasks, e.patience)
	p := c.bounded(e.workers, 1024)
	var longest, taken [producers]float64
	var done sync.WaitGroup
	for producer := uint64(0); producer < producers; producer++ {
		done.Add(1)
		go func(producer uint64) {
			defer done.Done()
			start, most := time.Now(), time.Duration(0)
			for task := producer; task < tasks; task += producers {
				task, before := task, time.Now()
				p.post(func() {
					work(steps)
					all.finish(task)
				})
				if wait := time.Since(before); wait > most {
					most = wait
				}
			}
			longest[producer], taken[producer] = float64(most.Nanoseconds())/1e3, float64(time.Since(start).Nanoseconds())
		}(producer)
	}
	done.Wait()
	all.wait()
	p.close()
	all.check()
	most, first, last := 0.0, math.Inf(1), 0.0
	for producer := range taken {
		most = math.Max(most, longest[producer])
		first, last = math.Min(first, taken[producer]), math.Max(last, taken[producer])
	}
	return []float64{most, last / first}
}
