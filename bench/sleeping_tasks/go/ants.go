// SPDX-License-Identifier: Apache-2.0

//go:build ants

package main

import (
	"time"

	"github.com/panjf2000/ants/v2"
)

// The expiry of ants' own benchmark.
const expiry = 10 * time.Second

type antsPool struct{ pool *ants.Pool }

func (p antsPool) post(f func()) { check(p.pool.Submit(f)) }
func (p antsPool) close()        { p.pool.Release() }

type antsFunc struct{ pool *ants.PoolWithFunc }

func (p antsFunc) post(func())      {}
func (p antsFunc) call(task uint64) { check(p.pool.Invoke(task)) }
func (p antsFunc) close()           { p.pool.Release() }

func init() {
	contestants = append(contestants, contestant{
		name: "go_ants", what: "Go: ants.NewPool",
		unbounded: func(workers int) pool {
			p, err := ants.NewPool(workers, ants.WithExpiryDuration(expiry))
			check(err)
			return antsPool{p}
		},
	}, contestant{
		name: "go_ants_func", what: "Go: ants.NewPoolWithFunc",
		unbounded: func(workers int) pool {
			p, err := ants.NewPoolWithFunc(workers, func(task interface{}) { takeNap(task.(uint64)) }, ants.WithExpiryDuration(expiry))
			check(err)
			return antsFunc{p}
		},
	})
}
