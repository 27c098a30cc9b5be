// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_AXES_HPP
#define WEIR_CONCEPTS_AXES_HPP

/// The axes that a pool is assembled from. A policy belongs to one and names it: `using axis = weir::axes::queue;`.
/// A new axis starts here, then gets a concept, a folder under policies/, a conformance suite and a page. The types of two axes are elsewhere:
/// the platforms in platform/ and verify/, and the agents, which are parts of the engine, in agents/.
namespace weir::axes {

struct queue {};  ///< where accepted tasks wait
struct workers {};  ///< which idle worker is reused, and whether idle ones are kept
struct blocking {};  ///< what happens to a post when the pool is full
struct expiry {};  ///< when an idle worker retires
struct panic {};  ///< what happens when a task throws
struct growth {};  ///< when a new worker starts
struct parking {};  ///< how an idle worker waits and is woken
struct wake {};  ///< how many idle workers a burst of posts wakes
struct observer {};  ///< what is counted
struct agents {};  ///< what a worker is: a thread, or a light worker
struct platform {};  ///< where atomics, locks, threads and time come from

}  // namespace weir::axes

#endif
