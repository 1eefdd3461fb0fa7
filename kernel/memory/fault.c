/* Faults on purpose: counting the calls that fail, and spoiling reads. */
#include "kernel/memory/fault.h"

bool ox_fault_strikes(ox_fault *fault, uint32_t tag) {
    if (fault == NULL || (fault->tag < OX_TAGS && fault->tag != tag)) return false;
    fault->calls++;
    if (fault->first == 0 || fault->calls < fault->first) return false;
    uint32_t beyond = fault->calls - fault->first;
    if (beyond != 0 && (fault->every == 0 || beyond % fault->every != 0)) return false;
    fault->struck++;
    return true;
}

size_t ox_fault_read(ox_fault *fault, ox_fault_kind kind, uint32_t tag, void *data, size_t bytes) {
    uint8_t *at = data;
    if (!ox_fault_strikes(fault, tag)) return bytes;
    if (kind == OX_FAULT_REFUSE) return 0;
    if (kind == OX_FAULT_SHORT) return bytes / 2;
    for (size_t i = fault->calls % (bytes < 16 ? (bytes == 0 ? 1 : (uint32_t)bytes) : 16u); i < bytes;
         i += 16) {
        at[i] = (uint8_t)(at[i] ^ 0xFFu);
    }
    return bytes;
}
