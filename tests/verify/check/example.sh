#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# example.sh PROGRAM: the race of docs/examples/check_a_program.cpp is reported, with both of its lines.
output=$("$1" 2>&1)
status=$?
[ $status = 1 ] && [[ $output == *"result    DATA RACE"*"check_a_program.cpp:1"[12]*"check_a_program.cpp:1"[12]* ]] && exit 0
printf 'status %s:\n%s\n' $status "$output"
exit 1
