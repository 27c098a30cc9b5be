#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# clang++ takes every shipped header with the warnings g++ takes it with. (Bazel's build compiles each alone with g++.)
set -eu
cd include_tree
find -L . -name '*.hpp' | sed 's|^\./\(.*\)|#include <\1>|' | sort >"$TEST_TMPDIR/all.cpp"
lines=$(wc -l <"$TEST_TMPDIR/all.cpp")
[[ $lines -ge 10 ]] || { echo "only $lines headers found; this checked nothing" >&2; exit 1; }

compile() { clang++ -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I. "$@"; }
compile "$TEST_TMPDIR/all.cpp"

# Seen failing: the same with one unused parameter more.
echo 'int planted(int unused) { return 0; }' >>"$TEST_TMPDIR/all.cpp"
if compile "$TEST_TMPDIR/all.cpp" 2>/dev/null; then
  echo "a planted warning went through" >&2
  exit 1
fi
echo "$lines headers"
