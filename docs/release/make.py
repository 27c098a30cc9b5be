#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Makes the files of a release: the archive, the single header, their sums, the notes, and entries for the registries of Bazel, vcpkg and Conan.

usage: make.py TAG OWNER/NAME OUTPUT_DIR                 what the tag vX.Y.Z has; OWNER/NAME is the repository on the forge
       make.py --dry-run X.Y.Z OWNER/NAME OUTPUT_DIR     what the working tree has, as if it were that version: "Unreleased" are its changes
Needs git. README.md, beside this, says what the files are for.
"""

import base64
import collections
import gzip
import hashlib
import io
import pathlib
import posixpath
import re
import subprocess
import sys
import tarfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs/release"))
import single_header

HERE = "docs/release/"
file = collections.namedtuple("file", "data executable link")

# Where the version is said: a file, what stands before it, and which part of it is there.
VERSIONS = [
    ("include/weir/version.hpp", r"\bversion_major = ", 0),
    ("include/weir/version.hpp", r"\bversion_minor = ", 1),
    ("include/weir/version.hpp", r"\bversion_patch = ", 2),
    ("MODULE.bazel", r'module\(\s*name = "weir",\s*version = "', None),
    ("README.md", r'bazel_dep\(name = "weir", version = "', None),
]
# Of a folder that a link in include/ leads to, the archive has there what `cmake --install` installs.
INSTALLED = re.compile(r".*\.hpp|verify/properties/\w+\.cpp|verify/support/checker\.cpp|verify/(weir_verify\.cmake|libclang\.py|doorway\.py|sites\.sh)")
# What is made -> the template it is made of, in this folder; or a file of the tree, which is taken as it is.
MADE = {
    "notes.md": HERE + "notes.md",
    "bazel/modules/weir/metadata.json": HERE + "bazel/metadata.json",
    "bazel/modules/weir/@VERSION@/source.json": HERE + "bazel/source.json",
    "bazel/modules/weir/@VERSION@/presubmit.yml": HERE + "bazel/presubmit.yml",
    "bazel/modules/weir/@VERSION@/MODULE.bazel": "MODULE.bazel",
    "vcpkg/ports/weir/portfile.cmake": HERE + "vcpkg/portfile.cmake",
    "vcpkg/ports/weir/vcpkg.json": HERE + "vcpkg/vcpkg.json",
    "vcpkg/ports/weir/usage": HERE + "vcpkg/usage",
    "conan/recipes/weir/config.yml": HERE + "conan/config.yml",
    "conan/recipes/weir/all/conandata.yml": HERE + "conan/conandata.yml",
    "conan/recipes/weir/all/conanfile.py": HERE + "conan/conanfile.py",
    "conan/recipes/weir/all/test_package/conanfile.py": HERE + "conan/test_package/conanfile.py",
    "conan/recipes/weir/all/test_package/CMakeLists.txt": HERE + "conan/test_package/CMakeLists.txt",
    "conan/recipes/weir/all/test_package/test_package.cpp": "tests/consumer/main.cpp",
}


class refused(Exception):
    """There is no release of this, and why."""


def git(root, *words):
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise refused(f"git {' '.join(words)}: {done.stderr.decode().strip()}")
    return done.stdout


def of_tag(root, tag):
    """What the tag has, path -> file; its commit, and the time of that."""
    commit = git(root, "rev-parse", "--verify", f"refs/tags/{tag}^{{commit}}").decode().strip()
    found = {}
    with tarfile.open(fileobj=io.BytesIO(git(root, "archive", "--format=tar", commit))) as archive:
        for member in archive:
            if member.issym():
                found[member.name] = file(b"", False, member.linkname)
            elif member.isfile():
                found[member.name] = file(archive.extractfile(member).read(), bool(member.mode & 0o100), None)
    return found, commit, int(git(root, "log", "-1", "--format=%ct", commit))


def of_working_tree(root):
    """The same of the working tree: what git knows or would add."""
    found = {}
    for name in sorted(set(git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").decode().split("\0")) - {""}):
        path = root / name
        if path.is_symlink():
            found[name] = file(b"", False, path.readlink().as_posix())
        elif path.is_file():
            found[name] = file(path.read_bytes(), bool(path.stat().st_mode & 0o100), None)
    return found, "unknown, a dry run", int(time.time())


def text_of(files, path):
    if path not in files:
        raise refused(f"there is no {path}")
    return files[path].data.decode()


def without_links(files):
    """The files, with those of the folder for each link to one."""
    found = {}
    for path, each in files.items():
        if each.link is None:
            found[path] = each
            continue
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), each.link))
        inside = {name: other for name, other in files.items() if name.startswith(target + "/") and INSTALLED.fullmatch(name)}
        if not inside or any(other.link for other in inside.values()):
            raise refused(f"{path} is a link to {each.link}, which is no folder of files that are installed")
        found.update({path + name[len(target) :]: other for name, other in inside.items()})
    return found


def places(version):
    """(file, expression whose second group is the version or a part of it, what has to stand there)."""
    for path, before, part in VERSIONS:
        yield path, re.compile(rf"({before})([\w.+-]+)"), version if part is None else version.split(".")[part]


def with_version(files, version):
    """The files as they would be if they were of this version."""
    changed = dict(files)
    for path, expression, part in places(version):
        text = expression.sub(lambda found: found.group(1) + part, text_of(changed, path))
        changed[path] = changed[path]._replace(data=text.encode())
    changes = re.sub(r"^## Unreleased$", f"## {version}", text_of(files, "CHANGELOG.md"), flags=re.M)
    changed["CHANGELOG.md"] = changed["CHANGELOG.md"]._replace(data=changes.encode())
    return changed


def check_version(files, version):
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise refused(f"{version} is no version: X.Y.Z")
    for path, expression, part in places(version):
        found = expression.search(text_of(files, path))
        if not found or found.group(2) != part:
            raise refused(f"{path} says {found.group(2) if found else 'nothing'} where the version {version} has {part}")


def changes(files, version, pages):
    """The section of the changelog; links to files of the tree become links to these pages."""
    section = re.search(rf"^## {re.escape(version)}(?:[ ,][^\n]*)?\n(.*?)(?=^## |\Z)", text_of(files, "CHANGELOG.md"), re.M | re.S)
    if not section or not section.group(1).strip():
        raise refused(f"CHANGELOG.md has no changes under ## {version}")

    def link(found):
        target = found.group(1).split("#")[0].rstrip("/")
        if target not in files and not any(path.startswith(target + "/") for path in files):
            raise refused(f"CHANGELOG.md links {found.group(1)}, and there is no such file")
        return f"]({pages}/{found.group(1)})"

    return re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)\)", link, section.group(1).strip())


def packed(files, folder, seconds):
    """A .tar.gz whose bytes depend on nothing but the files and the time."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files):
            member = tarfile.TarInfo(f"{folder}/{path}")
            member.size, member.mtime, member.mode = len(files[path].data), seconds, 0o755 if files[path].executable else 0o644
            archive.addfile(member, io.BytesIO(files[path].data))
    return gzip.compress(raw.getvalue(), mtime=0)


