// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/kind_types.hpp"

namespace weir::interactions {

template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 2>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 5>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 8>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 11>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 14>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 17>(const options&);
template std::unique_ptr<any_pool<virtual_threads>> make_kind<virtual_threads, 20>(const options&);

}  // namespace weir::interactions
