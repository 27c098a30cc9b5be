#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# all.sh has each header of the library in one group, but for those in which mutate.py finds no mistake to make. Of a concept the compiler evaluates most.
# usage: groups_test.sh INCLUDE_DIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/groups.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cp -rL "$1" "$scratch/include"
chmod -R u+w "$scratch/include"
cd "$scratch/include"

bash "$here/all.sh" --headers | sort >"$scratch/grouped"
[ "$(wc -l <"$scratch/grouped")" -gt 150 ] || { echo "FAILED: all.sh names few headers" && exit 1; }
status=0
if twice=$(uniq -d "$scratch/grouped") && [ -n "$twice" ]; then
  echo "FAILED: in two groups of all.sh: $twice"
  status=1
fi
if gone=$(uniq "$scratch/grouped" | comm -23 - <(find weir -name '*.hpp' | sort)) && [ -n "$gone" ]; then
  echo "FAILED: in all.sh, and there is no such header: $gone"
  status=1
fi
mapfile -t others < <(comm -13 "$scratch/grouped" <(find weir -name '*.hpp' | grep -vE '^weir/(concepts|verify)/' | sort))
python3 -B "$here/mutate.py" "$scratch/include" weir/platform/permit.hpp "${others[@]}" >/dev/null  # permit.hpp shows that mistakes are found
cut -f 2 source_rows.txt | grep -q '^weir/platform/permit.hpp$' || { echo "FAILED: mutate.py finds nothing to break" && exit 1; }
for header in "${others[@]}"; do
  if mistakes=$(cut -f 2 source_rows.txt | grep -c "^$header$"); then
    echo "FAILED: $header has $mistakes mistakes to make, and no group of all.sh has it"
    status=1
  fi
done
exit $status
