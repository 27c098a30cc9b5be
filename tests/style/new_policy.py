#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Begins a policy: a copy of a simple one of its axis under a new name, registered in every place that lists policies.

usage: ./bazelw run //:new_policy -- AXIS NAME [--like POLICY]        ./bazelw run //:new_policy -- queue mine

What it writes compiles and passes all checks, as the copy does the same as its model; then change the copy. It prints what only its author
can write. Without Bazel: tests/style/new_policy.py AXIS NAME
"""

import argparse
import re
import shutil
import sys

import build_deps_test
import format_test
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
EVERY_POLICY = "verify/pool/every_policy.hpp"
TABLES = ("verify/pool/pairs.hpp", "tests/entry/rows.hpp", "tests/properties/covering.hpp")
KINDS = "tests/interactions/kinds_have_every_policy.cpp"
AXES_OF_KINDS = ("queue", "blocking", "expiry", "growth")


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
    of_axis = re.findall(rf"^const twin<(?:queue_of_1024, )?{axis}::[^;]*;\n", twins, re.M)
    of_old = [line for line in of_axis if re.search(rf"\b{axis}::{old}> ", line)]
    if of_old or axis != "blocking":  # a twin must run every task
        headers = sorted({*re.findall(r"#include <weir/policies/.*\n", twins), f"#include <weir/policies/{axis}/{new}.hpp>\n"})
        tree_.change("bench/policies/twins.cpp", r"(#include <weir/policies/[^\n]*\n)+", "".join(headers))
        line = f'const twin<{axis}::{new}> {new}{{"weir/{new}", "{axis}::{new}"}};\n'
        line = re.sub(rf"\b{old}\b", new, of_old[0]) if of_old else line
        tree_.change("bench/policies/twins.cpp", f"^{re.escape(of_axis[-1])}", of_axis[-1] + line)


def policies_of(every, axis):
    """The list of an axis in every_policy.hpp."""
    found = re.search(rf"^  using {LISTS[axis]} =\s+std::tuple<(.*?)>;$", every, re.M | re.S)
    depth, names = 0, [""]
    for c in found.group(1):
        depth += (c == "<") - (c == ">")
        names = [*names, ""] if c == "," and depth == 0 else [*names[:-1], names[-1] + c]
    return [name.strip() for name in names]


def number_in(policies, axis, policy):
    numbers = [n for n, listed in enumerate(policies) if re.search(rf"\b{axis}::{policy}\b", listed)]
    if len(numbers) != 1:
        sys.exit(f"new_policy: {EVERY_POLICY} does not have {axis}::{policy}; take another one with --like")
    return numbers[0]


def rows_of(tree_, path):
    body = re.search(r"^inline constexpr row rows\[\] = \{\n(.*?)^\};", tree_.read(path), re.M | re.S).group(1)
    return [tuple(map(int, each.split(", "))) for each in re.findall(r"\{([\d, ]+)\}", body)]


def write_rows(tree_, path, rows):
    texts = ["{" + ", ".join(map(str, row)) + "}," for row in rows]
    lines = ["    " + " ".join(texts[n : n + 4]) for n in range(0, len(texts), 4)]
    tree_.change(path, r"^(inline constexpr row rows\[\] = \{\n).*?^\};", r"\1" + "\n".join(lines) + "\n};")


def pairs_in(rows):
    return {(a, row[a], b, row[b]) for row in rows for a in range(len(row)) for b in range(a + 1, len(row))}


def with_policy(rows, at, old, new, reactions):
    """Rows for one policy more, which has number `new` on axis `at` and goes with what `old` goes with. The later ones of the axis, smallest models,
    move up by one. A table with reactions has a last axis, with a number for each sort of queue and blocking policy."""

    def moved(row):
        row = [*row]
        row[at] += row[at] >= new
        row[-1] += row[-1] // new if reactions else 0
        return row

    def with_new(row):
        row = [*row]
        row[at] = new
        row[-1] += new - old if reactions else 0
        return tuple(row)

    rows = [moved(row) for row in rows]
    candidates = [with_new(row) for row in rows if row[at] == old]
    rows = [tuple(row) for row in rows]
    left, chosen = pairs_in(candidates) - pairs_in(rows), []
    while left:
        chosen.append(max(candidates, key=lambda row: len(left & pairs_in([row]))))
        left -= pairs_in([chosen[-1]])
    return chosen[:1] + rows + chosen[1:]  # one of them first, where the rows are that every run of the tests takes


def add_pools(tree_, axis, old, new):
    """The pools in which every policy meets every other."""
    every = tree_.read(EVERY_POLICY)
    axes = re.search(r"using lists = std::tuple<(.*?)>;", every).group(1).split(", ")
    at, policies = axes.index(LISTS[axis]), policies_of(every, axis)
    number = number_in(policies, axis, old)
    added = re.sub(rf"\b{axis}::{old}\b", f"{axis}::{new}", policies[number])
    tree_.change(EVERY_POLICY, rf"^(  using {LISTS[axis]} =\s+std::tuple<.*?)>;$", rf"\1,\n      {added}>;")
    for path in TABLES:
        reactions = axis == "blocking" and "reaction_of_row" in tree_.read(path)
        write_rows(tree_, path, with_policy(rows_of(tree_, path), at, number, len(policies), reactions))
    if axis in AXES_OF_KINDS:
        tree_.change(KINDS, r"^(constexpr std::string_view in_no_kind\[\] = \{\n)", rf'\1    "{axis}::{new}",  // to be written: a kind that has it\n')


def lay_out(tree_):
    """As format_test.py wants it, if its program is there."""
    paths = [path for path in sorted({*tree_.changed}) if path.endswith("pp")]
    if shutil.which(format_test.PROGRAM):
        format_test.clang_format(tree_.root, paths, "-i")


def begin(root, axis, new, old=None):
    """Writes the policy. Returns the files that were written."""
    old = old or MODEL[axis]
    if (root / f"policies/{axis}/{new}.hpp").exists():
        sys.exit(f"new_policy: there is a policy {axis}::{new}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", new):
        sys.exit("new_policy: a policy's name is of small letters, digits and _")
    tree_ = checkout(root)
    number_in(policies_of(tree_.read(EVERY_POLICY), axis), axis, old)  # or nothing is written
    copy_files(tree_, axis, old, new)
    describe(tree_, axis, old, new)
    register(tree_, axis, old, new)
    add_pools(tree_, axis, old, new)
    build_deps_test.fix(root)
    lay_out(tree_)
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
  tests/interactions/                a kind in kinds.hpp and kind_types.hpp, if random programs should meet it; {KINDS.rpartition("/")[2]} lists those without
If it goes with other policies than its model does, the compiler says so; //tests/properties:make_rows makes the rows of the tables anew.""")


if __name__ == "__main__":
    main()
