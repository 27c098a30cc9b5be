#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What pgzip does when something goes wrong: it says what, ends with a status that is not 0, and leaves nothing half-written.
# $1 is the program.
source "$(dirname "${BASH_SOURCE[0]}")/pgzip_support.sh"

# The files here, but for that of `expect`.
files() { find . -type f ! -name errors -printf '%P ' | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ *//; s/ *$//'; }

# Starts pgzip in the background on a pipe that is open as descriptor 3, and returns when it is at work.
start_on_a_pipe() {
  mkfifo in
  env --default-signal=INT "$pgzip" "$@" - <in 2>errors &
  exec 3>in
  noise 1000000 >&3 # more than the pipe holds: most of it has been read
  [[ -n $(find . -name '.pgzip-*') ]] || fail "no output begun"
}

test_inputs_that_cannot_be_read() {
  text 1000 >good
  expect 1 'missing: cannot open: No such file' "$pgzip" missing good
  gives_back good.gz good
  expect 1 '/proc/self/mem: cannot read: Input/output error' "$pgzip" -o out.gz /proc/self/mem
  expect 1 'standard input: cannot read: Bad file descriptor' "$pgzip" -o out.gz - <&-
  expect 1 'standard input: cannot read: Is a directory' "$pgzip" -o out.gz - <.
  mkfifo pipe
  expect 1 'pipe: neither a file nor a directory' "$pgzip" pipe
  [[ $(files) == "good good.gz" ]] || fail "$(files)"
}

test_without_permission() {
  text 1000 >secret
  text 1000 >plain
  chmod 600 secret
  chmod 755 .
  cp "$pgzip" program
  local nobody=()
  [[ $(id -u) != 0 ]] || nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups) # root may read everything
  [[ $(id -u) == 0 ]] || chmod 0 secret
  expect 1 'secret: cannot open: Permission denied' "${nobody[@]}" ./program secret
  [[ $(id -u) == 0 ]] || chmod a-w .
  expect 1 'plain.gz: cannot create: Permission denied' "${nobody[@]}" ./program plain
  chmod u+w .
  [[ $(files) == "plain program secret" ]] || fail "$(files)"
}

test_an_input_that_is_cut_short_meanwhile() {
  noise 60000000 >a
  mkfifo out
  "$pgzip" -1 -c a >out 2>errors &
  exec 3<out
  head -c 1 <&3 >/dev/null # it has begun, and can get no further than its blocks and the pipe reach
  truncate -s 1000000 a
  cat <&3 >/dev/null
  ends_with 1 'a: truncated: it ended after' $!
}

test_directories_where_they_cannot_be() {
  mkdir d
  text 10 >d/a
  text 10 >b
  expect 1 'd: is a directory, whose files cannot share one output' "$pgzip" -c d
  expect 1 'd: is a directory, whose files cannot share one output' "$pgzip" -o out.gz d
  expect 1 'd: is a directory, it cannot be the output' "$pgzip" -f -o d b
  expect 1 'nowhere/out.gz: cannot create: No such file' "$pgzip" -o nowhere/out.gz b
  [[ $(files) == "b d/a" ]] || fail "$(files)"
}

test_outputs_that_exist() {
  text 1000 >a
  echo precious >a.gz
  expect 1 'a.gz: exists already; -f overwrites it' "$pgzip" a
  expect 1 'a.gz: exists already; -f overwrites it' "$pgzip" -o a.gz - <a
  [[ $(<a.gz) == precious ]] || fail "overwritten"
  expect 1 'is input and output at once' "$pgzip" -f -o a a
  text 1000 | cmp - a
  "$pgzip" -q -f a
  gives_back a.gz a
  [[ $(files) == "a a.gz" ]] || fail "$(files)"
}

test_an_output_that_appears_meanwhile() {
  start_on_a_pipe -o out.gz
  echo precious >out.gz
  exec 3>&-
  ends_with 1 'out.gz: cannot give the output its name: File exists' $!
  [[ $(<out.gz) == precious ]] || fail "overwritten"
  no_remains
}

test_a_full_disk() {
  noise 3000000 >a
  expect 1 'standard output: cannot write: No space left' "$pgzip" -c a >/dev/full
  expect 1 '/dev/full: cannot write: No space left' "$pgzip" -o /dev/full a
  [[ -c /dev/full ]] || fail "/dev/full was replaced"
  # shellcheck disable=SC2016
  expect 1 'a.gz: cannot write: File too large' bash -c 'ulimit -f 1000; exec "$0" a' "$pgzip"
  : >empty
  expect 1 'standard output: cannot write: No space left' "$pgzip" -c empty >/dev/full
  [[ $(files) == "a empty" ]] || fail "$(files)"
}

