#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Breaks every call site of some headers, one at a time, and wants a program of scenarios to notice each.
# usage: sites.sh PROGRAM EXECUTIONS [OPTIONS...] -- HEADER...
set -uo pipefail
program=$1 executions=$2
shift 2
options=()
while [[ $1 != -- ]]; do options+=("$1") && shift; done
shift
files=$(printf ',%s' "$@")
out=$("$program" --mutate-sites --executions="$executions" --files="${files:1}" "${options[@]}" 2>&1)
status=$?
echo "$out"
if [[ $status -ne 0 && $out == *"reach no site that could be broken"* ]]; then
  echo "These headers ask nothing of their platform: there is no site to break, so this says nothing about them."
  exit 0
fi
exit $status
