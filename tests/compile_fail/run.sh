#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh CASE.cpp [INCLUDE_DIR [PREPARED_DIR]]
#        run.sh --look [WORD]... -- CASE.cpp...         only whether each says what it expects
#        run.sh --prepare PREPARED_DIR INCLUDE_DIR      compiles, with each compiler, what many cases begin with: each case is then cheap
# Passes when g++ and clang++ both refuse the case, and every `// expect: REGEX` line of it matches an error line of both;
# `// expect first: REGEX` must match the first.
# Source excerpts are switched off, so that a comment in the case cannot match itself.
set -u
flags=(-std=c++20 -Wall -Wextra)
if [[ $1 == --prepare ]]; then
  # The libraries that weir includes, and these with <weir/pool.hpp> for the cases that include it: a case sees nothing of weir but what it
  # includes. From no file, and without times: clang would look for the file each time, and at the headers' times.
  libraries=(algorithm any array bit boost/intrusive/list.hpp chrono concepts coroutine exception functional memory optional ranges
    stdexcept stop_token string system_error thread type_traits unordered_map utility variant vector)
  for compiler in g++ clang++; do
    mkdir -p "$2/$compiler"
    without_times=()
    [[ $compiler == g++ ]] || without_times=(-Xclang -fno-pch-timestamp)
    for pool in "" weir/pool.hpp; do
      printf '#include <%s>\n' "${libraries[@]}" $pool |
        "$compiler" "${flags[@]}" "${without_times[@]}" "-I$3" -x c++-header /dev/stdin -o "$2/$compiler/${pool:+pool_and_}libraries.hpp.gch" || exit
    done
  done
  exit
fi

if [[ $1 == --look ]]; then
  while [[ $1 != -- ]]; do shift; done
  silent=$(grep -LE '^ *// expect( first)?: ' "${@:2}")
  [[ -n $silent ]] || exit 0
  printf "%s: no '// expect:' line, so nothing says what a user would read\n" $silent >&2
  exit 1
fi
case=$1
include=${2:-include_tree}
prepared=${3:-}
with=libraries
! grep -qE '^#include <weir/(thread_)?pool\.hpp>' "$case" || with=pool_and_libraries
declare -A no_excerpts=([g++]=-fno-diagnostics-show-caret [clang++]=-fno-caret-diagnostics)

mapfile -t expected < <(sed -n 's|^ *// expect: *||p' "$case")
mapfile -t expected_first < <(sed -n 's|^ *// expect first: *||p' "$case")
if [[ $((${#expected[@]} + ${#expected_first[@]})) -eq 0 ]]; then
  echo "$case: no '// expect:' line, so nothing says what a user would read" >&2
  exit 1
fi
if ! [[ -e $include/weir ]]; then
  echo "$include/weir does not exist: the case would fail for the wrong reason" >&2
  exit 1
fi

failed=0
for compiler in g++ clang++; do
  # There is no header beside the precompiled one: a compiler that cannot use it says so, in words that no case expects.
  same=()
  [[ -z $prepared ]] || same=(-Winvalid-pch -include "$prepared/$compiler/$with.hpp")
  if output=$("$compiler" "${flags[@]}" -fsyntax-only "-I$include" "${same[@]}" "${no_excerpts[$compiler]}" "$case" 2>&1); then
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
  for sentence in "${expected_first[@]}"; do
    if ! grep -m1 'error:' <<<"$output" | grep -qE -e "$sentence"; then
      printf '%s: the first error of %s does not match: %s\nIt says:\n%s\n' "$case" "$compiler" "$sentence" "$output" >&2
      failed=1
    fi
  done
done
exit "$failed"
