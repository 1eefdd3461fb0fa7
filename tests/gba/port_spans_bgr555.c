/* A marked function where the span functions of 15-bit pictures lie: present in fast memory while such a
 * picture is open. */
#include "tests/gba/port_spans.h"

RS_HOT uint32_t port_span_bgr555(uint32_t x) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < x; i++) sum += port_span_helper(i) * 3;
    return sum + 15;
}
