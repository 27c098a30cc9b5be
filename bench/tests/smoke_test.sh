#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every workload with every contestant, tiny, answers checked; then contestants that cheat, each of which must be caught.
set -u
bench=$1
bench_with_cheats=$2
failed=0

if ! "$bench" --smoke; then
  echo "FAIL: an honest contestant was refused"
  failed=1
fi

must_be_caught() {
  said=$("$bench_with_cheats" --smoke --patience 150 --contestant "$1" --workload "$2" 2>&1)
  status=$?
  case "$status $said" in
    "1 "*"$2, $1: wrong answer"*) ;;
    *)
      echo "FAIL: $1 in $2 was not caught (status $status): $said"
      failed=1
      ;;
  esac
}

for workload in W1 W2 W3 W4 W6 W7 W8 W9 W11 W12 W13 N1 N2 N5; do
  for cheat in loses_a_task runs_a_task_twice; do
    must_be_caught "$cheat" "$workload"
  done
done
must_be_caught runs_the_wrong_task W1
must_be_caught does_not_wait W8
must_be_caught has_more_workers W8
must_be_caught gives_a_wrong_result W5
must_be_caught gives_a_wrong_result W10

# The measurements before a wrong answer are kept, in a file whose name says so.
kept=$(mktemp -d)
said=$(BUILD_WORKSPACE_DIRECTORY=$kept "$bench_with_cheats" --save --share 0.001 --rounds 2 --patience 150 \
  --contestant weir,loses_a_task --workload W1 2>&1)
if ! grep -q ",weir," "$kept"/bench/results/stopped.*.txt || ls "$kept"/bench/results | grep -qv "^stopped"; then
  echo "FAIL: a run that a wrong answer ended did not keep what it had measured: $said"
  failed=1
fi
rm -rf "$kept"

# A second run at the same commit goes into the same file: the first one's results are no change of the tree.
tree=$(mktemp -d)
git -C "$tree" init -q && git -C "$tree" -c user.name=- -c user.email=- commit -q --allow-empty -m - || failed=1
for run in 1 2; do
  BUILD_WORKSPACE_DIRECTORY=$tree "$bench" --save --share 0.001 --rounds 1 --contestant weir --workload W1 >/dev/null 2>&1
done
if [ "$(ls "$tree"/bench/results/*.txt | wc -l) $(cat "$tree"/bench/results/*.txt | grep -c "^# ")" != "1 2" ]; then
  echo "FAIL: two runs at one commit did not share a file: $(ls "$tree"/bench/results)"
  failed=1
fi
rm -rf "$tree"
exit $failed
