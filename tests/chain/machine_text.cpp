// Tool output in short: the lines that are read, in the form in which the tools print them.
#include "chain/machine_text.h"

#include <array>
#include <cstdio>

namespace planner::chain {
namespace {

constexpr int kSwitchBus = 0x40, kPortBus = 0x60, kNvSwitchBus = 0xc0;

std::string hex(int number) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%02x", static_cast<unsigned>(number));
  return text.data();
}

const char* speed(int gen) {
  constexpr std::array<const char*, 6> names{"2.5GT/s", "5GT/s", "8GT/s", "16GT/s", "32GT/s", "64GT/s"};
  return names[static_cast<std::size_t>(gen - 1)];
}

std::string link(int most_gen, int most_width, int gen, int width) {
  return std::string("\t\tLnkCap:\tPort #0, Speed ") + speed(most_gen) + ", Width x" + std::to_string(most_width) +
         ", ASPM not supported\n\t\tLnkSta:\tSpeed " + speed(gen) + ", Width x" + std::to_string(width) + "\n";
}

std::string node(int socket) {
  return "\tNUMA node: " + std::to_string(socket) + "\n";
}

std::string bridge(const std::string& address, const char* vendor, const char* port, int secondary, int socket,
                   const std::string& link_lines) {
  const std::string bus = hex(secondary);
  return address + " PCI bridge [0604]: " + vendor + " (prog-if 00 [Normal decode])\n" + node(socket) +
         "\tBus: primary=" + address.substr(5, 2) + ", secondary=" + bus + ", subordinate=" + bus +
         ", sec-latency=0\n\tCapabilities: [58] Express (v2) " + port + ", MSI 00\n" + link_lines + "\n";
}

/// Root ports of both sockets lie on buses of their own: 00 and 80.
std::string root_port(int number, int socket) {
  return "0000:" + std::string(socket == 0 ? "00" : "80") + ":" + hex(number) + ".0";
}

constexpr const char* kRoot = "Advanced Micro Devices, Inc. [AMD] Root Port [1022:14ab]";
constexpr const char* kSwitch = "Broadcom / LSI PEX890xx PCIe Gen 5 Switch [1000:c030]";

std::string level(const MachineGpu& a, const MachineGpu& b) {
  if (a.nvlinks_up > 0 && b.nvlinks_up > 0) return "NV" + std::to_string(std::min(a.nvlinks_up, b.nvlinks_up));
  if (a.socket != b.socket) return "SYS";
  return a.pcie_switch >= 0 && a.pcie_switch == b.pcie_switch ? "PIX" : "NODE";
}

std::string line(int indent, const std::string& key, const std::string& value) {
  std::string text(static_cast<std::size_t>(indent), ' ');
  text += key;
  text.resize(55, ' ');
  return text + ": " + value + "\n";
}

std::string query_of(const MachineGpu& gpu, int number, const std::string& fabric) {
  const std::string bus = "00000000:" + hex(number + 1) + ":00.0";
  const std::string width = std::to_string(gpu.width) + "x", gen = std::to_string(gpu.gen);
  const std::string watts = std::to_string(gpu.watts) + ".00 W";
  std::string text = "GPU " + bus + "\n" + line(4, "Product Name", gpu.name);
  text += "    PCI\n" + line(8, "Device Id", "0x" + gpu.device + "10DE") + line(8, "Bus Id", bus);
  text += "        GPU Link Info\n            PCIe Generation\n" + line(16, "Max", gen) + line(16, "Current", gen);
  text += "            Link Width\n" + line(16, "Max", "16x") + line(16, "Current", width);
  text += line(4, "Performance State", "P0") + "    Clocks Event Reasons\n" + line(8, "Idle", "Active");
  text +=
      "    FB Memory Usage\n" + line(8, "Total", std::to_string(gpu.memory_mib) + " MiB") + line(8, "Used", "0 MiB");
  text += "    BAR1 Memory Usage\n" + line(8, "Total", "262144 MiB");
  text += "    Utilization\n" + line(8, "GPU", "0 %");
  text += "    ECC Mode\n" + line(8, "Current", "Enabled") + line(8, "Pending", "Enabled");
  text += "    GPU Power Readings\n" + line(8, "Current Power Limit", watts) + line(8, "Default Power Limit", watts);
  text += "    Fabric\n" + line(8, "State", fabric) + line(8, "Status", fabric == "Completed" ? "Success" : "N/A");
  return text;
}

}  // namespace

