#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""One weir_header per header (or per header with its parts), and its deps are its #include lines.

With --fix, rewrites the BUILD files so. Only packages that end in weir_headers() are looked at.
"""

import ast
import pathlib
import re
import sys

import tree

SHIPPED = ("include/", "policies/", "verify/")
SYSTEM = {
    "boost": "boost", "boost/asio": "asio", "relacy": "relacy", "rapidcheck": "rapidcheck", "rapidcheck.h": "rapidcheck",
    "dwarf.h": "dw", "elfutils": "dw", "gelf.h": "dw", "gtest": "gtest", "tbb": "tbb", "oneapi": "tbb", "zlib.h": "zlib",
}  # fmt: skip


def packages(root):
    """package -> text of its BUILD.bazel, for packages that ship headers through weir_header."""
    found = {path[: -len("/BUILD.bazel")]: text for path, text in tree.files(root, "/BUILD.bazel", under=SHIPPED)}
    for path, text in tree.files(root, "BUILD.bazel", under=SHIPPED):
        found[path.rpartition("/")[0]] = text
    return {package: text for package, text in found.items() if "weir_headers(" in text}


def package_of(path, known):
    folders = [p.as_posix() for p in pathlib.PurePosixPath(path).parents if p.as_posix() in known]
    return folders[0] if folders else None


def label_of(spelling, here, known):
    """The target that provides what is between the brackets; None for the standard library."""
    match = re.match(r"weir/((?:policies|verify)/)?(.*)\.hpp$", spelling)
    if not match:
        folders = spelling.split("/")
        library = SYSTEM.get("/".join(folders[:2]), SYSTEM.get(folders[0]))
        return f"@system//:{library}" if library else None
    path = match.group(1) + match.group(2) if match.group(1) else "include/weir/" + match.group(2)
    package = package_of(path, known)
    if package is None:
        return f"//{path}"
    name = path[len(package) + 1 :]
    return f":{name}" if package == here else f"//{package}:{name}"


def wanted(root, known):
    """package -> {target name -> sorted deps}, from the headers themselves."""
    labels = {package: {} for package in known}
    owner = {package: {} for package in known}  # part -> the header it is a part of
    for package, text in known.items():
        for _, arguments in calls(text, "weir_header"):
            owner[package].update({part[: -len(".hpp")]: arguments["name"] for part in arguments.get("parts", [])})
    for path, text in tree.files(root, ".hpp", under=SHIPPED):
        package = package_of(path, known)
        if package:
            name = path[len(package) + 1 : -len(".hpp")]
            found = {label_of(spelling, package, known) for _, spelling in tree.includes(text)} - {None}
            labels[package].setdefault(owner[package].get(name, name), set()).update(found)
    rank = {":": 0, "/": 1, "@": 2}
    for package, headers in labels.items():
        for name, found in headers.items():
            found -= {f":{name}"} | {f":{part}" for part, whole in owner[package].items() if whole == name}
            headers[name] = sorted(found, key=lambda label: (rank[label[0]], label))
    return labels


def calls(text, function):
    """(node, keyword arguments) of each call in a BUILD file."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.func.id == function:
            yield node, {k.arg: ast.literal_eval(k.value) for k in node.value.keywords}


def check(root):
    known = packages(root)
    for package, headers in wanted(root, known).items():
        listed = {arguments["name"]: arguments.get("deps", []) for _, arguments in calls(known[package], "weir_header")}
        for name in sorted(set(headers) | set(listed)):
            if name not in headers:
                yield f"{package}/BUILD.bazel: {name}.hpp does not exist"
            elif name not in listed:
                yield f"{package}/BUILD.bazel: no weir_header for {name}.hpp"
            elif sorted(headers[name]) != sorted(listed[name]):
                yield f"{package}/BUILD.bazel: {name} has deps {listed[name]}, its includes are {headers[name]}"
    top = root / "BUILD.bazel"
    named = next((a["deps"] for _, a in calls(top.read_text(), "weir_headers")), []) if top.exists() else []
    for package in sorted(known):
        if not package.startswith("verify") and f"//{package}:headers" not in named:
            yield f"BUILD.bazel: //:headers lacks //{package}:headers"


def written(name, deps, others):
    lines = [f'    name = "{name}",']
    lines += [f"    {key} = {value!r},".replace("'", '"') for key, value in others.items()]
    if len(deps) == 1:
        lines.append(f'    deps = ["{deps[0]}"],')
    elif deps:
        lines += ["    deps = ["] + [f'        "{dep}",' for dep in deps] + ["    ],"]
    return "weir_header(\n" + "\n".join(lines) + "\n)\n"


def fix(root):
    known = packages(root)
    for package, headers in wanted(root, known).items():
        lines = known[package].splitlines(keepends=True)
        others = {}
        for node, arguments in reversed(list(calls(known[package], "weir_header"))):
            others[arguments["name"]] = {k: v for k, v in arguments.items() if k not in ("name", "deps")}
            del lines[node.lineno - 1 : node.end_lineno + 1]  # and the empty line after it
        at = next(i for i, line in enumerate(lines) if line.startswith("weir_headers("))
        lines[at:at] = [written(name, deps, others.get(name, {})) + "\n" for name, deps in sorted(headers.items())]
        (root / package / "BUILD.bazel").write_text("".join(lines))


if __name__ == "__main__":
    if sys.argv[1:] == ["--fix"]:
        sys.exit(fix(tree.source_root()))
    A = 'weir_header(\n    name = "a",\n    deps = [":b", "@system//:boost"],\n)\n\n'
    B = 'weir_header(\n    name = "b",\n    parts = ["b_half.hpp"],\n    deps = ["@system//:zlib"],\n)\n\n'
    tree.main(
        check,
        clean={
            "BUILD.bazel": 'weir_headers(deps = ["//policies/queue:headers"])\n',
            "policies/queue/BUILD.bazel": A + B + "weir_headers()\n",
            "policies/queue/a.hpp": "#include <weir/policies/queue/b.hpp>\n#include <boost/x.hpp>\n#include <vector>\n",
            "policies/queue/b.hpp": "#include <weir/policies/queue/b_half.hpp>\n",
            "policies/queue/b_half.hpp": "#include <weir/policies/queue/b.hpp>\n#include <zlib.h>\n",
        },
        planted=[
            ({"policies/queue/a.hpp": "#include <boost/x.hpp>\n"}, r"a has deps"),
            ({"policies/queue/a.hpp": "#include <weir/policies/queue/b.hpp>\n#include <boost/asio/x.hpp>\n"}, r"a has deps .*:boost.*:asio"),
            ({"policies/queue/b_half.hpp": "#include <boost/x.hpp>\n"}, r"b has deps"),
            ({"policies/queue/c.hpp": ""}, r"no weir_header for c\.hpp"),
            ({"policies/queue/BUILD.bazel": A + B + 'weir_header(name = "d")\nweir_headers()\n'}, r"d\.hpp does not"),
            ({"BUILD.bazel": "weir_headers(deps = [])\n"}, r"//:headers lacks //policies/queue"),
        ],
    )
