// SPDX-License-Identifier: Apache-2.0

//! A `rayon::ThreadPool`: spawn for tasks, install for a result, a scope for a round; join and parallel iterators in fork_and_join.rs.

use crate::{fork_and_join, tally::Tally, workloads, workloads::Pool, Contestant};

struct Rayon(rayon::ThreadPool);

impl Pool for Rayon {
    fn new(workers: usize) -> Self {
        Rayon(rayon::ThreadPoolBuilder::new().num_threads(workers).build().unwrap())
    }

    fn post(&self, f: impl FnOnce() + Send + 'static) {
        self.0.spawn(f);
    }

    fn post_from_a_task(f: impl FnOnce() + Send + 'static) {
        rayon::spawn(f); // of this worker's pool
    }

    fn run<R: Send + 'static>(&self, f: impl FnOnce() -> R + Send + 'static) -> R {
        self.0.install(f)
    }

    fn each(&self, n: u64, _: &Tally, f: impl Fn(u64) + Copy + Send + Sync + 'static) {
        self.0.scope(|scope| (0..n).for_each(|i| scope.spawn(move |_| f(i))));
    }
}

pub const CONTESTANT: Contestant = Contestant {
    name: "rust_rayon",
    what: "Rust: Rayon's spawn, install, scope, join and parallel iterators",
    workloads: &["W1", "W2", "W3", "W4", "W5", "N1", "N3s", "N3q"],
    measure: |workload, e| match workload {
        "N3s" => fork_and_join::quicksort(&Rayon::new(e.workers).0, e),
        "N3q" => fork_and_join::queens(&Rayon::new(e.workers).0, e),
        _ => workloads::measure::<Rayon>(workload, e),
    },
};
