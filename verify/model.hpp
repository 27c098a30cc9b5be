// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_HPP
#define WEIR_VERIFY_MODEL_HPP

#include <weir/verify/model/item.hpp>
#include <weir/verify/model/play.hpp>
#include <weir/verify/model/subject.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace weir::verify {

/// A queue policy and the plain class that says what it promises: docs/write_a_queue.md has one.
template <class Queue, class Model>
struct held_to {
  static model::subject subject() {
    return {std::string(type_name_of<Queue>()), model::alphabet_of<Queue, relacy>(),
            checker::host_of<model::play<Queue, Model, relacy, 2>>(), checker::host_of<model::play<Queue, Model, relacy, 3>>()};
  }
};

/// The main function of a program that holds queues to their models: `return verify_models<held_to<my_queue, my_model>>(argc, argv);`. It makes
/// small programs of the queue's calls, runs them under the checkers' schedulers, and wants an order in which the model gives the same answers.
template <class... Held>
int verify_models(int argc, char** argv) {
  std::vector<model::subject> all{Held::subject()...};
  for (std::size_t i = all.size(); i-- != 0;) {  // the second bounded<N> is called bounded-2
    std::size_t same = 1;
    for (std::size_t j = 0; j != i; ++j) same += all[j].name == all[i].name;
    if (same != 1) all[i].name += "-" + std::to_string(same);
  }
  return model::run_subjects(all, argc, argv);
}

}  // namespace weir::verify

#endif
