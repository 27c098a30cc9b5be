# SPDX-License-Identifier: Apache-2.0
"""Reads the files that `bench --save` writes."""


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
