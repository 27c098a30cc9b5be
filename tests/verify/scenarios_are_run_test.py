#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Each scenario of verify/scenarios is run by one of the programs that run with all tests; what only //:deep has would be run seldom.

usage: scenarios_are_run_test.py PROGRAM...      asks each with --list
"""

import pathlib
import subprocess
import sys

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "verify/scenarios"


def listed(programs):
    """What the programs run: a scenario's name, perhaps behind the name of a pool and a dot, and with more words when it comes in several forms."""
    for program in programs:
        said = subprocess.run([program, "--list"], capture_output=True, text=True, timeout=60, check=True).stdout
        yield from (line.split()[0].split(".")[-1] for line in said.splitlines() if line.strip())


def unlisted(scenarios, programs):
    """The scenarios that are not run. A name counts for the longest scenario that it begins with."""
    left = set(scenarios)
    for name in listed(programs):
        left -= set(sorted((s for s in scenarios if f"{name}_".startswith(f"{s}_")), key=len)[-1:])
    return sorted(left)


scenarios = {header.stem for header in SCENARIOS.glob("*.hpp") if "static constexpr const char* claim =" in header.read_text()}
assert len(scenarios) > 100, f"found {len(scenarios)} scenarios in {SCENARIOS}"
assert unlisted(scenarios | {"no_such_scenario"}, sys.argv[1:2]), "a scenario that no program lists is not missed"
missing = unlisted(scenarios, sys.argv[1:])
for name in missing:
    print(f"{name}: no program that runs with all tests lists it")
print(f"{len(scenarios) - len(missing)} of {len(scenarios)} scenarios are run by {len(sys.argv) - 1} programs")
sys.exit(bool(missing))
