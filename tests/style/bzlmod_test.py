#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""tests/bzlmod/result.txt is of the tree's MODULE.bazel files, BUILD files and macros, and all in it passed. tests/bzlmod/run makes it again; the
suite cannot, because it needs root and another Debian.

    tests/style/bzlmod_test.py              checks
    tests/style/bzlmod_test.py --digest     prints the sum of these files
"""

import hashlib
import re
import sys

import tree

RESULT = "tests/bzlmod/result.txt"
AGAIN = "run tests/bzlmod/run as root"


def digest(files):
    """Of (path, text) of each file, in any order."""
    whole = hashlib.sha256()
    for path, text in sorted(files):
        whole.update(f"{path}\0{text}\0".encode())
    return whole.hexdigest()[:12]


def of_tree(root):
    return digest(tree.files(root, "MODULE.bazel", "BUILD.bazel", ".bzl"))


def check(root):
    result = (root / RESULT).read_text() if (root / RESULT).exists() else ""
    now = of_tree(root)
    of = re.search(r"^files: (\w+)$", result, re.M)
    if of is None or not re.search(r"^date: \d{4}-\d\d-\d\d$", result, re.M):
        yield f"{RESULT} says neither its date nor of which files it is; {AGAIN}"
    elif of[1] != now:
        yield f"{RESULT} is of older files, {of[1]}; MODULE.bazel, BUILD files and macros are {now} now; {AGAIN}"
    if len(re.findall(r"^passed: ", result, re.M)) != 5 or "failed: " in result:
        yield f"{RESULT}: not all five steps passed; {AGAIN}"


MODULE = "module()\n"
GOOD = f"date: 2026-11-24\nfiles: {digest([('MODULE.bazel', MODULE)])}\npassed: a\npassed: b\npassed: c\npassed: d\npassed: e\n"
CLEAN = {"MODULE.bazel": MODULE, RESULT: GOOD}
PLANTED = [
    ({"MODULE.bazel": "module(1)\n"}, "older files"),
    ({"tests/BUILD.bazel": "\n"}, "older files"),
    ({"some.bzl": "\n"}, "older files"),
    ({RESULT: GOOD.replace("passed: b", "failed: b")}, "not all five"),
    ({RESULT: GOOD.replace("date: ", "")}, "neither its date"),
    ({RESULT: ""}, "neither its date"),
]

if __name__ == "__main__":
    if sys.argv[1:] == ["--digest"]:
        print(of_tree(tree.source_root()))
    else:
        tree.main(check, CLEAN, PLANTED)
