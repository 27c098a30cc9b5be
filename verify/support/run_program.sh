#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A test that is another program with other arguments.
exec "$@"
