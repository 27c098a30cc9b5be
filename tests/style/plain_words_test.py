#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Comments and pages are plain technical English: none of the phrasings below, and no word of an engine that is gone.

The subject of a sentence is the thing in the code, not somebody. Code, `quoted code`, the targets of links and strings are not read.
plain_words_not_yet.txt names the files that still break the rule; a file that no longer does must leave that list.
"""

import re

import tree

LIST = "tests/style/plain_words_not_yet.txt"
CODE = (".hpp", ".cpp")
SCRIPTS = (".py", ".sh", ".bazel", ".bzl")
PAGES = (".md",)
UNDER = ("include/", "policies/", "docs/", "verify/", "tests/", "bench/", "README.md", "CONTRIBUTING.md", "BUILD.bazel", "weir.bzl", "include_tree.bzl")
# What was written at its time, or by a measurement; and this check, which names the words.
NOT = ("verify/mutants/HISTORY.md", "verify/mutants/TABLE.md", "verify/mutants/SCORE.md", "bench/results/", "tests/style/plain_words_test.py")
# phrasing -> what to write instead
BANNED = {
    r"(?:some|no|any|every)body|(?:some|any|every)one|no one|who(?:so)?ever": "name the thread, caller, task or worker",
    r"(?:has|have|had|having) (?:it|them) go on|(?:goes|go|going) on at home": "resumes, continues",
    r"who (?:came|comes|is due|waits?|asks?|looks?|wants?)": "the waiter, the submitter, the next deadline",
    r"the one (?:who|that)|those who": "name it",
    r"in (?:its|their|your) hands?": "owns, holds",
    r"he|him|himself|his|she|her": "name the thing",
    r"rous(?:e|es|ed|ing)": "wakes",
    r"crews?|errands?|ferry|ferries|rosters?|travellers?|unaided|passengers?|keepers?|desks?|light_hosts?|light_docks?": "worker, task, waiter, timekeeper",
    r"(?:stands?|standing) in line|gets? (?:on|off)|works? (?:it |them )?off": "waits, attaches, detaches, runs",
}
PHRASES = [(re.compile(rf"(?<![\w-])(?:{phrase})(?![\w-])", re.I), instead) for phrase, instead in BANNED.items()]


def comments(text):
    """(line number, its lines) of each comment, where the `//` lines that follow each other are one comment, put at its first line."""
    code = tree.without_comments(text, strings=False).splitlines()
    number, words = 0, []
    for line, (whole, rest) in enumerate(zip(text.splitlines(), code), 1):
        said = "".join(a if a != b else " " for a, b in zip(whole, rest.ljust(len(whole))))
        if said.strip() and words and not rest.strip():
            words.append(said)
            continue
        if words:
            yield number, words
        number, words = (line, [said]) if said.strip() else (0, [])
    if words:
        yield number, words


def script_comments(text):
    """The same of a script: what follows a `#`, and Python's docstrings."""
    text = re.sub(r'"""(.*?)"""', lambda doc: re.sub(r"^", "# ", doc.group(1), flags=re.M), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        said = re.search(r"(?:^|\s)#(?!!)(.*)", line)
        if said:
            yield number, [said.group(1)]


def paragraphs(text):
    """The same of a page: its paragraphs and rows of tables, without blocks of code and comments."""
    text = re.sub(r"^ *```.*?^ *```|<!--.*?-->", lambda block: re.sub(r"[^\n]", "", block.group()), text, flags=re.M | re.S)
    number, words = 0, []
    for line, whole in enumerate(text.splitlines() + [""], 1):
        if words and (not whole.strip() or whole.startswith("|") or whole.startswith("    ")):
            yield number, words
            words = []
        if whole.strip() and not whole.startswith("    "):
            number = number if words else line
            words.append(whole)


def found(text, parts=comments):
    """(line number, phrase, what to write instead) of each banned phrasing, also of one that is broken over two lines."""
    for number, lines in parts(text):
        said, starts = "", []
        for line in lines:
            starts.append(len(said))
            said += re.sub(r"^\s*//[/!]*<?|^\s*\*(?!/)", "", line).strip() + " "
        said = re.sub(r"`[^`]*`|\]\([^)\s]*\)|https?://\S+", lambda code: "`" * len(code.group()), said)
        for phrase, instead in PHRASES:
            for match in phrase.finditer(said):
                yield number + max(n for n, start in enumerate(starts) if start <= match.start()), match.group(), instead


def parts_of(path):
    return comments if path.endswith(CODE) else paragraphs if path.endswith(PAGES) else script_comments


def check(root):
    page = root / LIST
    not_yet = page.read_text().split() if page.exists() else []
    read = ((path, text) for path, text in tree.files(root, *CODE, *SCRIPTS, *PAGES, under=UNDER) if not path.startswith(NOT))
    bad = {path: list(found(text, parts_of(path))) for path, text in read}
    for path, places in bad.items():
        for line, phrase, instead in places if path not in not_yet else []:
            yield f"{path}:{line}: '{phrase}'; instead: {instead}"
    for path in not_yet:
        if not bad.get(path):
            yield f"{LIST}: {path} is rewritten, or gone: take it off the list"


CLEAN = """// SPDX-License-Identifier: Apache-2.0
/// Wakes the waiter at the front. `somebody` is a name, and there, whole, this and theirs are other words.
void rouse();  // the submitter
static_assert(true, "nobody, whoever");
const char* s = "https://has.it.go.on";
"""
CLEAN_PAGE = """# A page

[`crew`](crew.md) is a link, its target is [a name](whoever_waits.md#nobody)
of `nobody's`.

```text
X FAILS: nobody waits
```

    somebody --in a block
"""


def planted(comment):
    return {"include/weir/a.hpp": CLEAN + comment}


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "include/weir/a.hpp": CLEAN,
            "policies/queue/b.hpp": "// Nobody waits.\n",
            "docs/page.md": CLEAN_PAGE,
            "tests/c.py": '"""Says it."""\nsomebody = "# nobody"[2:]\n',
            "verify/mutants/HISTORY.md": "Nobody waits.\n",
            "other/c.hpp": "// somebody\n",
            LIST: "policies/queue/b.hpp\n",
        },
        planted=[
            (planted("/// Nobody is told.\n"), r"a\.hpp:6: 'Nobody'"),
            (planted("int a;  ///< whoever waits\n"), r"a\.hpp:6: 'whoever'"),
            (planted("/* of somebody else's */\n"), r"a\.hpp:6: 'somebody'"),
            (planted("// It has\n// it go on.\n"), r"a\.hpp:6: 'has it go on'"),
            (planted("int a;\n/// The pool\n/// rouses a worker.\n"), r"a\.hpp:8: 'rouses'"),
            (planted("// The task is in its hands.\n"), r"'in its hands'"),
            (planted("// It is told to him.\n"), r"'him'"),
            (planted("// The keeper sleeps.\n"), r"'keeper'"),
            ({"docs/page.md": CLEAN_PAGE + "\nA line, and the one\nthat follows.\n"}, r"page\.md:12: 'the one that'"),
            ({"README.md": "| a | row |\n| of | somebody |\n"}, r"README\.md:2: 'somebody'"),
            ({"verify/c.sh": "ls  # nobody needs it\n"}, r"c\.sh:1: 'nobody'"),
            ({"tests/c.py": '"""What\nsomebody wants."""\n'}, r"c\.py:2: 'somebody'"),
            ({LIST: ""}, r"b\.hpp:1: 'Nobody'"),
            ({"policies/queue/b.hpp": CLEAN}, r"not_yet\.txt: policies/queue/b\.hpp is rewritten"),
            ({LIST: "policies/queue/b.hpp\npolicies/queue/gone.hpp\n"}, r"gone\.hpp is rewritten, or gone"),
        ],
    )
