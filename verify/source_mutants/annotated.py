#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A header with clang's word for where everything in it stands, and the changes that are to be made to it."""
import json
import pathlib
import subprocess

SEEN_THROUGH = {"ImplicitCastExpr", "ExprWithCleanups", "ParenExpr", "CXXBindTemporaryExpr", "MaterializeTemporaryExpr"}


def syntax_trees(tree, names):
    """What clang makes of everything in namespace weir in these headers, by header, each place with its file and line."""
    command = ["clang++", "-std=c++20", "-I", str(tree), "-fsyntax-only", "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=weir::",
               "-x", "c++", "-"]
    source = "".join(f"#include <{name}>\n" for name in names)
    text = subprocess.run(command, check=True, input=source, stdout=subprocess.PIPE, text=True).stdout
    wanted = {str(tree / name): name for name in names}
    trees = {name: [] for name in names}
    decoder = json.JSONDecoder()
    at = 0
    while (at := text.find("{", at)) != -1:
        root, at = decoder.raw_decode(text, at)
        name = wanted.get(root.get("loc", {}).get("file"))
        if name is not None:
            place(root, {"file": "", "line": 0})
            trees[name].append(root)
    return trees


def place(node, last):
    """clang names a file and a line only where they differ from those it named before."""
    if isinstance(node, list):
        for part in node:
            place(part, last)
    elif isinstance(node, dict):
        if "offset" in node:
            for key in ("file", "line"):
                last[key] = node.setdefault(key, last[key])
        for key, part in node.items():
            if key != "includedFrom":
                place(part, last)

class Header:
    """One header. What is put in is kept apart from the text until write(), so that every place stays where clang saw it."""

    def __init__(self, tree, name, rows, roots):
        self.path = (tree / name).resolve()
        self.name = name
        self.rows = rows
        self.bytes = self.path.read_bytes()
        self.closing = {}  # by offset: what ends there, inner before outer
        self.opening = {}  # by offset: what begins there, outer before inner
        self.replaced = {}  # by offset: (length, text)
        self.made = set()
        self.function = ""
        self.roots = roots

    def span(self, node):
        """The node's first and last offset in this header; None for what is elsewhere, written by a macro, or made by the compiler."""
        begin, end = (node.get("range", {}).get(key, {}) for key in ("begin", "end"))
        if "offset" not in begin or "offset" not in end or pathlib.Path(begin["file"]).resolve() != self.path:
            return None
        return begin["offset"], end["offset"] + end["tokLen"]

    def text(self, begin, end):
        return self.bytes[begin:end].decode()

    def assigned(self, node):
        """What a plain assignment or step changes, as text; None for every other statement."""
        while node.get("kind") in SEEN_THROUGH and node.get("inner"):
            node = node["inner"][0]
        parts = node.get("inner", [])
        if node.get("opcode") in ("++", "--") or str(node.get("opcode", " "))[-1] == "=":
            span = self.span(parts[0])
        elif node.get("kind") == "CXXOperatorCallExpr" and len(parts) == 3 and (sign := self.span(parts[0])) and self.text(*sign) == "=":
            span = self.span(parts[1])
        else:
            return None
        return span and self.text(*span)

    def number(self, what, begin, end, original, mutated):
        """A new mistake's number; None if it was made before: a template and its instances have the same text."""
        if (what, begin, end) in self.made:
            return None
        self.made.add((what, begin, end))
        line = self.bytes.count(b"\n", 0, begin) + 1
        self.rows.append((self.name, line, self.function, what, " ".join(original.split()), " ".join(mutated.split())))
        return len(self.rows)

    def wrap(self, begin, end, before, after):
        self.opening.setdefault(begin, []).append(before)
        self.closing.setdefault(end, []).insert(0, after)

    def write(self):
        out = []
        at = 0
        for offset in sorted({*self.closing, *self.opening, *self.replaced}):
            out.append(self.text(at, offset))
            out += self.closing.get(offset, []) + self.opening.get(offset, [])
            length, text = self.replaced.get(offset, (0, ""))
            out.append(text)
            at = offset + length
        out.append(self.text(at, len(self.bytes)))
        self.path.write_text("".join(out))
