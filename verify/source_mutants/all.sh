#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The score of every header that a checker reaches, group by group: the headers, and the harnesses that look at them. Takes hours.
# usage: all.sh OUTPUT_DIR [GROUP...]      from the root of the repository; EXECUTIONS=N tries harder than 300
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
shift
mkdir -p "$out"
cat "$here"/excuses*.txt >"$out/excuses.txt"
pool=verify/pool
policies=verify/policies
queue=weir/policies/queue
status=0

group() { # NAME HEADER... -- HARNESS...
  local name=$1
  shift
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || return 0
  KEEP="$out/$name.made" nice -n 10 bash "$here/run.sh" include "$out/excuses.txt" "--executions=${EXECUTIONS:-300}" "$@" \
    >"$out/$name.txt" || status=1
  echo "$name: $(grep '^together' "$out/$name.txt")"
}

wanted=("$@")
group bounded $queue/bounded.hpp -- $policies/queue/bounded_verify.cpp
group unbounded $queue/unbounded.hpp $queue/storage/segment_store.hpp -- $policies/queue/unbounded_verify.cpp
group mutex_fifo $queue/mutex_fifo.hpp -- $policies/queue/mutex_fifo_verify.cpp
group priority $queue/priority.hpp -- $policies/queue/priority_verify.cpp
group keyed $queue/keyed.hpp -- $policies/queue/keyed_verify.cpp
group stealing $queue/stealing.hpp $queue/storage/deque.hpp -- $policies/queue/stealing_verify.cpp
group stock $queue/lockfree.hpp $queue/spsc.hpp $queue/storage/stock.hpp -- $policies/queue/{lockfree,spsc}_verify.cpp
group workers weir/policies/workers/{ring,storage/idle_list}.hpp -- $policies/workers/{ring,lifo,fifo}_verify.cpp
group blocking weir/policies/blocking/{caller_runs,overflow_spawn,reject,wait,wait_at_most,storage/discarding}.hpp -- \
  $policies/blocking/{caller_runs,overflow_spawn,reject,wait,wait_at_most,discard_oldest,discard_newest}_verify.cpp
group growth weir/policies/growth/{on_backlog,on_demand,prestart}.hpp -- $policies/growth/{on_backlog,on_demand,prestart}_verify.cpp
group expiry weir/policies/expiry/one_per_period.hpp -- $policies/expiry/one_per_period_verify.cpp
group parking weir/platform/{permit,unique_lock}.hpp weir/policies/parking/{adaptive,park,spin_then_park}.hpp -- \
  $policies/parking/{adaptive,park,spin_then_park}_verify.cpp
group task_group weir/engine/group.hpp weir/task_group.hpp -- $pool/task_group_verify.cpp
group engine weir/engine/{crew,duty,intake,line,desk,runner,lifecycle,roster,presence,frame,call,errand,surface,worker}.hpp \
  weir/{future,task,basic_pool,pause_guard}.hpp -- \
  $pool/{bounded_pool,hand_over_pool,leaving_pool}_verify.cpp $policies/blocking/{overflow_spawn,discard_oldest,wait_at_most}_verify.cpp \
  $policies/expiry/{after_age,one_per_period}_verify.cpp $policies/observer/trace_verify.cpp
exit $status
