/* Two functions that share one place in fast memory, for the test of such overlays. */
#ifndef OXCART_TESTS_GBA_PORT_SPANS_H
#define OXCART_TESTS_GBA_PORT_SPANS_H

#include <stdint.h>

#include "raster/hot.h"

uint32_t port_span_pal8(uint32_t x);
uint32_t port_span_bgr555(uint32_t x);
uint32_t port_span_helper(uint32_t x); /* lies in the cartridge; gives x + 1 */

#endif
