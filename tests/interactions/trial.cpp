// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/trial.hpp"

#include "tests/interactions/books.hpp"
#include "tests/interactions/player.hpp"

#include <weir/verify/simulated.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <thread>

namespace weir::interactions {

namespace {

board* the_one = nullptr;

void note(const std::string& text) {
  if (the_one->found.exchange(true)) return;
  std::strncpy(the_one->finding, text.c_str(), sizeof the_one->finding - 1);
}

}  // namespace

board& the_board() { return *the_one; }

void refute(const std::string& text) {
  note(text);
  if (the_one->tracing) verify::simulated::check(false, text);
  ::_exit(3);
}

/// Of calls that have not returned, one names the claim: first the thread that holds the pause, for that holds up the others.
std::string finding::claim() const {
  std::string line = text.substr(0, text.find('\n'));
  line = line.substr(0, line.find(" ("));
  const std::string missing = ", has not returned", pauser = name(caller::pause_holder) + missing;
  if (text.find(pauser) != text.npos) {
    line += " " + pauser;
  } else if (const std::size_t there = text.find(missing); there != text.npos) {
    const std::size_t begin = text.rfind('\n', there);
    line += text.substr(begin + 1, there - begin - 1);
  } else if (const std::size_t who = line.find(", called by "); who != line.npos) {
    const std::size_t what = line.find(", throws ");
    if (what != line.npos) line.erase(who, what - who);
  }
  std::erase_if(line, [](unsigned char c) { return std::isdigit(c) != 0; });
  return line;
}

trial::trial(ground g, std::chrono::seconds patience) : ground_(g), patience_(patience), errors_(::memfd_create("errors", 0)) {
  void* const shared = ::mmap(nullptr, sizeof(board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::bad_alloc();
  board_ = ::new (shared) board;
}
trial::~trial() {
  ::munmap(board_, sizeof(board));
  ::close(errors_);
}

const meetings& trial::met() const { return board_->met; }

std::optional<finding> trial::play(const std::vector<numbered_program>& programs, std::size_t& played) {
  const std::uint64_t before = board_->played;
  board_->found = false;
  std::memset(board_->finding, 0, sizeof board_->finding);
  std::fflush(nullptr);
  the_one = board_;
  const int child = ::fork();
  if (child == 0) {
    ::dup2(errors_, STDERR_FILENO);
    for (std::size_t n = 0; n != programs.size(); ++n) {
      if (::ftruncate(errors_, 0) != 0 || ::lseek(errors_, 0, SEEK_SET) != 0) ::_exit(4);
      board_->playing = n;
      const std::string wrong =
          ground_ == ground::simulated ? play_in_simulated_time(programs[n].what, false) : play_on_threads(programs[n].what);
      if (!wrong.empty()) refute(wrong);
      ++board_->played;
    }
    ::_exit(0);
  }
  bool stuck = false;
  const int status = wait_for(child, stuck);
  played = board_->played - before;
  if (!stuck && WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  const numbered_program& last = programs[board_->playing];
  finding f{last.number, last.what, {}};
  if (stuck)
    f.text = "the program does not end";
  else if (board_->found)
    f.text = board_->finding;
  else if (WIFSIGNALED(status))
    f.text = std::string("killed by ") + strsignal(WTERMSIG(status)) + ": " + last_words();
  else
    f.text = "the process ends with " + std::to_string(WEXITSTATUS(status)) + ": " + last_words();
  if (stuck)
    for (std::size_t s = 0; s != board::most_steps; ++s)
      if (board_->steps[s] == progress::begun) f.text += "\n  step " + std::to_string(s) + " has not returned";
  return f;
}

/// Until it has ended, or plays one program for too long.
int trial::wait_for(int child, bool& stuck) const {
  using clock = std::chrono::steady_clock;
  int status = 0;
  std::uint64_t last = board_->played;
  auto since = clock::now();
  for (auto pause = std::chrono::microseconds(200); ::waitpid(child, &status, WNOHANG) == 0;
       pause = std::min(pause * 2, std::chrono::microseconds(20'000))) {
    std::this_thread::sleep_for(pause);
    if (const std::uint64_t now = board_->played; now != last) last = now, since = clock::now();
    if (clock::now() - since < patience_) continue;
    stuck = true;
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    break;
  }
  return status;
}

std::string trial::last_words() const {
  std::string said(2000, '\0');
  const auto n = ::pread(errors_, said.data(), said.size(), 0);
  said.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  while (!said.empty() && (said.back() == '\n' || said.back() == '\0')) said.pop_back();
  return said;
}

finding trial::shrink(finding found, std::chrono::seconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  const std::string claim = found.claim();
  const int tries = ground_ == ground::simulated ? 12 : 4;
  for (bool better = true; better && std::chrono::steady_clock::now() < end;) {
    better = false;
    for (const program& plain : plainer(ground_, found.what)) {
      std::vector<numbered_program> again;
      for (int n = 0; n != tries; ++n) {
        again.push_back({found.number, plain});
        again.back().what.schedule += static_cast<std::uint32_t>(n);
      }
      std::size_t played = 0;
      const auto f = play(again, played);
      if (!f || f->claim() != claim) {
        if (std::chrono::steady_clock::now() < end) continue;
        break;
      }
      found = *f;
      better = true;
      break;
    }
  }
  return found;
}

}  // namespace weir::interactions
