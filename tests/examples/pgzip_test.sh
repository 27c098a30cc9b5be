#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What pgzip does when all goes well: gunzip gives back every byte. $1 is the program.
source "$(dirname "${BASH_SOURCE[0]}")/pgzip_support.sh"

test_every_size_around_a_block() {
  local size
  for size in 0 1 2 32767 32768 131071 131072 131073 262144 262145 5000000; do
    text $size >a
    noise $size >b
    "$pgzip" -q -f a b
    gives_back a.gz a
    gives_back b.gz b
  done
}

test_the_ratio_is_that_of_one_stream() {
  # Every line repeats within deflate's window but beyond the smallest block: only with dictionaries is it found.
  noise 24000 | od -An -v -tx1 >line
  head -c 30000 line >period
  for _ in $(seq 100); do cat period; done >a
  "$pgzip" -q -b 32 a
  gives_back a.gz a
  local ours theirs
  ours=$(stat -c %s a.gz)
  theirs=$(gzip -6 -c a | wc -c)
  ((ours * 100 <= theirs * 110)) || fail "$ours bytes, gzip makes $theirs of it"
}

test_equal_input_gives_equal_output() {
  text 3000000 >a
  "$pgzip" -q -p 1 -c a >one
  cp a b
  touch -d 2001-01-01 b
  "$pgzip" -q -p 4 -c b >four
  cmp one four || fail "the output depends on more than the input"
}

test_standard_input_from_a_pipe_and_from_a_file() {
  text 700000 >a
  # shellcheck disable=SC2002
  cat a | "$pgzip" -q - >piped.gz
  gives_back piped.gz a
  "$pgzip" -q -o file.gz - <a
  gives_back file.gz a
  tail -c +1001 a >rest
  { head -c 1000 >/dev/null && "$pgzip" -q -; } <a >rest.gz || fail "in the middle of a file: $?"
  # head may have read further than it printed; what is left must come back.
  gunzip -c rest.gz | cmp -s - <(tail -c "$(gunzip -c rest.gz | wc -c)" a) || fail "not the rest of the file"
  "$pgzip" -q - </dev/null | gunzip | cmp - /dev/null
}

test_several_files_and_standard_output() {
  text 200000 >a
  noise 1000 >-strange
  : >"with space"
  "$pgzip" -q -c -- a -strange "with space" >all.gz
  cat a ./-strange "with space" >all
  gives_back all.gz all
  "$pgzip" -q -- a -strange "with space"
  gives_back a.gz a
  gives_back ./-strange.gz ./-strange
  gives_back "with space.gz" "with space"
}

test_the_files_of_a_directory() {
  mkdir -p d/e/f
  text 300000 >d/a
  noise 1000 >"d/e/two words"
  : >d/e/f/empty
  echo old | gzip >d/old.gz
  ln -s a d/link
  mkfifo d/pipe
  "$pgzip" d 2>said
  gives_back d/a.gz d/a
  gives_back "d/e/two words.gz" "d/e/two words"
  gives_back d/e/f/empty.gz d/e/f/empty
  [[ $(find d -type f | wc -l) == 7 ]] || fail "$(find d)"
  [[ $(grep -cE 'd/(old.gz|link|pipe): left out' said) == 3 ]] || fail "$(<said)"
  grep -q '^3 inputs' said || fail "$(<said)"
  expect 1 'exists already' "$pgzip" d
  "$pgzip" -q -f d
  [[ $(find d -type f | wc -l) == 7 ]] || fail "after -f: $(find d)"
}

test_an_output_has_its_inputs_permissions() {
  text 10 >a
  chmod 640 a
  "$pgzip" -q a
  [[ $(stat -c %a a.gz) == 640 ]] || fail "$(stat -c %a a.gz)"
  umask 027
  # shellcheck disable=SC2002
  cat a | "$pgzip" -q -o b.gz -
  [[ $(stat -c %a b.gz) == 640 ]] || fail "from a pipe: $(stat -c %a b.gz)"
}

test_files_that_end_in_gz() {
  text 1000 >a.gz
  expect 1 'ends in .gz already' "$pgzip" a.gz
  [[ ! -e a.gz.gz ]]
  "$pgzip" -q -f a.gz
  gives_back a.gz.gz a.gz
}

test_without_an_argument_like_gzip() {
  text 300000 >a
  "$pgzip" -q <a >a.gz
  gives_back a.gz a
  "$pgzip" -q -c <a | gunzip | cmp - a
  "$pgzip" -q -o b.gz <a
  gives_back b.gz a
  # shellcheck disable=SC2002
  cat a | "$pgzip" -q | gunzip | cmp - a
  local status=0
  script -qec "'$pgzip' <a" terminal </dev/null >/dev/null || status=$?
  [[ $status == 1 ]] || fail "to a terminal it ended with $status"
  grep -aqF 'not for terminals' terminal || fail "no refusal"
}

test_the_sample() {
  "$pgzip" --sample 2>said >printed
  grep -q 'byte for byte' said || fail "$(<said)"
  grep -q '^1 input, 512 blocks: 67.1 MB' said || fail "$(<said)"
  [[ ! -s printed && $(find . | wc -l) == 3 ]] || fail "$(find . -size +0)"
}

test_the_summary() {
  text 1000000 >a
  "$pgzip" -p 2 a 2>said
  grep -Eq '^1 input, 8 blocks: 1\.0 MB to 0\.[0-9] MB, ratio [0-9.]+$' said || fail "$(<said)"
  grep -Eq '^[0-9.]+ s, [0-9.]+ MB/s, [12] workers?, peak queue [0-9]+ of 16, peak memory [0-9.]+ MiB$' said || fail "$(<said)"
  text 10000000 | "$pgzip" -p 3 -9 - 2>said >b.gz
  grep -q '3 workers, peak queue [1-9]' said || fail "$(<said)"
  "$pgzip" -q -f a 2>said
  [[ ! -s said ]] || fail "-q, and yet: $(<said)"
}

test_no_compressed_data_on_a_terminal() {
  text 1000 >a
  local status=0
  script -qec "'$pgzip' -c a" terminal </dev/null >/dev/null || status=$?
  [[ $status == 1 ]] || fail "ended with $status"
  grep -aqF 'not for terminals' terminal || fail "no refusal"
}

test_paths_are_the_users_under_bazel_run() {
  mkdir there
  text 1000 >there/a
  BUILD_WORKING_DIRECTORY=$PWD/there "$pgzip" -q a
  gives_back there/a.gz there/a
}

run_tests
