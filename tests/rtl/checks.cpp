// SPDX-License-Identifier: Apache-2.0
//
// Drives the ports of checks.sv as --jobs says: a line per cycle, `name value` for each port that
// is not zero (hexadecimal).

#include <functional>
#include <map>

#include "../../src/hashfab/measure/harness/common.h"
#include "Vchecks.h"

namespace {

void run(const hashfab::Options& options) {
  hashfab::Bench<Vchecks> bench(options);
  Vchecks& top = bench.top();
  std::map<std::string, std::function<void(uint64_t)>> ports;
#define PORT(name) ports[#name] = [&top](uint64_t value) { top.name##_i = value; }
  PORT(valid);
  PORT(ready);
  PORT(payload);
  PORT(open);
  PORT(open_tag);
  PORT(close);
  PORT(close_tag);
  PORT(req);
  PORT(gnt);
  PORT(addr);
  PORT(we);
  PORT(be);
  PORT(wdata);
  PORT(rvalid);
  PORT(issue_valid);
  PORT(issue_ready);
  PORT(issue_instr);
  PORT(issue_id);
  PORT(issue_accept);
  PORT(issue_writeback);
  PORT(rs);
  PORT(rs_valid);
  PORT(commit_valid);
  PORT(commit_id);
  PORT(commit_kill);
  PORT(result_valid);
  PORT(result_ready);
  PORT(result_id);
  PORT(result_data);
  PORT(result_rd);
  PORT(result_we);
#undef PORT
  for (const auto& [name, set] : ports) set(0);
  bench.reset();
  std::ifstream file(options.jobs);
  for (std::string line; std::getline(file, line);) {
    for (const auto& [name, set] : ports) set(0);
    std::istringstream fields(line);
    std::string name;
    uint64_t value = 0;
    while (fields >> name >> std::hex >> value) ports.at(name)(value);
    bench.settle();
    bench.tick();
  }
  hashfab::Json json;
  json.add("cycles", bench.cycle());
  json.print();
}

}  // namespace

int main(int argc, char** argv) { return hashfab::run_harness(argc, argv, run); }
