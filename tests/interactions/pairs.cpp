// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/pairs.hpp"

#include <map>
#include <utility>

namespace weir::interactions {

namespace {

using axis = value::axis;

}  // namespace

value value::at(std::size_t index) {
  value v(operation::post);
  while (index >= sizes[std::size_t(v.of)]) {
    index -= sizes[std::size_t(v.of)];
    v.of = axis(std::size_t(v.of) + 1);
  }
  v.which = static_cast<std::uint8_t>(index);
  return v;
}

const char* value::text() const {
  return typed(*this, [](auto v) { return name(v); });
}

const char* text(axis a) {
  constexpr std::array names{"operation", "caller", "pool", "fault", "moment"};
  return names[std::size_t(a)];
}

const std::vector<pair>& all_pairs() {
  static const std::vector<pair> all = [] {
    std::vector<pair> some;
    for (std::size_t i = 0; i != value::all; ++i)
      for (std::size_t j = i; j != value::all; ++j) {
        const value a = value::at(i), b = value::at(j);
        const bool none = (a.of == axis::fault && a.which == 0) || (b.of == axis::fault && b.which == 0);
        if (!none && (a.of != b.of || a.of == axis::operation)) some.push_back({a, b});
      }
    return some;
  }();
  return all;
}

namespace {

reason reason_anywhere(const pair& p) {
  return typed(p.a, [&](auto a) {
    return typed(p.b, [&](auto b) -> reason {
      if constexpr (requires { reason_against(a, b); })
        return reason_against(a, b);
      else
        return nullptr;
    });
  });
}

}  // namespace

reason reason_against(const pair& p) {
  const reason here = reason_against(ground::simulated, p), there = reason_against(ground::threads, p);
  return here != nullptr && there != nullptr ? here : nullptr;
}

reason reason_against(ground g, const pair& p) {
  if (const reason always = reason_anywhere(p)) return always;
  for (const value& v : {p.a, p.b}) {
    const reason here = typed(v, [&](auto x) -> reason {
      if constexpr (requires { reason_against(g, x); })
        return reason_against(g, x);
      else
        return nullptr;
    });
    if (here != nullptr) return here;
  }
  return nullptr;
}

std::size_t report(const meetings& met, std::FILE* to, reasons against) {
  struct row {
    std::size_t legal = 0, met = 0, illegal = 0;
    unsigned long times = 0;
  };
  std::map<std::pair<axis, axis>, row> rows;
  std::vector<pair> missing;
  for (const pair& p : all_pairs()) {
    row& r = rows[{p.a.of, p.b.of}];
    const unsigned times = met.of(p);
    if (against(p) != nullptr) {
      ++r.illegal;
      continue;
    }
    ++r.legal, r.times += times;
    if (times == 0)
      missing.push_back(p);
    else
      ++r.met;
  }
  std::fprintf(to, "%-22s %8s %8s %8s %12s\n", "pairs", "legal", "met", "illegal", "meetings");
  for (const auto& [axes, r] : rows) {
    const std::string both = std::string(text(axes.first)) + " x " + text(axes.second);
    std::fprintf(to, "%-22s %8zu %8zu %8zu %12lu\n", both.c_str(), r.legal, r.met, r.illegal, r.times);
  }
  for (const pair& p : missing) std::fprintf(to, "not met: %s x %s\n", p.a.text(), p.b.text());
  return missing.size();
}

void list_reasons(std::FILE* to) {
  for (const pair& p : all_pairs())
    if (const reason why = reason_against(p)) std::fprintf(to, "%s x %s: %s\n", p.a.text(), p.b.text(), why);
  for (const ground g : {ground::simulated, ground::threads})
    for (std::size_t i = 0; i != value::all; ++i) {
      const value v = value::at(i);
      if (v.of != axis::operation && v.of != axis::fault) continue;
      const reason why = v.of == axis::operation ? reason_against(g, operation(v.which)) : reason_against(g, fault(v.which));
      if (why != nullptr) std::fprintf(to, "%s, %s: %s\n", name(g), v.text(), why);
    }
}

}  // namespace weir::interactions
