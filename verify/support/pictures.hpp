// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PICTURES_HPP
#define WEIR_VERIFY_SUPPORT_PICTURES_HPP

#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/drawing.hpp>
#include <weir/verify/support/page.hpp>
#include <weir/verify/support/report.hpp>
#include <weir/verify/support/timeline.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace weir::verify::checker {

/// A name as part of a file's name.
inline std::string file_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (plain || (!out.empty() && out.back() != '_')) out += plain ? c : '_';
  }
  return out;
}

/// Writes NAME.txt, NAME.svg and NAME.html into the directory, which is made if need be. Returns where they are, or that they are not.
inline std::string write_pictures(const std::string& directory, std::string_view name, const caption& words, const timeline& schedule) {
  const std::filesystem::path base = std::filesystem::path(directory) / file_name(name);
  std::error_code ignored;  // whether it could be made shows when the files are written
  std::filesystem::create_directories(directory, ignored);
  const auto write = [&](const char* ending, const std::string& text) {
    std::ofstream file(base.string() + ending, std::ios::binary);
    file << text;
    return static_cast<bool>(file.flush());
  };
  const bool written = write(".txt", "  FAILED    " + words.scenario + "\n  claim     " + words.claim + "\n" + report(words, schedule)) &&
                       write(".svg", drawing(schedule).text(words)) && write(".html", page(schedule).text(words));
  return written ? base.string() + ".html, .svg and .txt" : "could not be written to " + base.string();
}

}  // namespace weir::verify::checker

#endif