test_a_full_file_system() {
  noise 3000000 >a
  mkdir small
  # A file system of one mebibyte needs the right to mount it, as root or in a name space of one's own.
  local root=(unshare --mount)
  "${root[@]}" true 2>/dev/null || root=(unshare --user --map-root-user --mount)
  "${root[@]}" mount -t tmpfs -o size=1m none small 2>/dev/null || exit 77
  # shellcheck disable=SC2016
  expect 1 'small/a.gz: cannot write: No space left' "${root[@]}" bash -c \
    'mount -t tmpfs -o size=1m none small; "$0" -o small/a.gz a; status=$?; ls -A small >remains; exit $status' "$pgzip"
  [[ ! -s remains ]] || fail "left behind: $(<remains)"
}

test_a_reader_that_goes_away() {
  noise 3000000 >a
  # shellcheck disable=SC2016
  expect 1 'standard output: cannot write: Broken pipe' bash -c '"$0" -c a | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}' "$pgzip"
  expect 1 'standard output: cannot write: Bad file descriptor' "$pgzip" -c a >&-
}

test_interrupted_while_it_waits_for_input() {
  start_on_a_pipe -o out.gz
  kill -INT $!
  ends_with 130 'stopped by a signal: Interrupt' $!
  [[ $(files) == "" ]] || fail "$(files)"
}

test_interrupted_an_older_output_stays() {
  echo precious >out.gz
  start_on_a_pipe -f -o out.gz
  kill -TERM $!
  ends_with 143 'stopped by a signal: Terminated' $!
  [[ $(files) == out.gz && $(<out.gz) == precious ]] || fail "$(files)"
}

test_interrupted_while_it_waits_for_a_reader() {
  noise 60000000 >a
  mkfifo out
  exec 3<>out
  "$pgzip" -c a >out 2>errors &
  head -c 1 <&3 >/dev/null
  while grep -q '^State:.*[RD] ' /proc/$!/task/*/status; do :; done # until the pipe is full and nothing moves
  kill -TERM $!
  ends_with 143 'stopped by a signal: Terminated' $!
}

test_interrupted_after_the_end_of_the_input() {
  start_on_a_pipe -9 -p1 -b16384 -o out.gz # seconds of work lie in memory when the pipe is empty
  text 60000000 >&3
  exec 3>&-
  kill -TERM $!
  ends_with 143 'stopped by a signal: Terminated' $!
  [[ $(files) == "" ]] || fail "$(files)"
}

test_interrupted_at_work() {
  truncate -s 1T a # days of work
  mkfifo out
  env --default-signal=INT "$pgzip" -9 -c a >out 2>errors &
  local pid=$!
  exec 3<out
  head -c 1 <&3 >/dev/null
  cat <&3 >/dev/null &
  kill -INT $pid
  ends_with 130 'stopped by a signal: Interrupt' $pid
}

test_an_ignored_signal_stays_ignored() {
  (
    trap '' INT
    mkfifo in
    "$pgzip" -o out.gz - <in 2>errors &
    exec 3>in
    noise 1000000 | tee a >&3
    kill -INT $!
    exec 3>&-
    wait $! || fail "$(<errors)"
  )
  gives_back out.gz a
}

test_command_lines_that_make_no_sense() {
  text 10 >a
  local options
  for options in -p0 -p257 -px -p -p99999999999 -p-1 -b31 -b16385 -b1x -Z --nothing "-c -o x" "-o x a a" "-s a" "-s -c"; do
    # shellcheck disable=SC2086
    expect 2 '-h tells what there is' "$pgzip" $options
  done
  "$pgzip" --help | grep -q -- '--processes N'
  [[ $(files) == a ]] || fail "$(files)"
}

test_any_lack_of_memory() {
  text 3000000 >a
  local kibibytes status succeeded=0 refused=0
  for ((kibibytes = 4000; kibibytes < 400000 && succeeded < 3; kibibytes += kibibytes / 16)); do
    (ulimit -v $kibibytes && "$pgzip" -h) >/dev/null 2>&1 || continue # not even loaded; with AddressSanitizer never
    status=0
    (ulimit -v $kibibytes && exec timeout 60 "$pgzip" -q -f -p 4 a) 2>errors || status=$?
    case $status in
      0) gives_back a.gz a && succeeded=$((succeeded + 1)) ;;
      1)
        [[ -s errors ]] || fail "$kibibytes KiB: no message"
        refused=$((refused + 1))
        ;;
      *) fail "$kibibytes KiB: ended with $status: $(<errors)" ;;
    esac
    no_remains
  done
  echo "    refused with $refused sizes of memory, then succeeded with $succeeded"
}

run_tests
