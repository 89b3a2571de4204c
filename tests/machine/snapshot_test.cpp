// The snapshot's JSON: what is written is read back, and nothing else.
#include "gpu_probe/machine/snapshot.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu_probe/machine/fields.h"
#include "read_text.h"

namespace planner::machine {
namespace {

template <class Struct, class Value>
Value value_of(const Field<Struct, Value>&);

/// What a struct of the listed members in this order would take; a member that the list lacks makes the real one
/// larger.
template <class Struct>
constexpr std::size_t listed_size() {
  return std::apply(
      [](const auto&... field) {
        std::size_t end = 0, widest = 1;
        const auto add = [&](std::size_t size, std::size_t alignment) {
          end = (end + alignment - 1) / alignment * alignment + size;
          widest = std::max(widest, alignment);
        };
        (add(sizeof(decltype(value_of(field))), alignof(decltype(value_of(field)))), ...);
        return (end + widest - 1) / widest * widest;
      },
      fields(Of<Struct>{}));
}

template <class... Structs>
void check_lists() {
  const auto equal = [](std::size_t listed, std::size_t whole) { CHECK(listed == whole); };
  (equal(listed_size<Structs>(), sizeof(Structs)), ...);
}

constexpr const char* kGpu = R"({"planner_machine": true, "format_version": 1,
 "gpus": [{"index": 0, "address": "0000:01:00.0", "name": "X", "ecc": {"enabled": false}, "power": {"limit_w": 300.5}}],
 "kernel_log": [{"kind": "xid", "code": 79, "repeats": 2, "line": "NVRM"}],
 "topology": {"levels": {"rows": ["GPU0"], "columns": ["GPU0", "NIC0"], "cells": [["X", null]]}}})";

std::string error_of(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_snapshot(text, "m.json", diagnostics));
  return diagnostics.items().empty() ? "" : diagnostics.items()[0].message;
}

}  // namespace

TEST_CASE("every member of a struct is in its list of fields") {
  check_lists<Host, Cpu, NumaNode, Dimm, Slot, Nic, Drive, NvSwitch, Software, Sensor, PcieLink, PciBar, PciDevice>();
  check_lists<NvLink, GpuProcess, MigDevice, GpuEcc, GpuPower, GpuClocks, GpuThermal, GpuPcie, Gpu, Topology>();
  check_lists<KernelEvent, Measurement, PeerAccess, DiagResult, Source, Contradiction, Unknown, Machine>();
}

TEST_CASE("a snapshot is read back to the same") {
  Diagnostics diagnostics;
  const auto machine = read_snapshot(kGpu, "m.json", diagnostics);
  REQUIRE(machine);
  CHECK(diagnostics.items().empty());
  REQUIRE(machine->gpus.size() == 1);
  CHECK(machine->gpus[0].ecc.enabled == false);
  CHECK(machine->gpus[0].power.limit_w == 300.5);
  CHECK_FALSE(machine->gpus[0].memory_total_bytes);
  CHECK(machine->kernel_log[0].repeats == 2);
  CHECK_FALSE(machine->topology.levels.cells[0][1]);
  const std::string text = write_snapshot(*machine);
  CHECK(is_snapshot(text));
  const auto again = read_snapshot(text, "m.json", diagnostics);
  REQUIRE(again);
  CHECK(write_snapshot(*again) == text);
  // As one document among others it is merged like them.
  CHECK(read_text(text).gpus.size() == 1);
}

TEST_CASE("what is wrong in a snapshot is refused with its place") {
  std::string text = kGpu;
  CHECK(error_of("{}").find("not a machine snapshot") == 0);
  CHECK(error_of("{\"planner_machine\": true, \"format_version\": 2}").find("format_version 2") == 0);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  CHECK(error_of(with("\"index\": 0", "\"index\": \"0\"")) == "this is not a whole number");
  CHECK(error_of(with("300.5", "true")) == "this is not a number");
  CHECK(error_of(with("\"enabled\": false", "\"enabled\": 0")) == "this is not true or false");
  CHECK(error_of(with("0000:01:00.0", "first slot")).find("this is not a PCI address") == 0);
  CHECK(error_of(with("\"xid\"", "\"xyz\"")).find("this is not a kind") == 0);
  CHECK(error_of(with("[\"X\", null]", "[\"X\"]")).find("a matrix has other cells") == 0);
  Diagnostics diagnostics;
  CHECK(read_snapshot(with("\"index\": 0", "\"color\": 0"), "m.json", diagnostics));
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].level == DiagnosticLevel::warning);
}

}  // namespace planner::machine
