// SPDX-License-Identifier: Apache-2.0

//! Rust's ways to run tasks, as contestants. The driver builds this program when there is Debian's cargo, asks it what it can do (--list), and
//! then runs one bout a process, as it does with the contestants in C++: the values come on standard output, one a line.

#[cfg(feature = "rayon")]
mod fork_and_join;
#[cfg(feature = "rayon")]
mod rayon_pool;
mod support;
mod tally;
#[cfg(feature = "tokio")]
mod tokio_pool;
mod workloads;

use std::{env, process, time::Duration};
use support::Effort;

pub struct Contestant {
    name: &'static str,
    what: &'static str,
    workloads: &'static [&'static str],
    measure: fn(&str, &Effort) -> Vec<f64>,
}

const CONTESTANTS: &[Contestant] = &[
    #[cfg(feature = "rayon")]
    rayon_pool::CONTESTANT,
    #[cfg(feature = "tokio")]
    tokio_pool::CONTESTANT,
];

/// A pool that hangs at its end is found by this limit only.
const LONGEST_BOUT_SECONDS: u32 = 300;

fn complain(what: &str) -> ! {
    eprintln!("bench_other: {what}");
    process::exit(64);
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--list") {
        for c in CONTESTANTS {
            println!("{}\t{}\t{}", c.name, c.what, c.workloads.join("\t"));
        }
        return;
    }
    let value = |option: &str| {
        let place = words.iter().position(|word| word == option);
        place.and_then(|place| words.get(place + 1)).unwrap_or_else(|| complain(&format!("no {option}")))
    };
    let number = |option: &str| value(option).parse::<f64>().unwrap_or_else(|_| complain(&format!("{option} is no number")));

    let effort = Effort {
        share: number("--share"),
        workers: number("--workers") as usize,
        patience: Duration::from_millis(number("--patience") as u64),
    };
    let (workload, name) = (value("--workload").as_str(), value("--contestant").as_str());
    let contestant = CONTESTANTS.iter().find(|c| c.name == name && c.workloads.contains(&workload));
    let measure = contestant.unwrap_or_else(|| complain("no such workload with such a contestant")).measure;
    unsafe { libc::alarm(LONGEST_BOUT_SECONDS) };
    measure(workload, &effort.warm_up());
    for value in measure(workload, &effort) {
        println!("{value}");
    }
}
