#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of pages as they stand there, in a folder like the checkout, and compares what the pages show of their output.

The folder's include/ is what cmake --install makes of the checkout's: what these commands need has to be installed.

usage: pages_test.py PAGE...            every line shown must be printed, but for rows of a history: they move with weir's own code
       pages_test.py --write PAGE...    puts what is printed now where the pages show it
"""

import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```\n", re.M | re.S)
OBJECT = re.compile(r"g\+\+ [^;&|]* -c include/\S+ -o (\S+\.o)$")
ROW = re.compile(r".* \| |-+\+-")


def commands(text):
    """The lines of a ```sh block, joined where they go on."""
    return [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]


def output_of(command, folder, compiled):
    """Runs it; but a file for the linker that an earlier page has had compiled by the same command is taken from there."""
    result = compiled / hashlib.sha256(command.encode()).hexdigest() if compiled and OBJECT.match(command) else None
    if result and result.exists():
        shutil.copy(result, pathlib.Path(folder, OBJECT.match(command)[1]))
        print(f"$ {command}\n(as before)", flush=True)
        return "", 0
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result and done.returncode == 0 and not done.stdout:
        shutil.copy(pathlib.Path(folder, OBJECT.match(command)[1]), result)
    print(f"$ {command}\n{done.stdout[-2000:]}", flush=True)
    return done.stdout, done.returncode


def read(page, folder, write, compiled):
    """Problems with one page; rewrites what it shows if told to. The last command before a ```text block prints it."""
    text, problems, last, at = page.read_text(), [], "", 0
    pieces = []
    for match in BLOCK.finditer(text):
        kind, body = match.groups()
        if kind == "sh":
            for command in commands(body):
                last, status = output_of(command, folder, compiled)
                if command.startswith(("g++", "clang++")) and status != 0:
                    problems.append(f"{page.name}: this does not compile: {command}")
        elif write:
            pieces += [text[at : match.start(2)], last]
            at = match.end(2)
        else:
            printed = {line.rstrip() for line in last.splitlines()}
            problems += [
                f"{page.name}: this is not what is printed now: {line}"
                for line in body.splitlines()
                if line.strip() and not ROW.match(line) and line.rstrip() not in printed
            ]
    if write and not problems:
        page.write_text("".join(pieces) + text[at:])
    return problems


def see_it_fail():
    """A page that shows what is not printed, and a command that does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "planted.md")
        page.write_text("```sh\necho one; g++ none.cpp\ng++ none.cpp\necho one\n```\n\n```text\none\ntwo\n   3 | a row\n```\n")
        found = read(page, folder, False, None)
        if len(found) != 2 or "does not compile" not in found[0] or not found[1].endswith(": two"):
            sys.exit(f"the check misses planted mistakes: {found}")


def cmake(*arguments):
    subprocess.run(["cmake", *arguments], check=True, stdout=subprocess.DEVNULL)


def main(arguments):
    write = arguments[:1] == ["--write"]
    see_it_fail()
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        installed = pathlib.Path(folder, "prefix")
        compiled = pathlib.Path(folder, "compiled")
        compiled.mkdir()
        cmake(f"-S{ROOT}", f"-B{folder}/build", f"-DCMAKE_INSTALL_PREFIX={installed}")
        cmake("--install", f"{folder}/build")
        for name in arguments[write:]:
            with tempfile.TemporaryDirectory() as checkout:
                for part, place in ("include", installed), ("docs", ROOT), ("tests", ROOT):
                    pathlib.Path(checkout, part).symlink_to(place / part)
                problems += read(ROOT / name, checkout, write, compiled)
    print("\n".join(problems))
    sys.exit(f"{len(problems)} problems" if problems else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
