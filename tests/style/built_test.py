#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Each test and harness is built: *_test.cpp, *_verify.cpp, *_test.py and *_test.sh have a target in the BUILD file of their package.

A BUILD file names a source `a/b_test.cpp` by a string with its whole path, or with `a/b_test`, `b_test`, `a/b` or `b` in it as what a list
of names has; or by a pattern that matches the path. Files that are data of another test (a user's workspace) have a BUILD file of their own there.
"""

import fnmatch
import pathlib
import re

import tree

KINDS = ("_test.cpp", "_verify.cpp", "_test.py", "_test.sh")


def package_of(root, path):
    """(the nearest BUILD file above it, the path from there)"""
    for folder in pathlib.PurePosixPath(path).parents:
        build = root / folder / "BUILD.bazel"
        if build.exists():
            return build, pathlib.PurePosixPath(path).relative_to(folder).as_posix()
    return None, path


def names_of(local):
    """What a list of names may call this source."""
    whole = local.rsplit(".", 1)[0]
    short = re.sub(r"_(test|verify)$", "", whole)
    return {local, whole, short, whole.rpartition("/")[2], short.rpartition("/")[2]}


def check(root):
    strings = {}
    for path, _ in tree.files(root, *KINDS):
        build, local = package_of(root, path)
        if build is None:
            yield f"{path}: there is no BUILD.bazel above it"
            continue
        if build not in strings:
            strings[build] = set(re.findall(r'"([^"\n]*)"', re.sub(r"^\s*#.*$", "", build.read_text(), flags=re.M)))
        patterns = {"*" + s if s.startswith("/") else s for s in strings[build] if "*" in s}  # glob([system + "/*_test.cpp"])
        if not names_of(local) & strings[build] and not any(fnmatch.fnmatch(local, pattern) for pattern in patterns):
            yield f"{path}: no target of {build.relative_to(root).as_posix()} is made of it, so it never runs"


if __name__ == "__main__":
    clean = {
        "tests/BUILD.bazel": '[weir_test(name = name) for name in ["a_test"]]\n[x(s) for s in glob(["pool/*_test.cpp"])]',
        "tests/a_test.cpp": "",
        "tests/pool/b_test.cpp": "",
        "verify/pool/BUILD.bazel": '[weir_model_test(name = pool + "_verify") for pool in ["bounded"]]',
        "verify/pool/bounded_verify.cpp": "",
    }
    tree.main(
        check,
        clean=clean,
        planted=[
            ({"verify/pool/light_verify.cpp": ""}, r"verify/pool/light_verify\.cpp: no target"),
            ({"tests/light/c_test.cpp": ""}, r"tests/light/c_test\.cpp: no target"),
            ({"tests/BUILD.bazel": '# "a_test"\nglob(["pool/*_test.cpp"])'}, r"tests/a_test\.cpp: no target"),
            ({"other/d_test.sh": ""}, r"there is no BUILD\.bazel above it"),
        ],
    )
