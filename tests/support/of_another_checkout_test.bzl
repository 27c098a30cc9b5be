# SPDX-License-Identifier: Apache-2.0
"""What clang++ has made of headers serves a checkout in which they are the same and newer: Bazel does not make it again there."""

load("//:clang_objects.bzl", "CLANG", "Precompiled", "begin_with")

def _of_another_checkout_test_impl(ctx):
    before = ctx.attr.precompiled[Precompiled]
    source = ctx.actions.declare_file(ctx.label.name + ".cpp")
    ctx.actions.write(source, "int main() {}\n")
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.run_shell(
        mnemonic = "ClangCompile",
        command = "\n".join([
            "set -e",
            "there=$(mktemp -d)",
            "trap 'rm -rf \"$there\"' EXIT",
            "cp -L --parents $(cat \"$1\") \"$there\"",
            "made=$PWD/$2",
            "cd \"$there\"",
            " ".join(before.command),
            "find . -name '*.hpp' -exec touch -d tomorrow {} +",
            " ".join([CLANG, "-std=c++20", "-fPIE"] + ctx.attr.copts + begin_with(before) + [source.path, "-o", "\"$made\""]),
        ]),
        arguments = [
            ctx.actions.args().add_all(depset([source], transitive = [before.inputs])).use_param_file("%s", use_always = True),
            program.path,
        ],
        inputs = depset([source], transitive = [before.inputs]),
        outputs = [program],
    )
    return [DefaultInfo(executable = program)]

of_another_checkout_test = rule(
    doc = "Compiles a program after `precompiled`, whose headers get a newer time after it was made. copts are those of `precompiled`.",
    implementation = _of_another_checkout_test_impl,
    test = True,
    attrs = {
        "copts": attr.string_list(),
        "precompiled": attr.label(providers = [Precompiled], mandatory = True),
    },
)
