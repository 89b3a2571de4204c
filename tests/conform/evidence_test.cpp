// Evidence of all kinds, judged without and with a plan. No false alarm, no false pass.
#include "conform/conform_rig.h"

using namespace planner;
using namespace planner::testing;

namespace {

const Catalog& catalog() {
  return embedded_world().catalog;
}

std::unique_ptr<Judged> judged(const std::string& text, const std::vector<std::string>& told = {},
                               const std::string& plan = {}) {
  return judge_text(catalog(), {{"evidence.txt", text}}, told, plan);
}

std::string snapshot(const std::string& fields) {
  return R"({"planner_machine": true, "format_version": 1, )" + fields + "}";
}

/// Two cards of one model with links as given.
std::string two_cards(const std::string& first, const std::string& second) {
  const auto card = [](int index, const std::string& more) {
    return R"({"index": )" + std::to_string(index) + R"(, "address": "0000:0)" + std::to_string(index + 1) +
           R"(:00.0", "name": "NVIDIA GeForce RTX 4090", )" + more + "}";
  };
  return snapshot(R"("gpus_attached": 2, "gpus": [)" + card(0, first) + ", " + card(1, second) + "]");
}

constexpr const char* kFull =
    R"("performance_state": "P8", "pcie": {"gen": 1, "max_gen": 4, "width": 16, "max_width": 16})";

}  // namespace

TEST_CASE("an idle Gen1 link at full width is no fault") {
  const auto j = judged(two_cards(kFull, kFull));
  CHECK(j->failed().empty());
  CHECK(j->report.verdict == Verdict::pass);
  CHECK(j->report.counts.not_evaluated > 0);
}

TEST_CASE("a slow link without any sign of rest or load is undecided, not a pass") {
  const auto j = judged(two_cards(R"("pcie": {"gen": 1, "max_gen": 4, "width": 16})",
                                  R"("pcie": {"gen": 1, "max_gen": 4, "width": 16})"));
  CHECK(j->found("LNK-918"));
  CHECK(j->report.verdict == Verdict::inconclusive);
}

TEST_CASE("a narrow link is judged by the plan, and not in a virtual machine") {
  const std::string narrow =
      R"("performance_state": "P8", "pcie": {"gen": 1, "max_gen": 4, "width": 8, "max_width": 16})";
  const std::string in_vm = two_cards(narrow, narrow);
  CHECK(judged(in_vm.substr(0, in_vm.size() - 1) + R"(, "host": {"virtual_machine": "kvm"}})")->report.verdict ==
        Verdict::pass);
  const auto bare = judged(in_vm.substr(0, in_vm.size() - 1) + R"(, "host": {"virtual_machine": "none"}})");
  CHECK(bare->report.verdict == Verdict::pass_with_warnings);
  CHECK(bare->failed() == std::vector<std::string>{"LNK-915"});
}

TEST_CASE("nothing read is incomplete, never a pass") {
  CHECK(judged("no machine in here\n")->report.verdict == Verdict::incomplete);
  CHECK(judge_text(catalog(), {})->report.verdict == Verdict::incomplete);
  CHECK(judged(snapshot(R"("host": {"kernel": "6.1"})"))->report.verdict == Verdict::incomplete);
}

TEST_CASE("kernel log: a GPU's window counts, an IO window does not") {
  CHECK(judged("[    1.0] pci 0000:00:1c.0: BAR 13: no space for [io  size 0x1000]\n[    1.0] pci 0000:00:1c.0: BAR "
               "13: failed to assign [io  size 0x1000]\n")
            ->report.counts.blocks == 0);
  CHECK(judged("[    5.0] NVRM: This PCI I/O region assigned to your NVIDIA device is invalid:\n[    5.0] NVRM: BAR1 "
               "is 0M @ 0x0 (PCI:0000:14:00.0)\n")
            ->found("BAR-961"));
  CHECK(judged("[ 9000.1] NVRM: Xid (PCI:0000:01:00): 79, pid=1, GPU has fallen off the bus.\n")->found("HLT-997"));
  CHECK(judged("[ 9000.1] NVRM: Xid (PCI:0000:01:00): 31, pid=1, name=python, Ch 00000010\n")->report.counts.blocks ==
        0);
}

TEST_CASE("pieces of output as people paste them") {
  CHECK(judged("GPU 2: Tesla V100-SXM2-32GB (UUID: x)\n\t Link 0: 25.781 GB/s\n\t Link 1: <inactive>\n")
            ->found("NVL-951"));
  CHECK(judged("    Remapped Rows\n        Correctable Error                 : 0\n        Pending                      "
               "     : Yes\n")
            ->found("HLT-991"));
  CHECK(judged("    Fabric\n        State                             : In Progress\n")->found("NVL-953"));
  CHECK(judged("Device 0 [GeForce GTX 1080 Ti] PCIe GEN 3@16x\nDevice 1 [GeForce GTX 1080 Ti] PCIe GEN 1@16x\n")
            ->report.verdict == Verdict::pass);
  CHECK(judged("\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16\n\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x16\n")
            ->report.verdict == Verdict::inconclusive);
  CHECK(judged("| GPU0 <-> GPU1/2 | 6.4 GB/s |\n| GPU1 <-> GPU2 | 13.1 GB/s |\n")->found("P2P-944"));
  CHECK(judged("  0 900.1 51.2 50.9\n  1 51.0 905.0 50.8\n  2 3.9 3.9 280.1\n")->found("P2P-945"));
  CHECK(judged("clocks_event_reasons.active: 0x0000000000000080\n")->found("POW-974"));
  CHECK(judged("gpuId 0:\n        D D D D\n")->report.verdict == Verdict::pass);
}

TEST_CASE("copies by multiprocessors are a property of the platform, copies by engines are judged") {
  const std::string rows = "bandwidth (GB/s)\n 0     35.2     35.3     35.1     35.2\n";
  CHECK(judged("memcpy SM CPU(row) -> GPU(column) " + rows)->report.verdict == Verdict::pass);
  CHECK(judged("memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n 0     55.2     14.2     55.1     55.2\n")
            ->found("TST-825"));
  // The first figure of a table may be taken cold.
  CHECK(judged("memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n 0     38.2     55.2     55.1     55.2\n")
            ->report.verdict == Verdict::pass);
}

TEST_CASE("a skipped test is no pass and a failure of absent links is none") {
  const std::string head = "| Diagnostic                | Result                                         |\n";
  const auto skipped =
      judged(head + "| Memory                    | Skip - All                                     |\n");
  CHECK(skipped->report.counts.blocks == 0);
  const auto failed = judged(head +
                             "| Memory                    | Fail - All                                     |\n| "
                             "Warning                   | bad memory                                     |\n");
  CHECK(failed->found("TST-831"));
}

TEST_CASE("hard complaints fail, and the causes follow the evidence") {
  const auto hang =
      judged("ACSCtl 0x001d = SrcValid+ ReqRedir+ CmpltRedir+ UpstreamFwd+\n", {"ncclAllReduce never returns"});
  REQUIRE(hang->found("TST-841"));
  REQUIRE_FALSE(hang->report.findings.front().fixes.empty());
  CHECK(hang->report.findings.front().fixes.front().cause.find("ACS") != std::string::npos);
  const auto fine = judged("ACSCtl 0x0001 = SrcValid+ ReqRedir- CmpltRedir- UpstreamFwd-\n");
  CHECK(fine->report.counts.blocks == 0);
}
