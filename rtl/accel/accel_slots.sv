// SPDX-License-Identifier: Apache-2.0
//
// The slots, one for each state that the units hold. Slot s is place s / Units of unit s % Units.
//
// Decided here: which slot the head of the queue gets. An idle one comes first, then one that has
// absorbed its last block and is still busy with it.

`default_nettype none

module accel_slots
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Buffers        = 1,
  parameter  int unsigned ChunkBytes     = 8,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned LenWidth       = 32,
  parameter  int unsigned IdWidth        = 4,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  bit          Abort          = 1'b0,
  parameter  type         abort_t        = logic,
  parameter  type         message_t      = logic,
  parameter  type         filled_t       = logic,
  parameter  type         absorbed_t     = logic,
  parameter  type         output_t       = logic,
  parameter  type         completion_t   = logic,
  localparam int unsigned Slots          = Units * Stages,
  localparam int unsigned CtxWidth       = index_width(Contexts)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Stages-1:0]   in_stage_i   [Stages],  // see accel_turn
  input  abort_t              abort_i,
  // Contexts
  input  logic                head_valid_i,
  input  logic [CtxWidth-1:0] head_ctx_i,
  output logic                head_bind_o,
  input  message_t            message_i    [Contexts],
  output absorbed_t           absorbed_o   [Slots],
  // Buffers
  input  logic [Buffers-1:0]  full_next_i,
  input  filled_t             filled_i     [Buffers],
  output logic [Buffers-1:0]  absorb_o     [Slots],
  output logic [Buffers-1:0]  absorb_data_o[Slots],
  output logic [Buffers-1:0]  absorb_high_o[Slots],
  output value_t              keep_o       [Slots],
  // Units
  output pass_t               pass_o       [Slots],
  // Writer
  output logic [Slots-1:0]    drain_next_o,
  output output_t             output_o     [Slots],
  input  output_step_t        output_step_i[Slots],
  // Completion
  output logic [Slots-1:0]    finish_o,
  output completion_t         completion_o [Slots]
);

  logic [Slots-1:0] unbound, idle, want, bind_slot;

  assign want        = ((unbound & idle) != '0) ? unbound & idle : unbound;
  assign bind_slot   = want & (~want + 1'b1) & {Slots{head_valid_i}};
  assign head_bind_o = bind_slot != '0;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    localparam int unsigned Place = s / Units;

    accel_slot #(
      .RoundsPerCycle(RoundsPerCycle),
      .Contexts      (Contexts),
      .Buffers       (Buffers),
      .ChunkBytes    (ChunkBytes),
      .AddrWidth     (AddrWidth),
      .LenWidth      (LenWidth),
      .IdWidth       (IdWidth),
      .Resume        (Resume),
      .Chain         (Chain),
      .Abort         (Abort),
      .abort_t       (abort_t),
      .message_t     (message_t),
      .filled_t      (filled_t),
      .absorbed_t    (absorbed_t),
      .output_t      (output_t),
      .completion_t  (completion_t)
    ) u_slot (
      .clk_i,
      .rst_ni,
      .tick_i       (in_stage_i[Stages-1][Place]),
      .tick_next_i  (Stages == 1 || in_stage_i[(Stages+Stages-2)%Stages][Place]),
      .abort_i,
      .unbound_o    (unbound[s]),
      .idle_o       (idle[s]),
      .bind_i       (bind_slot[s]),
      .bind_ctx_i   (head_ctx_i),
      .message_i,
      .full_next_i,
      .filled_i,
      .absorb_o     (absorb_o[s]),
      .absorb_data_o(absorb_data_o[s]),
      .absorb_high_o(absorb_high_o[s]),
      .keep_o       (keep_o[s]),
      .absorbed_o   (absorbed_o[s]),
      .pass_o       (pass_o[s]),
      .drain_next_o (drain_next_o[s]),
      .output_o     (output_o[s]),
      .output_step_i(output_step_i[s]),
      .finish_o     (finish_o[s]),
      .completion_o (completion_o[s])
    );
  end

`ifndef SYNTHESIS
  // All of these hold in reset, too.
  BindOne_A : assert property (@(posedge clk_i) $onehot0(bind_slot))
  else $error("accel_slots: a context gets two slots");
  for (genvar s = 0; s < Slots; s++) begin : gen_check
    for (genvar o = s + 1; o < Slots; o++) begin : gen_other
      ContextOnce_A : assert property (@(posedge clk_i)
          !unbound[s] && !unbound[o] |-> absorbed_o[s].ctx != absorbed_o[o].ctx)
      else $error("accel_slots: slots %0d and %0d have the same context", s, o);
    end
  end

  BindBusy_C : cover property (@(posedge clk_i) (bind_slot & ~idle) != '0);
`endif

endmodule

`default_nettype wire
