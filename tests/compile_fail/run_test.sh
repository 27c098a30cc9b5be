#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The runner itself: it must pass a case that both compilers refuse in the expected words, and no other.
set -u
run=tests/compile_fail/run.sh
mkdir -p "$TEST_TMPDIR/include/weir"
prepared=
failed=0

# usage: verdict pass|fail WHAT <<< case
verdict() {
  local case=$TEST_TMPDIR/case.cpp got=pass
  cat >"$case"
  "$run" "$case" "$TEST_TMPDIR/include" "$prepared" >"$TEST_TMPDIR/output" 2>&1 || got=fail
  if [[ $got != "$1" ]]; then
    echo "$2: wanted $1, got $got" >&2
    cat "$TEST_TMPDIR/output" >&2
    failed=1
  fi
}

verdict pass "a refused case, in our words" <<'CASE'
// expect: weir: words
static_assert(sizeof(int) == 1, "weir: words");
CASE
verdict fail "a case that compiles" <<'CASE'
// expect: weir: words
int fine;
CASE
verdict fail "a refused case, in other words" <<'CASE'
// expect: weir: words
static_assert(sizeof(int) == 1, "weir: other");
CASE
verdict fail "one of two sentences missing" <<'CASE'
// expect: weir: words
// expect: weir: more words
static_assert(sizeof(int) == 1, "weir: words");
CASE
verdict fail "words only in the comment of the line that fails" <<'CASE'
  // expect: weir: words
int x = nothing; /* weir: words */ // error: weir: words
CASE
verdict fail "a case only g++ refuses" <<'CASE'
// expect: weir: words
#ifndef __clang__
static_assert(sizeof(int) == 1, "weir: words");
#endif
CASE
verdict fail "a case only clang++ refuses" <<'CASE'
// expect: weir: words
#ifdef __clang__
static_assert(sizeof(int) == 1, "weir: words");
#endif
CASE
verdict pass "our words first" <<'CASE'
// expect first: weir: words
static_assert(sizeof(int) == 1, "weir: words");
int x = nothing;
CASE
verdict fail "our words after others" <<'CASE'
// expect first: weir: words
int x = nothing;
static_assert(sizeof(int) == 1, "weir: words");
CASE
verdict fail "a case that expects nothing" <<'CASE'
static_assert(sizeof(int) == 1, "weir: words");
CASE

prepared=tests/compile_fail/prepared
verdict pass "a refused case, prepared" <<'CASE'
// expect: weir: words
#include <vector>
static_assert(sizeof(std::vector<int>) == 1, "weir: words");
CASE
prepared=$TEST_TMPDIR/prepared
mkdir -p "$prepared/g++"
cp -L tests/compile_fail/prepared/g++/* "$prepared/g++"
verdict fail "prepared for one compiler only" <<'CASE'
// expect: weir: words
static_assert(sizeof(int) == 1, "weir: words");
CASE
exit "$failed"
