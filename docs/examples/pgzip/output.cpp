// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace pgzip {
namespace {

/// Creates a file that has its own name in `directory`, and puts that name into `name`.
descriptor create_temporary(const std::filesystem::path& directory, std::string& name) {
  name = (directory / ".pgzip-XXXXXX").string();
  return descriptor(::mkostemp(name.data(), O_CLOEXEC));
}

/// Gives a complete file its final name, in one step.
bool rename_to(const std::string& from, const std::string& to, bool overwrite) {
  if (overwrite) return ::rename(from.c_str(), to.c_str()) == 0;
  // rename() would replace a file that was made meanwhile; link() does not. Not every file system has links.
  if (::link(from.c_str(), to.c_str()) != 0) return errno == EPERM && ::rename(from.c_str(), to.c_str()) == 0;
  ::unlink(from.c_str());
  return true;
}

}  // namespace

output::output(descriptor to, std::string target, std::string temporary, bool overwrite, const interrupts& signals)
    : to_(std::move(to)), target_(std::move(target)), temporary_(std::move(temporary)), overwrite_(overwrite), signals_(&signals) {
  struct stat is {};
  regular_ = ::fstat(to_.get(), &is) == 0 && S_ISREG(is.st_mode);
}

output::~output() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

output output::file(const std::string& target, mode_t permissions, bool overwrite, const interrupts& signals) {
  struct stat is {};
  const bool exists = ::stat(target.c_str(), &is) == 0;
  if (exists && S_ISDIR(is.st_mode)) throw std::runtime_error(target + ": is a directory, it cannot be the output");
  if (exists && !S_ISREG(is.st_mode)) {
    descriptor device(::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (device.get() < 0) throw_errno(target + ": cannot open for writing");
    return {std::move(device), target, "", overwrite, signals};
  }
  if (exists && !overwrite) throw std::runtime_error(target + ": exists already; -f overwrites it");
  std::string temporary;
  descriptor to = create_temporary(std::filesystem::path(target).parent_path(), temporary);
  if (to.get() < 0) throw_errno(target + ": cannot create");
  ::fchmod(to.get(), permissions);  // where a file system knows no permissions, there are none to lose
  return {std::move(to), target, std::move(temporary), overwrite, signals};
}

output output::standard_output(const interrupts& signals) {
  return {descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)), "standard output", "", false, signals};
}

output output::scratch(const interrupts& signals) {
  std::string name;
  descriptor to = create_temporary(std::filesystem::temp_directory_path(), name);
  if (to.get() < 0) throw_errno(name + ": cannot create");
  ::unlink(name.c_str());
  return {std::move(to), "scratch file", "", false, signals};
}

void output::write(std::span<const unsigned char> bytes) {
  signals_->check();
  while (!bytes.empty()) {
    std::size_t part = bytes.size();
    if (!regular_) {  // a pipe that is ready takes this much without blocking, so that a signal is never kept waiting
      part = std::min<std::size_t>(part, PIPE_BUF);
      signals_->wait(to_.get(), POLLOUT);
    }
    const ssize_t put = ::write(to_.get(), bytes.data(), part);
    if (put < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      throw_errno(target_ + ": cannot write");
    }
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void output::commit() {
  if (!to_.close()) throw_errno(target_ + ": cannot write");
  if (temporary_.empty()) return;
  if (!rename_to(temporary_, target_, overwrite_)) throw_errno(target_ + ": cannot give the output its name");
  temporary_.clear();
}

}  // namespace pgzip
