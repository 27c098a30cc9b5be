// SPDX-License-Identifier: Apache-2.0
#include "interrupts.hpp"

#include <poll.h>
#include <sys/signalfd.h>

#include <csignal>

namespace pgzip {

interrupts::interrupts() {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction inherited {};
    ::sigaction(signal, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) sigaddset(&ends, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  signals_ = descriptor(::signalfd(-1, &ends, SFD_CLOEXEC));
  if (signals_.get() < 0) throw_errno("cannot watch for signals");
}

void interrupts::check() const {
  pollfd arrived{signals_.get(), POLLIN, 0};
  if (::poll(&arrived, 1, 0) > 0) raise();
}

void interrupts::wait(int descriptor, short events) const {
  pollfd either[] = {{signals_.get(), POLLIN, 0}, {descriptor, events, 0}};
  while (::poll(either, 2, -1) < 0) {
    if (errno != EINTR) throw_errno("cannot wait");
  }
  if (either[0].revents != 0) raise();
}

void interrupts::raise() const {
  signalfd_siginfo arrived{};
  if (::read(signals_.get(), &arrived, sizeof arrived) < 0) throw_errno("cannot read a signal");
  throw interrupted{static_cast<int>(arrived.ssi_signo)};
}

}  // namespace pgzip
