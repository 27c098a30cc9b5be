#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""How long the compiler takes for a file that makes a pool and posts one task to it, weir's and others'.

    bench/compile_time.py [--compiler clang++] [--rounds 5]

Processor time of the compiler, the median of several rounds in which each file has its turn. The first row is a file with nothing in it
but the standard headers that any pool needs.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILES = {
    "<functional>, <mutex>, <thread>": "#include <functional>\n#include <mutex>\n#include <thread>\nint main() {}\n",
    "weir::thread_pool": "#include <weir/thread_pool.hpp>\nint main() {\n  weir::thread_pool p;\n  static_cast<void>(p.post([] {}));\n}\n",
    "weir::pool<queue::stealing>": "#include <weir/policies/queue/stealing.hpp>\n#include <weir/pool.hpp>\n"
    "int main() {\n  weir::pool<weir::queue::stealing> p;\n  static_cast<void>(p.post([] {}));\n}\n",
    "all of <weir/weir.hpp>": "#include <weir/weir.hpp>\nint main() {\n  weir::thread_pool p;\n  static_cast<void>(p.post([] {}));\n}\n",
    "Boost.Asio": "#include <boost/asio/post.hpp>\n#include <boost/asio/thread_pool.hpp>\n"
    "int main() {\n  boost::asio::thread_pool p;\n  boost::asio::post(p, [] {});\n  p.join();\n}\n",
    "oneTBB": "#include <oneapi/tbb/task_group.h>\nint main() {\n  tbb::task_group g;\n  g.run([] {});\n  g.wait();\n}\n",
    "Eigen": "#include <eigen3/unsupported/Eigen/CXX11/ThreadPool>\nint main() {\n  Eigen::ThreadPool p(2);\n  p.Schedule([] {});\n}\n",
}


def seconds(compiler, option, file):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [compiler, "-std=c++20", option, f"-I{ROOT}/include", "-c", file, "-o", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    times = {name: {"-O0": [], "-O2": []} for name in FILES}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "first.cpp")
        for _ in range(options.rounds):
            for name, text in FILES.items():
                file.write_text(text)
                for option, taken in times[name].items():
                    taken.append(seconds(options.compiler, option, file))
    print("| file | -O0, s | -O2, s |\n|---|---|---|")
    for name, taken in times.items():
        print(f"| {name} | {statistics.median(taken['-O0']):.2f} | {statistics.median(taken['-O2']):.2f} |")


if __name__ == "__main__":
    main()
