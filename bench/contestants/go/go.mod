// SPDX-License-Identifier: Apache-2.0
module weir/bench

go 1.18
