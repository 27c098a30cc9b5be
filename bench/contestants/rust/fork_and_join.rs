// SPDX-License-Identifier: Apache-2.0

//! bench/workloads/quicksort.hpp and nqueens.hpp with Rayon, whose workers do all of it: the caller waits.

use crate::support::{processor_time, time_of, wrong_answer, Effort};
use rayon::prelude::*;

pub fn quicksort(pool: &rayon::ThreadPool, e: &Effort) -> Vec<f64> {
    let mut x = 1u32;
    let next = |_| {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        x
    };
    let mut numbers: Vec<u32> = (0..e.tasks(20_000_000, 16)).map(next).collect();
    let sum_of = |numbers: &[u32]| numbers.iter().map(|&each| u64::from(each)).sum::<u64>();
    let sum = sum_of(&numbers);
    let times = times_of(|| pool.install(|| sort(&mut numbers)));
    if !numbers.windows(2).all(|two| two[0] <= two[1]) || sum_of(&numbers) != sum {
        wrong_answer("the numbers are not sorted");
    }
    times
}

fn sort(numbers: &mut [u32]) {
    if numbers.len() <= 1000 {
        return numbers.sort_unstable();
    }
    let (mut low, mut high) = (0, numbers.len() - 1);
    let (a, b, c) = (numbers[0], numbers[numbers.len() / 2], numbers[high]);
    let pivot = a.min(b).max(a.max(b).min(c));
    loop {
        while numbers[low] < pivot {
            low += 1;
        }
        while pivot < numbers[high] {
            high -= 1;
        }
        if low >= high {
            break;
        }
        numbers.swap(low, high);
        low += 1;
        high -= 1;
    }
    let (left, right) = numbers.split_at_mut(high + 1);
    rayon::join(|| sort(left), || sort(right));
}

pub fn queens(pool: &rayon::ThreadPool, e: &Effort) -> Vec<f64> {
    // The size of a board, the nested loops that it takes, and in how many ways queens can be placed on it.
    const BOARDS: [(u32, u64, u64); 5] = [(8, 2057, 92), (9, 8394, 352), (10, 35_539, 724), (11, 166_926, 2680), (12, 856_189, 14_200)];
    let most = e.tasks(BOARDS[4].1, 16);
    let (size, _, solutions) = *BOARDS.iter().rfind(|board| board.1 <= most).unwrap_or(&BOARDS[0]);
    let mut found = 0;
    let times = times_of(|| found = pool.install(|| place(size, 0, 0, 0, 0)));
    if found != solutions {
        wrong_answer(&format!("{found} ways to place the queens"));
    }
    times
}

/// Each bit of `columns`, `left` and `right` is a column of the next row that is attacked.
fn place(size: u32, row: u32, columns: u32, left: u32, right: u32) -> u64 {
    if row == size {
        return 1;
    }
    let with_queen_on = |column| {
        let queen = 1u32 << column;
        if (columns | left | right) & queen != 0 {
            return 0;
        }
        place(size, row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1)
    };
    (0..size).into_par_iter().map(with_queen_on).sum()
}

/// Wall and processor time of one call, in milliseconds.
fn times_of(f: impl FnOnce()) -> Vec<f64> {
    let before = processor_time();
    let elapsed = time_of(f);
    vec![elapsed / 1e6, (processor_time() - before) / 1e6]
}
