// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_CODE_OF_FILES_HPP
#define WEIR_VERIFY_CHECK_CODE_OF_FILES_HPP

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace weir::verify::checked {

/// The instructions that some source files, or lines of them, became, by the program's debugging information.
class code_of_files {
 public:
  code_of_files() = default;
  /// Of the files whose path contains one of these; of one that ends with `:N`, line N alone.
  explicit code_of_files(const std::vector<std::string>& named) {
    if (named.empty()) return;
    std::vector<part> parts;
    for (const std::string& each : named) {
      const std::size_t end = each.find_last_not_of("0123456789");
      const bool one_line = end != each.npos && end + 1 != each.size() && each[end] == ':';
      parts.push_back(one_line ? part{each.substr(0, end), std::atoi(each.c_str() + end + 1)} : part{each, whole_file});
    }
    const int file = ::open("/proc/self/exe", O_RDONLY);
    Dwarf* const debug = ::dwarf_begin(file, DWARF_C_READ);
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    std::uint8_t kind = 0;
    while (debug != nullptr && ::dwarf_get_units(debug, unit, &unit, nullptr, &kind, &die, nullptr) == 0) add(die, parts);
    ::dwarf_end(debug);
    ::close(file);
    for (std::size_t i = 0; i != parts.size(); ++i)
      if (!parts[i].found) without_code_.push_back(named[i]);
    std::sort(spans_.begin(), spans_.end(), [](const span& a, const span& b) { return a.begin < b.begin; });
  }

  [[nodiscard]] bool empty() const { return spans_.empty(); }
  /// Those that no instruction comes from.
  [[nodiscard]] const std::vector<std::string>& without_code() const { return without_code_; }
  /// Logarithmic in the number of lines.
  [[nodiscard]] bool has(std::uintptr_t pc) const {
    const auto after = std::upper_bound(spans_.begin(), spans_.end(), pc, [](std::uintptr_t at, const span& s) { return at < s.begin; });
    return after != spans_.begin() && pc < (after - 1)->end;
  }

 private:
  static constexpr int whole_file = -1;
  struct part {
    std::string path;
    int line;
    bool found = false;
  };
  struct span {
    std::uintptr_t begin;
    std::uintptr_t end;
  };

  void add(Dwarf_Die& unit, std::vector<part>& parts) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (::dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      Dwarf_Line* const line = ::dwarf_onesrcline(lines, i);
      const char* const path = ::dwarf_linesrc(line, nullptr, nullptr);
      bool ends = false;  // what follows is of another function, and may be far
      ::dwarf_lineendsequence(line, &ends);
      if (path == nullptr || ends) continue;
      const std::string whole = path;
      int number = 0;
      ::dwarf_lineno(line, &number);
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      ::dwarf_lineaddr(line, &begin);
      ::dwarf_lineaddr(::dwarf_onesrcline(lines, i + 1), &end);
      bool named = false;
      for (part& p : parts)
        if (begin < end && (p.line == whole_file || p.line == number) && whole.find(p.path) != whole.npos) named = p.found = true;
      if (named) spans_.push_back({begin, end});
    }
  }

  std::vector<span> spans_;
  std::vector<std::string> without_code_;
};

}  // namespace weir::verify::checked

#endif
