// SPDX-License-Identifier: Apache-2.0

//! Of bench/support/: clock.hpp, effort.hpp, series.hpp, spin.hpp and wrong_answer.hpp.

use std::{arch::asm, mem, process, time::Duration, time::Instant};

/// How much of a workload's full size to do, and with how many workers.
#[derive(Clone, Copy)]
pub struct Effort {
    pub share: f64,
    pub workers: usize,
    pub patience: Duration,
}

impl Effort {
    pub fn tasks(&self, full: u64, least: u64) -> u64 {
        least.max((full as f64 * self.share) as u64)
    }

    pub fn warm_up(&self) -> Effort {
        Effort { share: self.share / 20.0, ..*self }
    }
}

pub fn wrong_answer(what: &str) -> ! {
    eprintln!("wrong answer: {what}");
    process::exit(3);
}

/// Wall time of one call, in nanoseconds.
pub fn time_of(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_nanos() as f64
}

/// Processor time that this process has used so far, all threads, in nanoseconds.
pub fn processor_time() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

/// How often a thread of this process has gone to sleep so far.
pub fn sleeps() -> i64 {
    let mut used: libc::rusage = unsafe { mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut used) };
    used.ru_nvcsw
}

/// The value below which `share` of the series lies, between neighbours by straight line.
pub fn quantile(series: &mut [f64], share: f64) -> f64 {
    series.sort_unstable_by(f64::total_cmp);
    let place = share * (series.len() - 1) as f64;
    let below = place as usize;
    let above = (below + 1).min(series.len() - 1);
    series[below] + (place - below as f64) * (series[above] - series[below])
}

/// Work that takes a known time and touches no memory: a chain of multiplications, each waiting for the one before.
#[derive(Clone, Copy)]
pub struct Spin {
    steps: u64,
}

impl Spin {
    /// Finds how many steps make so many nanoseconds on this machine now.
    pub fn new(nanoseconds: f64) -> Spin {
        const PROBE: u64 = 20_000;
        let best = best_of(|| Spin { steps: PROBE }.run());
        Spin { steps: ((nanoseconds * PROBE as f64 / best) as u64).max(1) }
    }

    pub fn run(self) {
        let mut x = self.steps;
        for _ in 0..self.steps {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            unsafe { asm!("/* {0} */", inout(reg) x, options(nomem, nostack, preserves_flags)) }; // the chain can be neither folded nor dropped
        }
    }

    /// Nanoseconds of one run without any pool.
    pub fn alone(self) -> f64 {
        const CALLS: u32 = 200;
        best_of(|| (0..CALLS).for_each(|_| self.run())) / f64::from(CALLS)
    }
}

/// The fastest of several tries, since anything that disturbs a try makes it slower.
fn best_of(f: impl Fn()) -> f64 {
    (0..20).map(|_| time_of(&f)).fold(f64::INFINITY, f64::min)
}
