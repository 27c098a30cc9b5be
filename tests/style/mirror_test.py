#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""A policy is done when it has a test, a proof, a page, a line in the changelog and a place in each list of policies: the README, weir.hpp, the
pools in which every policy meets every other, the headers whose mistakes are tried, the bench. The docs have no dead link and no name of a mutant
that is gone."""

import re

import tree


EVERY_POLICY = "verify/pool/every_policy.hpp"
AGENTS = "include/weir/agents/"

# place -> policies that are not in it, and why.
NOT_IN = {
    "verify/source_mutants/all.sh": {  # there is no mistake to make in them
        "blocking::discard_newest", "blocking::discard_oldest", "expiry::after_age", "expiry::after_idle", "expiry::never", "observer::none", "observer::sampled_histograms",
        "panic::ignore", "queue::none", "wake::chain", "wake::exact", "workers::fifo", "workers::lifo", "workers::none",
    },
    "bench/policies/twins.cpp": {
        "blocking::wait", "expiry::never", "growth::on_demand", "observer::none", "panic::terminate", "parking::adaptive", "queue::unbounded",
        "wake::chain", "workers::lifo",  # what pool<> has
        "blocking::discard_newest", "blocking::discard_oldest", "blocking::reject", "panic::call",  # they lose tasks, or need a handler
        "queue::keyed", "queue::none", "queue::spsc", "workers::none",  # for other workloads
    },
}  # fmt: skip


def text_of(root, path):
    """C++ without its comments; nothing, if there is no such file."""
    text = (root / path).read_text() if (root / path).exists() else ""
    return tree.without_comments(text) if path.endswith("pp") else text


def unlisted(root, axis, policy):
    """The lists of policies that lack this one."""
    type_ = rf"\b{axis}::{policy}(_by)?\b"
    header = rf"<weir/policies/{axis}/{policy}\.hpp>"
    mistakes = rf"(?:policies/{axis}|\${axis})/(?:\{{[^}}]*\b{policy}\b[^}}]*\}}|{policy})\.hpp"
    lists = {
        "include/weir/weir.hpp": header,
        EVERY_POLICY: type_,  # of these lists the tables of pools are made; the compiler checks that the tables leave nothing out
        "verify/source_mutants/all.sh": mistakes,
        "bench/policies/twins.cpp": type_,
    }
    for path, name in lists.items():
        if f"{axis}::{policy}" not in NOT_IN.get(path, ()) and not re.search(name, text_of(root, path)):
            yield f"{path} does not have it"


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
    yield from unlisted(root, axis, policy)


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


# What a measurement wrote about the tree of its day.
MEASURED = ("CHANGELOG.md", "verify/mutants/TABLE.md", "verify/mutants/SCORE.md")


def gone_mutants(root):
    patches = {path.rpartition("/")[2][: -len(".patch")] for path, _ in tree.files(root, ".patch", under=("verify/mutants/",))}
    for path, text in tree.files(root, ".md"):
        for name in sorted(set(re.findall(r"`([a-z0-9_]+__[a-z0-9_]+)`", text)) - patches):
            if path not in MEASURED:
                yield f"{path}: there is no mutant {name}"


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
        if not re.search(rf"\bagents::{policy}\b", text_of(root, EVERY_POLICY)):
            yield f"{path}: {EVERY_POLICY} does not have it"
    yield from dead_links(root)
    yield from gone_mutants(root)


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
            "verify/mutants/a__loses_a_task.patch": "",
            "docs/found.md": "| a task is lost | `a__loses_a_task` |\n",
            "include/weir/weir.hpp": "#include <weir/policies/queue/a.hpp>\n",
            "verify/source_mutants/all.sh": "group queue $queue/{b,a,c}.hpp -- x\n",
            "bench/policies/twins.cpp": "const twin<queue::a> a;\n",
            "CHANGELOG.md": "- `queue::a` [page](docs/policies/queue.md#queuea-the-one), `[not](a link)`\n",
        },
        planted=[
            ({"policies/queue/b.hpp": ""}, r"b\.hpp: no test tests/policies/queue/b_test\.cpp"),
            ({"verify/pool/x.cpp": "workers::a queue::ab"}, r"nothing under verify/ names queue::a"),
            ({"verify/pool/every_policy.hpp": "weir::queue::ab // weir::queue::a"}, r"a\.hpp: verify/pool/every_policy\.hpp does not have it"),
            ({"include/weir/agents/c.hpp": ""}, r"agents/c\.hpp: verify/pool/every_policy\.hpp does not have it"),
            ({"docs/policies/queue.md": "# Queues\nqueue::a\n"}, r"no heading"),
            ({"CHANGELOG.md": "- queue::ab\n"}, r"CHANGELOG"),
            ({"README.md": "| `queue` | where tasks wait | `ab` |\n"}, r" README\.md's table of axes"),
            ({"docs/policies/README.md": "| [queue](queue.md) | where tasks wait | `ab` |\n"}, r"docs/policies/README\.md's table of axes"),
            ({"include/weir/weir.hpp": "#include <weir/policies/wake/a.hpp>\n"}, r"weir\.hpp does not have it"),
            ({"verify/source_mutants/all.sh": "group queue $queue/{b,c}.hpp $policies/wake/a.hpp\n"}, r"all\.sh does not have it"),
            ({"bench/policies/twins.cpp": "const twin<wake::a> a;\n"}, r"twins\.cpp does not have it"),
            ({"policies/a.hpp": ""}, r"lives at"),
            ({"docs/found.md": "| a task is lost | `b__loses_a_task` |\n"}, r"docs/found\.md: there is no mutant b__loses_a_task"),
            ({"README.md": "see [it](docs/none.md)\n"}, r"README\.md: link to docs/none\.md"),
            ({"README.md": "see [it](docs/policies/queue.md#b)\n"}, r"no such heading"),
        ],
    )
