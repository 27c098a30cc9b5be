# SPDX-License-Identifier: Apache-2.0
"""Many small checks as one test: Bazel takes longer for a test than some of them take."""

load("@rules_shell//shell:sh_test.bzl", "sh_test")

def in_shards(name, program, words, files, of, one_in, shards, all_shards, data = [], tags = []):
    """all_<name> calls `program FILE words...` for each of files; some_<name>, which runs with all tests, for one in `one_in`. See in_shards.sh.

    files is a target, and `of` the folder with whose contents the sample changes.
    """
    for how, options, shard_count, more_tags in [
        ("some", ["--one-in=%d" % one_in, "--of=" + of], shards, []),
        ("all", [], all_shards, ["manual"]),
    ]:
        sh_test(
            name = how + "_" + name,
            size = "large",
            srcs = ["//tests/support:in_shards.sh"],
            args = options + ["$(rootpath %s)" % program] + words + ["--", "$(rootpaths %s)" % files],
            data = [program, files] + data,
            shard_count = shard_count,
            tags = [
                "no-sandbox",  # it sees its data only, and a sandbox has them all again
                "no_sanitizer",
            ] + tags + more_tags,
        )
