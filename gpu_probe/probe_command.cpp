// The command `planner probe`.
#include "gpu_probe/probe_command.h"

#include <csignal>
#include <fstream>
#include <sstream>

#include "gpu_probe/nccl_environment.h"
#include "gpu_probe/replay_device.h"
#include "gpu_probe/sim_device.h"
#include "source/read.h"
#ifdef PLANNER_HAVE_CUDA
#include "gpu_probe/cuda/cuda_device.h"
#endif

namespace planner::probe {
namespace {

constexpr int kUsage = 2, kUndecided = 4, kInternal = 70;

std::atomic<bool> interrupted{false};

extern "C" void note_interrupt(int) {
  interrupted = true;
}

/// Catches Ctrl-C and termination while it lives; a second Ctrl-C kills as usual.
class InterruptGuard {
 public:
  InterruptGuard() {
    interrupted = false;
    struct sigaction action {};
    action.sa_handler = note_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~InterruptGuard() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction old_interrupt_ {
  }, old_terminate_{};
};

/// Makes the device that the options name, or null with a problem. May add the references of a simulation.
std::unique_ptr<Device> make_device(const std::string& name, std::vector<GpuReference>& references,
                                    std::string& problem) {
  if (name.starts_with("sim:")) {
    auto machine = parse_sim_spec(std::string_view(name).substr(4), problem);
    if (!machine) return nullptr;
    references.insert(references.begin(), reference_of(*machine->model));
    return make_sim_device(std::move(*machine));
  }
  if (name.starts_with("replay:")) {
    const std::string path = name.substr(7);
    Diagnostics diagnostics;
    const auto text = read_text_file(path, {}, diagnostics);
    if (!text) {
      problem =
          diagnostics.items().empty() ? path + ": cannot be read" : path + ": " + diagnostics.items().front().message;
      return nullptr;
    }
    auto device = make_replay_device(*text, problem);
    if (device == nullptr) problem = path + " " + problem;
    return device;
  }
  problem = "unknown device '" + name + "'; use cuda, sim:SPEC or replay:FILE";
  return nullptr;
}

bool read_selection(const ProbeOptions& options, Selection& selection, std::ostream& err) {
  selection.gpus = options.gpus;
  for (const std::string& name : options.only) {
    const auto metric = metric_from_name(name);
    if (!metric) {
      err << "error: unknown measurement '" << name << "'\n  = help: one of";
      for (const MetricInfo& known : all_metrics()) err << " " << known.name;
      err << "\n";
      return false;
    }
    selection.metrics.push_back(*metric);
  }
  return true;
}

bool knows_gpus(const Inventory& inventory, const std::vector<int>& gpus, std::ostream& err) {
  for (const int gpu : gpus) {
    if (gpu >= 0 && gpu < static_cast<int>(inventory.gpus.size())) continue;
    err << "error: there is no GPU " << gpu << "; this machine has " << inventory.gpus.size() << " (numbered from 0)\n";
    return false;
  }
  return true;
}

void write(const Report& report, Format format, std::ostream& out) {
  switch (format) {
    case Format::text:
      return write_text(report, out);
    case Format::json:
      return write_json(report, out);
    case Format::prometheus:
      return write_prometheus(report, out);
  }
}

/// `abandoned` is set if the device must not be destroyed, because a measurement still hangs in it.
int run_on(Device& device, const ProbeOptions& options, RunInput input, std::ostream& out, std::ostream& err,
           bool& abandoned) {
  const InterruptGuard guard;
  const Inventory inventory = device.inventory();
  if (!inventory.available || inventory.gpus.empty()) {
    err << "error: nothing can be measured: no NVIDIA GPU with a working driver was found\n";
    for (const std::string& note : inventory.notes) err << "  = note: " << note << "\n";
    return kUndecided;
  }
  if (!knows_gpus(inventory, options.gpus, err)) return kUsage;
  const double expected = estimated_seconds(make_plan(inventory, input.level, input.selection, input.burn_in_minutes)) +
                          start_seconds(inventory);
  const bool silent = options.quiet || !device.live();
  const Progress::Style style = silent             ? Progress::Style::none
                                : options.terminal ? Progress::Style::terminal
                                                   : Progress::Style::lines;
  Progress progress(err, style, expected);
  const Report report = run(device, input, progress, interrupted);
  abandoned = report.abandoned;
  write(report, options.format, out);
  if (!options.output.empty()) {
    std::ostringstream json;
    write_json(report, json);
    if (const std::string failure = write_file_atomically(options.output, json.str()); !failure.empty()) {
      err << "error: " << failure << "\n";
      return kInternal;
    }
  }
  return exit_code_of(report);
}

}  // namespace

bool has_cuda_measurements() {
#ifdef PLANNER_HAVE_CUDA
  return true;
#else
  return false;
#endif
}

int run_probe(const ProbeOptions& options, std::ostream& out, std::ostream& err) {
  try {
    RunInput input{options.level, {}, options.burn_in_minutes, options.references, options.planned_links};
    if (!read_selection(options, input.selection, err)) return kUsage;
    std::unique_ptr<Device> device;
    if (options.device == "cuda") {
#ifdef PLANNER_HAVE_CUDA
      keep_multicast_off();
      device = make_cuda_device();
#else
      err << "error: this program was built without a CUDA toolkit, so it cannot measure\n"
             "  = help: build where nvcc is installed (cmake -DPLANNER_CUDA=ON), or use --device sim:SPEC or "
             "replay:FILE\n";
      return kUndecided;
#endif
    } else {
      std::string problem;
      device = make_device(options.device, input.references, problem);
      if (device == nullptr) {
        err << "error: " << problem << "\n";
        return kUsage;
      }
    }
    bool abandoned = false;
    const int code = run_on(*device, options, std::move(input), out, err, abandoned);
    if (abandoned) static_cast<void>(device.release());
    return code;
  } catch (const std::exception& error) {
    err << "error: internal: " << error.what() << "\n";
    return kInternal;
  }
}

}  // namespace planner::probe
