// SPDX-License-Identifier: Apache-2.0

//! tokio's multi-thread runtime: a task is a future that is ready when it is first polled.

use crate::{workloads, workloads::Pool, Contestant};
use tokio::runtime::{Builder, Runtime};

struct Tokio(Runtime);

impl Pool for Tokio {
    fn new(workers: usize) -> Self {
        Tokio(Builder::new_multi_thread().worker_threads(workers).build().unwrap())
    }

    fn post(&self, f: impl FnOnce() + Send + 'static) {
        self.0.spawn(async move { f() });
    }

    fn post_from_a_task(f: impl FnOnce() + Send + 'static) {
        tokio::spawn(async move { f() });
    }

    fn run<R: Send + 'static>(&self, f: impl FnOnce() -> R + Send + 'static) -> R {
        self.0.block_on(self.0.spawn(async move { f() })).unwrap()
    }
}

pub const CONTESTANT: Contestant = Contestant {
    name: "rust_tokio",
    what: "Rust: tokio's multi-thread runtime, a future for each task",
    workloads: &["W1", "W2", "W3", "W4", "W5", "N1"],
    measure: workloads::measure::<Tokio>,
};
