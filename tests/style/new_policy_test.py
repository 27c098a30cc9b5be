#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""A policy that new_policy.py has begun passes every check and compiles: tried on a copy of the tree, with one of each axis."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import new_policy
import tree

# claims_of_this_tree_test asks git.
CHECKS = ["arrows", "awaited_lambdas", "build_deps", "claims", "house", "mirror", "orders", "plain_words", "size", "snippets"]
PARTS = ("bench", "docs", "include", "policies", "tests", "verify")
COMPILED = ("observer", "queue")  # tests of these; the others are copied by the same lines
EVERY_POLICY = "#include <weir/verify/pool/every_policy.hpp>\nweir::verify::every_policy<2, 2, void>::of_threads* lists;\n"


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
    status, said = run("g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", "include", "-I", ".", *arguments, folder=folder, input=text)
    return [] if status == 0 else [f"does not compile: {' '.join(arguments)}\n{said[:2000]}"]


def problems_of(folder):
    for check in CHECKS:
        status, said = run(f"tests/style/{check}_test.py", folder=folder)
        if status != 0:
            yield f"{check}_test:\n{said}"
    for axis in COMPILED:
        yield from compiles(folder, f"tests/policies/{axis}/new_{axis}_test.cpp")
        yield from compiles(folder, "-DRL_DO_ASSERT=1", f"verify/policies/{axis}/new_{axis}_verify.cpp")
    yield from compiles(folder, "bench/policies/twins.cpp")
    yield from compiles(folder, "-x", "c++", "-", text=EVERY_POLICY)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy_of(tree.source_root(), folder)
        written = {path for axis in new_policy.MODEL for path in new_policy.begin(folder, axis, f"new_{axis}")}
        problems = list(problems_of(folder))
        print("\n".join(problems))
        # Seen failing: a place that was forgotten.
        for path, part in (("include/weir/weir.hpp", "policies/wake/new_wake"), (new_policy.EVERY_POLICY, "weir::wake::new_wake"), ("verify/source_mutants/all.sh", "wake_new_wake")):
            text = (folder / path).read_text()
            (folder / path).write_text("".join(line for line in text.splitlines(keepends=True) if part not in line))
            status, said = run("tests/style/mirror_test.py", folder=folder)
            (folder / path).write_text(text)
            if status == 0 or path not in said:
                problems.append(f"mirror_test does not notice that {path} lacks a policy")
                print(problems[-1])
        print(f"{len(new_policy.MODEL)} policies, {len(written)} files written")
    sys.exit(f"{len(problems)} problems" if problems else 0)


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    main()
