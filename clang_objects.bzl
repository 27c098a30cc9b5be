# SPDX-License-Identifier: Apache-2.0
"""Tests that clang++ compiles while the rest of the build is g++'s: it takes half of the time. Linked by Bazel's own rules."""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

CLANG = "/usr/bin/clang++"

# Bazel compares what is in a header, and keeps what was made of it in a checkout before. clang++ would refuse that for the time of the new file.
_WITHOUT_TIMES = ["-Xclang", "-fno-pch-timestamp"]

# In the path of a header of weir_header, before what its users write.
_SPELLED = "/_virtual_includes/"

Precompiled = provider("What clang++ has made of a header.", fields = {
    "file": "that",
    "inputs": "that, and all that the header includes",
    "headers": "what the header includes itself",
    "command": "how it was made",
})

def _is_optimised(ctx):
    return ctx.var["COMPILATION_MODE"] == "opt"

def _level(ctx):
    """That of -c opt, for long runs; it counts more than what stands before it."""
    return ["-O2"] if _is_optimised(ctx) else []

def _arguments(ctx, used):
    return (["-std=c++20", "-fPIE"] + ctx.attr.copts + _level(ctx) +
            ["-D" + each for each in used.defines.to_list()] +
            ["-iquote" + each for each in used.quote_includes.to_list()] +
            ["-I" + each for each in used.includes.to_list()] +
            [word for each in used.system_includes.to_list() for word in ["-isystem", each]])

def _used(ctx):
    return cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps if CcInfo in dep]).compilation_context

def _from_to(source, output):
    return ["-c", source.path, "-o", output.path]

def _object(ctx, name):
    """Bazel knows by the name which objects are for a shared library, and with -c opt links programs from the others."""
    return ctx.actions.declare_file(name + (".o" if _is_optimised(ctx) else ".pic.o"))

def _compile(ctx, what, inputs, output, arguments):
    ctx.actions.run(
        mnemonic = "ClangCompile",
        progress_message = "Compiling " + what.short_path,
        executable = CLANG,
        arguments = arguments + _from_to(what, output),
        inputs = inputs,
        outputs = [output],
        env = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "PATH": "/usr/bin:/bin"},  # a tenth as many page faults: a tenth of the time
    )

def spelling_of(header):
    """What a user of weir_header writes between the angle brackets; None for a file that is none of its."""
    return "weir/" + header.path.split(_SPELLED)[1].partition("/weir/")[2] if _SPELLED in header.path else None

def _own_headers(deps):
    return [each for dep in deps if CcInfo in dep for each in dep[CcInfo].compilation_context.direct_public_headers if spelling_of(each)]

def _includes(headers):
    return "".join(["#include <{}>\n".format(spelling_of(header)) for header in headers])

def begin_with(precompiled):
    """The arguments for a source that has what is precompiled in front of it."""
    return ["-include-pch", precompiled.file.path]

def _clang_precompiled_impl(ctx):
    used = _used(ctx)
    compiled = ctx.actions.declare_file(ctx.label.name + ".pch")
    first = ctx.attr.first[Precompiled] if ctx.attr.first else None
    source = ctx.file.src
    headers = _own_headers(ctx.attr.deps)
    if not source:
        source = ctx.actions.declare_file(ctx.label.name + ".hpp")
        ctx.actions.write(source, _includes(headers))
    inputs = depset([source], transitive = [used.headers] + ([first.inputs] if first else []))
    words = _arguments(ctx, used) + _WITHOUT_TIMES + ["-x", "c++-header", "-fpch-instantiate-templates"] + (["-fpch-codegen"] if ctx.attr.functions else []) + (begin_with(first) if first else [])
    _compile(ctx, source, inputs, compiled, words)
    everything = depset([compiled], transitive = [inputs])
    objects = ctx.attr.first[DefaultInfo].files.to_list() if first else []
    if ctx.attr.functions:
        objects.append(_object(ctx, ctx.label.name))
        _compile(ctx, compiled, everything, objects[-1], ["-fPIE", ctx.attr.functions] + _level(ctx))
    return [DefaultInfo(files = depset(objects)), Precompiled(file = compiled, inputs = everything, headers = headers, command = [CLANG] + words + _from_to(source, compiled))]

clang_precompiled = rule(
    doc = "A header that the sources of clang_objects begin with, compiled once: src, or all that deps are about. `first`, if given, comes before it. Its files are objects to be linked, with its functions if it has `functions`: the level at which they are optimised, which may be another than that of the sources.",
    implementation = _clang_precompiled_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(providers = [CcInfo]),
        "first": attr.label(providers = [Precompiled]),
        "functions": attr.string(),
        "src": attr.label(allow_single_file = [".hpp"]),
    },
)

def _clang_objects_impl(ctx):
    used = _used(ctx)
    before = ctx.attr.precompiled[Precompiled] if ctx.attr.precompiled else None
    inputs = depset(ctx.files.srcs, transitive = [used.headers] + ([before.inputs] if before else []))
    objects = []
    for source in ctx.files.srcs:
        if source.extension == "cpp":
            made = _object(ctx, "{}/{}".format(ctx.label.name, source.basename[:-len(".cpp")]))
            _compile(ctx, source, inputs, made, _arguments(ctx, used) + (begin_with(before) if before else []))
            objects.append(made)
    return [DefaultInfo(files = depset(objects))]

clang_objects = rule(
    doc = "The objects of srcs, which may have headers of their own among them.",
    implementation = _clang_objects_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(),
        "precompiled": attr.label(providers = [Precompiled]),
        "srcs": attr.label_list(allow_files = [".cpp", ".hpp"]),
    },
)

def _header_alone_impl(ctx):
    source = ctx.actions.declare_file(ctx.label.name + "_twice.cpp")
    ctx.actions.write(source, 2 * _includes(_own_headers(ctx.attr.deps)))
    used = _used(ctx)
    there = {header: True for header in used.headers.to_list()}
    arguments = _arguments(ctx, used)
    inputs = [depset([source]), used.headers]
    for each in ctx.attr.first:
        if all([header in there for header in each[Precompiled].headers]):
            arguments += begin_with(each[Precompiled])
            inputs.append(each[Precompiled].inputs)
            break
    made = ctx.actions.declare_file(ctx.label.name + ".o")
    _compile(ctx, source, depset(transitive = inputs), made, arguments)
    return [DefaultInfo(files = depset([made]))]

header_alone = rule(
    doc = "Compiles a file that includes the header of deps twice and nothing else. What the header includes anyway may be there before it: that is the first of `first` of which this is true.",
    implementation = _header_alone_impl,
    attrs = {
        "copts": attr.string_list(),
        "data": attr.label_list(allow_files = True),  # what bazelw looks at, to see that a command needs clang++
        "deps": attr.label_list(),
        "first": attr.label_list(providers = [Precompiled]),
    },
)
