#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""C++ is laid out as clang-format-16 lays it out, with the tree's .clang-format.

usage: format_test.py              checks
       format_test.py --fix        lets clang-format change the files of the list below, and empties it
       format_test.py --list       writes the list anew: all files that are not laid out like this
format_not_yet.txt names the files that are not yet; one that is laid out must leave that list.
"""

import re
import shutil
import subprocess
import sys

import tree

LIST = "tests/style/format_not_yet.txt"
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


def listed(root):
    page = root / LIST
    return page.read_text().split() if page.exists() else []


def check(root):
    not_yet, found = listed(root), otherwise(root)
    for path, line in found.items():
        if path not in not_yet:
            yield f"{path}:{line}: not as {PROGRAM} lays it out; {PROGRAM} -i {path}"
    for path in not_yet:
        if path not in found:
            yield f"{LIST}: {path} is laid out, or gone: take it off the list"


def main():
    if not shutil.which(PROGRAM):
        sys.exit(f"there is no {PROGRAM}; install the Debian package of that name")
    root = tree.source_root()
    if sys.argv[1:] == ["--fix"]:
        print(clang_format(root, listed(root), "-i"), end="")
        (root / LIST).unlink(missing_ok=True)
        return
    if sys.argv[1:] == ["--list"]:
        (root / LIST).write_text("".join(f"{path}\n" for path in sorted(otherwise(root))))
        return
    style = (root / ".clang-format").read_text()
    tree.main(
        check,
        clean={
            ".clang-format": style,
            "include/weir/a.hpp": "int f(int x);  // what it does\n",
            "tests/b.cpp": "int  g( );\n",
            "bench/c.md": "int  g( );\n",
            LIST: "tests/b.cpp\n",
        },
        planted=[
            ({"include/weir/a.hpp": "int f(int x) ;\n"}, r"a\.hpp:1: not as clang-format-16"),
            ({"policies/a.hpp": "int a;\n\n\n\nvoid f () {}\n"}, r"policies/a\.hpp:\d: not as"),
            ({LIST: ""}, r"b\.cpp:1: not as"),
            ({"tests/b.cpp": "int g();\n"}, r"not_yet\.txt: tests/b\.cpp is laid out"),
            ({LIST: "tests/b.cpp\ntests/gone.cpp\n"}, r"gone\.cpp is laid out, or gone"),
        ],
    )


if __name__ == "__main__":
    main()
