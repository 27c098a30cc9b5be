# SPDX-License-Identifier: Apache-2.0
"""A program of Bazel's -c opt, in a build of another kind: long runs are started with it, and Bazel links them from other objects."""

def _optimised_impl(_settings, _attr):
    return {"//command_line_option:compilation_mode": "opt"}

_optimised = transition(
    implementation = _optimised_impl,
    inputs = [],
    outputs = ["//command_line_option:compilation_mode"],
)

def _optimised_test_impl(ctx):
    program = ctx.attr.program[0][DefaultInfo]
    test = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = test, target_file = program.files_to_run.executable, is_executable = True)
    return [DefaultInfo(executable = test, runfiles = program.default_runfiles)]

optimised_test = rule(
    doc = "Links `program` as -c opt does, and runs it.",
    implementation = _optimised_test_impl,
    test = True,
    attrs = {
        "program": attr.label(cfg = _optimised, mandatory = True),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
)
