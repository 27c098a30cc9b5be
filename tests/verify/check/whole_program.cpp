// SPDX-License-Identifier: Apache-2.0
// A program as they are: it has a main, reads its arguments, and knows nothing of weir.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::vector<std::string> words{"some"};
std::mutex guard;
char* volatile lost = nullptr;
char seen = 0;
std::unique_ptr<int> kept = std::make_unique<int>(1);

void add(const char* word) {
  const std::lock_guard lock(guard);
  words.emplace_back(word);
}

}  // namespace

/// -u: leaves the lock out. -s N: returns N. -l: loses memory. -e N: a thread calls exit(N), while main waits. -d: a detached thread reads the arguments,
/// while main returns. -i: reads a line. -k: leaves an object broken that was made before main, and fails. -f: opens a file that it does not close, by one of the
/// least nine numbers, and one that it closes. What follows is added to the words by two threads.
int main(int argc, char** argv) {
  bool unguarded = false;
  int status = 0;
  for (int option = 0; (option = ::getopt(argc, argv, "us:le:dikf")) != -1;) {
    if (option == 'u') unguarded = true;
    if (option == 's') status = std::atoi(optarg);
    if (option == 'l') lost = new char[20];
    if (option == 'e') std::thread([] { std::exit(std::atoi(optarg)); }).join();
    if (option == 'd') std::thread([argv] { seen = argv[1][0]; }).detach();
    if (option == 'i' && std::getchar() != 'a') return 7;
    if (option == 'f') {
      if (::open("/dev/null", O_RDONLY) > 8) return 6;
      std::fclose(std::fopen("/dev/null", "r"));
    }
    if (option == 'k') {
      static_cast<void>(kept.release());
      kept.reset(&status);
      std::abort();
    }
  }
  lost = nullptr;
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
