// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_OPTIONS_HPP
#define PGZIP_OPTIONS_HPP

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace pgzip {

/// What the user asked for.
struct options {
  unsigned workers = 0;  ///< 0: weir::processors()
  int level = 6;
  std::size_t block_size = 128 * 1024;
  std::string output;  ///< of -o; empty: FILE.gz beside each FILE
  bool to_standard_output = false;
  bool overwrite = false;
  bool quiet = false;
  bool help = false;
  bool sample = false;              ///< the built-in text is compressed, and `inputs` is empty
  std::vector<std::string> inputs;  ///< - is standard input
};

/// The command line makes no sense; what() says why, or is empty when getopt has said so already.
struct usage_error : std::runtime_error {
  using runtime_error::runtime_error;
};

options parse_options(int argc, char** argv);

/// The text of --help.
extern const char* const help_text;

}  // namespace pgzip

#endif
