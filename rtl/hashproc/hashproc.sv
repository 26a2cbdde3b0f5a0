// SPDX-License-Identifier: Apache-2.0
//
// Programmable hash processor: MD5, SHA-1, SHA-2 and SHA-3 on one datapath (after Huo and Liu
// 2016). Its memories are outside; hashproc_system has both.
//
//   IF     the program memory is addressed        Perm  the operands are out, and permuted
//   ID     next address, operands' addresses      EX1   first half of a step; results are written
//   Mem    the data memory is addressed           EX2   second half
//
// Nothing between ID and EX2 moves while an instruction in ID waits for input or one in EX1 for the
// output. Both memories answer in the next cycle and hold what they read until they read again; a
// row that is read and written in one cycle gives its old bytes. See docs/hashproc.md.
//
// in_ready_o follows program_rdata_i; no other ready follows anything but its own channel.

`default_nettype none

module hashproc
  import hashproc_pkg::*;
  import isa_hashproc_pkg::instr_t;
(
  input  logic                             clk_i,
  input  logic                             rst_ni,

  // Host; see hashproc_host
  input  logic                             host_valid_i,
  output logic                             host_ready_o,
  input  logic                             host_we_i,
  input  logic [11:0]                      host_addr_i,
  input  logic [63:0]                      host_wdata_i,
  output logic [63:0]                      host_rdata_o,
  output logic                             busy_o,

  // Message blocks; see hashproc_input
  input  logic                             in_valid_i,
  output logic                             in_ready_o,
  input  logic [63:0]                      in_data_i,

  // Results
  output logic                             out_valid_o,
  input  logic                             out_ready_i,
  output logic [127:0]                     out_data_o,

  // Program memory
  output logic                             pm_re_o,
  output logic [1:0]                       pm_we_o,     // bits 79:64, 63:0
  output logic [7:0]                       pm_addr_o,
  output logic [63:0]                      pm_wdata_o,
  input  logic [79:0]                      pm_rdata_i,

  // Data memory: blocks of 16 byte lanes
  output logic [Blocks-1:0]                dm_re_o,
  output row_t [Blocks-1:0][LaneBytes-1:0] dm_raddr_o,
  input  line_t [Blocks-1:0]               dm_rdata_i,
  output logic [Blocks-1:0][LaneBytes-1:0] dm_we_o,
  output row_t [Blocks-1:0][LaneBytes-1:0] dm_waddr_o,
  output line_t [Blocks-1:0]               dm_wdata_o
`ifdef RVFI
  ,
  // For simulation: the instruction that leaves EX1, and what it finds there
  output logic                             rvfi_valid_o,
  output logic [7:0]                       rvfi_pc_o,
  output logic [4:0]                       rvfi_op_o,
  output logic [23:0][63:0]                rvfi_side1_o,  // wr, w[14..0], h..a
  output logic [26:0][63:0]                rvfi_side2_o,  // 0 ws vx v[14..1] c2 s2 c1 s1 pg..pa
  output logic [63:0]                      rvfi_kr_o,
  output logic [63:0]                      rvfi_mr_o
