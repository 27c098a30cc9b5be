// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/other_program.hpp"

#include <stdlib.h>  // mkdtemp

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "bench/driver/machine.hpp"
#include "bench/driver/shell.hpp"

namespace weir::bench {
namespace {

std::filesystem::path new_folder() {
  auto name = (std::filesystem::temp_directory_path() / "weir-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  return name;
}

/// Go insists on a place for its cache, and where there is no home directory it knows none.
std::string cache_in(const std::filesystem::path& folder) {
  if (std::getenv("HOME") != nullptr || std::getenv("GOCACHE") != nullptr) return "";
  return "GOCACHE=" + shell_word((folder / "cache").string()) + " ";
}

}  // namespace

other_program::~other_program() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

std::optional<std::string> other_program::enter(catalogue& all, const other_language& language, const std::string& words) {
  const std::string command(language.command);
  if (output_of("command -v " + command).empty()) return "there is no `" + command + "` (Debian: " + std::string(language.package) + ")";
  return enter(all, language.folder, words);
}

std::optional<std::string> other_program::enter(catalogue& all, std::string_view folder, const std::string& words) {
  const auto sources = source_tree() / folder;
  const auto script = sources / "build.py";
  const bool has_script = std::filesystem::exists(script);
  if (!has_script && !std::filesystem::exists(sources / "go.mod")) return "there is no " + sources.string();
  folder_ = new_folder();
  program_ = folder_ / "bench_other";
  const auto by_script = cache_in(folder_) + shell_word(script.string()) + " --output " + shell_word(program_) + " " + words;
  const auto by_go = "cd " + shell_word(sources.string()) + " && " + cache_in(folder_) +
                     "GOFLAGS=-buildvcs=false GO111MODULE=on go build -o " + shell_word(program_) + " .";
  if (output_of((has_script ? by_script : by_go) + " >&2 && echo built").empty()) return "they could not be built";

  std::istringstream lines(output_of(shell_word(program_) + " --list"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    const auto word = [&] {
      std::string text;
      std::getline(words, text, '\t');
      return text;
    };
    const auto& name = names_.emplace_back(word());
    const auto& what = names_.emplace_back(word());
    all.contestants.push_back({name, what});
    for (auto workload = word(); !workload.empty(); workload = word()) {
      const auto known = std::ranges::find(all.bouts, workload, &bout::workload);
      if (known == all.bouts.end()) return "it has a workload that nobody else has: " + workload;
      auto same = *known;
      same.contestant = name;
      same.measure = nullptr;
      same.program = program_.c_str();
      all.bouts.push_back(same);
    }
  }
  return std::nullopt;
}

}  // namespace weir::bench
