#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: is_refused.sh DOORWAY_TEST SENTENCE    the test must fail, with this sentence
set -uo pipefail
if out=$("$1"); then
  echo "$1 refused nothing"
  exit 1
fi
echo "$out"
grep -qF "$2" <<<"$out"
