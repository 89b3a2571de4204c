#include "gpu_probe/conform/symptom.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace planner::conform {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kNotDetected[] = {
    "not detect",      "no. devices",          "not found gpu",      "not recogni",
    "not see gpu",     "not show gpu",         "invisible gpu",      "no. gpu",
    "gpu undetected",  "initialization error", "is_available false", "cuda_error_system_not_ready",
    "error 802",       "lspci not list",       "not list card",      "driver fail load",
    "driver not load", "fabricmanager fail",   "fabric manager fail"};
constexpr std::string_view kFewer[] = {"fewer gpu",        "gpu absent",         "gpu missing",  "gpus missing",
                                       "only see",         "gpu of. not",        "some absent",  "miss gpu",
                                       "fewer installed",  "gpus but installed", "only of. gpu", "only gpus show",
                                       "only gpus visible"};
constexpr std::string_view kSlowTransfers[] = {
    "slow transfer",    "slow copy",        "slow copies",     "low bandwidth",  "lower bandwidth", "bandwidth drop",
    "bandwidth only",   "bandwidth half",   "bandwidth below", "slow p2p",       "slow peer.",      "slow h2d",
    "slow collective",  "collectives slow", "slow all reduce", "slow allreduce", "reduce slower",   "allreduce slower",
    "transfers slower", "busbw fall",       "busbw only",      "busbw low",      "slow load",       "slow pcie",
    "slowdown",         "x8 instead",       "x4 instead",      "x1 instead",     "gen1 instead",    "gen3 instead",
    "pcie error",       "aer error"};
constexpr std::string_view kSlowGpu[] = {
    "one slow gpu", "one gpu slow",  "slower peers",           "gpu slower other", "slower card",     "straggl",
    "row slower",   "column slower", "gpu lower clocks other", "throughput drop",  "throughput lower"};
constexpr std::string_view kUneven[] = {"uneven",      "imbalanc",     "utilis differ",     "utiliz differ",
                                        "utili vary",  "numbers vary", "vary between runs", "gpu 100 other idle",
                                        "one gpu idle"};
constexpr std::string_view kMemory[] = {"out memory", "oom", "cuda_error_out_of_memory", "not enough memory"};
constexpr std::string_view kThrottle[] = {"throttl",     "too hot",        "overheat",           "clocks drop",
                                          "clock event", "clocks fall",    "clocks stay",        "clocks low",
                                          "stuck mhz",   "mhz under load", "power never exceed", "temperature reach",
                                          "fans 100",    "thermal",        "power brake",        "slow after minutes"};
constexpr std::string_view kResets[] = {"reboot",       "restart",    "power off",    "powers off",  "shuts off",
                                        "shut down",    "shuts down", "resets",       "unstable",    "crash",
                                        "turns off",    "trips",      "black screen", "blue screen", "bsod",
                                        "kernel panic", "psu protect"};
constexpr std::string_view kLost[] = {"gpu lost",  "gpus lost", "fallen bus", "falls bus", "fell bus", "drop bus",
                                      "drops bus", "disappear", "xid 79",     "gpu err.",  "card err."};
constexpr std::string_view kHangs[] = {"hang",           "hung",        "deadlock",          "never return",
                                       "never finish",   "not finish",  "stuck !mhz !clock", "freez",
                                       "stops random",   "stop random", "nccl timeout",      "timed out nccl",
                                       "nccl warn fail", "nccl error",  "watchdog"};
constexpr std::string_view kData[] = {"uncorrectable ecc", "ecc error",    "memtest error",     "data error",
                                      "corrupt",           "wrong result", "verification fail", "mismatch data",
                                      "nan loss",          "bit flip"};
constexpr std::string_view kPost[] = {"post stop",     "post halt",     "not post",
                                      "no. post",      "halts boot",    "option card configuration",
                                      "will not boot", "does not boot", "not boot"};

constexpr std::array<Symptom, 12> kSymptoms = {{
    {"gpu-not-detected", "no GPU is detected", true, kNotDetected, ""},
    {"fewer-gpus", "fewer GPUs than are installed", true, kFewer, ""},
    {"slow-transfers", "transfers are slow", false, kSlowTransfers,
     "on the idle machine `planner probe --only host_to_device device_to_host peer_copy -o probe.json`, then `planner "
     "doctor slow-transfers --probe probe.json`"},
    {"slow-gpu", "one GPU is slower than its peers", false, kSlowGpu,
     "on the idle machine `planner probe --level standard -o probe.json`, then `planner doctor slow-gpu --probe "
     "probe.json`"},
    {"uneven-utilisation", "utilisation is uneven or figures vary", false, kUneven,
     "on the idle machine `planner probe -o probe.json`: equal figures mean that the work is uneven, not the machine"},
    {"out-of-memory", "out of memory", false, kMemory, ""},
    {"throttling", "clocks are held down", false, kThrottle,
     "`planner probe --level burn-in --minutes 10 -o probe.json`, then `planner doctor throttling --probe probe.json`: "
     "clocks, power and heat under load"},
    {"random-resets", "the machine resets or powers off", true, kResets,
     "`planner probe --level burn-in --minutes 10 --gpu 0`, then with the GPUs of one supply, then with all: the step "
     "that fails names the supply"},
    {"gpu-lost", "a GPU drops off the bus", true, kLost,
     "`planner probe --level burn-in --minutes 10 -o probe.json`, and `dmesg` right after it"},
    {"hangs", "NCCL or training hangs", true, kHangs,
     "`planner probe --only peer_copy -o probe.json`: a pair that hangs or creeps is the path between these two"},
    {"data-errors", "results or copies are wrong", true, kData,
     "`planner probe --level standard -o probe.json`: copies and memory are compared with what was written"},
    {"no-boot", "the machine stops before the operating system", true, kPost, ""},
}};

