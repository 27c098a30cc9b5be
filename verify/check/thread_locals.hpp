// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_THREAD_LOCALS_HPP
#define WEIR_VERIFY_CHECK_THREAD_LOCALS_HPP

#include <weir/verify/check/system_call.hpp>

#include <asm/prctl.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#if !defined(__x86_64__) || !defined(__GLIBC__)
#error "weir: weir_check switches the thread-local storage of x86-64 with the GNU C library, and knows no other"
#endif

namespace weir::verify::checked {

/// Thread-local storage for threads that are none of the system's.
///
/// A program with thread_local variables of its own gets separate storage for each thread, laid out by the dynamic loader as for its own threads: the
/// address of a variable may be given to another thread. Where the system does not let programs change the thread pointer themselves, that costs a
/// system call for each change of threads. Without such variables the few bytes of the C++ library's are exchanged, and errno.
class thread_locals {
 public:
  static constexpr std::size_t most_copied = 512;
  struct copy {
    alignas(16) char bytes[most_copied] = {};
    int error = 0;
  };

  void prepare() {
    host_ = pointer();
    ::dl_iterate_phdr(&thread_locals::note, this);
    separate_ = separate_ || copied_ > most_copied;
    for (std::size_t i = 0; i != count_ && !separate_; ++i) {
      exchanged_ = parts_[i].below > exchanged_ ? parts_[i].below : exchanged_;
      lowest_ = host_ - exchanged_;
    }
    error_at_ = separate_ ? 0 : reinterpret_cast<std::uintptr_t>(&errno);
    constexpr unsigned long may_change =
        2;  // HWCAP2_FSGSBASE: the instruction may exist without it, and the system then forgets its effect
    fast_ = (::getauxval(AT_HWCAP2) & may_change) != 0;
    if (!separate_) return;
    allocate_ = reinterpret_cast<allocate*>(::dlsym(RTLD_DEFAULT, "_dl_allocate_tls"));
    classes_ = reinterpret_cast<init*>(::dlsym(RTLD_DEFAULT, "__ctype_init"));
    if (allocate_ != nullptr && classes_ != nullptr) return;
    std::fputs("weir_check: this C library does not say how it lays out thread-local storage\n", stderr);
    std::exit(2);
  }

  /// The thread pointer of a new thread: a place below `end`.
  [[nodiscard]] std::uintptr_t make(std::uintptr_t end) const {
    const std::uintptr_t mine = end - header_room;
    if (!separate_) return mine;
    auto* const header = reinterpret_cast<std::uintptr_t*>(mine);
    const auto* const own = reinterpret_cast<const std::uintptr_t*>(host_);
    allocate_(header);
    header[0] = header[2] = mine;  // itself, twice
    header[5] = own[5];  // the guards of stacks and of pointers
    header[6] = own[6];
    std::memcpy(reinterpret_cast<char*>(mine) + thread_id_at, reinterpret_cast<const char*>(host_) + thread_id_at, sizeof(int));
    const std::uintptr_t before = pointer();  // of the thread that starts another one
    change(mine);
    classes_();
    change(before);
    return mine;
  }

  /// Gives the variables of all modules but the C library's their first values.
  void refresh(std::uintptr_t storage, copy& kept) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i != count_; ++i) {
      char* const to = separate_ ? reinterpret_cast<char*>(storage - parts_[i].below) : kept.bytes + at;
      std::memcpy(to, parts_[i].image, parts_[i].filled);
      std::memset(to + parts_[i].filled, 0, parts_[i].size - parts_[i].filled);
      at += parts_[i].size;
    }
    kept.error = 0;
  }

  /// Before the running thread is left.
  void keep(copy& kept) const {
    if (separate_) return;
    std::size_t at = 0;
    for (std::size_t i = 0; i != count_; at += parts_[i++].size)
      std::memcpy(kept.bytes + at, reinterpret_cast<const char*>(host_ - parts_[i].below), parts_[i].size);
    kept.error = errno;
  }
  /// Before the thread with this storage goes on.
  void use(std::uintptr_t storage, const copy& kept) const {
    if (separate_) return change(storage);
    std::size_t at = 0;
    for (std::size_t i = 0; i != count_; at += parts_[i++].size)
      std::memcpy(reinterpret_cast<char*>(host_ - parts_[i].below), kept.bytes + at, parts_[i].size);
    errno = kept.error;
  }

  /// Whether this is a variable that each thread has its own of, at one address: no other thread can reach it.
  [[nodiscard]] bool is_exchanged(std::uintptr_t a) const { return a - lowest_ < exchanged_ || a == error_at_; }

  static std::uintptr_t pointer() {
    std::uintptr_t p = 0;
    __asm__("mov %%fs:0, %0" : "=r"(p));
    return p;
  }

 private:
  using allocate = void*(void*);
  using init = void();
  struct part {
    const void* image;
    std::size_t filled;
    std::size_t size;
    std::uintptr_t below;  ///< the thread pointer
  };
  static constexpr std::size_t header_room = 16384;  // of the C library's own record of a thread, which begins at the thread pointer
  static constexpr std::size_t thread_id_at = 0x2d0;

  void change(std::uintptr_t storage) const {
    if (fast_)
      __asm__ volatile("wrfsbase %0" ::"r"(storage) : "memory");
    else
      system_call(SYS_arch_prctl, ARCH_SET_FS, storage);
  }

  static bool has(const char* name, const char* part) { return std::strstr(name, part) != nullptr; }

  static int note(dl_phdr_info* module, std::size_t, void* self) {
    thread_locals& mine = *static_cast<thread_locals*>(self);
    const char* const name = module->dlpi_name == nullptr ? "" : module->dlpi_name;
    // The C library's allocator has state there, which stays with the storage; the others are the checker's.
    const bool is_left_alone = has(name, "libc.so") || has(name, "libelf") || has(name, "libdw");
    for (int i = 0; i != module->dlpi_phnum; ++i) {
      const ElfW(Phdr)& p = module->dlpi_phdr[i];
      if (p.p_type != PT_TLS || module->dlpi_tls_data == nullptr || is_left_alone || mine.count_ == 64) continue;
      const auto data = reinterpret_cast<std::uintptr_t>(module->dlpi_tls_data);
      mine.parts_[mine.count_++] = {reinterpret_cast<void*>(module->dlpi_addr + p.p_vaddr), p.p_filesz, p.p_memsz, mine.host_ - data};
      mine.copied_ += p.p_memsz;
      if (!has(name, "libstdc++")) mine.separate_ = true;
    }
    return 0;
  }

  allocate* allocate_ = nullptr;
  init* classes_ = nullptr;
  std::uintptr_t host_ = 0;
  bool separate_ = false;
  bool fast_ = false;
  part parts_[64] = {};
  std::size_t count_ = 0;
  std::size_t copied_ = 0;
  std::uintptr_t lowest_ = 0;
  std::uintptr_t exchanged_ = 0;
  std::uintptr_t error_at_ = 0;
};

}  // namespace weir::verify::checked

#endif
