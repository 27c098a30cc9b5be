# SPDX-License-Identifier: Apache-2.0
"""weir_check: runs a program of yours under the checker's scheduler and memory model, as docs/check_your_own_program.md shows."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

# Copies of memory that a compiler writes out itself, after it has put in the calls of the instrumentation, would not be seen.
CHECK_COPTS = [
    "-fsanitize=thread",
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-g",
]

def _instrument_impl(settings, _attr):
    return {"//command_line_option:copt": settings["//command_line_option:copt"] + CHECK_COPTS}

_instrument = transition(
    implementation = _instrument_impl,
    inputs = ["//command_line_option:copt"],
    outputs = ["//command_line_option:copt"],
)

def _instrumented_impl(ctx):
    return [ctx.attr.program[0][CcInfo]]

_instrumented = rule(
    implementation = _instrumented_impl,
    attrs = {
        "program": attr.label(cfg = _instrument, providers = [CcInfo]),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
    doc = "A library and all that it depends on, compiled with the instrumentation.",
)

def _keep_lines_impl(_settings, _attr):
    return {"//command_line_option:strip": "never"}

_keep_lines = transition(
    implementation = _keep_lines_impl,
    inputs = [],
    outputs = ["//command_line_option:strip"],
)

def _checked_test_impl(ctx):
    program = ctx.attr.program[0][DefaultInfo]
    test = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = test, target_file = program.files_to_run.executable, is_executable = True)
    return [DefaultInfo(executable = test, runfiles = program.default_runfiles)]

checked_test = rule(
    implementation = _checked_test_impl,
    attrs = {
        "program": attr.label(cfg = _keep_lines),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
    test = True,
    doc = "A program with its debugging information: a report names lines, and a refusal translation units.",
)

def weir_check(name, srcs, deps = [], args = [], copts = [], whole_program = False, size = "medium", tags = [], **kwargs):
    """Checks a program: what its main passes to weir::verify::check, or its main itself.

    srcs and all of deps are compiled with the instrumentation. Libraries of the system are not: a program that links one with threads or locks in it is refused.

    Args:
      name: of the test.
      srcs: the program, with its main.
      deps: its libraries, cc_library targets.
      args: of the checker, such as "--executions=5000"; the program's --help lists them.
      copts: of srcs alone.
      whole_program: the program knows nothing of the check; its main is run again and again, and must return 0.
      size: Bazel's.
      tags: of the test.
      **kwargs: what else a test takes.
    """
    cc_library(
        name = name + "_program",
        srcs = srcs + ([str(Label("//verify/check:whole_program.cpp"))] if whole_program else []),
        testonly = True,
        copts = ["-std=c++20"] + copts,
        tags = tags + ["manual", "no_sanitizer"],
        deps = deps + [str(Label("//verify:check"))],
        alwayslink = True,
        linkstatic = True,
    )
    _instrumented(
        name = name + "_instrumented",
        program = name + "_program",
        testonly = True,
        tags = tags + ["manual", "no_sanitizer"],
    )
    cc_binary(
        name = name + "_main",
        testonly = True,
        # The same addresses in each process: what a failure prints repeats it.
        linkopts = ["-no-pie"] + (["-Wl,--wrap=main"] if whole_program else []),
        linkstatic = True,
        tags = tags + ["manual", "no_sanitizer"],
        deps = [
            name + "_instrumented",
            str(Label("//verify/check:runtime")),  # last: of functions that both have, the linker takes the program's
        ],
    )
    checked_test(
        name = name,
        size = size,
        args = args,
        program = name + "_main",
        tags = tags + ["no_sanitizer"],
        **kwargs
    )
