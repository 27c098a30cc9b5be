// SPDX-License-Identifier: Apache-2.0

package main

import (
	"sync/atomic"
	"time"
)

// A tally counts finished tasks and sums their numbers in one word, as the one in bench/support/tally.hpp does.
type tally struct {
	seen     uint64
	_        [56]byte // expected is read by every task
	expected uint64
	patience time.Duration
	done     chan struct{}
}

const countShift = 40

func markOf(task uint64) uint64 { return 1<<countShift + task&0xffff }

func newTally(tasks uint64, patience time.Duration) *tally {
	if tasks >= 1<<24 {
		wrongAnswer("a tally holds fewer than 2^24 tasks")
	}
	t := &tally{patience: patience, done: make(chan struct{})}
	for task := uint64(0); task < tasks; task++ {
		t.expected += markOf(task)
	}
	return t
}

func (t *tally) finish(task uint64) {
	if atomic.AddUint64(&t.seen, markOf(task)) == t.expected {
		close(t.done)
	}
}

// wait returns when all have finished; a wrong answer if nothing finishes for a while.
func (t *tally) wait() {
	for before := atomic.LoadUint64(&t.seen); ; {
		select {
		case <-t.done:
			return
		case <-time.After(t.patience):
		}
		now := atomic.LoadUint64(&t.seen)
		if now == before {
			t.refuse()
		}
		before = now
	}
}

// check is called when nothing can run any more: a task that ran twice shows here.
func (t *tally) check() {
	if atomic.LoadUint64(&t.seen) != t.expected {
		t.refuse()
	}
}

func (t *tally) refuse() {
	seen := atomic.LoadUint64(&t.seen)
	wrongAnswer("%d tasks finished, expected %d, or not the ones that were posted", seen>>countShift, t.expected>>countShift)
}
