#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Every memory order says why.

In include/ and policies/ (platforms aside), a use of std::memory_order needs, on its line or at most three lines above,
a comment `// [TAG-n] <order>, alone: why` or `// [TAG-n] <order>, pairs with [TAG-m]: what becomes visible` (or
`[TAG-m, TAG-k]`). The order is the one in the code; [TAG-m] must pair back; a tag at several sites says the same order
and partners at each; docs/design/memory_orders.md has a row for every tag, with that order and those partners, and no other.
"""

import re

import tree

PAGE = "docs/design/memory_orders.md"
NAME = r"[A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)*-\d+"
LIST = re.compile(rf"\[({NAME}(?:, {NAME})*)\]")
SITE = re.compile(rf"//[/!<]*\s*\[({NAME})\]\s*(.*)")
ORDERS = "relaxed|consume|acquire|release|acq_rel|seq_cst"
USE = re.compile(rf"\bmemory_order(?:_|::)({ORDERS})\b")
SAYS = re.compile(rf"({ORDERS})\b[^,:]*, (alone|pairs with ([^:]*)):")
ROW = re.compile(rf"^\| \[({NAME})\] \| ({ORDERS})\b[^|]*\|([^|]*)\|", re.M)
REACH = 3


def names(text):
    return {name for group in LIST.findall(text) for name in group.split(", ")}


def sites(root):
    """(place, tag, the comment's text, the orders in the code it stands at) of every tagged comment."""
    for path, text in tree.files(root, ".hpp", under=("include/", "policies/")):
        lines, code = text.splitlines(), tree.without_comments(text).splitlines()
        for index, line in enumerate(lines):
            match = SITE.search(line)
            if match:
                comment, below = [match.group(2)], index + 1
                while below < len(lines) and re.match(r"\s*//(?!\s*\[)", lines[below]):
                    comment.append(lines[below].strip(" /"))
                    below += 1
                reached = code[index : below + REACH]
                yield f"{path}:{index + 1}", match.group(1), " ".join(comment), USE.findall("\n".join(reached))


def untagged(root):
    for path, text in tree.files(root, ".hpp", under=("include/", "policies/")):
        lines = text.splitlines()
        for number, line in enumerate(tree.without_comments(text).splitlines(), 1):
            near = lines[max(0, number - 1 - REACH) : number]
            if USE.search(line) and not path.startswith("include/weir/platform/") and not any(map(SITE.search, near)):
                yield f"{path}:{number}: a memory order with no [TAG-n] comment within {REACH} lines above it"


def check(root):
    yield from untagged(root)
    meaning = {}  # tag -> (place, order, partners)
    for place, tag, comment, used in sites(root):
        says = SAYS.match(comment)
        if not says:
            yield f"{place}: [{tag}] must go on `<order>, alone: why` or `<order>, pairs with [TAG-n]: what`"
            continue
        order, partners = says.group(1), names(says.group(3) or "")
        if order not in used:
            yield f"{place}: [{tag}] says {order}, the code below it says {' and '.join(used) or 'nothing'}"
        first = meaning.setdefault(tag, (place, order, partners))
        if first[1:] != (order, partners):
            yield f"{place}: [{tag}] has another order or other partners at {first[0]}"
    for tag, (place, _, partners) in meaning.items():
        for partner in sorted(partners):
            if partner not in meaning:
                yield f"{place}: [{tag}] pairs with [{partner}], which does not exist"
            elif tag not in meaning[partner][2]:
                yield f"{place}: [{tag}] pairs with [{partner}], which does not pair with [{tag}]"
    page = root / PAGE
    rows = {row[0]: row[1:] for row in ROW.findall(page.read_text())} if page.exists() else {}
    for tag, (place, order, partners) in meaning.items():
        if tag not in rows:
            yield f"{place}: [{tag}] has no row in {PAGE}"
        elif (order, partners) != (rows[tag][0], names(rows[tag][1]) | ({tag} if "itself" in rows[tag][1] else set())):
            yield f"{PAGE}: the row of [{tag}] has another order or other partners than {place}"
    for tag in sorted(set(rows) - set(meaning)):
        yield f"{PAGE}: [{tag}] is not in the code"


PAIR = """// [PUSH-1] release, pairs with [POP-2]: the slot's content is
// visible to who takes it.
a.store(1, std::memory_order_release);
b.load(
  std::memory_order_acquire);  // [POP-2] acquire, pairs with [PUSH-1]: the content.
// [POP-3] relaxed, alone: a hint; what [POP-2] showed stays shown.
c.load(std::memory_order_relaxed);
"""


ROWS = """`[A-1] release` is how it reads.
| [PUSH-1] | release | [POP-2] | the content |
| [POP-2] | acquire | [PUSH-1] | the content |
| [POP-3] | relaxed | alone | a hint |
"""


def but(old, new):
    return {"policies/queue/a.hpp": PAIR.replace(old, new)}


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "policies/queue/a.hpp": PAIR,
            "policies/queue/b.hpp": "// [POP-3] relaxed, alone: again\nx.load(std::memory_order_relaxed);\n",
            "include/weir/platform/native.hpp": "x.load(std::memory_order_relaxed);\n",
            PAGE: ROWS,
        },
        planted=[
            ({"policies/queue/b.hpp": "// why not\nx.load(std::memory_order_relaxed);\n"}, r"b\.hpp:2: .* no \[TAG"),
            ({"policies/queue/b.hpp": "// [POP-3]\n\n\n\nx.load(std::memory_order::relaxed);\n"}, r"b\.hpp:5: .* no \[TAG"),
            (but("relaxed, alone: a hint", "relaxed because"), r"\[POP-3\] must go on"),
            (but("memory_order_release", "memory_order_relaxed"), r"\[PUSH-1\] says release, the code"),
            (but("[POP-3] relaxed, alone", "[POP-3] relaxed, pairs with [POP-3]"), r"\[POP-3\] has another"),
            (but("acquire, pairs with [PUSH-1]", "acquire, alone"), r"\[POP-2\], which does not pair with \[PUSH-1\]"),
            (but("pairs with [POP-2]", "pairs with [POP-2, NO-1]"), r"\[NO-1\], which does not exist"),
            ({PAGE: ROWS.replace("| [POP-2]", "|")}, r"\[POP-2\] has no row"),
            ({PAGE: ROWS.replace("acquire", "relaxed")}, r"the row of \[POP-2\] has another order"),
            ({PAGE: ROWS.replace("alone", "[POP-2]")}, r"the row of \[POP-3\] has another order or other partners"),
            ({PAGE: ROWS + "| [GONE-1] | relaxed | alone |\n"}, r"\[GONE-1\] is not in the code"),
        ],
    )
