// What BMCs and sensor chips print: ipmitool's tables and logs, lm-sensors.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu_probe/machine/snapshot.h"
#include "read_text.h"

namespace planner::machine {
namespace {

const Sensor& sensor(const Machine& machine, const std::string& label) {
  const auto it =
      std::find_if(machine.sensors.begin(), machine.sensors.end(), [&](const Sensor& s) { return s.label == label; });
  REQUIRE(it != machine.sensors.end());
  return *it;
}

constexpr const char* kElist =
    "PSU A            | 06h | ok  | 10.1 | 0 Watts, Presence detected, Failure detected\n"
    "Power Supply 2   | 07h | ok  | 10.2 | 410 Watts, Presence detected\n"
    "Power Supplies   | 08h | ok  | 10.3 | Non-Redundant: Sufficient from Redundant\n"
    "Rear Fan 4       | 09h | cr  |  7.1 | 0 RPM\n"
    "Air Inlet Temp   | 04h | ok  |  7.1 | 23 degrees C\n"
    "Spare Temp       | 05h | ns  |  7.1 | Disabled\n";

}  // namespace

TEST_CASE("ipmitool sdr elist: states count, not the word ok beside them") {
  const Machine m = read_text(kElist);
  REQUIRE(m.sensors.size() == 6);
  CHECK(sensor(m, "Power Supply 2").state == "ok");
  CHECK(sensor(m, "Power Supply 2").value == 410);
  CHECK(sensor(m, "Power Supplies").kind == "redundancy");
  CHECK(sensor(m, "Power Supplies").state == "critical");
  CHECK(sensor(m, "Rear Fan 4").state == "critical");
  CHECK(sensor(m, "Air Inlet Temp").value == 23);
  CHECK_FALSE(sensor(m, "Spare Temp").value);
  CHECK_FALSE(sensor(m, "Spare Temp").state);
}

TEST_CASE("ipmitool sdr: a bare mask decides nothing") {
  const Machine m = read_text(
      "Pwr Unit Redund  | 0x00              | ok\nPS1 Status       | 0x01              | ok\n"
      "FAN3             | no reading        | ns\nVBAT             | 3.02 Volts        | ok\n");
  REQUIRE(m.sensors.size() == 4);
  CHECK_FALSE(sensor(m, "Pwr Unit Redund").state);
  CHECK_FALSE(sensor(m, "PS1 Status").state);
  CHECK_FALSE(sensor(m, "FAN3").value);
  CHECK(sensor(m, "VBAT").unit == "V");
}

TEST_CASE("ipmitool sensor: thresholds, and the bits of supplies and redundancy") {
  const Machine m = read_text(
      "Inlet Air        | 31.000     | degrees C  | ok    | na        | -7.000    | 3.000     | 42.000    | 47.000    "
      "| na\n"
      "PSU1             | 0x1        | discrete   | 0x0180| na        | na        | na        | na        | na        "
      "| na\n"
      "PSU2             | 0x1        | discrete   | 0x0980| na        | na        | na        | na        | na        "
      "| na\n"
      "PS Redundancy    | 0x0        | discrete   | 0x0200| na        | na        | na        | na        | na        "
      "| na\n"
      "Fan 9            | na         | RPM        | na    | na        | na        | na        | na        | na        "
      "| na\n");
  REQUIRE(m.sensors.size() == 5);
  CHECK(sensor(m, "Inlet Air").upper_warning == 42);
  CHECK(sensor(m, "Inlet Air").upper_critical == 47);
  CHECK(sensor(m, "PSU1").state == "ok");
  CHECK(sensor(m, "PSU2").state == "critical");
  CHECK(sensor(m, "PSU2").detail == "Presence detected, Power Supply AC lost");
  CHECK(sensor(m, "PS Redundancy").detail == "Redundancy Lost");
  CHECK_FALSE(sensor(m, "Fan 9").value);
}

TEST_CASE("ipmitool sdr -v: asserted states, not those that could be") {
  const Machine m = read_text(
      "Sensor ID              : Power Redundancy (0x2)\n Sensor Type (Discrete): Power Unit (0x09)\n"
      " States Asserted       : Power Unit\n                         [Fully Redundant]\n"
      " Assertions Enabled    : Power Unit\n                         [Redundancy Lost]\n\n"
      "Sensor ID              : CPU Temp (0x3)\n Sensor Reading        : 58 (+/- 1) degrees C\n Status                "
      ": ok\n"
      " Upper critical        : 95.000\n");
  REQUIRE(m.sensors.size() == 2);
  CHECK(sensor(m, "Power Redundancy").state == "ok");
  CHECK(sensor(m, "CPU Temp").value == 58);
  CHECK(sensor(m, "CPU Temp").upper_critical == 95);
}

TEST_CASE("ipmitool sel list: asserted and ended, with and without a clock") {
  const Machine m = read_text(
      " 1 | 03/04/2026 | 05:06:07 | Power Supply #0x3b | Power Supply AC lost | Asserted\n"
      " 2 | 03/04/2026 | 05:06:07 | Power Supply #0x3b | Power Supply AC lost | Asserted\n"
      " 3 | 03/04/2026 | 05:08:00 | Power Supply #0x3b | Power Supply AC lost | Deasserted\n"
      " e |  Pre-Init  |0000000093| System ACPI Power State #0xd5 | S0/G0: working | Asserted\n");
  REQUIRE(m.bmc_log.size() == 3);
  CHECK(m.bmc_log[0].repeats == 2);
  CHECK(m.bmc_log[1].asserted == false);
  CHECK_FALSE(m.bmc_log[2].time);
  CHECK(m.bmc_log[2].event == "S0/G0: working");
}

TEST_CASE("lm-sensors: limits of the chip count, alarms of board controllers do not") {
  const Machine m = read_text(
      "coretemp-isa-0000\nAdapter: ISA adapter\nPackage id 0: +101.0\xc2\xb0"
      "C  (high = +80.0\xc2\xb0"
      "C, crit = +100.0\xc2\xb0"
      "C)\n\n"
      "nct6798-isa-0290\nAdapter: ISA adapter\nfan4:             0 RPM  (min =    0 RPM)\n"
      "AUXTIN1:       +127.0\xc2\xb0"
      "C  (crit = +90.0\xc2\xb0"
      "C)  ALARM\n\n"
      "nvme-pci-0100\nAdapter: PCI adapter\nComposite:    +44.9\xc2\xb0"
      "C  (low  =  -0.1\xc2\xb0"
      "C, high = +84.8\xc2\xb0"
      "C)\n"
      "                       (crit = +89.8\xc2\xb0"
      "C)\n");
  REQUIRE(m.sensors.size() == 4);
  CHECK(sensor(m, "Package id 0").state == "critical");
  CHECK_FALSE(sensor(m, "AUXTIN1").state);
  CHECK(sensor(m, "fan4").value == 0);
  CHECK_FALSE(sensor(m, "fan4").state);
  CHECK(sensor(m, "Composite").upper_critical == doctest::Approx(89.8));
  CHECK(sensor(m, "Composite").state == "ok");
}

TEST_CASE("prose and tables that only look like sensors are none") {
  CHECK(read_text("| Fan1 | 1200 RPM | ok |\n").sensors.empty());
  CHECK(read_text("name | what | ok\n").sensors.empty());
  CHECK(read_text("1 | 2024 | x | y | z\n").bmc_log.empty());
}

TEST_CASE("sensor lists have an end") {
  std::string many, log;
  for (int i = 0; i < 5000; ++i) {
    many += "Temp " + std::to_string(i) + " | 20 degrees C | ok\n";
    log += "1 | 03/04/2026 | 05:06:07 | Fan #" + std::to_string(i) + " | Lower Critical going low | Asserted\n";
  }
  CHECK(read_text(many).sensors.size() == 2000);
  CHECK(read_text(log).bmc_log.size() == 2000);
  CHECK(read_text(log).bmc_log.back().sensor == "Fan #4999");
}

}  // namespace planner::machine
