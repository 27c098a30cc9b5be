#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""A policy is done when it has a test, a proof, a page and a line in the changelog and a place in the README; and no link in the docs is dead."""

import re

import tree


LISTS = "verify/pool/every_policy.hpp"  # of these the tables of pools are made; the compiler checks that they leave nothing out
AGENTS = "include/weir/agents/"


def is_listed(root, axis, policy):
    """`unbounded_by<2>` is `unbounded` with other numbers."""
    lists = root / LISTS
    return lists.exists() and re.search(rf"\bweir::{axis}::{policy}(_by)?\b", tree.without_comments(lists.read_text())) is not None


def missing(root, axis, policy):
    """What the definition of done asks of policies/<axis>/<policy>.hpp and the tree does not have."""
    name = re.compile(rf"\b{axis}::{policy}\b")
    test = f"tests/policies/{axis}/{policy}_test.cpp"
    if not (root / test).exists():
        yield f"no test {test}"
    harness = root / f"verify/policies/{axis}/{policy}_verify.cpp"
    in_verify = (text for path, text in tree.files(root, ".hpp", ".cpp", ".bazel", ".bzl", under=("verify/",)))
    if not harness.exists() and not any(name.search(text) for text in in_verify):
        yield f"nothing under verify/ names {axis}::{policy}"
    if not is_listed(root, axis, policy):
        yield f"{LISTS} does not list {axis}::{policy}, so no table of pools has it"
    page = root / f"docs/policies/{axis}.md"
    if not page.exists() or not re.search(rf"^#+ .*\b{policy}\b", page.read_text(), re.M):
        yield f"no heading for it in docs/policies/{axis}.md"
    changelog = root / "CHANGELOG.md"
    if not changelog.exists() or not name.search(changelog.read_text()):
        yield f"CHANGELOG.md does not mention {axis}::{policy}"
    for table, head in (("README.md", f"`{axis}`"), ("docs/policies/README.md", rf"\[{axis}\]\({axis}\.md\)")):
        listed = root / table
        if not listed.exists() or not re.search(rf"^\| {head} \|.*`{policy}[`<]", listed.read_text(), re.M):
            yield f"{table}'s table of axes does not have it"


def anchors(text):
    """The names a Markdown page's headings can be linked by."""
    for heading in re.findall(r"^#+ +(.*?)\s*$", text, re.M):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
        yield words.replace(" ", "-")


def dead_links(root):
    pages = dict(tree.files(root, ".md"))
    for path, text in pages.items():
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
        for link in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", prose):
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            place = (root / path).parent / target if target else root / path
            if not place.exists():
                yield f"{path}: link to {link}, and there is no such file"
            elif anchor and place.suffix == ".md" and anchor not in anchors(place.read_text()):
                yield f"{path}: link to {link}, and there is no such heading"


def check(root):
    for path, _ in tree.files(root, ".hpp", under=("policies/",)):
        parts = path[: -len(".hpp")].split("/")
        if len(parts) < 3:
            yield f"{path}: a policy lives at policies/<axis>/<policy>.hpp"
        if len(parts) == 3:  # deeper ones are parts of policies
            for lack in missing(root, *parts[1:]):
                yield f"{path}: {lack}"
    for path, _ in tree.files(root, ".hpp", under=(AGENTS,)):
        policy = path[len(AGENTS) : -len(".hpp")]
        if not is_listed(root, "agents", policy):
            yield f"{path}: {LISTS} does not list agents::{policy}"
    yield from dead_links(root)


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "policies/queue/a.hpp": "",
            "policies/queue/storage/part.hpp": "",
            "tests/policies/queue/a_test.cpp": "",
            "verify/pool/x.cpp": "weir::queue::a",
            "verify/pool/every_policy.hpp": "std::tuple<weir::queue::a_by<2>, weir::agents::b>",
            "include/weir/agents/b.hpp": "",
            "docs/policies/queue.md": "# Queues\n## `queue::a`, the *one*\n",
            "README.md": "| `queue` | where tasks wait | `a<N>` |\n",
            "docs/policies/README.md": "| [queue](queue.md) | where tasks wait | **`a<N>`** |\n",
            "CHANGELOG.md": "- `queue::a` [page](docs/policies/queue.md#queuea-the-one), `[not](a link)`\n",
        },
        planted=[
            ({"policies/queue/b.hpp": ""}, r"b\.hpp: no test tests/policies/queue/b_test\.cpp"),
            ({"verify/pool/x.cpp": "workers::a queue::ab"}, r"nothing under verify/ names queue::a"),
            ({"verify/pool/every_policy.hpp": "weir::queue::ab // weir::queue::a"}, r"a\.hpp: verify/pool/every_policy\.hpp does not list queue::a"),
            ({"include/weir/agents/c.hpp": ""}, r"agents/c\.hpp: verify/pool/every_policy\.hpp does not list agents::c"),
            ({"docs/policies/queue.md": "# Queues\nqueue::a\n"}, r"no heading"),
            ({"CHANGELOG.md": "- queue::ab\n"}, r"CHANGELOG"),
            ({"README.md": "| `queue` | where tasks wait | `ab` |\n"}, r" README\.md's table of axes"),
            ({"docs/policies/README.md": "| [queue](queue.md) | where tasks wait | `ab` |\n"}, r"docs/policies/README\.md's table of axes"),
            ({"policies/a.hpp": ""}, r"lives at"),
            ({"README.md": "see [it](docs/none.md)\n"}, r"README\.md: link to docs/none\.md"),
            ({"README.md": "see [it](docs/policies/queue.md#b)\n"}, r"no such heading"),
        ],
    )
