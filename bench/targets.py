#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The targets of weir's benchmark on 2 cores beside what a results file holds.

    bench/targets.py bench/results/FILE.txt.gz

Unless a row says otherwise, weir's is the best of its pools that queue, and a ratio is to the best C++ peer of the same run. A target
whose numbers the file does not have says so; what no results file can hold has its own script: syscalls.py, docs/examples/pgzip/compare.py.
"""

import argparse
import pathlib

import raw
import summary

PARKING = ("naive", "asio", "std_async", "thread_per_task")  # whose waiter sleeps at once; the others spin first, or help
GO = ("go_goroutine", "go_chan", "go_gopool")
EXPLAINING = ("sleeps", "kept", "processor time")  # rows that explain others
DEFAULT = ("weir", "weir_group")  # weir::thread_pool, and groups on it


def of(table, workload, metric, workers=2):
    return table[workload, metric, workers]


def beside(table, workload, metric, mine=None, peers=None, is_peer=summary.everybody):
    """(ratio, in words): weir's best, or that one, beside the best of these."""
    row = of(table, workload, metric)
    mine = mine or row.best(row.beginning("weir"))
    peer = row.best(peers if peers is not None else row.peers(is_peer))
    ratio = row.worse(mine, peer)
    return ratio, f"{raw.digits(ratio)}: {mine} {raw.digits(row.of[mine])}, {peer} {raw.digits(row.of[peer])} {row.unit}"


def value(table, workload, metric, workers=2):
    row = of(table, workload, metric, workers)
    mine = row.best(row.beginning("weir"))
    return row.of[mine], f"{raw.digits(row.of[mine])} {row.unit}, {mine}"


def idle_in_vain(table):
    """Of the peers that use no processor when idle, the best; weir itself must be one."""
    cpu, sleeps = of(table, "W6", "idle cpu"), of(table, "W6", "idle sleeps")
    quiet = [name for name in cpu.of if cpu.of[name] <= cpu.floor and sleeps.of[name] <= sleeps.floor]
    if "weir" not in quiet:
        return float("inf"), f"weir is not idle: {cpu.of['weir']:g} {cpu.unit}, {sleeps.of['weir']:g} sleeps {sleeps.unit}"
    return beside(table, "W6", "start p50", is_peer=lambda name: name in quiet)


def short_life(table, metric):
    return beside(table, "W10", metric, is_peer=summary.ends_its_threads)


def naive(name):
    return name == "naive"


def every_row(table, pool, others):
    """The worst ratio of the best of `pool` to the best of `others`, over all rows that both have and that do not explain another one."""
    found = []
    for (workload, metric, _), row in table.items():
        mine, other = row.best(name for name in pool if name in row.of), row.best(others(row))
        if not metric.endswith(EXPLAINING) and not metric.startswith("idle") and mine and other:
            found.append((row.worse(mine, other), f"{workload} {metric}".strip(), mine, other))
    found.sort(reverse=True)
    words = [f"{raw.digits(ratio)} in {name} ({mine}, {other})" for ratio, name, mine, other in found]
    return found[0][0], "; ".join(words[: max(1, min(4, sum(ratio > 1.05 for ratio, *_ in found)))])


def goroutines(table):
    rows = {key: row for key, row in table.items() if key[0] in ("W1", "W2", "W3", "W4", "W9")}
    ours = {name for row in rows.values() for name in row.beginning("weir")}
    return every_row(rows, ours, lambda row: row.beginning(*GO))


def crowd(table):
    few, many = of(table, "W1", "time", 2).of["weir"], of(table, "W1", "time", 64).of["weir"]
    return many / few, f"{raw.digits(many / few)}: {raw.digits(many)} and {raw.digits(few)} ns/task"


