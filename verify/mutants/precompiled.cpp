// SPDX-License-Identifier: Apache-2.0
// The headers that every mutant is compiled with and none changes: libraries, and the engine of the checker, which must come before Relacy's
// own. run.sh has them compiled once, as a header. One that is missing here costs each mutant a little time, and nothing else.
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
