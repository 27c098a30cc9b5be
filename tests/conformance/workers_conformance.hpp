// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_WORKERS_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_WORKERS_CONFORMANCE_HPP

#include <weir/concepts/workers_policy.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <string>

namespace weir::tests {

/// What a pool relies on in every store of idle workers. It is used under the pool's lock, so one thread says it all.
template <class Policy>
class workers_conformance : public testing::Test {
 protected:
  using store = typename Policy::template on<platform::native>;
  struct worker : store::hook {};
};

TYPED_TEST_SUITE_P(workers_conformance);

TYPED_TEST_P(workers_conformance, gives_nobody_out_of_an_empty_store) {
  typename TestFixture::store idle;
  EXPECT_EQ(idle.pop(), nullptr);
  EXPECT_EQ(idle.pop(), nullptr);
}

/// A letter is a worker: it goes idle if it is not, and is removed if it is (it expired). A minus takes one out.
TYPED_TEST_P(workers_conformance, behaves_like_a_plain_list) {
  using store = typename TestFixture::store;
  EXPECT_TRUE(rc::check("every sequence of push, pop and remove is answered as by a std::deque", [] {
    const auto script = *rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c', 'd', 'e', '-', '-'));
    std::array<typename TestFixture::worker, 5> workers;
    std::deque<char> model;
    {
      store idle;
      for (const char step : script) {
        if (step == '-') {
          auto* out = idle.pop();
          RC_ASSERT((out == nullptr) == model.empty());
          if (out == nullptr) continue;
          const auto number = static_cast<std::size_t>(static_cast<typename TestFixture::worker*>(out) - workers.data());
          const char expected = store::order == reuse_order::newest_first   ? model.back()
                                : store::order == reuse_order::oldest_first ? model.front()
                                                                            : static_cast<char>('a' + number);
          RC_ASSERT(out == &workers[static_cast<std::size_t>(expected - 'a')]);
          const auto given = std::find(model.begin(), model.end(), expected);
          RC_ASSERT(given != model.end());
          model.erase(given);
        } else {
          auto& worker = workers[static_cast<std::size_t>(step - 'a')];
          const auto resting = std::find(model.begin(), model.end(), step);
          if (resting != model.end()) {
            idle.remove(worker);
            model.erase(resting);
          } else {
            idle.push(worker);
            if (store::keeps) model.push_back(step);
          }
        }
      }
      while (idle.pop() != nullptr)
        if (!model.empty()) model.pop_back();
      RC_ASSERT(model.empty());
    }
  }));
}

REGISTER_TYPED_TEST_SUITE_P(workers_conformance, gives_nobody_out_of_an_empty_store, behaves_like_a_plain_list);

}  // namespace weir::tests

#endif
