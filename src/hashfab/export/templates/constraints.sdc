# SPDX-License-Identifier: Apache-2.0
#
# The clock of <@ top @>: its period is <@ clock.source @><@ ", of " ~ measured_of if measured_of and measured @>.
# A fifth of it is left to what drives the inputs, and to what the outputs drive.

set period <@ "%.3f"|format(clock.period_ns) @>
create_clock -name clk_i -period $period [get_ports clk_i]

set inputs [get_ports {
<% for port in ports if port.direction == "input" and port.name not in ("clk_i", "rst_ni") %>
  <@ port.name @><@ "[*]" if port.bits > 1 @>
<% endfor %>
}]
set_input_delay [expr {0.2 * $period}] -clock clk_i $inputs
set_output_delay [expr {0.2 * $period}] -clock clk_i [all_outputs]

# Its release is synchronised to the clock outside.
set_false_path -from [get_ports rst_ni]