# (target, bound, is more better, what the table says)
TARGETS = [
    ("W1, beside the best peer", 0.45, False, lambda t: beside(t, "W1", "time")),
    ("W1, beside a ring of one producer and one thread", 4, False, lambda t: beside(t, "W1", "time", peers=["limit_ring"])),
    ("W2", 0.7, False, lambda t: beside(t, "W2", "time")),
    ("W3, `queue::stealing`", 0.7, False, lambda t: beside(t, "W3", "", "weir_stealing")),
    ("W4, efficiency of tasks of 1 µs", 0.90, True, lambda t: value(t, "W4", "1 µs")),
    ("W5 p50, `task_group` beside oneTBB's", 1.0, False, lambda t: beside(t, "W5", "p50", "weir_group", ["tbb_group"])),
    ("W5 p99, the same", 1.0, False, lambda t: beside(t, "W5", "p99", "weir_group", ["tbb_group"])),
    ("W5 p50, `submit().get()` beside peers whose waiter sleeps", 1.0, False, lambda t: beside(t, "W5", "p50", "weir", PARKING)),
    ("W6 p50, beside peers that idle at no cost", 1.0, False, idle_in_vain),
    ("W7, beside the best peer", 0.6, False, lambda t: beside(t, "W7", "time")),
    ("W7, beside Go's channel pool", 1.3, False, lambda t: beside(t, "W7", "time", peers=["go_chan"])),
    ("W8, 1 M tasks that sleep 10 ms on 50 000 light workers, ms", 260, False, lambda t: value(t, "W8", "all")),
    ("W8, beside goroutines", 0.25, False, lambda t: beside(t, "W8", "all", peers=["go_goroutine"])),
    ("W8, memory in MB", 16, False, lambda t: value(t, "W8", "memory")),
    ("W8, memory beside goroutines", 0.2, False, lambda t: beside(t, "W8", "memory", peers=["go_goroutine"])),
    ("W9, bytes a task with 48 bytes of captures", 72, False, lambda t: value(t, "W9-48", "memory")),
    ("W9, drain", 10, False, lambda t: value(t, "W9", "drain")),
    ("W10, 2 workers, beside pools that end their threads", 0.6, False, lambda t: short_life(t, "2 workers")),
    ("W10, 64 workers, the same", 0.05, False, lambda t: short_life(t, "64 workers")),
    ("W1 to W4, W9: beside the best of Go, worst row", 1.0, False, goroutines),
    ("`weir::thread_pool` beside weir's best, worst row", 1.3, False, lambda t: every_row(t, DEFAULT, lambda row: row.beginning("weir"))),
    ("`mutex_fifo` beside the naive pool, worst row", 1.0, False, lambda t: every_row(t, ["weir_mutex_fifo"], lambda row: row.peers(naive))),
    ("W1, sleeps of threads per 1000 tasks", 5, False, lambda t: value(t, "W1", "sleeps")),
    ("W2, the same", 5, False, lambda t: value(t, "W2", "sleeps")),
    ("W1, 64 workers beside 2", 1.5, False, crowd),
]


def verdict(bound, more, reached):
    good = reached >= bound if more else reached <= bound
    by = max(reached, 1e-9) / bound if reached > bound else bound / max(reached, 1e-9)
    return "met" if good else "**missed** by less than 5 %" if by < 1.05 else f"**missed** by {100 * (by - 1):.0f} %"


def markdown(lines):
    table = raw.table(raw.read(lines))
    yield "| target | asked | | measured |"
    yield "|---|---|---|---|"
    for name, bound, more, measure in TARGETS:
        asked = f"{'≥' if more else '≤'} {bound:g}"
        try:
            reached, words = measure(table)
            yield f"| {name} | {asked} | {verdict(bound, more, reached)} | {words} |"
        except (LookupError, TypeError):
            yield f"| {name} | {asked} | not in the file | |"
    yield ""
    yield f"Run: {raw.head(lines)}."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    print("\n".join(markdown(raw.lines_of(parser.parse_args().results))))


if __name__ == "__main__":
    main()
