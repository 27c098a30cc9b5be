#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""The workflows and forms of .github are well formed, and what they run is there and is what CONTRIBUTING.md tells people to type.

The forge itself is not here, so nothing of .github has run: this reads it. A workflow has the keys that the forge knows, a limit of time for each
job, no more rights than to read unless a job says so, a concurrency group, and actions of a major version. A command that is a file of the tree stands in a
page, where a word in capitals stands for any; its labels and --config are there.
"""

import itertools
import re
import shlex

import yaml

import tree

WORKFLOWS, FORMS = ".github/workflows/", ".github/ISSUE_TEMPLATE/"
PAGES = ("README.md", "CONTRIBUTING.md")
TOP = {"name", "on", "permissions", "concurrency", "defaults", "env", "jobs"}
JOB = {"name", "needs", "if", "runs-on", "container", "timeout-minutes", "strategy", "permissions", "environment", "env", "outputs", "defaults", "steps"}
STEP = {"name", "id", "if", "uses", "with", "run", "env", "shell", "working-directory", "continue-on-error", "timeout-minutes"}
CALL = {"name", "needs", "if", "uses", "with", "permissions", "strategy"}
EVENTS = {"push", "pull_request", "schedule", "workflow_dispatch", "workflow_call"}
CONTEXTS = r"\$\{\{\s*(?:github|matrix|steps|needs|env|secrets)\.[\w.-]+(?:\s*==\s*'[^']*')?\s*\}\}"
FIELDS = {"markdown": {"value"}, "textarea": {"label"}, "input": {"label"}, "dropdown": {"label", "options"}, "checkboxes": {"label", "options"}}


def pages(root):
    """The commands of the pages: what stands between backticks, and the lines of their blocks."""
    for page in PAGES:
        text = (root / page).read_text() if (root / page).exists() else ""
        yield from re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)
        for block in re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.M | re.S):
            yield from (line.split(" #")[0].strip() for line in block.splitlines())


def said(command, shown):
    """Whether one of the shown commands is this one; a word in capitals is any word."""
    words = shlex.split(command)
    for line in shown:
        try:
            of = shlex.split(line)
        except ValueError:
            continue
        if len(of) == len(words) and all(a == b or re.fullmatch(r"[A-Z][A-Z_]*(/[A-Z_]+)?", a) for a, b in zip(of, words)):
            return True
    return False


def rows(job):
    """What each row of the job's matrix says: name -> value."""
    matrix = dict((job.get("strategy") or {}).get("matrix") or {})
    more = matrix.pop("include", [])
    product = [dict(zip(matrix, values)) for values in itertools.product(*matrix.values())] if matrix else []
    return product + more or [{}]


def commands(job, step):
    """The step's commands, one for each row of the matrix, with the values of the row in place of the step's variables."""
    for row in rows(job):
        text = step["run"]
        for name, value in (step.get("env") or {}).items():
            of = re.fullmatch(r"\$\{\{\s*matrix\.([\w-]+)\s*\}\}", str(value))
            if of:
                text = re.sub(rf"\$(?:{name}\b|\{{{name}\}})", str(row.get(of.group(1), "")), text)
        for line in text.replace("\\\n", " ").splitlines():
            yield from (part.strip() for part in re.split(r"&&|\|\||;", line) if part.strip())


def wrong_command(root, command, shown):
    words = shlex.split(command)
    program = words[0].removeprefix("./")
    top = program.split("/")[0]
    if words[0].startswith("./") or "/" in program and (root / top).exists():
        if not (root / program).is_file():
            yield f"there is no {program}"
        elif not said(command, shown):
            yield f"'{command}' is in none of {', '.join(PAGES)}"
    rc = (root / ".bazelrc").read_text() if (root / ".bazelrc").exists() else ""
    for word in words if program == "bazelw" else []:
        config = re.fullmatch(r"--config=(\S+)", word)
        if config and not re.search(rf"^\w+:{re.escape(config.group(1))} ", rc, re.M):
            yield f".bazelrc has no {word}"
        label = re.fullmatch(r"//([^:]*?)(?:/?\.\.\.)?(?::(\S+))?", word)
        if label and not (root / label.group(1)).is_dir():
            yield f"there is no folder for {word}"


def wrong_uses(root, uses):
    if uses.startswith("./"):
        if not (root / uses[2:]).is_file():
            yield f"there is no {uses}"
    elif not re.fullmatch(r"[\w.-]+/[\w./-]+@v\d+", uses):
        yield f"{uses} is not pinned to a major version"


def wrong_job(root, job, shown):
    if "uses" in job:
        yield from (f"unknown key {key}" for key in sorted(set(job) - CALL))
        yield from wrong_uses(root, job["uses"])
        return
    yield from (f"unknown key {key}" for key in sorted(set(job) - JOB))
    if not isinstance(job.get("timeout-minutes"), int):
        yield "no timeout-minutes"
    if "runs-on" not in job or not job.get("steps"):
        yield "no runs-on, or no steps"
    for step in job.get("steps") or []:
        yield from (f"a step has the unknown key {key}" for key in sorted(set(step) - STEP))
        if ("uses" in step) == ("run" in step):
            yield f"a step has either uses or run: {step}"
        elif "uses" in step:
            yield from wrong_uses(root, step["uses"])
        elif "${{" in step["run"]:
            yield f"'{step['run']}': a value goes into a command by env, where no shell reads it"
        else:
            for command in commands(job, step):
                yield from wrong_command(root, command, shown)
    for name in re.findall(r"\bmatrix\.([\w-]+)", str(job)):
        if any(name not in row for row in rows(job)):
            yield f"a row of the matrix has no {name}"


