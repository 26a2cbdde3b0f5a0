// SPDX-License-Identifier: Apache-2.0
//
// Drives the ports of bus_checks.sv as --jobs says: a line per cycle, `name value` for each port
// that is not zero (hexadecimal).

#include <functional>
#include <map>

#include "../../src/hashfab/measure/harness/common.h"
#include "Vbus_checks.h"

namespace {

void run(const hashfab::Options& options) {
  hashfab::Bench<Vbus_checks> bench(options);
  Vbus_checks& top = bench.top();
  std::map<std::string, std::function<void(uint64_t)>> ports;
#define PORT(name) ports[#name] = [&top](uint64_t value) { top.name##_i = value; }
  PORT(awid);
  PORT(awaddr);
  PORT(awlen);
  PORT(awsize);
  PORT(awburst);
  PORT(awvalid);
  PORT(awready);
  PORT(wdata);
  PORT(wstrb);
  PORT(wlast);
  PORT(wvalid);
  PORT(wready);
  PORT(bid);
  PORT(bresp);
  PORT(bvalid);
  PORT(bready);
  PORT(arid);
  PORT(araddr);
  PORT(arlen);
  PORT(arsize);
  PORT(arburst);
  PORT(arvalid);
  PORT(arready);
  PORT(rid);
  PORT(rdata);
  PORT(rresp);
  PORT(rlast);
  PORT(rvalid);
  PORT(rready);
  PORT(lite_awaddr);
  PORT(lite_awprot);
  PORT(lite_awvalid);
  PORT(lite_awready);
  PORT(lite_wdata);
  PORT(lite_wstrb);
  PORT(lite_wvalid);
  PORT(lite_wready);
  PORT(lite_bresp);
  PORT(lite_bvalid);
  PORT(lite_bready);
  PORT(lite_araddr);
  PORT(lite_arprot);
  PORT(lite_arvalid);
  PORT(lite_arready);
  PORT(lite_rdata);
  PORT(lite_rresp);
  PORT(lite_rvalid);
  PORT(lite_rready);
  PORT(psel);
  PORT(penable);
  PORT(pwrite);
  PORT(pprot);
  PORT(paddr);
  PORT(pwdata);
  PORT(pstrb);
  PORT(pready);
  PORT(wb_cyc);
  PORT(wb_stb);
  PORT(wb_we);
  PORT(wb_adr);
  PORT(wb_sel);
  PORT(wb_dat_w);
  PORT(wb_stall);
  PORT(wb_ack);
  PORT(wb_err);
  PORT(obi_req);
  PORT(obi_gnt);
  PORT(obi_addr);
  PORT(obi_we);
  PORT(obi_be);
  PORT(obi_wdata);
  PORT(obi_aid);
  PORT(obi_rvalid);
  PORT(obi_rready);
  PORT(obi_err);
  PORT(obi_rdata);
  PORT(obi_rid);
  PORT(av_read);
  PORT(av_write);
  PORT(av_address);
  PORT(av_byteenable);
  PORT(av_writedata);
  PORT(av_waitrequest);
  PORT(av_readdatavalid);
  PORT(av_writeresponsevalid);
  PORT(av_response);
  PORT(tl_a_valid);
  PORT(tl_a_ready);
  PORT(tl_a_opcode);
  PORT(tl_a_param);
  PORT(tl_a_size);
  PORT(tl_a_source);
  PORT(tl_a_place);
  PORT(tl_a_mask);
  PORT(tl_a_corrupt);
  PORT(tl_d_valid);
  PORT(tl_d_ready);
  PORT(tl_d_opcode);
  PORT(tl_d_param);
  PORT(tl_d_size);
  PORT(tl_d_source);
  PORT(tl_d_denied);
  PORT(tl_d_data);
  PORT(tl_d_corrupt);
  PORT(rocc_cmd_valid);
  PORT(rocc_cmd_ready);
  PORT(rocc_cmd_xd);
  PORT(rocc_cmd_rd);
  PORT(rocc_cmd_opcode);
  PORT(rocc_resp_valid);
  PORT(rocc_resp_ready);
  PORT(rocc_resp_rd);
  PORT(rocc_resp_data);
  PORT(rocc_req_valid);
  PORT(rocc_req_ready);
  PORT(rocc_req_addr);
  PORT(rocc_req_tag);
  PORT(rocc_req_cmd);
  PORT(rocc_req_size);
  PORT(rocc_mem_valid);
  PORT(rocc_mem_tag);
  PORT(rocc_s2_nack);
  PORT(rocc_s2_xcpt);
  PORT(rocc_busy);
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
