# SPDX-License-Identifier: Apache-2.0
"""The macros weir's own BUILD files are written with. Users of weir need none of them: depend on @weir//:weir."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")
load("@rules_shell//shell:sh_test.bzl", "sh_test")
load("//:clang_objects.bzl", "clang_objects", "header_alone")

_CLANG = str(Label("//:clang"))
_ONE_COMPILER = str(Label("//:one_compiler"))
_DEFAULT = "//conditions:default"

# For weir's own code only; system headers stay as they are. Warnings are errors where .bazelrc says so, in this repository: a user's compiler may
# know of more. g++ collects its garbage later: a tenth less time, a tenth more memory.
_WARNINGS = ["-Wall", "-Wextra", "-Wpedantic"] + select({
    str(Label("//:warnings_are_errors")): ["-Werror"],
    _DEFAULT: [],
})
WEIR_COPTS = _WARNINGS + select({
    _CLANG: [],
    _DEFAULT: ["--param=ggc-min-expand=200", "--param=ggc-min-heapsize=262144"],
})

# What the model checker needs: Relacy recycles objects it has destroyed, g++ must not optimise that away; it switches stacks with longjmp, which
# the fortified one refuses.
CLANG_MODEL_FLAGS = ["-U_FORTIFY_SOURCE", "-DRL_DO_ASSERT=1"]
MODEL_FLAGS = ["-O1"] + CLANG_MODEL_FLAGS + select({
    _CLANG: [],
    _DEFAULT: ["-fno-lifetime-dse"],
})
MODEL_COPTS = WEIR_COPTS + MODEL_FLAGS

# Boost 1.74 knows of clang's first coroutines only, and has to be told that there are the standard's. Of its fences g++ says that ThreadSanitizer
# cannot see them; clang does not know that option.
ASIO_COPTS = select({
    _CLANG: ["-DBOOST_ASIO_HAS_CO_AWAIT", "-DBOOST_ASIO_HAS_STD_COROUTINE"],
    _DEFAULT: ["-Wno-tsan"],
})

# What many headers include, most first. tests/support compiles each of it once, and the check of a header begins with the first that it includes.
BEFORE_HEADERS = [
    "include/weir:basic_pool",
    "include/weir/engine/pool:core",
    "include/weir/concepts:queue_policy",
    "verify/graphs:replay",
    "verify/check:execution",
    "include/weir/platform:native",
]

# What takes too long for every run of all tests: weir_deep_tests of its package, and //:deep, have it instead.
DEEP = ["deep", "manual"]

def _with_precompiled(label):
    """(copts, deps) of a program that begins with that header of tests/support/precompiled.bzl.

    Not with clang: it would look for all that is in it where that lay when it was compiled, in a sandbox that is gone.
    """
    label = Label(label)
    copts = ["-include", "$(BINDIR)/{}/{}.hpp".format(label.package, label.name)]
    return select({_CLANG: [], _DEFAULT: copts}), select({_CLANG: [], _DEFAULT: [str(label)]})

def weir_header(name, deps = [], parts = [], srcs = [], srcs_deps = [], opt_in = False, visibility = ["//visibility:public"], **kwargs):
    """One shipped header, <name>.hpp, under the spelling its users write.

    deps are what the header includes. Only tools have srcs, files that are compiled for it, and srcs_deps, what only those include. parts are headers that only it includes, and that include it: the halves of a class too long for one file. One that is opt_in comes with no other target: its users name it, since it needs a library that the others do not. A file that includes it twice and nothing else is compiled with weir's warnings as errors: with all tests, or those of verify with //verify:headers_alone_test.
    """
    if native.package_name().startswith("include/"):
        prefix = {"strip_include_prefix": "/include"}
    else:
        prefix = {"include_prefix": "weir/" + native.package_name()}
    cc_library(
        name = name,
        hdrs = [name + ".hpp"] + parts,
        srcs = srcs,
        copts = WEIR_COPTS + ["-std=c++20"] if srcs else [],
        deps = deps + srcs_deps,
        tags = [] if opt_in else ["weir_header"],
        visibility = visibility,
        **dict(prefix, **kwargs)
    )
    header_alone(
        name = name + "_alone",
        testonly = True,
        copts = _WARNINGS + ["-O0"],
        first = [str(Label("//tests/support:before/" + each.split(":")[1])) for each in BEFORE_HEADERS],
        tags = ["no_sanitizer"] + (["manual"] if native.package_name().startswith("verify") else []),
        visibility = ["//visibility:private"],
        data = [str(Label("//:clang_objects.bzl"))],
        deps = [name],
    )

def weir_headers(name = "headers", deps = []):
    """Every weir_header above it in the package, and deps; and `alone`, each of them compiled by itself."""
    rules = native.existing_rules().values()
    own = [r["name"] for r in rules if "weir_header" in r["tags"]]
    native.filegroup(
        name = "alone",
        testonly = True,
        srcs = sorted([":" + r["name"] for r in rules if r["kind"] == "header_alone"]),
        tags = ["manual"],
        visibility = ["//:__subpackages__"],
    )
    cc_library(
        name = name,
        deps = [":" + header for header in sorted(own)] + deps,
        visibility = ["//visibility:public"],
    )

def _by_clang(name, srcs, deps, level = "-O0", copts = [], libraries = "test_libraries"):
    """The objects that clang++ makes of srcs, in half of g++'s time. In a configuration that is about one compiler, srcs themselves.

    Compiling most programs takes longer than running them, so it is done with -O0. Those that search for long have another level, and then nothing is precompiled.
    """
    before = str(Label("//tests/support:%s_by_clang" % libraries)) if level == "-O0" else None
    clang_objects(
        name = name + "_objects",
        testonly = True,
        srcs = srcs,
        copts = _WARNINGS + copts + [level],
        precompiled = before,
        tags = ["manual"],
        visibility = ["//visibility:private"],
        deps = deps,
    )
    return select({_ONE_COMPILER: srcs, _DEFAULT: [":" + name + "_objects"] + ([before] if before else [])})

def weir_library(name, srcs = [], deps = [], copts = [], clang_level = None, clang_copts = [], visibility = ["//visibility:public"], **kwargs):
    """Shared code of tests, benches and examples; included by its path in the repository. Never shipped. Compiled by clang++ if that has a level."""
    if clang_level:
        srcs = _by_clang(name, srcs, deps, clang_level, clang_copts)
    cc_library(
        name = name,
        testonly = True,
        srcs = srcs,
        copts = WEIR_COPTS + copts,
        deps = deps,
        linkstatic = True,
        visibility = visibility,
        **kwargs
    )

def weir_binary(name, srcs = None, copts = [], linkopts = [], **kwargs):
    """A program made of weir's own code."""
    cc_binary(
        name = name,
        srcs = srcs or [name + ".cpp"],
        copts = WEIR_COPTS + copts,
        linkopts = ["-pthread"] + linkopts,
        **kwargs
    )

