// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_VARIABLES_HPP
#define WEIR_VERIFY_CHECK_VARIABLES_HPP

#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace weir::verify::checked {

/// The program's variables and those of its libraries: each execution begins with the values that they had before the first.
class variables {
 public:
  struct range {
    std::uintptr_t begin;
    std::uintptr_t end;
  };

  /// Where they are. The C library's and the checker's own libraries' are left alone: their state belongs to the process.
  void prepare() { ::dl_iterate_phdr(&variables::note, this); }
  void keep() {
    kept_.clear();
    for (const range& r : ranges_) kept_.insert(kept_.end(), reinterpret_cast<char*>(r.begin), reinterpret_cast<char*>(r.end));
  }
  void restore() const {
    const char* from = kept_.data();
    for (const range& r : ranges_) {
      std::memcpy(reinterpret_cast<char*>(r.begin), from, r.end - r.begin);
      from += r.end - r.begin;
    }
  }
  [[nodiscard]] const std::vector<range>& ranges() const { return ranges_; }
  /// Whether this is code of the C library or of what the checker uses, and not of the program.
  [[nodiscard]] bool of_system(std::uintptr_t pc) const {
    return std::any_of(system_.begin(), system_.end(), [pc](const range& r) { return pc - r.begin < r.end - r.begin; });
  }
  /// Whether this is code of the program itself or of the C++ library, whose threads come through pthread_create.
  [[nodiscard]] bool of_program(std::uintptr_t pc) const {
    return std::any_of(own_.begin(), own_.end(), [pc](const range& r) { return pc - r.begin < r.end - r.begin; });
  }
  [[nodiscard]] range program() const { return program_; }
  [[nodiscard]] std::size_t size() const { return kept_.size(); }

 private:
  static bool left_alone(std::string_view name) {
    for (const char* part :
         {"/libc.so", "/ld-linux", "/libdw", "/libelf", "/libz.", "/liblzma", "/libbz2", "/libm.so", "linux-vdso", "/libgcc_s"})
      if (name.find(part) != name.npos) return true;
    return false;
  }

  static int note(dl_phdr_info* m, std::size_t, void* self) {
    variables& mine = *static_cast<variables*>(self);
    const bool is_program = !mine.seen_;
    mine.seen_ = true;
    if (left_alone(m->dlpi_name == nullptr ? "" : m->dlpi_name)) {
      for (int i = 0; i != m->dlpi_phnum; ++i)
        if (const ElfW(Phdr)& p = m->dlpi_phdr[i]; p.p_type == PT_LOAD && (p.p_flags & PF_X) != 0)
          mine.system_.push_back({m->dlpi_addr + p.p_vaddr, m->dlpi_addr + p.p_vaddr + p.p_memsz});
      return 0;
    }
    const bool is_known = is_program || std::string_view(m->dlpi_name).find("libstdc++") != std::string_view::npos;
    range fixed{0, 0};  // relocated once, and written no more
    range calls{0, 0};  // the table of functions of other libraries, which the loader fills in as they are called
    for (int i = 0; i != m->dlpi_phnum; ++i) {
      const ElfW(Phdr)& p = m->dlpi_phdr[i];
      if (p.p_type == PT_GNU_RELRO) fixed = {m->dlpi_addr + p.p_vaddr, (m->dlpi_addr + p.p_vaddr + p.p_memsz) & ~std::uintptr_t{4095}};
      if (is_known && p.p_type == PT_LOAD && (p.p_flags & PF_X) != 0)
        mine.own_.push_back({m->dlpi_addr + p.p_vaddr, m->dlpi_addr + p.p_vaddr + p.p_memsz});
      if (p.p_type == PT_DYNAMIC) calls = table_of(reinterpret_cast<const ElfW(Dyn)*>(m->dlpi_addr + p.p_vaddr), m->dlpi_addr);
    }
    for (int i = 0; i != m->dlpi_phnum; ++i) {
      const ElfW(Phdr)& p = m->dlpi_phdr[i];
      if (p.p_type != PT_LOAD || (p.p_flags & PF_W) == 0) continue;
      const range whole{m->dlpi_addr + p.p_vaddr, m->dlpi_addr + p.p_vaddr + p.p_memsz};
      if (is_program) mine.program_ = {mine.program_.begin == 0 ? whole.begin : mine.program_.begin, whole.end};
      std::uintptr_t from = fixed.begin <= whole.begin && whole.begin < fixed.end ? fixed.end : whole.begin;
      if (calls.end > from && calls.end <= whole.end) {
        if (from < calls.begin) mine.ranges_.push_back({from, calls.begin});
        from = calls.end;
      }
      if (from < whole.end) mine.ranges_.push_back({from, whole.end});
    }
    return 0;
  }

  static range table_of(const ElfW(Dyn) * d, std::uintptr_t base) {
    std::uintptr_t begin = 0;
    std::size_t size = 0;
    for (; d->d_tag != DT_NULL; ++d) {
      if (d->d_tag == DT_PLTGOT) begin = d->d_un.d_ptr;
      if (d->d_tag == DT_PLTRELSZ) size = d->d_un.d_val;
    }
    if (begin != 0 && begin < base) begin += base;
    return {begin, begin + (begin == 0 ? 0 : 24 + size / sizeof(ElfW(Rela)) * 8)};
  }

  std::vector<range> ranges_;
  std::vector<range> system_;
  std::vector<range> own_;
  std::vector<char> kept_;
  range program_{0, 0};
  bool seen_ = false;
};

}  // namespace weir::verify::checked

#endif
