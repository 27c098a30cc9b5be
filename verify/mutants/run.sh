#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lays one mutant over the headers, compiles its scenario on its pool type, and wants the model checker to fail it. If the mutant names a test
# instead, that test has to fail. Those in graphs/ are mistakes in the search by graphs itself.
# usage: run.sh MUTANT.patch INCLUDE_DIR [PREPARED_DIR] [EXTRA_COMPILER_FLAGS...]
#        run.sh --look INCLUDE_DIR [WORD]... -- MUTANT.patch...         only whether each can be laid over them
#        run.sh --prepare PREPARED_DIR INCLUDE_DIR [CHECKER.a]
#                                                       compiles once, with the same $CXX, what no mutant changes: each mutant is then cheap
# The compiler is $CXX; without it clang++ if there is one, else g++.
# The checker's arguments are $CHECKER_ARGUMENTS; without it the number of executions that the mutant asks for.
set -euo pipefail
if [ "$1" = --look ]; then
  include=$2
  while [ "$1" != -- ]; do shift; done
  shift
  moved=0
  for mutant in "$@"; do
    patch --dry-run --follow-symlinks --batch --quiet -p1 -d "$include" <"$mutant" && continue
    echo "FAILED: $mutant does not apply any more; the code has moved on"
    moved=1
  done
  exit $moved
fi
here=$(cd "$(dirname "$0")" && pwd)
compiler=${CXX:-$(command -v clang++ || echo g++)}
flags=(-std=c++20 -U_FORTIFY_SOURCE -DRL_DO_ASSERT=1)
export GLIBC_TUNABLES=glibc.malloc.hugetlb=1  # a tenth of clang++'s time less
# Most of a mutant's time is its compilation: of clang++'s levels -O0 is the quickest for all of them together, of g++'s -Og.
is_clang=$("$compiler" --version | grep -c clang || true)
if [ "$is_clang" != 0 ]; then flags+=(-O0); else flags+=(-Og -fno-lifetime-dse); fi
link=()
! command -v mold >/dev/null || link=(-fuse-ld=mold)  # ld takes a fifth of a mutant's time
compile() { "$compiler" "${flags[@]}" "$@"; }

