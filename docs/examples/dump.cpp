// SPDX-License-Identifier: Apache-2.0
// Two pools, a task of which waits for the other: what a program can print that seems to stand still.
#include <weir/dump.hpp>
#include <weir/thread_pool.hpp>

#include <iostream>

int main() {
  weir::thread_pool files{{.capacity = 2, .name = "files"}};
  weir::thread_pool images{{.capacity = 2, .name = "images"}};

  auto image = images.submit([&files] { return files.submit([] { return 42; }).get(); });

  weir::dump_page page;
  page.add(files);
  page.add(images);
  page.write(std::cout);

  return image.get() == 42 ? 0 : 1;
}
