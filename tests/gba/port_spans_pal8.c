/* A marked function where the span functions of 8-bit pictures lie: present in fast memory while such a
 * picture is open. */
#include "tests/gba/port_spans.h"

RS_HOT uint32_t port_span_pal8(uint32_t x) { return port_span_helper(x * 5) + 8; }
