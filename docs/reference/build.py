#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Makes the reference pages of the public headers, and checks them: each link leads somewhere, and what a user looks up is there.

usage: build.py OUTPUT_DIR     writes OUTPUT_DIR/html/index.html; needs the Debian packages doxygen and python3-lxml
       build.py                only checks, in a folder that it removes
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import lxml.html

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the pages must have: a class's page, and a member's name on it.
LOOKED_UP = {
    "weir::basic_pool": ("post", "submit", "wait_idle", "restart", "async_post"), "weir::future": ("get", "wait_for"), "weir::options": ("capacity",),
    "weir::task_group": ("run", "wait"), "weir::basic_channel": ("send", "receive"), "weir::queue::bounded": (), "weir::expiry::after_idle": (),
}  # fmt: skip
NOT_OURS = r"potential recursive class relation"  # doxygen does not see that a specialisation ends the recursion


class page:
    """The links of a page, and what can be linked in it."""

    def __init__(self, path):
        tree = lxml.html.document_fromstring(path.read_bytes(), parser=lxml.html.HTMLParser(encoding="utf-8"))
        self.links, self.anchors = [link for link in tree.xpath("//@href | //@src") if link], set(tree.xpath("//@id | //@name"))


def dead_links(paths):
    """paths are all pages, resolved; what is no page can be linked if it exists, but no place in it."""
    pages = {str(path): page(path) for path in paths}
    exists = functools.cache(os.path.exists)
    for path, each in pages.items():
        name = os.path.basename(path)
        for link in each.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            target = target.partition("?")[0]
            place = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not exists(place):
                yield f"{name}: link to {link}, and there is no such file"
            elif anchor and place in pages and anchor not in pages[place].anchors:
                yield f"{name}: link to {link}, and there is no such place"


def lacks(folder):
    """What a user would look for in vain."""
    index = (folder / "annotated.html").read_text() if (folder / "annotated.html").exists() else ""
    for name, members in LOOKED_UP.items():
        file = name.replace("_", "__").replace("::", "_1_1")
        found = re.search(rf'href="((?:class|struct){file}\.html)"', index)
        if not found:
            yield f"there is no page for {name}"
            continue
        text = (folder / found.group(1)).read_text()
        yield from (f"the page of {name} lacks {member}" for member in members if not re.search(rf">{member}</(?:a|b)>", text))


def see_it_fail():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "a.html").write_text('<a href="b.html">b</a> <a href="#no">no</a> <a id="yes" href="a.html?b#yes">yes</a> <a href="a.html#no">no</a>')
        found = list(dead_links(folder.glob("*.html")))
        if len(found) != 3 or len(list(lacks(folder))) != len(LOOKED_UP):
            sys.exit(f"the check misses planted mistakes: {found}")


def build(folder, more=""):
    """Problems, but for dead links; the pages are in folder/html. `more` are settings of doxygen's."""
    settings = (ROOT / "docs/reference/Doxyfile").read_text() + f"\nOUTPUT_DIRECTORY = {folder}\n" + more
    done = subprocess.run(["doxygen", "-"], cwd=ROOT, input=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    problems = [line for line in done.stdout.splitlines() if re.search(r"warning|error", line) and not re.search(NOT_OURS, line)]
    return problems + list(lacks(folder / "html")) + ([] if any((folder / "html").glob("*.html")) else [f"no page was made: {done.stdout}"])


def main():
    if not shutil.which("doxygen"):
        sys.exit("there is no doxygen; install the Debian package of that name")
    see_it_fail()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else name).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        problems = build(folder) + list(dead_links((folder / "html").glob("*.html")))
        print("\n".join(problems) or f"{len(list((folder / 'html').glob('*.html')))} pages")
        sys.exit(f"{len(problems)} problems" if problems else 0)


if __name__ == "__main__":
    main()