def filled(text, values, what):
    """The template with the values in it."""

    def value(found):
        if found.group(1) not in values:
            raise refused(f"{what}: nothing is known of {found.group()}")
        return values[found.group(1)]

    return re.sub(r"@([A-Z][A-Z0-9_]*)@", value, text)


def release(files, commit, seconds, tag, repository):
    """All files of the release: path -> bytes."""
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise refused(f"{repository} is no repository: OWNER/NAME")
    version = tag.removeprefix("v")
    check_version(files, version)
    name = f"weir-{version}.tar.gz"
    unlinked = without_links(files)
    archive = packed(unlinked, f"weir-{version}", seconds)
    headers = {path.removeprefix("include/"): each.data.decode() for path, each in unlinked.items() if re.match(r"include/weir/.*\.hpp$", path)}
    sha256 = hashlib.sha256(archive)
    values = {
        "VERSION": version,
        "TAG": tag,
        "REPOSITORY": repository,
        "OWNER": repository.split("/")[0],
        "URL": f"https://github.com/{repository}/releases/download/{tag}/{name}",
        "SHA256": sha256.hexdigest(),
        "SHA256_BASE64": base64.b64encode(sha256.digest()).decode(),
        "SHA512": hashlib.sha512(archive).hexdigest(),
        "CHANGES": changes(files, version, f"https://github.com/{repository}/blob/{tag}"),
    }
    made = {name: archive}
    for one, module in ("weir_single.hpp", False), ("weir.cppm", True):
        made[one] = single_header.single_file(headers, commit, module).encode()
    made["SHA256SUMS"] = "".join(f"{hashlib.sha256(data).hexdigest()}  {one}\n" for one, data in made.items()).encode()
    for path, source in MADE.items():
        text = text_of(files, source)
        made[filled(path, values, path)] = (filled(text, values, source) if source.startswith(HERE) else text).encode()
    return made


def main(root, words):
    dry = words[:1] == ["--dry-run"]
    if len(words) != 3 + dry:
        sys.exit(__doc__)
    tag, repository, output = words[dry:]
    folder = pathlib.Path(output)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise refused(f"{output} is there, and not empty")
        if dry:
            files, commit, seconds = of_working_tree(root)
            made = release(with_version(files, tag), commit, seconds, "v" + tag, repository)
        elif not tag.startswith("v"):
            raise refused(f"{tag} is no tag of a release: vX.Y.Z")
        else:
            made = release(*of_tag(root, tag), tag, repository)
    except (refused, single_header.refused) as why:
        sys.exit(f"no release: {why}")
    for path, data in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
        print(folder / path)


if __name__ == "__main__":
    main(ROOT, sys.argv[1:])
