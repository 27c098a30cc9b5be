// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_STORY_HPP
#define WEIR_VERIFY_PROPERTIES_STORY_HPP

#include <weir/verify/properties/any_pool.hpp>

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

// One thing after another, with time to settle in between: then the model says exactly what every legal pool does, whatever
// the schedule. Posts and the like happen on whole milliseconds. Tasks and idle times last a little longer than that, so
// that no two things that could disturb each other happen at one instant.

namespace weir::properties {

struct step {
  enum class kind : std::uint8_t { post, advance, try_post, resize, pause, resume, purge, bulk, shutdown, restart, stop };
  kind what = kind::post;
  std::uint8_t ms = 0;
  bool throws = false;
  std::uint8_t min_workers = 0;
  std::uint8_t more = 0;  ///< capacity - min_workers - 1
};

struct story {
  std::uint8_t capacity = 1;
  std::uint8_t min_workers = 0;
  std::uint8_t idle_ms = 1;
  std::vector<step> steps;
  std::uint32_t seed = 0;
  std::uint8_t spurious = 0;
};

void showValue(const story& s, std::ostream& to);
rc::Gen<story> stories();

/// Does the model promise exactly what such a pool does? If not, why not, in a sentence.
const char* why_no_model(const traits& is);

/// Tells the story to a pool of this kind and to the model at the same time; where they differ, or nothing.
std::string find_difference(const combination& pool, const story& s);

}  // namespace weir::properties

#endif
