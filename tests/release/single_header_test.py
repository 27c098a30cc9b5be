#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""weir_single.hpp has every header of users once, and the programs of docs/examples compile and run with it by clang++; some of them, in a third of the
time, by g++ too.

usage: single_header_test.py [HEADER]     the single header, by default one that this makes
Before, it sees docs/release/single_header.py order small headers, and refuse those that it cannot put together.
"""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread"]
# What they are told of coroutines for Boost.Asio is in weir.bzl too.
COMPILERS = {"g++": ["g++"], "clang++": ["clang++", "-DBOOST_ASIO_HAS_CO_AWAIT", "-DBOOST_ASIO_HAS_STD_COROUTINE"]}

spec = importlib.util.spec_from_file_location("single_header", ROOT / "docs/release/single_header.py")
single_header = importlib.util.module_from_spec(spec)
spec.loader.exec_module(single_header)


def guarded(code):
    return f"// SPDX-License-Identifier: Apache-2.0\n#ifndef A\n#define A\n\n{code}\n\n#endif\n"


SMALL = {
    "weir/weir.hpp": guarded("/// All.\n#include <weir/b.hpp>"),
    "weir/a.hpp": guarded("#include <weir/b.hpp>\n#include <weir/version.hpp>\n\n#include <vector>\n\nint a;"),
    "weir/b.hpp": guarded(
        "#include <boost/b.hpp>\n#include <array>  // for b\n#if defined(__linux__)\n#include <array>\n#include <sched.h>\n#endif\n\n"
        "#if defined(__linux__)\n#include <unistd.h>\nint b;\n#endif"
    ),
    "weir/policies/c.hpp": guarded("#include <weir/a.hpp>\n#include <array>\nint c;"),
    "weir/version.hpp": guarded("version_major = 1; version_minor = 2; version_patch = 3;"),
    "weir/asio.hpp": guarded("#include <boost/asio.hpp>\nint d;"),
    "weir/verify/v.hpp": guarded("int v;"),
}
EXPECTED = r"""// SPDX-License-Identifier: Apache-2\.0
// weir 1\.2\.3, .*\n// of commit abc: .*#include <array>
#include <vector>

#include <boost/b\.hpp>

#if defined\(__linux__\)
#include <sched\.h>
#include <unistd\.h>
#endif

// ---- <weir/b\.hpp> -+
#ifndef A
#define A

#if defined\(__linux__\)
int b;
#endif

#endif

// ---- <weir/version\.hpp> -+\n.*
// ---- <weir/a\.hpp> -+\n.*
// ---- <weir/policies/c\.hpp> -+
#ifndef A
#define A

int c;

#endif

#endif  // WEIR_SINGLE_HPP
"""
REFUSED = [
    ("weir/a.hpp", "#include <weir/gone.hpp>", r"weir/a\.hpp includes weir/gone\.hpp, which is not there"),
    ("weir/a.hpp", "int a;\n#include <vector>", r"weir/a\.hpp:6: an include after the code"),
    ("weir/a.hpp", '#include "b.hpp"', r"weir/a\.hpp:5: an include of another form"),
    ("weir/a.hpp", "#if B\n#include <weir/b.hpp>\n#endif", r"weir/a\.hpp:6: a header of weir under a condition"),
    ("weir/a.hpp", "#if B\n#else\n#include <vector>\n#endif", r"weir/a\.hpp:7: an include under #else"),
    ("weir/a.hpp", "#include <weir/verify/v.hpp>", r"weir/verify/v\.hpp, which is not there"),
]


def see_it_order_and_refuse():
    made = single_header.single_file(SMALL, "abc")
    if not re.fullmatch(EXPECTED, made, re.S) or "boost/asio" in made or "int v" in made:
        sys.exit(f"small headers are put together wrongly:\n{made}")
    for path, code, expected in REFUSED:
        try:
            made = single_header.single_file({**SMALL, path: guarded(code)}, "abc")
        except single_header.refused as why:
            if re.search(expected, str(why)):
                continue
            sys.exit(f"expected /{expected}/, refused was: {why}")
        sys.exit(f"this header should have been refused: {code}")
    print(f"seen refusing {len(REFUSED)} headers")


def wrong_parts(text):
    """What the single header lacks of the tree's headers, or has besides."""
    left_out = {"weir/" + name for name in re.findall(r'name = "(\w+)",\n    opt_in', (ROOT / "include/weir/BUILD.bazel").read_text())}
    wanted = [name for name in single_header.headers_below(ROOT / "include") if not name.startswith("weir/verify/")]
    wanted = sorted(name for name in wanted if name.removesuffix(".hpp") not in left_out and name != "weir/weir.hpp")
    found = re.findall(r"^// ---- <(.*?)> -+$", text, re.M)
    if sorted(found) != wanted or len(wanted) < 100:
        yield f"these headers are parts, or not, and should not, or should: {sorted(set(found) ^ set(wanted))}"
    lines = re.findall(r"^#include .*$", text.split("// ---- <")[0], re.M)
    yield from (f"{line} is not at the top" for line in re.findall(r"^#include .*$", text, re.M)[len(lines) :])
    yield from (f"{line} is left" for line in lines if "<weir/" in line)
    yield from (f"{line} comes twice" for line in set(lines) if lines.count(line) > 1 and not line.endswith(".h>"))


