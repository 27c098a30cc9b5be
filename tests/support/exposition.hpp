// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_EXPOSITION_HPP
#define TESTS_SUPPORT_EXPOSITION_HPP

#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weir::tests {

/// Reads Prometheus' text exposition format, version 0.0.4, strictly: each line ends with a newline; HELP and TYPE stand once, in this order, before
/// the lines of their metric, which stand together; no series is there twice; a histogram has cumulative buckets in the order of their bounds,
/// the last of which is +Inf and equals its count. Throws std::runtime_error with the line otherwise.
class exposition {
 public:
  /// From a series, `name{label="value",...}` with the values unescaped, to its value.
  std::map<std::string, double> series;
  std::map<std::string, std::string> types;

  explicit exposition(std::string_view text) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      if (end == std::string_view::npos) throw std::runtime_error("no newline at the end");
      line_ = rest_ = text.substr(0, end);
      text.remove_prefix(end + 1);
      if (take("# HELP "))
        help();
      else if (take("# TYPE "))
        type();
      else
        sample();
    }
    end_histogram();
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw std::runtime_error(why + ": " + std::string(line_)); }
  void want(bool good, const char* why) const {
    if (!good) refuse(why);
  }
  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  std::string name() {
    std::string all;
    while (!rest_.empty() && (std::isalnum(static_cast<unsigned char>(rest_.front())) != 0 || rest_.front() == '_')) {
      all += rest_.front();
      rest_.remove_prefix(1);
    }
    want(!all.empty() && std::isdigit(static_cast<unsigned char>(all.front())) == 0, "no name");
    return all;
  }
  void help() {
    end_histogram();
    metric_ = name();
    want(take(" ") && !rest_.empty(), "no help");
    want(helped_.insert(metric_).second, "help for a second time");
  }
  void type() {
    want(name() == metric_ && types.count(metric_) == 0 && take(" "), "a type that does not follow its help");
    want(rest_ == "counter" || rest_ == "gauge" || rest_ == "histogram", "no such type");
    types[metric_] = std::string(rest_);
    if (rest_ == "counter") want(metric_.ends_with("_total"), "a counter's name ends with _total");
  }
  void sample() {
    const std::string of = name();
    want(types.count(metric_) == 1, "a sample without a type");
    const bool histogram = types[metric_] == "histogram";
    want(of == metric_ || (histogram && (of == metric_ + "_bucket" || of == metric_ + "_sum" || of == metric_ + "_count")),
         "a sample of another metric");
    std::string key = of + '{';
    std::optional<std::string> bound;
    std::set<std::string> labels;
    want(take("{"), "no labels");
    do {
      const std::string label = name();
      want(labels.insert(label).second, "a label for a second time");
      want(take("=\""), "no value of a label");
      const std::string value = quoted();
      key += (labels.size() == 1 ? "" : ",") + label + "=\"" + value + '"';
      if (label == "le") bound = value;
    } while (take(","));
    want(take("} "), "no end of the labels");
    const double value = number(rest_);
    want(series.emplace(key + '}', value).second, "a series for a second time");
    if (histogram) part_of_histogram(of, bound, value);
  }
  std::string quoted() {
    std::string all;
    for (; !rest_.empty() && rest_.front() != '"'; rest_.remove_prefix(1)) {
      char c = rest_.front();
      if (c == '\\') {
        rest_.remove_prefix(1);
        want(!rest_.empty() && (rest_.front() == '\\' || rest_.front() == '"' || rest_.front() == 'n'), "a wrong escape");
        c = rest_.front() == 'n' ? '\n' : rest_.front();
      }
      all += c;
    }
    want(take("\""), "no end of a value");
    return all;
  }
  /// Digits, and a fraction if there is a point; no sign and no exponent, as weir needs none.
  double number(std::string_view text) const {
    if (text == "+Inf") return 1e300;
    std::size_t at = 0;
    const auto digits = [&] {
      const auto before = at;
      while (at != text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
      return at != before;
    };
    bool good = digits();
    if (at != text.size() && text[at] == '.') {
      ++at;
      good = digits() && good;
    }
    want(good && at == text.size(), "no number");
    return std::stod(std::string(text));
  }
  void part_of_histogram(const std::string& of, const std::optional<std::string>& bound, double value) {
    if (of == metric_ + "_bucket") {
      want(bound.has_value(), "a bucket without a bound");
      if (complete_) in_bucket_ = last_bound_ = 0, complete_ = false;
      const double le = number(*bound);
      want(le > last_bound_ && value >= in_bucket_, "buckets that are not in order");
      last_bound_ = le;
      in_bucket_ = value;
    } else {
      want(!bound, "a bound of no bucket");
      want(last_bound_ == 1e300, "no last bucket +Inf");
      if (of == metric_ + "_count") want(value == in_bucket_, "a count that is not the last bucket"), complete_ = true;
    }
  }
  void end_histogram() const { want(complete_, "a histogram without a count"); }

  std::string_view line_, rest_;
  std::string metric_;
  std::set<std::string> helped_;
  double in_bucket_ = 0;
  double last_bound_ = 0;
  bool complete_ = true;
};

}  // namespace weir::tests

#endif