/// Words that say that something works.
constexpr std::array<std::string_view, 7> kFine = {"fine", "ok", "works", "stable", "healthy", "pass", "passes"};
/// What is fine when it is missing: "without errors".
constexpr std::array<std::string_view, 7> kTroubles = {"error", "problem", "issue", "hang", "crash", "trouble", "fail"};

/// "after a reboot", "until restart": when something happened, not what.
bool is_occasion(const Words& before, const std::string& word) {
  if (!word.starts_with("reboot") && !word.starts_with("restart")) return false;
  std::size_t at = before.size();
  if (at > 0 &&
      (before[at - 1] == "a" || before[at - 1] == "each" || before[at - 1] == "every" || before[at - 1] == "the"))
    --at;
  return at > 0 && (before[at - 1] == "after" || before[at - 1] == "until" || before[at - 1] == "before" ||
                    before[at - 1] == "by" || before[at - 1] == "survive" || before[at - 1] == "survives");
}

std::vector<Words> clauses_of(std::string_view text) {
  std::vector<Words> clauses(1);
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && !is_occasion(clauses.back(), word)) clauses.back().push_back(word);
    word.clear();
  };
  for (const char raw : text.substr(0, 64 * 1024)) {
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(raw)));
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    end_word();
    if (c == ',' || c == ';' || c == '\n' || c == '|') clauses.emplace_back();
  }
  end_word();
  return clauses;
}

bool occurs(std::string_view beginning, const Words& clause) {
  const bool whole = beginning.ends_with('.');
  if (whole) beginning.remove_suffix(1);
  return std::any_of(clause.begin(), clause.end(),
                     [&](const std::string& w) { return whole ? w == beginning : w.starts_with(beginning); });
}

/// Every word beginning of the phrase occurs in the clause, and none of those with an exclamation mark does.
bool fits(std::string_view phrase, const Words& clause) {
  while (!phrase.empty()) {
    const std::size_t space = std::min(phrase.find(' '), phrase.size());
    const bool excluded = phrase.front() == '!';
    if (occurs(phrase.substr(excluded ? 1 : 0, space - (excluded ? 1 : 0)), clause) == excluded) return false;
    phrase.remove_prefix(std::min(space + 1, phrase.size()));
  }
  return true;
}

/// Also "as expected" and "without errors", but not "slower than expected" or "without any message".
bool says_fine(const Words& clause) {
  for (std::size_t i = 0; i < clause.size(); ++i) {
    if (std::find(kFine.begin(), kFine.end(), clause[i]) != kFine.end()) return true;
    if (clause[i] == "expected" && i > 0 && clause[i - 1] == "as") return true;
    if (clause[i] != "without") continue;
    for (std::size_t j = i + 1; j < clause.size() && j <= i + 2; ++j)
      for (const std::string_view trouble : kTroubles)
        if (clause[j].starts_with(trouble)) return true;
  }
  return false;
}

}  // namespace

std::span<const Symptom> all_symptoms() {
  return kSymptoms;
}

const Symptom* find_symptom(std::string_view id) {
  const auto it = std::find_if(kSymptoms.begin(), kSymptoms.end(), [&](const Symptom& s) { return s.id == id; });
  return it == kSymptoms.end() ? nullptr : &*it;
}

std::vector<const Symptom*> symptoms_in(std::string_view text) {
  const std::vector<Words> clauses = clauses_of(text);
  std::vector<const Symptom*> found;
  for (const Symptom& symptom : kSymptoms) {
    const bool complains =
        text == symptom.id || std::any_of(clauses.begin(), clauses.end(), [&](const Words& clause) {
          return !says_fine(clause) && std::any_of(symptom.phrases.begin(), symptom.phrases.end(),
                                                   [&](std::string_view phrase) { return fits(phrase, clause); });
        });
    if (complains) found.push_back(&symptom);
  }
  return found;
}

}  // namespace planner::conform
