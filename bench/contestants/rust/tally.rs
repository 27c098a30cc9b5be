// SPDX-License-Identifier: Apache-2.0

use crate::support::wrong_answer;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::*};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

const SHIFT: u32 = 40;
const PARTS: usize = 16; // the first is for the threads that come after those
const BATCH: u64 = 16; // of one part's, which it then adds to all
const WORTH_PARTS: u64 = 64 * PARTS as u64 * BATCH; // fewer are counted in one word, and the last one is known

#[derive(Default)]
#[repr(align(64))]
struct Apart<T>(T);

/// Counts finished tasks and sums their numbers, as the one in bench/support/tally.hpp does and in the same way.
pub struct Tally {
    seen: [Apart<AtomicU64>; PARTS],
    batches: Apart<AtomicU64>,
    claimed: Apart<AtomicUsize>,
    number: u64, // of this tally, in this process
    tasks: u64,
    parts: usize,
    expected: u64,
    patience: Duration,
    nearly_finished: Mutex<bool>,
    told: Condvar,
}

static TALLIES: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The tally that this thread has counted for last, and its part of it.
    static MINE: Cell<(u64, usize)> = const { Cell::new((0, 0)) };
}

fn mark_of(task: u64) -> u64 {
    (1 << SHIFT) + (task & 0xffff)
}

impl Tally {
    /// It stays for good, because a task holds a plain reference to it, as in C++, and a library's tasks may outlive what borrows.
    pub fn new(tasks: u64, patience: Duration) -> &'static Tally {
        if tasks >= 1 << 24 {
            wrong_answer("a tally holds fewer than 2^24 tasks");
        }
        Box::leak(Box::new(Tally {
            seen: Default::default(),
            batches: Default::default(),
            claimed: Default::default(),
            number: TALLIES.fetch_add(1, Relaxed) + 1,
            tasks,
            parts: if tasks < WORTH_PARTS { 1 } else { PARTS },
            expected: (0..tasks).map(mark_of).sum(),
            patience,
            nearly_finished: Mutex::new(false),
            told: Condvar::new(),
        }))
    }

    /// Called by the task with this number, once.
    pub fn finish(&self, task: u64) {
        let mark = mark_of(task);
        let seen = match self.own_part() {
            0 => self.seen[0].0.fetch_add(mark, AcqRel) + mark,
            own => {
                let seen = self.seen[own].0.load(Relaxed) + mark;
                self.seen[own].0.store(seen, Release); // what every task wrote is visible to the waiter
                seen
            }
        };
        let nearly = if self.parts == 1 { seen == self.expected } else { self.ends_the_batch_before_last(seen >> SHIFT) };
        if nearly {
            *self.nearly_finished.lock().unwrap() = true;
            self.told.notify_all();
        }
    }

    /// Returns when all have finished; a wrong answer if nothing finishes for a while.
    pub fn wait(&self) {
        self.wait_for_most();
        let begun = Instant::now();
        while self.sum() != self.expected {
            // a hundred tasks, which others run
            let passed = begun.elapsed();
            if passed > self.patience {
                self.refuse();
            }
            if passed > Duration::from_micros(20) {
                std::thread::sleep(Duration::from_micros(20));
            }
        }
    }

    /// Called when nothing can run any more.
    pub fn check(&self) {
        if self.sum() != self.expected {
            self.refuse();
        }
    }

    /// Counts so many tasks anew; what is still to come from before makes a wrong answer. For few tasks.
    pub fn again(&self) {
        assert!(self.parts == 1);
        *self.nearly_finished.lock().unwrap() = false;
        self.seen[0].0.store(0, Release);
    }

    /// The first when few tasks are counted, or too many threads count.
    fn own_part(&self) -> usize {
        let (tally, part) = MINE.with(Cell::get);
        if tally == self.number {
            return part;
        }
        let part = if self.parts == 1 { 0 } else { self.claimed.0.fetch_add(1, Relaxed) + 1 };
        let part = if part < PARTS { part } else { 0 };
        MINE.with(|mine| mine.set((self.number, part)));
        part
    }

    fn ends_the_batch_before_last(&self, part_count: u64) -> bool {
        if part_count % BATCH != 0 {
            return false;
        }
        let at_least = (self.tasks - PARTS as u64 * BATCH) / BATCH * BATCH; // full batches that there will be, however the tasks are spread
        self.batches.0.fetch_add(BATCH, Relaxed) + BATCH == at_least
    }

    fn wait_for_most(&self) {
        let mut before = self.sum();
        let mut nearly = self.nearly_finished.lock().unwrap();
        while !*nearly {
            let (lock, waited) = self.told.wait_timeout_while(nearly, self.patience, |nearly| !*nearly).unwrap();
            nearly = lock;
            if waited.timed_out() {
                let now = self.sum();
                if now == before {
                    self.refuse();
                }
                before = now;
            }
        }
    }

    fn sum(&self) -> u64 {
        self.seen.iter().map(|part| part.0.load(Acquire)).sum()
    }

    fn refuse(&self) -> ! {
        let (now, expected) = (self.sum() >> SHIFT, self.expected >> SHIFT);
        wrong_answer(&format!("{now} tasks finished, expected {expected}, or not the ones that were posted"));
    }
}
