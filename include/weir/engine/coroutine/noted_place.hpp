// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_NOTED_PLACE_HPP
#define WEIR_ENGINE_COROUTINE_NOTED_PLACE_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/platform/where.hpp>

#include <optional>

namespace weir::engine {

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
