/* The memory plan of a cart: what its image's budget says, as classes, clients and pools
 * (kernel/memory/class.h).
 *
 * Main memory is cut, from its low end, into
 *
 *     engine      the console's record, the tables of the plan, the recorder
 *     frame       the display list, once or twice
 *     resource    cache, streaming blocks, stream buffers, scratch: what the cart asks of them
 *     ...         the clients that the cart names, at the end that it names
 *     level       resident memory: what the cart asks for it, or else all that is left
 *
 * What a cart asks of fast memory is taken from the port's fast block; a machine that has none gives it out of its
 * main block, behind the budget, so that every cart gets the same bytes everywhere. The same holds for video memory.
 * Debug memory is there in debug builds alone and never counts against the rest.
 *
 * A plan that does not fit is refused before anything starts, and the sentence names the first item that
 * does not, in the order above, with what is needed and what is there. */
#ifndef OXCART_KERNEL_CONSOLE_PLAN_H
#define OXCART_KERNEL_CONSOLE_PLAN_H

#include "kernel/memory/class.h"
#include "kernel/memory/fault.h"
#include "kernel/module/capacity.h"
#include "platform/platform.h"
#include "rom/rom.h"

enum {
    OX_PLAN_OWN = 4,   /* clients of the console itself */
    OX_PLAN_NAME = 20, /* bytes of a client's name, its zero included */
    OX_PLAN_NAMED = OX_CLIENTS_MAX - OX_PLAN_OWN
};

/* Why a budget was refused. */
typedef struct ox_plan_refusal {
    /* the item without room: "main memory", "stream buffers", ...; a client's name lies in `name` */
    const char *item;
    char name[OX_PLAN_NAME];
    const char *why; /* NULL: too little memory; else why the budget makes no sense */
    uint64_t needed, available;
} ox_plan_refusal;

/* What the budget of an image says; fields that its version does not have are 0. */
typedef struct ox_rom_budget {
    const uint8_t *data; /* the BUDG chunk */
    uint32_t main, frame, frame_copies;
    uint32_t cache, block_bytes, block_count, stream_bytes, stream_count, scratch;
    uint32_t io_quota, decode_quota; /* bytes a step, 0: no limit */
    uint32_t stack, debug, needs;
    uint32_t classes, clients, kinds, handles; /* rows of the tables */
    const struct ox_module *const
        *modules; /* modules whose capacities count, too; not of the image; ended by NULL, or NULL */
} ox_rom_budget;

/* Reads a budget. OX_BAD_DATA when its tables do not lie inside the chunk. */
FX_MUST_CHECK ox_status ox_rom_budget_read(const rom_image *image, ox_rom_budget *budget);

/* Bytes that the cart asks of a class, 0 for none. */
uint32_t ox_rom_budget_class(const ox_rom_budget *budget, ox_class class);

/* The capacity that the cart declares for a table by its id; `otherwise` when the cart says nothing. */
uint32_t ox_rom_budget_capacity(const ox_rom_budget *budget, uint32_t table, uint32_t otherwise);

/* The number that the cart declares for a capacity by its name (kernel/module/capacity.h). */
uint32_t ox_rom_budget_capacity_of(const ox_rom_budget *budget, const ox_capacity *capacity,
                                   uint32_t otherwise);

/* Bytes of the tables of a plan for this budget, behind the console's record. */
size_t ox_plan_tables(const ox_rom_budget *budget);

/* Fills a plan; `engine` bytes are the console's own (tables and recorder included). `tables` has ox_plan_tables
 * bytes, aligned to 8. The plan is checked against the machine, whose blocks come back for ox_memory_open.
 * OX_OVER_BUDGET (the machine has less), OX_OUT_OF_MEMORY (the cart's own sum does not add up), OX_UNSUPPORTED (the
 * cart needs something that the machine does not have), OX_BAD_DATA; after these *refusal tells why. */
FX_MUST_CHECK ox_status ox_plan_make(const ox_rom_budget *budget, plat *platform, size_t engine, void *tables,
                                     ox_plan *plan, ox_memory_block blocks[OX_CLASSES],
                                     ox_plan_refusal *refusal);

/* Writes a refusal as text, "stream buffers: 40960 bytes are needed, 1234 are there", and returns the characters
 * written. */
size_t ox_plan_refusal_text(const ox_plan_refusal *refusal, char *text, size_t size);

#endif
