// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_INPUTS_HPP
#define PGZIP_INPUTS_HPP

#include <functional>
#include <string>
#include <vector>

#include "options.hpp"

namespace pgzip {

/// One input and where its result goes.
struct job {
  std::string input;   ///< a path, or "-" for standard input
  std::string output;  ///< a path, or empty for standard output
};

/// What there is to do for one of the inputs that the user named: one job, or one for each file of a directory, sorted by name.
/// Links and special files in a directory, and files that end in .gz, are left out, and `remark` hears of it. Throws when the
/// input cannot be compressed the way the user wants it.
std::vector<job> jobs_for(const std::string& input, const options& asked, const std::function<void(const std::string&)>& remark);

}  // namespace pgzip

#endif
