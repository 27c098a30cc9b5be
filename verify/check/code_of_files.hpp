// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_CODE_OF_FILES_HPP
#define WEIR_VERIFY_CHECK_CODE_OF_FILES_HPP

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir::verify::checked {

/// The instructions that some source files became, by the program's debugging information.
class code_of_files {
 public:
  code_of_files() = default;
  /// Of the files whose path contains one of these.
  explicit code_of_files(const std::vector<std::string>& parts) {
    if (parts.empty()) return;
    const int file = ::open("/proc/self/exe", O_RDONLY);
    Dwarf* const debug = ::dwarf_begin(file, DWARF_C_READ);
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    std::uint8_t kind = 0;
    while (debug != nullptr && ::dwarf_get_units(debug, unit, &unit, nullptr, &kind, &die, nullptr) == 0) add(die, parts);
    ::dwarf_end(debug);
    ::close(file);
    std::sort(spans_.begin(), spans_.end(), [](const span& a, const span& b) { return a.begin < b.begin; });
  }

  [[nodiscard]] bool empty() const { return spans_.empty(); }
  /// Logarithmic in the number of lines.
  [[nodiscard]] bool has(std::uintptr_t pc) const {
    const auto after = std::upper_bound(spans_.begin(), spans_.end(), pc, [](std::uintptr_t at, const span& s) { return at < s.begin; });
    return after != spans_.begin() && pc < (after - 1)->end;
  }

 private:
  struct span {
    std::uintptr_t begin;
    std::uintptr_t end;
  };

  void add(Dwarf_Die& unit, const std::vector<std::string>& parts) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (::dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      Dwarf_Line* const line = ::dwarf_onesrcline(lines, i);
      const char* const path = ::dwarf_linesrc(line, nullptr, nullptr);
      if (path == nullptr) continue;
      const std::string whole = path;
      if (std::none_of(parts.begin(), parts.end(), [&](const std::string& p) { return whole.find(p) != whole.npos; })) continue;
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      ::dwarf_lineaddr(line, &begin);
      ::dwarf_lineaddr(::dwarf_onesrcline(lines, i + 1), &end);
      if (begin < end) spans_.push_back({begin, end});
    }
  }

  std::vector<span> spans_;
};

}  // namespace weir::verify::checked

#endif
