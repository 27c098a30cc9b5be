// SPDX-License-Identifier: Apache-2.0

//! Workloads of bench/workloads/, where each is described, for whatever runs tasks.

use crate::support::{processor_time, quantile, sleeps, time_of, wrong_answer, Effort, Spin};
use crate::tally::Tally;
use std::{sync::Barrier, thread};

/// What a contestant makes. A task is posted by producers, and from inside tasks.
pub trait Pool: Sync {
    fn new(workers: usize) -> Self;
    fn post(&self, f: impl FnOnce() + Send + 'static);
    fn post_from_a_task(f: impl FnOnce() + Send + 'static);
    /// Runs it on a worker and gives its result back.
    fn run<R: Send + 'static>(&self, f: impl FnOnce() -> R + Send + 'static) -> R;
    /// A task for each number below `n`, each of which `all` counts; returns when all have finished.
    fn each(&self, n: u64, all: &Tally, f: impl Fn(u64) + Copy + Send + Sync + 'static) {
        for i in 0..n {
            self.post(move || f(i));
        }
        all.wait();
    }
}

pub fn measure<P: Pool>(workload: &str, e: &Effort) -> Vec<f64> {
    match workload {
        "W1" => empty_tasks::<P>(1, e),
        "W2" => empty_tasks::<P>(4, e),
        "W3" => spawn_tree::<P>(e),
        "W4" => vec![efficiency::<P>(e, 1e3, e.tasks(1_000_000, 16)), efficiency::<P>(e, 1e4, e.tasks(100_000, 16))],
        "W5" => ping_pong::<P>(e),
        "N1" => rounds::<P>(e),
        _ => unreachable!("{workload}"),
    }
}

fn empty_tasks<P: Pool>(producers: usize, e: &Effort) -> Vec<f64> {
    let tasks = e.tasks(5_000_000, 16);
    let all = Tally::new(tasks, e.patience);
    let pool = P::new(e.workers);
    let start = Barrier::new(producers);
    let post_share = |producer| (producer as u64..tasks).step_by(producers).for_each(|task| pool.post(move || all.finish(task)));
    let (mut slept, mut elapsed) = (0, 0.0);
    thread::scope(|scope| {
        let (start, post_share) = (&start, &post_share);
        let others: Vec<_> = (1..producers)
            .map(|producer| {
                scope.spawn(move || {
                    start.wait();
                    post_share(producer);
                })
            })
            .collect();
        start.wait();
        let sleeps_before = sleeps();
        elapsed = time_of(|| {
            post_share(0);
            others.into_iter().for_each(|other| other.join().unwrap());
            all.wait();
        });
        slept = sleeps() - sleeps_before;
    });
    drop(pool);
    all.check();
    vec![elapsed / tasks as f64, slept as f64 * 1e3 / tasks as f64]
}

/// Number of tasks in a tree of each height: one, and the trees of the two heights below.
const TREE_SIZES: [u32; 32] = {
    let mut sizes = [1; 32];
    let mut height = 2;
    while height < sizes.len() {
        sizes[height] = 1 + sizes[height - 1] + sizes[height - 2];
        height += 1;
    }
    sizes
};

fn spawn_tree<P: Pool>(e: &Effort) -> Vec<f64> {
    let most = e.tasks(TREE_SIZES[27].into(), 16);
    let height = (2..).find(|&height: &u32| u64::from(TREE_SIZES[height as usize + 1]) > most).unwrap();
    let tasks = TREE_SIZES[height as usize].into();
    let all = Tally::new(tasks, e.patience);
    let pool = P::new(e.workers);
    let elapsed = time_of(|| {
        pool.post(move || grow::<P>(all, height, 0));
        all.wait();
    });
    drop(pool);
    all.check();
    vec![elapsed / tasks as f64]
}

/// The task numbered `first`, whose subtree is numbered on from there.
fn grow<P: Pool>(all: &'static Tally, height: u32, first: u32) {
    if height >= 2 {
        let left = first + 1;
        let right = left + TREE_SIZES[height as usize - 1];
        P::post_from_a_task(move || grow::<P>(all, height - 1, left));
        P::post_from_a_task(move || grow::<P>(all, height - 2, right));
    }
    all.finish(first.into());
}

fn efficiency<P: Pool>(e: &Effort, nanoseconds: f64, tasks: u64) -> f64 {
    let load = Spin::new(nanoseconds);
    let before = load.alone();
    let all = Tally::new(tasks, e.patience);
    let pool = P::new(e.workers);
    let elapsed = time_of(|| {
        for task in 0..tasks {
            pool.post(move || {
                load.run();
                all.finish(task);
            });
        }
        all.wait();
    });
    drop(pool);
    all.check();
    let serial = before.min(load.alone()) * tasks as f64;
    serial / (e.workers as f64 * elapsed)
}

fn ping_pong<P: Pool>(e: &Effort) -> Vec<f64> {
    let pool = P::new(e.workers);
    let one = |round: u64| {
        let mut answer = 0;
        let time = time_of(|| answer = pool.run(move || round * 3 + 1));
        if answer != round * 3 + 1 {
            wrong_answer("a result is not its own task's");
        }
        time
    };
    let mut times: Vec<f64> = (0..e.tasks(50_000, 100)).map(one).collect();
    vec![quantile(&mut times, 0.5), quantile(&mut times, 0.99)]
}

fn rounds<P: Pool>(e: &Effort) -> Vec<f64> {
    const TASKS: u64 = 64;
    let times = e.tasks(1000, 16);
    let load = Spin::new(2000.0);
    let all = Tally::new(TASKS, e.patience);
    let pool = P::new(e.workers);
    let before = processor_time();
    let elapsed = time_of(|| {
        for _ in 0..times {
            all.again();
            pool.each(TASKS, all, move |task| {
                load.run();
                all.finish(task);
            });
            all.check();
        }
    });
    let in_all = 1e3 * times as f64;
    vec![elapsed / in_all, (processor_time() - before) / in_all]
}
