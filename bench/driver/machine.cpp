// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/machine.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "bench/driver/shell.hpp"

namespace weir::bench {
namespace {

std::string commit() {
  const auto git = "git -C " + shell_word(source_tree().string()) + " ";
  const auto name = output_of(git + "rev-parse --short HEAD 2>/dev/null");
  if (name.empty()) return "unknown";
  return output_of(git + "status --porcelain -- . ':(exclude)bench/results' 2>/dev/null").empty() ? name : name + "+changes";
}

std::string cpu() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown cpu";
}

/// Lower case, and one underscore for whatever is not a letter, a digit, a minus or a plus.
std::string plain(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) || c == '-' || c == '+') {
      name += static_cast<char>(std::tolower(u));
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

}  // namespace

std::string machine::file_name() const {
  return plain(commit) + "." + plain(cpu) + "." + plain(compiler) + "." + std::to_string(cores) + ".txt";
}

std::filesystem::path source_tree() {
  const auto* const called_in = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  return called_in != nullptr ? std::filesystem::path(called_in) : std::filesystem::current_path();
}

machine this_machine() {
#if defined(__clang__)
  const std::string compiler = "clang-" + std::to_string(__clang_major__);
#else
  const std::string compiler = "gcc-" + std::to_string(__GNUC__);
#endif
  return {commit(), cpu(), compiler, std::thread::hardware_concurrency()};
}

}  // namespace weir::bench
