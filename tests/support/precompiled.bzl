# SPDX-License-Identifier: Apache-2.0
"""Headers that many programs begin with, compiled once. Apart from weir.bzl, which users of weir load: their Bazel need not know this."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//:weir.bzl", "WEIR_COPTS")

def _precompiled_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain, requested_features = ctx.features, unsupported_features = ctx.disabled_features)
    used = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps]).compilation_context
    header = ctx.actions.declare_file(ctx.label.name + ".hpp")
    ctx.actions.symlink(output = header, target_file = ctx.file.src)
    precompiled = ctx.actions.declare_file(ctx.label.name + ".hpp.gch")
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = ctx.file.src.path,
        output_file = precompiled.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts + ["-x", "c++-header"],
        include_directories = used.includes,
        quote_include_directories = used.quote_includes,
        system_include_directories = used.system_includes,
        preprocessor_defines = used.defines,
        use_pic = True,
    )
    ctx.actions.run(
        mnemonic = "Precompile",
        progress_message = "Compiling " + ctx.file.src.short_path,
        executable = cc_common.get_tool_for_action(feature_configuration = features, action_name = CPP_COMPILE_ACTION_NAME),
        arguments = cc_common.get_memory_inefficient_command_line(feature_configuration = features, action_name = CPP_COMPILE_ACTION_NAME, variables = variables),
        env = cc_common.get_environment_variables(feature_configuration = features, action_name = CPP_COMPILE_ACTION_NAME, variables = variables),
        inputs = depset([ctx.file.src], transitive = [used.headers, toolchain.all_files]),
        outputs = [precompiled],
    )
    return [CcInfo(compilation_context = cc_common.create_compilation_context(headers = depset([header, precompiled])))]

_precompiled = rule(
    implementation = _precompiled_impl,
    attrs = {
        "copts": attr.string_list(),
        "deps": attr.label_list(providers = [CcInfo]),
        "src": attr.label(allow_single_file = [".hpp"], mandatory = True),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def precompiled(name, deps, copts = []):
    """<name>.hpp, compiled with weir's options and copts. g++ reads the header itself wherever a file is compiled with others."""
    _precompiled(
        name = name,
        testonly = True,
        src = "precompiled/%s.hpp" % name,
        copts = WEIR_COPTS + copts,
        tags = ["manual"],
        visibility = ["//visibility:public"],
        deps = deps,
    )
