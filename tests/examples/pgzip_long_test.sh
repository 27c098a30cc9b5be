#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The parts of pgzip_test that compress much. $1 is the program.
source "$(dirname "${BASH_SOURCE[0]}")/pgzip_support.sh"

test_every_level_block_size_and_number_of_workers() {
  { text 500000 && noise 200000; } >a
  local options
  for options in -1 -2 -3 -4 -5 -6 -7 -8 -9 -99 --fast --best -p1 -p3 -p256 -b32 -b33 -b1000 -b16384 "-p 2 -b 64 -9"; do
    # shellcheck disable=SC2086
    "$pgzip" -q -c $options a >a.gz || fail "$options"
    gives_back a.gz a
  done
}

test_many_times_around_the_ring_of_blocks() {
  { text 10000000 && noise 1000000 && text 5000000; } >a
  "$pgzip" -q -b 32 a
  gives_back a.gz a
}

test_the_sample_on_a_terminal() {
  script -qec "'$pgzip'" terminal </dev/null >/dev/null
  grep -aq 'byte for byte' terminal || fail "$(<terminal)"
  expect 2 '--sample takes no input' "$pgzip" -s a
}

test_the_bar_on_a_terminal() {
  truncate -s 256M a
  script -qec "'$pgzip' -c a >a.gz" terminal </dev/null >/dev/null
  grep -qE '\[#*-*\] +[0-9]+ % [0-9.]+ MB/s' terminal || fail "no bar: $(<terminal)"
  script -qec "cat a | '$pgzip' - >a.gz" terminal </dev/null >/dev/null
  grep -qE -- '- [0-9.]+ MB [0-9.]+ MB/s' terminal || fail "no bar for a pipe: $(<terminal)"
  truncate -s 16M b
  "$pgzip" -c b 2>said >b.gz
  ! grep -q '#' said || fail "a bar where there is no terminal"
}

# peak_of COMMAND...: the MiB that pgzip says it had at most, for what the command prints.
peak_of() { "$@" | "$pgzip" -1 - 2>&1 >/dev/null | sed -n 's/.*peak memory \([0-9]*\).*/\1/p'; }

test_memory_does_not_grow_with_the_input() {
  local input few many
  for input in "head -c 20000000 /dev/zero:head -c 200000000 /dev/zero" "noise 10000000:noise 40000000"; do
    # shellcheck disable=SC2086
    few=$(peak_of ${input%:*})
    # shellcheck disable=SC2086
    many=$(peak_of ${input#*:})
    ((few > 0 && many <= few + few / 8 + 1)) || fail "$input: first $few MiB, then $many"
  done
}

run_tests
