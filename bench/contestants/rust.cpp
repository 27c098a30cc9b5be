// SPDX-License-Identifier: Apache-2.0
/// The contestants in Rust: contestants/rust/ holds the program, the driver builds it when there is Debian's cargo.
#include "bench/catalogue.hpp"

namespace weir::bench {
namespace {

const auto& entry = catalogue::instance().other_languages.emplace_back(
    other_language{"Rust", "rust_", "bench/contestants/rust", "/usr/bin/cargo", "cargo"});

}  // namespace
}  // namespace weir::bench
