# SPDX-License-Identifier: Apache-2.0
import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, get
from conan.tools.layout import basic_layout

required_conan_version = ">=2.0"


class WeirConan(ConanFile):
    name = "weir"
    description = "Worker pools made of policies, as headers, and a model checker for them"
    license = "Apache-2.0"
    url = "https://github.com/conan-io/conan-center-index"
    homepage = "https://github.com/@REPOSITORY@"
    topics = ("thread-pool", "coroutines", "concurrency", "model-checking", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def layout(self):
        basic_layout(self, src_folder="src")

    def requirements(self):
        self.requires("boost/1.86.0", transitive_headers=True)

    def package_id(self):
        self.info.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def package(self):
        # The include folder of a release has what `cmake --install` installs, and Bazel's files.
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        headers = os.path.join(self.source_folder, "include")
        copy(self, "*", src=headers, dst=os.path.join(self.package_folder, "include"), excludes="*BUILD.bazel")

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.requires = ["boost::headers"]
        self.cpp_info.set_property("cmake_file_name", "weir")
        self.cpp_info.set_property("cmake_target_name", "weir::weir")
        self.cpp_info.set_property("cmake_build_modules", [os.path.join("include", "weir", "verify", "weir_verify.cmake")])
        self.cpp_info.set_property("pkg_config_name", "weir")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
