#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/consumer is a user's program outside weir's workspace. It must build and run in each of the ways the docs name:
# plain g++ and clang++ with one -I, clang++ with libc++, CMake from the source (one without links, too), CMake from an installed copy, and Bazel from its own WORKSPACE.
# And one that uses weir widely must be free of the warnings and the sanitizers' reports that users ask their compilers for.
# usage: consumer_test.sh compilers|libcxx|strict|cmake|links|package|bazel
set -euo pipefail
root=$(dirname "$(readlink -f WORKSPACE)")  # the checkout itself: a user has no runfiles
consumer=$root/tests/consumer
work=$TEST_TMPDIR
warnings=(-Wall -Wextra -Wpedantic -Werror)

run() {
  echo "== $1"
  "${@:2}"
}

# The comparisons below are worth nothing if the program cannot fail.
must_fail() {
  if "${@:2}" >"$work/planted.log" 2>&1; then
    echo "a planted mistake went through: $1" >&2
    exit 1
  fi
}

compilers() {
  for compiler in g++ clang++; do
    run "$compiler" "$compiler" -std=c++20 -O2 "${warnings[@]}" "-I$root/include" -pthread "$consumer/main.cpp" -o "$work/$compiler-consumer"
    "$work/$compiler-consumer"
  done
  sed 's/count_panics, //' "$consumer/main.cpp" >"$work/planted.cpp"
  g++ -std=c++20 "-I$root/include" -pthread "$work/planted.cpp" -o "$work/planted"
  must_fail "the pool without the user's own policy" "$work/planted"
}

# libc++ 19 has std::stop_token behind a switch; Boost.Asio 1.74 takes traits that C++20 has removed. A thread that pthread_exit ends needs libgcc's
# unwinder before LLVM's, as docs/supported_systems.md says.
libcxx() {
  local clang=(clang++-19 -stdlib=libc++ -fexperimental-library -std=c++20 "${warnings[@]}")
  local every=("${clang[@]}" -D_LIBCPP_ENABLE_CXX20_REMOVED_TYPE_TRAITS "-I$root/include" -fsyntax-only)
  (cd "$root/include" && find -L weir -path weir/verify -prune -o -name '*.hpp' -print | sort | sed 's|.*|#include <&>|') >"$work/every.cpp"
  [[ $(wc -l <"$work/every.cpp") -ge 100 ]] || { echo "too few headers found; this checked nothing" >&2; exit 1; }
  run "libc++, every header" "${every[@]}" "$work/every.cpp"
  printf '#include <atomic>\nstd::atomic<std::stop_token> planted;\n' >"$work/planted.cpp"
  must_fail "a header that is not included" "${every[@]}" "$work/planted.cpp"
  run "libc++, a user's program" "${clang[@]}" "-I$root/include" -pthread "$consumer/main.cpp" -o "$work/libcxx-consumer"
  "$work/libcxx-consumer"

  local ends=("${clang[@]}" -pthread "$consumer/thread_exit.cpp" -lgcc_s)
  run "libc++, pthread_exit" "${ends[@]}" "-I$root/include" -o "$work/thread_exit"
  "$work/thread_exit"
  mkdir -p "$work/planted/weir/platform"
  sed 's/defined(_LIBCPPABI_VERSION)/0/' "$root/include/weir/platform/forced_unwind.hpp" >"$work/planted/weir/platform/forced_unwind.hpp"
  "${ends[@]}" "-I$work/planted" "-I$root/include" -o "$work/planted_exit"
  must_fail "throw; instead of the unwinder's own way" "$work/planted_exit"
}

# What users add to these, without RTTI; and g++'s own sanitizers, which look at each instruction: it says of fences that one of them cannot see them,
# and takes a handler that is given no object for a null reference.
strict() {
  local strict=("${warnings[@]}" -Wshadow -Wconversion -Wsign-conversion -Wextra-semi -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual
    -Wcast-align -Wcast-qual -Wdouble-promotion -Wfloat-equal -Wformat=2 -Wimplicit-fallthrough -Wundef -Wmissing-declarations -fno-rtti)
  declare -A only=(
    [g++]="-Wsuggest-override -Wduplicated-cond -Wlogical-op -Wredundant-decls -O1 -fsanitize=thread"
    [clang++]="-Wshadow-all -fsyntax-only"
  )
  (sed -n '/^#include <[^w]/p' "$consumer/strict.cpp" && echo 'long planted(double x) { return (long)x; }') >"$work/planted.cpp"
  for compiler in g++ clang++; do
    local check=("$compiler" -std=c++20 "${strict[@]}" ${only[$compiler]} "-I$root/include" -c -o "$work/strict.o")
    run "$compiler" "${check[@]}" "$consumer/strict.cpp"
    must_fail "$compiler: an old-style cast" "${check[@]}" "$work/planted.cpp"
  done
  run "g++, UndefinedBehaviorSanitizer" g++ -std=c++20 "-I$root/include" -pthread -fsanitize=undefined -fno-sanitize-recover=all \
    "$consumer/strict.cpp" -o "$work/strict"
  "$work/strict"
}

