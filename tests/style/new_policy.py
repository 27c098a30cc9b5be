#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Begins a policy: a copy of a simple one of its axis under a new name, registered in every place that lists policies.

usage: ./bazelw run //:new_policy -- AXIS NAME [--like POLICY]        ./bazelw run //:new_policy -- queue mine

What it writes compiles and passes all checks, as the copy does the same as its model; then change the copy. It prints what only its author
can write. Without Bazel: tests/style/new_policy.py AXIS NAME
"""

import argparse
import math
import re
import sys

import build_deps_test
import tree

# The simplest policy of each axis: none has an order or a part of its own.
MODEL = {
    "queue": "mutex_fifo", "workers": "lifo", "blocking": "caller_runs", "expiry": "after_idle", "panic": "ignore", "growth": "on_demand",
    "parking": "park", "wake": "exact", "observer": "none",
}  # fmt: skip
LISTS = {
    "queue": "queues", "workers": "workers", "blocking": "blockings", "expiry": "expiries", "panic": "panics", "growth": "growths",
    "parking": "parkings", "wake": "wakes", "observer": "observers",
}  # fmt: skip
AXES = ["queue", "blocking", "workers", "expiry", "panic", "growth", "wake", "observer", "parking"]  # as the tables of pools have them
POLICIES = "verify/pool/every_policy.hpp"
PAIRS, PAIRS_BUILD, PAIRS_IN_A_FILE = "verify/pool/pairs.hpp", "verify/pool/BUILD.bazel", 6
ROWS, ROWS_BUILD, ROWS_CHECKED = "tests/entry/rows.hpp", "tests/entry/BUILD.bazel", "tests/entry/pools.hpp"
COVERING, REACTION = "tests/properties/covering.hpp", 10  # the column of a row's sort of queue and blocking policy


class checkout:
    """Files that are read and written by their paths in the tree."""

    def __init__(self, root):
        self.root, self.changed = root, []

    def read(self, path):
        return (self.root / path).read_text()

    def write(self, path, text):
        (self.root / path).write_text(text)
        self.changed.append(path)

    def change(self, path, pattern, to):
        """Replaces the one place that the pattern matches."""
        text, count = re.subn(pattern, to, self.read(path), flags=re.M | re.S)
        if count != 1:
            sys.exit(f"new_policy: {path} does not look as it did: {count} places match {pattern}")
        self.write(path, text)


def renamed(text, axis, old, new):
    """C++ in which one policy has another name; other things of that name keep it."""
    text = re.sub(rf"\b({axis}(?:::|/)){old}\b(?!/)", rf"\g<1>{new}", text)
    text = re.sub(rf"(\bstruct |\bclass |_policy<|\bTEST\(|_SUITE_P\(){old}\b", rf"\g<1>{new}", text)
    return re.sub(rf"\b(WEIR_POLICIES_{axis.upper()}_){old.upper()}_HPP\b", rf"\g<1>{new.upper()}_HPP", text)


def copy_files(tree_, axis, old, new):
    for place in ("policies/{}/{}.hpp", "tests/policies/{}/{}_test.cpp", "verify/policies/{}/{}_verify.cpp"):
        text = renamed(tree_.read(place.format(axis, old)), axis, old, new)
        if place.startswith("policies/"):
            first = re.compile(r"^/// (.*?)\n///\n", re.M | re.S)
            text = first.sub(f"/// A copy of {axis}::{old}, to be changed.\n///\n", text, count=1)
        tree_.write(place.format(axis, new), text)


def describe(tree_, axis, old, new):
    """The page, the tables, the changelog."""
    page = f"docs/policies/{axis}.md"
    sections = re.split(r"^(?=## )", tree_.read(page), flags=re.M)
    of_old = next(i for i, section in enumerate(sections) if re.match(rf"## {old}\b", section))
    facts = re.search(r"^\* .*", sections[of_old], re.M | re.S).group().split("\n\n")[0].rstrip()
    place = f"`<weir/policies/{axis}/{new}.hpp>`"
    sections.insert(of_old + 1, f"## {new}\n\nA copy of `{old}`, to be changed. {place}\n\n{facts}\n\n")
    sections[-1] = sections[-1].rstrip() + "\n"
    columns = re.search(r"^\|(?:---\|)+$", sections[0], re.M).group().count("---")
    row = f"| to be written | `{new}` |" + " |" * (columns - 2)
    sections[0] = re.sub(r"(^\|(?:---\|)+\n(?:\|[^\n]*\n)+)", lambda table: table.group() + row + "\n", sections[0], count=1, flags=re.M)
    tree_.write(page, "".join(sections))
    tree_.change("README.md", rf"^(\| `{axis}` \| [^|\n]* \| [^|\n]*?) \|", rf"\1 `{new}` |")
    tree_.change("docs/policies/README.md", rf"^(\| \[{axis}\]\({axis}\.md\) \| [^|\n]* \| [^|\n]*?) \|", rf"\1, `{new}` |")
    tree_.change("CHANGELOG.md", r"(## Unreleased\n\n### Added\n\n)", rf"\1* {axis}: `{axis}::{new}`: to be written.\n")


def register(tree_, axis, old, new):
    """The lists of headers, of mistakes and of the bench."""
    weir = tree_.read("include/weir/weir.hpp")
    every = sorted({*re.findall(r"#include <weir/policies/.*\n", weir), f"#include <weir/policies/{axis}/{new}.hpp>\n"})
    tree_.change("include/weir/weir.hpp", r"(#include <weir/policies/[^\n]*\n)+", "".join(every))
    group = f"group {axis}_{new} weir/policies/{axis}/{new}.hpp -- $policies/{axis}/{new}_verify.cpp tests/policies/{axis}/{new}_test.cpp\n"
    tree_.change("verify/source_mutants/all.sh", r"^(group threads )", group.replace("\\", r"\\") + r"\1")
    twins = tree_.read("bench/policies/twins.cpp")
    of_axis = re.findall(rf"^const twin<(?:queue_of_1024, )?{axis}::[^\n]*\n", twins, re.M)
    of_old = [line for line in of_axis if re.search(rf"\b{axis}::{old}> ", line)]
    if of_old or axis != "blocking":  # a twin must run every task
        headers = sorted({*re.findall(r"#include <weir/policies/.*\n", twins), f"#include <weir/policies/{axis}/{new}.hpp>\n"})
        tree_.change("bench/policies/twins.cpp", r"(#include <weir/policies/[^\n]*\n)+", "".join(headers))
        line = f'const twin<{axis}::{new}> {new}{{"weir/{new}", "{axis}::{new}"}};\n'
        line = re.sub(rf"\b{old}\b", new, of_old[0]) if of_old else line
        tree_.change("bench/policies/twins.cpp", f"^{re.escape(of_axis[-1])}", of_axis[-1] + line)


def rows_of(text):
    """The rows of a table of pools."""
    body = re.search(r"^inline constexpr row rows\[\] = \{\n(.*?)^\};", text, re.M | re.S).group(1)
    return [tuple(map(int, each.split(", "))) for each in re.findall(r"\{([\d, ]+)\}", body)]


def rows_like(rows, at, old, new):
    """As few as it takes for the new policy to meet all that the old one meets: rows of the old one, in which the new one takes its place."""
    having = [row for row in rows if row[at] == old]
    left = {(a, x) for row in having for a, x in enumerate(row) if a != at}
    chosen = []
    while left:
        best = max(having, key=lambda row: len(left & set(enumerate(row))))
        left -= set(enumerate(best))
        chosen.append(tuple(new if a == at else x for a, x in enumerate(best)))
    return chosen


def add_to_list(tree_, axis, old, new):
    """Lists the new policy after the others that ship. Returns the old one's number and the new one's."""
    listed = re.search(rf"^  using {LISTS[axis]} =\s+std::tuple<(.*?)>;", tree_.read(POLICIES), re.M | re.S).group(1)
    names = re.split(r",\s*(?![^<]*>)", re.sub(r"one_submitter<(.*?)>(?=,|$)", r"\1", listed, flags=re.S))
    is_old = [i for i, name in enumerate(names) if re.search(rf"\b{axis}::{old}(_by)?\b", name)]
    if len(is_old) != 1:
        sys.exit(f"new_policy: {POLICIES} does not have {axis}::{old}; take another one with --like")
    tree_.change(POLICIES, rf"^(  using {LISTS[axis]} =\s+std::tuple<)(.*?)>;", rf"\1\2,\n                            weir::{axis}::{new}>;")
    return is_old[0], len(names)


def add_to_table(tree_, path, axis, old, new, first=None):
    """Adds rows with the policy of number `new`, one of them as row `first`. What had this number, a model, has the next one. Returns the numbers of
    rows before and after."""
    at = AXES.index(axis)
    rows = [tuple(x + 1 if a == at and x >= new else x for a, x in enumerate(row)) for row in rows_of(tree_.read(path))]
    if path == COVERING and axis == "blocking":  # a reaction is numbered sort by sort, the blocking policies of each
        rows = [(*row[:REACTION], row[REACTION] // new * (new + 1) + row[at]) for row in rows]
    added = rows_like(rows, at, old, new)
    if path == COVERING and axis == "blocking":  # each of its reactions meets what the old one's meet
        having = [row for row in rows if row[at] == old]
        added = [tuple({at: new, REACTION: row[REACTION] - old + new}.get(a, x) for a, x in enumerate(row)) for row in having]
    whole = rows + added if first is None else rows[:first] + added[:1] + rows[first:] + added[1:]
    lines = ["    " + " ".join("{" + ", ".join(map(str, row)) + "}," for row in whole[n : n + 4]) for n in range(0, len(whole), 4)]
    tree_.change(path, r"^(inline constexpr row rows\[\] = \{\n).*?^\};", r"\1" + "\n".join(lines) + "\n};")
    return len(rows), len(whole)


def add_pools(tree_, axis, old_name, new_name):
    """The pools in which every policy meets every other."""
    old, new = add_to_list(tree_, axis, old_name, new_name)
    add_to_table(tree_, COVERING, axis, old, new)
    _, after = add_to_table(tree_, PAIRS, axis, old, new)
    files = len(list((tree_.root / "verify/pool").glob("pairs_*.cpp")))
    last = math.ceil(after / PAIRS_IN_A_FILE)
    for n in range(files, last):
        text = tree_.read("verify/pool/pairs_1.cpp").replace("<0, 6>", f"<{n * PAIRS_IN_A_FILE}, {PAIRS_IN_A_FILE}>")
        tree_.write(f"verify/pool/pairs_{n + 1}.cpp", text)
    limits = f"size > {(last - 1) * PAIRS_IN_A_FILE} && size <= {last * PAIRS_IN_A_FILE}, \"pairs_1 to pairs_{last}"
    tree_.change("verify/pool/pool_of_row.hpp", r'size > \d+ && size <= \d+, "pairs_1 to pairs_\d+', limits)
    if last != files:
        tree_.change(PAIRS_BUILD, rf"range\(1, {files + 1}\)", f"range(1, {last + 1})")
        for page in (PAIRS_BUILD, "verify/README.md"):
            tree_.change(page, rf"pairs_%g {files}\)", f"pairs_%g {last})")

    first = int(re.search(r"^_FIRST = (\d+)$", tree_.read(ROWS_BUILD), re.M).group(1))
    _, after = add_to_table(tree_, ROWS, axis, old, new, first)
    tree_.change(ROWS_BUILD, r"^_FIRST = \d+$", f"_FIRST = {first + 1}")
    tree_.change(ROWS_BUILD, r"^_ROWS = \d+$", f"_ROWS = {after}")
    tree_.change(ROWS_CHECKED, rf"every_policy\(\{{rows, {first}\}}\)", f"every_policy({{rows, {first + 1}}})")
    tree_.change(ROWS_CHECKED, r"size == \d+", f"size == {after}")
    tree_.change("tests/interactions/kinds_have_every_policy.cpp", r"^(constexpr std::array left_out\{.*?)\};", rf'\1, std::string_view("{axis}::{new_name}")}};')


def begin(root, axis, new, old=None):
    """Writes the policy. Returns the files that were written."""
    old = old or MODEL[axis]
    if (root / f"policies/{axis}/{new}.hpp").exists():
        sys.exit(f"new_policy: there is a policy {axis}::{new}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", new):
        sys.exit("new_policy: a policy's name is of small letters, digits and _")
    tree_ = checkout(root)
    copy_files(tree_, axis, old, new)
    describe(tree_, axis, old, new)
    register(tree_, axis, old, new)
    add_pools(tree_, axis, old, new)
    build_deps_test.fix(root)
    return sorted({*tree_.changed, f"policies/{axis}/BUILD.bazel", "include/weir/BUILD.bazel"})


def main():
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("axis", choices=sorted(MODEL))
    reader.add_argument("name")
    reader.add_argument("--like", metavar="POLICY", help="the policy to copy, by default the simplest of the axis")
    asked = reader.parse_args()
    for path in begin(tree.source_root(), asked.axis, asked.name, asked.like):
        print(path)
    policy, files = f"{asked.axis}::{asked.name}", f"{asked.axis}/{asked.name}"
    print(f"""
{policy} is a copy still. Now, by hand (CONTRIBUTING.md, "A policy, step by step"):
  policies/{files}.hpp               what it does, and its sentences; its orders have tags, with rows in docs/design/memory_orders.md
  tests/policies/{files}_test.cpp    what is special about it, seen failing
  verify/policies/{files}_verify.cpp a scenario of its own, if it promises more than its axis does
  verify/mutants/                    at least one bug that it could have
  docs/policies/{asked.axis}.md, CHANGELOG.md    "to be written", "to be changed"
  tests/interactions/kinds_have_every_policy.cpp    `left_out`, if random programs should meet it
  {PAIRS}, {ROWS}, {COVERING}   new rows, if it goes with other policies than its model does, or to have fewer:
      bazel run //tests/properties:make_rows""")


if __name__ == "__main__":
    main()
