// SPDX-License-Identifier: Apache-2.0
//
// hash_accel's memory channels as RoCC's mem: a requestor of Rocket's SimpleHellaCacheIF, which stands
// between each RoCC and the data cache, and repeats what the cache refuses (s2_nack).
//
//   Subset       What is sent
//   reads        M_XRD of a whole word, at its address
//   writes       M_XWR of 1, 2, 4 or 8 bytes, naturally aligned: a word with other strobes takes
//                several, one after the answer to the other; data are repeated over the word
//   addresses    virtual (phys is 0), of the privilege of the instruction
//   tag          of a place for the answer, of which there are Outstanding
//   answers      by tag, in any order, taken in their cycle; one for each read and each write
//   s2_xcpt      in the second cycle behind a request: it has failed, and no answer comes
//
// Reads and writes that are there together take turns; what is offered stays until it is taken. The
// place waits with the data until the accelerator takes them.

`default_nettype none

module rocc_memory
  import rocc_pkg::*;
#(
  parameter  int unsigned AddrWidth   = 40,
  parameter  int unsigned RdTagWidth  = 1,
  parameter  int unsigned WrTagWidth  = 1,
  parameter  int unsigned TagWidth    = 6,
  parameter  int unsigned Outstanding = 4
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  rd_req_valid_i,
  output logic                  rd_req_ready_o,
  input  logic [AddrWidth-1:0]  rd_req_addr_i,
  input  logic [RdTagWidth-1:0] rd_req_tag_i,

  output logic                  rd_rsp_valid_o,
  input  logic                  rd_rsp_ready_i,
  output logic [RdTagWidth-1:0] rd_rsp_tag_o,
  output logic [XLen-1:0]       rd_rsp_data_o,
  output logic                  rd_rsp_error_o,

  input  logic                  wr_req_valid_i,
  output logic                  wr_req_ready_o,
  input  logic [AddrWidth-1:0]  wr_req_addr_i,
  input  logic [WordBytes-1:0]  wr_req_strb_i,
  input  logic [XLen-1:0]       wr_req_data_i,
  input  logic [WrTagWidth-1:0] wr_req_tag_i,

  output logic                  wr_rsp_valid_o,
  input  logic                  wr_rsp_ready_i,
  output logic [WrTagWidth-1:0] wr_rsp_tag_o,
  output logic                  wr_rsp_error_o,

  output logic                  req_valid_o,
  input  logic                  req_ready_i,
  output logic [AddrWidth-1:0]  req_addr_o,
  output logic [TagWidth-1:0]   req_tag_o,
  output logic [4:0]            req_cmd_o,
  output logic [1:0]            req_size_o,
  output logic [XLen-1:0]       req_data_o,
  output logic [WordBytes-1:0]  req_mask_o,
  input  logic                  resp_valid_i,
  input  logic [TagWidth-1:0]   resp_tag_i,
  input  logic [XLen-1:0]       resp_data_i,
  input  logic                  s2_xcpt_i
);

  if (Outstanding < 1 || Outstanding > 32) begin : gen_bad_outstanding
    $fatal(1, "rocc_memory: Outstanding is %0d; 1 to 32 are allowed", Outstanding);
  end
  if (TagWidth < 1 || 2 ** TagWidth < Outstanding) begin : gen_bad_tag_width
    $fatal(1, "rocc_memory: TagWidth is %0d; as many bits as count Outstanding = %0d are allowed",
           TagWidth, Outstanding);
  end

  localparam int unsigned PlaceWidth = accel_pkg::index_width(Outstanding);
  localparam int unsigned AskWidth   = (RdTagWidth > WrTagWidth) ? RdTagWidth : WrTagWidth;

  typedef logic [PlaceWidth-1:0] index_t;

  typedef struct packed {
    logic                used;
    logic                answered;
    logic                write;
    logic                part;   // of a write that has more: the accelerator is not told
    logic                error;
    logic [AskWidth-1:0] tag;    // the accelerator's
    logic [XLen-1:0]     data;
  } place_t;

  typedef struct packed {
    logic   valid;
    index_t place;
  } stage_t;

  place_t place_q[Outstanding];

  // Requests

  logic                 stalled_q, write_q, write, may_write, room, issue;
  index_t               free, place, free_q;
  logic [WordBytes-1:0] left_q, left;  // bytes of a word that are to be written
  piece_t               piece;
  logic                 part, split_q, part_used_q, part_error_q;

  assign left      = split_q ? left_q : wr_req_strb_i;
  assign piece     = first_piece(left);
  assign part      = left != piece.mask;
  assign may_write = wr_req_valid_i && !part_used_q;
  assign write     = stalled_q ? write_q : may_write && (!rd_req_valid_i || !write_q);

  always_comb begin
    room = 1'b0;
    free = '0;
    for (int unsigned i = 0; i < Outstanding; i++) begin
      if (!place_q[i].used) begin
        room = 1'b1;
        free = index_t'(i);
      end
    end
  end
  assign place = stalled_q ? free_q : free;  // another one may become free meanwhile

  assign req_valid_o = room && (write ? may_write : rd_req_valid_i);
  assign issue       = req_valid_o && req_ready_i;
  assign req_addr_o  = write ? {wr_req_addr_i[AddrWidth-1:3], piece.offset} : rd_req_addr_i;
  assign req_tag_o   = TagWidth'(place);
  assign req_cmd_o   = write ? Store : Load;
  assign req_size_o  = write ? piece.size : 2'd3;
  assign req_data_o  = write ? repeated(wr_req_data_i, piece.offset, piece.size) : '0;
  assign req_mask_o  = write ? piece.mask : '1;

  assign rd_req_ready_o = issue && !write;
  assign wr_req_ready_o = issue && write && !part;

  // What is under way. An exception comes two cycles behind its request.

  stage_t s1_q, s2_q;
  index_t answered;
  logic   failed;

  assign failed   = s2_q.valid && s2_xcpt_i;
  assign answered = index_t'(resp_tag_i);

  // Answers

  index_t read, read_q, written;
  logic   held_q, read_taken, part_ended, part_error;

  always_comb begin
    rd_rsp_valid_o = 1'b0;
    wr_rsp_valid_o = 1'b0;
    part_ended     = 1'b0;
    part_error     = 1'b0;
    read           = '0;
    written        = '0;
    for (int unsigned i = 0; i < Outstanding; i++) begin
      if (place_q[i].answered) begin
        if (!place_q[i].write) begin
          rd_rsp_valid_o = 1'b1;
          read           = index_t'(i);
        end else if (place_q[i].part) begin
          part_ended = 1'b1;
          part_error = place_q[i].error;
        end else begin
          wr_rsp_valid_o = 1'b1;
          written        = index_t'(i);
        end
      end
    end
    if (held_q) read = read_q;  // what is offered stays
  end

  assign rd_rsp_tag_o   = place_q[read].tag[RdTagWidth-1:0];
  assign rd_rsp_data_o  = place_q[read].data;
  assign rd_rsp_error_o = place_q[read].error;
  assign wr_rsp_tag_o   = place_q[written].tag[WrTagWidth-1:0];
  assign wr_rsp_error_o = place_q[written].error;
  assign read_taken     = rd_rsp_valid_o && rd_rsp_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q    <= 1'b0;
      write_q      <= 1'b0;
      free_q       <= '0;
      split_q      <= 1'b0;
      left_q       <= '0;
      part_used_q  <= 1'b0;
      part_error_q <= 1'b0;
      held_q       <= 1'b0;
      read_q       <= '0;
      s1_q         <= '0;
      s2_q         <= '0;
    end else begin
      stalled_q <= req_valid_o && !req_ready_i;
      free_q    <= place;
      if (req_valid_o) write_q <= write;
      if (issue && write) begin
        split_q <= part;
        left_q  <= part ? left & ~piece.mask : '0;
      end
      if (issue && write && part) part_used_q <= 1'b1;
      else if (part_ended)        part_used_q <= 1'b0;
      if (part_ended)                   part_error_q <= part_error_q || part_error;
      else if (issue && write && !part) part_error_q <= 1'b0;
      held_q <= rd_rsp_valid_o && !rd_rsp_ready_i;
      read_q <= read;
      s1_q   <= '{valid: issue, place: place};
      s2_q   <= s1_q;
    end
  end

  for (genvar i = 0; i < Outstanding; i++) begin : gen_place
    localparam index_t Own = index_t'(i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        place_q[i] <= '0;
      end else if (issue && place == Own) begin
        place_q[i] <= '{
          used:     1'b1,
          answered: 1'b0,
          write:    write,
          part:     write && part,
          error:    write && !part && part_error_q,
          tag:      write ? AskWidth'(wr_req_tag_i) : AskWidth'(rd_req_tag_i),
          data:     '0
        };
      end else if (resp_valid_i && answered == Own) begin
        place_q[i].answered <= 1'b1;
        if (!place_q[i].write) place_q[i].data <= resp_data_i;
      end else if (failed && s2_q.place == Own) begin
        place_q[i].answered <= 1'b1;
        place_q[i].error    <= 1'b1;
      end else if (place_q[i].answered
                   && (place_q[i].part || (place_q[i].write ? written == Own
                                                            : read_taken && read == Own))) begin
        place_q[i] <= '0;
      end
    end
  end

  // Writes are of whole words, and answers to them are taken at once.
  logic unused;
  assign unused = ^{wr_req_addr_i[2:0], wr_rsp_ready_i, resp_tag_i};

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  WordAddress_A : assert property (@(posedge clk_i)
      !(rd_req_valid_i && rd_req_addr_i[2:0] != '0) && !(wr_req_valid_i && wr_req_addr_i[2:0] != '0))
  else $error("rocc_memory: an address is not a word's");
  SomeByte_A : assert property (@(posedge clk_i) wr_req_valid_i |-> wr_req_strb_i != '0)
  else $error("rocc_memory: a write has no byte");
  WriteAnswerTaken_A : assert property (@(posedge clk_i) wr_rsp_valid_o |-> wr_rsp_ready_i)
  else $error("rocc_memory: an answer to a write is not taken");
  PlaceAsked_A : assert property (@(posedge clk_i)
      resp_valid_i |-> place_q[answered].used && !place_q[answered].answered)
  else $error("rocc_memory: an answer to nothing that waits");

  Turns_C : cover property (@(posedge clk_i) issue && rd_req_valid_i && may_write);
  Full_C : cover property (@(posedge clk_i) rd_req_valid_i && !room);
  Split_C : cover property (@(posedge clk_i) issue && write && part);
  Held_C : cover property (@(posedge clk_i) rd_rsp_valid_o && !rd_rsp_ready_i);
  Together_C : cover property (@(posedge clk_i) resp_valid_i && failed);
  PartError_C : cover property (@(posedge clk_i) part_ended && part_error);
  ReadError_C : cover property (@(posedge clk_i) rd_rsp_valid_o && rd_rsp_error_o);
  WriteError_C : cover property (@(posedge clk_i) wr_rsp_valid_o && wr_rsp_error_o);
`endif

endmodule

`default_nettype wire
