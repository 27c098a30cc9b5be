// SPDX-License-Identifier: Apache-2.0
#include "docs/examples/http_server/connection.hpp"

#include <weir/sleep.hpp>

#include "docs/examples/http_server/http.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace example {

namespace {

constexpr std::size_t longest_head = 8192;           // of a request
constexpr auto patience = std::chrono::seconds(60);  // with a request, an answer, and what is between them
constexpr auto farewell = std::chrono::seconds(2);

// What a coroutine asks the system: a number of bytes, or -errno. Not inlined: clang++ takes errno to be where it was before a co_await,
// and the coroutine may go on on another thread.

[[gnu::noinline]] ssize_t receive_some(int fd, std::string& text) {
  std::array<char, 2048> some;
  const auto got = ::recv(fd, some.data(), some.size(), 0);
  if (got < 0) return -errno;
  text.append(some.data(), static_cast<std::size_t>(got));
  return got;
}
[[gnu::noinline]] ssize_t send_some(int fd, std::string_view text) {
  const auto sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
  return sent < 0 ? -errno : sent;
}

weir::coroutine<bool> send_all(reactor::socket& s, std::string_view text) {
  const auto due = reactor::clock::now() + patience;
  while (!text.empty()) {
    const auto sent = send_some(s.fd(), text);
    if (sent >= 0)
      text.remove_prefix(static_cast<std::size_t>(sent));
    else if (sent != -EAGAIN || reactor::clock::now() >= due)
      co_return false;
    else
      co_await s.wait(EPOLLOUT, due, false);
  }
  co_return true;
}

/// Adds to `text` until it has the head of a request, or is too long for one, and says how long that is; 0: there will be none.
weir::coroutine<std::size_t> receive_head(reactor& r, reactor::socket& s, std::string& text) {
  for (auto due = reactor::clock::now() + patience;;) {
    const std::size_t end = text.find(end_of_head);
    if (end != std::string::npos) co_return end + end_of_head.size();
    if (text.size() > longest_head) co_return text.size();
    const bool idle = text.empty();
    const auto got = receive_some(s.fd(), text);
    if (got > 0) {
      if (idle) due = reactor::clock::now() + patience;
      continue;
    }
    if (got != -EAGAIN || reactor::clock::now() >= due || (idle && r.closing())) co_return 0;
    co_await s.wait(EPOLLIN, due, idle);
  }
}

/// Waits for the client to close as well: closing with bytes unread would send a reset, which may overtake the answer.
weir::coroutine<> part(reactor::socket& s) {
  ::shutdown(s.fd(), SHUT_WR);
  const auto due = reactor::clock::now() + farewell;
  for (std::string unread; reactor::clock::now() < due; unread.clear()) {
    const auto got = receive_some(s.fd(), unread);
    if (got == 0 || (got < 0 && got != -EAGAIN)) co_return;
    if (got < 0) co_await s.wait(EPOLLIN, due, false);
  }
}

}  // namespace

weir::coroutine<> serve(reactor& r, descriptor client) {
  reactor::socket s(r, std::move(client));
  std::string text;
  for (bool stays = true; stays;) {
    const std::size_t end = co_await receive_head(r, s, text);
    if (end == 0) co_return;
    const bool last = r.closing() && text.find(end_of_head, end) == std::string::npos;
    const auto reply = reply_to(std::string_view(text).substr(0, end), !last);
    text.erase(0, end);
    text.shrink_to_fit();  // ten thousand of them wait
    const bool sent = co_await send_all(s, reply.text);
    stays = sent && reply.stays;
    co_await weir::yield();  // one client that never stops asking does not keep a carrier from the others
  }
  co_await part(s);
}

}  // namespace example
