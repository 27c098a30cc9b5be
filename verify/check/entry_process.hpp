// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_PROCESS_HPP
#define WEIR_VERIFY_CHECK_ENTRY_PROCESS_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/world.hpp>

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <clocale>
#include <cstring>

// Calls that change what the process has only once. They are carried out, and undone before the next execution.

using namespace weir::verify::checked;

extern "C" {

int chdir(const char* path) noexcept {
  if (!under_check()) return behind(&chdir, "chdir")(path);
  inside here;
  the_world->process.directory_changes();
  return behind(&chdir, "chdir")(path);
}
int fchdir(int directory) noexcept {
  if (!under_check()) return behind(&fchdir, "fchdir")(directory);
  inside here;
  the_world->process.directory_changes();
  return behind(&fchdir, "fchdir")(directory);
}
mode_t umask(mode_t mask) noexcept {
  if (!under_check()) return behind(&umask, "umask")(mask);
  inside here;
  const mode_t before = behind(&umask, "umask")(mask);
  the_world->process.mask_changes(before);
  return before;
}
/// std::locale::global calls it, too.
char* setlocale(int category, const char* name) noexcept {
  if (!under_check() || name == nullptr) return behind(&setlocale, "setlocale")(category, name);
  inside here;
  the_world->process.locale_changes();
  return behind(&setlocale, "setlocale")(category, name);
}

/// Where strtok goes on. Like each variable it is as before the check when an execution begins.
static char* weir_check_token = nullptr;
char* strtok(char* text, const char* separators) noexcept { return ::strtok_r(text, separators, &weir_check_token); }
}

#endif
