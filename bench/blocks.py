#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Keeps the parts of pages that scripts of bench/ make. Such a part stands between two comments, the first of which says how it is made:

    <!-- made by bench/summary.py bench/results/FILE.txt.gz -->
    ...
    <!-- end -->

    bench/blocks.py --check PAGE...                            says which parts are not what their scripts make of the tree now
    bench/blocks.py --write PAGE...                            puts in what they make
    bench/blocks.py --write --results bench/results/NEW.txt.gz PAGE...   and has them read that file from now on

--only summary.py,targets.py leaves out the others: some scripts compile, or run programs under valgrind, for a minute or two.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"<!-- made by (bench/[\w.]+)( [^\n]*)? -->\n(.*?)<!-- end -->\n", re.S)
RESULTS = re.compile(r"bench/results/\S+\.txt(?:\.gz)?")


def made_by(words):
    """What that command prints; raises what went wrong."""
    done = subprocess.run([sys.executable, "-B", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def renewed(text, make=made_by, only=(), results=None):
    """The page as its scripts make it, and the commands whose parts changed."""
    changed = []

    def replace(block):
        script, rest, old = block.group(1), block.group(2) or "", block.group(3)
        if only and script.removeprefix("bench/") not in only:
            return block.group(0)
        if results:
            rest = RESULTS.sub(results, rest)
        new = make([script, *shlex.split(rest)])
        if new.strip() != old.strip():
            changed.append(script + rest)
        return f"<!-- made by {script}{rest} -->\n{new.strip()}\n<!-- end -->\n"

    return BLOCK.sub(replace, text), changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="", metavar="SCRIPTS")
    parser.add_argument("--results", metavar="FILE")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    if options.check and options.results:
        parser.error("--results goes with --write")
    if options.results and not options.results.endswith(".txt.gz"):
        parser.error(f"only compressed results are committed: gzip -9n {options.results}, then --results {options.results}.gz")
    stale = 0
    for page in options.pages:
        try:
            text, changed = renewed(page.read_text(), only=list(filter(None, options.only.split(","))), results=options.results)
        except RuntimeError as problem:
            sys.exit(f"blocks.py: {page}: {problem}")
        if options.write:
            page.write_text(text)
        for command in changed:
            print(f"{page}: {'made again' if options.write else 'not what is made now'}: {command}")
        stale += len(changed)
    sys.exit(1 if options.check and stale else 0)


if __name__ == "__main__":
    main()
