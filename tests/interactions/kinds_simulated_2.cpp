// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/kind_types.hpp"

namespace weir::interactions {

template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 1>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 4>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 7>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 10>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 13>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 16>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 19>(const options&);

}  // namespace weir::interactions
