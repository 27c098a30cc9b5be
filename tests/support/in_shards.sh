#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: in_shards.sh [--one-in=N --of=DIR] PROGRAM [WORD]... -- FILE... [--only=NAME]...
# Calls `PROGRAM FILE WORD...` for each FILE, of Bazel's shards for those of this one, and fails if a call has failed.
#
# With --one-in it makes one call in N, and one call `PROGRAM --look WORD... -- FILE...`, which has to be quick, for all other files. Which those are
# depends on what is in DIR: each state of it draws others. --only, given last, calls for the files of these names alone: --test_arg=--only=NAME
set -uo pipefail

one_in=1
of=
while [[ $1 == --* ]]; do
  case $1 in
    --one-in=*) one_in=${1#*=} ;;
    --of=*) of=${1#*=} ;;
    *) echo "in_shards.sh knows no $1" >&2 && exit 2 ;;
  esac
  shift
done
command=()
while [[ $# -gt 0 && $1 != -- ]]; do command+=("$1") && shift; done
shift || { echo "in_shards.sh: there is no -- before the files" >&2 && exit 2; }

declare -A only=()
files=()
for word in "$@"; do
  if [[ $word == --only=* ]]; then only[${word#*=}]=yes; else files+=("$word"); fi
done
if [[ ${#only[@]} -gt 0 ]]; then
  kept=()
  for file in "${files[@]}"; do
    name=$(basename "${file%.*}")
    [[ -z ${only[$name]:-} ]] || kept+=("$file")
    unset "only[$name]"
  done
  if [[ ${#only[@]} -gt 0 ]]; then echo "in_shards.sh: there is no file named ${!only[*]}" >&2 && exit 2; fi
  files=("${kept[@]}")
  one_in=1
fi
if [[ ${#files[@]} -eq 0 ]]; then echo "in_shards.sh: there are no files" >&2 && exit 2; fi

# In an order that depends on what is in DIR, so that the first of them are the sample.
if [[ -n $of ]]; then
  state=$(find -L "$of" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  mapfile -t files < <(printf '%s\n' "${files[@]}" | LC_ALL=C sort -R --random-source=<(echo "$state"))
fi
called=$(((${#files[@]} + one_in - 1) / one_in))

if [[ -n ${TEST_SHARD_STATUS_FILE:-} ]]; then touch "$TEST_SHARD_STATUS_FILE"; fi
shard=${TEST_SHARD_INDEX:-0}
shards=${TEST_TOTAL_SHARDS:-1}
unset {,G}TEST_{SHARD_INDEX,TOTAL_SHARDS,SHARD_STATUS_FILE}  # what is called here does all of its work
failed=()
call() { # call FILES WORD...
  if said=$("${command[0]}" "${@:2}" 2>&1); then
    [[ -z $said ]] || echo "$said"
  else
    printf '%s\n' "$said" "in_shards.sh: ${command[0]} fails for $1" >&2
    failed+=("$1")
  fi
}
looked_at=()
for ((i = shard; i < ${#files[@]}; i += shards)); do
  if [[ $i -lt $called ]]; then call "${files[i]}" "${files[i]}" "${command[@]:1}"; else looked_at+=("${files[i]}"); fi
done
if [[ ${#looked_at[@]} -gt 0 ]]; then call "one of those that it looks at" --look "${command[@]:1}" -- "${looked_at[@]}"; fi
echo "$called of ${#files[@]} files, in $shards shards; of this one fail: ${failed[*]:-none}"
[[ ${#failed[@]} -eq 0 ]]
