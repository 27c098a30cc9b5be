// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_MUTATIONS_HPP
#define WEIR_VERIFY_SUPPORT_MUTATIONS_HPP

#include <weir/verify/relacy/sites.hpp>
#include <weir/verify/support/source_mutants.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checker {

/// One way to break one call site.
struct mutation {
  site where_and_what;
  effect replacement;
  const char* name;

  [[nodiscard]] std::string_view file() const {  // without its folders
    const std::string_view path = where_and_what.at.file;
    return path.substr(path.rfind('/') + 1);
  }
};

/// Every way to break what happens at `s`: each leaves out something that other code may rely on.
inline std::vector<mutation> mutations_of(const site& s) {
  struct row {
    operation what;
    effect order;
    effect replacement;
    const char* name;
  };
  static constexpr row rows[] = {
      {operation::load, acquire, relaxed, "acquire->relaxed"},
      {operation::load, seq_cst, acquire, "seq_cst->acquire"},
      {operation::store, release, relaxed, "release->relaxed"},
      {operation::store, seq_cst, release, "seq_cst->release"},
      {operation::rmw, acquire, relaxed, "acquire->relaxed"},
      {operation::rmw, release, relaxed, "release->relaxed"},
      {operation::rmw, acq_rel, acquire, "acq_rel->acquire"},
      {operation::rmw, acq_rel, release, "acq_rel->release"},
      {operation::rmw, seq_cst, acq_rel, "seq_cst->acq_rel"},
      {operation::cas, acquire, relaxed, "acquire->relaxed"},
      {operation::cas, release, relaxed, "release->relaxed"},
      {operation::cas, acq_rel, acquire, "acq_rel->acquire"},
      {operation::cas, acq_rel, release, "acq_rel->release"},
      {operation::cas, seq_cst, acq_rel, "seq_cst->acq_rel"},
      {operation::cas_failure, acquire, relaxed, "failure:acquire->relaxed"},
      {operation::cas_failure, seq_cst, acquire, "failure:seq_cst->acquire"},
      {operation::fence, acquire, dropped, "acquire_fence->none"},
      {operation::fence, release, dropped, "release_fence->none"},
      {operation::fence, acq_rel, acquire, "acq_rel_fence->acquire"},
      {operation::fence, acq_rel, release, "acq_rel_fence->release"},
      {operation::fence, seq_cst, acq_rel, "seq_cst_fence->acq_rel"},
      {operation::fence, seq_cst, dropped, "seq_cst_fence->none"},
      {operation::notify_one, normal, dropped, "notify_one->none"},
      {operation::notify_all, normal, only_one, "notify_all->notify_one"},
      {operation::notify_all, normal, dropped, "notify_all->none"},
      {operation::lock, normal, dropped, "lock->none"},
  };
  std::vector<mutation> all;
  for (const row& r : rows)
    if (r.what == s.what && r.order == s.order) all.push_back({s, r.replacement, r.name});
  return all;
}

/// Whether a site is the user's to answer for: in one of these files, or, if none are named, anywhere but in scenarios,
/// tests and the checker itself.
inline bool in_files(std::string_view path, const std::vector<std::string>& files) {
  if (files.empty()) {
    for (const char* own : {"verify/", "tests/"})
      if (path.starts_with(own) || path.find(std::string("/") + own) != std::string_view::npos) return false;
    return true;
  }
  return std::any_of(files.begin(), files.end(), [&](const std::string& f) { return path.find(f) != std::string_view::npos; });
}

/// All ways to break the sites seen so far in these files, by file and line.
inline std::vector<mutation> all_mutations(const std::vector<std::string>& files) {
  std::vector<site> found(the_sites.seen.begin(), the_sites.seen.end());
  std::stable_sort(found.begin(), found.end(), [](const site& a, const site& b) {
    const int files_compared = std::strcmp(a.at.file, b.at.file);
    return files_compared != 0 ? files_compared < 0 : a.at.line < b.at.line;
  });
  std::vector<mutation> all;
  for (const site& s : found) {
    if (!in_files(s.at.file, files)) continue;
    for (const mutation& m : mutations_of(s)) all.push_back(m);
  }
  return all;
}

/// The mistakes in the source that this program was compiled with, instead of broken sites.
inline std::vector<mutation> source_mutations() {
  std::vector<mutation> all;
  for (unsigned i = 0; i != the_source_mutants.count; ++i) {
    const source_row& r = the_source_mutants.rows[i];
    const where at{r.file, r.function, r.line};
    all.push_back({{at, operation::source, static_cast<effect>(r.number), the_source_mutants.scenarios[r.number]}, normal, r.name});
  }
  return all;
}

/// A broken site that need not be noticed, and why: `file function mutation  # reason`. Without line numbers, so that it
/// stays true while the file changes around it.
struct excuse {
  std::string file, function, mutation_name, reason;
  unsigned line = 0;
  bool used = false;

  [[nodiscard]] bool covers(const mutation& m) const {
    const std::string_view path = m.where_and_what.at.file;
    const bool same_file = path == file || path.ends_with("/" + file);
    const std::string_view name = m.where_and_what.at.function;
    const bool same_function = name == function || name.substr(0, name.find('<')) == function;  // g++ says f<int> where clang++ says f
    return same_file && same_function && mutation_name == m.name;
  }
};

/// Reads a file of excuses. False, with a message, when it cannot be read or a line is not an excuse.
inline bool read_excuses(const std::string& path, std::vector<excuse>& into) {
  std::FILE* f = std::fopen(path.c_str(), "r");
  if (f == nullptr) {
    std::fprintf(stderr, "--excuses=%s: this file cannot be read\n", path.c_str());
    return false;
  }
  bool good = true;
  char buffer[1024];
  for (unsigned number = 1; std::fgets(buffer, sizeof buffer, f) != nullptr; ++number) {
    const std::string_view line = buffer;
    const std::size_t hash = line.find('#');
    const auto trimmed = [](std::string_view s) {
      while (!s.empty() && std::strchr(" \t\r\n", s.front()) != nullptr) s.remove_prefix(1);
      while (!s.empty() && std::strchr(" \t\r\n", s.back()) != nullptr) s.remove_suffix(1);
      return s;
    };
    const std::string_view what = trimmed(line.substr(0, hash));
    const std::string_view reason = hash == std::string_view::npos ? std::string_view{} : trimmed(line.substr(hash + 1));
    if (what.empty()) continue;  // an empty line, or a comment
    const std::size_t first = what.find(' ');
    const std::size_t last = what.rfind(' ');
    if (first == last || reason.empty()) {
      std::fprintf(stderr, "%s:%u: not `file function mutation  # reason`\n", path.c_str(), number);
      good = false;
      continue;
    }
    into.push_back({std::string(what.substr(0, first)), std::string(trimmed(what.substr(first, last - first))),
                    std::string(what.substr(last + 1)), std::string(reason), number, false});
  }
  std::fclose(f);
  return good;
}

}  // namespace weir::verify::checker

#endif
