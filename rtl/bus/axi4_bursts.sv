// SPDX-License-Identifier: Apache-2.0
//
// Reads of words, sent as bursts. A read joins the burst before it, if that one has not been sent,
// where it reads the next word of the same 4 KiB and its tag is one more: as for the words of a
// block. The highest bit of a tag is a flag, and no read joins behind one that has it. A burst waits
// no longer than reads come and the port takes none.
//
// All have one ID, so that data comes in order; the tag of each burst waits for it.

`default_nettype none

module axi4_bursts #(
  parameter  int unsigned AddrWidth   = 32,
  parameter  int unsigned Width       = 64,
  parameter  int unsigned TagWidth    = 2,
  parameter  int unsigned Burst       = 16,  // beats, at most
  parameter  int unsigned Outstanding = 4    // bursts under way, at most
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Reads
  input  logic                 req_valid_i,
  output logic                 req_ready_o,
  input  logic [AddrWidth-1:0] req_addr_i,
  input  logic [TagWidth-1:0]  req_tag_i,
  // Bursts
  output logic                 arvalid_o,
  input  logic                 arready_i,
  output logic [AddrWidth-1:0] araddr_o,
  output logic [7:0]           arlen_o,
  // Data: a beat is taken
  input  logic                 beat_i,
  input  logic                 last_i,
  output logic [TagWidth-1:0]  tag_o
);

  if (TagWidth < 2) begin : gen_bad_tag_width
    $fatal(1, "axi4_bursts: TagWidth is %0d; 2 and more are allowed", TagWidth);
  end
  if (Burst < 2 || Burst > 256) begin : gen_bad_burst
    $fatal(1, "axi4_bursts: Burst is %0d; 2 to 256 are allowed", Burst);
  end
  if (Outstanding < 2 || Outstanding > 64) begin : gen_bad_outstanding
    $fatal(1, "axi4_bursts: Outstanding is %0d; 2 to 64 are allowed", Outstanding);
  end

  localparam int unsigned OfsWidth = $clog2(Width / 8);
  localparam int unsigned LenWidth = $clog2(Burst);

  typedef logic [11-OfsWidth:0] place_t;  // of a word in its 4 KiB

  typedef struct packed {
    logic                flag;  // of a burst: of its last read
    logic [TagWidth-2:0] count;
  } tag_t;

  // The last read, which waits until it is in a burst, and the burst

  logic                 read_q, follows_q, taken, burst_q, joins, leaves, port_ready, tags_ready;
  logic [AddrWidth-1:0] read_addr_q, burst_addr_q;
  tag_t                 req_tag, read_tag_q, burst_tag_q;
  logic [LenWidth-1:0]  len_q;
  place_t               place, next_place;

  assign req_tag     = req_tag_i;
  assign req_ready_o = !read_q || taken;
  assign place       = req_addr_i[11:OfsWidth];
  assign next_place  = read_addr_q[11:OfsWidth] + 1'b1;

  assign joins  = read_q && follows_q && burst_q && len_q != LenWidth'(Burst - 1);
  assign leaves = burst_q && !joins && port_ready && tags_ready;
  assign taken  = joins || leaves || !burst_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q       <= 1'b0;
      follows_q    <= 1'b0;
      read_addr_q  <= '0;
      read_tag_q   <= '0;
      burst_q      <= 1'b0;
      burst_addr_q <= '0;
      burst_tag_q  <= '0;
      len_q        <= '0;
    end else begin
      if (req_ready_o) read_q <= req_valid_i;
      if (req_ready_o && req_valid_i) begin
        read_addr_q <= req_addr_i;
        read_tag_q  <= req_tag;
        follows_q   <= place == next_place && place != '0
                       && req_addr_i[AddrWidth-1:12] == read_addr_q[AddrWidth-1:12]
                       && req_tag.count == read_tag_q.count + 1'b1 && !read_tag_q.flag;
      end
      if (joins) begin
        burst_tag_q.flag <= read_tag_q.flag;
        len_q            <= len_q + 1'b1;
      end else if (taken) begin
        burst_q      <= read_q;
        burst_addr_q <= read_addr_q;
        burst_tag_q  <= read_tag_q;
        len_q        <= '0;
      end
    end
  end

  logic [LenWidth-1:0] len;
  stream_register #(.Width(AddrWidth + LenWidth)) u_address (
    .clk_i,
    .rst_ni,
    .valid_i  (leaves),
    .ready_o  (port_ready),
    .payload_i({burst_addr_q, len_q}),
    .valid_o  (arvalid_o),
    .ready_i  (arready_i),
    .payload_o({araddr_o, len})
  );
  assign arlen_o = 8'(len);

  // The tags of the bursts, and of the beat that comes next

  logic                           current_q, waits, next;
  tag_t                           tag_q, waiting_tag;
  logic [$clog2(Outstanding)-1:0] unused_level;

  bus_fifo #(
    .Depth    (Outstanding - 1),
    .payload_t(tag_t)
  ) u_tags (
    .clk_i,
    .rst_ni,
    .valid_i  (leaves),
    .ready_o  (tags_ready),
    .payload_i(burst_tag_q),
    .valid_o  (waits),
    .ready_i  (next),
    .payload_o(waiting_tag),
    .level_o  (unused_level)
  );

  assign next  = !current_q || (beat_i && last_i);
  assign tag_o = {tag_q.flag && last_i, tag_q.count};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      current_q <= 1'b0;
      tag_q     <= '0;
    end else if (next) begin
      current_q <= waits;
      tag_q     <= waiting_tag;
    end else if (beat_i) begin
      tag_q.count <= tag_q.count + 1'b1;
    end
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  BeatHasBurst_A : assert property (@(posedge clk_i) beat_i |-> current_q)
  else $error("axi4_bursts: data comes that was not asked for");
  JoinsLater_A : assert property (@(posedge clk_i) !(joins && leaves))
  else $error("axi4_bursts: a read joins a burst that leaves");

  Full_C : cover property (@(posedge clk_i) leaves && len_q == LenWidth'(Burst - 1));
  Alone_C : cover property (@(posedge clk_i) leaves && len_q == '0 && !read_q);
  PortWaits_C : cover property (@(posedge clk_i) joins && arvalid_o && !arready_i);
  TagsWait_C : cover property (@(posedge clk_i) burst_q && !joins && port_ready && !tags_ready);
  PageEnds_C : cover property (@(posedge clk_i) req_valid_i && req_ready_o && read_q && place == '0
      && next_place == '0);
`endif

endmodule

`default_nettype wire
