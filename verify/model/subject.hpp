// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_SUBJECT_HPP
#define WEIR_VERIFY_MODEL_SUBJECT_HPP

#include <weir/verify/model/program.hpp>
#include <weir/verify/relacy/hosted.hpp>

#include <string>
#include <vector>

namespace weir::verify::model {

/// A queue that is held to its model: its name, what it can be asked, and how the_program is run with two threads or three.
struct subject {
  std::string name;
  alphabet letters;
  checker::host two;
  checker::host three;
};

/// Defined in run.hpp; checker.cpp has compiled it for all programs.
int run_subjects(const std::vector<subject>& all, int argc, char** argv);

}  // namespace weir::verify::model

#endif