def run(*words, folder=None):
    done = subprocess.run([str(word) for word in words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def must(*words, folder=None):
    status, output = run(*words, folder=folder)
    if status != 0:
        sys.exit(f"{' '.join(str(word) for word in words)}: {status}\n{output[:4000]}")


def examples():
    """(name, text) of each example without checkers."""
    for path in sorted((ROOT / "docs/examples").glob("*.cpp")):
        text = path.read_text()
        if not re.search(r'^#include ("|<weir/verify/)', text, re.M):
            yield path.stem, text


def one_program(found, head):
    """The examples as one program, each in a namespace with its main as a function of another name, with all includes, and this head for weir's."""
    lines = {line for _, text in found for line in re.findall(r"^#include <.*>", text, re.M) if not line.startswith("#include <weir/")}
    program = head + "".join(line + "\n" for line in sorted(lines, key=lambda line: ("boost/" in line, line)))
    for name, text in found:
        text = re.sub(r"^#include .*\n", "", text, flags=re.M).replace("int main() {", "int example() {")
        program += f"\nnamespace {name} {{\n" + re.sub(r"^\}.*\n\Z", "  return 0;\n}\n", text, flags=re.M) + f"}}  // namespace {name}\n"
    calls = "".join(f'  if (const int code = {name}::example(); code != 0) return std::printf("{name} ends with %d\\n", code), 1;\n' for name, _ in found)
    return program + f"\nint main() {{\n{calls}}}\n"


ANOTHER_FILE = '#include "weir_single.hpp"\nint another_file() { return weir::thread_pool().submit([] { return 42; }).get(); }\n'


def try_with(compiler, found, text, work):
    """Compiles and runs a program of two files, one of which has these examples."""
    compile_it = [*COMPILERS[compiler], *FLAGS]
    head = '#include "weir_single.hpp"\n\n#include <weir/asio.hpp>\n\n'
    work.mkdir()
    (work / "weir_single.hpp").write_text(text)
    (work / "another_file.cpp").write_text(ANOTHER_FILE)
    (work / "examples.cpp").write_text(one_program(found, head))
    must(*compile_it, "-c", work / "another_file.cpp", "-o", work / "another_file.o")
    must(*compile_it, "-I", ROOT / "include", work / "examples.cpp", work / "another_file.o", "-o", work / "program")
    must(work / "program", folder=work)  # one of them writes a file


def see_it_fail(text, work):
    work.mkdir()
    (work / "weir_single.hpp").write_text(re.sub(r"^// ---- <weir/pool\.hpp>.*?^#endif$", "", text, flags=re.M | re.S))
    (work / "another_file.cpp").write_text(ANOTHER_FILE)
    status, output = run("g++", *FLAGS, "-fsyntax-only", work / "another_file.cpp")
    if status == 0 or "error" not in output:
        sys.exit("a single header without weir::pool goes through")


def main():
    see_it_order_and_refuse()
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "weir_single.hpp")
        if not sys.argv[1:]:
            must(ROOT / "docs/release/single_header.py", made)
        text = pathlib.Path(*sys.argv[1:] or [made]).read_text()
        for wrong in text.replace("<weir/pool.hpp> --", "<weir/poll.hpp> --"), text + "#include <array>\n", "#include <array>\n" * 2 + text:
            if not list(wrong_parts(wrong)):
                sys.exit("a planted mistake is missed")
        found = list(wrong_parts(text))
        if len(list(examples())) < 15:
            found.append("too few examples found; this checked nothing")
        if found:
            sys.exit("\n".join(found))
        see_it_fail(text, pathlib.Path(folder, "planted"))
        for compiler in COMPILERS:
            found = list(examples())[:: 5 if compiler == "g++" else 1]
            try_with(compiler, found, text, pathlib.Path(folder, compiler))
            print(f"{compiler}: {len(found)} examples")


if __name__ == "__main__":
    main()
