/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands of the driver's run. Digests are by hashlib and PyCryptodome, as the titles say.
 */
#ifndef VECTORS_H
#define VECTORS_H

#include "hash_accel.h"

#include <stddef.h>

typedef struct {
  const char *title;
  hash_accel_command_t command;
  hash_accel_status_t expected;
  const uint8_t *message; /* NULL: there is none to put into memory */
  const uint8_t *digest;  /* NULL: none is expected */
} vector_t;

<% macro bytes(data) %>
<% for row in data|batch(16) %>
<@ "   " @><% for byte in row %><@ " 0x%02x,"|format(byte) @><% endfor %>

<% endfor %>
<% endmacro %>
<% for each in commands if each.error == "OK" %>
<% set at = commands.index(each) %>
<% if each.message %>
static const uint8_t message_<@ at @>[] = {
<@ bytes(each.message) -@>
};
<% endif %>
static const uint8_t digest_<@ at @>[] = {
<@ bytes(each.digest) -@>
};
<% endfor %>

static const vector_t vectors[] = {
<% for each in commands %>
<% set ok = each.error == "OK" %>
    {"<@ each.title @>",
     {.message = <@ "0x%x"|format(each.place) @>, .output = <@ "0x%x"|format(each.output) @>, .message_bytes = <@ each.message|length @>, .output_bytes = <@ each.digest|length @>,
      .algorithm = (hash_accel_algorithm_t)<@ each.code @>, .domain = <@ "0x%02x"|format(each.domain) @>},
     HASH_ACCEL_<@ "OK" if ok else "ERROR_" ~ each.error @>,
     <@ "message_%d"|format(loop.index0) if ok and each.message else "NULL" @>,
     <@ "digest_%d"|format(loop.index0) if ok else "NULL" @>},
<% endfor %>
};

#endif
