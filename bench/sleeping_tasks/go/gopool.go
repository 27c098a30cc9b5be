// SPDX-License-Identifier: Apache-2.0

//go:build gopool

package main

import "github.com/bytedance/gopkg/util/gopool"

type bytedancePool struct{ pool gopool.Pool }

func (p bytedancePool) post(f func()) { p.pool.Go(f) }
func (bytedancePool) close()          {} // it has no end

func init() {
	contestants = append(contestants, contestant{
		name: "go_gopool", what: "Go: gopool.NewPool",
		unbounded: func(workers int) pool {
			return bytedancePool{gopool.NewPool("articles", int32(workers), gopool.NewConfig())}
		},
	})
}
