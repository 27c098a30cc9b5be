// SPDX-License-Identifier: Apache-2.0
#include "graphs_by_definition.hpp"
#include "graphs_litmus_text.hpp"

#include <weir/verify/graphs/exploration.hpp>

#include <gtest/gtest.h>

#include <cstddef>

// What RC11 says of the litmus tests of the literature: Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing Sequential Consistency in C/C++11"
// (PLDI 2017), and for the names Maranget, Sarkar and Sewell, "A Tutorial Introduction to the ARM and POWER Relaxed Memory Models". Where C++20
// differs from that paper, in release sequences, the verdict is C++20's.
namespace weir::tests {
namespace {

enum verdict : bool { forbidden, allowed };

struct litmus {
  const char* name;
  const char* threads;
  const char* outcome;
  verdict is;
};

constexpr litmus table[] = {
    // store buffering
    {"SB+rlx", "x=1 rlx; a=y rlx | y=1 rlx; b=x rlx", "a=0 b=0", allowed},
    {"SB+rel+acq", "x=1 rel; a=y acq | y=1 rel; b=x acq", "a=0 b=0", allowed},
    {"SB+sc", "x=1 sc; a=y sc | y=1 sc; b=x sc", "a=0 b=0", forbidden},
    {"SB+sc, the other outcome", "x=1 sc; a=y sc | y=1 sc; b=x sc", "a=0 b=1", allowed},
    {"SB+sc, another write of the same value", "x=1 sc; a=y sc | y=1 sc; b=x sc | x=1 sc", "a=0 b=0", forbidden},
    {"SB+scs, one write release", "x=1 sc; a=y sc | y=1 rel; b=x sc", "a=0 b=0", allowed},
    {"SB+sc writes, acq reads", "x=1 sc; a=y acq | y=1 sc; b=x acq", "a=0 b=0", allowed},
    {"SB+rel writes, sc reads", "x=1 rel; a=y sc | y=1 rel; b=x sc", "a=0 b=0", allowed},
    {"SB+fences sc", "x=1 rlx; fence sc; a=y rlx | y=1 rlx; fence sc; b=x rlx", "a=0 b=0", forbidden},
    {"SB+one fence sc", "x=1 rlx; fence sc; a=y rlx | y=1 rlx; b=x rlx", "a=0 b=0", allowed},
    {"SB+fences acq_rel", "x=1 rlx; fence acq_rel; a=y rlx | y=1 rlx; fence acq_rel; b=x rlx", "a=0 b=0", allowed},
    {"SB+fence sc and scs", "x=1 sc; a=y sc | y=1 rlx; fence sc; b=x rlx", "a=0 b=0", forbidden},
    {"SB+fence sc and rel+acq", "x=1 rel; a=y acq | y=1 rlx; fence sc; b=x rlx", "a=0 b=0", allowed},
    {"SB+fence sc before a read sc", "x=1 rlx; fence sc; a=y sc | y=1 sc; b=x sc", "a=0 b=0", forbidden},
    {"SB+fences sc, and a write behind one", "x=1 rlx; fence sc; b=y rlx; x=2 rlx | y=1 rlx; fence sc; a=x rlx", "a=0 b=0", forbidden},
    {"SB+exchanges acq_rel", "p=xchg(x,1) acq_rel; a=y acq | q=xchg(y,1) acq_rel; b=x acq", "a=0 b=0", allowed},
    {"SB+exchanges sc, reads sc", "p=xchg(x,1) sc; a=y sc | q=xchg(y,1) sc; b=x sc", "a=0 b=0", forbidden},
    {"SB+reads as additions of 0", "x=1 rlx; a=add(y,0) acq_rel | y=1 rlx; b=add(x,0) acq_rel", "a=0 b=0", allowed},
    {"SB+additions to one place between", "x=1 rlx; p=add(z,0) acq_rel; a=y rlx | y=1 rlx; q=add(z,0) acq_rel; b=x rlx", "a=0 b=0",
     forbidden},
    {"SB+additions to one place, relaxed", "x=1 rlx; p=add(z,0) rlx; a=y rlx | y=1 rlx; q=add(z,0) rlx; b=x rlx", "a=0 b=0", allowed},
    {"3.SB+rel+acq", "x=1 rel; a=y acq | y=1 rel; b=z acq | z=1 rel; c=x acq", "a=0 b=0 c=0", allowed},
    {"3.SB+sc", "x=1 sc; a=y sc | y=1 sc; b=z sc | z=1 sc; c=x sc", "a=0 b=0 c=0", forbidden},
    {"3.SB+fences sc", "x=1 rlx; fence sc; a=y rlx | y=1 rlx; fence sc; b=z rlx | z=1 rlx; fence sc; c=x rlx", "a=0 b=0 c=0", forbidden},

    // message passing
    {"MP+rlx", "x=1 rlx; y=1 rlx | a=y rlx; b=x rlx", "a=1 b=0", allowed},
    {"MP+rel+acq", "x=1 rlx; y=1 rel | a=y acq; b=x rlx", "a=1 b=0", forbidden},
    {"MP+rel+rlx", "x=1 rlx; y=1 rel | a=y rlx; b=x rlx", "a=1 b=0", allowed},
    {"MP+rlx+acq", "x=1 rlx; y=1 rlx | a=y acq; b=x rlx", "a=1 b=0", allowed},
    {"MP+sc", "x=1 rlx; y=1 sc | a=y sc; b=x rlx", "a=1 b=0", forbidden},
    {"MP+rel+acq, under a condition", "x=1 rlx; y=1 rel | a=y acq; if b=x rlx", "a=1 b=0", forbidden},
    {"MP+rel+rlx, under a condition", "x=1 rlx; y=1 rel | a=y rlx; if b=x rlx", "a=1 b=0", allowed},
    {"MP+fences rel+acq", "x=1 rlx; fence rel; y=1 rlx | a=y rlx; fence acq; b=x rlx", "a=1 b=0", forbidden},
    {"MP+fences sc", "x=1 rlx; fence sc; y=1 rlx | a=y rlx; fence sc; b=x rlx", "a=1 b=0", forbidden},
    {"MP+rel+fence acq", "x=1 rlx; y=1 rel | a=y rlx; fence acq; b=x rlx", "a=1 b=0", forbidden},
    {"MP+fence rel+acq", "x=1 rlx; fence rel; y=1 rlx | a=y acq; b=x rlx", "a=1 b=0", forbidden},
    {"MP+fence rel alone", "x=1 rlx; fence rel; y=1 rlx | a=y rlx; b=x rlx", "a=1 b=0", allowed},
    {"MP+fence acq alone", "x=1 rlx; y=1 rlx | a=y rlx; fence acq; b=x rlx", "a=1 b=0", allowed},
    {"MP+fences, the wrong kinds", "x=1 rlx; fence acq; y=1 rlx | a=y rlx; fence rel; b=x rlx", "a=1 b=0", allowed},
    {"MP+fence rel, too late", "x=1 rlx; y=1 rlx; fence rel | a=y acq; b=x rlx", "a=1 b=0", allowed},
    {"MP+fence acq, too early", "x=1 rlx; y=1 rel | fence acq; a=y rlx; b=x rlx", "a=1 b=0", allowed},
    {"MP+updates", "x=1 rlx; p=xchg(y,1) rel | a=add(y,0) acq; b=x rlx", "a=1 b=0", forbidden},
    {"MP+updates, relaxed exchange", "x=1 rlx; p=xchg(y,1) acq | a=add(y,0) acq; b=x rlx", "a=1 b=0", allowed},
    {"MP+cas that fails, acq", "x=1 rlx; y=1 rel | a=cas(y,5,9) rlx acq; b=x rlx", "a=1 b=0", forbidden},
    {"MP+cas that fails, rlx", "x=1 rlx; y=1 rel | a=cas(y,5,9) acq rlx; b=x rlx", "a=1 b=0", allowed},
    {"MP+cas that succeeds, rlx", "x=1 rlx; y=1 rel | a=cas(y,1,9) rlx acq; b=x rlx", "a=1 b=0", allowed},
    {"MP+cas that succeeds, acq", "x=1 rlx; y=1 rel | a=cas(y,1,9) acq rlx; b=x rlx", "a=1 b=0", forbidden},

    // release sequences
    {"RS: an update of another thread", "x=1 rlx; y=1 rel | r=add(y,1) rlx | a=y acq; b=x rlx", "r=1 a=2 b=0", forbidden},
    {"RS: a write of another thread", "x=1 rlx; y=1 rel | y=2 rlx | a=y acq; b=x rlx", "a=2 b=0", allowed},
    {"RS: a write of the same thread (C++20)", "x=1 rlx; y=1 rel; y=2 rlx | a=y acq; b=x rlx", "a=2 b=0", allowed},
    {"RS: an update of the same thread", "x=1 rlx; y=1 rel; r=add(y,1) rlx | a=y acq; b=x rlx", "a=2 b=0", forbidden},
    {"RS: two updates", "x=1 rlx; y=1 rel | r=add(y,1) rlx | s=add(y,1) rlx | a=y acq; b=x rlx", "a=3 b=0", forbidden},
    {"RS: an update of a write after the fence", "x=1 rlx; fence rel; y=1 rlx | r=add(y,1) rlx | a=y rlx; fence acq; b=x rlx",
     "r=1 a=2 b=0", forbidden},
    {"RS: an update that comes first", "x=1 rlx; r=add(y,1) rel | s=add(y,1) rlx | a=y acq; b=x rlx", "s=0 r=1 a=2 b=0", forbidden},
    {"RS: an update before the release", "x=1 rlx; r=add(y,1) rel | s=add(y,1) rlx | a=y acq; b=x rlx", "s=0 a=1 b=0", allowed},

    // load buffering, which RC11 forbids whatever the orders
    {"LB+rlx", "a=x rlx; y=1 rlx | b=y rlx; x=1 rlx", "a=1 b=1", forbidden},
    {"LB+rel+acq", "a=x acq; y=1 rel | b=y acq; x=1 rel", "a=1 b=1", forbidden},
    {"LB+rlx, one side", "a=x rlx; y=1 rlx | b=y rlx; x=1 rlx", "a=0 b=1", allowed},
    {"LB+data: thin air", "a=x rlx; y=0+ rlx | b=y rlx; x=0+ rlx", "a=1 b=1", forbidden},
    {"LB+conditions", "a=x rlx; if y=1 rlx | b=y rlx; if x=1 rlx", "a=1 b=1", forbidden},

    // two writes each
    {"2+2W+rlx", "x=1 rlx; y=2 rlx | y=1 rlx; x=2 rlx", "x=1 y=1", allowed},
    {"2+2W+rel", "x=1 rel; y=2 rel | y=1 rel; x=2 rel", "x=1 y=1", allowed},
    {"2+2W+sc", "x=1 sc; y=2 sc | y=1 sc; x=2 sc", "x=1 y=1", forbidden},
    {"2+2W+fences sc", "x=1 rlx; fence sc; y=2 rlx | y=1 rlx; fence sc; x=2 rlx", "x=1 y=1", forbidden},
    {"2+2W+fences acq_rel", "x=1 rlx; fence acq_rel; y=2 rlx | y=1 rlx; fence acq_rel; x=2 rlx", "x=1 y=1", allowed},
    {"3.2W+rlx", "x=2 rlx; y=1 rlx | y=2 rlx; z=1 rlx | z=2 rlx; x=1 rlx", "x=2 y=2 z=2", allowed},
    {"3.2W+sc", "x=2 sc; y=1 sc | y=2 sc; z=1 sc | z=2 sc; x=1 sc", "x=2 y=2 z=2", forbidden},

    // coherence
    {"CoRR", "x=1 rlx | a=x rlx; b=x rlx", "a=1 b=0", forbidden},
    {"CoRR, in order", "x=1 rlx | a=x rlx; b=x rlx", "a=0 b=1", allowed},
    {"CoRR2", "x=1 rlx | x=2 rlx | a=x rlx; b=x rlx | c=x rlx; d=x rlx", "a=1 b=2 c=2 d=1", forbidden},
    {"CoRR2, agreeing", "x=1 rlx | x=2 rlx | a=x rlx; b=x rlx | c=x rlx; d=x rlx", "a=2 b=1 c=2 d=1", allowed},
    {"CoWW", "x=1 rlx; x=2 rlx", "x=1", forbidden},
    {"CoWR0", "x=1 rlx; a=x rlx", "a=0", forbidden},
    {"CoWR", "x=1 rlx; a=x rlx | x=2 rlx", "a=2 x=1", forbidden},
    {"CoRW1", "a=x rlx; x=1 rlx", "a=1", forbidden},
    {"CoRW2", "a=x rlx; x=1 rlx | x=2 rlx", "a=2 x=2", forbidden},

    // independent reads of independent writes
    {"IRIW+rlx", "x=1 rlx | y=1 rlx | a=x rlx; b=y rlx | c=y rlx; d=x rlx", "a=1 b=0 c=1 d=0", allowed},
    {"IRIW+rel+acq", "x=1 rel | y=1 rel | a=x acq; b=y acq | c=y acq; d=x acq", "a=1 b=0 c=1 d=0", allowed},
    {"IRIW+sc", "x=1 sc | y=1 sc | a=x sc; b=y sc | c=y sc; d=x sc", "a=1 b=0 c=1 d=0", forbidden},
    {"IRIW+fences sc", "x=1 rlx | y=1 rlx | a=x rlx; fence sc; b=y rlx | c=y rlx; fence sc; d=x rlx", "a=1 b=0 c=1 d=0", forbidden},
    {"IRIW+fences acq_rel", "x=1 rlx | y=1 rlx | a=x rlx; fence acq_rel; b=y rlx | c=y rlx; fence acq_rel; d=x rlx", "a=1 b=0 c=1 d=0",
     allowed},
    {"IRIW-acq-sc", "x=1 sc | y=1 sc | a=x acq; b=y sc | c=y acq; d=x sc", "a=1 b=0 c=1 d=0", allowed},

    // causality
    {"WRC+rlx", "x=1 rlx | a=x rlx; y=1 rlx | b=y rlx; c=x rlx", "a=1 b=1 c=0", allowed},
    {"WRC+rel+acq", "x=1 rel | a=x acq; y=1 rel | b=y acq; c=x rlx", "a=1 b=1 c=0", forbidden},
    {"WRC+rlx, then rel+acq", "x=1 rlx | a=x rlx; y=1 rel | b=y acq; c=x rlx", "a=1 b=1 c=0", forbidden},
    {"WRC+rel+acq, then rlx", "x=1 rel | a=x acq; y=1 rlx | b=y acq; c=x rlx", "a=1 b=1 c=0", allowed},
    {"ISA2+rel+acq", "x=1 rlx; y=1 rel | a=y acq; z=1 rel | b=z acq; c=x rlx", "a=1 b=1 c=0", forbidden},
    {"ISA2+rlx between", "x=1 rlx; y=1 rel | a=y rlx; z=1 rel | b=z acq; c=x rlx", "a=1 b=1 c=0", allowed},
    {"WWC+rel+acq", "x=2 rlx | a=x rlx; y=1 rel | b=y acq; x=1 rlx", "a=2 b=1 x=2", forbidden},
    {"WWC+rlx", "x=2 rlx | a=x rlx; y=1 rlx | b=y rlx; x=1 rlx", "a=2 b=1 x=2", allowed},
    {"RWC+rel+acq", "x=1 rel | a=x acq; b=y acq | y=1 rel; c=x acq", "a=1 b=0 c=0", allowed},
    {"RWC+sc", "x=1 sc | a=x sc; b=y sc | y=1 sc; c=x sc", "a=1 b=0 c=0", forbidden},
    {"SB+sc, a cas that fails, rlx", "x=1 sc; a=cas(y,5,9) sc rlx | y=1 sc; b=x sc", "a=0 b=0", allowed},
    {"SB+sc, a cas that fails, sc", "x=1 sc; a=cas(y,5,9) rlx sc | y=1 sc; b=x sc", "a=0 b=0", forbidden},
    {"SB+sc, through another thread", "x=1 sc; y=1 rel | a=y acq; b=z sc | z=1 sc; c=x sc", "a=1 b=0 c=0", forbidden},
    {"SB+sc, through another thread, rlx", "x=1 sc; y=1 rlx | a=y acq; b=z sc | z=1 sc; c=x sc", "a=1 b=0 c=0", allowed},
    {"RWC+syncs", "x=1 rlx | a=x rlx; fence sc; b=y rlx | y=1 rlx; fence sc; c=x rlx", "a=1 b=0 c=0", forbidden},
    {"RWC+one sync", "x=1 rlx | a=x acq; b=y acq | y=1 rlx; fence sc; c=x rlx", "a=1 b=0 c=0", allowed},
    {"W+RWC+rel+acq+sync", "z=1 rlx; x=1 rel | a=x acq; b=y acq | y=1 rlx; fence sc; c=z rlx", "a=1 b=0 c=0", allowed},
    {"W+RWC+syncs", "z=1 rlx; x=1 rel | a=x acq; fence sc; b=y rlx | y=1 rlx; fence sc; c=z rlx", "a=1 b=0 c=0", forbidden},
    {"W+WRC+syncs, a fence seen through another thread", "z=1 rlx; fence sc; x=1 rel | a=x acq; y=1 rlx | b=y rlx; fence sc; c=z rlx",
     "a=1 b=1 c=0", forbidden},
    {"Z6.U", "x=1 sc; y=1 rel | b=add(y,1) sc; c=y rlx | y=3 sc; a=x sc", "b=1 c=3 a=0", allowed},
    {"S+rlx", "x=2 rlx; y=1 rlx | a=y rlx; x=1 rlx", "a=1 x=2", allowed},
    {"S+rel+acq", "x=2 rlx; y=1 rel | a=y acq; x=1 rlx", "a=1 x=2", forbidden},
    {"S+fences rel+acq", "x=2 rlx; fence rel; y=1 rlx | a=y rlx; fence acq; x=1 rlx", "a=1 x=2", forbidden},
    {"R+rel+acq", "x=1 rel; y=1 rel | y=2 rel; a=x acq", "y=2 a=0", allowed},
    {"R+sc", "x=1 sc; y=1 sc | y=2 sc; a=x sc", "y=2 a=0", forbidden},
    {"R+fences sc", "x=1 rlx; fence sc; y=1 rlx | y=2 rlx; fence sc; a=x rlx", "y=2 a=0", forbidden},

    // updates
    {"two additions, one lost", "a=add(x,1) rlx | b=add(x,1) rlx", "x=1", forbidden},
    {"two additions that read the same", "a=add(x,1) rlx | b=add(x,1) rlx", "a=0 b=0", forbidden},
    {"three additions, any order", "a=add(x,1) rlx | b=add(x,1) rlx | c=add(x,1) rlx", "a=2 b=0 c=1", allowed},
    {"two exchanges that both succeed", "a=cas(x,0,1) rlx rlx | b=cas(x,0,2) rlx rlx", "a=0 b=0", forbidden},
    {"a write between an update's two halves", "a=xchg(x,1) rlx | x=2 rlx", "a=0 x=1", forbidden},
    {"a write before an update", "a=xchg(x,1) rlx | x=2 rlx", "a=2 x=1", allowed},
    {"a failed cas may be old", "x=1 rlx; y=1 rlx | a=y rlx; b=cas(x,5,9) rlx rlx", "a=1 b=0", allowed},
    {"an addition may be old to others", "x=1 rlx; y=1 rlx | a=y rlx; b=add(x,0) rlx", "a=1 b=0", allowed},
};

TEST(GraphsLitmus, EachOutcomeIsAllowedOrForbiddenAsPublished) {
  std::size_t rows = 0;
  for (const litmus& l : table) {
    litmus_text test(l.threads);
    execution::exploration search(test.program);
    bool seen = false;
    std::size_t graphs = 0;
    for (; search.next(); ++graphs) seen = test.has_outcome(search.execution(), l.outcome) || seen;
    EXPECT_EQ(seen, l.is == allowed) << l.name << ": " << l.threads << "   " << l.outcome;
    EXPECT_EQ(graphs, graphs_by_definition(test.program).all().size()) << l.name;
    ++rows;
  }
  EXPECT_GE(rows, 60U);
}

}  // namespace
}  // namespace weir::tests
