// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/shell.hpp"

#include <stdio.h>  // popen

namespace weir::bench {

std::string output_of(const std::string& command) {
  std::string text;
  if (auto* const pipe = ::popen(command.c_str(), "r")) {
    for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
    if (::pclose(pipe) != 0) text.clear();
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string shell_word(const std::string& word) {
  std::string safe = "'";
  for (const char c : word) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return safe + "'";
}

}  // namespace weir::bench
