// Time of one placement; the search calls place_cards for every candidate build, so eight cards should take under 50
// us.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "facts/bandwidth.h"
#include "facts/machine_sketch.h"

using namespace planner;
using namespace planner::testing;

namespace {

template <class Work>
void report(const char* name, Work work) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRepeats = 2001;
  std::vector<double> microseconds;
  for (int i = 0; i < kRepeats; ++i) {
    const auto start = Clock::now();
    work();
    microseconds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::sort(microseconds.begin(), microseconds.end());
  std::printf("%-52s median %8.1f us, fastest %8.1f us\n", name, microseconds[kRepeats / 2], microseconds.front());
}

void place(const char* name, const Machine& machine) {
  const Inventory inventory = machine.inventory();
  std::size_t sink = 0;
  report(name, [&] { sink += place_cards(inventory).gpus.size(); });
  if (sink == 0) std::puts("nothing placed");
}

Board consumer_board() {
  Board board =
      sketch_board(1, {sketch_slot("A", 1, 16, 5), sketch_slot("B", 4, 8, 5), sketch_slot("C", 7, 4, 4, "chipset")},
                   {sketch_port("M2_1", "m2", 1, 4, 5), sketch_port("M2_2", "m2", 1, 4, 5),
                    sketch_port("M2_3", "m2", 2, 4, 4, "chipset")});
  board.shares.push_back({"B", "", "A", 8, ""});
  board.shares.push_back({"M2_2", "", "B", 4, ""});
  return board;
}

}  // namespace

int main() {
  Machine direct;
  direct.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(2), 4).add(sketch_m2_drive());
  place("4 dual-slot cards, 7 slots, 1 drive", direct);
  Machine crowded;
  crowded.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 8);
  place("8 triple-slot cards, 7 slots, nothing listed", crowded);
  Machine ribbons;
  ribbons.add(romed8()).add(sketch_cpu(128, 4)).add(sketch_gpu(3), 8);
  ribbons.add(sketch_riser(RiserType::ribbon, 4), 6).add(sketch_riser(RiserType::splitter, 4));
  place("8 cards on ribbons and a splitter", ribbons);
  std::vector<Slot> slots;
  for (int i = 1; i <= 13; ++i)
    slots.push_back(sketch_slot("S" + std::to_string(i), i, 16, 5, i < 7 ? "cpu0" : "cpu1"));
  Machine server;
  server.add(sketch_board(2, slots)).add(sketch_cpu(128, 5), 2).add(sketch_gpu(1, 16, 5), 8);
  place("8 single-slot cards, 13 slots", server);
  Machine consumer;
  consumer.add(consumer_board()).add(sketch_cpu(24, 5)).add(sketch_gpu(3), 6).add(sketch_m2_drive(), 2);
  place("6 cards on a consumer board, 2 drives", consumer);
  std::vector<Slot> many;
  for (int i = 1; i <= 24; ++i)
    many.push_back(sketch_slot("S" + std::to_string(i), i, 16, 5, i < 13 ? "cpu0" : "cpu1"));
  Machine large;
  large.add(sketch_board(2, many)).add(sketch_cpu(192, 5), 2);
  large.add(sketch_gpu(1, 16, 5), 8).add(sketch_gpu(1, 16, 4), 8);
  place("16 cards of two kinds, 24 slots", large);
  const Inventory inventory = server.inventory();
  const Placement placement = place_cards(inventory);
  report("bandwidths of 8 cards", [&] { measure_bandwidth(inventory, placement); });
  return 0;
}