std::string MachineText::lspci() const {
  std::string text;
  for (std::size_t s = 0; s < uplink_widths.size(); ++s) {
    const int number = static_cast<int>(s), bus = kSwitchBus + number;
    int socket = 0;
    for (const MachineGpu& gpu : gpus) {
      if (gpu.pcie_switch == number) socket = gpu.socket;
    }
    const std::string link_lines = link(5, 16, 5, uplink_widths[s]);
    text += bridge(root_port(number + 1, socket), kRoot, "Root Port (Slot+)", bus, socket, link_lines);
    text += bridge("0000:" + hex(bus) + ":00.0", kSwitch, "Upstream Port", kPortBus + number, socket, link_lines);
  }
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const MachineGpu& gpu = gpus[i];
    const int number = static_cast<int>(i), bus = number + 1;
    const std::string link_lines = link(5, 16, gpu.gen, gpu.width);
    if (gpu.pcie_switch < 0)
      text += bridge(root_port(number % 8 + 0x10, gpu.socket), kRoot, "Root Port (Slot+)", bus, gpu.socket, link_lines);
    else
      text += bridge("0000:" + hex(kPortBus + gpu.pcie_switch) + ":" + hex(number % 8) + ".0", kSwitch,
                     "Downstream Port (Slot+)", bus, gpu.socket, link_lines);
    text += "0000:" + hex(bus) + ":00.0 3D controller [0302]: NVIDIA Corporation " + gpu.name + " [10de:" + gpu.device +
            "] (rev a1)\n" + (gpu.slot.empty() ? "" : "\tPhysical Slot: " + gpu.slot + "\n") + node(gpu.socket) +
            "\tCapabilities: [60] Express (v2) Endpoint, MSI 00\n" + link_lines + "\n";
  }
  for (int i = 0; nvswitches && i < 4; ++i)
    text += "0000:" + hex(kNvSwitchBus + i) +
            ":00.0 Bridge [0680]: NVIDIA Corporation GH100 [H100 NVSwitch] [10de:22a3] (rev a1)\n\n";
  return text;
}

std::string MachineText::dmidecode() const {
  std::string text = "# dmidecode 3.4\nSMBIOS 3.5.0 present.\n\n";
  for (int i = 0; i < sockets; ++i)
    text += "Handle 0x002" + std::to_string(i) + ", DMI type 4, 48 bytes\nProcessor Information\n" +
            "\tSocket Designation: CPU" + std::to_string(i) + "\n\tType: Central Processor\n\tVersion: " + cpu +
            "\n\tStatus: Populated, Enabled\n\n";
  return text;
}

std::string MachineText::numactl() const {
  std::string text = "available: " + std::to_string(sockets) + " nodes (0-" + std::to_string(sockets - 1) + ")\n";
  for (int i = 0; i < sockets; ++i)
    text += "node " + std::to_string(i) + " cpus: " + std::to_string(i * 32) + "\nnode " + std::to_string(i) +
            " size: 386000 MB\n";
  return text;
}

std::string MachineText::smi_query() const {
  std::string text = "==============NVSMI LOG==============\n\n" + line(0, "Driver Version", "580.159.04") +
                     line(0, "CUDA Version", "13.0") + "\n" + line(0, "Attached GPUs", std::to_string(gpus.size()));
  for (std::size_t i = 0; i < gpus.size(); ++i) text += query_of(gpus[i], static_cast<int>(i), fabric);
  return text;
}

std::string MachineText::topology() const {
  std::string text = "\t";
  for (std::size_t i = 0; i < gpus.size(); ++i) text += "GPU" + std::to_string(i) + "\t";
  text += "CPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    text += "GPU" + std::to_string(i) + "\t";
    for (std::size_t j = 0; j < gpus.size(); ++j) text += (i == j ? " X " : level(gpus[i], gpus[j])) + "\t";
    const int socket = gpus[i].socket;
    text += std::to_string(socket * 32) + "-" + std::to_string(socket * 32 + 31) + "\t" + std::to_string(socket) +
            "\t\tN/A\n";
  }
  return text + "\nLegend:\n\n  X    = Self\n";
}

std::string MachineText::nvlink_status() const {
  std::string text;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    text += "GPU " + std::to_string(i) + ": " + gpus[i].name + " (UUID: GPU-00000000-0000-0000-0000-00000000000" +
            std::to_string(i) + ")\n";
    for (int link = 0; link < gpus[i].nvlinks; ++link)
      text +=
          "\t Link " + std::to_string(link) + ": " + (link < gpus[i].nvlinks_up ? "26.562 GB/s" : "<inactive>") + "\n";
  }
  return text;
}

}  // namespace planner::chain