# A checkout as systems without symbolic links have it: each link is a text file.
without_links() {
  mkdir -p "$1"
  (cd "$root" && cp -r --parents CMakeLists.txt WORKSPACE BUILD.bazel weir.bzl clang_objects.bzl include_tree.bzl system_packages.bzl include policies verify "$1")
  local link
  for link in policies verify; do
    rm -r "$1/include/weir/$link"
    printf '../../%s' "$link" >"$1/include/weir/$link"
  done
  [[ -z $(find "$1" -type l) ]] || { echo "there are still links in $1" >&2; exit 1; }
}

# What weir_verify adds is built by name only. All its files must be there; two of its tests are run, as the others take long to compile.
verified=-DVERIFIED=$root/tests/consumer_verify
quiet=(-Werror=dev -Werror=deprecated)

cmake_ways() {
  run "CMake, weir's source" cmake "${quiet[@]}" -S "$consumer" -B "$work/source" -DWEIR_SOURCE="$root" "$verified"
  cmake --build "$work/source"
  "$work/source/consumer"
  cmake --install "$work/source" --prefix "$work/consumers_prefix"
  [[ $(cd "$work/consumers_prefix" && find . -type f) == ./bin/consumer ]] || { echo "weir was installed with a project that uses it" >&2; exit 1; }
  run "weir_verify, source" ctest --test-dir "$work/source" -R verify_ring_doorway --output-on-failure --no-tests=error

  run "CMake, weir installed" cmake "${quiet[@]}" -S "$root" -B "$work/weir" -DCMAKE_INSTALL_PREFIX="$work/prefix"
  cmake --install "$work/weir"
  must_fail "find_package without an installed weir" cmake -S "$consumer" -B "$work/planted" "$verified"
  cmake "${quiet[@]}" -S "$consumer" -B "$work/installed" -DCMAKE_PREFIX_PATH="$work/prefix" "$verified"
  cmake --build "$work/installed"
  "$work/installed/consumer"
  cmake --build "$work/installed" --target verify_ring_stress
  must_fail "a test whose program was not built" ctest --test-dir "$work/installed" -R verify_ring_model
  run "weir_verify, installed" ctest --test-dir "$work/installed" -R 'verify_ring_(doorway|stress)' --output-on-failure --no-tests=error
  # shellcheck disable=SC2046  # two options
  run "pkg-config" g++ -std=c++20 "$consumer/main.cpp" $(PKG_CONFIG_PATH="$work/prefix/share/pkgconfig" pkg-config --cflags --libs weir) -o "$work/with_pc"
  "$work/with_pc"
}

# The same from a checkout without links: what it installs is what the checkout installs.
links() {
  without_links "$work/no_links"
  run "CMake, weir's source without links" cmake "${quiet[@]}" -S "$consumer" -B "$work/source" -DWEIR_SOURCE="$work/no_links" "$verified" -DWEIR_INSTALL=ON
  cmake --build "$work/source"
  "$work/source/consumer"
  run "weir_verify, source without links" ctest --test-dir "$work/source" -R verify_ring_doorway --output-on-failure --no-tests=error
  must_fail "a compiler without what CMake makes" g++ -std=c++20 -fsyntax-only "-I$work/no_links/include" "$consumer/main.cpp"
  cmake "${quiet[@]}" -S "$root" -B "$work/weir" -DCMAKE_INSTALL_PREFIX="$work/prefix"
  cmake --install "$work/weir"
  cmake --install "$work/source" --prefix "$work/prefix2"
  diff -r "$work/prefix/include/weir" "$work/prefix2/include/weir"
}

# The package of cpack, as lintian sees it. For Debian's archive it needs a source package, which this is not.
package() {
  cmake -S "$root" -B "$work/weir" -DCMAKE_INSTALL_PREFIX=/usr
  (cd "$work/weir" && cpack -G DEB)
  run "lintian" lintian --allow-root --info --pedantic --fail-on error,warning,info,pedantic "$work/weir"/libweir-dev_*_all.deb
  echo 'set(CPACK_DEBIAN_PACKAGE_SECTION "no such section")' >>"$work/weir/CPackConfig.cmake"
  (cd "$work/weir" && cpack -G DEB)
  must_fail "a section that Debian does not have" lintian --allow-root --fail-on error,warning "$work/weir"/libweir-dev_*_all.deb
}

# A Bazel inside a Bazel: it has a cache of its own, no server that could stay behind, and none of the outer one's variables.
bazel_way() {
  cp -rL "$consumer" "$work/consumer"
  without_links "$work/no_links"
  sed -i "s|path = \"../..\"|path = \"$work/no_links\"|" "$work/consumer/WORKSPACE"
  cd "$work/consumer"
  local bazel=(
    env -i "PATH=$PATH" "HOME=$work/home" "TMPDIR=$work"
    bazel --batch --nohome_rc "--output_user_root=$work/bazel"
  )
  run "Bazel, weir's source without links" "${bazel[@]}" run --spawn_strategy=local --color=no --curses=no //:consumer
  must_fail "a target weir does not have" "${bazel[@]}" build @weir//:no_such_target
}

case $1 in
  compilers) compilers ;;
  libcxx) libcxx ;;
  strict) strict ;;
  cmake) cmake_ways ;;
  links) links ;;
  package) package ;;
  bazel) bazel_way ;;
esac
