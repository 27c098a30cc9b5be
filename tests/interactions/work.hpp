// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_WORK_HPP
#define TESTS_INTERACTIONS_WORK_HPP

#include <weir/coroutine.hpp>

#include "tests/interactions/books.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::interactions {

/// What callables do; the player of the program supplies it.
template <class P>
class performer {
 public:
  virtual ~performer() = default;
  virtual void run(entry& e) = 0;
  virtual basic_coroutine<int, P> travel(entry& e) = 0;
  virtual void destroyed(entry& e) noexcept = 0;
};

/// The capture that keeps the books: it must be destroyed once, wherever it has been moved to.
template <class P>
class capture {
 public:
  capture(performer<P>& by, entry& e) : by_(&by), entry_(&e) { ++e.alive; }
  capture(capture&& other) noexcept : by_(other.by_), entry_(std::exchange(other.entry_, nullptr)) {
    check(other.mark_ == living, "a capture is moved only while it lives");
  }
  capture(const capture&) = delete;
  capture& operator=(const capture&) = delete;
  ~capture() {
    check(mark_ == living, "a capture is destroyed once");
    mark_ = 0;
    if (entry_ == nullptr) return;
    check(--entry_->alive == 0, "a capture is destroyed once");
    by_->destroyed(*entry_);
  }
  [[nodiscard]] performer<P>& by() const { return *by_; }
  [[nodiscard]] entry& what() const {
    check(mark_ == living && entry_ != nullptr, "a callable is called while its captures live");
    return *entry_;
  }

 private:
  static constexpr std::uint32_t living = 0x11feb0a7;
  performer<P>* by_;
  entry* entry_;
  std::uint32_t mark_ = living;
};

template <class Work>
void check_place(const Work& w) {
  check(reinterpret_cast<std::uintptr_t>(&w) % alignof(Work) == 0, "captures lie as they are aligned");
}

/// A callable that runs to its end.
template <class P, std::size_t Alignment, std::size_t Bytes>
struct alignas(Alignment) work {
  capture<P> books;
  std::byte rest[Bytes] = {};
  int operator()() {
    check_place(*this);
    books.by().run(books.what());
    return 7;
  }
};
template <class P>
using plain_work = work<P, alignof(void*), 8>;
template <class P>
using wide_work = work<P, 64, 8>;
template <class P>
using big_work = work<P, alignof(void*), 300>;

/// One whose moves may throw.
template <class P>
struct fragile_work : plain_work<P> {
  explicit fragile_work(plain_work<P> w) : plain_work<P>(std::move(w)) {}
  fragile_work(fragile_work&& other) noexcept(false) : plain_work<P>(std::move(whole(other))) {}

 private:
  static fragile_work& whole(fragile_work& w) {
    if (w.books.what().moves_left-- == 0) throw boom("a move throws");
    return w;
  }
};

/// A callable that makes a coroutine.
template <class P, std::size_t Alignment, std::size_t Bytes>
struct alignas(Alignment) maker {
  capture<P> books;
  std::byte rest[Bytes] = {};
  basic_coroutine<int, P> operator()() {
    check_place(*this);
    return run(*this);
  }

 private:
  static basic_coroutine<int, P> run(maker& self) {
    const capture<P> mine(std::move(self.books));  // no more of it: the compiler aligns what lies in a frame by 16 bytes at most
    const int got = co_await mine.by().travel(mine.what());
    check_place(self);
    co_return got;
  }
};
template <class P>
using plain_maker = maker<P, alignof(void*), 8>;
template <class P>
using wide_maker = maker<P, 64, 8>;
template <class P>
using big_maker = maker<P, alignof(void*), 300>;

}  // namespace weir::interactions

#endif
