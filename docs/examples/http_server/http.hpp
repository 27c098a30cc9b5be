// SPDX-License-Identifier: Apache-2.0
#ifndef DOCS_EXAMPLES_HTTP_SERVER_HTTP_HPP
#define DOCS_EXAMPLES_HTTP_SERVER_HTTP_HPP

#include <algorithm>
#include <string>
#include <string_view>

namespace example {

constexpr std::string_view end_of_head = "\r\n\r\n";

/// What a request is answered with, and whether the connection stays.
struct reply {
  std::string text;
  bool stays = false;
};

/// `status` may have further headers behind it.
inline reply answer(std::string_view status, std::string_view body, bool stays = false) {
  std::string text = "HTTP/1.1 ";
  text.append(status).append("\r\nContent-Type: text/plain\r\nContent-Length: ").append(std::to_string(body.size()));
  text.append(stays ? "\r\nConnection: keep-alive" : "\r\nConnection: close").append(end_of_head).append(body);
  return {text, stays};
}

/// Takes what stands before the first `mark` out of `text`, and the mark too; all of it if there is none.
inline std::string_view cut(std::string_view& text, std::string_view mark) {
  const std::string_view before = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(text.size(), before.size() + mark.size()));
  return before;
}

inline std::string_view trimmed(std::string_view text) {
  const auto first = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// True if they differ in nothing but capitals, which mean nothing in names of headers.
inline bool alike(std::string_view text, std::string_view in_small_letters) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(text, in_small_letters, {}, small);
}

/// The answer to a request, which is a head alone: the first line and the headers. One that does not end is too long.
inline reply reply_to(std::string_view head, bool may_stay) {
  if (!head.ends_with(end_of_head)) return answer("431 Request Header Fields Too Large", "too long\n");
  std::string_view line = cut(head, "\r\n");
  const auto method = cut(line, " ");
  const auto path = cut(line, " ");
  if (path.empty() || !line.starts_with("HTTP/")) return answer("400 Bad Request", "no request\n");
  if (line != "HTTP/1.1" && line != "HTTP/1.0") return answer("505 HTTP Version Not Supported", "only HTTP/1.1\n");

  bool close = false;
  bool keep_alive = line == "HTTP/1.1";
  bool body = false;
  for (line = cut(head, "\r\n"); !line.empty(); line = cut(head, "\r\n")) {
    if (line.find(':') == line.npos) return answer("400 Bad Request", "no header\n");
    const auto name = cut(line, ":");
    if (name.empty() || name.find_first_of(" \t") != name.npos) return answer("400 Bad Request", "no header\n");
    if (alike(name, "transfer-encoding") || (alike(name, "content-length") && trimmed(line) != "0")) body = true;
    if (!alike(name, "connection")) continue;
    while (!line.empty()) {
      const auto option = trimmed(cut(line, ","));
      if (alike(option, "close")) close = true;
      if (alike(option, "keep-alive")) keep_alive = true;
    }
  }
  if (method != "GET") return answer("405 Method Not Allowed\r\nAllow: GET", "only GET\n");
  if (body) return answer("413 Content Too Large", "no bodies\n");  // and it is not read as the next request
  return answer("200 OK", "weir: " + std::string(path) + '\n', may_stay && keep_alive && !close);
}

}  // namespace example

#endif
