// Slurm: gres.conf(5) and slurm.conf(5). Cores of gres.conf are Slurm's own numbers, counted socket by socket, whatever
// the BIOS numbers them; which /dev/nvidiaN is which card follows the PCI bus order, which a plan does not know.
#include <algorithm>
#include <cctype>
#include <map>

#include "export/export.h"
#include "export/host_figures.h"
#include "export/plan_text.h"

namespace planner {
namespace {

using plan_text::comment;
using plan_text::Model;

bool names_form_factor(const std::string& word) {
  return word.starts_with("sxm") || word.starts_with("pcie") || word.starts_with("oam") ||
         (word.ends_with("gb") && std::isdigit(static_cast<unsigned char>(word.front())) != 0);
}

/// The model that a board partner's card is a variant of; the driver calls it by that name.
const Gpu& base_model(const Facts& facts, const Gpu& card) {
  const Catalog* catalog = facts.build().catalog;
  const Part* part = catalog == nullptr || card.info.variant_of.empty() ? nullptr : catalog->find(card.info.variant_of);
  const Gpu* base = part == nullptr ? nullptr : std::get_if<Gpu>(part);
  return base == nullptr ? card : *base;
}

/// A name that Slurm takes and that is part of what the driver calls the card (lower case, "_" for spaces), up to the
/// first word for its form or memory: "h200", "rtx_4090".
std::string type_of(const Facts& facts, const Gpu& card) {
  const Gpu& gpu = base_model(facts, card);
  std::string type;
  std::string word;
  const std::string name = gpu.info.name + " ";
  for (const char c : name) {
    const bool part = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (part) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (part || word.empty()) continue;
    if (names_form_factor(word)) break;
    const bool maker = type.empty() && (word == "nvidia" || word == "geforce" || word == "amd" || word == "intel");
    if (!maker) type += (type.empty() ? "" : "_") + word;
    word.clear();
  }
  return type.empty() ? "gpu" : type;
}

std::string gres_list(const Facts& facts, const std::vector<Model>& models) {
  std::map<std::string, std::size_t> counts;
  for (const Model& m : models) counts[type_of(facts, *m.part)] += m.gpus.size();
  std::string text;
  for (const auto& [type, count] : counts)
    text += (text.empty() ? "" : ",") + std::string("gpu:") + type + ":" + std::to_string(count);
  return text;
}

/// GPUs by socket; the key is -1 where the placement does not know it.
std::map<std::int64_t, int> by_socket(const Facts& facts) {
  std::map<std::int64_t, int> counts;
  for (const CardPlacement& card : facts.placement().gpus) ++counts[card.socket.value_or(-1)];
  return counts;
}

std::string socket_comment(std::int64_t socket, int count, const HostFigures& host) {
  std::string text = std::to_string(count) + " GPUs at ";
  if (socket < 0) return comment(text + "a socket that the plan does not know");
  text += "socket " + std::to_string(socket);
  if (!host.cores_per_socket) return comment(text);
  const std::int64_t first = socket * *host.cores_per_socket;
  return comment(text + ": Cores=" + std::to_string(first) + "-" + std::to_string(first + *host.cores_per_socket - 1));
}

std::string gres_conf(const Facts& facts, const HostFigures& host, const std::vector<Model>& models,
                      const std::string& prefix) {
  const auto sockets = by_socket(facts);
  std::string text =
      comment("--- gres.conf ---") + comment("affinity by the plan's placement, cores: " + host.cpu_origin);
  for (const auto& [socket, count] : sockets) text += socket_comment(socket, count, host);
  const bool one_place = sockets.size() == 1 && sockets.begin()->first >= 0;
  const bool nvidia = plan_text::all_by(models, plan_text::Maker::nvidia);
  if (models.size() == 1 && nvidia && (one_place || (host.sockets && *host.sockets == 1))) {
    const auto count = models.front().gpus.size();
    text += prefix + "Name=gpu Type=" + type_of(facts, *models.front().part) + " File=/dev/nvidia" +
            (count == 1 ? std::string("0") : "[0-" + std::to_string(count - 1) + "]");
    if (one_place && host.cores_per_socket && host.sockets && *host.sockets > 1) {
      const std::int64_t first = sockets.begin()->first * *host.cores_per_socket;
      text += " Cores=" + std::to_string(first) + "-" + std::to_string(first + *host.cores_per_socket - 1);
    }
    return text + "\n";
  }
  const bool amd = plan_text::all_by(models, plan_text::Maker::amd);
  if (!nvidia && !amd) return text + comment("no gpu line: Slurm's AutoDetect for these cards is not known to planner");
  text += comment(
      "which /dev file is which card follows the bus order, which the plan does not know: Slurm asks the driver");
  text += comment(
      "(needs a slurmd built with NVML or RSMI; without it write File= and Cores= by hand from nvidia-smi topo -m)");
  return text + prefix + (nvidia ? "AutoDetect=nvml\n" : "AutoDetect=rsmi\n");
}

std::string node_line(const Facts& facts, const HostFigures& host, const std::vector<Model>& models,
                      const std::string& nodes) {
  std::string text = comment("--- slurm.conf ---");
  std::string line = "NodeName=" + nodes;
  text += comment("Gres: counted from the plan; the type is the model's name");
  if (!models.empty()) line += " Gres=" + gres_list(facts, models);
  if (host.sockets && host.cores_per_socket && host.threads_per_core) {
    text += comment("Sockets, CoresPerSocket, ThreadsPerCore (SMT on): " + host.cpu_origin);
    line += " Sockets=" + std::to_string(*host.sockets) + " CoresPerSocket=" + std::to_string(*host.cores_per_socket) +
            " ThreadsPerCore=" + std::to_string(*host.threads_per_core);
  } else {
    text += comment("Sockets, CoresPerSocket, ThreadsPerCore not set: " + host.cpu_origin);
  }
  if (host.memory_mib) {
    text += comment("RealMemory in MiB: " + host.memory_origin) + comment(kMemoryShareWords);
    line += " RealMemory=" + std::to_string(usable_mib(*host.memory_mib));
  } else {
    text += comment("RealMemory not set: " + host.memory_origin);
  }
  text += comment("compare with `slurmd -C` on the node: Slurm drains a node that has less than is written here");
  return text + (models.empty() ? "" : "GresTypes=gpu\n") + line + "\n";
}

}  // namespace

bool is_slurm_host_list(std::string_view text) {
  if (text.empty() || text.size() > 1024 || std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
  return std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_.,[]").find(c) != std::string_view::npos;
  });
}

std::string export_slurm(const Facts& facts, std::string_view nodes) {
  const HostFigures host = host_figures(facts);
  const std::vector<Model> models = plan_text::models_of(facts);
  std::string text = plan_text::heading(facts, "Slurm: two files, gres.conf and lines for slurm.conf");
  if (models.empty()) text += comment("--- gres.conf ---") + comment("nothing: no GPU in the plan");
  const std::string prefix = nodes.empty() ? "" : "NodeName=" + std::string(nodes) + " ";
  if (!models.empty()) text += gres_conf(facts, host, models, prefix);
  return text + "\n" + node_line(facts, host, models, nodes.empty() ? "DEFAULT" : std::string(nodes));
}

}  // namespace planner
