// SPDX-License-Identifier: Apache-2.0
// A program as they are: it has a main, reads its arguments, and knows nothing of weir.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
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
sem_t never;  // is zero
std::unique_ptr<int> kept = std::make_unique<int>(1);

/// Made before main, and destroyed by what ends the program: it may wait for a thread, or fail.
struct last_words {
  std::thread waits;
  bool fails = false;
  ~last_words() {
    if (waits.joinable()) waits.join();
    if (fails) std::abort();
  }
} at_the_end;
std::vector<int> numbers{1, 2, 3};

void add(const char* word) {
  const std::lock_guard lock(guard);
  words.emplace_back(word);
}

}  // namespace

/// -u: leaves the lock out. -s N: returns N. -l: loses memory. -e N: a thread calls exit(N), while main waits. -d: a detached thread reads the arguments,
/// while main returns. -i: reads a line. -k: leaves an object broken that was made before main, and fails. -f: opens a file that it does not close,
/// by one of the least nine numbers, and one that it closes. -o: its last thread ends after main has, and an object is destroyed that fails. -j: an
/// object is destroyed that waits for a thread, which waits for ever. -v: a detached thread uses a vector, while it is destroyed. -x, -q: ends by
/// _Exit or quick_exit, which fails. What follows is added to the words by two threads.
int main(int argc, char** argv) {
  bool unguarded = false;
  int status = 0;
  for (int option = 0; (option = ::getopt(argc, argv, "us:le:dikfojvxq")) != -1;) {
    if (option == 'u') unguarded = true;
    if (option == 's') status = std::atoi(optarg);
    if (option == 'l') lost = new char[20];
    if (option == 'e') std::thread([] { std::exit(std::atoi(optarg)); }).join();
    if (option == 'd') std::thread([argv] { seen = argv[1][0]; }).detach();
    if (option == 'o') {
      at_the_end.fails = true;
      std::thread([] {}).detach();
      ::pthread_exit(nullptr);
    }
    if (option == 'j') at_the_end.waits = std::thread([] { ::sem_wait(&never); });
    if (option == 'v') std::thread([] { ++numbers[0]; }).detach();
    if (option == 'x') std::_Exit(5);
    if (option == 'q') std::at_quick_exit([] { std::abort(); });
    if (option == 'q') std::quick_exit(0);
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
