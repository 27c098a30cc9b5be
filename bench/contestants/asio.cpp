// SPDX-License-Identifier: Apache-2.0
/// Boost.Asio's `thread_pool`, posted to with `asio::post`; results through `asio::use_future`. W7: a semaphore in front.
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class asio_pool : public contestant {
 public:
  explicit asio_pool(unsigned workers) : pool_(workers) {}

  template <class F>
  void post(F f) {
    boost::asio::post(pool_, std::move(f));
  }
  template <class F>
  auto run(F f) {
    return boost::asio::post(pool_, boost::asio::use_future(std::move(f))).get();
  }

 private:
  boost::asio::thread_pool pool_;  // its destructor stops and joins
};

class asio : public asio_pool {
 public:
  using asio_pool::asio_pool;
  using bounded = semaphore_gate<asio_pool>;
};

const enrol<asio> entry{"asio", "Boost.Asio thread_pool (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
