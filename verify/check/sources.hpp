// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SOURCES_HPP
#define WEIR_VERIFY_CHECK_SOURCES_HPP

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checked {

/// Looks through the program's own file for translation units that are compiled without -fsanitize=thread: what they do to memory is not seen, so no
/// verdict on the program would be worth anything.
class sources {
 public:
  sources() {
    file_ = ::open("/proc/self/exe", O_RDONLY);
    ::elf_version(EV_CURRENT);
    elf_ = ::elf_begin(file_, ELF_C_READ, nullptr);
    debug_ = ::dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
    read_symbols();
  }
  sources(const sources&) = delete;
  sources& operator=(const sources&) = delete;
  ~sources() {
    if (debug_ != nullptr) ::dwarf_end(debug_);
    ::elf_end(elf_);
    ::close(file_);
  }

  /// Their names; of code without debugging information, those of functions.
  [[nodiscard]] std::vector<std::string> uninstrumented() {
    std::vector<std::string> all;
    std::vector<span> known;
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    std::uint8_t kind = 0;
    while (debug_ != nullptr && ::dwarf_get_units(debug_, unit, &unit, nullptr, &kind, &die, nullptr) == 0) {
      const char* const name = ::dwarf_diename(&die);
      if (name == nullptr) continue;
      Dwarf_Attribute a;
      const char* const producer = ::dwarf_formstring(::dwarf_attr(&die, DW_AT_producer, &a));
      bool sees = producer != nullptr && std::strstr(producer, "-fsanitize=thread") != nullptr;
      bool is_assembly = producer != nullptr && std::strncmp(producer, "GNU AS", 6) == 0;
      bool has_code = false;
      ptrdiff_t offset = 0;
      Dwarf_Addr base = 0;
      Dwarf_Addr begin = 0;
      Dwarf_Addr end = 0;
      while ((offset = ::dwarf_ranges(&die, offset, &base, &begin, &end)) > 0) {
        if (begin == end || begin == 0) continue;
        known.push_back({begin, end});
        has_code = true;
        sees = sees || calls_checker(begin, end);
      }
      if (has_code && !sees && !is_assembly && !is_checkers(name)) all.emplace_back(name);
    }
    without_debugging(known, all);
    return all;
  }

 private:
  struct span {
    std::uint64_t begin;
    std::uint64_t end;
  };
  struct function {
    std::uint64_t begin;
    std::uint64_t end;
    std::string name;
  };

  /// Functions such as __popcountdi2, that the compiler calls for what the processor has no instruction for.
  static bool is_compilers(std::string_view name) { return name.starts_with("__") && name.back() >= '2' && name.back() <= '4'; }
  static bool is_checkers(std::string_view name) { return name.ends_with("verify/check/runtime.cpp"); }

  void read_symbols() {
    for (Elf_Scn* s = nullptr; (s = ::elf_nextscn(elf_, s)) != nullptr;) {
      GElf_Shdr header;
      ::gelf_getshdr(s, &header);
      if (header.sh_type == SHT_PROGBITS && (header.sh_flags & SHF_EXECINSTR) != 0) {
        Elf_Data* const d = ::elf_getdata(s, nullptr);
        if (d != nullptr) code_.push_back({header.sh_addr, static_cast<const unsigned char*>(d->d_buf), d->d_size});
      }
      if (header.sh_type != SHT_SYMTAB) continue;
      Elf_Data* const d = ::elf_getdata(s, nullptr);
      for (std::size_t i = 0; i != header.sh_size / header.sh_entsize; ++i) {
        GElf_Sym symbol;
        ::gelf_getsym(d, static_cast<int>(i), &symbol);
        const char* const name = ::elf_strptr(elf_, header.sh_link, symbol.st_name);
        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF || name == nullptr) continue;
        if (std::strncmp(name, "__tsan_", 7) == 0) checker_.insert(symbol.st_value);
        if (symbol.st_size != 0) functions_.push_back({symbol.st_value, symbol.st_value + symbol.st_size, name});
      }
    }
  }

  /// Whether there is a call or a jump to a function of the instrumentation.
  [[nodiscard]] bool calls_checker(std::uint64_t begin, std::uint64_t end) const {
    for (const section& s : code_) {
      if (begin < s.at || end > s.at + s.size) continue;
      for (std::uint64_t at = begin; at + 5 <= end; ++at) {
        const unsigned char* const p = s.bytes + (at - s.at);
        if (*p != 0xe8 && *p != 0xe9) continue;
        std::int32_t distance = 0;
        std::memcpy(&distance, p + 1, 4);
        if (checker_.contains(at + 5 + static_cast<std::uint64_t>(std::int64_t{distance}))) return true;
      }
    }
    return false;
  }

  /// Functions that belong to no unit with debugging information, and are not instrumented. The linker's and the C library's few are left out.
  void without_debugging(std::vector<span>& known, std::vector<std::string>& all) const {
    static const std::set<std::string_view> of_system{"_start",
                                                      "_init",
                                                      "_fini",
                                                      "deregister_tm_clones",
                                                      "register_tm_clones",
                                                      "__do_global_dtors_aux",
                                                      "frame_dummy",
                                                      "_dl_relocate_static_pie",
                                                      "__libc_csu_init",
                                                      "__libc_csu_fini",
                                                      "atexit"};
    std::sort(known.begin(), known.end(), [](const span& a, const span& b) { return a.begin < b.begin; });
    for (const function& f : functions_) {
      auto k = std::upper_bound(known.begin(), known.end(), f.begin, [](std::uint64_t x, const span& s) { return x < s.begin; });
      if (k != known.begin() && f.begin < (k - 1)->end) continue;
      if (of_system.contains(f.name) || is_compilers(f.name) || calls_checker(f.begin, f.end) || f.end - f.begin < 32) continue;
      all.push_back("the function " + f.name + ", without debugging information");
    }
  }

  struct section {
    std::uint64_t at;
    const unsigned char* bytes;
    std::uint64_t size;
  };
  int file_ = -1;
  Elf* elf_ = nullptr;
  Dwarf* debug_ = nullptr;
  std::vector<section> code_;
  std::vector<function> functions_;
  std::set<std::uint64_t> checker_;
};

}  // namespace weir::verify::checked

#endif
