#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The layers, and that includes only ever point down.

0 platform   1 concepts and vocabulary   2 policies   3 engine and pools   4 verify, tests, bench, docs
Vocabulary is a header directly in include/weir/ that needs nothing above layer 1: task.hpp, options.hpp.
"""

import re

import tree

AXES = "include/weir/concepts/axes.hpp"  # the names of the axes: the one thing a platform takes from above itself
NAMES_DEFAULTS = {"include/weir/pool.hpp", "include/weir/thread_pool.hpp", "include/weir/weir.hpp"}
NAMES_ITS_OWN = {"include/weir/agents/light.hpp"}  # the carriers of light workers are a pool of their own, put together there
NAMES_POLICIES = "include/weir/presets/"


def file_of(spelling):
    """The file that <weir/...> means, or None for a header that is not weir's."""
    match = re.match(r"weir/(policies|verify)/", spelling)
    if match:
        return spelling[len("weir/") :]
    if spelling.startswith("weir/"):
        return "include/" + spelling
    return spelling if spelling.startswith(("verify/", "tests/", "bench/", "docs/")) else None


def layers(included):
    """path -> layer, given path -> [(line, included path)]."""

    def layer(path, seen=()):
        if path == AXES or path.startswith("include/weir/platform/"):
            return 0
        if path.startswith("include/weir/concepts/"):
            return 1
        if path.startswith("policies/"):
            return 2
        if path.startswith("include/weir/engine/"):
            return 3
        if path.startswith("include/"):
            below = path not in seen and all(layer(t, (*seen, path)) <= 1 for _, t in included.get(path, []))
            return 1 if below else 3
        return 4

    return {path: layer(path) for path in included}


def check(root):
    included = {}
    for path, text in tree.files(root, ".hpp", ".h", ".cpp", ".cc"):
        targets = ((line, file_of(spelling)) for line, spelling in tree.includes(text))
        included[path] = [(line, target) for line, target in targets if target]
    layer = layers(included)
    for path, targets in included.items():
        if path.startswith(("include/", "policies/")) and path.endswith((".cpp", ".cc")):
            yield f"{path}: weir ships headers only"
        for line, target in targets:
            here, there = layer[path], layer.get(target, 4)
            if there > here:
                yield f"{path}:{line}: layer {here} includes {target}, which is layer {there}"
            if target.startswith("policies/"):
                if here == 2 and path.split("/")[1] != target.split("/")[1]:
                    yield f"{path}:{line}: a policy knows no other axis, and {target} is of another"
                if here == 3 and path not in NAMES_DEFAULTS | NAMES_ITS_OWN and not path.startswith(NAMES_POLICIES):
                    yield f"{path}:{line}: names a policy; the engine knows concepts only, the defaults are in pool.hpp and thread_pool.hpp"


if __name__ == "__main__":
    tree.main(
        check,
        clean={
            "include/weir/concepts/axes.hpp": "",
            "include/weir/platform/native.hpp": "#include <weir/concepts/axes.hpp>\n",
            "include/weir/task.hpp": "#include <weir/platform/native.hpp>\n",
            "policies/queue/a.hpp": "#include <weir/task.hpp>\n#include <vector>\n",
            "include/weir/engine/e.hpp": "#include <weir/task.hpp>\n",
            "include/weir/pool.hpp": "#include <weir/engine/e.hpp>\n#include <weir/policies/queue/a.hpp>\n",
            "include/weir/presets/p.hpp": "#include <weir/policies/queue/a.hpp>\n",
            "verify/v.hpp": "#include <weir/pool.hpp>\n",
        },
        planted=[
            ({"include/weir/platform/p.hpp": "#include <weir/task.hpp>\n"}, r"p\.hpp:1: layer 0 includes"),
            ({"policies/queue/b.hpp": "\n#include <weir/engine/e.hpp>\n"}, r"b\.hpp:2: layer 2 includes"),
            ({"policies/queue/b.hpp": "#include <weir/pool.hpp>\n"}, r"layer 2 includes include/weir/pool"),
            ({"policies/workers/b.hpp": "#include <weir/policies/queue/a.hpp>\n"}, r"knows no other axis"),
            ({"include/weir/engine/f.hpp": "#include <weir/policies/queue/a.hpp>\n"}, r"f\.hpp:1: names a policy"),
            ({"include/weir/pool.hpp": "#include <weir/verify/v.hpp>\n"}, r"layer 3 includes verify"),
            ({"policies/queue/a.cpp": ""}, r"headers only"),
            ({"policies/queue/b.hpp": '#include "tests/support/x.hpp"\n'}, r"layer 2 includes tests"),
        ],
    )
