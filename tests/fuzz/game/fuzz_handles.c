/* Restores handle tables from any bytes. A table that is restored must work: every slot is taken once and given
 * back. */
#include <stdlib.h>
#include <string.h>

#include "kernel/handle/handle.h"

enum { SLOTS = 12 };

static bool read_number(void *context, void *object, const uint8_t *bytes) {
    (void)context;
    memcpy(object, bytes, 1);
    return bytes[0] != 0xEE;
}
static void write_number(void *context, const void *object, uint8_t *bytes) {
    (void)context;
    memcpy(bytes, object, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const ox_handles_codec codec = {1, write_number, read_number, NULL};
    static _Alignas(8) uint8_t memory[1024];
    static uint8_t image[1024];
    if (size < 2) return 0;
    ox_handles_config config = {.capacity = SLOTS, .size = 4, .form = data[0] % 3, .options = data[1] % 8};
    ox_handles table;
    if (ox_handles_init(&table, &config, memory, sizeof memory) != OX_OK) abort();
    /* A head that fits is put in front of the input: without it nearly every input would be refused. */
    size_t bytes = size - 2 > sizeof image - 20 ? sizeof image - 20 : size - 2;
    uint8_t head[20];
    if (ox_handles_save(&table, &codec, image, sizeof image) != OX_OK) abort();
    memcpy(head, image, sizeof head);
    memcpy(image, head, sizeof head);
    memcpy(image + sizeof head, data + 2, bytes);
    if (ox_handles_restore(&table, &codec, image, sizeof head + bytes) != OX_OK) return 0;
    uint32_t used = table.used, walked = 0;
    for (uint32_t h = ox_handles_first(&table); h != 0; h = ox_handles_next(&table, h), walked++) {
        if (ox_handles_try_get(&table, h) == NULL) abort();
    }
    if (walked != used) abort();
    while (ox_handles_acquire(&table, NULL) != 0) used++;
    if (used > SLOTS || used + table.retired < SLOTS) abort();
    ox_handles_clear(&table);
    if (table.used != 0) abort();
    return 0;
}
