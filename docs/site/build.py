#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Makes the documentation site: the Markdown pages as they stand, the reference of the docstrings, the sources that they link, and a search.

usage: build.py OUTPUT_DIR     writes OUTPUT_DIR/index.html and the rest; a browser opens it from the disk, and every server of files can serve it
       build.py                only checks, in a folder that it removes; its sources have no colours
Needs the Debian packages doxygen, doxygen-awesome-css, furo, python3-lxml, python3-myst-parser and python3-sphinx. A link that leads nowhere, a page that no page leads to, and
what Sphinx or doxygen warns of, are errors.
"""

import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tests/style"), str(HERE.parent / "reference")]

import build as reference  # noqa: E402
import tree  # noqa: E402

NOT_PAGES = ("docs/release/notes.md", "docs/concepts/TEMPLATE.md")  # templates
START, CONTENTS, REFERENCE = "README.md", "docs/README.md", "docs/reference/main.md"
MORE = "\n[All classes](/reference/annotated.html), [all functions](/reference/namespacemembers.html), [all headers](/reference/files.html).\n"
# A tab of the reference leads back to the site, and its pages look like those of the site.
LAYOUT = '<tab type="mainpage" visible="yes" title=""/>'
BACK = '<tab type="user" url="../index.html" title="Documentation"/>'
LOOK = "SEARCHENGINE = YES\nHTML_EXTRA_STYLESHEET = /usr/share/doxygen-awesome-css/doxygen-awesome.css\nGENERATE_TREEVIEW = NO\n"


def links(pages, path):
    """The pages that a page links, in order."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", pages[path], flags=re.S)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", prose):
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        yield place if place in pages else place + "/README.md"


def navigation(pages):
    """page -> [(caption, the pages below it)]. A README has the pages of its folder that it links; the start page what docs/README.md links, then the rest."""
    below, placed = {}, {START}

    def place(parent, caption, children):
        new = [child for child in dict.fromkeys(children) if child in pages and child not in placed]
        placed.update(new)
        if new:
            below.setdefault(parent, []).append((caption, new))

    for parent in sorted((path for path in pages if path.endswith("/README.md") and path != CONTENTS), key=lambda path: -path.count("/")):
        place(parent, "", [child for child in links(pages, parent) if child != parent and child.startswith(posixpath.dirname(parent) + "/")])
    place(START, "Documentation", [CONTENTS, *links(pages, CONTENTS)])
    place(START, "Project", [child for parent in (START, CONTENTS, *sorted(pages)) for child in links(pages, parent)])
    return below


def toctree(caption, children):
    return "\n\n```{toctree}\n:hidden:\n:titlesonly:\n" + (f":caption: {caption}\n" if caption else "") + "\n" + "".join(f"/{child}\n" for child in children) + "```\n"


def copy(pages, folder):
    """The pages with their place in the navigation, and the pictures."""
    below = navigation(pages)
    written = {path: text + "".join(toctree(*each) for each in below.get(path, ())) for path, text in pages.items()}
    for path, text in {**written, **dict(tree.files(ROOT, ".svg", under=("docs/",)))}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def run(*words):
    """What a program warns of."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [] if done.returncode == 0 else [f"{words[0]}: {done.returncode}", *done.stdout.splitlines()]


def sphinx(pages, folder, site, colours="no"):
    """Problems; needs folder/tags.xml, what doxygen has pages of."""
    copy(pages, folder / "pages")
    words = ["-q", "-W", "--keep-going", "-E", "-d", folder / "doctrees", "-c", HERE, "-D", f"weir_tags={folder}/tags.xml", "-D", f"weir_colours={colours}", folder / "pages", site]
    return run("sphinx-build", *words)


def see_it_fail(folder):
    """Sphinx refuses each of these mistakes, and nothing else."""
    (folder / "tags.xml").write_text("<tagfile/>")
    start = "# A\n[a page](docs/README.md#b) [a source](bazelw) [a folder](docs/examples)\n"
    planted = {"[x](gone.md)": "gone.md", "[x](docs/README.md#c)": "README.md#c", "[x](#c)": "#c", "[x](include/gone.hpp)": "gone.hpp", "![x](gone.svg)": "gone.svg"}
    pages = {START: start + "\n".join(planted), CONTENTS: "# B\n", "docs/lone.md": "# No page links this\n"}
    found = sphinx(pages, folder, folder / "site")
    missed = [name for name in (*planted.values(), "lone.md") if not any(name in line and "WARNING" in line for line in found)]
    if missed or len(found) > len(planted) + 5:
        sys.exit(f"the check misses planted mistakes, {missed}, or finds others: {found}")


def mend_theme(static):
    """What Debian's package of furo has lost: its scripts in one file, which a browser can load, and the dark colours for a browser that prefers them."""
    script, part = static / "scripts/furo.js", static / "scripts/gumshoe-patched.js"
    if script.read_text().startswith("import"):
        parts = (re.sub(r"^import .*", "", each.read_text()) for each in (part, script))
        script.write_text("(() => {\n" + "".join(parts) + "})();\n")
    style = static / "styles/furo.css"
    text = style.read_text()
    dark = re.search(r'^  body\[data-theme="dark"\] (\{.*?\})', text, re.M | re.S)
    if dark and "prefers-color-scheme" not in text:
        style.write_text(text + f'@media screen and (prefers-color-scheme: dark) {{ body[data-theme="auto"] {dark.group(1)} }}\n')


def build(pages, folder, site, colours):
    """Problems; the site is in the folder `site`."""
    layout = folder / "layout.xml"
    run("doxygen", "-l", layout)
    layout.write_text(layout.read_text().replace(LAYOUT, BACK + LAYOUT))
    problems = reference.build(folder, f"{LOOK}LAYOUT_FILE = {layout}\nGENERATE_TAGFILE = {folder}/tags.xml\n")
    problems += sphinx(pages, folder, site, colours)
    if problems:
        return problems
    mend_theme(site / "_static")
    shutil.copytree(folder / "html", site / "reference", dirs_exist_ok=True)
    shutil.copy(site / "README.html", site / "index.html")
    return list(reference.dead_links(site.glob("**/*.html")))


def main():
    missing = [program for program in ("doxygen", "sphinx-build") if not shutil.which(program)]
    if missing:
        sys.exit(f"there is no {' and no '.join(missing)}; install the Debian packages named in the head of {__file__}")
    pages = {path: text for path, text in tree.files(ROOT, ".md") if not path.startswith(".") and path not in NOT_PAGES}
    pages[REFERENCE] += MORE
    with tempfile.TemporaryDirectory() as mistakes, tempfile.TemporaryDirectory() as name:
        see_it_fail(pathlib.Path(mistakes))
        folder = pathlib.Path(name)
        site = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else folder / "site").resolve()
        site.mkdir(parents=True, exist_ok=True)
        problems = build(pages, folder, site, "yes" if len(sys.argv) > 1 else "no")
        print("\n".join(problems) or f"{len(list(site.glob('**/*.html')))} pages")
        sys.exit(f"{len(problems)} problems" if problems else 0)


if __name__ == "__main__":
    main()
