// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_VERIFY_HPP
#define PGZIP_VERIFY_HPP

#include "interrupts.hpp"
#include "source.hpp"

namespace pgzip {

/// Decompresses the gzip member in the file behind `compressed` and throws unless it is sound, ends where the file ends, and holds
/// exactly the bytes of `expected`.
void verify(int compressed, source& expected, const interrupts& signals);

}  // namespace pgzip

#endif
