#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM [ARGUMENT...]: runs each program that PROGRAM lists, and compares what the checker says with what is expected of it.
program=$1
shift
failed=0
count=0
ulimit -n 256
while read -r name expected; do
  count=$((count + 1))
  output=$("$program" "$name" "$@" 2>&1)
  status=$?
  case $expected in
    passes) [ $status = 0 ] ;;
    refused) [ $status = 2 ] && [[ $output == *refused:* ]] ;;
    *) [ $status = 1 ] && [[ $(grep -m1 '^  result' <<< "$output") == "  result    "$expected* ]] ;; # a pattern
  esac && continue
  failed=1
  printf '%s: expected is "%s", and the status is %s:\n%s\n' "$name" "$expected" $status "$output"
done < <("$program")
echo "$count programs"
[ $count -gt 0 ] && [ $failed = 0 ]
