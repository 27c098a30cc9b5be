// SPDX-License-Identifier: Apache-2.0
#ifndef DOCS_EXAMPLES_HTTP_SERVER_CONNECTION_HPP
#define DOCS_EXAMPLES_HTTP_SERVER_CONNECTION_HPP

#include <weir/coroutine.hpp>

#include "docs/examples/http_server/descriptor.hpp"
#include "docs/examples/http_server/reactor.hpp"

namespace example {

/// Answers the requests of one client until one of the two has had enough, or the reactor is closing.
weir::coroutine<> serve(reactor& r, descriptor client);

}  // namespace example

#endif
