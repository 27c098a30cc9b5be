// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_ANTS_WITH_FUNC_HPP
#define WEIR_PRESETS_ANTS_WITH_FUNC_HPP

#include <weir/function_pool.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/ants_prealloc.hpp>

namespace weir::presets {

template <class F, class Arg>
struct calls {
  template <class... Policies>
  using pool = function_pool<F, Arg, Policies...>;
};

/// ants' PoolWithFuncGeneric[Arg]; with std::any for Arg its PoolWithFunc. The pool has one function, and a post passes only its argument.
/// Options and differences are those of presets/ants.hpp.
///
/// | ants                               | weir                                                                                      |
/// |------------------------------------|-------------------------------------------------------------------------------------------|
/// | NewPoolWithFuncGeneric(n, f)       | presets::ants_with_func<F, Arg> p(f, {.capacity = n})                                     |
/// | Invoke(arg)                        | post(arg)                                                                                 |
/// | a function that waits              | one that makes a weir::coroutine holds no thread while it waits; with agents::light it has a light worker |
/// | ErrLackPoolFunc                    | std::invalid_argument for an empty std::function or a null pointer                        |
/// | Invoke(nil) ends a worker          | a null argument is an argument like any other                                             |
template <class F, class Arg, class... Changes>
using ants_with_func = ants_policies::in<calls<F, Arg>::template pool, Changes...>;

/// The same with WithPreAlloc(true): at most N workers.
template <unsigned N, class F, class Arg, class... Changes>
using ants_prealloc_with_func = typename ants_prealloc_policies<N>::template in<calls<F, Arg>::template pool, Changes...>;

}  // namespace weir::presets

#endif
