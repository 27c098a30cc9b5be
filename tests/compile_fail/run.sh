#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh CASE.cpp [INCLUDE_DIR]
# Passes when g++ and clang++ both refuse the case, and every `// expect: REGEX` line of it matches an error line of both.
# Source excerpts are switched off, so that a comment in the case cannot match itself.
set -u
case=$1
include=${2:-include_tree}
flags=(-std=c++20 -fsyntax-only -Wall -Wextra "-I$include")
declare -A no_excerpts=([g++]=-fno-diagnostics-show-caret [clang++]=-fno-caret-diagnostics)

mapfile -t expected < <(sed -n 's|^ *// expect: *||p' "$case")
if [[ ${#expected[@]} -eq 0 ]]; then
  echo "$case: no '// expect:' line, so nothing says what a user would read" >&2
  exit 1
fi
if ! [[ -e $include/weir ]]; then
  echo "$include/weir does not exist: the case would fail for the wrong reason" >&2
  exit 1
fi

failed=0
for compiler in g++ clang++; do
  if output=$("$compiler" "${flags[@]}" "${no_excerpts[$compiler]}" "$case" 2>&1); then
    echo "$case: $compiler accepts it" >&2
    failed=1
    continue
  fi
  for sentence in "${expected[@]}"; do
    if ! grep 'error:' <<<"$output" | grep -qE -e "$sentence"; then
      printf '%s: no error of %s matches: %s\nIt says:\n%s\n' "$case" "$compiler" "$sentence" "$output" >&2
      failed=1
    fi
  done
done
exit "$failed"
