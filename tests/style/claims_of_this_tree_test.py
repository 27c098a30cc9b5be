#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""A number that was measured says of which headers; and it says so where these are no longer the tree's.

    Headers: 0123456789ab (commit abc1234)              of the headers of this tree
    Of older headers: 0123456789ab (commit abc1234)     of others; a reader sees it

The digest is that of all headers in include/ and policies/. Such a line stands in each page of PAGES, and right after each part of a page
that a script of bench/ makes; after a part that names the commit of its run, it names the same commit.

    tests/style/claims_of_this_tree_test.py                      checks
    tests/style/claims_of_this_tree_test.py --digest [COMMIT]    prints the line of this tree, or that of a commit
    tests/style/claims_of_this_tree_test.py --mark               marks what has become older, unmarks what has not, and writes the line of
                                                                 each part that was made of another run (with the digest from git)
"""

import hashlib
import io
import re
import subprocess
import sys
import tarfile
import tempfile

import tree

PAGES = ["README.md", "bench/README.md", "docs/performance.md", "docs/supported_systems.md", "verify/mutants/SCORE.md", "verify/mutants/TABLE.md"]
FRESH, OLDER = "Headers", "Of older headers"
LINE = re.compile(rf"^({FRESH}|{OLDER}): (\w*) \(commit (\w+)\)", re.M)
LIKE_ONE = re.compile(rf"^(?:{FRESH}|{OLDER}):.*", re.M)  # a line that means to be one
PART = re.compile(r"^<!-- made by (bench/[\w.]+)[^\n]*-->\n(.*?)^<!-- end -->\n", re.M | re.S)
RUN = re.compile(r"^(?:.* )?Run: commit (\w+)", re.M)


def digest(headers):
    """Of (path, text) of each header, in any order."""
    whole = hashlib.sha256()
    for path, text in sorted(headers):
        whole.update(f"{path}\0{text}\0".encode())
    return whole.hexdigest()[:12]


def digest_of(root):
    return digest(tree.files(root, ".hpp", under=("include/", "policies/")))


def digest_of_commit(commit):
    archive = subprocess.run(
        ["git", "archive", commit, "include", "policies"], cwd=tree.source_root(), check=True, capture_output=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(folder)
        return digest_of(folder)


def pages(root):
    """(path, text) of each page that claims something or has to."""
    for path, text in tree.files(root, ".md"):
        if path in PAGES or LIKE_ONE.search(text) or PART.search(text):
            yield path, text


def runs(text):
    """(script, commit of its run or None, its line or None) of each part that a script makes."""
    for part in PART.finditer(text):
        run = RUN.search(part.group(2))
        line = re.compile(r"\s*" + LINE.pattern, re.M).match(text, part.end())
        yield part.group(1), run and run.group(1), line and LINE.search(text, part.end())


def check(root):
    now = digest_of(root)
    for path, text in pages(root):
        if path in PAGES and not LINE.search(text):
            yield f"{path}: no line `{FRESH}: DIGEST (commit COMMIT)` says what it was measured on"
        for line in LIKE_ONE.findall(text):
            if not LINE.match(line):
                yield f"{path}: {line[:60]!r} does not begin with `{FRESH}: DIGEST (commit COMMIT)`, so nothing would mark it"
        for word, claimed, commit in LINE.findall(text):
            if not re.fullmatch("[0-9a-f]{12}", claimed):
                yield f"{path}: {claimed!r} is no digest of 12 hexadecimal digits"
            elif word == FRESH and claimed != now:
                yield f"{path}: a claim of commit {commit} is older than the headers ({claimed}, now {now}): make it anew or --mark it"
            elif word == OLDER and claimed == now:
                yield f"{path}: a claim of commit {commit} is marked as older and is of these headers: --mark takes that away"
        for script, run, line in runs(text):
            if not line:
                yield f"{path}: what {script} makes is not followed by a line `{FRESH}: DIGEST (commit COMMIT)`"
            elif run and run != line.group(3):
                yield f"{path}: what {script} makes is of commit {run}, the line after it of {line.group(3)}"


def mark(root):
    now = digest_of(root)
    for path, text in pages(root):
        whole = text
        for _, run, line in reversed(list(runs(text))):
            if run and line and run != line.group(3):
                right = f"{line.group(1)}: {digest_of_commit(run)} (commit {run})"
                whole = whole[: line.start()] + right + whole[line.end() :]
        whole = LINE.sub(lambda l: f"{FRESH if l.group(2) == now else OLDER}: {l.group(2)} (commit {l.group(3)})", whole)
        if whole != text:
            (root / path).write_text(whole)
            print(f"{path}: marked")


HEADER = "include/weir/a.hpp"
POLICY = "policies/queue/b.hpp"
HEADERS = {HEADER: "struct a;\n", POLICY: "struct b;\n"}
NOW = digest(HEADERS.items())
OLD = "0123456789ab"
MADE = "<!-- made by bench/summary.py x -->\nMedians. Run: commit abc1234, a machine.\n<!-- end -->\n"



if __name__ == "__main__":
    if sys.argv[1:2] == ["--digest"]:
        commit = sys.argv[2] if sys.argv[2:] else "COMMIT"
        print(f"{FRESH}: {digest_of_commit(commit) if sys.argv[2:] else digest_of(tree.source_root())} (commit {commit})")
        sys.exit()
    if sys.argv[1:] == ["--mark"]:
        sys.exit(mark(tree.source_root()))
    fresh = f"{FRESH}: {NOW} (commit abc1234): all of it.\n"
    tree.main(
        check,
        clean={
            **HEADERS,
            **{page: fresh for page in PAGES},
            "docs/page.md": f"{MADE}\n{OLDER}: {OLD} (commit abc1234).\n",
        },
        planted=[
            ({HEADER: "struct c;\n"}, r"README\.md: a claim of commit abc1234 is older than the headers"),
            ({POLICY: "struct c;\n"}, r"TABLE\.md: a claim of commit abc1234 is older than the headers"),
            ({"include/weir/new.hpp": "\n"}, r"SCORE\.md: a claim of commit abc1234 is older"),
            ({PAGES[0]: f"{fresh}{FRESH}: {OLD} (commit def5678)\n"}, r"README\.md: a claim of commit def5678 is older"),
            ({PAGES[1]: f"{OLDER}: {NOW} (commit abc1234)\n"}, r"marked as older and is of these headers"),
            ({PAGES[2]: "Measured.\n"}, r"performance\.md: no line"),
            ({PAGES[3]: f"{FRESH}: today (commit abc1234)\n"}, r"'today' is no digest"),
            ({PAGES[4]: f"{fresh}{FRESH}: {NOW}. The rest is older.\n"}, r"SCORE\.md: .* so nothing would mark it"),
            ({"docs/page.md": f"{MADE}\nMore.\n\n{fresh}"}, r"what bench/summary\.py makes is not followed"),
            ({"docs/page.md": MADE + fresh.replace("abc1234", "def5678")}, r"is of commit abc1234, the line after it of def5678"),
        ],
    )
