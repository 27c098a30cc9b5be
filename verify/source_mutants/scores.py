#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of SCORE.md. 1 if a mistake is undecided, a header came twice, or nothing is there.

usage: scores.py OUTPUT_DIR         from what all.sh left: each header, its mistakes, and what noticed them
       scores.py --sites TESTLOGS   from the logs of the tests *_sites: each program, and its broken call sites
"""
import collections
import pathlib
import re
import sys

VERDICT = re.compile(r"^(killed|excused|SURVIVED|UNREACHED) +(\S+\.hpp):\d+ .*\n +(.*)$", re.M)
UNDECIDED = ("SURVIVED", "UNREACHED")


def kind(verdict, why):
    if verdict != "killed":
        return verdict
    return "test" if "natively: " in why else "scenario"


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def sites(logs):
    counted = re.compile(r"^(\d+) killed, (\d+) survived, (\d+) excused", re.M)
    counts = {}
    for log in sorted(pathlib.Path(logs).glob("**/*_sites/**/test.log")):
        name = next(part for part in log.parts if part.endswith("_sites")).removesuffix("_sites")
        counts.setdefault(name, collections.Counter()).update(
            dict(zip(("killed", "survived", "excused"), map(int, counted.search(log.read_text()).groups()))))
    print(row("Program", "Killed", "Excused", "Survived"))
    print(row(*["---"] * 4))
    for name, of in counts.items():
        print(row(name, of["killed"], of["excused"], of["survived"]))
    return 1 if not counts or any(of["survived"] for of in counts.values()) else 0


def main():
    if sys.argv[1] == "--sites":
        return sites(sys.argv[2])
    groups = collections.defaultdict(list)  # header -> the groups that had it
    counts = collections.defaultdict(collections.Counter)
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.txt")):
        if path.name == "excuses.txt":
            continue
        for verdict, header, why in VERDICT.findall(path.read_text()):
            header = header.removeprefix("weir/")
            if path.stem not in groups[header]:
                groups[header].append(path.stem)
            counts[header][kind(verdict, why)] += 1
    print(row("Header", "Mistakes", "Noticed by a scenario", "by a test", "Excused", "Undecided", "Group"))
    print(row(*["---"] * 7))
    together = collections.Counter()
    for header in sorted(counts):
        of = counts[header]
        together.update(of)
        print(row(header, of.total(), of["scenario"], of["test"], of["excused"], sum(of[v] for v in UNDECIDED), ", ".join(groups[header])))
    print(row("together", together.total(), together["scenario"], together["test"], together["excused"], sum(together[v] for v in UNDECIDED), ""))
    twice = [header for header, names in groups.items() if len(names) > 1]
    for header in twice:
        print(f"{header} is in more than one group", file=sys.stderr)
    return 1 if twice or not counts or any(together[v] for v in UNDECIDED) else 0


if __name__ == "__main__":
    sys.exit(main())
