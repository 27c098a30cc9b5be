# SPDX-License-Identifier: Apache-2.0
"""`load("@weir//verify:weir_verify.bzl", "weir_verify")`: one target that verifies a pool with your policies in it."""

load("@rules_cc//cc:defs.bzl", "cc_test")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("@rules_shell//shell:sh_test.bzl", "sh_test")
load("//:weir.bzl", "MODEL_FLAGS")

# What each program includes besides the user's headers, and what its main calls.
_PROGRAMS = {
    "model": ("weir/verify/harness.hpp", "weir::verify::verify<{pool}>(argc, argv)"),
    "properties": ("weir/verify/properties/check.hpp", "weir::verify::check_properties<{pool}>(\"{pool}\")"),
    "spec": ("weir/verify/model_of_pool.hpp", "weir::verify::verify_queue_of<{pool}, {spec}>(argc, argv)"),
    "stress": ("weir/verify/stress/stress.hpp", "weir::verify::stress_test<{pool}>(\"{pool}\")"),
}

_MAIN = """{includes}
int main([[maybe_unused]] int argc, [[maybe_unused]] char** argv) {{ return {call}; }}
"""

def _spelling(header):
    path = header.short_path
    return path.split("/", 2)[2] if path.startswith("../") else path

def _main_impl(ctx):
    header, call = _PROGRAMS[ctx.attr.program]
    lines = ["#include \"{}\"".format(_spelling(h)) for h in ctx.files.hdrs] + ["#include <{}>".format(header)]
    source = ctx.actions.declare_file(ctx.label.name + ".cpp")
    ctx.actions.write(source, _MAIN.format(
        includes = "\n".join(lines) + "\n",
        call = call.format(pool = ctx.attr.pool, spec = ctx.attr.spec),
    ))
    return [DefaultInfo(files = depset([source]))]

_main = rule(
    implementation = _main_impl,
    attrs = {
        "hdrs": attr.label_list(allow_files = True),
        "pool": attr.string(mandatory = True),
        "program": attr.string(values = _PROGRAMS.keys()),
        "spec": attr.string(),
    },
)

# One typed test suite for each axis that is asked for; tests/conformance has them.
_SUITE = """#include "tests/conformance/{axis}_conformance.hpp"

namespace weir::tests {{
using {axis}_of_{name} = testing::Types<{case}>;
INSTANTIATE_TYPED_TEST_SUITE_P({name}, {axis}_conformance, {axis}_of_{name});
}}
"""

def _conformance_impl(ctx):
    lines = ["#include \"{}\"\n".format(_spelling(h)) for h in ctx.files.hdrs]
    lines += [_SUITE.format(axis = axis, case = case, name = ctx.attr.suite) for axis, case in ctx.attr.cases.items()]
    source = ctx.actions.declare_file(ctx.label.name + ".cpp")
    ctx.actions.write(source, "".join(lines))
    return [DefaultInfo(files = depset([source]))]

_conformance = rule(
    implementation = _conformance_impl,
    attrs = {
        "cases": attr.string_dict(mandatory = True),
        "hdrs": attr.label_list(allow_files = True),
        "suite": attr.string(mandatory = True),
    },
)

def _doorway_test_impl(ctx):
    context = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps]).compilation_context
    options = ctx.actions.args()
    options.add_all(context.defines, format_each = "-D%s")
    options.add_all(context.includes, before_each = "-I")
    options.add_all([".", ctx.bin_dir.path], before_each = "-iquote")
    options.add_all(context.quote_includes, before_each = "-iquote")
    options.add_all(context.system_includes, before_each = "-isystem")
    options.add_all(ctx.files.hdrs)
    test = ctx.actions.declare_file(ctx.label.name + ".sh")

    # The compiler's include directories are here and now, so the looking is done while building; the test says what was found.
    ctx.actions.run_shell(
        outputs = [test],
        inputs = depset(ctx.files.hdrs, transitive = [context.headers]),
        tools = [ctx.file._doorway, ctx.file._libclang],
        command = """found=$(python3 -B {} "$@" 2>&1)
status=$?
printf '#!/bin/bash\\ncat <<"EOF"\\n%s\\nEOF\\nexit %s\\n' "$found" $status >{}""".format(ctx.file._doorway.path, test.path),
        arguments = [options],
        mnemonic = "Doorway",
        use_default_shell_env = True,
    )
    return [DefaultInfo(executable = test)]

_doorway_test = rule(
    implementation = _doorway_test_impl,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo]),
        "hdrs": attr.label_list(allow_files = True),
        "_doorway": attr.label(default = Label("//verify:doorway.py"), allow_single_file = True),
        "_libclang": attr.label(default = Label("//verify:libclang.py"), allow_single_file = True),
    },
    test = True,
)

