// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_CHECK_ELSEWHERE_HPP
#define TESTS_VERIFY_CHECK_ELSEWHERE_HPP

namespace elsewhere {

/// Code of another file than the program's.
inline void increase(int& count) { ++count; }

}  // namespace elsewhere

#endif
