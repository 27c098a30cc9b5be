// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_STARTED_HPP
#define WEIR_ENGINE_STARTED_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/frame_cache.hpp>

#include <coroutine>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// A task that is a coroutine and has begun: it may end many turns later, on another thread. Owned by its light worker.
template <class P>
class started {
 public:
  started() = default;
  started(const started&) = delete;
  started& operator=(const started&) = delete;
  /// May throw what the destructor of the callable throws.
  virtual ~started() noexcept(false) {}

  /// Tells the frame of each turn what was posted with the task.
  virtual void enter(frame<P>& here) const noexcept = 0;
  /// After the end of the coroutine, which the frame names and the destructor destroys: throws what it threw.
  virtual void result() = 0;
};

template <class F, class P>
inline constexpr bool makes_coroutine = false;
template <class T, class P>
inline constexpr bool makes_coroutine<basic_coroutine<T, P>, P> = true;
/// Does calling an F make a coroutine?
template <class F, class P>
concept coroutine_maker = makes_coroutine<std::invoke_result_t<F&>, P>;

/// What a post makes of a callable whose call makes a coroutine: the task that starts it.
///
/// The coroutine may refer to the callable, so the callable moves, before it is called, to where both stay until the end. That is memory
/// that carriers recycle, as they do the coroutine's own.
template <class P, class F>
class starter {
 public:
  using asks_for_its_frame = void;

  explicit starter(F f) : f_(std::move(f)) {}

  /// By hand, on a thread that carries no light worker: runs the coroutine to its end, for there it cannot wait.
  void operator()() {
    frame<P> own(nullptr);
    run_on(own);
  }
  /// By a worker: makes the coroutine. `began` of the frame is where it stands.
  void run_within(void* pools) {
    auto* here = static_cast<frame<P>*>(pools);
    if (here == nullptr) return (*this)();
    if (here->light == nullptr) return run_on(*here);
    auto mine = std::make_unique<running>(std::move(f_));
    here->next_turn = mine->make(*here);
    here->began = mine.release();
  }

 private:
  static auto made(F& f, [[maybe_unused]] frame<P>& here) {
    if constexpr (requires { f.make(here); })
      return f.make(here);  // it may have been cancelled, and makes none then
    else
      return std::invoke(f);
  }

  class running final : public started<P>, public recycled<P> {
   public:
    explicit running(F f) : f_(std::move(f)) {}
    ~running() noexcept(false) override {
      if (const auto ended = std::exchange(frame<P>::innermost()->ended, nullptr)) ended.destroy();
    }

    std::coroutine_handle<> make(frame<P>& here) {
      auto c = made(f_, here);
      return root::release(c);
    }
    void enter(frame<P>& here) const noexcept override {
      if constexpr (requires { f_.enter(here); }) f_.enter(here);
    }
    void result() override {
      if (const auto ended = frame<P>::innermost()->ended) static_cast<void>(root::result<coroutine>(ended));
    }

   private:
    using coroutine = decltype(made(std::declval<F&>(), std::declval<frame<P>&>()));

    F f_;
  };

  void run_on(frame<P>& here) {
    auto c = made(f_, here);
    if (root::resume<P>(root::handle(c))) static_cast<void>(root::result(c));
  }

  F f_;
};

}  // namespace weir::engine

#endif
