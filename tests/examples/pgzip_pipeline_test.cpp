// SPDX-License-Identifier: Apache-2.0
// What goes wrong inside the pipeline of pgzip comes out of compress(), and the pipeline can be used again.
#include "docs/examples/pgzip/pipeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "docs/examples/pgzip/interrupts.hpp"
#include "docs/examples/pgzip/sample_source.hpp"
#include "docs/examples/pgzip/verify.hpp"

namespace {

constexpr std::size_t block_size = 64 * 1024;
constexpr std::uint64_t size = 200 * block_size + 12345;

/// A good input that breaks at some block.
class breaking_source final : public pgzip::source {
 public:
  explicit breaking_source(int block) : blocks_left_(block) {}
  std::size_t read(std::span<unsigned char> room) override {
    if (blocks_left_-- == 0) throw std::runtime_error("the input broke");
    return text_.read(room);
  }
  std::optional<std::uint64_t> size() const override { return text_.size(); }

 private:
  int blocks_left_;
  pgzip::sample_source text_{::size};
};

/// As long as another input, but not the same.
class zeros final : public pgzip::source {
 public:
  std::size_t read(std::span<unsigned char> room) override {
    const std::size_t part = std::min<std::uint64_t>(room.size(), left_);
    std::ranges::fill(room.first(part), std::uint8_t{0});
    left_ -= part;
    return part;
  }
  std::optional<std::uint64_t> size() const override { return ::size; }

 private:
  std::uint64_t left_ = ::size;
};

class pipeline_test : public testing::Test {
 protected:
  std::string failure_of(pgzip::pipeline& p, pgzip::source& in) {
    pgzip::output out = pgzip::output::scratch(signals);
    try {
      p.compress(in, out, shown);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "none";
  }

  void expect_round_trip(pgzip::pipeline& p, std::uint64_t bytes) {
    pgzip::output out = pgzip::output::scratch(signals);
    pgzip::sample_source in(bytes), again(bytes);
    const pgzip::tally done = p.compress(in, out, shown);
    EXPECT_EQ(done.bytes_in, bytes);
    EXPECT_EQ(done.blocks, (bytes + block_size - 1) / block_size);
    EXPECT_LE(done.peak_queue, pgzip::pipeline::queue_room);
    EXPECT_NO_THROW(pgzip::verify(out.get(), again, signals));
  }

  pgzip::interrupts signals;
  pgzip::progress shown{false};
};

TEST_F(pipeline_test, an_exception_on_a_worker_reaches_the_caller) {
  pgzip::pipeline p(2, 42, block_size);  // zlib has no such level
  for (int n = 0; n < 3; ++n) {
    pgzip::sample_source in(size);
    EXPECT_EQ(failure_of(p, in), "zlib: deflateInit2: stream error");
  }
}

TEST_F(pipeline_test, works_again_after_an_input_that_broke) {
  pgzip::pipeline p(2, 1, block_size);
  for (const int block : {0, 1, 18, 19, 20, 100}) {
    breaking_source in(block);
    EXPECT_EQ(failure_of(p, in), "the input broke");
    expect_round_trip(p, size);
  }
}

TEST_F(pipeline_test, round_trips_with_more_and_fewer_blocks_than_there_are_slots) {
  pgzip::pipeline p(2, 1, block_size);
  for (const std::uint64_t bytes : {0ul, 1ul, block_size, 18 * block_size, 19 * block_size, 20 * block_size, 38 * block_size + 1}) {
    expect_round_trip(p, bytes);
  }
}

TEST_F(pipeline_test, verify_finds_every_kind_of_damage) {
  pgzip::pipeline p(2, 1, block_size);
  pgzip::output out = pgzip::output::scratch(signals);
  pgzip::sample_source in(size);
  const auto length = static_cast<off_t>(p.compress(in, out, shown).bytes_out);

  const auto verdict = [&](std::uint64_t expected) -> std::string {
    pgzip::sample_source again(expected);
    try {
      pgzip::verify(out.get(), again, signals);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "sound";
  };
  EXPECT_EQ(verdict(size), "sound");
  EXPECT_EQ(verdict(size + 1), "the result lacks the end of the input");
  EXPECT_EQ(verdict(size - 1), "the result differs from the input");
  zeros other;
  EXPECT_THROW(pgzip::verify(out.get(), other, signals), std::runtime_error);

  const unsigned char zero = 0;
  ASSERT_EQ(::pwrite(out.get(), &zero, 1, length), 1);
  EXPECT_EQ(verdict(size), "the result has too much at its end");
  ASSERT_EQ(::ftruncate(out.get(), length - 1), 0);
  EXPECT_EQ(verdict(size), "the result is damaged: buffer error");
  ASSERT_EQ(::pwrite(out.get(), &zero, 1, length - 6), 1);  // in the checksum
  EXPECT_EQ(verdict(size), "the result is damaged: data error");
}

}  // namespace
