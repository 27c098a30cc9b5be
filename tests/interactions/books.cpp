// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/books.hpp"

namespace weir::interactions {

namespace {

std::string described(const entry& e) {
  return std::string(" (a callable that ") + body_names[std::size_t(e.does)] + ", " + form_names[std::size_t(e.captures)] +
         (e.step == 255 ? ", of the program itself" : ", of step " + std::to_string(e.step)) + ": answer " +
         (e.answer < 0 ? "unknown" : to_string(post_result(e.answer.load()))) + ", begun " + std::to_string(e.begun) + ", ended " +
         std::to_string(e.ended) + ", threw " + std::to_string(e.threw) + ")";
}

void settle_one(const entry& e) {
  const bool accepted = e.answer == int(post_result::accepted);
  if (e.alive != 0) refute("captures are destroyed when all is over" + described(e));
  if (e.begun > 1 && e.how != entry::way::repeated) refute("a callable runs once" + described(e));
  if (e.begun != 0 && !accepted && e.answer >= 0) refute("a refused callable does not run" + described(e));
  if (e.begun != 0 && e.ended + e.threw != e.begun && !e.ends_thread) refute("what has begun comes to its end" + described(e));
}

}  // namespace

bool books::all_gone(const std::vector<const entry*>& some) {
  for (const entry* e : some)
    if (e->alive != 0) return false;
  return true;
}

std::vector<const entry*> books::accepted_and_not_over() {
  const std::lock_guard lock(mutex_);
  std::vector<const entry*> some;
  for (const entry& e : entries_)
    if (e.answer == int(post_result::accepted) && e.in_main && e.how == entry::way::posted && e.alive != 0)
      some.push_back(&e);  // in that order: what has an answer is written
  return some;
}

void books::settle(std::size_t handed_back, bool drops, bool unsure) {
  std::size_t lost = 0;
  const entry* one = nullptr;
  for (const entry& e : entries_) {
    settle_one(e);
    if (!e.in_main || e.how != entry::way::posted || e.answer != int(post_result::accepted) || e.begun != 0 || e.called_off) continue;
    ++lost;
    one = &e;
  }
  if (unsure || (drops && lost >= handed_back)) return;
  if (lost != handed_back)
    refute("accepted = ran + handed back + cancelled; " + std::to_string(handed_back) + " were handed back, and " + std::to_string(lost) +
           " did not run" + (one == nullptr ? "" : described(*one)));
}

}  // namespace weir::interactions
