// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <getopt.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

namespace pgzip {

const char* const help_text =
    R"(pgzip [OPTION]... [FILE | DIRECTORY | -]...
Compresses like gzip, with many threads: every FILE to FILE.gz, every file in and below a DIRECTORY likewise, and - from
standard input to standard output; so it does when none is named and standard input or output is not a terminal. Inputs
are kept. Named none on a terminal, it compresses a built-in text, checks the result and throws it away.

  -p, --processes N    threads that compress (as many as there are cores)
  -1 ... -9            fast ... best compression (-6); also --fast, --best
  -b, --blocksize K    KiB that one thread takes at a time (128)
  -c, --stdout         write to standard output
  -o, --output FILE    write to FILE; for one input only
  -f, --force          overwrite outputs that exist, compress what ends in .gz, write to a terminal
  -k, --keep           keep the inputs, as always; for those who type it out of habit
  -s, --sample         compress the built-in text, wherever standard input and output lead
  -q, --quiet          no progress bar, no summary
  -h, --help           this text

Ends with 0 when all went well, 1 when something did not, 2 when the options make no sense, 128 + n after signal n.
)";

namespace {

constexpr unsigned most_workers = 256;
constexpr unsigned smallest_block = 32;  // KiB: deflate's window
constexpr unsigned largest_block = 16 * 1024;

unsigned number(std::string_view text, const char* what, unsigned least, unsigned most) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw usage_error(std::string(what) + " must be a number from " + std::to_string(least) + " to " + std::to_string(most) + ", not '" +
                      std::string(text) + "'");
  }
  return value;
}

void require_consistency(const options& asked) {
  if (asked.to_standard_output && !asked.output.empty()) throw usage_error("-c and -o exclude each other");
  if (!asked.output.empty() && asked.inputs.size() > 1) throw usage_error("-o takes one input only");
  if (asked.sample && (asked.to_standard_output || !asked.output.empty() || !asked.inputs.empty())) {
    throw usage_error("--sample takes no input and no output");
  }
}

}  // namespace

options parse_options(int argc, char** argv) {
  static const option names[] = {{"processes", required_argument, nullptr, 'p'},
                                 {"blocksize", required_argument, nullptr, 'b'},
                                 {"output", required_argument, nullptr, 'o'},
                                 {"stdout", no_argument, nullptr, 'c'},
                                 {"force", no_argument, nullptr, 'f'},
                                 {"keep", no_argument, nullptr, 'k'},
                                 {"quiet", no_argument, nullptr, 'q'},
                                 {"sample", no_argument, nullptr, 's'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {"fast", no_argument, nullptr, '1'},
                                 {"best", no_argument, nullptr, '9'},
                                 {nullptr, 0, nullptr, 0}};
  options asked;
  for (int c; (c = ::getopt_long(argc, argv, "123456789p:b:o:cfkqsh", names, nullptr)) != -1;) {
    switch (c) {
      case 'p': asked.workers = number(optarg, "-p", 1, most_workers); break;
      case 'b': asked.block_size = std::size_t{1024} * number(optarg, "-b", smallest_block, largest_block); break;
      case 'o': asked.output = optarg; break;
      case 'c': asked.to_standard_output = true; break;
      case 'f': asked.overwrite = true; break;
      case 'k': break;
      case 'q': asked.quiet = true; break;
      case 's': asked.sample = true; break;
      case 'h': asked.help = true; break;
      case '?': throw usage_error("");
      default: asked.level = c - '0';
    }
  }
  asked.inputs.assign(argv + optind, argv + argc);
  if (!asked.help) require_consistency(asked);
  if (asked.inputs.empty() && !asked.sample) {
    const bool on_a_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    asked.sample = on_a_terminal && !asked.to_standard_output && asked.output.empty();
    if (!asked.sample) asked.inputs = {"-"};
  }
  return asked;
}

}  // namespace pgzip
