#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: is_refused.sh DOORWAY HEADER SENTENCE    the header must be refused, with this sentence
set -uo pipefail
if out=$("$1" "$2"); then
  echo "$2 was not refused"
  exit 1
fi
echo "$out"
grep -qF "$3" <<<"$out"
