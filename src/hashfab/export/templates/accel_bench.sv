// SPDX-License-Identifier: Apache-2.0
//
// <@ top @> between a requester on its control bus and a memory. tb.sv drives it, and so does
// simulation.cpp.

`default_nettype none

module bench (
  input  wire        clk_i,
  input  wire        rst_ni,

  // An access to a register: see <@ module @>_master.
  input  wire        request_i,
  input  wire        write_i,
  input  wire [6:0]  addr_i,
  input  wire [31:0] wdata_i,
  output wire        done_o,
  output wire [31:0] rdata_o,
  output wire        error_o,
  output wire        irq_o,

  // A byte of the memory: see memory_model.
  input  wire        poke_i,
  input  wire [31:0] place_i,
  input  wire [7:0]  byte_i,
  output wire [7:0]  byte_o
);

<% for each in control_ports + memory_ports %>
  wire <@ "%-7s"|format("[%d:0]"|format(widths[each] - 1) if widths[each] > 1 else "") @> <@ each @>;
<% endfor %>

  <@ module @>_master u_master (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(request_i),
    .write_i  (write_i),
    .addr_i   (addr_i),
    .wdata_i  (wdata_i),
    .done_o   (done_o),
    .rdata_o  (rdata_o),
    .error_o  (error_o),
<% for each in control_ports %>
    .<@ each @>(<@ each @>)<@ "," if not loop.last @>
<% endfor %>
  );

<% if unseen %>
  // This memory looks at neither AxCACHE nor AxPROT.
<% endif %>
  <@ top @> u_dut (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
<% for each in control_ports %>
    .<@ each @>(<@ each @>),
<% endfor %>
    .irq_o (irq_o),
<% for each in unseen %>
    .<@ each @>(),
<% endfor %>
<% for each in memory_ports %>
    .<@ each @>(<@ each @>)<@ "," if not loop.last @>
<% endfor %>
  );

  memory_model #(
    .Width(<@ width @>),
<% if model == "axi4" %>
    .IdWidth(<@ widths.m_axi_arid @>),
<% endif %>
    .Base(<@ base @>),
    .Size(<@ size @>)
  ) u_memory (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
<% for each in memory_ports %>
    .s<@ each[1:] @>(<@ each @>),
<% endfor %>
    .poke_i (poke_i),
    .place_i(place_i),
    .byte_i (byte_i),
    .byte_o (byte_o)
  );

endmodule

`default_nettype wire
