// SPDX-License-Identifier: Apache-2.0

package main

// A goroutine for each task; with a bound, a channel of permits in front.
type goroutines struct{}

func (goroutines) post(f func()) { go f() }
func (goroutines) close()        {}

type permittedGoroutines struct{ permits chan struct{} }

func (p permittedGoroutines) post(f func()) {
	p.permits <- struct{}{}
	go func() {
		<-p.permits
		f()
	}()
}
func (permittedGoroutines) close() {}

func init() {
	contestants = append(contestants, contestant{
		name: "go_goroutine", what: "Go: a goroutine for each task (W7: a channel of permits in front)",
		unbounded:  func(int) pool { return goroutines{} },
		bounded:    func(_, room int) pool { return permittedGoroutines{make(chan struct{}, room)} },
		anyBacklog: true,
		noWorkers:  true,
	})
}
