#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Builds the bench's contestants in Rust with Debian's packages alone; nothing is downloaded.

    build.py --output PROGRAM [--registry DIR]

DIR is where the crates lie (/usr/share/cargo/registry). A library whose crate is not there is left out, with a sentence on standard error.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CARGO, RUSTC, REGISTRY = "/usr/bin/cargo", "/usr/bin/rustc", "/usr/share/cargo/registry"  # not those of a rustup that is first in $PATH

# Of each library, which is a feature of the program: what the manifest says of it besides its version.
LIBRARIES = {
    "rayon": "",
    "tokio": ', features = ["rt-multi-thread"]',
}

MANIFEST = """
[package]
name = "bench_other"
version = "0.0.0"
edition = "2021"

[[bin]]
name = "bench_other"
path = "main.rs"

[features]
default = [{features}]

[dependencies]
libc = "0.2"
"""


def libraries_in(registry):
    """Those whose crates are there. Each other one is said to be left out."""
    for name in LIBRARIES:
        if any(pathlib.Path(registry).glob(f"{name}-1.*")):
            yield name
        else:
            print(f"bench: rust_{name} left out: there is no crate {name} in {registry} (Debian: librust-{name}-dev)", file=sys.stderr)


def manifest(libraries):
    lines = [f'{name} = {{ version = "1", optional = true{LIBRARIES[name]} }}\n' for name in libraries]
    return MANIFEST.format(features=", ".join(f'"{name}"' for name in libraries)) + "".join(lines)


def build(folder, libraries, registry):
    """The program, made in that folder, which gets the sources that it does not have yet; None if it does not compile."""
    for source in HERE.glob("*.rs"):
        if not (folder / source.name).exists():
            shutil.copyfile(source, folder / source.name)
    (folder / "Cargo.toml").write_text(manifest(libraries))
    settings = ['source.crates-io.replace-with = "debian"', f'source.debian.directory = "{registry}"']
    command = [CARGO, "build", "--quiet", "--offline", "--release", "--target-dir", str(folder / "target")]
    command += [word for setting in settings for word in ("--config", setting)]
    environment = {**os.environ, "CARGO_HOME": str(folder / "home"), "RUSTC": RUSTC}
    if subprocess.run(command, cwd=folder, env=environment).returncode != 0:
        return None
    return folder / "target" / "release" / "bench_other"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--registry", default=REGISTRY)
    options = parser.parse_args()
    libraries = list(libraries_in(options.registry))
    if not libraries:
        sys.exit(1)
    print("build.py: compiling the contestants in Rust, up to a minute", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="weir-bench-rust-") as folder:
        program = build(pathlib.Path(folder), libraries, options.registry)
        if program is None:
            sys.exit(1)
        shutil.copy(program, options.output)


if __name__ == "__main__":
    main()
