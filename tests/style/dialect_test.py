#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Headers for users are standard C++20: what only some compilers or systems have stands in include/weir/platform, behind a condition.

Such a construct is allowed only between `#if` and `#endif` (the guard of the header does not count), so that another compiler or system
leaves it out: tests/windows/run compiles what is left. Attributes in brackets, like [[gnu::cold]], are standard: unknown ones are ignored.
"""

import re

import tree

PLATFORM = "include/weir/platform/"
# g++ since 4.8, clang since 9 and MSVC since 19.26 have these, with one meaning.
EVERYWHERE = {"__builtin_FILE", "__builtin_FUNCTION", "__builtin_LINE"}
CONSTRUCTS = [
    ("a GNU attribute", r"__attribute__\b|__attribute\b"),
    ("a builtin", r"\b(?:__builtin|__sync|__atomic)_\w+"),
    ("assembler", r"\b(?:asm|__asm|__asm__)\b"),
    ("a statement expression", r"\(\s*\{(?!\s*(?:\.|\}|\{))(?=[^{}]*;)"),
    ("a GNU keyword", r"\b(?:__extension__|__typeof__|typeof|__thread|__restrict\w*|__int128|__alignof__|__PRETTY_FUNCTION__|__label__)\b"),
    ("a range of cases", r"\bcase\s+[^:;]*\.\.\."),
    ("an optional operand (?:)", r"\?:"),
    ("a comma swallowed before __VA_ARGS__", r"##\s*__VA_ARGS__"),
    ("a compiler's pragma", r"^[ \t]*#[ \t]*pragma[ \t]+(?!once\b)\w+|\b_Pragma\b|__pragma\b"),
    ("a system's header", r"^[ \t]*#[ \t]*include[ \t]*<(?:\w+\.h|(?:sys|linux|mach|netinet|arpa|asm|bits|ext)/[^>]*)>"),
    ("#include_next", r"^[ \t]*#[ \t]*include_next\b"),
    ("a name of the C++ ABI", r"\b(?:__cxa_\w+|__cxxabiv1|_Unwind_\w+)"),
    ("a system's call", r"::(?:pthread_\w+|sched_\w+|madvise|sysconf|syscall|mmap|munmap)\b"),
]


def conditional_lines(text):
    """The numbers of the lines that a condition other than the guard may leave out."""
    found, depth = set(), 0
    for number, line in enumerate(text.splitlines(), 1):
        directive = re.match(r"\s*#\s*(\w+)", line)
        word = directive.group(1) if directive else ""
        if word == "endif":
            depth -= 1
        if depth > 1:
            found.add(number)
        if word in ("if", "ifdef", "ifndef"):
            depth += 1
    return found


def check(root):
    for path, text in tree.files(root, ".hpp", under=("include/", "policies/")):
        clean = tree.without_comments(text)
        conditional = conditional_lines(clean)
        for what, pattern in CONSTRUCTS:
            for match in re.finditer(pattern, clean, re.M):
                if match.group() in EVERYWHERE:
                    continue
                line = clean.count("\n", 0, match.start()) + 1
                if not path.startswith(PLATFORM):
                    yield f"{path}:{line}: {what}, outside of {PLATFORM}: {match.group().strip()}"
                elif line not in conditional:
                    yield f"{path}:{line}: {what}, and no #if leaves it out elsewhere: {match.group().strip()}"


if __name__ == "__main__":
    GUARD = "#ifndef A\n#define A\n{}\n#endif\n"
    IF = "#if defined(__GNUC__)\n{}\n#endif"

    def planted(code, path=PLATFORM + "b.hpp"):
        return {path: GUARD.format(code)}

    tree.main(
        check,
        clean={
            PLATFORM + "a.hpp": GUARD.format(IF.format("#include <pthread.h>\n__builtin_prefetch(p);\n__asm__ volatile();")),
            PLATFORM + "w.hpp": GUARD.format("f(__builtin_LINE());"),
            "policies/queue/a.hpp": GUARD.format('// __attribute__\nconst char* s = "__asm__";\n[[gnu::cold]] int f({.a = 1}); g([] { return 1; });'),
        },
        planted=[
            (planted("int x __attribute__((unused));"), r"b\.hpp:3: a GNU attribute, and no #if"),
            (planted("__builtin_expect(a, b);"), r"a builtin"),
            (planted("int a = ({ f(); 1; });"), r"a statement expression"),
            (planted("asm volatile(\"isb\");"), r"assembler"),
            (planted("#include <unistd.h>"), r"a system's header"),
            (planted("#include <sys/mman.h>"), r"a system's header"),
            (planted("#pragma GCC diagnostic push"), r"a compiler's pragma"),
            (planted("case 1 ... 3:"), r"a range of cases"),
            (planted("x = a ?: b;"), r"an optional operand"),
            (planted("__int128 wide;"), r"a GNU keyword"),
            (planted("#define F(...) g(a, ##__VA_ARGS__)"), r"a comma swallowed"),
            (planted("__cxa_get_globals();"), r"a name of the C\+\+ ABI"),
            (planted("::pthread_exit(nullptr);"), r"a system's call"),
            (planted(IF.format("") + "\nasm();"), r"b\.hpp:6: assembler, and no #if"),
            (planted(IF.format("__builtin_trap();"), "policies/queue/b.hpp"), r"policies/queue/b\.hpp:4: a builtin, outside of"),
        ],
    )
