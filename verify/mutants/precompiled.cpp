// SPDX-License-Identifier: Apache-2.0
// The headers that nearly every mutant is compiled with and few change: the checker, whose engine must come before Relacy's own headers, what of weir
// it stands on, coroutines, and libraries. run.sh has them compiled once, as a header, for the mutants that change none of them.
#include <weir/verify/relacy/engine.hpp>

#include <algorithm>
#include <any>
#include <array>
#include <bit>
#include <boost/container/deque.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <chrono>
#include <concepts>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <weir/coroutine.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/support/run_scenarios.hpp>
