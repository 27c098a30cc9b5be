#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""by_weir_check.py OUT [MUTANT...], or by_weir_check.py OUT --table: the scenario that killed a mutant in TABLE.md, run by weir_check: the shipped headers on the native platform, with the threads,
locks and atomics of the standard library, under a checker that knows nothing of weir's platforms.

For each mutant the program is compiled twice, with the headers as they are and with the mutant in them. It is killed if the first passes and the second
fails. Writes a line for each into OUT/results.txt, and leaves those out that are there already; --table prints them as BY_WEIR_CHECK.md has them. Run from the
repository's root; a mutant takes half a minute.
"""
import pathlib
import shutil
import subprocess
import sys

SEE = "-fsanitize=thread -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset".split()
PROGRAM = """#include <weir/weir.hpp>
namespace weir::verify {{
using relacy = platform::native;
}}
#include <weir/verify/check.hpp>
#include <weir/verify/scenarios/{header}.hpp>
{more}
#include "tests/verify/check/play.hpp"
using namespace weir;
int main(int argc, char** argv) {{
  return weir::verify::check(argc, argv, [] {{ play<verify::scenarios::{scenario}<{subject}>>(); }});
}}
"""


def rows():
    for line in pathlib.Path("verify/mutants/TABLE.md").read_text().splitlines():
        cells = [c.strip() for c in line.split("|")[1:-1]]
        if len(cells) == 5 and cells[2].startswith("`") and "verify::relacy" in cells[2]:
            yield cells[0], cells[1], cells[2].strip("`")


def header_of(scenario):
    if pathlib.Path(f"verify/scenarios/{scenario}.hpp").exists():
        return scenario
    for h in sorted(pathlib.Path("verify/scenarios").glob("*.hpp")):
        if f"struct {scenario} " in h.read_text() or f"struct {scenario};" in h.read_text() or f"struct {scenario}\n" in h.read_text():
            return h.stem
    return None


def made(out, name, include, source):
    """The program, compiled against these headers; or what the compiler says."""
    compiled = subprocess.run(["g++", "-std=c++20", "-w", "-g", "-O1", *SEE, f"-I{include}", "-I.", "-c", source, "-o", out / f"{name}.o"], capture_output=True, text=True)
    if compiled.returncode != 0:
        return next((l for l in compiled.stderr.splitlines() if "error" in l), "does not compile")
    subprocess.run(["g++", "-no-pie", out / f"{name}.o", out / "weir_check.o", "-ldw", "-lelf", "-o", out / name], check=True)
    return None


def verdict(out, name):
    """What weir_check says of the program: `passes`, or the kind of failure."""
    try:
        ran = subprocess.run([out / name, "--executions=2000", "--seconds=20"], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if ran.returncode == 0:
        return "passes"
    what = next((l for l in ran.stdout.splitlines() + ran.stderr.splitlines() if "  result  " in l or "refused" in l), "ends with %d" % ran.returncode)
    return what.replace("result", "").strip()[:100]


def table(results):
    """What became of each, those that were not killed first."""
    lines = [l.split("\t") for l in results.read_text().splitlines()]

    def kind(cells):
        as_it_is, broken = cells[3:5]
        if as_it_is != "passes":
            return "not comparable: as it is, " + ("it does not compile" if "error" in as_it_is else as_it_is.split(":")[0])
        return "not noticed" if broken == "passes" else broken.split(":")[0]

    print("| Mutant | Scenario | Subject | By weir_check |\n|---|---|---|---|")
    for noticed in (False, True):
        for cells in sorted(lines):
            if kind(cells).startswith("not") != noticed:
                print(f"| {cells[0]} | {cells[1]} | `{cells[2]}` | {kind(cells)} |")


def main():
    out = pathlib.Path(sys.argv[1]).absolute()
    out.mkdir(parents=True, exist_ok=True)
    results = out / "results.txt"
    if sys.argv[2:] == ["--table"]:
        return table(results)
    done = {l.split("\t")[0] for l in results.read_text().splitlines()} if results.exists() else set()
    known = {}
    if not (out / "weir_check.o").exists():
        subprocess.run(["g++", "-std=c++20", "-g", "-O2", "-Iinclude", "-c", "include/weir/verify/check/runtime.cpp", "-o", out / "weir_check.o"], check=True)
    for mutant, scenario, subject in rows():
        patch = pathlib.Path(f"verify/mutants/{mutant}.patch")
        if mutant in done or (sys.argv[2:] and mutant not in sys.argv[2:]) or not patch.exists():
            continue
        header = header_of(scenario)
        source = out / "program.cpp"
        more = "#include <weir/verify/support/heard_panics.hpp>" if "heard_panics" in subject else ""
        source.write_text(PROGRAM.format(header=header, scenario=scenario, subject=subject, more=more))
        broken = out / "include"
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree("include", broken)
        subprocess.run(["patch", "-s", "-p1", "-d", broken, "-i", patch.absolute()], check=True)
        if (scenario, subject) not in known:
            wrong = made(out, "as_it_is", "include", source)
            known[scenario, subject] = wrong or verdict(out, "as_it_is")
        as_it_is = known[scenario, subject]
        with_mutant = "" if as_it_is != "passes" else made(out, "broken", broken, source) or verdict(out, "broken")
        with results.open("a") as f:
            f.write("\t".join([mutant, scenario, subject, as_it_is, with_mutant]) + "\n")


if __name__ == "__main__":
    main()
