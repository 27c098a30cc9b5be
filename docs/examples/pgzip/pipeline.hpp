// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_PIPELINE_HPP
#define PGZIP_PIPELINE_HPP

#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstddef>
#include <deque>

#include "block.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "source.hpp"
#include "summary.hpp"

namespace pgzip {

/// The pool at work: main reads a block and submits it, workers compress blocks, main writes the results in order.
///
///     source --main--> block --pool--> block --main--> output --> the same block, empty again
///
/// There are as many blocks as the pool can hold, and one in main's hands. They are all the memory there is, however long the
/// input: when the queue is full, submit() holds main back; when the oldest block is not done, its future does.
class pipeline {
 public:
  /// How many blocks wait for a worker at most.
  static constexpr std::size_t queue_room = 16;

  /// 0 workers: weir::processors().
  pipeline(unsigned workers, int level, std::size_t block_size);

  /// Makes one gzip member of all of `in`. What goes wrong in reading, writing or on a worker is thrown, and the pipeline is
  /// ready for another input then.
  tally compress(source& in, output& out, progress& shown);

 private:
  using pool_type = weir::pool<weir::queue::bounded<queue_room>, weir::blocking::wait>;

  struct slot {
    explicit slot(std::size_t size) : data(size) {}
    block data;
    pool_type::future_type<void> compressed;  // valid while the block is on its way
  };

  tally stream(source& in, output& out, progress& shown);
  void abandon();

  const int level_;
  std::deque<slot> slots_;
  pool_type pool_;  // behind the slots: its destructor waits for the tasks that use them
};

}  // namespace pgzip

#endif
