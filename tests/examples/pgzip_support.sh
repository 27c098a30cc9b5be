# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by the tests of the pgzip example. Each function named test_* runs in an empty directory of its own, with -e.
set -uo pipefail
unset BUILD_WORKING_DIRECTORY # of `bazel run`; pgzip would go there

pgzip=$(realpath "$1")
export LC_ALL=C

fail() {
  echo "    $*" >&2
  exit 1
}

# Random bytes and lines of text, $1 bytes of them.
noise() { head -c "$1" /dev/urandom; }
text() { seq 1 100000000 2>/dev/null | head -c "$1" || true; }

gives_back() { # gives_back COMPRESSED ORIGINAL
  gzip -t "$1" || fail "$1 is damaged"
  gunzip -c <"$1" | cmp - "$2" || fail "$1 does not give back $2"
}

# expect STATUS WORDS COMMAND...: ends with that status within a minute, and says these words on standard error.
expect() {
  local wanted=$1 words=$2 status=0
  shift 2
  timeout -k 5 60 "$@" 2>errors || status=$?
  [[ $status == "$wanted" ]] || fail "$* ended with $status, not $wanted, and said: $(<errors)"
  grep -qF -- "$words" errors || fail "$* did not say '$words' but: $(<errors)"
}

# Nothing that is not complete was left in any directory below.
no_remains() {
  local remains
  remains=$(find . -name '.pgzip-*')
  [[ -z $remains ]] || fail "left behind: $remains"
}

# ends_with STATUS WORDS PID: the same for a program in the background that writes its errors to the file `errors`.
ends_with() {
  local status=0
  timeout 60 tail --pid="$3" -f /dev/null || kill -KILL "$3"
  wait "$3" || status=$?
  [[ $status == "$1" ]] || fail "ended with $status, not $1, and said: $(<errors)"
  grep -qF -- "$2" errors || fail "did not say '$2' but: $(<errors)"
}

run_tests() {
  local name failed=0 count=0
  work=$(mktemp -d "${TEST_TMPDIR:-${TMPDIR:-/tmp}}/pgzip.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  for name in $(declare -F | awk '$3 ~ /^test_/ {print $3}'); do
    count=$((count + 1))
    mkdir "$work/$name"
    (cd "$work/$name" && set -e && "$name")
    case $? in
      0) echo "ok      $name" ;;
      77) echo "skipped $name" ;;
      *)
        echo "FAILED  $name"
        failed=$((failed + 1))
        ;;
    esac
    rm -rf "${work:?}/$name"
  done
  echo "$count tests, $failed failed"
  [[ $count -gt 0 && $failed -eq 0 ]]
}
