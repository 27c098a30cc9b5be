// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_DURATIONS_HPP
#define WEIR_PLATFORM_DURATIONS_HPP

/// std::chrono's durations, time points and clocks, from a header whose waits take them. The header chrono has calendars, time zones and text streams
/// too: a sixteenth of the time in which a file with a pool compiles.
#include <condition_variable>

#endif
