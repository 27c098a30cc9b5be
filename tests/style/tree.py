# SPDX-License-Identifier: Apache-2.0
"""What the style checks share: the source tree, C++ text without its comments, and the proof that a check can fail."""

import os
import pathlib
import re
import sys
import tempfile

SKIPPED = {".git", ".cache", "build", "__pycache__"}


def without_comments(text, strings=True):
    """C++ with comments (and, unless told otherwise, string literals) blanked; lines keep their numbers."""
    token = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''

    def blank(match):
        found = match.group()
        if found.startswith("/") or (strings and found.startswith('"')):
            return re.sub(r"[^\n]", " ", found)
        return found

    return re.sub(token, blank, text, flags=re.S)


def includes(text):
    """(line number, what is between the brackets or quotes) of every include."""
    clean = without_comments(text, strings=False)
    for number, line in enumerate(clean.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1)


def source_root():
    """The checkout itself, also when Bazel runs this through a forest of links."""
    return pathlib.Path(__file__).resolve().parents[2]


def files(root, *suffixes, under=()):
    """(path relative to the root, text) of every source file; links are skipped, so no file comes twice."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(d for d in folders if d not in SKIPPED and not os.path.islink(os.path.join(folder, d)))
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            relative = path.relative_to(root).as_posix()
            if suffixes and not name.endswith(suffixes) or path.is_symlink():
                continue
            if under and not relative.startswith(tuple(under)):
                continue
            yield relative, path.read_text(errors="replace")


def _plant(folder, tree):
    for name, text in tree.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return pathlib.Path(folder)


def main(check, clean, planted):
    """Runs check on a small clean tree (must be silent), on it with each planted mistake (must match), then for real."""
    for mistake, expected in [({}, None)] + planted:
        with tempfile.TemporaryDirectory() as folder:
            found = list(check(_plant(folder, {**clean, **mistake})))
        if expected is None and found:
            sys.exit("the check refuses its own clean example:\n  " + "\n  ".join(found))
        if expected is not None and not any(re.search(expected, problem) for problem in found):
            sys.exit(f"the check misses a planted mistake: expected /{expected}/ for {mistake}, found {found}")
    print(f"seen failing on {len(planted)} planted mistakes")
    problems = list(check(source_root()))
    for problem in problems:
        print(problem)
    sys.exit(f"{len(problems)} problems" if problems else 0)