`endif
);

  logic   advance;
  instr_t instr;
  slot_t  id, mem_q, perm_q;
  assign instr = instr_t'(pm_rdata_i);

  // Host

  logic       start, configure, host_data_valid, host_data_ready;

  hashproc_host u_host (
    .host_valid_i,
    .host_ready_o,
    .host_we_i,
    .host_addr_i,
    .host_rdata_o,
    .busy_i      (busy_o),
    .start_o     (start),
    .configure_o (configure),
    .program_we_o(pm_we_o),
    .data_valid_o(host_data_valid),
    .data_ready_i(host_data_ready)
  );

  // IF and ID

  logic  valid, last, wait_input;
  pc_t   fetch_addr;
  addr_t k_addr, m_addr, d_addr;
  logic  halt, buffer, full;

  hashproc_sequencer u_sequencer (
    .clk_i,
    .rst_ni,
    .start_i  (start),
    .entry_i  (host_wdata_i[7:0]),
    .blocks_i (host_wdata_i[31:16]),
    .advance_i(advance),
    .instr_i  (instr),
    .done_i   (halt),
    .busy_o,
    .valid_o  (valid),
    .last_o   (last),
    .read_o   (pm_re_o),
    .addr_o   (fetch_addr)
  );
  assign pm_addr_o  = busy_o ? fetch_addr : host_addr_i[7:0];
  assign pm_wdata_o = host_wdata_i;

  hashproc_address u_address (
    .clk_i,
    .rst_ni,
    .step_i  (valid && advance),
    .instr_i (instr),
    .k_addr_o(k_addr),
    .m_addr_o(m_addr),
    .d_addr_o(d_addr)
  );

  hashproc_decode u_decode (
    .valid_i (valid),
    .instr_i (instr),
    .k_addr_i(k_addr),
    .m_addr_i(m_addr),
    .d_addr_i(d_addr),
    .buffer_i(buffer),
    .slot_o  (id)
  );

  assign wait_input = valid && instr.wait_input && !full;

  // Mem

  control_t control, control_q;
  message_t message;
  target_t  target_q;
  row_t     chain_row_q;
  word_t    k_q, k_word, m_word;

  hashproc_read u_read (
    .advance_i  (advance),
    .slot_i     (mem_q),
    .chain_i    (control_q.last),
    .chain_row_i(chain_row_q),
    .re_o       (dm_re_o),
    .rows_o     (dm_raddr_o)
  );

  // Perm

  hashproc_read_network u_k_network (
    .lower_i(dm_rdata_i[0]),
    .upper_i(dm_rdata_i[2]),
    .pick_i (perm_q.k.upper),
    .first_i(perm_q.k.addr[3:0]),
    .word_o (k_word)
  );
  hashproc_read_network u_m_network (
    .lower_i(dm_rdata_i[1]),
    .upper_i(dm_rdata_i[3]),
    .pick_i (perm_q.m.upper),
    .first_i(perm_q.m.addr[3:0]),
    .word_o (m_word)
  );
  hashproc_control u_control (
    .opcode_i   (perm_q.opcode),
    .m_given_i  (perm_q.m.given),
    .d_given_i  (perm_q.d.out || perm_q.d.store),
    .add_chain_i(perm_q.last),
    .control_o  (control),
    .message_o  (message)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mem_q       <= Bubble;
      perm_q      <= Bubble;
      control_q   <= '0;
      target_q    <= '0;
      chain_row_q <= '0;
      k_q         <= '0;
    end else if (advance) begin
      mem_q       <= id;
      perm_q      <= mem_q;
      control_q   <= control;
      target_q    <= perm_q.d;
      chain_row_q <= perm_q.chain + 1'b1;
      // K stays for an instruction without one.
      if (perm_q.k.given || control_q.clear) k_q <= perm_q.k.load ? k_word : '0;
    end
  end

  // EX1 and EX2

  line_t result;

  hashproc_ring u_ring (
    .clk_i,
    .rst_ni,
    .advance_i   (advance),
    .control_i   (control_q),
    .k_i         (k_q),
    .m_i         (m_word & {64{perm_q.m.load}}),
    .message_i   (message),
    .chain_i     (control.last),
    .chain_low_i (dm_rdata_i[ChainBlockLow]),
    .chain_high_i(dm_rdata_i[ChainBlockHigh]),
    .result_o    (result)
`ifdef RVFI
    ,
    .rvfi_side1_o,
    .rvfi_side2_o,
    .rvfi_mr_o
