// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace pgzip {
namespace {

std::string temporary_beside(const std::string& target) {
  return (std::filesystem::path(target).parent_path() / ".pgzip-XXXXXX").string();
}

}  // namespace

output::output(descriptor to, std::string target, const interrupts& signals)
    : to_(std::move(to)), target_(std::move(target)), signals_(&signals) {
  struct stat is {};
  if (::fstat(to_.get(), &is) != 0) throw_errno(target_ + ": cannot write");
  is_file_ = S_ISREG(is.st_mode);
}

output output::file(const std::string& target, mode_t permissions, bool overwrite, const interrupts& signals) {
  struct stat is {};
  const bool exists = ::stat(target.c_str(), &is) == 0;
  if (exists && S_ISDIR(is.st_mode)) throw std::runtime_error(target + ": is a directory, cannot be the output");
  if (exists && !S_ISREG(is.st_mode)) {
    descriptor device(::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (device.get() < 0) throw_errno(target + ": cannot open for writing");
    return {std::move(device), target, signals};
  }
  if (exists && !overwrite) throw std::runtime_error(target + ": already exists; use -f to overwrite it");
  std::string temporary = temporary_beside(target);
  descriptor to(::mkostemp(temporary.data(), O_CLOEXEC));
  if (to.get() < 0) throw_errno(target + ": cannot create");
  return {std::move(to), target, std::move(temporary), permissions, overwrite, signals};
}