def weir_test(name, srcs = None, deps = [], copts = [], linkopts = [], size = "small", by_clang = True, searches = False, **kwargs):
    """A GoogleTest program; its main comes with it. srcs defaults to <name>.cpp.

    Compiled by clang++, unless it is not by_clang or has copts of its own: then by the configuration's compiler, which is g++.
    """
    srcs = srcs or [name + ".cpp"]
    deps = deps + [str(Label("@system//:gtest_main"))]
    if by_clang and not copts:
        same_copts = []
        srcs = _by_clang(name, srcs, deps, "-O1" if searches else "-O0")
    else:
        same_copts, same_deps = _with_precompiled("//tests/support:test_libraries")
        deps = deps + same_deps
    cc_test(
        name = name,
        size = size,
        srcs = srcs,
        copts = WEIR_COPTS + same_copts + copts,
        linkopts = ["-pthread"] + linkopts,
        linkstatic = True,
        deps = deps,
        **kwargs
    )

def weir_example(name, deps, **kwargs):
    """<name>.cpp, a program that must end with 0, compiled as weir_test compiles."""
    cc_test(
        name = name,
        size = "small",
        srcs = _by_clang(name, [name + ".cpp"], deps, libraries = "pools"),
        copts = WEIR_COPTS,
        linkopts = ["-pthread"],
        linkstatic = True,
        deps = deps,
        **kwargs
    )

