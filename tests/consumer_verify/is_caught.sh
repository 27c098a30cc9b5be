#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: is_caught.sh PROGRAM SCENARIO CLAIM    the scenario must fail, by this claim, and say how to repeat it
set -uo pipefail
if out=$("$1" --scenario="$2" --executions=5000); then
  echo "$out"
  echo "a broken policy was verified"
  exit 1
fi
echo "$out" | head -20
for line in "  FAILED    $2" "  claim     $3" "  replay    "; do
  grep -qF "$line" <<<"$out" || { echo "it failed, and did not say '$line'" && exit 1; }
done
