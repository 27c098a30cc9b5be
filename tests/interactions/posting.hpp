// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_POSTING_HPP
#define TESTS_INTERACTIONS_POSTING_HPP

#include "tests/interactions/any_pool.hpp"

#include <type_traits>
#include <utility>

// A recipe becomes a callable of the type that its entry asks for.

namespace weir::interactions {

template <class P>
class callables {
  static capture<P> books(const recipe<P>& r) { return capture<P>(*r.by, *r.what); }

 public:
  template <class Pool>
  static constexpr bool times = [] {
    if constexpr (requires { typename Pool::config_type; })
      return Pool::config_type::can_wait || !Pool::config_type::can_be_full;
    else
      return true;  // a multi_pool of such
  }();

  static plain_work<P> plain(const recipe<P>& r) { return {books(r)}; }

  /// Every form, and with it a stop token, or a tag if the queue takes one.
  template <class Pool, class Use>
  static auto all_forms(const recipe<P>& r, Pool&, Use use) -> decltype(use(plain(r))) {
    const entry& e = *r.what;
    if (travels(e.does)) {
      if (r.token) return use(plain_maker<P>{books(r)}, *r.token);
      if (e.captures == form::wide) return use(wide_maker<P>{books(r)});
      if (e.captures == form::big) return use(big_maker<P>{books(r)});
      return use(plain_maker<P>{books(r)});
    }
    if (e.moves_left >= 0) return use(fragile_work<P>(plain(r)));
    if (r.token) return use(plain(r), *r.token);
    if constexpr (requires { typename Pool::config_type; }) {
      if constexpr (Pool::config_type::template takes<key>) {
        if (r.tag != 0) return use(plain(r), key{r.tag});
      } else if constexpr (Pool::config_type::template takes<level>) {
        if (r.tag != 0) return use(plain(r), level{r.tag % 2});
      }
    }
    if (e.captures == form::wide) return use(wide_work<P>{books(r)});
    if (e.captures == form::big) return use(big_work<P>{books(r)});
    return use(plain(r));
  }
  template <class Use>
  static auto two_forms(const recipe<P>& r, Use use) -> decltype(use(plain(r))) {
    if (travels(r.what->does)) return use(plain_maker<P>{books(r)});
    if (r.what->moves_left >= 0) return use(fragile_work<P>(plain(r)));
    return use(plain(r));
  }
};

/// For a function_pool: one argument, of one type.
template <class P>
class arguments {
 public:
  template <class>
  static constexpr bool times = true;

  static plain_work<P> plain(const recipe<P>& r) { return {capture<P>(*r.by, *r.what)}; }
  template <class Pool, class Use>
  static auto all_forms(const recipe<P>& r, Pool&, Use use) {
    return use(plain(r));
  }
  template <class Use>
  static auto two_forms(const recipe<P>& r, Use use) {
    return use(plain(r));
  }
};
template <class P>
struct calls_it {
  int operator()(plain_work<P> w) const { return w(); }
};

}  // namespace weir::interactions

#endif
