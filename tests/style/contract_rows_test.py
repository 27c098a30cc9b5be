#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Each line of a contract has a claim and something that breaks it, or the reason why there is neither.

In `docs/concepts/*_policy.md`, the table below "What is checked of it" has a row for each line. Its last column names what breaks the line: a
mutant, a policy of tests/verify (`broken::name`, or `name` of a test there), a variant of docs/verify_trial.md (`policy` and its numbers), or a
file, which may be linked in the column of the claim ("that file", "programs in this test"). Each name must exist. A row without one says
`not asked: <why>`, or `not asked` beside a claim that says `not checked: <why>` or `not checked of ...: <why>`.
"""

import fnmatch
import re

import tree

PAGES = "docs/concepts/"
TRIAL = "docs/verify_trial.md"
SECTION = re.compile(r"^## What is checked of it\n(.*?)(?=^## |\Z)", re.M | re.S)
NAME = re.compile(r"`([A-Za-z_][\w:*]*)`")
VARIANTS = re.compile(r"`(\w+)` (\d+(?:(?:, | and | to )\d+)*)")
LINKED = re.compile(r"\]\(((?:\.\./)+(?:tests|verify)/[^)#]*)\)")
REASON = re.compile(r"not asked: \w+ \w+")


def rows(text):
    """(line of the contract, claim, what breaks it) of the table; its first two lines are its head."""
    found = SECTION.search(text)
    table = [line for line in (found.group(1) if found else "").splitlines() if line.startswith("|")]
    for line in table[2:]:
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def broken_names(root):
    """The names of policies, and of the mistakes they can be asked for, in tests/verify."""
    names = set()
    for path, text in tree.files(root, ".hpp", ".cpp", under=("tests/verify/",)):
        clean = tree.without_comments(text)
        names |= set(re.findall(r"\b(?:struct|using) (\w+)", clean))
        for body in re.findall(r"\benum class \w+ {([^}]*)}", clean):
            names |= set(re.findall(r"\w+", body))
    return names


def variants(root):
    """For each policy of the trial, the numbers of its variants."""
    page = root / TRIAL
    numbers, policy = {}, None
    for line in page.read_text().splitlines() if page.exists() else []:
        if match := re.match(r"### (?:\w+/)?(\w+)", line):
            policy = numbers.setdefault(match.group(1), set())
        elif policy is not None and (match := re.match(r"\| (\d+) \|", line)):
            policy.add(int(match.group(1)))
    return numbers


def check(root):
    mutants = [path.rpartition("/")[2][: -len(".patch")] for path, _ in tree.files(root, ".patch", under=("verify/mutants/",))]
    broken = broken_names(root)
    trial = variants(root)
    refused = {path.rpartition("/")[2][: -len(".cpp")] for path, _ in tree.files(root, ".cpp", under=("tests/compile_fail/",))}
    for path, text in tree.files(root, "_policy.md", under=(PAGES,)):
        lines = list(rows(text))
        if not lines:
            yield f"{path}: no table below 'What is checked of it'"
        for cells in lines:
            if len(cells) != 3 or not all(cells):
                yield f"{path}: a row of three columns is wanted: {cells}"
                continue
            line, claim, breaks = cells
            known = 0
            for name in NAME.findall(breaks):
                last = name.rpartition(":")[2]
                if "__" in name:
                    exists = bool(fnmatch.filter(mutants, name))
                elif "::" in name:
                    exists = last in broken
                else:
                    exists = name in trial or name in broken or name in refused or name == "_sites"
                known += exists
                if not exists:
                    yield f"{path}: '{line}' is broken by {name}, which does not exist"
            for policy, listed in VARIANTS.findall(breaks):
                for number in re.findall(r"\d+", listed):
                    if policy in trial and int(number) not in trial[policy]:
                        yield f"{path}: '{line}' is broken by {policy} {number}, which {TRIAL} does not have"
            for link in LINKED.findall(breaks):
                known += (root / path).parent.joinpath(link).exists()
            if re.match(r"(that file|those files|programs in)\b", breaks):
                known += any((root / path).parent.joinpath(link).exists() for link in LINKED.findall(claim))
            reason = REASON.match(breaks) or (breaks == "not asked" and re.match(r"not checked\b[^:]*: \w+ \w+", claim))
            if not known and not reason:
                yield f"{path}: nothing that breaks '{line}' is named, and no reason"


HEAD = "## What is checked of it\n\n| Line | Claim | Broken by |\n|---|---|---|\n"
ROW = HEAD + "| it holds | a claim | {} |\n"
CLEAN = (
    "| one | a | `a__b`, `a__*` |\n| two | a | `broken::policy` that `errs` |\n| three | a | `tried` 1 and 2 |\n"
    "| four | [f](../../tests/verify/f.hpp) | that file |\n| five | a | not asked: it cannot be |\n| six | not checked: it cannot be | not asked |\n"
)


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            PAGES + "a_policy.md": HEAD + CLEAN,
            "verify/mutants/a__b.patch": "",
            "tests/verify/f.hpp": "struct policy {};\nenum class e { errs };\n",
            TRIAL: "### queue/tried\n| 1 | x |\n| 2 | x |\n",
        },
        planted=[
            ({PAGES + "b_policy.md": ROW.format("no mutant")}, r"nothing that breaks 'it holds'"),
            ({PAGES + "b_policy.md": ROW.format("none")}, r"nothing that breaks 'it holds'"),
            ({PAGES + "b_policy.md": ROW.format("not asked")}, r"nothing that breaks 'it holds'"),
            ({PAGES + "b_policy.md": ROW.format("`a__c`")}, r"a__c, which does not exist"),
            ({PAGES + "b_policy.md": ROW.format("`broken::other`")}, r"broken::other, which does not exist"),
            ({PAGES + "b_policy.md": ROW.format("`untried` 1")}, r"untried, which does not exist"),
            ({PAGES + "b_policy.md": ROW.format("`tried` 1 and 3")}, r"tried 3, which .* does not have"),
            ({PAGES + "b_policy.md": ROW.format("that file")}, r"nothing that breaks 'it holds'"),
            ({PAGES + "b_policy.md": "# A page\n"}, r"no table"),
        ],
    )
