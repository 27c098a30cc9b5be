// SPDX-License-Identifier: Apache-2.0

package main

// Goroutines that read from one buffered channel. A post blocks when the channel is full, so there is no form without a bound.
type chanPool struct {
	tasks chan func()
	ended chan struct{}
	size  int
}

func newChanPool(workers, room int) pool {
	p := &chanPool{make(chan func(), room), make(chan struct{}), workers}
	for i := 0; i < workers; i++ {
		go func() {
			for f := range p.tasks {
				f()
			}
			p.ended <- struct{}{}
		}()
	}
	return p
}

func (p *chanPool) post(f func()) { p.tasks <- f }

func (p *chanPool) close() {
	close(p.tasks)
	for i := 0; i < p.size; i++ {
		<-p.ended
	}
}

func init() {
	contestants = append(contestants, contestant{
		name: "go_chan", what: "Go: workers that read from a channel of 1024",
		unbounded: func(workers int) pool { return newChanPool(workers, 1024) },
		bounded:   newChanPool,
	})
}
