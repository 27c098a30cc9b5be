// SPDX-License-Identifier: Apache-2.0
/// Boost.Asio's `thread_pool`, posted to with `asio::post`; results through `asio::use_future`. W7: a semaphore in front.
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <memory>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"
#include "bench/contestants/wide_gate.hpp"
#include "bench/support/nap.hpp"

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

 protected:
  boost::asio::thread_pool pool_;  // its destructor stops and joins
};

/// A task that waits is two callbacks and a timer between them; a gate in front keeps their number.
class asio_sleepers : asio_pool {
 public:
  asio_sleepers(unsigned most, unsigned threads) : asio_pool(threads), free_(most) {}

  void post_nap(nap n) {
    free_.take();
    post([this, n] {
      const auto began = n.begin();
      auto own = std::make_unique<boost::asio::steady_timer>(pool_, nap::length);
      auto& timer = *own;
      timer.async_wait([this, n, began, own = std::move(own)](const boost::system::error_code&) {
        free_.give_back();
        n.end(began);
      });
    });
  }

 private:
  wide_gate free_;
};

class asio : public asio_pool {
 public:
  using asio_pool::asio_pool;
  using bounded = semaphore_gate<asio_pool>;
  using sleepers = asio_sleepers;
};

const enrol<asio> entry{"asio", "Boost.Asio thread_pool (W7: semaphore in front; W8: timers and callbacks)"};

}  // namespace
}  // namespace weir::bench
