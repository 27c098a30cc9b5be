#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/consumer_verify is a workspace outside weir's, with three policies of its own. weir_verify must verify them there, and
# the tests in it say that it does not verify their broken twins. A Bazel inside a Bazel: it has a cache of its own, no server that
# could stay behind, and none of the outer one's variables.
set -euo pipefail
root=$(dirname "$(readlink -f WORKSPACE)")  # the checkout itself: a user has no runfiles
work=$TEST_TMPDIR
mkdir "$work/consumer"
(cd "$root/tests/consumer_verify" && cp -rL BUILD.bazel WORKSPACE ./*.sh mine "$work/consumer")
sed -i "s|path = \"../..\"|path = \"$root\"|" "$work/consumer/WORKSPACE"
cd "$work/consumer"
bazel=(
  env -i "PATH=$PATH" "HOME=$work/home" "TMPDIR=$work"
  bazel --batch --nohome_rc "--output_user_root=$work/bazel"
)
"${bazel[@]}" test --keep_going --spawn_strategy=local --color=no --curses=no --noshow_progress --test_output=errors //...

# All of that is worth nothing if it cannot fail: the suite of a broken policy is red, and says by which claim.
if "${bazel[@]}" test --spawn_strategy=local --color=no --curses=no --noshow_progress --test_output=errors \
  --test_arg=--scenario=post_vs_shutdown //:verify_broken_ring_model >"$work/broken.log" 2>&1; then
  echo "a broken policy was verified" >&2
  exit 1
fi
grep -F "  claim     I7: accepted means run, closed means never run" "$work/broken.log"
