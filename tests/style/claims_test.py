#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Every invariant has a scenario, and verify/scenarios/README.md says which.

The claim of a scenario begins with the ids of its invariants: `"I2: ..."` or `"I2, I19: ..."`. The table has a row for each of I1 to
I33, and that row links the headers that claim the id, all of them and no other. A header with a claim is part of some list or harness;
and it has a comment that says what it is afraid of.
"""

import re

import tree

FOLDER = "verify/scenarios/"
PAGE = FOLDER + "README.md"
ALL = [f"I{n}" for n in range(1, 34)]
CLAIM = re.compile(r'\bclaim\s*=\s*"([^"]*)"')
IDS = re.compile(r"(I\d+(?:, I\d+)*): \S")
ROW = re.compile(r"^\| (I\d+) \| ([^|]+) \| ([^|]*) \|([^|]*)\|$", re.M)
LINK = re.compile(r"\[(\w+)\]\(\1\.hpp\)")


def claimed(root):
    """(header, its name, the ids of one of its claims or None) of every claim."""
    for path, text in tree.files(root, ".hpp", under=(FOLDER,)):
        for claim in CLAIM.findall(text):
            ids = IDS.match(claim)
            yield path, path[len(FOLDER) : -len(".hpp")], ids.group(1).split(", ") if ids else None


def used(root):
    """The names of all headers of scenarios that some list or harness includes."""
    names = set()
    for _, text in tree.files(root, ".hpp", ".cpp", under=("verify/",)):
        names |= set(re.findall(r"#include <weir/verify/scenarios/(\w+)\.hpp>", text))
    return names


def check(root):
    wanted = {}  # id -> names of headers
    included = used(root)
    for path, name, ids in claimed(root):
        if ids is None:
            yield f"{path}: a claim begins with its invariants: `I2: ...` or `I2, I19: ...`"
        for one in ids or []:
            if one not in ALL:
                yield f"{path}: there is no invariant {one}"
            wanted.setdefault(one, set()).add(name)
        if name not in included:
            yield f"{path}: no list of claims and no harness includes it, so it never runs"
        if not re.search(r"^/// \S", (root / path).read_text(), re.M):
            yield f"{path}: no comment says which interleaving it hunts"
    page = root / PAGE
    rows = {row[0]: set(LINK.findall(row[2])) for row in ROW.findall(page.read_text())} if page.exists() else {}
    for one in ALL:
        if one not in rows:
            yield f"{PAGE}: no row for {one}"
        elif not rows[one]:
            yield f"{PAGE}: {one} has no scenario"
        for name in sorted(wanted.get(one, set()) - rows.get(one, set())):
            yield f"{PAGE}: the row of {one} lacks {name}"
        for name in sorted(rows.get(one, set()) - wanted.get(one, set())):
            yield f"{PAGE}: the row of {one} has {name}, which does not claim it"


HEADER = '/// Hunts it.\nstatic constexpr const char* claim = "{}: so it is";\n'
TABLE = "".join(f"| {one} | a sentence | [a](a.hpp) | |\n" for one in ALL)
LISTS = "#include <weir/verify/scenarios/a.hpp>\n#include <weir/verify/scenarios/b.hpp>\n"


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            FOLDER + "a.hpp": HEADER.format(", ".join(ALL)),
            FOLDER + "pool_claims.hpp": LISTS,
            PAGE: TABLE,
        },
        planted=[
            ({FOLDER + "a.hpp": HEADER.format(", ".join(ALL[1:]))}, r"the row of I1 has a, which does not claim it"),
            ({FOLDER + "b.hpp": HEADER.format("I7")}, r"the row of I7 lacks b"),
            ({FOLDER + "b.hpp": HEADER.format("it")}, r"b\.hpp: a claim begins with its invariants"),
            ({FOLDER + "b.hpp": HEADER.format("I34")}, r"no invariant I34"),
            ({FOLDER + "c.hpp": HEADER.format("I7")}, r"c\.hpp: no list of claims"),
            ({FOLDER + "b.hpp": HEADER.format("I7").split("\n", 1)[1]}, r"b\.hpp: no comment says"),
            ({PAGE: TABLE.replace("| I31 |", "| I30 |")}, r"no row for I31"),
            ({PAGE: TABLE.replace("| I9 | a sentence | [a](a.hpp)", "| I9 | a sentence | ")}, r"I9 has no scenario"),
        ],
    )