def weir_model_test(name, srcs = None, deps = [], executions = None, deep_executions = None, size = "medium", tags = [], args = [], **kwargs):
    """A program that model-checks with Relacy and has its own main. Its fibers do not mix with the sanitizers.

    executions is the number for each scenario and scheduler; with deep_executions, <name>_deep is the same program with that many.
    Unless it includes verify/support/verdict.hpp, it is linked with what all programs of scenarios have in common, and need not compile it.
    Compiled by clang++, or with -Og in a configuration that is about one compiler.
    """
    if deep_executions:
        weir_program_test(name + "_deep", ":" + name, ["--executions=%d" % deep_executions], tags = DEEP)
    deps = deps + [
        str(Label("//verify/support:checker_by_clang")),
        str(Label("@system//:relacy")),
    ]
    cc_test(
        name = name,
        size = size,
        srcs = _by_clang(name, srcs or [name + ".cpp"], deps, copts = CLANG_MODEL_FLAGS, libraries = "scenarios"),
        args = (["--executions=%d" % executions] if executions else []) + args,
        copts = MODEL_COPTS + ["-Og"],
        linkstatic = True,
        tags = tags + ["model", "no_sanitizer"],
        deps = deps,
        **kwargs
    )

def weir_program_test(name, program, args, data = [], size = "medium", tags = [], **kwargs):
    """A program of weir_model_test once more, with other arguments."""
    sh_test(
        name = name,
        size = size,
        srcs = [str(Label("//verify/support:run_program.sh"))],
        args = ["$(rootpath %s)" % program] + args,
        data = [program] + data,
        tags = tags + ["model", "no_sanitizer"],
        **kwargs
    )

def weir_graphs_test(name, srcs, scenarios, deps, **kwargs):
    """Every execution of these scenarios, each once, however long that takes: it ends, or runs out of Bazel's time.

    By g++ with -O2: compilers differ in what they leave on a stack, and so in the rounds of a loop that are seen to change nothing.
    """
    cc_binary(
        name = name + "_program",
        testonly = True,
        srcs = srcs,
        copts = MODEL_COPTS + ["-O2"],
        tags = ["manual", "no_sanitizer"],
        deps = deps + [
            str(Label("//verify/support:checker")),
            str(Label("@system//:relacy")),
        ],
    )
    weir_program_test(
        name,
        ":%s_program" % name,
        ["--scheduler=graphs", "--executions=0", "--scenario=" + ",".join(scenarios)],
        size = "enormous",
        tags = DEEP,
        **kwargs
    )

def weir_sites_test(name, program, files, executions, scenarios = [], excuses = None, **kwargs):
    """One call site of the platform in `files` broken at a time, an order weakened or a notification or a lock left out, under the scenarios of `program`.

    Each must be noticed, or have its reason in the file `excuses`. files are ends of paths, or parts of them that end with a slash.
    """
    weir_program_test(
        name,
        program,
        ["--mutate-sites", "--executions=%d" % executions, "--files=" + ",".join(files)] +
        (["--scenario=" + ",".join(scenarios)] if scenarios else []) +
        (["--excuses=$(rootpath %s)" % excuses] if excuses else []),
        data = [excuses] if excuses else [],
        **kwargs
    )

def weir_harnesses(name = "harnesses"):
    """Every program above it in the package that model-checks and runs with all tests."""
    native.filegroup(
        name = name,
        testonly = True,
        srcs = sorted([
            ":" + r["name"]
            for r in native.existing_rules().values()
            if r["kind"] == "cc_test" and "model" in r["tags"] and "manual" not in r["tags"]
        ]),
        tags = ["manual"],
        visibility = ["//tests/verify:__pkg__"],
    )

def weir_deep_tests(name = "deep"):
    """Every test above it in the package that is tagged as DEEP."""
    native.test_suite(
        name = name,
        tags = ["manual"],
        tests = sorted([":" + r["name"] for r in native.existing_rules().values() if "deep" in r["tags"]]),
        visibility = ["//:__pkg__"],
    )
