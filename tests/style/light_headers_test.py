#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""A file with a pool does not compile the heaviest headers of the standard library: with algorithm and chrono one that only includes a pool takes a sixth longer."""

import collections

import tree

LIGHT = ("thread_pool", "pool", "light_pool", "function_pool", "task_group", "future", "sleep", "timers", "channel")
HEAVY = {"algorithm", "chrono", "format", "fstream", "iostream", "locale", "ranges", "regex", "sstream"}
INSTEAD = "weir/platform/smaller_of.hpp and durations.hpp, or a loop"


def place(name, texts):
    """Where `#include <weir/...>` finds it: policies and verify are links in include/weir."""
    inner = name.removeprefix("weir/")
    return inner if inner in texts else "include/" + name


def check(root):
    texts = dict(tree.files(root, ".hpp", under=("include/", "policies/")))
    for light in LIGHT:
        first = f"include/weir/{light}.hpp"
        if first not in texts:
            continue
        seen = {first}
        todo = collections.deque([first])
        while todo:
            path = todo.popleft()
            for line, name in tree.includes(texts[path]):
                if name in HEAVY:
                    yield f"{path}:{line}: <{name}>, which <weir/{light}.hpp> includes by it; instead: {INSTEAD}"
                inner = place(name, texts)
                if inner in texts and inner not in seen:
                    seen.add(inner)
                    todo.append(inner)


if __name__ == "__main__":
    POOL = "#include <weir/policies/queue/a.hpp>\n"
    tree.main(
        check,
        clean={"include/weir/pool.hpp": POOL, "policies/queue/a.hpp": "#include <utility>\n", "include/weir/dump.hpp": "#include <chrono>\n"},
        planted=[({"policies/queue/a.hpp": "#include <algorithm>\n"}, r"a\.hpp:1: <algorithm>, which <weir/pool\.hpp>")],
    )
