# SPDX-License-Identifier: Apache-2.0
"""The headers of targets as one directory."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//:clang_objects.bzl", "spelling_of")

def _include_tree_impl(ctx):
    files = []
    for dep in ctx.attr.deps:
        for header in dep[CcInfo].compilation_context.headers.to_list():
            if spelling_of(header):
                link = ctx.actions.declare_file(ctx.label.name + "/" + spelling_of(header))
                ctx.actions.symlink(output = link, target_file = header)
                files.append(link)
    return [DefaultInfo(files = depset(files), runfiles = ctx.runfiles(files = files))]

weir_include_tree = rule(
    implementation = _include_tree_impl,
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
    doc = "The headers of deps as one directory for -I, for tests that call a compiler themselves.",
)