def weir_verify(
        name,
        pool,
        hdrs,
        deps = [],
        shard_count = 2,
        size = "medium",
        executions = 5000,
        excuses = None,
        conformance = {},
        spec = None,
        tags = []):
    """Verifies a pool type: `pool` names a template over the platform, `template <class P> using pool = weir::pool<..., P>;`, in one of hdrs.

    <name>_model       model-checks it, with every scenario that makes sense for it; prints which do not, and why
    <name>_properties  random programs in simulated time, against a plain model
    <name>_stress      real threads, for --config=tsan or your own like it
    <name>_sites       breaks one call site of hdrs at a time; each must be noticed by a scenario of the model check
    <name>_doorway     hdrs take threads, locks, atomics and clocks from their platform only: a checker sees no others. Needs clang
    <name>_conformance the suites of tests/conformance on the policies alone, one after the other; if there is a `conformance`
    <name>_spec        random programs of the queue's calls, compared with a plain model of it; if there is a `spec`
    <name>             all of these

    Args:
      name: of the test suite.
      pool: the template's name, with its namespaces.
      hdrs: the headers that the pool's own policies are in. Only these are looked through and broken.
      deps: libraries that hdrs include; those of weir itself are there already.
      shard_count: how many processes share the executions, and the broken sites; Bazel allows 50.
      size: Bazel's, of each test.
      executions: of each random scheduler, and at most of a search, for each scenario. More finds more.
      excuses: a file of lines `file function mutation  # reason`, for broken sites that need not be noticed.
      conformance: which policies of hdrs the suite of an axis is for: {"queue": "queue_case<mine::ring<2>, 2>", "growth": "mine::half"}.
        A queue is given with its room, 0 if it is never full, and item_order::any unless it is first in, first out.
      spec: the plain class, with its namespaces, that says what the pool's queue promises: docs/write_a_queue.md has one.
      tags: of each test.
    """
    libraries = deps + [str(Label("//:weir")), str(Label("//verify:headers"))]
    checker = [str(Label(label)) for label in ["//verify/support:checker", "@system//:relacy"]]
    for program, more in [
        ("model", [str(Label("//verify/scenarios:headers"))] + checker),
        ("properties", [str(Label("//verify/properties:headers"))]),
        ("stress", [str(Label("//verify/stress:headers"))]),
    ] + ([("spec", checker)] if spec else []):
        main = "{}_{}_main".format(name, program)
        checks = {"model": executions, "spec": executions // 10}  # for each scenario, and for each of some hundred programs
        _main(name = main, program = program, pool = pool, spec = spec, hdrs = hdrs, testonly = True, tags = ["manual"])
        cc_test(
            name = "{}_{}".format(name, program),
            size = size,
            srcs = [main] + hdrs,
            args = ["--executions={}".format(checks[program])] if program in checks else [],
            copts = ["-std=c++20"] + (MODEL_FLAGS if program in checks else []),
            linkopts = ["-pthread"],
            linkstatic = True,
            shard_count = {"model": shard_count, "properties": 2}.get(program),
            tags = tags + ([] if program == "stress" else ["no_sanitizer"]),
            deps = libraries + more,
        )
    sh_test(
        name = name + "_sites",
        size = size,
        srcs = [str(Label("//verify:sites.sh"))],
        args = ["$(rootpath :{}_model)".format(name), str(executions)] +
               (["--excuses=$(rootpath {})".format(excuses)] if excuses else []) +
               ["--"] + ["$(rootpaths {})".format(h) for h in hdrs],
        data = [":{}_model".format(name)] + hdrs + ([excuses] if excuses else []),
        shard_count = shard_count,
        tags = tags + ["no_sanitizer"],
    )
    _doorway_test(
        name = name + "_doorway",
        size = "small",
        hdrs = hdrs,
        tags = tags + ["no_sanitizer"],
        deps = libraries,
    )
    if conformance:
        _conformance(
            name = name + "_conformance_main",
            cases = conformance,
            hdrs = hdrs,
            suite = name,
            tags = ["manual"],
            testonly = True,
        )
        cc_test(
            name = name + "_conformance",
            size = size,
            srcs = [name + "_conformance_main"] + hdrs,
            copts = ["-std=c++20"],
            linkopts = ["-pthread"],
            linkstatic = True,
            tags = tags,
            deps = libraries + [str(Label(label)) for label in [
                "//tests/conformance:conformance",
                "@system//:gtest_main",
                "@system//:rapidcheck",
            ] + (["//tests/conformance:queue_conformance"] if "queue" in conformance else [])],
        )
    native.test_suite(
        name = name,
        tags = ["manual"] if "manual" in tags else [],
        tests = ["{}_{}".format(name, part) for part in ["model", "properties", "stress", "sites", "doorway"] + (["conformance"] if conformance else []) + (["spec"] if spec else [])],
    )
