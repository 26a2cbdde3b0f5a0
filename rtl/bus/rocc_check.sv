// SPDX-License-Identifier: Apache-2.0
//
// Rules of RoCC at a coprocessor's port whose memory is a SimpleHellaCacheIF, after rocket-chip's
// tile/LazyRoCC.scala, rocket/HellaCache.scala and rocket/SimpleHellaCacheIF.scala. Both sides are
// watched. For simulation: bound to a port.

`default_nettype none

module rocc_check #(
  parameter int unsigned AddrWidth = 40,
  parameter int unsigned TagWidth  = 6,
  parameter int unsigned XLen      = 64
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 cmd_valid_i,
  input logic                 cmd_ready_i,
  input logic [6:0]           cmd_funct_i,
  input logic                 cmd_xd_i,
  input logic                 cmd_xs1_i,
  input logic                 cmd_xs2_i,
  input logic [4:0]           cmd_rd_i,
  input logic [6:0]           cmd_opcode_i,
  input logic [XLen-1:0]      cmd_rs1_i,
  input logic [XLen-1:0]      cmd_rs2_i,
  input logic [2:0]           cmd_privilege_i,  // dv, dprv
  input logic                 resp_valid_i,
  input logic                 resp_ready_i,
  input logic [4:0]           resp_rd_i,
  input logic [XLen-1:0]      resp_data_i,
  input logic                 req_valid_i,
  input logic                 req_ready_i,
  input logic [AddrWidth-1:0] req_addr_i,
  input logic [TagWidth-1:0]  req_tag_i,
  input logic [4:0]           req_cmd_i,
  input logic [1:0]           req_size_i,
  input logic [XLen-1:0]      req_data_i,
  input logic [2:0]           req_privilege_i,
  input logic                 mem_valid_i,      // a memory's answer
  input logic [TagWidth-1:0]  mem_tag_i,
  input logic                 s2_nack_i,
  input logic                 s2_xcpt_i,
  input logic                 busy_i
);

  if (!(XLen inside {32, 64})) begin : gen_bad_x_len
    $fatal(1, "rocc_check: XLen is %0d; 32, 64 are allowed", XLen);
  end

  localparam int unsigned CmdWidth = 7 + 3 + 5 + 7 + 2 * XLen + 3;
  localparam int unsigned ReqWidth = AddrWidth + TagWidth + 5 + 2 + XLen + 3;
  localparam logic [4:0]  Load     = 5'd0;
  localparam logic [4:0]  Store    = 5'd1;

  // What is offered stays until it is taken.
  stream_check #(.Width(CmdWidth)) u_cmd (
    .clk_i,
    .rst_ni,
    .valid_i  (cmd_valid_i),
    .ready_i  (cmd_ready_i),
    .payload_i({cmd_funct_i, cmd_xd_i, cmd_xs1_i, cmd_xs2_i, cmd_rd_i, cmd_opcode_i, cmd_rs1_i,
                cmd_rs2_i, cmd_privilege_i})
  );
  stream_check #(.Width(5 + XLen)) u_resp (
    .clk_i,
    .rst_ni,
    .valid_i  (resp_valid_i),
    .ready_i  (resp_ready_i),
    .payload_i({resp_rd_i, resp_data_i})
  );
  stream_check #(.Width(ReqWidth)) u_req (
    .clk_i,
    .rst_ni,
    .valid_i  (req_valid_i),
    .ready_i  (req_ready_i),
    .payload_i({req_addr_i, req_tag_i, req_cmd_i, req_size_i, req_data_i, req_privilege_i})
  );

  logic                   command, response, request, failed, awake_q;
  logic [31:0][7:0]       asked_q;   // responses that a register waits for
  logic [2**TagWidth-1:0] open_q;    // tags of requests without an answer
  logic [1:0]             age_q;     // requests of the last cycle, and of that before
  logic [TagWidth-1:0]    s1_tag_q, s2_tag_q;

  assign command  = cmd_valid_i && cmd_ready_i;
  assign response = resp_valid_i && resp_ready_i;
  assign request  = req_valid_i && req_ready_i;
  assign failed   = age_q[1] && s2_xcpt_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awake_q  <= 1'b0;
      asked_q  <= '0;
      open_q   <= '0;
      age_q    <= '0;
      s1_tag_q <= '0;
      s2_tag_q <= '0;
    end else begin
      awake_q  <= 1'b1;
      age_q    <= {age_q[0], request};
      s1_tag_q <= req_tag_i;
      s2_tag_q <= s1_tag_q;
      for (int unsigned r = 0; r < 32; r++) begin
        asked_q[r] <= asked_q[r] + 8'(command && cmd_xd_i && cmd_rd_i == 5'(r))
                      - 8'(response && resp_rd_i == 5'(r));
      end
      if (mem_valid_i) open_q[mem_tag_i] <= 1'b0;
      if (failed)      open_q[s2_tag_q]  <= 1'b0;
      if (request)     open_q[req_tag_i] <= 1'b1;
    end
  end

  ResetQuiet_A : assert property (@(posedge clk_i)
    awake_q || !(cmd_valid_i || resp_valid_i || req_valid_i || mem_valid_i))
  else $error("a command, a response or an access in reset");
  Opcode_A : assert property (@(posedge clk_i)
    !cmd_valid_i || cmd_opcode_i inside {7'h0b, 7'h2b, 7'h5b, 7'h7b})
  else $error("an instruction whose opcode %h is none of the four custom ones", cmd_opcode_i);
  ResponseDue_A : assert property (@(posedge clk_i)
    !resp_valid_i || asked_q[resp_rd_i] != '0)
  else $error("a response for register %0d, which waits for none", resp_rd_i);
  ResponseBusy_A : assert property (@(posedge clk_i) asked_q == '0 || busy_i)
  else $error("a response is due, and busy is low");
  MemoryBusy_A : assert property (@(posedge clk_i) !req_valid_i && open_q == '0 || busy_i)
  else $error("an access is under way, and busy is low");
  Access_A : assert property (@(posedge clk_i) !req_valid_i || req_cmd_i == Load || req_cmd_i == Store)
  else $error("an access of kind %0d, which is neither a load nor a store", req_cmd_i);
  Aligned_A : assert property (@(posedge clk_i)
    !req_valid_i || (req_addr_i & ((AddrWidth'(1) << req_size_i) - 1'b1)) == '0)
  else $error("an access of %0d bytes that is not aligned", 1 << req_size_i);
  TagFree_A : assert property (@(posedge clk_i) !request || !open_q[req_tag_i])
  else $error("an access of tag %0d, which another one has", req_tag_i);
  AnswerDue_A : assert property (@(posedge clk_i) !mem_valid_i || open_q[mem_tag_i])
  else $error("an answer of tag %0d, which no access has", mem_tag_i);
  AnswerOrException_A : assert property (@(posedge clk_i)
    !failed || (open_q[s2_tag_q] && !(mem_valid_i && mem_tag_i == s2_tag_q)))
  else $error("an exception of an access that has its answer");
  NoNack_A : assert property (@(posedge clk_i) !(age_q[1] && s2_nack_i))
  else $error("an access is refused; a SimpleHellaCacheIF repeats it and says nothing");

`ifndef SYNTHESIS
  Load_C : cover property (@(posedge clk_i) request && req_cmd_i == Load);
  Store_C : cover property (@(posedge clk_i) request && req_cmd_i == Store);
  Exception_C : cover property (@(posedge clk_i) failed);
`endif

endmodule

`default_nettype wire
