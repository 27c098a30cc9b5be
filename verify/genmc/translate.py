#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""Translates a program into the text of LLVM 14 that GenMC reads. It needs clang++-14 and opt-14.

usage: translate.py PROGRAM.cpp OUT.ll [OPTION OF CLANG++...]

GenMC knows no exceptions, and not all that clang++ makes of a program. So what throws is a failure, as it writes to memory that GenMC did not give;
the sizes of arrays are computed without a look at overflow; a member array or object is set to zero element by element; and what clang++
returns as one value of two words is taken apart.
"""

import re
import subprocess
import sys

COMPILER = "clang++-14 -std=c++20 -S -emit-llvm -O0 -Xclang -disable-O0-optnone -fignore-exceptions -fno-discard-value-names -gline-tables-only".split()
PASSES = "cgscc(inline),function(sroa,simplifycfg)"

SUM_OR_PRODUCT = """define internal {{ i64, i1 }} @weir_{0}(i64 %a, i64 %b) {{
  %whole = {0} i64 %a, %b
  %half = insertvalue {{ i64, i1 }} undef, i64 %whole, 0
  %pair = insertvalue {{ i64, i1 }} %half, i1 false, 1
  ret {{ i64, i1 }} %pair
}}"""

# bytes: a number of such elements
ZEROS = """define internal void @weir_zeros_{0}(i8* %there, i8 %zero, i64 %bytes, i1 %volatile) {{
entry:
  br label %look
look:
  %n = phi i64 [ 0, %entry ], [ %next, %go_on ]
  %end = icmp uge i64 %n, %bytes
  br i1 %end, label %ended, label %go_on
go_on:
  %byte = getelementptr i8, i8* %there, i64 %n
  %element = bitcast i8* %byte to i{0}*
  store i{0} 0, i{0}* %element
  %next = add i64 %n, {1}
  br label %look
ended:
  ret void
}}"""


def translated(text):
    """The lines that GenMC understands."""
    element = {}  # pointer -> bits of what is set to zero there
    for line in text.splitlines():
        if cast := re.match(r"  (%\S+) = bitcast (.*)\* %\S+ to i8\*", line):
            inner = re.search(r" x i(8|16|32|64)\]", cast[2]) or re.fullmatch(r"i(8|16|32|64)", cast[2])
            element[cast[1]] = inner[1] if inner else "64"
        if zeros := re.match(r"  call void @llvm\.memset\.p0i8\.i64\(i8\* (?:\w+ )*(?:align \d+ )?(%[^\s,]+), i8 0,", line):
            line = line.replace("@llvm.memset.p0i8.i64", "@weir_zeros_" + element.get(zeros[1], "64"))
        line = re.sub(r"@llvm\.u(mul|add)\.with\.overflow\.i64", r"@weir_\1", line)
        line = re.sub(r"^(@_ZT\w+ = )external ((?:dso_local |unnamed_addr )*constant .*?)(, align \d+)?$", r"\1\2 zeroinitializer", line)
        line = re.sub(r"^(attributes #\d+ = \{.*)\bnoinline ", r"\1", line)
        if not re.match(r"declare .*@weir_", line):
            yield line
    yield from (SUM_OR_PRODUCT.format(what) for what in ("mul", "add"))
    yield from (ZEROS.format(bits, bits // 8) for bits in (8, 16, 32, 64))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, out, *options = sys.argv[1:]
    text = subprocess.run([*COMPILER, *options, program, "-o", "-"], stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = "\n".join(translated(text)) + "\n"
    subprocess.run(["opt-14", "-S", "-inline-threshold=100000", f"-passes={PASSES}", "-", "-o", out], input=lines, text=True, check=True)


if __name__ == "__main__":
    main()
