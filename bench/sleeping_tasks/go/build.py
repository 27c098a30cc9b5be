#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Builds the Go program of //bench:articles: goroutines, and the pools whose modules are in a folder that the user names.

    build.py --output PROGRAM [--go_modules DIR]

DIR is a module cache (`go env GOMODCACHE`) or any folder with checkouts of the modules. Each folder below it with a go.mod counts; of several
versions the newest that the installed Go can compile is taken. Only packages that are imported are copied, into a temporary folder that is
vendored from, so nothing is downloaded and what only the modules' tests require need not be there. A pool whose module lacks is left out, with a
sentence on standard error.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parent.parent / "contestants" / "go"
SHARED_FILES = ["main.go", "support.go", "tally.go", "goroutine.go", "bodies.s"]

# The build tag of a file here, the package that it imports, and its columns.
RIVALS = [
    ("ants", "github.com/panjf2000/ants/v2", "go_ants and go_ants_func"),
    ("gopool", "github.com/bytedance/gopkg/util/gopool", "go_gopool"),
    ("workerpool", "github.com/gammazero/workerpool", "go_workerpool"),
]

DEEPEST = 12
OTHER_SYSTEMS = re.compile(r"_(windows|darwin|js|wasm|plan9|aix|android|dragonfly|freebsd|illumos|ios|netbsd|openbsd|solaris)(_\w+)?\.go$")


class Lacking(Exception):
    """What a pool needs and is not there."""


def version_of(text):
    """A key that orders v0.9.0 before v0.10.0."""
    return tuple(int(number) for number in re.findall(r"\d+", text))


def modules_in(folder):
    """{module path: [(version, go directive, folder)]} of every go.mod below the folder."""
    found = {}
    top = len(folder.parts)
    for where, names, files in os.walk(folder):
        path = pathlib.Path(where)
        if len(path.parts) - top >= DEEPEST:
            names.clear()
        names[:] = sorted(name for name in names if name not in ("vendor", "testdata", "cache") and not name.startswith("."))
        if "go.mod" not in files:
            continue
        text = (path / "go.mod").read_text(errors="replace")
        name = re.search(r'^module\s+"?([^\s"]+)', text, re.MULTILINE)
        directive = re.search(r"^go\s+([\d.]+)", text, re.MULTILINE)
        if name:
            version = path.name.partition("@")[2]
            found.setdefault(name[1], []).append((version_of(version), directive[1] if directive else "1.16", path))
    return found


def newest_first(candidates, installed):
    """Versions that the installed Go can compile, then the others."""
    return sorted(candidates, key=lambda each: (version_of(each[1])[:2] <= installed, each[0]), reverse=True)


def imports_of(sources):
    for source in sources:
        text = source.read_text(errors="replace")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for block, single in re.findall(r'^import\s*(?:\(([^)]*)\)|(?:[\w.]+\s+)?"([^"]+)")', text, re.MULTILINE):
            if single:
                yield single
            for line in block.splitlines():
                quoted = re.search(r'"([^"]+)"', line.partition("//")[0])
                if quoted:
                    yield quoted[1]


def owner_of(package, modules):
    owners = [module for module in modules if package == module or package.startswith(module + "/")]
    if not owners:
        raise Lacking(f"has no module of {package}")
    return max(owners, key=len)


def packages_for(package, modules, installed):
    """What packages_with() gives, with the newest version of the package's module of which all that it imports is there."""
    module, lacking = owner_of(package, modules), None
    for version in newest_first(modules[module], installed):
        try:
            return packages_with(package, {**modules, module: [version]}, installed)
        except Lacking as e:
            lacking = lacking or e
    raise lacking


def packages_with(package, modules, installed):
    """{package: (module, its chosen version, source files)} of the package and of all that it imports but Go's own library."""
    chosen, waiting = {}, [package]
    while waiting:
        name = waiting.pop()
        if name in chosen or "." not in name.partition("/")[0]:
            continue
        module = owner_of(name, modules)
        version = newest_first(modules[module], installed)[0]
        place = version[2] / name[len(module) :].lstrip("/")
        files = sorted(file for file in place.glob("*") if file.suffix in (".go", ".s", ".h") and not file.name.endswith("_test.go"))
        sources = [file for file in files if file.suffix == ".go" and not OTHER_SYSTEMS.search(file.name)]
        if not sources:
            raise Lacking(f"has no package {name} in {version[2].name}")
        chosen[name] = (module, version, files)
        waiting.extend(imports_of(sources))
    return chosen


def lay_out(folder, packages):
    """The program's sources, with the packages as vendored ones."""
    folder.mkdir()
    for name in SHARED_FILES:
        shutil.copy(SHARED / name, folder)
    for source in HERE.glob("*.go"):
        shutil.copy(source, folder)
    used = {}
    for name, (module, version, files) in packages.items():
        used.setdefault(module, (version, []))[1].append(name)
        place = folder / "vendor" / name
        place.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copyfile(file, place / file.name)
    requires, listed = [], []
    for module, (version, names) in sorted(used.items()):
        major = re.search(r"/v(\d+)$", module)
        number = f"v{major[1] if major else 0}.0.0"  # any will do: nothing is looked up
        requires.append(f"require {module} {number}\n")
        listed.append(f"# {module} {number}\n## explicit; go {version[1]}\n" + "".join(f"{name}\n" for name in sorted(names)))
    (folder / "go.mod").write_text("module weir/bench/sleeping_tasks\n\ngo 1.18\n\n" + "".join(requires))
    if listed:
        (folder / "vendor" / "modules.txt").write_text("".join(listed))


def build(folder, tags, output):
    environment = {**os.environ, "GO111MODULE": "on", "GOFLAGS": "-buildvcs=false", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    command = ["go", "build", "-tags", ",".join(tags), "-o", str(output), "."]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def go_version():
    said = subprocess.run(["go", "version"], capture_output=True, text=True, check=True).stdout
    return version_of(re.search(r"go(\d+\.\d+)", said)[1])


def left_out(columns, why):
    print(f"articles: {columns} left out: {why}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--go_modules", type=pathlib.Path)
    options = parser.parse_args()
    modules, installed = {}, go_version()
    if options.go_modules is None:
        left_out("the pools of Go modules", "no --go_modules=DIR says where the modules are")
    else:
        named = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", ".")) / options.go_modules
        if not named.is_dir():
            sys.exit(f"articles: there is no folder {named}")
        modules = modules_in(named.resolve())

    with tempfile.TemporaryDirectory(prefix="weir-articles-") as folder:
        folder, tags, packages = pathlib.Path(folder), [], {}
        for tag, package, columns in RIVALS if options.go_modules else []:
            try:
                mine = packages_for(package, modules, installed)
            except Lacking as e:
                left_out(columns, f"{options.go_modules} {e}")
                continue
            lay_out(folder / tag, mine)
            tried = build(folder / tag, [tag], folder / "tried")
            if tried.returncode != 0:
                left_out(columns, f"it does not compile here ({tried.stderr.strip().splitlines()[-1] if tried.stderr.strip() else 'no reason given'})")
                continue
            tags.append(tag)
            packages.update(mine)
        lay_out(folder / "all", packages)
        built = build(folder / "all", tags, options.output.absolute())
    if built.returncode != 0:
        sys.exit(built.stderr)


if __name__ == "__main__":
    main()
