// SPDX-License-Identifier: Apache-2.0

//go:build workerpool

package main

import "github.com/gammazero/workerpool"

type gammazeroPool struct{ pool *workerpool.WorkerPool }

func (p gammazeroPool) post(f func()) { p.pool.Submit(f) }
func (p gammazeroPool) close()        { p.pool.StopWait() }

func init() {
	contestants = append(contestants, contestant{
		name: "go_workerpool", what: "Go: workerpool.New",
		unbounded: func(workers int) pool { return gammazeroPool{workerpool.New(workers)} },
	})
}
