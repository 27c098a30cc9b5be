// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/generate.hpp>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

// The seed that a refuted property prints is the seed that refuted it. rapidcheck reads RC_PARAMS once, so each try has a process.

namespace {

struct answer {
  std::string seed;   ///< as printed
  std::string fault;  ///< with the number of cases, and the smallest counterexample
  int status = 0;
};

answer refuted_with(const char* parameters) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t process = fork();
  if (process == 0) {
    if (parameters == nullptr)
      unsetenv("RC_PARAMS");
    else
      setenv("RC_PARAMS", parameters, 1);
    dup2(ends[1], STDERR_FILENO);
    const std::string fault = weir::properties::refute("rare", 1'000, [] {
      const auto n = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, 1'000'000));
      RC_ASSERT(n % 211 != 7);
    });
    std::fprintf(stderr, "\nfault: %s", fault.c_str());
    _exit(fault.empty() ? 0 : 1);
  }
  close(ends[1]);
  std::string all;
  char some[4096];
  for (ssize_t n; (n = read(ends[0], some, sizeof some)) > 0;) all.append(some, static_cast<std::size_t>(n));
  close(ends[0]);
  answer a;
  waitpid(process, &a.status, 0);
  if (const auto at = all.find("seed="); at != all.npos) a.seed = all.substr(at, all.find_first_not_of("0123456789", at + 5) - at);
  if (const auto at = all.find("fault: "); at != all.npos) a.fault = all.substr(at);
  return a;
}

TEST(SeedOfProperties, TheSeedThatIsPrintedRepeatsTheFailure) {
  const answer first = refuted_with(nullptr);
  ASSERT_NE(first.fault.find("Falsifiable after"), std::string::npos) << first.fault;
  ASSERT_FALSE(first.seed.empty());
  EXPECT_EQ(refuted_with(first.seed.c_str()).fault, first.fault);
}

TEST(SeedOfProperties, AnotherSeedIsOtherCasesAndAsMany) {
  const answer first = refuted_with("seed=1"), second = refuted_with("seed=2");
  EXPECT_EQ(first.seed, "seed=1");
  EXPECT_NE(first.fault, second.fault);
  EXPECT_EQ(refuted_with("seed=1").fault, first.fault);
  EXPECT_NE(refuted_with("seed=1 max_success=1").fault, first.fault) << "a number of cases that is given holds";
}

TEST(SeedOfProperties, ParametersThatMakeNoSenseAreRefused) {
  for (const char* wrong : {"sead=1", "seed=x", "seed"}) {
    const answer a = refuted_with(wrong);
    EXPECT_TRUE(a.status != 0 && a.fault.empty()) << wrong << ": " << a.fault;
  }
}

}  // namespace
