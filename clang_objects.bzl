# SPDX-License-Identifier: Apache-2.0
"""Tests that clang++ compiles while the rest of the build is g++'s: it takes half of the time. Linked by Bazel's own rules."""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

_CLANG = "/usr/bin/clang++"

# A header is not compiled again for its time: Bazel compares what is in it. Without it clang++ would compare the times of a folder's links.
_READ = ["-Xclang", "-fno-pch-timestamp"]

_Precompiled = provider("What clang++ has made of a header.", fields = {"file": "that", "inputs": "that, and all that the header includes"})

def _arguments(ctx, used):
    return (["-std=c++20", "-fPIE"] + ctx.attr.copts +
            ["-D" + each for each in used.defines.to_list()] +
            ["-iquote" + each for each in used.quote_includes.to_list()] +
            ["-I" + each for each in used.includes.to_list()] +
            [word for each in used.system_includes.to_list() for word in ["-isystem", each]])

def _used(ctx):
    return cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps if CcInfo in dep]).compilation_context

def _compile(ctx, what, inputs, output, arguments):
    ctx.actions.run(
        mnemonic = "ClangCompile",
        progress_message = "Compiling " + what.short_path,
        executable = _CLANG,
        arguments = arguments + ["-c", what.path, "-o", output.path],
        inputs = inputs,
        outputs = [output],
        env = {"PATH": "/usr/bin:/bin"},
    )

def _clang_precompiled_impl(ctx):
    used = _used(ctx)
    compiled = ctx.actions.declare_file(ctx.label.name + ".pch")
    functions = ctx.actions.declare_file(ctx.label.name + ".pic.o")
    inputs = depset([ctx.file.src], transitive = [used.headers])
    words = ["-x", "c++-header", "-fpch-instantiate-templates"] + (["-fpch-codegen"] if ctx.attr.functions else [])
    _compile(ctx, ctx.file.src, inputs, compiled, _arguments(ctx, used) + words)
    everything = depset([compiled], transitive = [inputs])
    _compile(ctx, compiled, everything, functions, ["-fPIE"] + [word for word in ctx.attr.copts if word.startswith("-O")])
    return [DefaultInfo(files = depset([functions])), _Precompiled(file = compiled, inputs = everything)]

clang_precompiled = rule(
    doc = "A header that the sources of clang_objects begin with, compiled once. Its file is an object to be linked, with its functions where it is asked for them.",
    implementation = _clang_precompiled_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(providers = [CcInfo]),
        "functions": attr.bool(),
        "src": attr.label(allow_single_file = [".hpp"], mandatory = True),
    },
)

def _clang_objects_impl(ctx):
    used = _used(ctx)
    before = ctx.attr.precompiled[_Precompiled]
    inputs = depset(ctx.files.srcs, transitive = [used.headers, before.inputs])
    objects = []
    for source in ctx.files.srcs:
        if source.extension == "cpp":
            made = ctx.actions.declare_file("{}/{}.pic.o".format(ctx.label.name, source.basename[:-len(".cpp")]))
            _compile(ctx, source, inputs, made, _arguments(ctx, used) + _READ + ["-include-pch", before.file.path])
            objects.append(made)
    return [DefaultInfo(files = depset(objects))]

clang_objects = rule(
    doc = "The objects of srcs, which may have headers of their own among them.",
    implementation = _clang_objects_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(),
        "precompiled": attr.label(providers = [_Precompiled], mandatory = True),
        "srcs": attr.label_list(allow_files = [".cpp", ".hpp"]),
    },
)
