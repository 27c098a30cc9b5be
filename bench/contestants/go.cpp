// SPDX-License-Identifier: Apache-2.0
/// The contestants in Go: contestants/go/ holds the program, the driver builds it when there is a `go`.
#include "bench/catalogue.hpp"

namespace weir::bench {
namespace {

const auto& entry = catalogue::instance().other_languages.emplace_back(in_go("bench/contestants/go"));

}  // namespace
}  // namespace weir::bench
