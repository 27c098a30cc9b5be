#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the five mutants of README.md fail, and puts their schedules there: a table between the markers, a picture beside it.
# usage: draw.sh [--check] [INCLUDE_DIR [PREPARED_DIR]]     PREPARED_DIR is of run.sh --prepare; --check changes nothing, and fails if anything would change
set -euo pipefail
check=0
if [ "${1:-}" = --check ]; then
  check=1
  shift
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
include=$(cd "${1:-$root/include}" && pwd)
prepared=("${@:2:1}")
pages=$root/docs/anatomy
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/anatomy.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cp -L "$pages/README.md" "$scratch/README.md"

for mutant in $(sed -n 's/^<!-- table \(.*\) -->$/\1/p' "$pages/README.md"); do
  drawn=$scratch/$mutant.drawn
  mkdir "$drawn"
  # One compiler for all, as another might begin the arguments of a call at the other end.
  if ! CXX=g++ TEST_UNDECLARED_OUTPUTS_DIR=$drawn "$root/verify/mutants/run.sh" "$root/verify/mutants/$mutant.patch" "$include" "${prepared[@]}" -w; then
    echo "FAILED: $mutant has nothing to show"
    exit 1
  fi
  cp "$drawn"/*.svg "$scratch/$mutant.svg"
  awk -v marker="<!-- table $mutant -->" -v table="$(ls "$drawn"/*.txt)" '
    $0 == "<!-- end -->" { inside = 0 }
    !inside { print }
    $0 == marker {
      inside = 1
      print "\n```text"
      while ((getline line < table) > 0) if (line != "" || !blank++) { print line; blank = line == "" }
      print "```\n"
    }' "$scratch/README.md" >"$scratch/next"
  mv "$scratch/next" "$scratch/README.md"
done

status=0
for new in "$scratch"/*.svg "$scratch/README.md"; do
  old=$pages/$(basename "$new")
  if [ $check = 0 ]; then
    cp "$new" "$old"
  elif ! diff "$old" "$new" >"$scratch/difference"; then
    head -40 "$scratch/difference"
    status=1
  fi
done
if [ $status != 0 ]; then
  echo "FAILED: docs/anatomy shows another schedule than today's code has; look at it, and regenerate with: docs/anatomy/draw.sh"
fi
exit $status
