// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LINES_HPP
#define WEIR_VERIFY_CHECK_LINES_HPP

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checked {

/// Places in the code, from the addresses of instructions and the program's debugging information (compiled with -g).
class lines {
 public:
  struct place {
    std::string file;  ///< its last part
    int line = 0;
    std::string function;
    bool system = false;  ///< in a header of the compiler or of the system
  };

  lines() {
    static char* no_path = nullptr;
    static const Dwfl_Callbacks calls{&::dwfl_linux_proc_find_elf, &::dwfl_standard_find_debuginfo, nullptr, &no_path};
    session_ = ::dwfl_begin(&calls);
    ::dwfl_linux_proc_report(session_, ::getpid());
    ::dwfl_report_end(session_, nullptr, nullptr);
  }
  lines(const lines&) = delete;
  lines& operator=(const lines&) = delete;
  ~lines() { ::dwfl_end(session_); }

  /// Where an instruction is: with what was inlined there, the innermost first.
  [[nodiscard]] const std::vector<place>& of(std::uintptr_t pc) const {
    const auto [known, is_new] = found_.try_emplace(pc);
    if (is_new) known->second = look_up(pc);
    return known->second;
  }

  /// The innermost place of these calls that is in the user's code; without one, the innermost of all.
  [[nodiscard]] place users(const std::vector<std::uintptr_t>& calls) const {
    place first;
    for (const std::uintptr_t pc : calls) {
      if (pc == 0) continue;
      for (const place& p : of(pc)) {
        if (!p.system && p.line != 0) return p;
        if (first.line == 0) first = p;
      }
    }
    return first;
  }

 private:
  /// Takes milliseconds in a large program.
  [[nodiscard]] std::vector<place> look_up(std::uintptr_t pc) const {
    std::vector<place> all;
    Dwfl_Module* const module = ::dwfl_addrmodule(session_, pc);
    if (module == nullptr) return all;
    Dwarf_Addr bias = 0;
    Dwarf_Die* const unit = unit_of(module, pc, bias);
    Dwarf_Line* const found = unit == nullptr ? nullptr : ::dwarf_getsrc_die(unit, pc - bias);
    if (found == nullptr) return all;
    int line = 0;
    ::dwarf_lineno(found, &line);
    const char* file = ::dwarf_linesrc(found, nullptr, nullptr);
    // The innermost first by its address, then those around it by the tree: by address, those around an inlined function are where it was defined.
    Dwarf_Die innermost = *unit;
    bool is_inside = false;
    while (go_in(innermost, pc - bias, false)) is_inside = true;
    if (!is_inside)
      while (go_in(innermost, pc - bias, true)) {
      }
    Dwarf_Die* scopes = nullptr;
    const int count = ::dwarf_getscopes_die(&innermost, &scopes);
    Dwarf_Files* files = nullptr;
    ::dwarf_getsrcfiles(unit, &files, nullptr);
    for (int i = 0; i < count; ++i) {
      const int tag = ::dwarf_tag(&scopes[i]);
      if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
      all.push_back(make(file, line, name_of(scopes[i])));
      if (tag == DW_TAG_subprogram) break;
      Dwarf_Attribute a;
      Dwarf_Word n = 0;
      file =
          ::dwarf_formudata(::dwarf_attr(&scopes[i], DW_AT_call_file, &a), &n) == 0 ? ::dwarf_filesrc(files, n, nullptr, nullptr) : nullptr;
      line = ::dwarf_formudata(::dwarf_attr(&scopes[i], DW_AT_call_line, &a), &n) == 0 ? static_cast<int>(n) : 0;
    }
    std::free(scopes);
    if (all.empty()) all.push_back(make(file, line, ""));
    return all;
  }

  /// Makes `scope` what has this instruction inside of it, and is not a namespace; false if nothing has. dwarf_getscopes looks into no namespace, where
  /// clang++ writes functions.
  /// `deeply`: into functions and classes without this instruction, too, in which g++ leaves the lambda that another function was made of.
  static bool go_in(Dwarf_Die& scope, Dwarf_Addr pc, bool deeply) {
    Dwarf_Die inside;
    for (int end = ::dwarf_child(&scope, &inside); end == 0; end = ::dwarf_siblingof(&inside, &inside)) {
      const int tag = ::dwarf_tag(&inside);
      const bool is_class = tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
      const bool may_hold = tag == DW_TAG_namespace || (deeply && (is_class || tag == DW_TAG_subprogram));
      if (::dwarf_haspc(&inside, pc) == 1 ? tag != DW_TAG_namespace : may_hold && go_in(inside, pc, deeply)) {
        scope = inside;
        return true;
      }
    }
    return false;
  }

  /// The translation unit with this instruction. g++ writes a table of them. clang++ does not; then libdw 0.188 finds none, or one that is near.
  static Dwarf_Die* unit_of(Dwfl_Module* module, std::uintptr_t pc, Dwarf_Addr& bias) {
    const auto has = [&](Dwarf_Die* unit) { return ::dwarf_haspc(unit, pc - bias) == 1; };
    Dwarf_Die* unit = ::dwfl_module_addrdie(module, pc, &bias);
    if (unit != nullptr && has(unit)) return unit;
    unit = nullptr;
    while ((unit = ::dwfl_module_nextcu(module, unit, &bias)) != nullptr && !has(unit)) {
    }
    return unit;
  }

  static place make(const char* file, int line, std::string function) {
    const std::string_view path = file == nullptr ? "" : file;
    place p;
    p.file = path.substr(path.rfind('/') + 1);
    p.line = line;
    p.function = std::move(function);
    p.system = path.starts_with("/usr/") || path.find("/c++/") != path.npos || path.find("weir/verify/check") != path.npos || path.empty();
    return p;
  }

  static std::string name_of(Dwarf_Die& die) {
    const char* const name = ::dwarf_diename(&die);
    std::string text = name == nullptr ? "" : name;
    return text.substr(0, text.find('<'));
  }

  Dwfl* session_ = nullptr;
  mutable std::map<std::uintptr_t, std::vector<place>> found_;
};

}  // namespace weir::verify::checked

#endif
