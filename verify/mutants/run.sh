#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Applies one mutant to a copy of the headers, compiles its scenario on its pool type, and wants the model checker to fail it.
# usage: run.sh MUTANT.patch INCLUDE_DIR [EXTRA_COMPILER_FLAGS...]
set -euo pipefail
mutant=$1
include=$2
shift 2
field() { sed -n "s/^# $1: //p" "$mutant"; }
subject=$(field subject)
scenario=$(field scenario)
header=$(field header)
runs=$(field executions)
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mutant.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

cp -rL "$include" "$scratch/include"
chmod -R u+w "$scratch/include"
if ! patch --batch --quiet -p1 -d "$scratch/include" <"$mutant" >"$scratch/patch.log" 2>&1; then
  cat "$scratch/patch.log"
  echo "FAILED: $mutant does not apply any more; the code has moved on"
  exit 1
fi
cat >"$scratch/main.cpp" <<CPP
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/${header:-$scenario}.hpp>
#include <weir/verify/support/verdict.hpp>
#include <weir/weir.hpp>
using namespace weir;
int main(int argc, char** argv) { return verify::run_scenarios<verify::scenarios::$scenario<$subject>>(argc, argv); }
CPP
"${CXX:-g++}" -std=c++20 -O1 -fno-lifetime-dse -U_FORTIFY_SOURCE -DRL_DO_ASSERT=1 "$@" -I"$scratch/include" "$scratch/main.cpp" -o "$scratch/checker"

status=0
"$scratch/checker" --executions="${runs:-20000}" >"$scratch/out" 2>&1 || status=$?
if [ "$status" -eq 0 ]; then
  cat "$scratch/out"
  echo "SURVIVED: $scenario on $subject did not notice $(basename "$mutant")"
  exit 1
fi
if ! grep -q '^ *FAILED' "$scratch/out"; then
  cat "$scratch/out"
  echo "FAILED: the checker ended with status $status and no verdict"
  exit 1
fi
echo "killed $(basename "$mutant" .patch) by $scenario: $(sed -n 's/^ *result *//p' "$scratch/out" | head -1 | cut -c1-160)"
# The same for table.sh. The scheduler that failed is the first word of its line, the failing execution the last that it counts.
found=$(sed -nE 's/^ *(random|pct3|pct5|search) .* ([0-9]+) executions .* FAILED$/\1 \2/p' "$scratch/out" | head -1)
if ! read -r scheduler execution <<<"$found" || [ -z "$execution" ]; then
  cat "$scratch/out"
  echo "FAILED: the checker does not say which scheduler and execution"
  exit 1
fi
printf 'table\t%s\t%s\t%s\t%s\t%s\n' "$(basename "$mutant" .patch)" "$scenario" "$subject" "$scheduler" "$execution"
