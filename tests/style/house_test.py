#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The first lines of a file: its licence, and for a header a guard made of its path. No loose ends, no line that is too long, no file that is not text."""

import re

import tree

SUFFIXES = (".hpp", ".cpp", ".sh", ".py", ".bzl", ".bazel", "CMakeLists.txt")
LICENCE = "SPDX-License-Identifier: Apache-2.0"
LOOSE_END = re.compile(r"\b(TODO|FIXME|XXX)\b(?!\()")
PACKED = ".gz"
LONGEST = 160  # but for rows of a table
ITSELF = "tests/style/house_test.py"


def guard_of(path):
    """The guard of a shipped header: its users' spelling, in capitals."""
    spelling = path[len("include/") :] if path.startswith("include/") else "weir/" + path
    return re.sub(r"[^A-Z0-9]", "_", spelling.upper())


def check(root):
    for path, text in tree.files(root):
        if "\0" in text and not path.endswith(PACKED):
            yield f"{path}: not text; what was built by hand is not committed"
    for path, text in tree.files(root, *SUFFIXES):
        if LICENCE not in "\n".join(text.splitlines()[:2]) and not path.endswith("MODULE.bazel"):
            yield f"{path}: no '{LICENCE}' in the first two lines"
        for line, content in enumerate(text.splitlines(), 1):
            if path != ITSELF and LOOSE_END.search(content):
                yield f"{path}:{line}: finish it, or file an issue and leave it out"
            if path.endswith((".hpp", ".cpp")) and len(content) > LONGEST and not content.lstrip("/ ").startswith("|"):
                yield f"{path}:{line}: longer than {LONGEST} characters"
        if path.endswith(".hpp"):
            guard = re.search(r"^#ifndef (\w+)\n#define \1\n", text, re.M)
            if not guard:
                yield f"{path}: no include guard"
            elif path.startswith(("include/", "policies/", "verify/")) and guard.group(1) != guard_of(path):
                yield f"{path}: the guard is {guard.group(1)}, its path says {guard_of(path)}"


if __name__ == "__main__":
    HEADER = f"// {LICENCE}\n#ifndef WEIR_POLICIES_QUEUE_A_HPP\n#define WEIR_POLICIES_QUEUE_A_HPP\n#endif\n"
    tree.main(
        check,
        clean={
            "policies/queue/a.hpp": HEADER,
            "include/weir/pool.hpp": HEADER.replace("POLICIES_QUEUE_A", "POOL"),
            "tests/support/b.hpp": HEADER,
            "tests/support/c.cpp": f"// {LICENCE}\n/// | a table | {'x' * LONGEST} |\n",
            "bench/run.sh": f"#!/bin/bash\n# {LICENCE}\nmktemp -t x.XXXXXX\n",
        },
        planted=[
            ({"tests/a_test.cpp": "int main() {}\n"}, r"a_test\.cpp: no 'SPDX"),
            ({"policies/queue/b.hpp": HEADER}, r"the guard is \w+, its path says WEIR_POLICIES_QUEUE_B_HPP"),
            ({"policies/queue/a.hpp": f"// {LICENCE}\n#pragma once\n"}, r"no include guard"),
            ({"bench/run.sh": f"# {LICENCE}\n# TODO: later\n"}, r"run\.sh:2: finish"),
            ({"tests/support/c.cpp": f"// {LICENCE}\n/// {'x' * LONGEST}\n"}, r"c\.cpp:2: longer than"),
            ({"A.bin": "\x7fELF\0"}, r"A\.bin: not text"),
        ],
    )
