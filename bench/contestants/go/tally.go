// SPDX-License-Identifier: Apache-2.0

package main

import (
	"sync/atomic"
	"time"
	_ "unsafe" // for the linknames
)

// The number of the processor of Go's that runs the caller, which stays there until procUnpin: what a thread's number is in C++.
//
//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

const (
	countShift = 40
	parts      = 8
	batch      = 16                 // of one part's, which it then adds to all
	worthParts = 64 * parts * batch // fewer are counted in one word, and the last one is known
)

type part struct {
	count uint64
	_     [56]byte
}

// A tally counts finished tasks and sums their numbers, as the one in bench/support/tally.hpp does and in the same way.
type tally struct {
	seen     [parts]part
	batches  uint64
	_        [56]byte // what follows is read by every task
	tasks    uint64
	parts    int
	expected uint64
	patience time.Duration
	nearly   chan struct{}
}

func markOf(task uint64) uint64 { return 1<<countShift + task&0xffff }

func newTally(tasks uint64, patience time.Duration) *tally {
	if tasks >= 1<<24 {
		wrongAnswer("a tally holds fewer than 2^24 tasks")
	}
	t := &tally{tasks: tasks, parts: parts, patience: patience, nearly: make(chan struct{})}
	if tasks < worthParts {
		t.parts = 1
	}
	for task := uint64(0); task < tasks; task++ {
		t.expected += markOf(task)
	}
	return t
}

func (t *tally) finish(task uint64) {
	mine := procPin() % t.parts
	procUnpin()
	seen := atomic.AddUint64(&t.seen[mine].count, markOf(task))
	if t.parts == 1 {
		if seen == t.expected {
			close(t.nearly)
		}
	} else if (seen>>countShift)%batch == 0 {
		atLeast := (t.tasks - parts*batch) / batch * batch // full batches that there will be, however the tasks are spread
		if atomic.AddUint64(&t.batches, batch) == atLeast {
			close(t.nearly)
		}
	}
}

func (t *tally) sum() uint64 {
	sum := uint64(0)
	for i := range t.seen {
		sum += atomic.LoadUint64(&t.seen[i].count)
	}
	return sum
}

// wait returns when all have finished; a wrong answer if nothing finishes for a while.
func (t *tally) wait() {
	t.waitForMost()
	begun := time.Now()
	for t.sum() != t.expected { // a hundred tasks, which others run
		passed := time.Since(begun)
		if passed > t.patience {
			t.refuse()
		}
		if passed > 20*time.Microsecond {
			time.Sleep(20 * time.Microsecond)
		}
	}
}

func (t *tally) waitForMost() {
	for before := t.sum(); ; {
		select {
		case <-t.nearly:
			return
		case <-time.After(t.patience):
		}
		now := t.sum()
		if now == before {
			t.refuse()
		}
		before = now
	}
}

// check is called when nothing can run any more: a task that ran twice shows here.
func (t *tally) check() {
	if t.sum() != t.expected {
		t.refuse()
	}
}

func (t *tally) refuse() {
	seen := t.sum()
	wrongAnswer("%d tasks finished, expected %d, or not the ones that were posted", seen>>countShift, t.expected>>countShift)
}
