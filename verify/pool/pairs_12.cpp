// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/pool/pool_of_row.hpp>

int main(int argc, char** argv) { return weir::verify::pairs::run_part<12>(argc, argv); }
