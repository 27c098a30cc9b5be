// SPDX-License-Identifier: Apache-2.0
#include "inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace pgzip {
namespace {

namespace fs = std::filesystem;
constexpr const char* suffix = ".gz";

bool is_compressed(const fs::path& file) { return file.extension() == suffix; }

}  // namespace

std::vector<job> jobs_for(const std::string& input, const options& asked, const std::function<void(const std::string&)>& remark) {
  const bool one_output = asked.to_standard_output || !asked.output.empty();
  if (input == "-") return {{input, asked.output}};
  if (!fs::is_directory(input)) {
    if (one_output) return {{input, asked.output}};
    if (is_compressed(input) && !asked.overwrite) throw std::runtime_error(input + ": ends in .gz already; -f compresses it again");
    return {{input, input + suffix}};
  }

  if (one_output) throw std::runtime_error(input + ": is a directory, whose files cannot share one output");
  std::vector<job> jobs;
  // The names are collected first, because the outputs appear in the directories that are being read.
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(input)) {
    const std::string path = entry.path().string();
    if (entry.symlink_status().type() == fs::file_type::directory) continue;
    if (entry.symlink_status().type() != fs::file_type::regular) {
      remark(path + ": left out, no regular file");
    } else if (is_compressed(entry.path())) {
      remark(path + ": left out, ends in .gz already");
    } else {
      jobs.push_back({path, path + suffix});
    }
  }
  std::ranges::sort(jobs, {}, &job::input);
  return jobs;
}

}  // namespace pgzip
