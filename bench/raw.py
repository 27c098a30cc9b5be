# SPDX-License-Identifier: Apache-2.0
"""Reads the files that `bench --save` writes, as they are or compressed by gzip."""

import gzip


def lines_of(file):
    """The lines of a results file, FILE.txt or FILE.txt.gz."""
    with (gzip.open if file.suffix == ".gz" else open)(file, "rt", encoding="utf-8") as text:
        return text.read().splitlines()


def read(lines):
    """Every measurement as a dict by the header's names; value is a number, quiet is true or false. A file may hold several runs."""
    names, rows = None, []
    for line in lines:
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        fields = line.split(",")
        if fields[0] == "workload":
            names = fields
            continue
        if names is None or len(fields) != len(names):
            raise ValueError(f"not a line of a results file: {line!r}")
        row = {"better": "lower", "floor": "0", "workers": "2", **dict(zip(names, fields))}  # older files lack some
        row["value"], row["floor"], row["workers"] = float(row["value"]), float(row["floor"]), int(row["workers"])
        row["quiet"] = row["quiet"] == "yes"
        rows.append(row)
    return rows


def quantile(values, share):
    """The value below which that share lies, between neighbours by straight line."""
    values = sorted(values)
    place = share * (len(values) - 1)
    below = int(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (place - below) * (values[above] - values[below])


class Row:
    """One row of the table: a number of every contestant, the median of its quiet rounds, or of all when none was quiet."""

    def __init__(self, rows):
        self.unit, self.more_is_better, self.floor = rows[0]["unit"], rows[0]["better"] == "higher", rows[0]["floor"]
        self.of = {}
        for name in dict.fromkeys(row["contestant"] for row in rows):
            mine = [row for row in rows if row["contestant"] == name]
            self.of[name] = quantile([row["value"] for row in mine if row["quiet"]] or [row["value"] for row in mine], 0.5)

    def worse(self, one, other):
        """How many times worse: 1 is equal, 2 is twice the cost."""
        one, other = ((max(self.of.get(name, name), self.floor)) for name in (one, other))
        if self.more_is_better:
            one, other = other, one
        return one / other if other else 1.0 if one == other else float("inf")

    def best(self, names):
        """The best of these; None when none of them is here."""
        here = [name for name in names if name in self.of]
        return min(here, key=lambda name: -self.of[name] if self.more_is_better else self.of[name], default=None)

    def peers(self, allowed=lambda name: True):
        """Pools in C++ that are not weir's: what ratios are to. A limit is no pool."""
        return [name for name in self.of if not name.startswith(("weir", "go_", "rust_", "limit_")) and allowed(name)]

    def beginning(self, *words):
        return [name for name in self.of if name.startswith(words)]


def table(rows):
    """{(workload, metric, workers): Row}, in the order of the file."""
    found = {}
    for row in rows:
        if row["workload"].startswith("W9") and row["contestant"] == "go_goroutine":
            continue  # in older files: there the tasks were not held, so nothing was queued
        found.setdefault((row["workload"], row["metric"], row["workers"]), []).append(row)
    return {key: Row(several) for key, several in found.items()}


def head(lines):
    """What the first line of the file says of the run."""
    return next(line for line in lines if line.startswith("# "))[2:].strip()


def digits(value):
    """Three digits that count, as in the benchmark's own table."""
    if abs(value) >= 100:
        return f"{value:,.0f}".replace(",", " ")
    decimals = 1 if abs(value) >= 10 else 2 if abs(value) >= 0.1 or value == 0 else 3
    return f"{value:.{decimals}f}"
