#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Code in the docs is code that compiles: every ```cpp block stands, line for line, in a compiled file."""

import re
import textwrap

import tree

QUICKSTART = "docs/examples/quickstart.cpp"
COMPILED = ("docs/examples/", "tests/", "bench/", "include/", "policies/", "verify/")


def blocks(text):
    """(line number, code) of each ```cpp block."""
    for match in re.finditer(r"^( *)```cpp[^\n]*\n(.*?)^ *```", text, re.M | re.S):
        yield text.count("\n", 0, match.start()) + 1, textwrap.dedent(match.group(2))


def flat(code):
    """Code with the indentation and the empty lines left out."""
    return "\n".join(line.strip() for line in code.splitlines() if line.strip())


def check(root):
    sources = [flat(text) for _, text in tree.files(root, ".cpp", ".hpp", under=COMPILED)]
    for path, text in tree.files(root, ".md"):
        for line, code in blocks(text):
            wanted = "\n" + flat(code) + "\n"
            if not any(wanted in "\n" + source + "\n" for source in sources):
                yield f"{path}:{line}: this code is in no compiled file"
    readme, quickstart = root / "README.md", root / QUICKSTART
    if not readme.exists() or not quickstart.exists():
        yield f"README.md shows {QUICKSTART}, and one of them is missing"
    elif "```cpp\n" + quickstart.read_text().rstrip("\n") + "\n```" not in readme.read_text():
        yield f"README.md does not show {QUICKSTART} as it is"


if __name__ == "__main__":
    EXAMPLE = "int main() {\n  int a;\n\n  int b;\n}\n"
    tree.main(
        check,
        clean={
            QUICKSTART: EXAMPLE,
            "README.md": f"# weir\n```cpp\n{EXAMPLE}```\n",
            "docs/a.md": "1. so:\n   ```cpp\n   int a;\n   int b;\n   ```\n```sh\nno code\n```\n",
        },
        planted=[
            ({"docs/a.md": "```cpp\nint b;\nint a;\n```\n"}, r"docs/a\.md:1: this code"),
            ({"docs/a.md": "\n```cpp\nint\n```\n"}, r"docs/a\.md:2: this code"),
            ({"README.md": f"```cpp\n// mine\n{EXAMPLE}```\n"}, r"README\.md does not show"),
        ],
    )
