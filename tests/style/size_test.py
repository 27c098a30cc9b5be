#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""No source file is longer than 300 lines: a file is one thought."""

import tree

LIMIT = 300
# BUILD files are tables, one entry a header.
SUFFIXES = (".hpp", ".cpp", ".h", ".cc", ".sh", ".py", ".bzl")


def check(root):
    for path, text in tree.files(root, *SUFFIXES):
        lines = text.count("\n") + (not text.endswith("\n"))
        if lines > LIMIT:
            yield f"{path}: {lines} lines, at most {LIMIT}"


if __name__ == "__main__":
    tree.main(
        check,
        clean={"include/weir/a.hpp": "x\n" * 300},
        planted=[({"tests/b_test.cpp": "x\n" * 301}, r"b_test\.cpp: 301")],
    )
