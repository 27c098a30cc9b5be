// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_RING_PLACES_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_RING_PLACES_HPP

#include <weir/platform/boxed_if_large.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/smaller_of.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace weir::queue {

/// In place of a number of places: the number is an argument of the constructor.
inline constexpr std::size_t at_run_time = std::numeric_limits<std::size_t>::max();

/// The places of a ring, and its positions: which place a position means, which position follows it, and the lap it belongs to.
template <class Place, std::size_t N>
class ring_places {
 public:
  Place& operator[](std::uint64_t position) noexcept { return (*places_)[position % N]; }
  const Place& operator[](std::uint64_t position) const noexcept { return (*places_)[position % N]; }
  static constexpr std::size_t size() noexcept { return N; }
  static constexpr std::uint64_t next(std::uint64_t position) noexcept { return position + 1; }
  static constexpr std::uint64_t lap(std::uint64_t position) noexcept { return position / N; }
  static constexpr std::uint64_t distance(std::uint64_t from, std::uint64_t to) noexcept { return to - from; }

 private:
  struct alignas(platform::larger_of(platform::cache_line, alignof(Place))) all : std::array<Place, N> {};
  platform::boxed_if_large<all> places_;
};

/// The same with a number of places that is known at run time; they are on the heap. A position is the number of the lap and, in its low bits, that
/// of the place, because a division by a number that the compiler does not know costs more than all the rest of a push.
template <class Place>
class ring_places<Place, at_run_time> {
 public:
  /// Precondition: 1 <= n <= 2^32. Throws std::bad_alloc.
  explicit ring_places(std::size_t n)
      : bits_(std::bit_width(n - 1)), last_((std::uint64_t{1} << bits_) - 1), size_(n), places_(room_for(n)) {
    std::uninitialized_default_construct_n(places_.get(), n);
  }
  ring_places(const ring_places&) = delete;
  ring_places& operator=(const ring_places&) = delete;
  ~ring_places() { std::destroy_n(places_.get(), size_); }

  Place& operator[](std::uint64_t position) noexcept { return places_.get()[position & last_]; }
  const Place& operator[](std::uint64_t position) const noexcept { return places_.get()[position & last_]; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t next(std::uint64_t position) const noexcept {
    return ((position & last_) + 1 == size_ ? position | last_ : position) + 1;
  }
  [[nodiscard]] std::uint64_t lap(std::uint64_t position) const noexcept { return position >> bits_; }
  [[nodiscard]] std::uint64_t distance(std::uint64_t from, std::uint64_t to) const noexcept {
    return (lap(to) - lap(from)) * size_ + (to & last_) - (from & last_);
  }

 private:
  static constexpr std::align_val_t alignment{platform::larger_of(platform::cache_line, alignof(Place))};
  struct free_room {
    void operator()(Place* p) const noexcept { ::operator delete(p, alignment); }
  };
  static Place* room_for(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(Place)) throw std::bad_array_new_length();
    return static_cast<Place*>(::operator new(n * sizeof(Place), alignment));
  }

  const int bits_;
  const std::uint64_t last_;
  const std::size_t size_;
  const std::unique_ptr<Place, free_room> places_;
};

}  // namespace weir::queue

#endif
