// SPDX-License-Identifier: Apache-2.0
#include "pipeline.hpp"

#include <algorithm>
#include <tuple>

#include "gzip_member.hpp"

namespace pgzip {

pipeline::pipeline(unsigned workers, int level, std::size_t block_size) : level_(level), pool_({.capacity = workers}) {
  for (std::size_t n = queue_room + pool_.stats().capacity + 1; n != 0; --n) slots_.emplace_back(block_size);
}

tally pipeline::compress(source& in, output& out, progress& shown) {
  try {
    return stream(in, out, shown);
  } catch (...) {
    abandon();
    throw;
  }
}

tally pipeline::stream(source& in, output& out, progress& shown) {
  tally done{.streams = 1};
  gzip_member member;
  const auto write = [&](std::span<const unsigned char> bytes) {
    out.write(bytes);
    done.bytes_out += bytes.size();
  };
  const auto finish = [&](slot& oldest) {
    if (!oldest.compressed.valid()) return;
    oldest.compressed.get();  // throws what the worker threw
    member.add(oldest.data);
    write(oldest.data.output());
  };

  write(gzip_member::header(level_));
  std::size_t next = 0;  // the slots are used in turn, so the next one holds the oldest block
  const block* previous = nullptr;
  for (;; next = (next + 1) % slots_.size()) {
    slot& s = slots_[next];
    finish(s);
    if (!s.data.fill(in, previous)) break;
    s.compressed = pool_.submit([&s, level = level_] { s.data.compress(level); });
    previous = &s.data;

    const weir::stats now = pool_.stats();
    done.peak_workers = std::max(done.peak_workers, now.workers);
    done.peak_queue = std::max(done.peak_queue, now.queued);
    done.blocks += 1;
    done.bytes_in += s.data.input_size();
    shown.advance(s.data.input_size());
  }
  for (std::size_t n = 1; n < slots_.size(); ++n) finish(slots_[(next + n) % slots_.size()]);
  write(member.trailer());
  return done;
}

void pipeline::abandon() {
  std::ignore = pool_.stop();  // what no worker has begun
  pool_.join();                // what one has
  for (slot& s : slots_) s.compressed = {};
  pool_.restart();
}

}  // namespace pgzip
