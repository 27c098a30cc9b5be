// SPDX-License-Identifier: Apache-2.0
#include "bench/machine/computer.hpp"

#include <algorithm>
#include <bit>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <cstdlib>
#include <exception>
#include <utility>

#include "bench/machine/memory.hpp"

namespace weir::bench::sim {

constexpr std::size_t stack_bytes = std::size_t{256} * 1024;

computer::computer(const computer_options& options)
    : options_(options), caches_(options_.prices, options.cores, options.cores_per_socket), chance_(options.seed), cores_(options.cores) {}

/// An operation begins: the cores that are behind go first.
void computer::begin(const char* doing, where at) {
  thread& me = *running_;
  me.doing = doing;
  me.at = at;
  ++result_.operations;
  if (!ready_.empty() && now_ - me.began >= options_.prices.slice) {
    ready_.push_back(&me);
    leave_core();
    switch_to(next_event());
  } else if (!events_.empty() && events_.top().time < now_) {
    this->at(now_, &here());
    switch_to(next_event());
  }
  if (now_ > options_.most_time) fail("it takes longer than the limit" + all_threads());
  result_.fingerprint =
      (result_.fingerprint ^ (std::uint64_t{me.id} << 32 | at.line) ^ std::bit_cast<std::uint64_t>(now_)) * 0x100000001b3u;
  now_ += options_.prices.step * (1 + options_.prices.jitter * chance());
}

void computer::use(const void* data, std::size_t bytes, caches::use how, const char* doing, where at) {
  const memory::pause own;
  begin(doing, at);
  // A large object is used in parts, which nothing tells: its first lines stand for them.
  constexpr std::uintptr_t most_lines = 2;
  const auto first = reinterpret_cast<std::uintptr_t>(data) / caches::line_bytes;
  const auto last = std::min((reinterpret_cast<std::uintptr_t>(data) + bytes - 1) / caches::line_bytes, first + most_lines - 1);
  entry& its = sites_.of(at);
  ++its.times;
  const double before = now_;
  now_ += options_.prices.hit;
  for (auto line = first; line <= last; ++line) {
    const auto course = caches_.access(running_->core, line * caches::line_bytes, how, now_);
    its.queued += course.queued;
    its.moved += course.moved;
    its.held += course.held;
    if (how == caches::use::own)
      here().drained_at = std::max(here().drained_at, now_ + course.ready());  // the core goes on meanwhile
    else
      now_ += course.ready();
  }
  its.spent += now_ - before;
}

void computer::read_modify_write(const void* data, where at) {
  const memory::pause own;
  begin("read-modify-write", at);
  entry& its = sites_.of(at);
  ++its.times;
  const double before = now_;
  now_ = std::max(now_, here().drained_at);
  its.moved += now_ - before;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const auto course = caches_.access(running_->core, address, caches::use::own, now_, options_.prices.rmw);
  now_ += course.ready() + options_.prices.rmw;
  its.queued += course.queued;
  its.moved += course.moved;
  its.held += course.held;
  its.spent += now_ - before;
}

void computer::fence(where at) {
  const memory::pause own;
  begin("fence", at);
  entry& its = sites_.of(at);
  ++its.times;
  const double before = now_;
  now_ = std::max(now_, here().drained_at);
  its.moved += now_ - before;
  now_ += options_.prices.fence;
  its.spent += now_ - before;
}

void computer::compute(double nanoseconds, const char* doing, where at) {
  const memory::pause own;
  begin(doing, at);
  entry& its = sites_.of(at);
  ++its.times;
  its.spent += nanoseconds;
  now_ += nanoseconds;
}

void computer::yield(where at) {
  const memory::pause own;
  compute(options_.prices.system_call, "yield", at);
  if (ready_.empty()) return;
  ready_.push_back(running_);
  leave_core();
  switch_to(next_event());
}

/// Of a call for this futex: the lock of its queue is held for a while, on a cache line as any other.
void computer::enter_kernel(const void* on, const char* doing, where at) {
  const memory::pause own;
  begin(doing, at);
  entry& its = sites_.of(at);
  ++its.times;
  const double before = now_;
  now_ = std::max(now_ + options_.prices.system_call, here().drained_at);
  constexpr std::uintptr_t of_the_kernel = std::uintptr_t{1} << 63;
  const auto course =
      caches_.access(running_->core, reinterpret_cast<std::uintptr_t>(on) | of_the_kernel, caches::use::own, now_, options_.prices.bucket);
  now_ += course.ready() + options_.prices.bucket;
  its.queued += course.queued;
  its.moved += course.moved;
  its.held += course.held;
  its.spent += now_ - before;
}

bool computer::fall_asleep(const void* on, double deadline) {
  const memory::pause own;
  thread& me = *running_;
  me.sleeps_on = on;
  me.timed_out = false;
  ++me.sleep;
  sleepers_[on].push_back(&me);
  if (deadline < never) at(std::max(deadline, now_), nullptr, &me, me.sleep);
  leave_core();
  switch_to(next_event());
  return !me.timed_out;
}

void computer::wake(const void* on, std::size_t most, where at) {
  const memory::pause own;
  enter_kernel(on, "wake", at);
  const double before = now_;
  for (auto& those = sleepers_[on]; most != 0 && !those.empty(); --most) {
    thread& first = *those.front();
    those.pop_front();
    if (idle_core_for(first) != nullptr) now_ += options_.prices.wake;
    make_ready(first, options_.prices.wake_latency);
  }
  sites_.of(at).spent += now_ - before;
}

thread* computer::start(std::function<void()> work, where at) {
  const memory::pause own;
  if (running_ != nullptr) {
    compute(options_.prices.thread_start, "thread start", at);
  }
  threads_.push_back(std::make_unique<thread>());
  thread& added = *threads_.back();
  added.id = static_cast<unsigned>(threads_.size() - 1);
  added.work = std::move(work);
  added.stack = boost::context::fiber(std::allocator_arg, boost::context::protected_fixedsize_stack(stack_bytes),
                                      [this, &added](boost::context::fiber&& from) {
                                        arrive(std::move(from));
                                        return body(added);
                                      });
  if (running_ != nullptr) make_ready(added, options_.prices.thread_latency);
  return &added;
}

boost::context::fiber computer::body(thread& me) {
  try {
    memory::is_simulated() = true;
    me.work();
  } catch (const std::exception& e) {
    fail("an exception left thread " + std::to_string(me.id) + ": " + e.what());
  }
  memory::is_simulated() = false;
  me.work = nullptr;
  if (me.id == 0) {
    leaving_ = nullptr;
    return std::move(host_);
  }
  begin("end", me.at);
  me.finished = true;
  for (thread* waits : std::exchange(sleepers_[me.end()], {})) make_ready(*waits, options_.prices.wake_latency);
  leave_core();
  thread& other = next_event();
  leaving_ = nullptr;
  running_ = &other;
  std::swap(thread::live(), other.in_flight);
  return std::move(other.stack);
}

void computer::join(thread& other, where at) {
  sleep(other.end(), never, "join", at, [&] { return !other.finished; });
}

outcome computer::run(std::function<void()> main) {
  if (current_ != nullptr) std::abort();  // a computer inside a computer
  memory::clear();
  current_ = this;
  thread& first = *start(std::move(main), where::current());
  first.core = 0;
  first.on_core = true;
  first.began = now_;
  cores_[0].runs = &first;
  running_ = &first;
  leaving_ = nullptr;
  boost::context::fiber back = std::move(first.stack).resume();
  if (back) leaving_->stack = std::move(back);  // of a run that has failed
  memory::is_simulated() = false;
  if (result_.error.empty() && std::ranges::any_of(threads_, [](const auto& t) { return t->id != 0 && !t->finished; }))
    result_.error = "the main thread ended before others" + all_threads();
  result_.ok = result_.error.empty();
  current_ = nullptr;
  if (!result_.ok) static_cast<void>(new std::vector(std::move(threads_)));  // nothing on a stack is destroyed, so it is left where it is
  result_.elapsed = now_;
  return std::move(result_);
}

void computer::fail(std::string why) {
  memory::is_simulated() = false;
  result_.error = std::move(why);
  leaving_ = running_;
  std::move(host_).resume();
  std::abort();  // never reached: no switch comes back here
}

void computer::begin_measurement() {
  const memory::pause own;
  sites_.clear();
  measured_from_ = now_;
}
void computer::end_measurement() {
  const memory::pause own;
  result_.sites = sites_;
  result_.measured = now_ - measured_from_;
}

std::string computer::all_threads() const {
  std::string text;
  for (const auto& each : threads_) {
    if (!each->finished) text += "\n  " + each->describe();
  }
  return text;
}

}  // namespace weir::bench::sim
