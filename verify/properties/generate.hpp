// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_GENERATE_HPP
#define WEIR_VERIFY_PROPERTIES_GENERATE_HPP

#include <weir/verify/properties/program.hpp>

#include <rapidcheck.h>

#include <functional>
#include <ostream>
#include <string>

namespace weir::properties {

/// Programs of up to three submitters. Smaller numbers are plainer, so rapidcheck shrinks to short, plain programs.
rc::Gen<program> programs();

/// For rapidcheck, which shows the program that refutes a property.
void showValue(const program& p, std::ostream& to);

/// A number from 0 to most, whatever rapidcheck's size is at the moment.
rc::Gen<std::uint8_t> up_to(std::uint8_t most);
/// Up to `most` of them.
template <class T>
rc::Gen<std::vector<T>> a_few(int most, rc::Gen<T> each) {
  return rc::gen::resize(most, rc::gen::container<std::vector<T>>(rc::gen::resize(rc::kNominalSize, std::move(each))));
}
/// A schedule with a preemption here and there.
rc::Gen<std::vector<std::uint8_t>> schedules();

/// Lets rapidcheck try to refute a property under a name; answers what it found, with the counterexample and how to replay it, or nothing.
/// The seed is 0, and fewer than `cases` cases are a failure too; RC_PARAMS, rapidcheck's own, may say otherwise: `seed=7 max_success=100`.
std::string refute(const std::string& name, int cases, const std::function<void()>& property);

}  // namespace weir::properties

#endif
