// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_LARGE_VALUES_HPP
#define WEIR_VERIFY_GRAPHS_LARGE_VALUES_HPP

#include <weir/verify/graphs/label.hpp>

#include <cstddef>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

namespace weir::verify::execution {

/// Numbers for values that do not fit into one: equal bytes have the same number.
class large_values {
 public:
  static value number_of(const void* bytes, std::size_t count) {
    const std::string text(static_cast<const char*>(bytes), count);
    const auto [known, is_new] = numbers().emplace(text, numbers().size());
    if (is_new) texts().emplace(known->second, &known->first);
    return known->second;
  }
  static void of(value number, void* bytes, std::size_t count) { std::memcpy(bytes, texts().at(number)->data(), count); }

 private:
  static std::map<std::string, value>& numbers() {
    static std::map<std::string, value> all;
    return all;
  }
  static std::map<value, const std::string*>& texts() {
    static std::map<value, const std::string*> all;
    return all;
  }
};

}  // namespace weir::verify::execution

#endif
