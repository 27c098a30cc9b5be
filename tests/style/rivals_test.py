#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Every test of the rivals' has its counterpart: tests/rivals/README.md names it, and it exists; or says why there is none."""

import re

import tree

PAGE = "tests/rivals/README.md"
CASES = "tests/rivals/cases.txt"  # `system case case ...`, as the rivals call them
ROW = re.compile(r"^\| (Test\w+|Example\w*|Benchmark\w+)((?:, \w+)*) \| (.*) \|$", re.M)


def rows(text):
    """(system, case, the cell that says where its test is) of every row."""
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        for first, more, cell in ROW.findall(section):
            for case in [first, *more.split(", ")[1:]]:
                yield section.split()[0], case, cell


def check(root):
    listed = {(system, case) for system, *cases in map(str.split, (root / CASES).read_text().splitlines()) for case in cases}
    found = set()
    for system, case, cell in rows((root / PAGE).read_text()):
        found.add((system, case))
        if (system, case) not in listed:
            yield f"{PAGE}: {system}'s {case} is not in {CASES}"
        tests = re.findall(r"\[(\w+)\]\((\S+\.cpp)\)", cell)
        if not tests and not re.match(r"none: \w", cell):
            yield f"{PAGE}: {system}'s {case} has neither a test nor a reason why not"
        for test, source in tests:
            path = root / PAGE.rpartition("/")[0] / source
            if not path.exists() or not re.search(rf"TEST\w*\(\w+, {test}\)", path.read_text()):
                yield f"{PAGE}: {system}'s {case} is said to be {test} in {source}, and is not"
    for system, case in sorted(listed - found):
        yield f"{PAGE}: {system}'s {case} is missing"


if __name__ == "__main__":
    HEAD = "# Tests\n## ants\n| Case | Test |\n|---|---|\n"
    tree.main(
        check,
        clean={
            CASES: "ants TestA TestB\nants TestC\n",
            PAGE: HEAD + "| TestA, TestB | [does](ants/a_test.cpp) |\n| TestC | none: no queue |\n",
            "tests/rivals/ants/a_test.cpp": "TYPED_TEST(suite, does) {}\n",
        },
        planted=[
            ({CASES: "ants TestA TestB TestC TestD\n"}, r"TestD is missing"),
            ({CASES: "ants TestA TestC\n"}, r"TestB is not in"),
            ({CASES: "gopool TestA\nants TestA TestB TestC\n"}, r"gopool's TestA is missing"),
            ({"tests/rivals/ants/a_test.cpp": "TEST(suite, does_not) {}\n"}, r"TestB is said to be does in"),
            ({PAGE: HEAD + "| TestA | none |\n"}, r"neither a test nor a reason"),
        ],
    )
