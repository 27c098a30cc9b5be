// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/program.hpp>

#include <ostream>

namespace weir::properties {

namespace {

constexpr const char* acts[] = {"",        ", throws", ", posts",   ", try_posts twice", ", runs one",   ", submits",
                                ", waits", ", looks",  ", resizes", ", purges",          ", shuts down", ", stops"};
constexpr const char* verbs[] = {"post",      "try_post",      "post_for", "submit",   "run",   "sleep",
                                 "wait_idle", "wait_idle_for", "look",     "resize",   "pause", "purge",
                                 "post_bulk", "shutdown",      "stop",     "join_for", "join",  "restart"};

template <class C>
void list(std::ostream& to, const C& items) {
  const char* between = "";
  to << '[';
  for (const auto& i : items) to << between << +i, between = ", ";
  to << ']';
}

void lines(std::ostream& to, const char* who, const script& s) {
  to << "\n  " << who << ':';
  if (s.empty()) to << " nothing";
  const char* between = " ";
  for (const command& c : s) to << between << c, between = "; ";
}

}  // namespace

std::ostream& operator<<(std::ostream& to, const command& c) {
  to << verbs[static_cast<int>(c.what)];
  switch (c.what) {
    case verb::post:
    case verb::try_post:
    case verb::post_for:
    case verb::submit:
    case verb::run:
      to << '(';
      if (c.what == verb::post_for) to << +c.ms << " ms, ";
      return to << (c.task.large ? "large task of " : "task of ") << +c.task.ms << " ms" << acts[static_cast<int>(c.task.does)] << ')';
    case verb::bulk: return to << '(' << 1 + c.ms % 3 << " tasks of " << +c.task.ms << " ms" << acts[static_cast<int>(c.task.does)] << ')';
    case verb::sleep:
    case verb::pause:
    case verb::wait_idle_for:
    case verb::join_for: return to << '(' << +c.ms << " ms)";
    case verb::resize: return to << '(' << +c.min_workers << ", " << c.min_workers + c.more + 1 << ')';
    default: return to << "()";
  }
}

std::ostream& operator<<(std::ostream& to, const program& p) {
  to << "capacity " << +p.capacity << ", min_workers " << +p.min_workers << ", idle_after " << +p.idle_ms << " ms";
  lines(to, "main", p.main);
  for (const script& s : p.submitters) lines(to, "submitter", s);
  if (p.again) to << "\n  at the end: restart, use once more";
  to << "\n  world: seed " << p.seed << ", schedule ";
  list(to, p.schedule);
  to << ", failing starts ";
  list(to, p.failing_starts);
  return to << ", spurious " << +p.spurious << ", early " << +p.early;
}

}  // namespace weir::properties
