# SPDX-License-Identifier: Apache-2.0
"""What weir takes from the operating system, as Bazel repositories. Nothing here downloads anything.

A workspace that uses weir calls weir_dependencies(), and debian_bazel_tools() where Bazel has no network or should use none.
"""

_BAZEL_SHARE = "/usr/share/bazel"

# One row per target of @system: the Debian package, a header or folder that proves it is there, and how to link.
_LIBRARIES = {
    "asio": ("libboost-dev", "boost/asio.hpp", ["-pthread"]),
    "boost": ("libboost-dev", "boost/intrusive/list.hpp", []),
    "boost_context": ("libboost-context-dev", "boost/context/fiber.hpp", ["-lboost_context"]),
    "concurrentqueue": ("libconcurrentqueue-dev", "concurrentqueue", ["-pthread"]),
    "dw": ("libdw-dev", "elfutils/libdw.h", ["-ldw", "-lelf"]),
    "eigen": ("libeigen3-dev", "eigen3/unsupported/Eigen/CXX11/ThreadPool", ["-pthread"]),
    "gtest": ("libgtest-dev", "gtest/gtest.h", ["-lgtest", "-pthread"]),
    "gtest_main": ("libgtest-dev", "gtest/gtest.h", ["-lgtest_main", "-lgtest", "-pthread"]),
    "rapidcheck": ("librapidcheck-dev", "rapidcheck.h", ["-lrapidcheck"]),
    "relacy": ("relacy-dev", "relacy/relacy.hpp", []),
    "tbb": ("libtbb-dev", "oneapi/tbb/task_group.h", ["-ltbb"]),
    "zlib": ("zlib1g-dev", "zlib.h", ["-lz"]),
}

_LIBRARY = """
cc_library(
    name = "{name}",
    linkopts = {linkopts},
    deps = {deps},
)
"""

# Fails when a target that needs it is analysed, not before: a missing bench peer does not stop a user of the pool.
_MISSING_RULE = """
def _missing_impl(ctx):
    fail("weir: {} is not on this machine; install the Debian package {}".format(ctx.attr.header, ctx.attr.package))

missing = rule(
    implementation = _missing_impl,
    attrs = {"header": attr.string(), "package": attr.string()},
)
"""

_MISSING = """
missing(
    name = "{name}",
    header = "{header}",
    package = "{package}",
)
"""

def _system_libraries_impl(ctx):
    build = [
        'load("@rules_cc//cc:defs.bzl", "cc_library")\n',
        'load(":missing.bzl", "missing")\n\n',
        'package(default_visibility = ["//visibility:public"])\n',
    ]
    for name, (package, header, linkopts) in _LIBRARIES.items():
        system = [d for d in ctx.attr.include_dirs if ctx.path(d + "/" + header).exists]
        modules = ctx.attr.forward.get(name, []) or ([] if system else ctx.attr.otherwise.get(name, []))
        template = _LIBRARY if modules or system else _MISSING
        build.append(template.format(
            name = name,
            package = package,
            header = header,
            linkopts = repr([] if modules else linkopts),
            deps = repr(modules),
        ))
    ctx.file("WORKSPACE", "")
    ctx.file("missing.bzl", _MISSING_RULE)
    ctx.file("BUILD.bazel", "".join(build))

system_libraries = repository_rule(
    implementation = _system_libraries_impl,
    attrs = {
        "forward": attr.string_list_dict(doc = "Targets of Bazel modules to take instead of a system library."),
        "include_dirs": attr.string_list(default = ["/usr/include", "/usr/local/include"]),
        "otherwise": attr.string_list_dict(doc = "Targets to take where the system does not have the library."),
    },
    local = True,
    doc = "Libraries in the compiler's own search path: their targets carry only what the linker must be told.",
)

def _system_rules_cc_impl(ctx):
    source = ctx.path(ctx.attr.source)
    if not source.exists:
        fail("weir: {} is not on this machine; install the Debian package bazel-rules-cc".format(source))
    ctx.file("WORKSPACE", 'workspace(name = "rules_cc")\n')
    copied = ctx.execute(["cp", "-rL", str(source), "cc"])
    if copied.return_code != 0:
        fail("weir: could not copy {}: {}".format(source, copied.stderr))

    # In Debian 12 it is newer than the Bazel beside it, which does not have this one function yet.
    for name in ["cc_flags_supplier.bzl", "compiler_flag.bzl"]:
        path = "cc/private/rules_impl/" + name
        if not ctx.path(path).exists:
            continue
        text = ctx.read(path).replace(', "use_cpp_toolchain")', ")")
        ctx.file(path, text.replace("use_cpp_toolchain()", '["@bazel_tools//tools/cpp:toolchain_type"]'))

    # Since 0.0.10 it also has the symbols that were part of Bazel, where from Bazel 9 on they are to be found alone.
    if not ctx.path("cc/common").exists:
        ctx.file("cc/common/BUILD.bazel", "")
        ctx.file("cc/common/of_bazel.bzl", "of_bazel = struct(CcInfo = CcInfo, cc_common = cc_common)\n")
        for name, symbol in [("cc_common", "cc_common"), ("cc_info", "CcInfo")]:
            ctx.file("cc/common/{}.bzl".format(name), """load(":of_bazel.bzl", "of_bazel")

{symbol} = of_bazel.{symbol}
""".format(symbol = symbol))

system_rules_cc = repository_rule(
    implementation = _system_rules_cc_impl,
    attrs = {"source": attr.string(default = _BAZEL_SHARE + "/rules/cc/cc")},
    local = True,
    doc = "Debian's rules_cc, fitted to Debian's Bazel.",
)

def _builtin_rules_shell_impl(ctx):
    ctx.file("WORKSPACE", 'workspace(name = "rules_shell")\n')
    ctx.file("shell/BUILD.bazel", "")
    for rule in ["sh_binary", "sh_library", "sh_test"]:
        ctx.file("shell/{}.bzl".format(rule), "{rule} = native.{rule}\n".format(rule = rule))

builtin_rules_shell = repository_rule(
    implementation = _builtin_rules_shell_impl,
    doc = "The rules of rules_shell as Bazel before 8 has them itself.",
)

def _no_coverage_tools_impl(ctx):
    ctx.file("WORKSPACE", "")
    ctx.file("BUILD.bazel", """filegroup(
    name = "coverage_report_generator",
    visibility = ["//visibility:public"],
)
""")

no_coverage_tools = repository_rule(
    implementation = _no_coverage_tools_impl,
    doc = "Bazel asks for a coverage tool before every test; an empty one keeps it from downloading the real one.",
)

def _once(rule, name, **kwargs):
    """Declares a repository unless the workspace that uses weir has its own of that name."""
    if not native.existing_rule(name):
        rule(name = name, **kwargs)

def _local(name, path):
    if not native.existing_rule(name):
        native.local_repository(name = name, path = _BAZEL_SHARE + path)

def weir_dependencies():
    """What a workspace needs to use weir. Repositories it declared before under these names stay as they are."""
    _once(system_rules_cc, name = "rules_cc")
    _once(builtin_rules_shell, name = "rules_shell")
    _once(system_libraries, name = "system")

def debian_bazel_tools():
    """What Bazel itself would otherwise download before it builds or tests anything, from Debian's packages."""
    _local("rules_java", "/rules/java")
    _local("rules_proto", "/rules/proto")
    _local("bazel_skylib", "/tools/skylib")
    _once(no_coverage_tools, name = "remote_coverage_tools")
