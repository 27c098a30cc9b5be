// SPDX-License-Identifier: Apache-2.0
#include "mine/broken_stack.hpp"
#include "mine/stack.hpp"
#include "mine/stack_model.hpp"

#include <weir/verify/model.hpp>

using weir::verify::held_to;

int main(int argc, char** argv) {
  return weir::verify::verify_models<held_to<mine::stack, mine::stack_model>, held_to<mine::broken_stack, mine::stack_model>>(argc, argv);
}
