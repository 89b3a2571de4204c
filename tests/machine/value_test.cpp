// PCI addresses and figures in the spellings of all tools.
#include <doctest/doctest.h>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"

namespace planner::machine {

TEST_CASE("PCI addresses of every tool are one address") {
  for (const char* text : {"0000:0c:00.0", "00000000:0C:00.0", "0c:00.0", "PCI:0000:0c:00", "0000:0c:00"}) {
    const auto address = parse_pci_address(text);
    REQUIRE(address);
    CHECK(to_text(*address) == "0000:0c:00.0");
  }
  CHECK(to_text(*parse_pci_address("10000:e1:1f.7")) == "10000:e1:1f.7");
  for (const char* text :
       {"", "0c", "0c:00.8", "0c:20.0", "zz:00.0", "0000:0c:00.0:1", "123456789:00:00.0", "0000:0c:00.", ":::"}) {
    CHECK_FALSE(parse_pci_address(text));
  }
}

TEST_CASE("figures") {
  CHECK(bytes_of("81559 MiB") == std::int64_t{81559} << 20);
  CHECK(bytes_of("16384 MB") == std::int64_t{16} << 30);
  CHECK(bytes_of("64G") == std::int64_t{64} << 30);
  CHECK_FALSE(bytes_of("N/A"));
  CHECK_FALSE(bytes_of("12 parsecs"));
  CHECK(speed_of("32.0 GT/s PCIe") == 32.0);
  CHECK_FALSE(speed_of("Unknown"));
  CHECK(gen_of_speed(16.0) == 4);
  CHECK(flag_of("[Enabled]") == true);
  CHECK_FALSE(flag_of("N/A"));
  for (const char* text : {"", "N/A", "[N/A]", "Requested functionality has been deprecated", "[Not Supported]",
                           "To Be Filled By O.E.M."}) {
    CHECK(is_unset(text));
    CHECK_FALSE(known_text(text));
  }
  CHECK(is_fault("GPU is lost"));
  CHECK(is_fault("[Unknown Error]"));
  CHECK_FALSE(is_fault("0"));
}

TEST_CASE("text is cleaned of escapes, Windows line ends, UTF-16 and broken characters") {
  const TextDocument ansi("\x1b[4mGPU0\x1b[0m\r\nsecond\xff\x1b]0;title\a!\n");
  REQUIRE(ansi.lines().size() == 2);
  CHECK(ansi.lines()[0] == "GPU0");
  CHECK(ansi.lines()[1] == "second?!");
  const TextDocument wide(
      std::string_view("\xff\xfeG\0P\0U\0\r\0\n\0"
                       "1\0",
                       14));
  REQUIRE(wide.lines().size() == 2);
  CHECK(wide.lines()[0] == "GPU");
  CHECK_FALSE(wide.cut());
  CHECK(TextDocument(std::string(10'000, 'x')).cut());
}

}  // namespace planner::machine
