// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/pool/pool_of_row.hpp>
#include <weir/verify/pool/suspending.hpp>

int main(int argc, char** argv) { return weir::verify::pairs::run_rows<0, 6, weir::verify::suspending_once>(argc, argv); }