def wrong_workflow(root, text, shown):
    flow = yaml.safe_load(text)
    on = flow.pop(True, flow.pop("on", None))  # YAML 1.1 takes `on` for a truth value
    yield from (f"unknown key {key}" for key in sorted(set(flow) - TOP))
    events = {on} if isinstance(on, str) else set(on or [])
    if not events or events - EVENTS:
        yield f"on: {sorted(events)}"
    if flow.get("permissions") != {"contents": "read"}:
        yield "permissions of the whole are not contents: read"
    if not flow.get("concurrency"):
        yield "no concurrency group"
    jobs = flow.get("jobs") or {}
    for name, job in jobs.items():
        yield from (f"{name}: {problem}" for problem in wrong_job(root, job, shown))
        needs = job.get("needs") or []
        yield from (f"{name} needs {other}, which is no job" for other in ([needs] if isinstance(needs, str) else needs) if other not in jobs)
    for expression in re.findall(r"\$\{\{.*?\}\}", text):
        if not re.fullmatch(CONTEXTS, expression):
            yield f"what is {expression}?"


def wrong_form(text):
    form = yaml.safe_load(text)
    yield from (f"no {key}" for key in ("name", "description", "body") if not form.get(key))
    ids = [field.get("id") for field in form.get("body") or [] if field.get("type") != "markdown"]
    if len(set(ids)) != len(ids) or None in ids:
        yield f"the ids of its fields: {ids}"
    for field in form.get("body") or []:
        if field.get("type") not in FIELDS or FIELDS[field["type"]] - set(field.get("attributes") or {}):
            yield f"a field of unknown type, or without label: {field}"


def check(root):
    shown = list(pages(root))
    found = [each for each in tree.files(root, ".yml", ".yaml", under=(".github/",))]
    if not any(path.startswith(WORKFLOWS) for path, _ in found):
        yield f"there is no workflow in {WORKFLOWS}"
    for path, text in found:
        try:
            if path.startswith(WORKFLOWS):
                yield from (f"{path}: {problem}" for problem in wrong_workflow(root, text, shown))
            elif path.startswith(FORMS) and not path.endswith("config.yml"):
                yield from (f"{path}: {problem}" for problem in wrong_form(text))
            else:
                yaml.safe_load(text)
        except yaml.YAMLError as error:
            yield f"{path}: is no YAML: {' '.join(str(error).split())}"


FLOW = """name: a
on:
  push:
permissions:
  contents: read
concurrency: a-${{ github.ref }}
jobs:
  one:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    strategy:
      matrix:
        config: [asan]
        include:
          - {config: tsan}
    steps:
      - uses: actions/checkout@v5
      - run: apt-get update && ./bazelw test --config=$CONFIG //...
        env:
          CONFIG: ${{ matrix.config }}
      - run: docs/make.py "$GITHUB_REF_NAME" out
  two:
    needs: one
    uses: ./.github/workflows/a.yml
"""
FORM = "name: a\ndescription: b\nbody:\n  - type: input\n    id: x\n    attributes:\n      label: c\n"

if __name__ == "__main__":
    AT = WORKFLOWS + "a.yml"

    def planted(before, after):
        assert before in FLOW, before
        return {AT: FLOW.replace(before, after)}

    tree.main(
        check,
        clean={
            AT: FLOW,
            FORMS + "b.yml": FORM,
            "bazelw": "",
            "docs/make.py": "",
            ".bazelrc": "build:asan --copt=-g\nbuild:tsan --copt=-g\n",
            "CONTRIBUTING.md": "| `./bazelw test --config=asan //...` | `./bazelw test --config=tsan //...` |\n\n```console\ndocs/make.py TAG OUTPUT_DIR\n```\n",
        },
        planted=[
            ({AT: "a: [\n"}, r"a\.yml: is no YAML"),
            ({AT: "name: a\n"}, r"permissions of the whole"),
            (planted("  push:\n", "  pusch:\n"), r"on: \['pusch'\]"),
            (planted("contents: read", "contents: write"), r"permissions of the whole"),
            (planted("concurrency: a-${{ github.ref }}\n", ""), r"no concurrency"),
            (planted("    timeout-minutes: 5\n", ""), r"one: no timeout"),
            (planted("    runs-on:", "    run-on:"), r"one: unknown key run-on"),
            (planted("checkout@v5", "checkout@main"), r"not pinned"),
            (planted("- uses: actions/checkout@v5", "- name: nothing"), r"either uses or run"),
            (planted("--config=$CONFIG", "--config=${{ matrix.config }}"), r"by env"),
            (planted("[asan]", "[asan, msan]"), r"\.bazelrc has no --config=msan"),
            (planted("[asan]", "[asan, msan]"), r"--config=msan //\.\.\.' is in none of"),
            (planted("{config: tsan}", "{konfig: tsan}"), r"a row of the matrix has no config"),
            (planted("//...", "//nowhere/..."), r"there is no folder for //nowhere"),
            (planted("docs/make.py", "docs/made.py"), r"there is no docs/made\.py"),
            (planted("docs/make.py", "docs/make.py --fast"), r"'docs/make\.py --fast .*' is in none of"),
            (planted("needs: one", "needs: three"), r"two needs three"),
            (planted("workflows/a.yml", "workflows/b.yml"), r"there is no \./\.github/workflows/b\.yml"),
            (planted("github.ref", "github ref"), r"what is \$\{\{ github ref"),
            ({FORMS + "b.yml": FORM.replace("label", "lable")}, r"b\.yml: a field of unknown type"),
            ({FORMS + "b.yml": FORM.replace("    id: x\n", "")}, r"b\.yml: the ids"),
            ({FORMS + "b.yml": FORM.replace("description", "about")}, r"b\.yml: no description"),
            ({FORMS + "config.yml": "a: b: c\n"}, r"config\.yml: is no YAML"),
        ],
    )
