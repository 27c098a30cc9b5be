// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_NOTED_PLACE_HPP
#define WEIR_ENGINE_COROUTINE_NOTED_PLACE_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/platform/where.hpp>

#include <optional>
#include <tuple>
#include <type_traits>

namespace weir::engine {

/// The place_note of a worker's observer, which may be one of several; null if none has one. A user's observer may have another thing of that name.
template <class P, class Counts>
[[nodiscard]] auto* place_note_in(Counts& counts) noexcept {
  using note = platform::place_note<P>;
  std::conditional_t<std::is_const_v<Counts>, const note, note>* found = nullptr;
  if constexpr (requires { requires std::is_same_v<std::remove_cvref_t<decltype(counts.posted_at)>, note>; })
    found = &counts.posted_at;
  else if constexpr (requires { std::get<0>(counts.own); })
    std::apply([&found](auto&... each) { static_cast<void>((((found = place_note_in<P>(each)) != nullptr) || ...)); }, counts.own);
  return found;
}

/// While it lives, the worker whose thread this is says where its task was posted. Does nothing where nothing wants to know.
template <class P>
class noted_place {
 public:
  explicit noted_place(const platform::where& at) : note_(task_frame<P>::place_of_this_thread()) {
    if (note_ != nullptr) before_ = note_->exchange(at);
  }
  noted_place(const noted_place&) = delete;
  noted_place& operator=(const noted_place&) = delete;
  ~noted_place() {
    if (note_ != nullptr) note_->exchange(before_);
  }

 private:
  platform::place_note<P>* const note_;
  std::optional<platform::where> before_;
};

}  // namespace weir::engine

#endif
