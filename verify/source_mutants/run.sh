#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes every mistake of mutate.py in the headers, one at a time, under the scenarios of the harnesses; prints the table and the score.
# usage: run.sh INCLUDE_DIR EXCUSES [--OPTION...] HEADER... -- HARNESS.cpp...
# HEADERs are paths under INCLUDE_DIR. Options go to the harnesses (--executions=N, --scenario=A,B). KEEP=DIR keeps what is made on the way.
# A HARNESS called *_test.cpp is an ordinary test of the library, run from the root of the repository, once for each mistake (native.py).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
include=$1
excuses=$2
shift 2
options=()
headers=()
while [ "$1" != -- ]; do
  case $1 in
    --*) options+=("$1") ;;
    *) headers+=("$1") ;;
  esac
  shift
done
shift
scratch=${KEEP:-$(mktemp -d "${TEST_TMPDIR:-/tmp}/source_mutants.XXXXXX")}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"

rm -rf "$scratch/include"
cp -rL "$include" "$scratch/include"
chmod -R u+w "$scratch/include"
python3 -B "$here/mutate.py" "$scratch/include" "${headers[@]}" >&2
cp "$scratch/include/source_rows.txt" "$scratch/rows.txt"
compile() { "${CXX:-g++}" -std=c++20 -O1 -w -Wno-narrowing -U_FORTIFY_SOURCE -I"$scratch/include" "$@"; }

only=()
said=()
for harness in "$@"; do
  name=$(basename "$harness" .cpp)
  [[ " ${said[*]} " != *"/$name.out "* ]] || name=$(basename "$(dirname "$harness")")_$name  # tests of two policies called any
  if [[ $name == *_test ]]; then
    # not optimised: a function that must not return and would is never looked at by a compiler that may trust it
    parts=("$harness" tests/support/allocations.cpp)
    ! grep -q weir/verify/properties/generate.hpp "$harness" || parts+=(verify/properties/{generate,program}.cpp)
    compile -O0 -I. -include "$here/native.hpp" "${parts[@]}" -lgtest_main -lgtest -lrapidcheck -pthread -o "$scratch/$name"
    python3 -B "$here/native.py" "$scratch/$name" "$scratch/rows.txt" "${only[@]}" >"$scratch/$name.out" || true
  else
    [ ${#only[@]} -eq 0 ] || python3 -B "$here/mutate.py" "$scratch/include" --only="${only[0]}" >&2
    compile -fno-lifetime-dse -DRL_DO_ASSERT=1 -include "$scratch/include/source_rows.hpp" -include weir/verify/support/verdict.hpp "$harness" -o "$scratch/$name"
    "$scratch/$name" --mutate-sites "${options[@]}" >"$scratch/$name.out" || true
  fi
  if ! grep -q ' killed, .* survived' "$scratch/$name.out"; then
    cat "$scratch/$name.out"
    echo "FAILED: $name did not come to its end"
    exit 1
  fi
  echo "$name: $(grep ' killed, .* survived' "$scratch/$name.out")" >&2
  said+=("$scratch/$name.out")
  python3 -B "$here/score.py" --left "$scratch/rows.txt" "$excuses" "${said[@]}" >"$scratch/left.txt"  # what is excused gets one chance
  [ -s "$scratch/left.txt" ] || break
  only=("$scratch/left.txt")
done
python3 -B "$here/score.py" "$scratch/rows.txt" "$excuses" "${said[@]}"
