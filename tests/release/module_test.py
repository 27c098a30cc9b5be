#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The module weir exports every name that the headers have, and the programs of docs/examples compile and run with it, by clang++ 19.

usage: module_test.py [MODULE]     its interface, by default one that this makes
Before, it sees a module with one header that is not exported found.
"""

import pathlib
import re
import sys
import tempfile

from single_header_test import FLAGS, ROOT, examples, must, one_program, run

# libstdc++ 12 switches off a warning around its own call of std::get_temporary_buffer, which clang++ forgets where a module has instantiated it.
CLANG = ["clang++-19", *FLAGS, "-Wno-deprecated-declarations"]
COROUTINES = "#include <coroutine>\n"  # a module cannot give it: the language asks for the header where a coroutine is
# A name at the beginning of a line of weir's layout, in which namespaces do not indent.
DECLARED = re.compile(
    r"(?:class|struct|enum class|concept|using) (?:\[\[[^]]*\]\] |alignas\([^)]*\) )?(\w+)"
    r"|inline constexpr [^=;{(]*?(\w+) ?[=;{]"
    r"|(?!static_assert|template|requires)(?:\[\[[^]]*\]\] )?\w[\w:<>,&* ]*[ &*](?!operator\b)(\w+)\("
)


def names(text):
    """Qualified names of what the parts declare in namespaces."""
    spaces, found = [], set()
    for line in text.splitlines():
        opened, declared = re.match(r"namespace ([\w:]+) \{", line), DECLARED.match(line)
        if opened:
            spaces.append(opened.group(1))
        elif line.startswith("}  // namespace"):
            spaces.pop()
        elif declared and spaces:
            found.add("::".join([*spaces, next(name for name in declared.groups() if name)]))
    return found


def uses(wanted):
    """A program that needs each of the names to be exported."""
    return "import weir;\n" + "".join(f"namespace n{n} {{ using {name}; }}\n" for n, name in enumerate(sorted(wanted)))


def precompiled(text, work):
    """Compiles the interface in that folder; returns what others are compiled with."""
    work.mkdir()
    (work / "weir.cppm").write_text(text)
    must(*CLANG, "--precompile", work / "weir.cppm", "-o", work / "weir.pcm")
    return [*CLANG, f"-fmodule-file=weir={work}/weir.pcm"]


def see_it_fail(text, wanted, work):
    part = r"^// ---- <weir/pool\.hpp>.*?^#endif$"
    hidden = re.sub(part, lambda found: "}\n" + found.group() + "\nexport {", text, flags=re.M | re.S)
    with_module = precompiled(hidden, work)
    (work / "names.cpp").write_text(uses(wanted))
    status, output = run(*with_module, "-fsyntax-only", work / "names.cpp")
    if status == 0 or not re.search(r"error: .*'(weir::)?pool'", output):
        sys.exit(f"weir::pool is not exported, and nothing says so: {output}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "weir.cppm")
        if not sys.argv[1:]:
            must(ROOT / "docs/release/single_header.py", "--module", made)
        text = pathlib.Path(*sys.argv[1:] or [made]).read_text()
        wanted = names(text)
        lacking = {"weir::pool", "weir::thread_pool", "weir::queue::bounded", "weir::queue_policy", "weir::to_string", "weir::version_major"} - wanted
        if lacking or len(wanted) < 300:
            sys.exit(f"{len(wanted)} names are found, and not {lacking}")
        see_it_fail(text, wanted, pathlib.Path(folder, "hidden"))

        work = pathlib.Path(folder, "module")
        with_module = precompiled(text, work)
        found = [(name, code) for name, code in examples() if "#include <weir/asio.hpp>" not in code]
        (work / "names.cpp").write_text(uses(wanted))
        (work / "examples.cpp").write_text(one_program(found, COROUTINES).replace("\nnamespace", "\nimport weir;\n\nnamespace", 1))
        must(*with_module, "-fsyntax-only", work / "names.cpp")
        must(*with_module, work / "examples.cpp", work / "weir.pcm", "-o", work / "program")
        must(work / "program", folder=work)
    print(f"{len(wanted)} names, {len(found)} examples")


if __name__ == "__main__":
    main()
