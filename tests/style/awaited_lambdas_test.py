#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""No lambda that captures by copy stands in the expression that is awaited: g++ 12 destroys such captures twice (GCC bug 100611).

`co_await pool.submit([s] { use(s); })` compiles and frees `s` twice. `auto f = pool.submit([s] { use(s); });` and then `co_await f` is right with
every compiler, and so is a callable that has a name and is moved in. Captures by reference, and none, are copied bit by bit without harm."""

import re

import tree

AWAIT = re.compile(r"\bco_await\b")
CODE_IN_PAGE = re.compile(r"^```cpp\n(.*?)^```|`([^`\n]+)`", re.M | re.S)
HARMLESS = re.compile(r"&(\s*\w+\s*(\.\.\.)?)?|this")


def end_of_bracket(code, at):
    """Behind the bracket that closes the one at `at`; the end of the text if there is none."""
    depth = 0
    for i in range(at, len(code)):
        if code[i] in "({[":
            depth += 1
        elif code[i] in ")}]":
            depth -= 1
            if depth == 0:
                return i + 1
    return len(code)


def begins_lambda(code, at):
    """Is the `[` at `at` the beginning of a lambda, and not of a subscript or of an attribute?"""
    before = code[:at].rstrip()
    if code.startswith("[[", at) or before.endswith("["):
        return False
    if re.search(r"\b(return|co_return|co_await|co_yield)$", before):
        return True
    return not re.search(r"[\w)\]]$", before)


def copies(captures):
    """Do these captures hold anything by copy?"""
    depth, parts, part = 0, [], ""
    for c in captures:
        depth += (c in "({[<") - (c in ")}]>")
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    return any(p.strip() and not HARMLESS.fullmatch(p.strip()) and not re.match(r"&\s*\w+\s*=", p.strip()) for p in parts + [part])


def wrong_lambdas(code):
    """Where in `code` a lambda that copies stands within an awaited expression."""
    for found in AWAIT.finditer(code):
        at = found.end()
        depth = 0
        while at < len(code):
            c = code[at]
            if c == "[" and begins_lambda(code, at):
                closed = end_of_bracket(code, at)
                if copies(code[at + 1 : closed - 1]):
                    yield found.start()
                    break
                body = code.find("{", closed)
                at = end_of_bracket(code, body) if body >= 0 else closed  # what the lambda awaits is another expression
                continue
            if c in "({[":
                depth += 1
            elif c in ")}]":
                depth -= 1
            if depth < 0 or (c == ";" and depth == 0):
                break
            at += 1


def snippets(path, text):
    """(code, its first line) of what a file shows: a page's code, or a C++ file without its comments, and what the comments quote."""
    if not path.endswith(".md"):
        yield tree.without_comments(text), 1
        quotes = ((m.group(1), m.start()) for m in re.finditer(r"`([^`\n]+)`", text))
    else:
        quotes = ((m.group(1) or m.group(2), m.start(1) if m.group(1) else m.start()) for m in CODE_IN_PAGE.finditer(text))
    for code, at in quotes:
        yield code, text.count("\n", 0, at) + 1


def check(root):
    for path, text in tree.files(root, ".hpp", ".cpp", ".md"):
        for code, first in snippets(path, text):
            for at in wrong_lambdas(code):
                yield f"{path}:{first + code.count(chr(10), 0, at)}: g++ 12 destroys what this lambda captures twice: name the future, or the callable, and await that"


if __name__ == "__main__":
    PAGE = "# A page\n\n```cpp\n{}\n```\n"
    SAYS = r":{}: g\+\+ 12 destroys"
    tree.main(
        check,
        clean={
            "docs/a.md": PAGE.format("auto f = pool.submit([s] { use(s); });\nco_await f;\nauto g = [s] {};\nco_await pool.async_post(std::move(g));"),
            "tests/a_test.cpp": """// `co_await pool.submit(f)`
const int x = co_await pool.submit([&] { return [s] { return s; }(); });
co_await pool.submit([&a, this] { a[i] = 1; });
co_await pool.async_post([&, &b = c]() -> coroutine<> { const auto f = [i] { return i; }; co_await f(); });
if (co_await all[i]) give([i] {});
""",
        },
        planted=[
            ({"docs/a.md": PAGE.format("int n = 0;\nco_await pool.submit([s] { use(s); });")}, SAYS.format(5)),
            ({"docs/a.md": "Write `co_await pool.submit([s] { use(s); })` for it.\n"}, SAYS.format(1)),
            ({"include/weir/a.hpp": "/// `co_await pool.async_post([=] { use(s); })`\n"}, SAYS.format(1)),
            ({"docs/examples/a.cpp": "\nconst auto a = co_await pool.async_post([s, &sum] {\n  use(s);\n});\n"}, SAYS.format(2)),
            ({"tests/b_test.cpp": "x += co_await p.submit(weir::context(1), [&, s = std::move(s)]() mutable { use(s); });\n"}, SAYS.format(1)),
            ({"tests/b_test.cpp": "co_await [s]() -> coroutine<> { co_return; }();\n"}, SAYS.format(1)),
            ({"tests/b_test.cpp": "give(p, [&]() -> coroutine<> { co_await p.submit([this, ...all = f(1, 2)] {}); });\n"}, SAYS.format(1)),
            ({"tests/b_test.cpp": "co_await p.submit([&] { f(); }).then([*this] {});\n"}, SAYS.format(1)),
        ],
    )
