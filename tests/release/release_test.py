#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Makes a release of the working tree under a made-up version, and looks at all its files: docs/release/README.md.

Before, it sees the check of a release find planted mistakes, and docs/release/make.py refuse what is no release, in small repositories of its own.
"""

import ast
import base64
import contextlib
import hashlib
import importlib.util
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import types

import yaml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION, REPOSITORY = "9.8.7", "example/weir"
URL = f"https://github.com/{REPOSITORY}/releases/download/v{VERSION}/weir-{VERSION}.tar.gz"


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = load(ROOT / "docs/release/make.py", "make")


def files_under(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def headers_of_tree():
    """What a checkout has below include/, through its links."""
    linked = {f"weir/{path.relative_to(ROOT).as_posix()}" for part in ("policies", "verify") for path in (ROOT / part).rglob("*.hpp")}
    own = {path.relative_to(ROOT / "include").as_posix() for path in (ROOT / "include").rglob("*.hpp")}
    return linked | {name for name in own if not name.startswith(("weir/policies/", "weir/verify/"))}


def conan_package(recipe, source, package):
    """Runs the recipe's source, package and package_info on stand-ins for Conan; returns what it was to download, and itself."""
    asked = {}

    class cpp_info(types.SimpleNamespace):
        def set_property(self, name, value):
            setattr(self, name, value)

    def copy(_, pattern, src, dst, excludes=""):
        for path in sorted(pathlib.Path(src).rglob("*")):
            if path.is_file() and path.match(pattern) and not (excludes and path.match(excludes)):
                target = pathlib.Path(dst, path.relative_to(src))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())

    parts = {
        "conan": {"ConanFile": object},
        "conan.tools": {},
        "conan.tools.build": {"check_min_cppstd": lambda *_: None},
        "conan.tools.files": {"copy": copy, "get": lambda _, **data: asked.update(data)},
        "conan.tools.layout": {"basic_layout": lambda *_, **__: None},
    }
    for name, members in parts.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)
    one = load(recipe / "conanfile.py", "conanfile").WeirConan()
    one.version, one.conan_data = VERSION, yaml.safe_load((recipe / "conandata.yml").read_text())
    one.source_folder, one.package_folder, one.cpp_info = str(source), str(package), cpp_info()
    one.settings = types.SimpleNamespace(os="Linux")
    one.source()
    one.package()
    one.package_info()
    return asked, one


def wrong_archive(data, work):
    """What is wrong with the archive. Unpacks it in the folder work, and installs it with CMake into work/prefix."""
    source = work / f"weir-{VERSION}"
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if not member.isfile() or not member.name.startswith(source.name + "/") or ".." in member.name:
                yield f"the archive has {member.name}, which is no file below {source.name}/"
                return
        archive.extractall(work)
    headers = {name for name in files_under(source / "include") if name.endswith(".hpp")}
    yield from (f"the archive lacks include/{name}" for name in sorted(headers_of_tree() - headers))
    yield from (f"the archive has include/{name}, and the tree does not" for name in sorted(headers - headers_of_tree()))
    numbers = re.findall(r"version_\w+ = (\d+)", (source / "include/weir/version.hpp").read_text())
    if ".".join(numbers) != VERSION:
        yield f"version.hpp says {numbers}"
    if not (source / "bazelw").stat().st_mode & 0o100:
        yield "bazelw is not executable"
    for words in ("-S", source, "-B", work / "build", f"-DCMAKE_INSTALL_PREFIX={work}/prefix"), ("--install", work / "build"):
        status, output = run("cmake", *words)
        if status != 0:
            yield f"cmake {words[0]}: {output[-2000:]}"
            return
    installed = files_under(work / "prefix/include")
    there = {name for name in files_under(source / "include") if not name.endswith("BUILD.bazel")}
    yield from (f"only one of the archive's include/ and cmake --install has {name}" for name in sorted(installed ^ there))


