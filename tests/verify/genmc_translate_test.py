#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""verify/genmc/translate.py rewrites what GenMC does not know of clang++'s text, and leaves the rest."""

import importlib.util
import pathlib

TRANSLATE = pathlib.Path(__file__).resolve().parents[2] / "verify/genmc/translate.py"
LINES = [  # a line, and what is in what becomes of it; None: the same line
    ('  %0 = bitcast [3 x i32]* %seen to i8*, !dbg !7', None),
    ("  call void @llvm.memset.p0i8.i64(i8* align 8 %0, i8 0, i64 12, i1 false), !dbg !7", "@weir_zeros_32(i8* align 8 %0, i8 0, i64 12, i1 false), !dbg !7"),
    ('  %1 = bitcast %"struct.a"* %this to i8*', '  %1 = bitcast %"struct.a"* %this to i8*'),
    ("  call void @llvm.memset.p0i8.i64(i8* align 8 %1, i8 0, i64 %n, i1 false)", "@weir_zeros_64(i8* align 8 %1, i8 0, i64 %n, i1 false)"),
    ("  %2 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %n, i64 8)", "@weir_mul(i64 %n, i64 8)"),
    ("@_ZTISt9bad_alloc = external constant i8*", "@_ZTISt9bad_alloc = constant i8* zeroinitializer"),
    ("@_ZTVSt9bad_alloc = external unnamed_addr constant { [5 x i8*] }, align 8", "@_ZTVSt9bad_alloc = unnamed_addr constant { [5 x i8*] } zeroinitializer"),
    ("attributes #3 = { noinline nounwind uwtable }", "attributes #3 = { nounwind uwtable }"),
    ("  %3 = load atomic i64, i64* %turn acquire, align 8", "  %3 = load atomic i64, i64* %turn acquire, align 8"),
]


def main():
    found = importlib.util.spec_from_file_location("translate", TRANSLATE)
    translate = importlib.util.module_from_spec(found)
    found.loader.exec_module(translate)
    text = "\n".join([line for line, _ in LINES] + ["declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #1"])
    lines = list(translate.translated(text))
    for (line, wanted), got in zip(LINES, lines):
        assert (wanted or line) in got, f"{line}\nbecomes\n{got}\nand not\n{wanted}"
    assert not any(line.startswith("declare") for line in lines), "the declaration is in the way of the definition"
    for name in "mul", "add", "zeros_8", "zeros_16", "zeros_32", "zeros_64":
        assert sum(f"@weir_{name}(" in line and "define" in line for line in lines) == 1, name


if __name__ == "__main__":
    main()
