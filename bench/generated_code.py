#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""What the compiler makes of each policy, beside its do-nothing twin: instructions, bytes, and calls into libraries.

    bench/generated_code.py [--compiler clang++] [--show POLICY]     (Debian: binutils for nm and objdump)

`post` counts the instructions of a function that posts one small task, `all` those of the whole file, pool and workers included;
`pool` is sizeof. `the same code`: instruction by instruction, names and addresses aside, the file is that of pool<>; so it is with
an observer written by hand in which every function is empty. --show prints a pool's `post`.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

# What a user would write to observe nothing.
BY_HAND = """
struct nothing_observed {
  using axis = weir::axes::observer;
  template <class P>
  struct on {
    struct per_worker {};
    void accepted() noexcept {}
    void refused() noexcept {}
    void discarded() noexcept {}
    void began(per_worker&) noexcept {}
    void completed(per_worker&) noexcept {}
    void panicked(per_worker&) noexcept {}
    void cancelled(per_worker&) noexcept {}
    void report(weir::stats&) const noexcept {}
    void report(weir::stats&, const per_worker&) const noexcept {}
  };
};
"""

# (the pool's policies, the headers of policies/ that they need)
POOLS = [
    ("", []),
    ("nothing_observed", []),
    ("weir::observer::counters", ["observer/counters"]),
    ("weir::observer::trace", ["observer/trace"]),
    ("weir::observer::histograms", ["observer/histograms"]),
    ("weir::observer::watchdog", ["observer/watchdog"]),
    ("weir::observer::all_of<weir::observer::counters, weir::observer::histograms>", ["observer/all_of", "observer/histograms"]),
    ("weir::panic::ignore", ["panic/ignore"]),
    ("weir::panic::log_and_continue", ["panic/log_and_continue"]),
    ("weir::panic::rethrow_at_wait", ["panic/rethrow_at_wait"]),
    ("weir::expiry::after_idle", ["expiry/after_idle"]),
    ("weir::expiry::after_age", ["expiry/after_age"]),
    ("weir::growth::on_backlog<4>", ["growth/on_backlog"]),
    ("weir::growth::prestart", ["growth/prestart"]),
    ("weir::parking::park", ["parking/park"]),
    ("weir::wake::exact", ["wake/exact"]),
    ("weir::workers::fifo", ["workers/fifo"]),
    ("weir::queue::mutex_fifo", ["queue/mutex_fifo"]),
    ("weir::queue::stealing", ["queue/stealing"]),
    ("weir::queue::bounded<1024>", ["queue/bounded"]),
    ("weir::queue::bounded<1024>, weir::blocking::reject", ["queue/bounded", "blocking/reject"]),
    ("weir::queue::bounded<1024>, weir::blocking::caller_runs", ["queue/bounded", "blocking/caller_runs"]),
]


def source(policies, headers):
    includes = "".join(f"#include <weir/policies/{header}.hpp>\n" for header in headers)
    return f"""#include <weir/pool.hpp>
#include <weir/stats.hpp>
{includes}{BY_HAND}
using subject = weir::pool<{policies}>;
extern "C" bool post_one(subject& p, int& n) {{ return p.post([&n] {{ ++n; }}) == weir::post_result::accepted; }}
extern "C" void make_one(void* place) {{ new (place) subject; }}
extern "C" void end_one(subject& p) {{ p.~subject(); }}
extern "C" {{ char as_large_as_it[sizeof(subject)]; }}
"""


def tool(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout


def functions(listing):
    """{name: [instruction, ...]} without addresses and without the names that hold the policies' own."""
    found, current = {}, None
    for line in listing.splitlines():
        start = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if start:
            current = found.setdefault(start.group(1), [])
            continue
        code = re.match(r"^\s*[0-9a-f]+:\t(.*)$", line)
        if code and current is not None:
            current.append(re.sub(r"\s+", " ", re.sub(r"[0-9a-f]+ <.*>|#.*", "", code.group(1))).strip())
    return found


def compiled(folder, options, policies, headers):
    """(functions, sizeof, names that the linker has to find elsewhere)."""
    file, made = folder / "subject.cpp", folder / "subject.o"
    file.write_text(source(policies, headers))
    tool(options.compiler, "-std=c++20", "-O2", "-DNDEBUG", f"-I{ROOT}/include", "-c", file, "-o", made)
    symbols = tool("nm", "--undefined-only", "--demangle", made)
    names = {re.sub(r"^\s*[UuWwVv] ", "", line).strip() for line in symbols.splitlines()}
    size = int(re.search(r"^\w+ (\w+) . as_large_as_it$", tool("nm", "-S", made), re.M).group(1), 16)
    return functions(tool("objdump", "-d", "--no-show-raw-insn", made)), size, names


def same_code(one, other):
    return sorted(map(tuple, one.values())) == sorted(map(tuple, other.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--show", metavar="POLICY", help="prints the instructions of its post_one: weir::observer::counters")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if options.show:
            headers = next((headers for policies, headers in POOLS if policies == options.show), None)
            if headers is None:
                sys.exit("generated_code.py: one of " + ", ".join(policies for policies, _ in POOLS if policies))
            print("\n".join(compiled(folder, options, options.show, headers)[0]["post_one"]))
            return
        print("| pool | post | all | pool, bytes | beside pool<> |\n|---|---|---|---|---|")
        base = None
        for policies, headers in POOLS:
            code, size, names = compiled(folder, options, policies, headers)
            base = base or (code, names)
            new = sorted(name for name in names - base[1] if "weir" not in name)
            beside = "the same code" if same_code(code, base[0]) else "calls also " + ", ".join(new) if new else ""
            total = sum(map(len, code.values()))
            print(f"| pool<{policies.replace('weir::', '')}> | {len(code['post_one'])} | {total} | {size} | {beside} |", flush=True)


if __name__ == "__main__":
    main()
