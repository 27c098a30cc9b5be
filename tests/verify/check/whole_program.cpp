// SPDX-License-Identifier: Apache-2.0
// A program as they are: it has a main, reads its arguments, and knows nothing of weir.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::vector<std::string> words{"some"};
std::mutex guard;

void add(const char* word) {
  const std::lock_guard lock(guard);
  words.emplace_back(word);
}

}  // namespace

/// -u: leaves the lock out. -s N: returns N. What follows is added to the words by two threads.
int main(int argc, char** argv) {
  bool unguarded = false;
  int status = 0;
  for (int option = 0; (option = ::getopt(argc, argv, "us:")) != -1;) {
    if (option == 'u') unguarded = true;
    if (option == 's') status = std::atoi(optarg);
  }
  if (words.size() != 1) return 9;  // each run of main begins with the variables as they were
  std::thread other([&] {
    if (optind < argc) add(argv[optind]);
  });
  if (unguarded)
    words.emplace_back("more");
  else
    add("more");
  other.join();
  if (optind < argc) std::memset(argv[optind], 'x', std::strlen(argv[optind]));  // a main may change its arguments
  return words.size() == (optind < argc ? 3 : 2) && words.back() != "x" ? status : 8;
}
