// SPDX-License-Identifier: Apache-2.0
//
// hash_accel_regs on AXI4-Lite (Arm IHI 0022), its ports beside them those of other register
// blocks.
//
// What comes is in registers first: a read's address, a write's address and its data, each as it
// comes. The next access is chosen in a cycle and done in the one behind it; its answer is in
// registers, too. A read comes before a write. In the cycle behind a read no other one is due, so
// that neither waits for more than one access of the other.

`default_nettype none

module axi4_lite_regs (
  input  logic        clk,
  input  logic        arst_n,

  input  logic        s_axil_awvalid,
  output logic        s_axil_awready,
  input  logic [6:0]  s_axil_awaddr,
  input  logic [2:0]  s_axil_awprot,
  input  logic        s_axil_wvalid,
  output logic        s_axil_wready,
  input  logic [31:0] s_axil_wdata,
  input  logic [3:0]  s_axil_wstrb,
  output logic        s_axil_bvalid,
  input  logic        s_axil_bready,
  output logic [1:0]  s_axil_bresp,
  input  logic        s_axil_arvalid,
  output logic        s_axil_arready,
  input  logic [6:0]  s_axil_araddr,
  input  logic [2:0]  s_axil_arprot,
  output logic        s_axil_rvalid,
  input  logic        s_axil_rready,
  output logic [31:0] s_axil_rdata,
  output logic [1:0]  s_axil_rresp,

  input  hash_accel_regs_pkg::hash_accel_regs__in_t  hwif_in,
  output hash_accel_regs_pkg::hash_accel_regs__out_t hwif_out
);

  // Taken and not done
  logic        address_q, data_q, ask_q;
  logic [4:0]  write_index_q, read_index_q;  // of a word
  logic [31:0] bits_q;
  logic [3:0]  strb_q;
  // Done in this cycle
  logic        write_q, read_q;
  logic [4:0]  index_q;
  // Answered
  logic        written_q, found_q, refused_q, missing_q;
  logic [31:0] word_q;

  logic        write_due, read_due, read_ack, read_err, write_ack, write_err;
  logic        write_stall, read_stall;
  logic [31:0] enable, word;

  assign read_due  = ask_q && !read_q && !found_q;
  assign write_due = address_q && data_q && !write_q && !written_q;

  always_ff @(posedge clk or negedge arst_n) begin
    if (!arst_n) begin
      address_q     <= 1'b0;
      data_q        <= 1'b0;
      ask_q         <= 1'b0;
      write_index_q <= '0;
      read_index_q  <= '0;
      bits_q        <= '0;
      strb_q        <= '0;
      write_q       <= 1'b0;
      read_q        <= 1'b0;
      index_q       <= '0;
      written_q     <= 1'b0;
      found_q       <= 1'b0;
      refused_q     <= 1'b0;
      missing_q     <= 1'b0;
      word_q        <= '0;
    end else begin
      if (s_axil_awready) begin
        address_q     <= s_axil_awvalid;
        write_index_q <= s_axil_awaddr[6:2];
      end else if (write_q) begin
        address_q <= 1'b0;
      end
      if (s_axil_wready) begin
        data_q <= s_axil_wvalid;
        bits_q <= s_axil_wdata;
        strb_q <= s_axil_wstrb;
      end else if (write_q) begin
        data_q <= 1'b0;
      end
      if (s_axil_arready) begin
        ask_q        <= s_axil_arvalid;
        read_index_q <= s_axil_araddr[6:2];
      end else if (read_q) begin
        ask_q <= 1'b0;
      end

      read_q  <= read_due;
      write_q <= write_due && !read_due;
      index_q <= read_due ? read_index_q : write_index_q;

      if (write_q) begin
        written_q <= 1'b1;
        refused_q <= write_err;
      end else if (s_axil_bready) begin
        written_q <= 1'b0;
      end
      if (read_q) begin
        found_q   <= 1'b1;
        missing_q <= read_err;
        word_q    <= read_err ? '0 : word;
      end else if (s_axil_rready) begin
        found_q <= 1'b0;
      end
    end
  end

  assign enable = {{8{strb_q[3]}}, {8{strb_q[2]}}, {8{strb_q[1]}}, {8{strb_q[0]}}};

  hash_accel_regs u_regs (
    .clk,
    .arst_n,
    .hwif_in,
    .hwif_out,
    .s_cpuif_req         (read_q || write_q),
    .s_cpuif_req_is_wr   (write_q),
    .s_cpuif_addr        ({index_q, 2'b00}),
    .s_cpuif_wr_data     (bits_q),
    .s_cpuif_wr_biten    (enable),
    .s_cpuif_req_stall_wr(write_stall),
    .s_cpuif_req_stall_rd(read_stall),
    .s_cpuif_rd_ack      (read_ack),
    .s_cpuif_rd_err      (read_err),
    .s_cpuif_rd_data     (word),
    .s_cpuif_wr_ack      (write_ack),
    .s_cpuif_wr_err      (write_err)
  );

  assign s_axil_awready = !address_q;
  assign s_axil_wready  = !data_q;
  assign s_axil_arready = !ask_q;
  assign s_axil_bvalid  = written_q;
  assign s_axil_bresp   = {refused_q, 1'b0};
  assign s_axil_rvalid  = found_q;
  assign s_axil_rresp   = {missing_q, 1'b0};
  assign s_axil_rdata   = word_q;

  logic unused;
  assign unused = ^{s_axil_awprot, s_axil_awaddr[1:0], s_axil_arprot, s_axil_araddr[1:0],
                    read_ack, write_ack, write_stall, read_stall};

`ifndef SYNTHESIS
  AnswerNow_A : assert property (@(posedge clk)
    (!read_q || (read_ack && !read_stall)) && (!write_q || (write_ack && !write_stall)))
  else $error("axi4_lite_regs: the registers do not answer at once");
  OneAccess_A : assert property (@(posedge clk) !(read_q && write_q))
  else $error("axi4_lite_regs: two accesses at once");

  WriteWaits_C : cover property (@(posedge clk) write_due && read_due);
`endif

endmodule

`default_nettype wire
