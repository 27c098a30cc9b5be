#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# whole_program.sh PROGRAM: checks a main with several arguments. Those up to `--` are the checker's.
program=$1
failed=0
# says STATUS TEXT ARGUMENT...: that the check ends with this status, and its report has the text.
says() {
  local status=$1 text=$2 output
  shift 2
  output=$("$program" --executions=300 "$@" 2>&1)
  local is=$?
  [ $is = "$status" ] && [[ $output == *"$text"* ]] && return
  failed=1
  printf '%s: expected is status %s with "%s", and the status is %s:\n%s\n' "$*" "$status" "$text" $is "$output"
}
says 0 "executions"
says 0 "executions" --
says 0 "executions" -- word
says 1 "result    DATA RACE" -- -u word
says 1 "-- -u 'a word'" -- -u 'a word'
says 1 "result    WRONG: the program ends with status 3" -- -s 3
says 0 "executions" --any-status -- -s 3
says 0 "executions" -- -e 0
says 1 "result    WRONG: the program ends with status 4" -- -e 4
says 1 "result    LEAK" -- -l
says 1 "result    WRONG: the program calls abort" -- -k
says 1 "result    WRONG: the program calls abort" -- -o
says 1 "result    DEADLOCK" -- -j
says 1 "result    DATA RACE" -- -v
says 1 "result    WRONG: the program ends with status 5" -- -x
says 1 "result    WRONG: the program calls abort" -- -q
says 0 "executions" --no-leaks -- -l
says 1 "--no-leaks" --no-leaks -- -l -u word
says 0 "executions" -- -d
input=$(mktemp)
echo "a line" > "$input"
says 0 "executions" -- -i < "$input"
rm "$input"
says 0 "executions" -- -f 10< /dev/null
says 0 "executions" -- -s 0 -- -s
says 0 "executions" -- -s 256
says 2 "--steps=many" --steps=many -- word
says 2 "--races-in=nowhere.cpp: no code" --races-in=whole_program.cpp,nowhere.cpp -- word
says 2 "--races-in=whole_program.cpp:0: no code" --races-in=whole_program.cpp:0 -- word
says 0 "executions" --races-in=whole_program.cpp -- word
says 1 "result    LIVELOCK: no end after 5 steps" --steps=5 -- word
says 0 "at most 1 preemptions" --steps=99 --scheduler=search -- word
[ $failed = 0 ]
