#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The mutator on one small header, all of whose survivors are excused, and on an example with one that is not.
# usage: mutate_test.sh INCLUDE_DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
include=$(cd "$1" && pwd)
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mutate_test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
run() { bash "$here/run.sh" "$include" "$@" >"$scratch/table" 2>"$scratch/log"; }
score() { python3 -B "$here/score.py" "$scratch/planted/rows.txt" "$1" "$scratch/planted/planted_verify.out" >"$scratch/table"; }
failed() {
  cat "$scratch/log" "$scratch/table"
  echo "FAILED: $1"
  exit 1
}

run "$here/excuses.txt" --executions=2000 weir/platform/permit.hpp -- "$here/permit_verify.cpp" ||
  failed "a mistake in permit.hpp was not noticed"

: >"$scratch/none.txt"
planted=(--executions=500 weir/verify/source_mutants/planted.hpp -- "$here/planted_verify.cpp")
KEEP=$scratch/planted run "$scratch/none.txt" "${planted[@]}" && failed "the planted survivor was not seen"
[ "$(grep -c '^SURVIVED' "$scratch/table")" -eq 1 ] || failed "more than the planted mistake survived"
grep -q '^SURVIVED .*planted.hpp:[0-9]* put: always true: number_ != number => true' "$scratch/table" ||
  failed "another mistake survived"
for what in 'always true' 'always false' dropped swapped inverted 'off by one'; do
  grep -q "^killed .*: $what: " "$scratch/table" || failed "no mistake of this kind was made and noticed: $what"
done

echo 'verify/source_mutants/planted.hpp put: always true: number_ != number => true  # writes the same again' >"$scratch/one.txt"
score "$scratch/one.txt" || failed "an excuse does not excuse"
echo 'verify/source_mutants/planted.hpp put: dropped: nothing => ;  # nothing' >>"$scratch/one.txt"
score "$scratch/one.txt" && failed "an excuse for nothing was accepted"
echo passed
