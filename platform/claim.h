/* plat_claim as every port does it: a bit for each thing that a machine has once. */
#ifndef OXCART_PLATFORM_CLAIM_H
#define OXCART_PLATFORM_CLAIM_H

#include "platform/platform.h"

static inline bool plat_claim_bit(uint8_t *claimed, plat_single what, bool claim) {
    uint8_t bit = (uint8_t)(1u << what);
    if (claim && (*claimed & bit) != 0) return false;
    *claimed = (uint8_t)(claim ? *claimed | bit : *claimed & ~bit);
    return true;
}

#endif
