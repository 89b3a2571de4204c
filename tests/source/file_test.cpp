// Files: read within limits, written whole or not at all.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "source/read.h"

using namespace planner;
namespace fs = std::filesystem;

namespace {

/// A folder of its own that goes with the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "planner-file-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

void put(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string get(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string refusal(const fs::path& path, const ReadLimits& limits = {}) {
  Diagnostics d;
  CHECK(!read_text_file(path.string(), limits, d).has_value());
  REQUIRE(d.items().size() == 1);
  CHECK(d.items()[0].file == path.string());
  return d.items()[0].message;
}

}  // namespace

TEST_CASE("text is read without its byte order mark") {
  const Folder folder;
  put(folder / "a", "\xEF\xBB\xBFhello\r\n");
  Diagnostics d;
  CHECK(read_text_file((folder / "a").string(), {}, d) == "hello\r\n");
}

TEST_CASE("a file of a gigabyte is refused before it is read") {
  const Folder folder;
  put(folder / "big", "");
  fs::resize_file(folder / "big", 1u << 30);
  CHECK(refusal(folder / "big") == "file is larger than 8 MiB");
}

TEST_CASE("what is no readable text file is refused") {
  const Folder folder;
  CHECK(refusal(folder / "none") == "cannot be opened: No such file or directory");
  CHECK(refusal(fs::temp_directory_path()) == "is a directory, not a file");
  CHECK(refusal("/dev/zero") == "is not a regular file");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(refusal(folder / "pipe") == "is not a regular file");
  put(folder / "bad", "ok\nb\xFF");
  CHECK(refusal(folder / "bad") == "byte 0xff at offset 4 is not valid UTF-8");
  put(folder / "nul", std::string_view("a\0b", 3));
  CHECK(refusal(folder / "nul") == "NUL byte at offset 1 in a text file");
  put(folder / "eleven", "01234567890");
  ReadLimits limits;
  limits.bytes = 10;
  CHECK(refusal(folder / "eleven", limits) == "file is larger than 10 bytes");
}

TEST_CASE("documents are JSON or YAML by their name and keep their text") {
  const Folder folder;
  Diagnostics d;
  put(folder / "a.json", "{\"a\": 1}");
  put(folder / "a.yaml", "a: 1\n");
  const auto json = read_document((folder / "a.json").string(), {}, d);
  const auto yaml = read_document((folder / "a.yaml").string(), {}, d);
  REQUIRE(json);
  REQUIRE(yaml);
  CHECK(json->root.find("a")->text == "1");
  CHECK(yaml->text == "a: 1\n");
  put(folder / "b.json", "a: 1\n");
  CHECK(!read_document((folder / "b.json").string(), {}, d));
}

TEST_CASE("writing replaces the file and leaves nothing beside it") {
  const Folder folder;
  const auto path = folder / "out.yaml";
  CHECK(write_file_atomically(path, "one") == "");
  CHECK(get(path) == "one");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(write_file_atomically(path, "two") == "");
  CHECK(get(path) == "two");
  CHECK((fs::status(path).permissions() & fs::perms::all) == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(folder.files() == 1);
}

TEST_CASE("a link stays a link, its target is replaced") {
  const Folder folder;
  put(folder / "target", "old");
  fs::create_symlink("target", folder / "link");
  CHECK(write_file_atomically(folder / "link", "new") == "");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(get(folder / "target") == "new");
}

TEST_CASE("a failure says why and changes nothing") {
  const Folder folder;
  CHECK(write_file_atomically(folder / "no/such/file", "x").find("No such file or directory") != std::string::npos);
  CHECK(write_file_atomically("/dev/null", "x") == "/dev/null is not a regular file");
  fs::create_directory(folder / "d");
  CHECK(write_file_atomically(folder / "d", "x").find("is not a regular file") != std::string::npos);
  CHECK(folder.files() == 1);
}
