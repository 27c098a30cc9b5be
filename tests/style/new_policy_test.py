#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""A policy that new_policy.py has begun passes every check and compiles: tried on a copy of the tree, with one of each axis."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import new_policy
import tree

# claims_of_this_tree_test asks git.
CHECKS = ["arrows", "awaited_lambdas", "build_deps", "claims", "house", "mirror", "orders", "plain_words", "size", "snippets"]
PARTS = ("bench", "docs", "include", "policies", "tests", "verify")
COMPILED = ("queue",)  # the test and the harness of these; the others are copied by the same lines
TABLES = ("weir/verify/pool/pool_of_row.hpp", "tests/entry/pools.hpp", "tests/properties/covering_part.hpp", new_policy.KINDS)


def copy_of(root, folder):
    for part in PARTS:
        copy = shutil.copyfile if part != "bench" else lambda source, to: shutil.copyfile(os.devnull if "/results/" in source else source, to)
        shutil.copytree(root / part, folder / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"), copy_function=copy_mode(copy))
    for path in root.iterdir():
        if path.is_file() and not path.is_symlink():
            shutil.copy(path, folder / path.name)


def copy_mode(copy):
    def with_mode(source, to):
        copy(source, to)
        shutil.copymode(source, to)

    return with_mode


def run(*command, folder, **more):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    return done.returncode, done.stdout


def compiles(folder, *arguments, text=None):
    clang = ("clang++", "-std=c++20", "-fconstexpr-steps=20000000", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", "include", "-I", ".")
    status, said = run(*clang, *arguments, folder=folder, input=text)
    return [] if status == 0 else [f"does not compile: {' '.join(arguments)}\n{said[:8000]}"]


def tables_compile(folder):
    """The compiler checks that every legal pair is in some row, and that each policy is in a kind of pool or in a list of those that are not."""
    return compiles(folder, "-DRL_DO_ASSERT=1", "-x", "c++", "-", text="".join(f"#include <{path}>\n" for path in TABLES))


def problems_of(folder):
    for check in CHECKS:
        status, said = run(f"tests/style/{check}_test.py", folder=folder)
        if status != 0:
            yield f"{check}_test:\n{said}"
    for axis in COMPILED:
        yield from compiles(folder, f"tests/policies/{axis}/new_{axis}_test.cpp")
        yield from compiles(folder, "-DRL_DO_ASSERT=1", f"verify/policies/{axis}/new_{axis}_verify.cpp")
    yield from compiles(folder, "bench/policies/twins.cpp")
    yield from tables_compile(folder)


def unnoticed(folder):
    """Seen failing: places that were forgotten."""
    for path, part in (
        ("include/weir/weir.hpp", "policies/wake/new_wake"),
        ("verify/source_mutants/all.sh", "wake_new_wake"),
        (new_policy.EVERY_POLICY, "wake::new_wake"),
    ):
        text = (folder / path).read_text()
        (folder / path).write_text("".join(line for line in text.splitlines(keepends=True) if part not in line))
        status, said = run("tests/style/mirror_test.py", folder=folder)
        (folder / path).write_text(text)
        if status == 0 or path not in said:
            yield f"mirror_test does not notice that {path} lacks a policy"
    files = new_policy.checkout(folder)
    new = len(new_policy.policies_of(files.read(new_policy.EVERY_POLICY), "queue")) - 1
    for path in new_policy.TABLES:
        new_policy.write_rows(files, path, [row for row in new_policy.rows_of(files, path) if row[0] != new])
    files.change(new_policy.KINDS, r'^ *"queue::new_queue",[^\n]*\n', "")
    said = "".join(tables_compile(folder))
    for error in ("make_rows pairs", "make_rows entry", "make_rows covering", "a queue is in no kind"):
        if not re.search(f"static_assert failed.*{error}", said):
            yield f"the compiler does not say: {error}"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy_of(tree.source_root(), folder)
        written = {path for axis in new_policy.MODEL for path in new_policy.begin(folder, axis, f"new_{axis}")}
        problems = list(problems_of(folder))
        problems += unnoticed(folder)
        print("\n".join(problems))
        print(f"{len(new_policy.MODEL)} policies, {len(written)} files written")
    sys.exit(f"{len(problems)} problems" if problems else 0)


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    main()