def wrong_entries(out, work):
    """The same of the other files; the archive is unpacked and installed in work."""
    data, source = (out / f"weir-{VERSION}.tar.gz").read_bytes(), work / f"weir-{VERSION}"
    for package in "vcpkg_package", "conan_package":
        shutil.rmtree(work / package, ignore_errors=True)
    sums = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in (f"weir-{VERSION}.tar.gz", "weir_single.hpp", "weir.cppm")}
    if (out / "SHA256SUMS").read_text() != "".join(f"{each}  {name}\n" for name, each in sums.items()):
        yield "SHA256SUMS has another sum"
    headers = make.single_header.headers_below(source / "include")
    for name, module in ("weir_single.hpp", False), ("weir.cppm", True):
        if (out / name).read_text() != make.single_header.single_file(headers, "unknown, a dry run", module):
            yield f"{name} is not made of the archive's headers"
    bazel, recipe = out / "bazel/modules/weir", out / "conan/recipes/weir"
    entry = json.loads((bazel / VERSION / "source.json").read_text())
    if entry != {"url": URL, "integrity": "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode(), "strip_prefix": f"weir-{VERSION}"}:
        yield f"source.json: {entry}"
    if json.loads((bazel / "metadata.json").read_text())["versions"] != [VERSION]:
        yield "metadata.json has another version"
    if (bazel / VERSION / "MODULE.bazel").read_bytes() != (source / "MODULE.bazel").read_bytes():
        yield "MODULE.bazel is not the archive's"
    presubmit = yaml.safe_load((bazel / VERSION / "presubmit.yml").read_text())
    user = presubmit["bcr_test_module"]
    yield from (f"presubmit.yml: {name} builds nothing" for name, task in (presubmit["tasks"] | user["tasks"]).items() if not task.get("build_targets"))
    if not (source / user["module_path"] / "MODULE.bazel").exists():
        yield f"presubmit.yml: there is no module in {user['module_path']}"

    if json.loads((out / "vcpkg/ports/weir/vcpkg.json").read_text())["version"] != VERSION:
        yield "vcpkg.json has another version"
    names = {"PORT_FILE": out / "vcpkg/ports/weir/portfile.cmake", "WORK": work, "ARCHIVE_FILE": out / f"weir-{VERSION}.tar.gz", "URL": URL}
    names |= {"SOURCE": source, "PREFIX": work / "prefix"}
    status, output = run("cmake", *(f"-D{name}={value}" for name, value in names.items()), "-P", HERE / "vcpkg.cmake")
    port = files_under(work / "vcpkg_package") if status == 0 else set()
    if status != 0 or {f"include/{name}" for name in headers_of_tree()} - port or {"share/weir/" + name for name in ("weir-config.cmake", "usage", "copyright")} - port:
        yield f"portfile.cmake: {output}"

    if list(yaml.safe_load((recipe / "config.yml").read_text())["versions"]) != [VERSION]:
        yield "config.yml has another version"
    asked, one = conan_package(recipe / "all", source, work / "conan_package")
    if asked != {"url": URL, "sha256": hashlib.sha256(data).hexdigest(), "strip_root": True}:
        yield f"conandata.yml: {asked}"
    has = files_under(work / "conan_package")
    wanted = {"include/" + name for name in files_under(work / "prefix/include")} | {"licenses/LICENSE"} | set(one.cpp_info.cmake_build_modules)
    yield from (f"Conan's package and the installed files differ in {name}" for name in sorted(has ^ wanted))
    ast.parse((recipe / "all/test_package/conanfile.py").read_text())

    notes = (out / "notes.md").read_text()
    yield from (f"notes.md links {link}" for link in re.findall(r"\]\((?!https://)[^)]*\)", notes))
    if URL not in notes or hashlib.sha256(data).hexdigest() not in notes or "\n## Depend on it\n" not in notes:
        yield "notes.md does not say how to depend on it"
    for path in sorted(out.rglob("*")):
        if path.is_file() and path.suffix != ".gz" and re.search(r"@[A-Z0-9_]+@", path.read_text()):
            yield f"{path.name} has a value that is not filled in"


def refusal(root, *words):
    """What make.py says when it makes no release; nothing if it makes one."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            make.main(root, [str(word) for word in words])
        except SystemExit as why:
            return str(why)
    return None


def repository(folder, changed):
    """A small repository with a tag of version 1.2.3."""
    files = {
        "include/weir/version.hpp": "version_major = 1; version_minor = 2; version_patch = 3;\n",
        "include/weir/weir.hpp": "#include <weir/policies/a.hpp>\n",
        "policies/a.hpp": "// a\n",
        "MODULE.bazel": 'module(\n    name = "weir",\n    version = "1.2.3",\n)\n',
        "README.md": 'bazel_dep(name = "weir", version = "1.2.3")\n',
        "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.3, today\n\n* [A](policies/a.hpp).\n\n## 1.2.2\n\n* Old.\n",
        "tests/consumer/main.cpp": "",
        **{name: (ROOT / name).read_text() for name in make.MADE.values() if name.startswith(make.HERE)},
        **changed,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "include/weir/policies").symlink_to("../../policies" if "policies/a.hpp" not in changed else "../../nowhere")
    for words in ("init", "-q"), ("add", "-A"), ("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a"), ("tag", "v1.2.3"):
        make.git(folder, *words)


REFUSED = [
    ("v1.2.3", {}, None),
    ("v1.2.4", {}, r"refs/tags/v1\.2\.4"),
    ("1.2.3", {}, r"1\.2\.3 is no tag of a release"),
    ("v1.2.3", {"include/weir/version.hpp": "version_major = 1; version_minor = 2; version_patch = 4;\n"}, r"version\.hpp says 4 where the version 1\.2\.3 has 3"),
    ("v1.2.3", {"MODULE.bazel": "module()\n"}, r"MODULE\.bazel says nothing"),
    ("v1.2.3", {"CHANGELOG.md": "## Unreleased\n\n* A.\n"}, r"no changes under ## 1\.2\.3"),
    ("v1.2.3", {"CHANGELOG.md": "## 1.2.3\n\n## 1.2.2\n\n* A.\n"}, r"no changes under ## 1\.2\.3"),
    ("v1.2.3", {"CHANGELOG.md": "## 1.2.3\n\n* [A](gone.md)\n"}, r"links gone\.md"),
    ("v1.2.3", {"policies/a.hpp": "// b\n"}, r"include/weir/policies is a link to \.\./\.\./nowhere"),
    ("v1.2.3", {"include/weir/weir.hpp": "#include <weir/gone.hpp>\n"}, r"weir/weir\.hpp includes weir/gone\.hpp"),
    ("v1.2.3", {make.HERE + "conan/config.yml": "@VERSIOM@\n"}, r"config\.yml: nothing is known of @VERSIOM@"),
]


def see_it_refuse():
    for tag, changed, expected in REFUSED:
        with tempfile.TemporaryDirectory() as folder:
            root, out = pathlib.Path(folder, "tree"), pathlib.Path(folder, "out")
            root.mkdir()
            repository(root, changed)
            said = refusal(root, tag, REPOSITORY, out)
            if (said is None) != (expected is None) or expected and not re.search(expected, said):
                sys.exit(f"make.py {tag} of {changed}: expected {expected}, found {said}")
            if expected is None:
                again = pathlib.Path(folder, "again")
                notes, single = (out / "notes.md").read_text(), (out / "weir_single.hpp").read_text()
                with tarfile.open(out / "weir-1.2.3.tar.gz") as archive:
                    names = archive.getnames()
                if refusal(root, tag, REPOSITORY, again) or any((again / name).read_bytes() != (out / name).read_bytes() for name in files_under(out)):
                    sys.exit("a second release of a tag is not the first")
                if f"commit {make.git(root, 'rev-parse', 'HEAD').decode().strip()}" not in single or "// weir 1.2.3," not in single:
                    sys.exit(f"the single header of a tag is wrong: {single}")
                if "Old" in notes or f"({make_page()}/policies/a.hpp)" not in notes or "weir-1.2.3/include/weir/policies/a.hpp" not in names:
                    sys.exit(f"the release of a tag is wrong: {names} {notes}")
                if "not empty" not in (refusal(root, tag, REPOSITORY, out) or ""):
                    sys.exit("make.py writes over a release")


def make_page():
    return f"https://github.com/{REPOSITORY}/blob/v1.2.3"


def see_it_fail(out, work):
    """Plants a mistake in each kind of file of the release, and takes it away again."""
    planted = [
        ("SHA256SUMS", r"^.", "g", "SHA256SUMS"),
        ("weir_single.hpp", r"namespace weir", "namespace wear", r"weir_single\.hpp"),
        (f"bazel/modules/weir/{VERSION}/source.json", "sha256-.", "sha256-", r"source\.json"),
        (f"bazel/modules/weir/{VERSION}/presubmit.yml", "tests/consumer", "tests/user", r"no module in tests/user"),
        ("vcpkg/ports/weir/portfile.cmake", "SHA512 .", "SHA512 g", r"portfile\.cmake"),
        ("vcpkg/ports/weir/portfile.cmake", "share/cmake/weir", "lib/cmake/weir", r"portfile\.cmake"),
        ("vcpkg/ports/weir/vcpkg.json", VERSION, "9.8.6", r"vcpkg\.json"),
        ("conan/recipes/weir/all/conandata.yml", 'sha256: "', 'sha256: "0', r"conandata\.yml"),
        ("conan/recipes/weir/all/conanfile.py", 'copy\\(self, "\\*"', 'copy(self, "*.hpp"', r"Conan's package .*weir_verify\.cmake"),
        ("notes.md", r"\Z", "[a](b.md)", r"notes\.md links"),
        ("vcpkg/ports/weir/usage", r"\Z", "@X@", r"usage has a value"),
    ]
    for name, before, after, expected in planted:
        right = (out / name).read_text()
        (out / name).write_text(re.sub(before, after, right, count=1))
        missed(expected, list(wrong_entries(out, work)))
        (out / name).write_text(right)
    with tempfile.TemporaryDirectory() as folder:
        right, make.INSTALLED = make.INSTALLED, re.compile(r".*(?<!bounded)\.hpp")
        files, _, seconds = make.of_working_tree(ROOT)
        data = make.packed(make.without_links(make.with_version(files, VERSION)), f"weir-{VERSION}", seconds)
        make.INSTALLED = right
        found = list(wrong_archive(data, pathlib.Path(folder)))
        missed("lacks include/weir/policies/queue/bounded.hpp", found)
        missed("cmake --install has weir/verify/weir_verify.cmake", found)
    return len(planted) + 2


def missed(expected, found):
    if not any(re.search(expected, problem) for problem in found):
        sys.exit(f"a planted mistake is missed: {expected}, found {found}")


def main():
    see_it_refuse()
    with tempfile.TemporaryDirectory() as folder:
        out, work = pathlib.Path(folder, "out"), pathlib.Path(folder, "work")
        said = refusal(ROOT, "--dry-run", VERSION, REPOSITORY, out)
        if said:
            sys.exit(said)
        work.mkdir()
        found = list(wrong_archive((out / f"weir-{VERSION}.tar.gz").read_bytes(), work)) or list(wrong_entries(out, work))
        if found:
            sys.exit("\n".join([*found, f"{len(found)} problems"]))
        print(f"seen failing on {len(REFUSED) - 1 + see_it_fail(out, work)} planted mistakes")


if __name__ == "__main__":
    main()
