// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"sync"
)

// In the manner of bytedance/gopkg's gopool: a list under a mutex, a goroutine started for a task while there are fewer than allowed,
// which ends as soon as it finds nothing more to do; list nodes are recycled, a panic is recovered from.
type listPool struct {
	mutex      sync.Mutex
	head, tail *node
	workers    int
	most       int
}

type node struct {
	f    func()
	next *node
}

var nodes = sync.Pool{New: func() any { return new(node) }}

func (p *listPool) post(f func()) {
	n := nodes.Get().(*node)
	n.f = f
	p.mutex.Lock()
	if p.head == nil {
		p.head = n
	} else {
		p.tail.next = n
	}
	p.tail = n
	start := p.workers < p.most
	if start {
		p.workers++
	}
	p.mutex.Unlock()
	if start {
		go p.work()
	}
}

func (p *listPool) work() {
	for {
		p.mutex.Lock()
		n := p.head
		if n == nil {
			p.workers-- // while locked, so that no post counts on this worker
			p.mutex.Unlock()
			return
		}
		p.head = n.next
		p.mutex.Unlock()
		runRecovered(n.f)
		*n = node{}
		nodes.Put(n)
	}
}

func runRecovered(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintln(os.Stderr, "task panicked:", r)
		}
	}()
	f()
}

func (*listPool) close() {}

// The same behind a channel of permits.
type permittedListPool struct {
	*listPool
	permits chan struct{}
}

func (p permittedListPool) post(f func()) {
	p.permits <- struct{}{}
	p.listPool.post(func() {
		<-p.permits
		f()
	})
}

func init() {
	contestants = append(contestants, contestant{
		name: "go_gopool", what: "Go: a locked list and goroutines that leave when it is empty (W7: a channel of permits in front)",
		unbounded: func(workers int) pool { return &listPool{most: workers} },
		bounded: func(workers, room int) pool {
			return permittedListPool{&listPool{most: workers}, make(chan struct{}, room)}
		},
		anyBacklog: true,
	})
}
