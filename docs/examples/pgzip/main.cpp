// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

#include "file_source.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "progress.hpp"
#include "sample_source.hpp"
#include "summary.hpp"
#include "verify.hpp"

namespace pgzip {
namespace {

constexpr std::uint64_t sample_size = 64 << 20;

void say(const std::string& text) { std::fprintf(stderr, "pgzip: %s\n", text.c_str()); }

/// One run of the program, after the options have been understood.
class session {
 public:
  explicit session(const options& asked) : asked_(asked), shown_(!asked.quiet), pipeline_(asked.workers, asked.level, asked.block_size) {}

  int run() {
    const auto started = std::chrono::steady_clock::now();
    if (asked_.sample) {
      compress_sample();
    } else {
      for (const std::string& input : asked_.inputs) compress_input(input);
    }
    shown_.clear();
    if (!asked_.quiet && done_.streams != 0) {
      std::fputs(summary(done_, std::chrono::steady_clock::now() - started, pipeline::queue_room).c_str(), stderr);
    }
    return status_;
  }

 private:
  /// Runs one step; if it fails, says why and lets the next one have its turn. Being interrupted is no such failure.
  template <class Step>
  void attempt(Step step) {
    try {
      step();
    } catch (const std::bad_alloc&) {
      complain("out of memory");
    } catch (const std::exception& e) {
      complain(e.what());
    }
  }

  void complain(const std::string& why) {
    shown_.clear();
    say(why);
    status_ = 1;
  }

  void compress_input(const std::string& input) {
    attempt([&] {
      const auto remark = [this](const std::string& text) {
        if (!asked_.quiet) say(text);
      };
      for (const job& j : jobs_for(input, asked_, remark)) attempt([&] { compress(j); });
    });
  }

  void compress(const job& j) {
    const bool from_stdin = j.input == "-";
    file_source in = from_stdin ? file_source::standard_input(signals_) : file_source(j.input, signals_);
    if (j.output.empty()) {
      if (::isatty(STDOUT_FILENO) == 1 && !asked_.overwrite) throw std::runtime_error("compressed data is not for terminals; -f insists");
      output out = output::standard_output(signals_);
      compress(in, out, j.input);
    } else {
      std::error_code none_there;
      if (!from_stdin && std::filesystem::equivalent(j.input, j.output, none_there)) {
        throw std::runtime_error(j.input + ": is input and output at once");
      }
      output out = output::file(j.output, in.permissions(), asked_.overwrite, signals_);
      compress(in, out, j.input);
    }
  }

  void compress(source& in, output& out, const std::string& name) {
    shown_.start(name, in.size());
    const tally done = pipeline_.compress(in, out, shown_);
    out.commit();
    done_ += done;
  }

  void compress_sample() {
    if (!asked_.quiet) say("here is a built-in text; -h tells more");
    attempt([&] {
      sample_source in(sample_size);
      output out = output::scratch(signals_);
      shown_.start("built-in text", in.size());
      const tally done = pipeline_.compress(in, out, shown_);
      sample_source again(sample_size);
      verify(out.get(), again, signals_);
      shown_.clear();
      if (!asked_.quiet) say("decompressed again, the result is the input byte for byte");
      done_ += done;
    });
  }

  const options& asked_;
  interrupts signals_;  // before the pool's threads
  progress shown_;
  pipeline pipeline_;
  tally done_;
  int status_ = 0;
};

/// A program may be started without standard descriptors. Their places are taken by something that can neither be read nor
/// written as they would be, so that no file of ours is mistaken for one.
void occupy_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) < 0) static_cast<void>(::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

/// `bazel run` starts programs in a directory of its own and says where the user is.
void go_where_the_user_is() {
  if (const char* directory = std::getenv("BUILD_WORKING_DIRECTORY")) std::filesystem::current_path(directory);
}

int run(int argc, char** argv) {
  occupy_standard_descriptors();
  try {
    const options asked = parse_options(argc, argv);
    if (asked.help) return std::fputs(help_text, stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
    go_where_the_user_is();
    return session(asked).run();
  } catch (const usage_error& e) {
    if (*e.what() != '\0') say(e.what());
    say("-h tells what there is");
    return 2;
  } catch (const interrupted& by) {
    say(std::string("stopped by a signal: ") + ::strsignal(by.signal));
    return 128 + by.signal;
  } catch (const std::bad_alloc&) {
    say("out of memory");
  } catch (const std::exception& e) {
    say(e.what());
  }
  return 1;
}

}  // namespace
}  // namespace pgzip

int main(int argc, char** argv) { return pgzip::run(argc, argv); }
