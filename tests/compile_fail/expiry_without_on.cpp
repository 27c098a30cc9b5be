// SPDX-License-Identifier: Apache-2.0
// expect: weir: ExpiryPolicy must provide `template <class P> class on`; see docs/concepts/expiry_policy\.md
#include <weir/pool.hpp>

struct expiry_without_on {
  using axis = weir::axes::expiry;
};

weir::pool<expiry_without_on> p;