`endif
  );

  assign halt = control_q.halt && advance;

  // Results. A beat may leave while the instruction behind it waits for input.

  logic sent_q;
  assign out_valid_o = target_q.out && !sent_q;
  assign out_data_o  = result;
  assign advance     = !wait_input && (!out_valid_o || out_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= 1'b0;
    else         sent_q <= !advance && (sent_q || (out_valid_o && out_ready_i));
  end

  // Input, and what is written to data memory. A result is never an output and stored at once.

  logic  input_valid, input_ready, input_wide;
  addr_t input_addr;
  word_t input_word;

  hashproc_input u_input (
    .clk_i,
    .rst_ni,
    .configure_i(configure),
    .streams_i  (host_wdata_i[1:0]),
    .wide_i     (host_wdata_i[2]),
    .words_i    (host_wdata_i[7:3]),
    .swap_i     (host_wdata_i[8]),
    .in_valid_i,
    .in_ready_o,
    .in_data_i,
    .valid_o    (input_valid),
    .ready_i    (input_ready),
    .wide_o     (input_wide),
    .addr_o     (input_addr),
    .word_o     (input_word),
    .full_o     (full),
    .buffer_o   (buffer),
    .advance_i  (advance),
    .release_i  (valid && last && instr.release_input)
  );

  hashproc_write u_write (
    .store_i      (target_q.store && !wait_input),
    .store_block_i(target_q.block),
    .store_addr_i (target_q.addr),
    .result_i     (result),
    .input_i      (input_valid),
    .input_ready_o(input_ready),
    .input_wide_i (input_wide),
    .input_addr_i (input_addr),
    .input_word_i (input_word),
    .host_i       (host_data_valid),
    .host_ready_o (host_data_ready),
    .host_block_i (host_addr_i[7:6]),
    .host_index_i (host_addr_i[5:0]),
    .host_word_i  (host_wdata_i),
    .we_o         (dm_we_o),
    .rows_o       (dm_waddr_o),
    .lines_o      (dm_wdata_o)
  );

`ifdef RVFI
  typedef struct packed {
    logic       valid;
    pc_t        pc;
    logic [4:0] op;
  } trace_t;

  pc_t    rvfi_pc_q;
  trace_t rvfi_mem_q, rvfi_perm_q, rvfi_ex1_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rvfi_pc_q <= '0;
      {rvfi_mem_q, rvfi_perm_q, rvfi_ex1_q} <= '0;
    end else begin
      if (pm_re_o) rvfi_pc_q <= pm_addr_o;
      if (advance) begin
        rvfi_mem_q  <= '{valid: valid, pc: rvfi_pc_q, op: instr.opcode};
        rvfi_perm_q <= rvfi_mem_q;
        rvfi_ex1_q  <= rvfi_perm_q;
      end
    end
  end
  assign rvfi_valid_o = rvfi_ex1_q.valid && advance;
  assign rvfi_pc_o    = rvfi_ex1_q.pc;
  assign rvfi_op_o    = rvfi_ex1_q.op;
  assign rvfi_kr_o    = k_q;
`endif

`ifndef SYNTHESIS
  logic [Blocks-1:0] written;
  for (genvar i = 0; i < Blocks; i++) begin : gen_written
    assign written[i] = |dm_we_o[i];
  end

  OneWriter_A : assert property (@(posedge clk_i) $onehot0(written))
  else $error("blocks %b are written at once", written);
  OutOrStore_A : assert property (@(posedge clk_i) !(target_q.out && target_q.store))
  else $error("a result is both an output and stored");
  SentOnce_A : assert property (@(posedge clk_i) sent_q |-> target_q.out)
  else $error("a beat counts as sent and there is none");
  HostOneHot_A : assert property (@(posedge clk_i)
    $onehot0({start, configure, host_data_valid, pm_we_o}))
  else $error("a transfer of the host goes to several places");
  HaltEmpty_A : assert property (@(posedge clk_i) control_q.halt |-> !valid)
  else $error("an instruction is in ID behind HALT");

  WaitAndSend_C : cover property (@(posedge clk_i) wait_input && out_valid_o && out_ready_i);
  StoreWaits_C : cover property (@(posedge clk_i) wait_input && target_q.store);
  HostWaits_C : cover property (@(posedge clk_i) host_valid_i && !host_ready_o);
`endif

endmodule

`default_nettype wire
