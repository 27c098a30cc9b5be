#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""doorway.py finds every way past the platform and nothing else; and weir's own headers, but for the platforms, take none.

usage: doorway_test.py [INCLUDE_DIR]     weir's headers; the checkout's where it is left out
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DOORWAY = HERE.parents[1] / "verify/doorway.py"
SHOWN = "ways_past.hpp", "allowed.hpp"
# What may name the standard library's: platforms; what leads to its futures; a list of pools by name, which is on no platform; and two
# queues of Boost's, whose own atomics the checkers take on trust (docs/policies/queue.md); and two concepts, which say what a policy is by what it does
# on the native platform.
DOORS = ("platform/", "concepts/expiry_policy.hpp", "concepts/parking_policy.hpp", "std_future.hpp", "registry.hpp", "policies/queue/lockfree.hpp", "policies/queue/spsc.hpp")
# Runs the checks from outside, and may look at a real clock to keep within its time; the checkers' platforms; storms of real threads.
CHECKERS = ("verify/relacy", "verify/engines/", "verify/genmc", "verify/graphs", "verify/simulated", "verify/support/", "verify/stress/", "verify/source_mutants/")


def run(*arguments, folder=HERE):
    done = subprocess.run([sys.executable, "-B", DOORWAY, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def marked_ways(include):
    """Problems: each line marked `take: WORDS` must be found and be told so, and no other."""
    status, said = run(f"-I{include}", *(f"doorway/{name}" for name in SHOWN))
    if status != 1:
        yield f"status {status} instead of 1:\n{said}"
    found = {}
    for path, line, sentence in re.findall(r"^(.*?):(\d+): (.* is for platforms only, a checker could not see it; take .*)$", said, re.M):
        found.setdefault((path, int(line)), []).append(sentence.partition("; take ")[2])
    marked = 0
    for name in SHOWN:
        for number, line in enumerate((HERE / "doorway" / name).read_text().splitlines(), 1):
            wanted = line.partition("// take: ")[2]
            advice = found.pop((f"doorway/{name}", number), [])
            marked += bool(wanted)
            if wanted and not any(wanted in a for a in advice):
                yield f"{name}:{number}: not found, or not told to take {wanted}: {line.strip()} {advice}"
            if not wanted and advice:
                yield f"{name}:{number}: this is allowed: {line.strip()} {advice}"
    if marked < 60 or found:
        yield f"{marked} ways are marked, and something is said of other lines: {found}"


def answers():
    """Problems with what it answers when there is nothing to find, or nothing to read."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "fine.hpp").write_text("#include <value.hpp>\ninline value v;\n")
        (folder / "broken.hpp").write_text("nope v;\n")
        (folder / "libraries").mkdir()
        (folder / "libraries/value.hpp").write_text("#include <mutex>\nusing value = VALUE;\ninline std::mutex not_looked_through;\n")
        for arguments, status, words in [
            (["-I", "libraries", "-DVALUE=int", "fine.hpp"], 0, "1 files take everything from their platform"),
            (["-I", "libraries", "-DVALUE=std::mutex", "fine.hpp"], 1, "fine.hpp:2: std::mutex is for platforms only"),
            (["fine.hpp"], 2, "value.hpp"),
            (["broken.hpp"], 2, "unknown type name 'nope'"),
            (["none.hpp"], 2, "none.hpp: there is no such file"),
            ([], 2, "usage: doorway.py"),
        ]:
            got, said = run(*arguments, folder=folder)
            if got != status or words not in said:
                yield f"doorway.py {' '.join(arguments)}: status {got} instead of {status}, or not '{words}':\n{said}"


def own_headers(include):
    """Problems with weir itself."""
    headers = [path.relative_to(include).as_posix() for path in sorted(include.glob("weir/**/*.hpp"))]
    headers += [path.relative_to(include).as_posix() for link in ("policies", "verify") for path in sorted(include.glob(f"weir/{link}/**/*.hpp"))]
    ours = [h for h in dict.fromkeys(headers) if not h.startswith(tuple("weir/" + door for door in DOORS + CHECKERS))]
    if len(ours) < 100:
        yield f"only {len(ours)} headers in {include}"
    status, said = run(f"-I{include}", *ours, folder=include)
    if status != 0:
        yield said


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1] if sys.argv[1:] else HERE.parents[1] / "include").absolute()
    problems = [*marked_ways(where), *answers(), *own_headers(where)]
    print("\n".join(problems))
    sys.exit(f"{len(problems)} problems" if problems else 0)
