// SPDX-License-Identifier: Apache-2.0
//
// The accelerator, controlled over <@ control.title @>, with memory on
// <@ memory.title @>.
//
// <@ control.block @> has the registers of hash_accel.rdl. Parameters are those of <@ memory.inner @>.

`default_nettype none

module <@ name @>
  import accel_pkg::*;
#(
  parameter  int unsigned Units          = 1,
  parameter  int unsigned RoundsPerCycle = 1,
  parameter  int unsigned Stages         = 1,
  parameter  int unsigned Contexts       = 1,
  parameter  int unsigned Width          = 64,
  parameter  int unsigned Buffers        = (Contexts < 4) ? Contexts : 4,
  parameter  int unsigned AddrWidth      = 32,
  parameter  int unsigned Queue          = 0,
  parameter  int unsigned Completions    = 2,
  parameter  bit          Resume         = 1'b0,
  parameter  bit          Chain          = 1'b0,
  parameter  int unsigned Fold           = keccak_pkg::FoldNone,
<% for parameter, value in memory.parameters %>
  parameter  int unsigned <@ "%-14s"|format(parameter) @> = <@ value @>,
<% endfor %>
  localparam int unsigned WordBytes      = Width / 8<@ "," if memory.locals @>
<% for local, value in memory.locals %>
  localparam int unsigned <@ "%-14s"|format(local) @> = <@ value @><@ "," if not loop.last @>
<% endfor %>
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

<% for direction, range, port in control.ports %>
  <@ "%-6s"|format(direction) @> logic <@ "%-16s"|format(range) @> <@ port @>,
<% endfor %>
  output logic                  irq_o,

<% for direction, range, port in memory.ports %>
  <@ "%-6s"|format(direction) @> logic <@ "%-16s"|format(range) @> <@ port @><@ "," if not loop.last @>
<% endfor %>
);

  hash_accel_regs_pkg::hash_accel_regs__in_t  regs_in;
  hash_accel_regs_pkg::hash_accel_regs__out_t regs_out;

  <@ control.block @> u_regs (
    .clk     (clk_i),
    .arst_n  (rst_ni),
    .hwif_in (regs_in),
    .hwif_out(regs_out),
<% for direction, range, port in control.ports %>
    .<@ port @><@ "," if not loop.last @>
<% endfor %>
  );

  <@ memory.inner @> #(
    .Units         (Units),
    .RoundsPerCycle(RoundsPerCycle),
    .Stages        (Stages),
    .Contexts      (Contexts),
    .Width         (Width),
    .Buffers       (Buffers),
    .AddrWidth     (AddrWidth),
    .Queue         (Queue),
    .Completions   (Completions),
    .Resume        (Resume),
    .Chain         (Chain),
<% for parameter, value in memory.parameters %>
    .<@ "%-14s"|format(parameter) @>(<@ parameter @>),
<% endfor %>
    .Fold          (Fold)
  ) u_<@ memory.module @> (
    .clk_i,
    .rst_ni,
    .regs_o(regs_in),
    .regs_i(regs_out),
    .irq_o,
<% for direction, range, port in memory.ports %>
    .<@ port @><@ "," if not loop.last @>
<% endfor %>
  );

endmodule

`default_nettype wire
