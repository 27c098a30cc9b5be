// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_NUMBERING_HPP
#define WEIR_VERIFY_GRAPHS_NUMBERING_HPP

#include <map>
#include <utility>

namespace weir::verify::execution {

/// Numbers from 1 on, for the n-th thing that a thread makes: the same in every execution.
class numbering {
 public:
  unsigned of(unsigned thread, unsigned n) {
    return known_.emplace(std::pair{thread, n}, static_cast<unsigned>(known_.size() + 1)).first->second;
  }

 private:
  std::map<std::pair<unsigned, unsigned>, unsigned> known_;
};

}  // namespace weir::verify::execution

#endif
