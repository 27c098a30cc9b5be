#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""What a program of scenarios says to its command line: each thing that it cannot do is refused at once, in one sentence.

usage: command_line_test.py PROGRAM     what command_line_program.cpp makes
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

RIGHT, WRONG, LONG = "every_increment_counts", "nothing_is_overwritten", "many_steps_end"
ANY = "18446744073709551615"
NUMBER = "the value must be a whole number from {} to {}"
PATH = "the value must be a path as a failure prints it"
WRONG_PATH = f"--scenario={RIGHT} --path="
# What is given, and what the sentence about the last of it says.
PATIENCE = 30  # seconds
REFUSED = [
    ("--nonsense", "there is no such option; --help lists them"),
    ("nonsense", "there is no such option"),
    ("--list=3", "this option takes no value"),
    ("--mutate-sites=yes", "this option takes no value"),
    ("--scenario", "the value must be names of scenarios"),
    ("--scenario=", "the value must be names of scenarios"),
    (f"--scenario={RIGHT},", "none empty"),
    ("--scenario=none", "this program has no scenario of that name; --list names those it has"),
    (f"--scenario={RIGHT},none", "this program has no scenario of that name"),
    ("--scenario=expiry_vs_hand_over", "this scenario is left out here: no worker of this pool ever expires"),
    ("--scheduler=", "the value must be surw, pct3, search or graphs"),
    ("--scheduler=dfs", "the value must be surw, pct3, search or graphs"),
    ("--executions", NUMBER.format(0, 10**12)),
    ("--executions=", NUMBER.format(0, 10**12)),
    ("--executions=-1", NUMBER.format(0, 10**12)),
    ("--executions=+1", NUMBER.format(0, 10**12)),
    ("--executions=1e6", NUMBER.format(0, 10**12)),
    ("--executions= 5", NUMBER.format(0, 10**12)),
    (f"--executions={ANY}", NUMBER.format(0, 10**12)),
    ("--seed=x", NUMBER.format(0, ANY)),
    (f"--seed={ANY}0", NUMBER.format(0, ANY)),
    ("--seconds=-1", "the value must be a number of seconds from 0 to 31536000"),
    ("--seconds=nan", "the value must be a number of seconds"),
    ("--seconds=1s", "the value must be a number of seconds"),
    ("--bound=-1", NUMBER.format(0, 1000)),
    ("--bound=1001", NUMBER.format(0, 1000)),
    ("--bound=two", NUMBER.format(0, 1000)),
    (WRONG_PATH + "zzz", PATH),
    (WRONG_PATH + "1..2", PATH),
    (WRONG_PATH + "1.", PATH),
    (WRONG_PATH + "1*0", PATH),
    (WRONG_PATH + "-1", PATH),
    (WRONG_PATH + "0*99999999", PATH),
    (WRONG_PATH + "99999999999999999999", PATH),
    ("--path=1", "name its scenario: --scenario=NAME"),
    (f"--scenario={RIGHT} --scheduler=surw --path=1", "paths are of --scheduler=search and of graphs"),
    (f"--scenario={RIGHT} --execution=3 --path=1", "by --path or by --execution"),
    (f"--scenario={RIGHT} --scheduler=surw --execution=0", NUMBER.format(1, 10**12)),
    (f"--scenario={RIGHT} --execution=3", "name the random scheduler"),
    (f"--scenario={RIGHT} --scheduler=search --execution=3", "name the random scheduler"),
    (f"--scenario={RIGHT} --scheduler=graphs --execution=3", "name the random scheduler"),
    ("--scheduler=graphs --path=1", "name its scenario"),
    ("--scheduler=surw --execution=3", "name its scenario"),
    ("--learnt=much", "the value must be numbers as a failure prints them"),
    ("--learnt=7", "this option is for --execution"),
    ("--picture=", "the value must be a directory"),
    ("--picture=/proc/none", "this directory cannot be made"),
    ("--files=a.hpp", "this option is for --mutate-sites"),
    ("--excuses=a.txt", "this option is for --mutate-sites"),
    ("--jobs=2", "this option is for --mutate-sites"),
    ("--mutant=2", "this option is for --mutate-sites"),
    ("--mutate-sites --jobs=0", NUMBER.format(1, 1024)),
    ("--mutate-sites --jobs=5000", NUMBER.format(1, 1024)),
    ("--mutate-sites --mutant=0", NUMBER.format(1, 10**6)),
    ("--mutate-sites --files=", "the value must be parts of files' paths"),
    ("--mutate-sites --excuses=", "the value must be a file"),
]
# These are seen when the program looks, which is before it has searched for anything.
REFUSED_WHEN_SEEN = [
    ("--mutate-sites --files=none.hpp", "the files with such sites are "),
    ("--mutate-sites --excuses=none.txt", "this file cannot be read"),
    (WRONG_PATH + "9.9.9", "decision 1 of it is 9, and this program offers 0 to 1 there"),
    (WRONG_PATH + "0*400.1", "decisions, and this program makes"),
    (f"--scenario={RIGHT} --scheduler=graphs --path=9.9.9", "this program does not offer its choices"),
    (f"--scenario={RIGHT} --scheduler=graphs --path=1", "this program does not offer its choices"),
    (f"--scenario={RIGHT} --scheduler=graphs --path=0*400.1", "this program does not offer its choices"),
]


def environment(**more):
    return {k: v for k, v in os.environ.items() if not k.startswith("TEST_")} | more


