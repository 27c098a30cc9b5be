#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The comments of include/ and policies/ are plain technical English: none of the phrasings below.

The subject of a sentence is the thing in the code, not somebody. Code, `quoted code` and strings are not read.
plain_words_not_yet.txt names the files that still break the rule; a file that no longer does must leave that list.
"""

import re

import tree

LIST = "tests/style/plain_words_not_yet.txt"
UNDER = ("include/", "policies/")
# phrasing -> what to write instead
BANNED = {
    r"(?:some|no|any|every)body|(?:some|any|every)one|no one|who(?:so)?ever": "name the thread, caller, task or worker",
    r"(?:has|have|had|having) (?:it|them) go on|(?:goes|go|going) on at home": "resumes, continues",
    r"who (?:came|comes|is due|waits?|asks?|looks?|wants?)": "the waiter, the submitter, the next deadline",
    r"the one (?:who|that)|those who": "name it",
    r"in (?:its|their|your) hands?": "owns, holds",
    r"he|him|himself|his|she|her": "name the thing",
    r"rous(?:e|es|ed|ing)": "wakes",
    r"crews?|errands?|ferry|rosters?|travellers?|unaided": "worker, task, waiter",
    r"(?:stands?|standing) in line|gets? (?:on|off)|works? (?:it |them )?off": "waits, attaches, detaches, runs",
}
PHRASES = [(re.compile(rf"(?<![\w-])(?:{phrase})(?![\w-])", re.I), instead) for phrase, instead in BANNED.items()]


def comments(text):
    """(line number, text) of each comment, where the `//` lines that follow each other are one comment, put at its first line."""
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


def found(text):
    """(line number, phrase, what to write instead) of each banned phrasing, also of one that is broken over two lines."""
    for number, lines in comments(text):
        said, starts = "", []
        for line in lines:
            starts.append(len(said))
            said += re.sub(r"^\s*//[/!]*<?|^\s*\*(?!/)", "", line).strip() + " "
        for phrase, instead in PHRASES:
            for match in phrase.finditer(re.sub(r"`[^`]*`", lambda code: "`" * len(code.group()), said)):
                yield number + max(n for n, start in enumerate(starts) if start <= match.start()), match.group(), instead


def check(root):
    page = root / LIST
    not_yet = page.read_text().split() if page.exists() else []
    bad = {path: list(found(text)) for path, text in tree.files(root, ".hpp", under=UNDER)}
    for path, places in bad.items():
        for line, phrase, instead in places if path not in not_yet else []:
            yield f"{path}:{line}: '{phrase}' in a comment; instead: {instead}"
    for path in not_yet:
        if not bad.get(path):
            yield f"{LIST}: {path} is rewritten, or gone: take it off the list"


CLEAN = """// SPDX-License-Identifier: Apache-2.0
/// Wakes the waiter at the front. `somebody` is a name, and there, whole, this and theirs are other words.
void rouse();  // the submitter
static_assert(true, "nobody, whoever");
const char* s = "https://has.it.go.on";
"""


def planted(comment):
    return {"include/weir/a.hpp": CLEAN + comment}


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "include/weir/a.hpp": CLEAN,
            "policies/queue/b.hpp": "// Nobody waits.\n",
            "tests/c.hpp": "// somebody\n",
            LIST: "policies/queue/b.hpp\n",
        },
        planted=[
            (planted("/// Nobody is told.\n"), r"a\.hpp:6: 'Nobody' in a comment"),
            (planted("int a;  ///< whoever waits\n"), r"a\.hpp:6: 'whoever'"),
            (planted("/* of somebody else's */\n"), r"a\.hpp:6: 'somebody'"),
            (planted("// It has\n// it go on.\n"), r"a\.hpp:6: 'has it go on'"),
            (planted("int a;\n/// The pool\n/// rouses a worker.\n"), r"a\.hpp:8: 'rouses'"),
            (planted("// The task is in its hands.\n"), r"'in its hands'"),
            (planted("// It is told to him.\n"), r"'him'"),
            ({LIST: ""}, r"b\.hpp:1: 'Nobody'"),
            ({"policies/queue/b.hpp": CLEAN}, r"not_yet\.txt: policies/queue/b\.hpp is rewritten"),
            ({LIST: "policies/queue/b.hpp\npolicies/queue/gone.hpp\n"}, r"gone\.hpp is rewritten, or gone"),
        ],
    )
