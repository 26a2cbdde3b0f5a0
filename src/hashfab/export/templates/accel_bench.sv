// SPDX-License-Identifier: Apache-2.0
//
// <@ top @> between a requester on its control bus and a memory. tb.sv drives it, and so does
// simulation.cpp.

`default_nettype none

<% set prefix = "s_apb" if control == "apb4" else "s_axil" %>
<% set channels = ("psel penable pwrite pprot paddr pwdata pstrb pready prdata pslverr" if control == "apb4" else
  "awvalid awready awaddr awprot wvalid wready wdata wstrb bvalid bready bresp "
  ~ "arvalid arready araddr arprot rvalid rready rdata rresp").split() %>
<% set memory = ("awid awaddr awlen awsize awburst awvalid awready wdata wstrb wlast wvalid wready bid bresp bvalid bready "
  ~ "arid araddr arlen arsize arburst arvalid arready rid rdata rresp rlast rvalid rready").split() %>
module bench (
  input  wire        clk_i,
  input  wire        rst_ni,

  // An access to a register: see <@ module @>_master.
  input  wire        request_i,
  input  wire        write_i,
  input  wire [5:0]  addr_i,
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

<% macro declared(name) %>
  wire <@ "%-7s"|format("[%d:0]"|format(widths[name] - 1) if widths[name] > 1 else "") @> <@ name @>;
<% endmacro %>
<% for each in channels %>
<@ declared(prefix ~ "_" ~ each) -@>
<% endfor %>
<% for each in memory %>
<@ declared("m_axi_" ~ each) -@>
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
<% for each in channels %>
    .<@ prefix @>_<@ each @>(<@ prefix @>_<@ each @>)<@ "," if not loop.last @>
<% endfor %>
  );

  // Every access is normal memory, unprivileged and non-secure: nothing here looks at that.
  <@ top @> u_dut (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
<% for each in channels %>
    .<@ prefix @>_<@ each @>(<@ prefix @>_<@ each @>),
<% endfor %>
    .irq_o (irq_o),
    .m_axi_awcache(),
    .m_axi_awprot(),
    .m_axi_arcache(),
    .m_axi_arprot(),
<% for each in memory %>
    .m_axi_<@ each @>(m_axi_<@ each @>)<@ "," if not loop.last @>
<% endfor %>
  );

  memory_model #(
    .Width  (<@ widths.m_axi_wdata @>),
    .IdWidth(<@ widths.m_axi_arid @>),
    .Base   (<@ base @>),
    .Size   (<@ size @>)
  ) u_memory (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
<% for each in memory %>
    .s_axi_<@ each @>(m_axi_<@ each @>),
<% endfor %>
    .poke_i (poke_i),
    .place_i(place_i),
    .byte_i (byte_i),
    .byte_o (byte_o)
  );

endmodule

`default_nettype wire