def run(command, **more):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**more), timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "of a program that did not end", "", ""
    return done.returncode, done.stdout, done.stderr


def refusals(program):
    for given, words in REFUSED + REFUSED_WHEN_SEEN:
        began = time.monotonic()
        arguments = [given] if given.startswith("--executions= ") else given.split(" ")
        status, out, sentences = run([program, *arguments])
        last = arguments[-1].partition("=")[0]
        told = sentences.count("\n") == 1 and last in sentences and words in sentences
        if status != 2 or not told or (out and (given, words) in REFUSED) or "Not shown by this" in out or time.monotonic() - began > 5:
            yield f"{given}: status {status}, and it says\n{out[:300]}{sentences}"


def allowed(program):
    for given, words in [
        ("--help", "weir_verify gives 5000 here"),
        ("--list", "left out: expiry_vs_hand_over: no worker of this pool ever expires"),
        (f"--scenario={RIGHT} --executions=100", "1 of 1 scenarios passed"),
        (f"--scenario={RIGHT} --executions=7 --executions=70 --seconds=2.5", "70 executions"),
        (f"--scenario={RIGHT} --scheduler=graphs", "2 executions, each once; 0 more wait"),
        (f"--scenario={RIGHT} --scheduler=graphs", "EVERY EXECUTION"),
        (f"--scenario={LONG} --scheduler=graphs --executions=10", "10 executions, each once; 0 more wait"),
        (f"--scenario={RIGHT} --scheduler=graphs --path=", "1 of 1 scenarios passed"),
        (f"--scenario={RIGHT} --path=", "1 of 1 scenarios passed"),
        (f"--scenario={RIGHT} --path=1", "1 of 1 scenarios passed"),
        (f"--scenario={RIGHT} --mutate-sites --files=/dev/null", ""),
    ]:
        status, out, said = run([program, *given.split()])
        if words not in out or (words and status != 0) or "--files" in said:
            yield f"{given}: status {status}, and it says\n{out}{said}"


def replays(program):
    """A failure's replay line, pasted into a shell, is the same failure: also where the program's path has a space in it."""
    with tempfile.TemporaryDirectory() as folder:
        spaced = pathlib.Path(folder, "my programs", "checks")
        spaced.parent.mkdir()
        shutil.copy(program, spaced)
        for scheduler in ("surw", "pct3", "search", "graphs"):
            status, out, _ = run([spaced, f"--scenario={WRONG}", f"--scheduler={scheduler}", "--executions=500", "--seed=5"])
            lines = re.findall(r"^  replay    (.*)$", out, re.M) + re.findall(r"the execution above again: (.*)$", out, re.M)
            if status != 1 or not lines:
                yield f"{scheduler}: status {status}, and no replay line in\n{out}"
            for line in lines:
                status, again, said = run(["bash", "-c", line])
                if status != 1 or "T2: what one thread has written stays" not in again:
                    yield f"this does not repeat the failure: {line}\n{again}{said}"
    status, out, _ = run([program, f"--scenario={WRONG}", "--executions=500"], TEST_TARGET=f"//a/b:{pathlib.Path(program).name}")
    if f"  replay    bazel run //a/b:{pathlib.Path(program).name} -- --scenario={WRONG} " not in out:
        yield f"a Bazel test does not say how Bazel repeats it:\n{out}"
    status, out, _ = run([program, f"--scenario={WRONG}", "--executions=500"], TEST_TARGET="//a/b:of_another_program")
    if f"  replay    {shlex.quote(str(program))} --scenario={WRONG} " not in out:
        yield f"a program that is called by a Bazel test does not say its path:\n{out}"


def summary(program):
    """Several failures are listed at the end; a single one is there to be seen."""
    claim = "T2: what one thread has written stays"
    wanted = f"failed:\n  {WRONG}: {claim}\n  {WRONG}_again: {claim}\nThe first of them alone: {program} --scenario={WRONG}\n"
    _, out, _ = run([program, f"--scenario={RIGHT},{WRONG},{WRONG}_again", "--executions=500"])
    if f"1 of 3 scenarios passed\n{wanted}" not in out:
        yield f"what has failed is not listed:\n{out}"
    _, out, _ = run([program, f"--scenario={RIGHT},{WRONG}", "--executions=500"])
    if "The first of them" in out:
        yield f"a single failure is listed:\n{out}"


def progress(program):
    """In a pipe, too, a line comes every few seconds, and each line when it is written."""
    command = [program, f"--scenario={LONG}", "--scheduler=search", "--bound=1000", "--executions=0", "--seconds=4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment()) as process:
        began = time.monotonic()
        lines = [process.stdout.readline() for _ in range(8)]
        at = next((i for i, line in enumerate(lines) if re.match(rf"  {LONG}: \d+ executions so far, after \d+ s", line)), None)
        if at is None:
            yield f"after {time.monotonic() - began:.0f} s it has said only\n{''.join(lines)}"
        elif not lines[0].startswith(f"{LONG}: T3"):
            yield f"what is printed first comes late:\n{''.join(lines)}"
        process.kill()


if __name__ == "__main__":
    path = os.path.abspath(sys.argv[1])
    problems = [*refusals(path), *allowed(path), *replays(path), *summary(path), *progress(path)]
    print("\n".join(problems))
    sys.exit(f"{len(problems)} problems" if problems else 0)
