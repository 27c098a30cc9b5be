// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/kind_types.hpp"

namespace weir::interactions {

template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 0>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 3>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 6>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 9>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 12>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 15>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 18>(const options&);

}  // namespace weir::interactions
