#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bazelw asks for the packages that the command's targets need, and for no others. It runs here with a table whose files are in an empty
# folder, and with a bazel and an apt-get that only write down how they were called; apt-get makes the files that it would install.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/disk"

# The files of the table are looked for below $work/disk, and who runs it is told.
sed "s#|/usr/#|$work/disk/usr/#; s#\$EUID#\${as_user:-0}#" "$root/bazelw" >"$work/bazelw"
sed -n 's#^\([a-z0-9+-]*\)|\('"$work"'[^|]*\)|.*#\1 \2#p' "$work/bazelw" >"$work/files"
[[ $(wc -l <"$work/files") -ge 15 ]] || { echo "the table of bazelw was not found" && exit 1; }

cat >"$work/bin/bazel" <<'FAKE'
#!/bin/bash
echo "bazel $*" >>"$work/calls"
[[ $1 != query ]] || { [[ -e $work/labels ]] && cat "$work/labels"; }
FAKE
cat >"$work/bin/apt-get" <<'FAKE'
#!/bin/bash
[[ $1 == install ]] || exit 0
shift
while read -r package file; do
  [[ " $* " != *" $package "* ]] || { files+=("$file") && folders+=("${file%/*}") && echo "$package" >>"$work/installed"; }
done <"$work/files"
[[ -z ${files[*]:-} ]] || { mkdir -p "${folders[@]}" && touch "${files[@]}"; }
FAKE
chmod +x "$work/bin/"*
export work

problems=0
problem() { echo "$*" && problems=$((problems + 1)); }

# expect NAME INSTALLED CALLS WORDS...: on an empty disk, or after `having PACKAGE...`
having() { PATH="$work/bin:$PATH" apt-get install "$@" && rm -f "$work/installed"; }
clean() { rm -rf "$work/disk" "$work/calls" "$work/installed" "$work/labels" && mkdir "$work/disk"; }
expect() {
  local name=$1 installed=$2 calls=$3
  shift 3
  PATH="$work/bin:$PATH" bash "$work/bazelw" "$@" >"$work/out" 2>&1 || true
  local got_installed got_calls
  got_installed=$({ sort "$work/installed" 2>/dev/null || true; } | tr '\n' ' ')
  got_calls=$(cat "$work/calls" 2>/dev/null || true)
  [[ "$got_installed" == "$installed" ]] || problem "$name: installed '$got_installed' instead of '$installed'"
  [[ "$got_calls" == "$calls" ]] || problem "$name: called '$got_calls' instead of '$calls'"
}
base="bazel-bootstrap bazel-platforms bazel-rules-cc bazel-rules-java bazel-rules-proto bazel-skylib g++ mold python3 "
all="$(cut -d' ' -f1 "$work/files" | sort | tr '\n' ' ')"
query="bazel query --noshow_progress --noimplicit_deps"

clean && having $all
expect "nothing is missing" "" "bazel test //..." test //...

clean
expect "no targets" "$base" "bazel info server_pid" info server_pid

clean && printf '%s\n' //tests/pool:x @system//:gtest_main @system//:boost >"$work/labels"
expect "a first test" "bazel-bootstrap bazel-platforms bazel-rules-cc bazel-rules-java bazel-rules-proto bazel-skylib g++ libboost-dev libgtest-dev mold python3 " \
  "$query deps(set(//tests/pool:x))
bazel shutdown
bazel test -c opt //tests/pool:x" test -c opt //tests/pool:x

clean && having $base && echo //tests/style:size_test.py >"$work/labels"
expect "a test that needs nothing else" "" "$query deps(set(//tests/style:size_test))
bazel test //tests/style:size_test" test //tests/style:size_test

clean && having $base && printf '%s\n' @system//:tbb //bench:plot.py >"$work/labels"
expect "run, and the words of the program" "gnuplot-nox libtbb-dev " "$query deps(set(//bench))
bazel shutdown
bazel run -c opt //bench -- --save //not/a:target" run -c opt //bench -- --save //not/a:target

clean && having $base && echo >"$work/labels"
expect "patterns that are taken away" "" "$query deps(set(//tests/... docs/examples:all) - set(//tests/pool/...))
bazel test -k //tests/... docs/examples:all -- -//tests/pool/..." test -k //tests/... docs/examples:all -- -//tests/pool/...

clean && having $base && echo @system//:boost >"$work/labels"
expect "the other compiler" "clang libboost-dev libclang-rt-14-dev " "$query deps(set(//:weir))
bazel shutdown
bazel build --config=clang //:weir" build --config=clang //:weir

clean && having $base && echo @system//:boost >"$work/labels"
expect "a sanitizer" "clang libboost-dev libclang-rt-14-dev " "$query deps(set(//:weir))
bazel shutdown
bazel test --config=asan //:weir" test --config=asan //:weir

clean && having $base
expect "a query that fails" "$(for p in $all; do [[ " $base" == *" $p "* ]] || echo "$p"; done | tr '\n' ' ')" "$query deps(set(//no:such))
bazel shutdown
bazel test //no:such" test //no:such

clean
expect "words that leave the targets open" "$all" "bazel test --target_pattern_file=x" test --target_pattern_file=x

clean && having $base && echo @system//:zlib >"$work/labels"
as_user=1000 expect "not root" "" "$query deps(set(//docs/...))" build //docs/...
grep -q "as root, run: .*install --no-install-recommends zlib1g-dev$" "$work/out" || problem "not root: it does not say what to install"

# The table and the tree agree: each label exists, and each library has a package.
libraries=$'\n'$(<"$root/system_packages.bzl")
labels=$(sed -n '/^packages="$/,/^"$/{s/.*|//;p}' "$root/bazelw" | tr ' ' '\n' | grep : | sort -u)
for label in $labels; do
  case $label in
    @system//:*) [[ $libraries == *$'\n'"    \"${label#@system//:}\": ("* ]] || problem "bazelw names $label, and there is none" ;;
    *) path=${label#//} && [[ -e "$root/${path/://}" || -e "$root/${path#:}" ]] || problem "bazelw names $label, and there is no such file" ;;
  esac
done
for library in $(sed -n 's/^    "\([a-z_]*\)": ("\([a-z0-9-]*\)".*/\1|\2/p' "$root/system_packages.bzl"); do
  grep -qE "^${library#*|}\|.*[| ]@system//:${library%|*}( |$)" "$root/bazelw" || problem "bazelw does not install ${library#*|} for @system//:${library%|*}"
done

[[ $problems -eq 0 ]] || exit 1
echo "seen: 11 machines, what each got and how bazel was called"
