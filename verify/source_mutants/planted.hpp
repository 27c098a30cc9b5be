// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SOURCE_MUTANTS_PLANTED_HPP
#define WEIR_VERIFY_SOURCE_MUTANTS_PLANTED_HPP

namespace weir::verify {

/// One number at a time passes through here, and five in all. It is the mutator's own test: every mistake in it is noticed, but for one,
/// in the check that serves no purpose.
template <class P>
class planted {
 public:
  bool put(unsigned number) {
    typename P::unique_lock lock(mutex_);
    if (__builtin_expect(full_, 0) || puts_ >= 5) return false;  // what a compiler's own function takes is left as it is
    if (number_ != number) number_ = number;
    full_ = true;
    ++puts_;
    serial_ = puts_;
    return true;
  }
  bool take(unsigned& out) {
    typename P::unique_lock lock(mutex_);
    if (!full_) return false;
    out = number_;
    full_ = false;
    return true;
  }
  /// Of the number that was let in last.
  [[nodiscard]] unsigned serial() const { return serial_; }

 private:
  typename P::mutex mutex_;
  bool full_ = false;
  unsigned number_ = 0;
  unsigned puts_ = 0;
  unsigned serial_ = 0;
};

}  // namespace weir::verify

#endif
