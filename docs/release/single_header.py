#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Writes weir_single.hpp, all headers that users include as one file, or weir.cppm, the module weir of the same.

usage: single_header.py [--module] [--commit=COMMIT] [--include=FOLDER] OUTPUT
FOLDER has weir/ in it, by default include/ of this checkout. COMMIT is what the head of the file calls the headers' commit, by default what git says.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What is no part: the checkers, and what needs a library that the other headers do not.
LEFT_OUT = ("weir/verify/", "weir/asio.hpp")
FIRST = "weir/weir.hpp"
INCLUDE = re.compile(r"#include <([^>]+)>")
COMMENT = re.compile(r"//[^\n]*")

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// weir @VERSION@, C++ worker pools made of policies: all headers that users include, as one file. Made by docs/release/single_header.py
// of commit @COMMIT@: change the headers, not this file.
//
"""
HEADER_HEAD = """\
// It needs C++20 and Boost's headers (Intrusive, Container, Lockfree; 1.74 or later, nothing to link):
//   g++ -std=c++20 -O2 main.cpp -pthread
//   clang++ -std=c++20 -O2 main.cpp -pthread
// Not in it: weir/asio.hpp, which needs Boost.Asio, and the checkers, weir/verify. Each part keeps the guard of its header, so that weir/asio.hpp of
// the same version can be included after it. docs/single_header.md says more.
#ifndef WEIR_SINGLE_HPP
#define WEIR_SINGLE_HPP

"""
# Not `export extern "C++"`, which would let a program have the headers in one file and the module in another: clang++ 19 then does not find the
# standard library's operators where a file that imports the module instantiates a template.
MODULE_HEAD = """\
// The interface of the module weir. It needs C++20, a compiler whose modules are complete enough, and Boost's headers (Intrusive, Container,
// Lockfree; 1.74 or later, nothing to link):
//   clang++ -std=c++20 -O2 -pthread --precompile weir.cppm -o weir.pcm
//   clang++ -std=c++20 -O2 -pthread -fmodule-file=weir=weir.pcm main.cpp weir.pcm
// Its names belong to the module: a pool of the module is of another type than one of the headers. Not in it: weir/asio.hpp, which needs
// Boost.Asio, and the checkers, weir/verify. docs/single_header.md says more.
module;

"""


class refused(Exception):
    """There is no single header of these headers, and why."""


class header:
    """What a header includes, and what is left of it without its includes."""

    def __init__(self, name, text):
        self.name = name
        self.own = []  # other headers of weir
        self.other = []  # (the conditions around it, the line)
        self.lines = []
        conditions = []
        for number, line in enumerate(text.splitlines(), 1):
            directive = re.match(r"#\s*(\w+)\s*(.*)", line)
            word = directive.group(1) if directive else ""
            included = INCLUDE.match(line)
            if word == "include" and not included:
                raise refused(f"{name}:{number}: an include of another form")
            if included and any(part.strip() and not part.startswith(("#", "//")) for part in self.lines):
                raise refused(f"{name}:{number}: an include after the code")
            if included and included.group(1).startswith("weir/"):
                if len(conditions) > 1:
                    raise refused(f"{name}:{number}: a header of weir under a condition")
                self.own.append(included.group(1))
            elif included:
                if None in conditions:
                    raise refused(f"{name}:{number}: an include under #else")
                self.other.append((tuple(conditions[1:]), included.group()))
            elif not line.startswith("// SPDX"):
                self.lines.append(line)
            if word in ("if", "ifdef", "ifndef"):
                conditions.append(COMMENT.sub("", line).rstrip())
            elif word in ("else", "elif"):
                conditions[-1] = None
            elif word == "endif":
                conditions.pop()

    def text(self):
        empty = r"^#if [^\n]*\n\s*#endif[^\n]*\n"
        return re.sub(r"\n{3,}", "\n\n", re.sub(empty, "", "\n".join(self.lines) + "\n", flags=re.M)).strip() + "\n"


def in_order(headers):
    """All of them, each after those that it includes, as a compiler that includes FIRST and then the others meets them."""
    found, met = [], set()

    def meet(name, includer):
        if name in met:
            return
        if name not in headers:
            raise refused(f"{includer} includes {name}, which is not there")
        met.add(name)
        one = header(name, headers[name])
        for each in one.own:
            meet(each, name)
        found.append(one)

    for name in [FIRST, *sorted(headers)]:
        meet(name, "the single header")
    return found


def includes(parts):
    """The lines that include all that the parts need of others: the standard library, Boost, then what stands under a condition."""
    lines = [line for part in parts for conditions, line in part.other if not conditions]
    text = "\n".join(sorted({line for line in lines if "boost/" not in line})) + "\n\n"
    text += "\n".join(sorted({line for line in lines if "boost/" in line})) + "\n"
    under = {}
    for part in parts:
        for conditions, line in part.other:
            if conditions and line not in lines:
                under.setdefault(conditions, {})[line] = None
    for conditions, names in under.items():
        text += "\n" + "".join([*(line + "\n" for line in [*conditions, *names]), "#endif\n" * len(conditions)])
    return text


def version(headers):
    return ".".join(re.findall(r"version_\w+ = (\d+)", headers.get("weir/version.hpp", ""))) or "of no version"


def bodies(parts):
    """The text of the parts, each under the name of its header; FIRST has nothing but includes."""
    return "".join(f"\n// ---- <{part.name}> ".ljust(121, "-") + f"\n{part.text()}" for part in parts if part.name != FIRST)


def single_file(headers, commit, module=False):
    """The text of weir_single.hpp, or of weir.cppm. headers: spelling, as weir/pool.hpp -> text."""
    parts = in_order({name: text for name, text in headers.items() if not name.startswith(LEFT_OUT)})
    head = HEAD.replace("@VERSION@", version(headers)).replace("@COMMIT@", commit)
    if module:
        return head + MODULE_HEAD + includes(parts) + "\nexport module weir;\n\nexport {\n" + bodies(parts) + "\n}\n"
    return head + HEADER_HEAD + includes(parts) + bodies(parts) + "\n#endif  // WEIR_SINGLE_HPP\n"


def headers_below(folder):
    """spelling -> text of the headers in that folder, links followed."""
    found = {}
    for place, _, names in os.walk(pathlib.Path(folder, "weir"), followlinks=True):
        for name in names:
            path = pathlib.Path(place, name)
            if path.suffix == ".hpp":
                found[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
    return found


def commit_of_checkout():
    """The commit, and whether the headers are still as it has them."""
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT)]
    try:
        commit = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
        changed = subprocess.run([*git, "status", "--porcelain", "include", "policies"], check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return commit + (", with changes" if changed else "")


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--module", action="store_true")
    words.add_argument("--commit", default="")
    words.add_argument("--include", default=ROOT / "include")
    words.add_argument("output")
    asked = words.parse_args()
    try:
        text = single_file(headers_below(asked.include), asked.commit or commit_of_checkout(), asked.module)
    except refused as why:
        sys.exit(f"no single header: {why}")
    pathlib.Path(asked.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