if [ "$1" = --prepare ]; then
  mkdir -p "$2"
  # precompiled.a has the functions of these headers: with clang++ a mutant then compiles its own only, a quarter less. g++ cannot do that.
  # clang++ reads no file, and what it includes counts as the system's: of other files it would compare the times for each mutant.
  if [ "$is_clang" != 0 ]; then
    compile -isystem "$3" -fpch-codegen -fpch-instantiate-templates -x c++-header - -o "$2/precompiled.hpp.gch" <"$here/precompiled.cpp"
    "$compiler" -O1 -c "$2/precompiled.hpp.gch" -o "$2/precompiled.o"  # a mutant runs for as long as it compiles
    ar rcs "$2/precompiled.a" "$2/precompiled.o"
    rm "$2/precompiled.o"
  else
    compile -I"$3" -x c++-header "$here/precompiled.cpp" -o "$2/precompiled.hpp.gch"
    ar rcs "$2/precompiled.a"
  fi
  compile -I"$3" -M -x c++ - <"$here/precompiled.cpp" | tr ' ' '\n' | sed -n 's|.*/weir/|weir/|p' >"$2/headers"
  if [ $# -gt 3 ]; then
    cp "$4" "$2/checker.a"
  else
    compile -O2 -I"$3" -c "$here/../support/checker.cpp" -o "$2/checker.o"
    ar rcs "$2/checker.a" "$2/checker.o"
  fi
  exit
fi

mutant=$1
include=$2
shift 2
prepared=
if [ $# -ne 0 ] && [ "${1#-}" = "$1" ]; then
  prepared=$1
  shift
fi
field() { sed -n "s/^# $1: //p" "$mutant"; }
subject=$(field subject)
scenario=$(field scenario)
header=$(field header)
runs=$(field executions)
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mutant.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

changed=$(sed -n 's|^+++ b/||p' "$mutant")
own=none
[ "$(basename "$(dirname "$(realpath "$mutant")")")" != graphs ] || own=graphs
if grep '^weir/verify/' <<<"$changed" | grep -v "^weir/verify/$own/"; then
  echo "FAILED: $mutant changes the checker, not what it checks"
  exit 1
fi
mkdir "$scratch/include"
(cd "$include" && cp --parents -L $changed "$scratch/include") || true  # patch says what is not there
chmod -R u+w "$scratch/include"
if ! patch --batch --quiet -p1 -d "$scratch/include" <"$mutant" >"$scratch/patch.log" 2>&1; then
  cat "$scratch/patch.log"
  echo "FAILED: $mutant does not apply any more; the code has moved on"
  exit 1
fi

test=$(field test)
if [ -n "$test" ]; then
  root=$here/../..
  more=()
  for source in $(field with); do more+=("$root/$source"); done
  # Not with $prepared: a test is no program of the checker.
  "$compiler" -std=c++20 -O0 "$@" -I"$scratch/include" -I"$include" -I"$root" "$root/$test" "${more[@]}" "${link[@]}" -o "$scratch/test" -lgtest_main -lgtest -lrapidcheck -pthread
  status=0
  GTEST_FAIL_FAST=1 RC_PARAMS=max_success=1500 timeout 240 "$scratch/test" >"$scratch/out" 2>&1 || status=$?
  if [ "$status" -eq 0 ]; then
    echo "SURVIVED: $test did not notice $(basename "$mutant")"
    exit 1
  fi
  # Its name: of the first that has failed, or else of the last that has begun, in which the program ended.
  found=$(sed -nE 's|^\[  FAILED  \] ([^ ,]+)[ ,].*|\1|p' "$scratch/out" | head -1)
  [ -n "$found" ] || found=$(sed -nE 's/^\[ RUN      \] //p' "$scratch/out" | tail -1)
  if [ "$status" -eq 124 ] || [ -z "$found" ]; then
    cat "$scratch/out"
    echo "FAILED: the test ended with status $status and no verdict"
    exit 1
  fi
  echo "killed $(basename "$mutant" .patch) by $test: $found"
  printf 'table\t%s\t%s\t%s\t%s\t%s\n' "$(basename "$mutant" .patch)" "$test" "$found" - -
  exit
fi

# The headers of what the subject names: all of weir would take half a second more.
named() { grep -oE '[a-z_]+(::[a-z_]+)?' <<<"$subject" | sed -E 's/_by$//; s|^verify::suspending$|verify/pool/suspending|; s#^verify::(run_time_limit|prepared_seats)$#verify/support/\1#; s|::|/|' | sort -u; }
for name in $(named); do
  for found in "weir/$name.hpp" "weir/policies/$name.hpp"; do
    [ ! -f "$include/$found" ] || echo "#include <$found>"
  done
done >"$scratch/main.cpp"
cat >>"$scratch/main.cpp" <<CPP
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/${header:-$scenario}.hpp>
#include <weir/verify/support/run_scenarios.hpp>
using namespace weir;
int main(int argc, char** argv) { return verify::run_scenarios<verify::scenarios::$scenario<$subject>>(argc, argv); }
CPP
if [ -n "$prepared" ] && grep -qxF "$changed" "$prepared/headers"; then
  same=(-include weir/verify/relacy/engine.hpp "$scratch/main.cpp" "$prepared/checker.a")
elif [ -n "$prepared" ]; then
  # There is no header beside the precompiled one: a compiler that cannot use it has nothing else to include, and fails.
  # The checker comes first: of a function that both have, the linker takes the first, and the checker was compiled to be fast.
  same=(-Winvalid-pch -include "$prepared/precompiled.hpp" -Wl,--whole-archive "$prepared/checker.a" -Wl,--no-whole-archive "$scratch/main.cpp" "$prepared/precompiled.a")
else
  same=(-include weir/verify/support/verdict.hpp "$scratch/main.cpp")
fi
compile "$@" -I"$scratch/include" -I"$include" "${same[@]}" "${link[@]}" -o "$scratch/checker"

status=0
# shellcheck disable=SC2086  # several
(cd "$scratch" && ./checker ${CHECKER_ARGUMENTS:---executions="${runs:-20000}"}) >"$scratch/out" 2>&1 || status=$?  # so that its replay line names no folder of today
if [ "$status" -eq 0 ]; then
  cat "$scratch/out"
  echo "SURVIVED: $scenario on $subject did not notice $(basename "$mutant")"
  exit 1
fi
if ! grep -q '^ *FAILED' "$scratch/out"; then
  cat "$scratch/out"
  echo "FAILED: the checker ended with status $status and no verdict"
  exit 1
fi
echo "killed $(basename "$mutant" .patch) by $scenario: $(sed -n 's/^ *result *//p' "$scratch/out" | head -1 | cut -c1-160)"
# The same for table.sh. The scheduler that failed is the first word of its line, the failing execution the last that it counts.
found=$(sed -nE 's/^ *(surw|pct3|search|graphs) .* ([0-9]+) executions.* FAILED$/\1 \2/p' "$scratch/out" | head -1)
if ! read -r scheduler execution <<<"$found" || [ -z "$execution" ]; then
  cat "$scratch/out"
  echo "FAILED: the checker does not say which scheduler and execution"
  exit 1
fi
printf 'table\t%s\t%s\t%s\t%s\t%s\n' "$(basename "$mutant" .patch)" "$scenario" "$subject" "$scheduler" "$execution"
