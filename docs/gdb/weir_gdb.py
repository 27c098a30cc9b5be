# SPDX-License-Identifier: Apache-2.0
"""GDB shows weir's pools, queues, tasks and futures by what they hold. In gdb: source docs/gdb/weir_gdb.py

They read memory only, so that they work in core dumps too; the numbers of a pool that runs are those of the instant at which gdb stopped it.
"""

import re

import gdb
import gdb.printing


def plain(value):
    """The value in an atomic, a cell or a std::atomic."""
    while True:
        name = value.type.strip_typedefs().name or ""
        if name.startswith("weir::platform::native::"):
            value = value["value_"]
        elif re.match(r"std::(atomic|__atomic_base)<", name):
            value = value[value.type.strip_typedefs().fields()[-1 if name.startswith("std::__") else 0]]
        else:
            return value


def number(value):
    return int(plain(value))


def basis(value, start):
    """The base class of that name, or the value itself; None if it has none."""
    if (value.type.strip_typedefs().name or "").startswith(start):
        return value
    for field in value.type.strip_typedefs().fields():
        if field.is_base_class:
            found = basis(value[field], start)
            if found is not None:
                return found
    return None


def short(name):
    return name.replace("weir::", "").replace("(anonymous namespace)::", "")


class queue:
    """`queue::bounded<8>, 3 tasks`"""

    def __init__(self, value):
        self.value = value

    def policy(self):
        """The name of the policy: that of the type before ::on<."""
        return short(self.value.type.strip_typedefs().name.rpartition("::on<")[0])

    def state(self):
        """How many tasks are in it (None if that takes code to find out), and whether it is closed."""
        v, policy = self.value, self.policy()
        if policy.startswith(("queue::bounded", "queue::unbounded")):
            tail, head = number(v["tail_"]), number(v["head_"])
            closed, mask = tail >> 63, (1 << (40 if policy.startswith("queue::unbounded") else 63)) - 1  # the bits of a position
            size = (tail - head) & mask
            return size if size <= mask // 2 else 0, bool(closed)
        if policy == "queue::mutex_fifo":
            contents = plain(v["contents_"])
            return deque_size(contents["items"]), bool(contents["closed"])
        return None, None

    def to_string(self):
        try:
            size, closed = self.state()
        except (gdb.error, KeyError):
            size, closed = None, None
        said = "" if size is None else f", {size} task{'' if size == 1 else 's'}"
        return self.policy() + said + (", closed" if closed else "")


def deque_size(deque):
    """Of a boost::container::deque."""
    start, finish = deque["members_"]["m_start"], deque["members_"]["m_finish"]
    blocks = int(finish["m_node"] - start["m_node"])
    if blocks == 0:
        return int(finish["m_cur"] - start["m_cur"])
    of_block = int(deque.type.template_argument(0).sizeof)
    in_block = 16384 // of_block
    of_start = in_block - (int(start["m_cur"] - start["m_node"].dereference()))
    return of_start + (blocks - 1) * in_block + int(finish["m_cur"] - finish["m_node"].dereference())


class pool:
    """`weir pool, open: 2 of 8 workers, 1 idle, 1 running, 3 queued`; its children are all counts and the queue."""

    def __init__(self, value):
        self.core = basis(value, "weir::engine::public_calls<")["engine_"]["held_"]["core"]
        self.state = plain(self.core["state_"])

    def paused(self):
        pausers = self.state["pausers"]["_M_impl"]
        return pausers["_M_start"] != pausers["_M_finish"] and not bool(self.state["closing"])

    def counts(self):
        s = {name: int(self.state[name]) for name in ("live", "idle", "helpers", "capacity", "min_workers", "in_transition", "failed_starts")}
        size, _ = queue(self.core["queue"]).state()
        s.update(running=s["live"] - s["idle"] + s["helpers"], queued=size)
        return s

    def to_string(self):
        try:
            s = self.counts()
        except gdb.error as e:
            return f"weir pool ({e})"
        said = ["closed" if bool(self.state["closing"]) else "paused" if self.paused() else "open"]
        said[0] += f": {s['live']} of {s['capacity']} workers"
        said += [f"{s['idle']} idle", f"{s['running']} running"]
        said += [f"{s['queued']} queued"] if s["queued"] is not None else []
        said += [f"{s['in_transition']} starting or ending"] if s["in_transition"] else []
        said += ["a worker searches"] if bool(self.state["searching"]) else []
        return "weir pool, " + ", ".join(said)

    def children(self):
        for name, count in self.counts().items():
            if count is not None:
                yield name, count
        yield "queue", self.core["queue"]


class task:
    """`weir::task of main()::{lambda()#1}`, or `empty weir::task`"""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        actions = self.value["actions_"]
        if int(actions) == 0:
            return "empty weir::task"
        symbol = gdb.execute(f"info symbol {int(actions)}", to_string=True).split(" in section")[0].strip()
        start = symbol.find("<")
        callable_ = symbol[start + 1 : symbol.rfind(">")] if start >= 0 else symbol
        return "weir::task of " + callable_.strip()


class future:
    """`weir::future, pending` or `..., with a value`; its child is what it holds."""

    OUTCOMES = ("pending", "with a value", "with an exception", "not run")

    def __init__(self, value):
        self.outcome = value["outcome_"]

    def to_string(self):
        if int(self.outcome) == 0:
            return "weir::future, not valid"
        value = plain(self.outcome["value_"])
        return "weir::future, " + self.OUTCOMES[int(value["_M_index"])]

    def children(self):
        if int(self.outcome) != 0:
            value = plain(self.outcome["value_"])
            if int(value["_M_index"]) != 0:
                yield "outcome", value


class contents:
    """An atomic or a cell of the native platform is shown as what is in it."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return plain(self.value)


def printers():
    all_ = gdb.printing.RegexpCollectionPrettyPrinter("weir")
    all_.add_printer("pool", r"^weir::(basic_pool|function_pool|engine::public_calls)<", pool)
    all_.add_printer("queue", r"^weir::queue::\w+(<.*>)?::on<.*>$", queue)
    all_.add_printer("task", r"^weir::task$", task)
    all_.add_printer("future", r"^weir::future<", future)
    all_.add_printer("contents", r"^weir::platform::native::(atomic|cell)<", contents)
    return all_


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
