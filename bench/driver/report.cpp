// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "bench/support/series.hpp"

namespace weir::bench {
namespace {

/// What ratios are to: pools in C++ that are not weir's. Those in other languages, and limits that are no pools, are shown beside them.
bool is_peer(const standing& s) {
  constexpr std::array others{"weir", "go_", "rust_", "limit_"};
  return std::ranges::none_of(others, [&](const char* other) { return s.which->contestant.starts_with(other); });
}

/// Three digits that count.
std::string short_number(double value) {
  char text[32];
  const auto decimals = std::fabs(value) >= 100 ? 0 : std::fabs(value) >= 10 ? 1 : 2;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

/// How much worse `value` is than `other`: 1 is equal, 2 is twice the cost.
double times_worse(const metric& m, double value, double other) {
  if (m.good == better::higher) return other / value;
  return std::max(value, m.floor) / std::max(other, m.floor);
}

std::string row_name(const standing& s, std::size_t metric, bool with_workers) {
  const auto name = s.which->metrics[metric].name;
  const auto row = std::string(s.which->workload) + (name.empty() ? "" : " ") + std::string(name);
  return with_workers ? row + ", " + std::to_string(s.workers) + " workers" : row;
}

bool several_counts(const std::vector<standing>& table) {
  return std::ranges::any_of(table, [&](const auto& s) { return s.workers != table.front().workers; });
}

std::string listed(const std::vector<unsigned>& counts) {
  std::string text;
  for (const auto count : counts) text += (text.empty() ? "" : "/") + std::to_string(count);
  return text;
}

std::vector<std::string> columns_of(const std::vector<standing>& table) {
  std::vector<std::string> names;
  for (const auto& s : table) {
    if (std::find(names.begin(), names.end(), s.contestant()) == names.end()) names.push_back(s.contestant());
  }
  std::ranges::sort(names, {}, [](const auto& name) { return std::pair(!name.starts_with("weir"), name); });
  return names;
}

/// Calls `row(first, last, metric)` for each row of the table, `first..last` being the contestants of one workload with one number of
/// workers.
template <class F>
void for_each_row(const std::vector<standing>& table, F row) {
  for (auto first = table.begin(); first != table.end();) {
    const auto last = std::find_if(first, table.end(), [&](const auto& s) { return !s.meets(*first); });
    for (std::size_t m = 0; m < first->which->metrics.size(); ++m) row(first, last, m);
    first = last;
  }
}

void print_head(std::ostream& out, const char* before, const machine& here, const choice& wanted) {
  out << before << "commit " << here.commit << ", " << here.cpu << ", " << here.cores << " cores, " << here.compiler << ", "
      << listed(wanted.workers) << " workers, " << wanted.rounds << " rounds, " << wanted.size.share << " of full size\n";
}

}  // namespace

void print_table(std::ostream& out, const std::vector<standing>& table, const machine& here, const choice& wanted) {
  const auto columns = columns_of(table);
  const auto with_workers = several_counts(table);
  print_head(out, "\n", here, wanted);
  out << "\nMedian ±half the distance of the quartiles"
      << (std::ranges::any_of(table, is_peer) ? ", and how many times the best C++ peer's (over 1: worse).\n" : ".\n")
      << "`!`: no round was quiet, other processes took part in the number.\n\n| row | unit |";
  for (const auto& name : columns) out << ' ' << name << " |";
  out << "\n|---|---|";
  for (std::size_t i = 0; i < columns.size(); ++i) out << "---|";
  out << '\n';

  for_each_row(table, [&](auto first, auto last, std::size_t m) {
    const auto& about = first->which->metrics[m];
    double best = std::nan("");
    for (auto s = first; s != last; ++s) {
      const auto value = median(s->values_of(m));
      if (is_peer(*s) && !(times_worse(about, value, best) >= 1)) best = value;
    }
    out << "| " << row_name(*first, m, with_workers) << " | " << about.unit << (about.good == better::higher ? " (more is better)" : "")
        << " |";
    for (const auto& name : columns) {
      const auto s = std::find_if(first, last, [&](const auto& each) { return each.contestant() == name; });
      if (s == last) {
        out << "  |";
        continue;
      }
      const auto values = s->values_of(m);
      out << ' ' << short_number(median(values)) << " ±" << std::lround(spread(values) * 100) << '%';
      if (!std::isnan(best)) out << " ×" << short_number(times_worse(about, median(values), best));
      out << (s->quiet_rounds() == 0 ? " ! |" : " |");
    }
    out << '\n';
  });
}

void print_noise_floor(std::ostream& out, const std::vector<standing>& table) {
  out << "\nNoise floor: how far equal contestants differ.\n\n| row | largest difference between twins |\n|---|---|\n";
  for_each_row(table, [&](auto first, auto last, std::size_t m) {
    double largest = 0;
    for (auto s = first; s + 1 < last; s += 2) {  // each is followed by its twin
      const auto one = median(s->values_of(m)), other = median((s + 1)->values_of(m));
      const auto ratio = times_worse(first->which->metrics[m], one, other);
      largest = std::max(largest, std::max(ratio, 1 / ratio) - 1);
    }
    out << "| " << row_name(*first, m, several_counts(table)) << " | " << std::lround(largest * 100) << "% |\n";
  });
}

void print_raw(std::ostream& out, const std::vector<standing>& table, const machine& here, const choice& wanted) {
  print_head(out, "# ", here, wanted);
  out << "workload,metric,unit,better,floor,contestant,workers,round,value,others_share,quiet\n";
  for_each_row(table, [&](auto first, auto last, std::size_t m) {
    for (auto s = first; s != last; ++s) {
      for (const auto& one : s->measured) {
        const auto& about = s->which->metrics[m];
        out << s->which->workload << ',' << about.name << ',' << about.unit << ',' << (about.good == better::higher ? "higher" : "lower")
            << ',' << about.floor << ',' << s->contestant() << ',' << s->workers << ',' << one.round << ',' << one.values[m] << ','
            << short_number(one.others.share) << ',' << (one.others.quiet() ? "yes" : "no") << '\n';
      }
    }
  });
}

}  // namespace weir::bench
