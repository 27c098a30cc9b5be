// SPDX-License-Identifier: Apache-2.0
#include "file_source.hpp"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <stdexcept>

namespace pgzip {
namespace {

descriptor open_regular(const std::string& path) {
  // O_NONBLOCK: to open a named pipe would otherwise wait, perhaps for ever, before we can see that it is one.
  descriptor from(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (from.get() < 0) throw_errno(path + ": cannot open");
  struct stat is {};
  if (::fstat(from.get(), &is) != 0) throw_errno(path + ": cannot examine");
  if (!S_ISREG(is.st_mode)) {
    throw std::runtime_error(path + ": neither a file nor a directory; feed it through standard input: pgzip -o FILE -");
  }
  ::posix_fadvise(from.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  return from;
}

/// What a file that is made from nothing is given.
mode_t usual_permissions() {
  const mode_t withheld = ::umask(0);  // the only way to ask
  ::umask(withheld);
  return 0666 & ~withheld;
}

}  // namespace

file_source::file_source(const std::string& path, const interrupts& signals) : file_source(open_regular(path), path, signals) {}

file_source file_source::standard_input(const interrupts& signals) {
  return {descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)), "standard input", signals};
}

file_source::file_source(descriptor from, std::string name, const interrupts& signals)
    : from_(std::move(from)), name_(std::move(name)), signals_(&signals) {
  struct stat is {};
  if (::fstat(from_.get(), &is) != 0) throw_errno(name_ + ": cannot examine");
  permissions_ = S_ISREG(is.st_mode) ? is.st_mode & 0777 : usual_permissions();
  if (S_ISREG(is.st_mode)) {
    const off_t already_read = std::max<off_t>(0, ::lseek(from_.get(), 0, SEEK_CUR));
    size_ = static_cast<std::uint64_t>(std::max<off_t>(0, is.st_size - already_read));
  }
}

std::size_t file_source::read(std::span<unsigned char> room) {
  std::size_t filled = 0;
  while (filled < room.size()) {
    signals_->wait(from_.get(), POLLIN);
    const ssize_t got = ::read(from_.get(), room.data() + filled, room.size() - filled);
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      throw_errno(name_ + ": cannot read");
    }
    filled += static_cast<std::size_t>(got);
  }
  read_ += filled;
  if (filled < room.size() && size_ && read_ < *size_) {
    throw std::runtime_error(name_ + ": truncated: it ended after " + std::to_string(read_) + " of " + std::to_string(*size_) + " bytes");
  }
  return filled;
}

}  // namespace pgzip
