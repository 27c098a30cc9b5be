#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: stubs.py FOLDER    Writes a module for each that Debian does not have as one, and FOLDER/bazelrc, which names them.

The libraries among them are those of Debian's packages: their targets have the names of the real modules' and carry only what the linker must be told.
"""

import pathlib
import sys

# Name of the module -> its libraries: the target, and how to link it. Bazel's own dependencies that nothing here uses have none.
STUBS = {
    "apple_support": {},
    "buildozer": {},
    "protobuf": {},
    "zlib": {},
    "boost.asio": {"boost.asio": ["-pthread"]},
    "boost.container": {"boost.container": []},
    "boost.intrusive": {"boost.intrusive": []},
    "boost.lockfree": {"boost.lockfree": []},
    "googletest": {"gtest": ["-lgtest", "-pthread"], "gtest_main": ["-lgtest_main", "-lgtest", "-pthread"]},
    "rapidcheck": {"rapidcheck": ["-lrapidcheck"]},
}
# Debian's packages that are modules already, beside those that its own bazelrc names.
PACKAGED = {"rules_shell": "/usr/share/bazel/rules/shell"}


def main(folder):
    overrides = dict(PACKAGED)
    for name, libraries in STUBS.items():
        here = folder / name
        here.mkdir(parents=True, exist_ok=True)
        (here / "MODULE.bazel").write_text(f'module(name = "{name}")\n\nbazel_dep(name = "rules_cc")\n')
        build = 'load("@rules_cc//cc:defs.bzl", "cc_library")\n'
        for target, linkopts in libraries.items():
            build += f'\ncc_library(\n    name = "{target}",\n    linkopts = {linkopts},\n    visibility = ["//visibility:public"],\n)\n'
        (here / "BUILD.bazel").write_text(build)
        overrides[name] = str(here)
    rc = "common --noenable_workspace\n" + "".join(f"common --override_module={name}={path}\n" for name, path in overrides.items())
    (folder / "bazelrc").write_text(rc)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
