#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints which mutant was killed by which scenario, scheduler and execution, from the logs that `bazelw test //verify/mutants:all_by_scenario
# //verify/mutants:all_by_test` left.
# Fails if a mutant survived or has not been run. It runs nothing itself.
# usage: table.sh [DIRECTORY_OF_LOGS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
logs=${1:-$here/../../bazel-testlogs/verify/mutants}
found=$(find -L "$logs"/all_* -name test.log -exec grep -hE "^(table|SURVIVED)" {} + || true)
killed=0
missing=()
echo '| Mutant | Scenario | Subject | Scheduler | Execution |'
echo '|---|---|---|---|---|'
for patch in "$here"/*.patch "$here"/by_test/*.patch; do
  name=$(basename "$patch" .patch)
  if line=$(grep "^table	$name	" <<<"$found"); then
    IFS=$'\t' read -r _ _ scenario subject scheduler execution <<<"$line"
    echo "| $name | $scenario | \`$subject\` | $scheduler | $execution |"
    killed=$((killed + 1))
  elif grep -q "^SURVIVED.* $name.patch$" <<<"$found"; then
    echo "| $name | **SURVIVED** | | | |"
    missing+=("$name")
  else
    echo "| $name | **no result** | | | |"
    missing+=("$name")
  fi
done
echo
echo "$killed of $((killed + ${#missing[@]})) mutants killed."
[ ${#missing[@]} -eq 0 ] && [ "$killed" -ne 0 ]
