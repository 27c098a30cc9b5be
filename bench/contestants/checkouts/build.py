#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Builds the bench's contestant of a library that is a checkout of the user's own.

    build.py --output PROGRAM --with taskflow=DIR

The adapter is the file here of that name; nothing of the library is copied, and nothing is downloaded. $CXX is the compiler, else g++.
"""

import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
DRIVER = ("child.cpp", "choice.cpp", "cores.cpp")

# Of each library: folders of the checkout with headers, a header that proves that it is one, sources to compile, further options.
LIBRARIES = {
    "bs": (["include"], "include/BS_thread_pool.hpp", [], []),
    "dispenso": ([".", "dispenso/third-party/moodycamel", "dispenso/third-party"], "dispenso/thread_pool.h", ["dispenso/*.cpp", "dispenso/detail/*.cpp"], []),
    "stdexec": (["include"], "include/exec/static_thread_pool.hpp", [], ["-fconcepts-diagnostics-depth=1"]),
    "taskflow": (["."], "taskflow/taskflow.hpp", [], []),
}


def command(name, checkout, output):
    """The words that compile it; ends the process when the library is not known or not there."""
    if name not in LIBRARIES:
        sys.exit(f"build.py: no adapter for '{name}'; there are {', '.join(sorted(LIBRARIES))}")
    folders, proof, sources, options = LIBRARIES[name]
    if not (checkout / proof).exists():
        sys.exit(f"build.py: no {name} in {checkout}: there is no {proof}")
    theirs = [str(path) for pattern in sources for path in sorted(checkout.glob(pattern))]
    return [
        *[os.environ.get("CXX", "g++"), "-std=c++20", "-O2", "-DNDEBUG", "-pthread", f"-I{ROOT}", f"-I{ROOT}/include"],
        *[option for folder in folders for option in ("-isystem", str(checkout / folder))],
        *options,
        *[str(HERE / "main.cpp"), str(HERE / f"{name}.cpp")],
        *[str(ROOT / "bench" / "driver" / file) for file in DRIVER],
        *theirs,
        *["-o", str(output)],
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--with", dest="library", metavar="NAME=DIR", required=True)
    options = parser.parse_args()
    name, _, checkout = options.library.partition("=")
    words = command(name, pathlib.Path(checkout).expanduser().resolve(), options.output)
    print(f"build.py: compiling the contestant {name}", file=sys.stderr)
    sys.exit(subprocess.run(words).returncode)


if __name__ == "__main__":
    main()
