// SPDX-License-Identifier: Apache-2.0
// A small HTTP/1.1 server on loopback. Each connection is a light worker: ten thousand slow clients hold ten thousand places, not threads.
//
//     http_server [PORT [CONNECTIONS]]    SIGTERM, SIGINT and SIGHUP end it: requests that were begun are answered first
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/sleep.hpp>

#include "docs/examples/http_server/connection.hpp"
#include "docs/examples/http_server/descriptor.hpp"
#include "docs/examples/http_server/http.hpp"
#include "docs/examples/http_server/reactor.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace {

using namespace std::chrono_literals;
using example::checked;
using example::descriptor;
using example::reactor;
using weir::coroutine;

using pool = weir::light_pool<weir::queue::none, weir::blocking::reject, weir::panic::log_and_continue, weir::observer::counters>;

constexpr int backlog = 4096;  // connections that the system keeps until they are accepted

/// Or -errno. Not inlined: see connection.cpp.
[[gnu::noinline]] int accept_one(int fd) {
  const int client = ::accept4(fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return client < 0 ? -errno : client;
}

/// One more connection, if there is a place for it; else it is refused.
void admit(pool& p, reactor& r, descriptor client) try {
  const int at_once = 1;
  ::setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
  if (p.post([&r, fd = client.get()] { return example::serve(r, descriptor(fd)); }) == weir::post_result::accepted) {
    client.release();
    return;
  }
  const auto no = example::answer("503 Service Unavailable", "no place\n").text;
  static_cast<void>(::send(client.get(), no.data(), no.size(), MSG_NOSIGNAL));
} catch (const std::bad_alloc&) {  // there is no memory even to say no: it is closed
}

/// Lets connections in until the reactor is closing, and those that came before.
coroutine<> accept_all(pool& p, reactor& r, descriptor listening) try {
  reactor::socket door(r, std::move(listening));
  for (int late = 0; late < backlog; late += r.closing() ? 1 : 0) {
    const int client = accept_one(door.fd());
    if (client >= 0) {
      admit(p, r, descriptor(client));
    } else if (client == -EAGAIN) {
      if (r.closing()) co_return;
      co_await door.wait(EPOLLIN, reactor::clock::time_point::max(), true);
    } else if (client != -ECONNABORTED) {
      co_await weir::sleep_for(10ms);  // no more files, or no memory: connections wait until others end
    }
  }
} catch (...) {
  ::kill(::getpid(), SIGTERM);  // no connection would be accepted any more
  throw;
}

descriptor listen_on(std::uint16_t port) {
  descriptor s(checked(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket"));
  const int yes = 1;
  checked(::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes), "setsockopt");
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(port);
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  checked(::bind(s.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here), "bind");
  checked(::listen(s.get(), backlog), "listen");
  socklen_t size = sizeof here;
  checked(::getsockname(s.get(), reinterpret_cast<sockaddr*>(&here), &size), "getsockname");
  std::printf("http://127.0.0.1:%d\n", ntohs(here.sin_port));
  std::fflush(stdout);
  return s;
}

unsigned number(std::string_view text, const char* what, unsigned least, unsigned most) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    throw std::invalid_argument(std::string(what) + " must be a number from " + std::to_string(least) + " to " + std::to_string(most) +
                                ", not '" + std::string(text) + "'");
  return value;
}

/// Lets the process have as many files as it may.
void open_many_files(unsigned connections) {
  rlimit files{};
  checked(::getrlimit(RLIMIT_NOFILE, &files), "getrlimit");
  files.rlim_cur = files.rlim_max;
  checked(::setrlimit(RLIMIT_NOFILE, &files), "setrlimit");
  if (files.rlim_max < connections + 16)
    std::fprintf(stderr, "http_server: %llu files at most (ulimit -Hn): with more connections, some will wait to be let in\n",
                 static_cast<unsigned long long>(files.rlim_max));
}

void run(std::uint16_t port, unsigned connections) {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int s : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&ends, s);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // before the first thread, so that this thread receives them

  open_many_files(connections);
  reactor r;
  pool p({.capacity = connections + 1, .carriers = 2});  // one is at the door
  auto door = p.submit([&p, &r, listening = listen_on(port)]() mutable { return accept_all(p, r, std::move(listening)); });

  int signal = 0;
  ::sigwait(&ends, &signal);
  ::pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);  // a second one ends the process at once
  r.close();
  door.get();
  p.shutdown();
  p.join();  // what was begun has been answered
  const auto all = p.stats();
  std::printf("served %llu connections, refused %llu\n", static_cast<unsigned long long>(all.completed - 1),
              static_cast<unsigned long long>(all.refused));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 3) throw std::invalid_argument("too many arguments");
  const unsigned port = argc > 1 ? number(argv[1], "PORT", 0, 65'535) : 8080;
  const unsigned connections = argc > 2 ? number(argv[2], "CONNECTIONS", 1, 1'000'000) : 20'000;
  run(static_cast<std::uint16_t>(port), connections);
  return 0;
} catch (const std::invalid_argument& e) {
  std::fprintf(stderr, "http_server: %s\nhttp_server [PORT [CONNECTIONS]]    PORT 0: any; it says which\n", e.what());
  return 2;
} catch (const std::exception& e) {
  std::fprintf(stderr, "http_server: %s\n", e.what());
  return 1;
}
