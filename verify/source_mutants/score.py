#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts together what harnesses said of the mistakes that mutate.py made, and fails if one of them was not noticed.

usage: score.py ROWS EXCUSES OUTPUT...            the table, the score of every header; 1 if a mistake survived unexcused
       score.py --left ROWS EXCUSES OUTPUT...     the numbers that are still to be tried
"""
import collections
import pathlib
import re
import sys

Row = collections.namedtuple("Row", "number header line function what original mutated")
SAID = re.compile(r"^ *\d+ (killed|SURVIVED) +source_(\d+)\b.*?(?:by (\S+ (?:natively|[a-z0-9]+ execution \d+): .*)"
                  r"|(it did not end|it ended the checker)|(no scenario comes there)|not noticed by (.*))$")


def read_rows(path):
    for text in pathlib.Path(path).read_text().splitlines():
        number, header, line, function, what, original, mutated = text.split("\t")
        yield Row(int(number), header, int(line), function, what, original, mutated)


def read_outputs(paths):
    """By number: who killed it; who saw it and did not notice."""
    killed, seen = {}, {}
    for path in paths:
        for text in pathlib.Path(path).read_text().splitlines():
            if said := SAID.match(text):
                _, number, by, end, _, unmoved = said.groups()
                if by or end:
                    killed[int(number)] = by or end
                elif unmoved:
                    seen.setdefault(int(number), []).append(unmoved)
    return killed, seen


def key(row):
    return f"{row.header.removeprefix('weir/')} {row.function}: {row.what}: {row.original} => {row.mutated}"


class Excuse:
    """`header function: what: original => mutated  # reason`; with `...` at its end, everything that begins so."""

    def __init__(self, text):
        self.text, _, self.reason = (part.strip() for part in text.rpartition("  # "))
        self.used = False

    def covers(self, row):
        if self.text.endswith("..."):
            return key(row).startswith(self.text[:-3])
        return key(row) == self.text


def read_excuses(path):
    for text in pathlib.Path(path).read_text().splitlines():
        if text.strip() and not text.startswith("#"):
            if "  # " not in text:
                sys.exit(f"{path}: no reason: {text}")
            yield Excuse(text)


def main():
    left = sys.argv[1] == "--left"
    arguments = sys.argv[1 + left:]
    rows = list(read_rows(arguments[0]))
    excuses = list(read_excuses(arguments[1]))
    killed, seen = read_outputs(arguments[2:])
    if left:
        print(*(r.number for r in rows if r.number not in killed and not any(e.covers(r) for e in excuses)), sep="\n")
        return 0
    score = {}
    for row in rows:
        excuse = next((e for e in excuses if e.covers(row)), None)
        if row.number in killed:
            verdict, why = "killed", "by " + killed[row.number]
        elif excuse:
            verdict, why = "excused", excuse.reason
            excuse.used = True
        elif row.number in seen:
            verdict, why = "SURVIVED", "not noticed by " + ", ".join(seen[row.number])
        else:
            verdict, why = "UNREACHED", "no scenario comes there"
        score.setdefault(row.header, collections.Counter())[verdict] += 1
        print(f"{verdict:9} {row.header}:{row.line} {row.function}: {row.what}: {row.original} => {row.mutated}\n          {why}")
    print(f"\n{'header':44} {'all':>5} {'killed':>7} {'excused':>8} {'survived':>9} {'unreached':>10}")
    total = collections.Counter()
    for header, counts in [*score.items(), ("together", total)]:
        if header != "together":
            total.update(counts)
        print(f"{header:44} {counts.total():5} {counts['killed']:7} {counts['excused']:8} {counts['SURVIVED']:9} {counts['UNREACHED']:10}")
    for excuse in excuses:
        if not excuse.used and any(excuse.covers(r) for r in rows):
            print(f"not needed here, because every such mistake was killed: {excuse.text}")
    headers = {r.header.removeprefix("weir/") for r in rows}
    idle = [e for e in excuses if not e.used and e.text.split(" ")[0] in headers and not any(e.covers(r) for r in rows)]
    for excuse in idle:
        print(f"FAILED  there is nothing to excuse in: {excuse.text}")
    return 1 if idle or total["SURVIVED"] or total["UNREACHED"] or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
