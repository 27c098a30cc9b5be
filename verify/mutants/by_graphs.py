#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Prints which mutants the search by graphs has not killed, and why, from the logs that this command left:

    ./bazelw test -k --test_timeout=3400 --test_env=CHECKER_ARGUMENTS="--scheduler=graphs --executions=0 --seconds=20" //verify/mutants:all_by_scenario

usage: by_graphs.py [DIRECTORY_OF_LOGS]      Fails if a mutant has no result, or survived a search that ended.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent


def results(logs):
    """(mutant, None if it was killed, else the last line that the search wrote of it)."""
    for log in sorted(logs.glob("**/test.log")):
        last = None
        for line in log.read_text(errors="replace").splitlines():
            if killed := re.match(r"table\t(\S+)\t.*\tgraphs\t", line):
                yield killed.group(1), None
            elif survived := re.match(r"SURVIVED: .* did not notice (\S+)\.patch", line):
                yield survived.group(1), last or ""
            elif re.match(r" +graphs +", line):
                last = line


def main(words):
    logs = pathlib.Path(words[0]) if words else HERE.parents[1] / "bazel-testlogs/verify/mutants/all_by_scenario"
    found = dict(results(logs))
    missing = sorted({patch.stem for patch in HERE.glob("*.patch")} - set(found))
    left_out, open_ = {}, []
    for mutant, line in sorted(found.items()):
        if line is None:
            continue
        if reason := re.search(r"left out: (.*)", line):
            left_out.setdefault(reason.group(1), []).append(mutant)
        elif share := re.search(r"(\d+) executions.* not ended: (\S+ %) of about (\S+)", line):
            open_.append((mutant, *share.groups()))
        else:
            missing.append(f"{mutant}: {line}")
    print(f"{sum(line is None for line in found.values())} of {len(found)} mutants killed.\n")
    print("| its scenario is left out, because | mutants |\n|---|---|")
    for reason, mutants in sorted(left_out.items()):
        print(f"| {reason} | {', '.join(f'`{m}`' for m in mutants)} |")
    print("\n| not ended and not killed | executions | share | of about |\n|---|---|---|---|")
    for row in open_:
        print("| `{}` | {} | {} | {} |".format(*row))
    if missing:
        sys.exit("no result, or survived every execution:\n" + "\n".join(missing))


if __name__ == "__main__":
    main(sys.argv[1:])
