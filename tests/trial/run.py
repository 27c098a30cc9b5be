#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts every policy of this folder, and each of its broken variants, through the checks that docs/verify_your_own.md gives a user who has a
compiler, and writes docs/verify_trial.md.

    tests/trial/run.py --build=DIR                     everything, which takes hours; DIR keeps the programs and the log
    tests/trial/run.py --build=DIR queue/cas_ring      one policy, or some
    tests/trial/run.py --build=DIR --correct           the correct policies only; --broken, their variants only
    tests/trial/run.py --build=DIR --table             runs nothing, writes the table again from DIR/log.jsonl

What DIR's log has is not run again, but for correct policies that were red.

A policy's header says which sentences of its concept's page its variants break: lines `// N: what is wrong | sentence`. A program is compiled
for each policy, and the environment's BROKEN=N makes it variant N; variants under `// fixed:` differ in a constant or a declaration, and are
compiled one by one, with -DFIXED=N. A correct policy has to pass all parts. A broken one has to fail in one; after that the rest are not run.
"""
import argparse, json, os, pathlib, re, subprocess, sys, time  # noqa: E401

TRIAL = pathlib.Path(__file__).resolve().parent
ROOT = TRIAL.parents[1]
AXES = ["queue", "workers", "blocking", "expiry", "growth", "wake", "parking", "observer", "panic"]
MODEL = "-std=c++20 -O1 -fno-lifetime-dse -U_FORTIFY_SOURCE -DRL_DO_ASSERT=1".split()
PLAIN = "-std=c++20 -O1".split()
LIMIT = 150

MAIN = '#include "tests/trial/{header}"\n#include <weir/verify/{include}>\nint main(int argc, char** argv) {{ static_cast<void>(argc), static_cast<void>(argv); return weir::verify::{call}; }}\n'
PROGRAMS = {
    "model": ("harness.hpp", "verify<trial::verified>(argc, argv)"),
    "properties": ("properties/check.hpp", 'check_properties<trial::verified>("trial")'),
    "stress": ("stress/stress.hpp", 'stress_test<trial::verified>("trial")'),
}
SUITE = """#include "tests/trial/{header}"
#include "tests/conformance/{axis}_conformance.hpp"
namespace weir::tests {{
using cases = testing::Types<{case}>;
INSTANTIATE_TYPED_TEST_SUITE_P(trial, {axis}_conformance, cases);
}}
"""


class Policy:
    def __init__(self, path):
        self.header = str(path.relative_to(TRIAL))
        self.name = self.header[:-4]
        text = path.read_text()
        self.page = re.search(r"^// page: (.*)$", text, re.M).group(1)
        case = re.search(r"^// conformance: (\S+) (.*)$", text, re.M)
        self.case = case and (case.group(1), case.group(2))
        fixed = re.search(r"^// fixed: (.*)$", text, re.M)
        self.fixed = {int(n) for n in fixed.group(1).split()} if fixed else set()
        self.variants = {int(n): (what, sentence) for n, what, sentence in re.findall(r"^// (\d): (.*?) \| (.*)$", text, re.M)}


def run(command, limit=LIMIT, cwd=ROOT, broken=0):
    """The exit status, what was printed, and the seconds; a command past its limit is ended, and its status is 124."""
    begin = time.monotonic()
    try:
        done = subprocess.run(["nice", "-n", "12"] + [str(c) for c in command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit, env=dict(os.environ, BROKEN=str(broken)))
        status, text = done.returncode, done.stdout
    except subprocess.TimeoutExpired as over:
        status, text = 124, over.stdout or b""
    return status, text.decode(errors="replace"), time.monotonic() - begin


class Trial:
    def __init__(self, build):
        self.build = build
        build.mkdir(parents=True, exist_ok=True)
        self.log = build / "log.jsonl"
        self.compiled = {}
        self.common()

    def once(self, source, flags, name):
        target = self.build / name
        if not target.exists():
            status, text, _ = run(["g++", *flags, "-I", "include", "-I", ".", "-c", source, "-o", target])
            if status:
                sys.exit(text)
        return target

    def common(self):
        self.checker = self.once("include/weir/verify/support/checker.cpp", MODEL, "checker.o")
        self.properties = [self.once(p, PLAIN, "properties_" + p.stem + ".o") for p in sorted((ROOT / "include/weir/verify/properties").glob("*.cpp"))]
        self.allocations = self.once("tests/support/allocations.cpp", PLAIN, "allocations.o")

    def compile(self, policy, variant, part):
        """The program, or None and what the compiler said, and the seconds. A program is compiled once for all variants that it can choose as it runs."""
        variant = variant if variant in policy.fixed else 0
        if (policy.name, variant, part) in self.compiled:
            return self.compiled[policy.name, variant, part]
        stem = self.build / f"{policy.name.replace('/', '_')}_{variant}_{part}"
        source = stem.with_suffix(".cpp")
        if stem.exists() and stem.stat().st_mtime > max((TRIAL / name).stat().st_mtime for name in (policy.header, "variant.hpp")):
            return stem, "", 0.0
        if part == "conformance":
            axis, case = policy.case
            source.write_text(SUITE.format(header=policy.header, axis=axis, case=case))
            flags, more = PLAIN[:1], [self.allocations, "-lgtest", "-lgtest_main", "-lrapidcheck", "-pthread"]
        else:
            include, call = PROGRAMS["stress" if part.startswith("stress") else part]
            source.write_text(MAIN.format(header=policy.header, include=include, call=call))
            flags = MODEL if part == "model" else PLAIN
            more = {"model": [self.checker], "properties": self.properties + ["-lrapidcheck"], "stress": ["-pthread"], "stress_tsan": ["-pthread", "-fsanitize=thread"]}[part]
        status, text, seconds = run(["g++", *flags, f"-DFIXED={variant}", "-I", "include", "-I", ".", source, *more, "-o", stem])
        self.compiled[policy.name, variant, part] = (None if status else stem, text, 0.0)
        return (None if status else stem), text, seconds

    def part(self, policy, variant, part):
        """Runs one part. `red` says whether it is, `claim` what it named, `said` the first lines of what it printed."""
        if part == "doorway":
            status, text, seconds = run(["include/weir/verify/doorway.py", "-I", "include", "-I", ".", "tests/trial/" + policy.header])
            return dict(red=status != 0, claim=text.strip().splitlines()[0] if status else "", seconds=seconds, said=text[-2000:])
        if part == "compile":
            if variant not in policy.fixed:
                return None
            source = self.build / "compile.cpp"
            source.write_text(MAIN.format(header=policy.header, include=PROGRAMS["properties"][0], call=PROGRAMS["properties"][1]))
            status, text, seconds = run(["g++", "-std=c++20", "-fsyntax-only", f"-DFIXED={variant}", "-I", "include", "-I", ".", source])
            return refused_by_compiler(text, seconds) if status else dict(red=False, claim="", seconds=0)
        program, text, compiling = self.compile(policy, variant, "model" if part in ("claims", "model_5000", "sites") else part)
        if program is None:
            return refused_by_compiler(text, compiling)
        if part == "claims":
            own = self.claims(policy, program)
            if not own:
                return None
        arguments = {"claims": ["--executions=500", "--scenario=" + ",".join(own)] if part == "claims" else [], "model": ["--executions=500"], "model_5000": ["--executions=5000"], "sites": ["--mutate-sites", "--executions=500", "--files=trial/" + policy.header]}.get(part, [])
        status, text, seconds = run([program, *arguments], cwd=self.build, broken=variant)
        result = dict(red=status != 0, seconds=seconds, compiling=compiling, status=status)
        if part == "claims" or part.startswith("model"):
            result["failed"] = failures(text)
            result["left_out"] = re.findall(r"^left out: (.*)$", text, re.M)
            result["claim"] = "; ".join(f"{name}: {what} ({claim})" for name, claim, what in result["failed"]) if status else ""
        elif part == "sites":
            result["survived"] = re.findall(r"^ *\d+ survived.*$", text, re.M)
            result["claim"] = "; ".join(result["survived"]) if status else ""
        elif status:
            result["claim"] = first_complaint(text)
        if status:
            result["said"] = text[-6000:]
            (self.build / f"{policy.name.replace('/', '_')}_{variant}_{part}.txt").write_text(text)
            if not result.get("claim"):
                result["claim"] = f"exit status {status}: " + first_complaint(text)
        return result

    def claims(self, policy, program):
        """The scenarios that the concept's page names and that apply to this pool."""
        _, text, _ = run([program, "--list"], cwd=self.build)
        page = (ROOT / policy.page).read_text()
        return [name for name in re.findall(r"^(\w+)  +", text, re.M) if re.search(r"\b" + name + r"\b", page)]

    def note(self, policy, variant, part, result):
        with self.log.open("a") as log:
            log.write(json.dumps(dict(policy=policy.name, variant=variant, part=part, breached=policy.variants.get(variant, ("", ""))[1], **result)) + "\n")
        print(f"{policy.name:28} {variant} {part:12} {'RED  ' if result['red'] else 'green'} {result['seconds']:6.1f} s  {result.get('claim', '')[:150]}", flush=True)

    def done(self, policy, variant):
        """The parts that the log has of it, with whether they were red."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        rows = [json.loads(line) for line in lines]
        return {row["part"]: row["red"] for row in rows if (row["policy"], row["variant"]) == (policy.name, variant)}

    def correct(self, policy, parts):
        done = self.done(policy, 0)
        for part in parts:
            if not done.get(part, True) or (part == "conformance" and not policy.case):
                continue
            self.note(policy, 0, part, self.part(policy, 0, part))

    def broken(self, policy, variant, parts):
        done = self.done(policy, variant)
        for part in parts:
            if any(done.values()):
                return
            if part in done or (part == "conformance" and not policy.case):
                continue
            result = self.part(policy, variant, part)
            if result is None:
                continue
            self.note(policy, variant, part, result)
            done[part] = result["red"]


CORRECT = ["model", "properties", "stress", "doorway", "conformance"]  # and "sites", if --parts names it: it says which orders may be weaker
BROKEN = ["compile", "claims", "model", "model_5000", "properties", "stress", "conformance", "stress_tsan"]
PARTS = {"compile": "compiler", "claims": "claims of the page", "model": "model check", "model_5000": "model check of 5000", "properties": "properties", "stress": "storms", "stress_tsan": "storms under ThreadSanitizer", "conformance": "conformance suite", "doorway": "doorway", "sites": "sites"}


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;").replace("_x_", "x")


def claim_of(row, page):
    """What the first failure says, in a table's cell: that of a scenario which the concept's page names, if there is one."""
    if row.get("compiler"):
        return cell(row["claim"].removeprefix("compiler: ").split("; see docs/")[0])
    if row.get("failed"):
        def unfit(failure):
            return "INCONSISTENT" in failure[2], re.search(r"\b" + failure[0] + r"\b", page) is None
        scenario, claim, what = sorted(row["failed"], key=unfit)[0]
        what = re.sub(r"^USER ASSERT FAILED: ", "", what)
        more = f" (and {len(row['failed']) - 1} more)" if len(row["failed"]) > 1 else ""
        return f"`{scenario}`, {cell(claim)}" + (f": {cell(what)}" if what not in claim else "") + more
    if row.get("status") in (124, -15):
        return f"does not end; the last test: {cell(row['claim'])}"
    return cell(row["claim"])[:240]


def table(policies, log, target):
    rows = {}
    for line in log.read_text().splitlines():
        row = json.loads(line)
        said = log.parent / f"{row['policy'].replace('/', '_')}_{row['variant']}_{row['part']}.txt"
        if row["red"] and not row.get("failed") and not row.get("compiler") and said.exists() and row["part"] not in ("claims", "model", "model_5000"):
            row["claim"] = first_complaint(said.read_text())
        if row["red"] and not row.get("failed") and said.exists() and row["part"] in ("claims", "model", "model_5000"):
            row["failed"] = failures(said.read_text())
        rows[row["policy"], row["variant"], row["part"]] = row
    text, survivors, refused, greens, reds = [], [], {}, 0, []
    for policy in policies:
        page = (ROOT / policy.page).read_text()
        parts = [rows[policy.name, 0, part] for part in PARTS if (policy.name, 0, part) in rows]
        greens += bool(parts) and not any(row["red"] for row in parts)
        reds += [f"`{policy.name}`: {PARTS[row['part']]}: {claim_of(row, page)}" for row in parts if row["red"]]
        done = ", ".join(f"{PARTS[row['part']]} {row['seconds']:.1f} s" for row in parts if not row["red"])
        text += [f"### {policy.name}", "", f"[{policy.header}](../tests/trial/{policy.header}), contract: [{pathlib.Path(policy.page).stem}](concepts/{pathlib.Path(policy.page).name}). Correct: {done}.", ""]
        text += ["| | What is broken | Sentence of the contract | Refused by | Claim and result | Seconds |", "|---|---|---|---|---|---|"]
        for variant, (what, sentence) in sorted(policy.variants.items()):
            tried = [rows[policy.name, variant, part] for part in PARTS if (policy.name, variant, part) in rows]
            last = next((row for row in tried if row["red"]), None)
            seconds = sum(row["seconds"] for row in tried)
            if last is None:
                by = "**survived**" if tried else "not run"
                if tried:
                    survivors.append(f"`{policy.name}` {variant}: {what}")
                claim = ", ".join(PARTS[row["part"]] for row in tried) + " passed" if tried else ""
            else:
                by = "compiler" if last.get("compiler") else PARTS[last["part"]]
                refused[by] = refused.get(by, 0) + 1
                claim = claim_of(last, page)
            text.append(f"| {variant} | {cell(what)} | {cell(sentence)} | {by}{', again' if last and last.get('again') else ''} | {claim} | {seconds:.1f} |")
        text.append("")
    notes = TRIAL / "notes.txt"
    total = sum(refused.values())
    summary = ["| Refused by | Variants |", "|---|---|"] + [f"| {by} | {refused[by]} |" for by in PARTS.values() if by in refused]
    summary += [f"| none: survived | {len(survivors)} |", ""]
    summary += ["Survivors:", "", *[f"* {s}" for s in survivors], ""] if survivors else ["No variant survived.", ""]
    summary += ["Correct policies that a part refused:", "", *[f"* {r}" for r in reds], ""] if reds else ["No part refused a correct policy.", ""]
    head = notes.read_text().replace("POLICIES", str(len(policies))).replace("VARIANTS", str(total + len(survivors))).replace("GREEN", str(greens)).replace("KILLED", str(total))
    target.write_text(head + "\n## Result\n\n" + "\n".join(summary) + "\n## Table\n\n" + "\n".join(text).rstrip() + "\n")


def refused_by_compiler(text, seconds):
    sentences = re.findall(r"static assertion failed: (.*)", text)
    errors = re.findall(r"error: (.*)", text)
    return dict(red=True, claim="compiler: " + (sentences or errors or ["?"])[0], seconds=0, compiling=seconds, said="\n".join(errors)[:3000], compiler=True, sentence=bool(sentences))


def failures(text):
    """Of each scenario that failed: its name, its claim, and what went wrong."""
    return re.findall(r"^  FAILED    (\S+)\n  claim     (.*)\n(?:  found     .*\n)?  result    (.*)$", re.sub(r"^weir: .*\n", "", text, flags=re.M), re.M)


def first_complaint(text):
    """What a program that is no model check says first of what is wrong."""
    for pattern in [r"^WARNING: ThreadSanitizer: (.*?)(?: \(pid.*)?$", r"^pool trial: (.*?)(?:, in \w+ \(.*)?$", r"^\[  FAILED  \] [^.]*\.(\w+)", r"^(.*(?:claim|FAIL|fail|wrong|lost|deadlock|hang|assert).*)$", r"^\[ RUN      \] [^.]*\.(\w+)\n\Z"]:
        found = re.search(pattern, text, re.M)
        if found:
            return found.group(1).strip()
    running = re.findall(r"^\[ RUN      \] [^.]*\.(\w+)", text, re.M)
    lines = text.strip().splitlines()
    return running[-1] if running else lines[-1] if lines else "nothing was printed"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("policies", nargs="*", help="such as queue/cas_ring, or an axis; all without")
    arguments.add_argument("--build", type=pathlib.Path, required=True)
    arguments.add_argument("--correct", action="store_true")
    arguments.add_argument("--broken", action="store_true")
    arguments.add_argument("--parts", help="of " + ",".join(PARTS) + "; all without", type=lambda text: text.split(","))
    arguments.add_argument("--table", action="store_true")
    a = arguments.parse_args()
    a.build = a.build.resolve()
    policies = [Policy(p) for axis in AXES for p in sorted((TRIAL / axis).glob("*.hpp"))]
    chosen = [p for name in a.policies for p in policies if name in (p.name, p.name.split("/")[0])] if a.policies else policies
    if not a.table:
        trial = Trial(a.build)
        for policy in chosen:
            if a.correct or not a.broken:
                trial.correct(policy, a.parts or CORRECT)
            if a.broken or not a.correct:
                for variant in sorted(policy.variants):
                    trial.broken(policy, variant, a.parts or BROKEN)
    if a.table:
        table(policies, a.build / "log.jsonl", ROOT / "docs/verify_trial.md")


if __name__ == "__main__":
    main()
