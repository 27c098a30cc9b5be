#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""C++ is laid out as clang-format-16 lays it out, with the tree's .clang-format.

usage: format_test.py              checks
       format_test.py --fix        lets clang-format change the files that are laid out otherwise
"""

import re
import shutil
import subprocess
import sys

import tree

PROGRAM = "clang-format-16"
AT_ONCE = 200  # files for one call


def sources(root):
    return [path for path, _ in tree.files(root, ".hpp", ".cpp", under=("bench/", "docs/", "include/", "policies/", "tests/", "verify/"))]


def clang_format(root, paths, *options):
    """What it says of the files."""
    said = ""
    for first in range(0, len(paths), AT_ONCE):
        command = [PROGRAM, *options, *paths[first : first + AT_ONCE]]
        said += subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    return said


def otherwise(root):
    """path -> the first line that is laid out otherwise."""
    found = {}
    for path, line in re.findall(r"^([^\s:]+):(\d+):\d+: (?:error|warning): code should be clang-formatted", clang_format(root, sources(root), "--dry-run"), re.M):
        found.setdefault(path, line)
    return found


def check(root):
    for path, line in otherwise(root).items():
        yield f"{path}:{line}: not as {PROGRAM} lays it out; {PROGRAM} -i {path}"


def main():
    if not shutil.which(PROGRAM):
        sys.exit(f"there is no {PROGRAM}; install the Debian package of that name")
    root = tree.source_root()
    if sys.argv[1:] == ["--fix"]:
        print(clang_format(root, sorted(otherwise(root)), "-i"), end="")
        return
    style = (root / ".clang-format").read_text()
    tree.main(
        check,
        clean={
            ".clang-format": style,
            "include/weir/a.hpp": "int f(int x);  // what it does\n",
            "tests/b.cpp": "int g();\n",
            "bench/c.md": "int  g( );\n",
        },
        planted=[
            ({"include/weir/a.hpp": "int f(int x) ;\n"}, r"a\.hpp:1: not as clang-format-16"),
            ({"policies/a.hpp": "int a;\n\n\n\nvoid f () {}\n"}, r"policies/a\.hpp:\d: not as"),
            ({"tests/b.cpp": "int  g( );\n"}, r"b\.cpp:1: not as"),
        ],
    )


if __name__ == "__main__":
    main()
