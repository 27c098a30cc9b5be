// SPDX-License-Identifier: Apache-2.0
// A small HTTP/1.1 server on loopback. Each connection is a light worker: ten thousand slow clients hold ten thousand places, and two threads.
//
//     http_server PORT [CONNECTIONS]     PORT 0: any, which it prints. SIGTERM and SIGINT end it: requests that were begun are answered first
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/none.hpp>

#include "docs/examples/http_server/reactor.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

namespace {

using namespace std::chrono_literals;
using example::checked;
using example::reactor;
using weir::coroutine;

using pool = weir::light_pool<weir::queue::none, weir::blocking::reject, weir::observer::counters>;

constexpr std::size_t longest_head = 8192;  // of a request
constexpr auto patience = 60s;              // for the next byte

std::string answer(std::string_view status, std::string_view body, bool stays) {
  std::string text = "HTTP/1.1 ";
  text.append(status).append("\r\nContent-Type: text/plain\r\nContent-Length: ").append(std::to_string(body.size()));
  text.append(stays ? "\r\nConnection: keep-alive\r\n\r\n" : "\r\nConnection: close\r\n\r\n").append(body);
  return text;
}

/// What the head of a request is answered with, and whether the connection stays.
struct reply {
  std::string text;
  bool stays;
};
reply reply_to(std::string_view head) {
  const bool stays = head.find("\r\nConnection: close") == std::string_view::npos;
  if (!head.starts_with("GET ")) return {answer("405 Method Not Allowed", "only GET\n", false), false};
  const auto path = head.substr(4, head.find(' ', 4) - 4);
  return {answer("200 OK", "weir: " + std::string(path) + '\n', stays), stays};
}

coroutine<bool> send_all(reactor::socket& s, std::string_view text) {
  while (!text.empty()) {
    const auto sent = ::send(s.fd(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno != EAGAIN) co_return false;
    const bool room = co_await s.wait(EPOLLOUT, patience, false);
    if (!room) co_return false;
  }
  co_return true;
}

/// Adds to `text` until it has the whole head of a request, and says where that ends; 0: there is none, and will be none.
coroutine<std::size_t> receive_head(reactor::socket& s, std::string& text) {
  for (;;) {
    const std::size_t end = text.find("\r\n\r\n");
    if (end != std::string::npos) co_return end + 4;
    if (text.size() > longest_head) {
      co_await send_all(s, answer("431 Request Header Fields Too Large", "", false));
      co_return 0;
    }
    std::array<char, 2048> some;
    const auto got = ::recv(s.fd(), some.data(), some.size(), 0);
    if (got > 0) {
      text.append(some.data(), static_cast<std::size_t>(got));
      continue;
    }
    if (got == 0 || errno != EAGAIN) co_return 0;
    const bool more = co_await s.wait(EPOLLIN, patience, text.empty());
    if (!more) co_return 0;
  }
}

coroutine<> serve(reactor& r, int fd) {
  reactor::socket s(r, fd);
  std::string text;
  for (bool stays = true; stays;) {
    const std::size_t end = co_await receive_head(s, text);
    if (end == 0) co_return;
    const reply it = reply_to(std::string_view(text).substr(0, end));
    text.erase(0, end);
    text.shrink_to_fit();
    const bool sent = co_await send_all(s, it.text);
    stays = sent && it.stays;
  }
}

/// Lets connections in as long as there are places, and tells the others so.
coroutine<> accept_all(pool& p, reactor& r, int listening) {
  reactor::socket door(r, listening);
  for (;;) {
    const int fd = ::accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      const int at_once = 1;
      ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
      if (p.post([&r, fd] { return serve(r, fd); }) == weir::post_result::accepted) continue;
      const std::string no = answer("503 Service Unavailable", "no place\n", false);
      static_cast<void>(::send(fd, no.data(), no.size(), MSG_NOSIGNAL));
      ::close(fd);
    } else if (errno == EAGAIN || errno == EMFILE) {
      const bool more = co_await door.wait(EPOLLIN, 24h, true);
      if (!more) co_return;
    }
  }
}

int listen_on(std::uint16_t port) {
  const int fd = checked(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket");
  const int yes = 1;
  checked(::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes), "setsockopt");
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(port);
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  checked(::bind(fd, reinterpret_cast<const sockaddr*>(&here), sizeof here), "bind");
  checked(::listen(fd, 4096), "listen");
  socklen_t size = sizeof here;
  checked(::getsockname(fd, reinterpret_cast<sockaddr*>(&here), &size), "getsockname");
  std::printf("http://127.0.0.1:%d\n", ntohs(here.sin_port));
  std::fflush(stdout);
  return fd;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto port = static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : 8080);
  const auto connections = static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 20'000);
  rlimit files{};
  checked(::getrlimit(RLIMIT_NOFILE, &files), "getrlimit");
  files.rlim_cur = files.rlim_max;
  checked(::setrlimit(RLIMIT_NOFILE, &files), "setrlimit");

  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // before the first thread, so that it is this one which hears of them

  const int listening = listen_on(port);
  reactor r;
  pool p({.capacity = connections + 1, .carriers = 2});
  if (p.post([&] { return accept_all(p, r, listening); }) != weir::post_result::accepted) return 1;

  int signal = 0;
  ::sigwait(&ends, &signal);
  r.close();
  p.shutdown();
  p.join();  // requests that were begun have been answered
  const auto all = p.stats();
  std::printf("served %llu connections\n", static_cast<unsigned long long>(all.completed));
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "http_server: %s\n", e.what());
  return 1;
}
