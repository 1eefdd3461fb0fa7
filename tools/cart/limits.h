/* What each machine can hold (kernel/memory/limits.h), at run time: the records of the table, its text, and the checks
 * of a packer.
 *
 *     limits_find("gba")->texture_side         the side of the largest texture there
 *     limits_text(text, size)                  "gba.main 262144" and so on, a line each */
#ifndef OXCART_TOOLS_CART_LIMITS_H
#define OXCART_TOOLS_CART_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/class.h"
#include "kernel/memory/limits.h"

typedef struct machine_limits {
    const char *port;
#define OX_LIMIT_FIELD(port, name, what) uint64_t name;
    OX_LIMIT_TABLE(OX_LIMIT_FIELD, port)
#undef OX_LIMIT_FIELD
} machine_limits;

/* The limits of port number `index`, NULL beyond the last; and of a port by name, NULL when there is none. */
const machine_limits *limits_at(uint32_t index);
const machine_limits *limits_find(const char *port);

/* The limits of all ports as lines "port.limit value", for tools. Terminated; returns the characters that the whole
 * text needs.
 */
size_t limits_text(char *text, size_t size);

/* Reads the lines of limits_text about one port; false when a limit is missing or a line has another form.
 * limits->port is `port`. */
FX_MUST_CHECK bool limits_read(machine_limits *limits, const char *port, const char *text);

/* Why something was refused: the asset and the limit that it exceeds. */
typedef struct limit_refusal {
    const char *port, *asset, *limit; /* limit: its description */
    uint64_t value, most;
} limit_refusal;

/* A refusal as text: "texture/sheet: side of the largest texture is 2048 on gba, this has 4096". Terminated; returns
 * the characters. */
size_t limit_refusal_text(const limit_refusal *refusal, char *text, size_t size);

/* Checks for a packer and for loaders: OX_OK, or OX_OVER_BUDGET and *refusal (may be NULL). A level is what
 * one class of memory must hold at once; its alignment losses are the caller's to add. */
FX_MUST_CHECK ox_status limits_check_texture(const machine_limits *limits, const char *asset, uint32_t width,
                                             uint32_t height, limit_refusal *refusal);
FX_MUST_CHECK ox_status limits_check_mesh(const machine_limits *limits, const char *asset, uint32_t vertices,
                                          uint32_t indices, limit_refusal *refusal);
FX_MUST_CHECK ox_status limits_check_level(const machine_limits *limits, const char *level, ox_class class,
                                           uint64_t bytes, limit_refusal *refusal);
FX_MUST_CHECK ox_status limits_check_sound(const machine_limits *limits, const char *asset, uint32_t rate,
                                           uint32_t frames, limit_refusal *refusal);
FX_MUST_CHECK ox_status limits_check_map(const machine_limits *limits, const char *asset, uint64_t cells,
                                         limit_refusal *refusal);
FX_MUST_CHECK ox_status limits_check_source(const machine_limits *limits, const char *asset, uint32_t width,
                                            uint32_t height, limit_refusal *refusal);
FX_MUST_CHECK ox_status limits_check_surface(const machine_limits *limits, const char *asset, uint32_t width,
                                             uint32_t height, uint32_t format, limit_refusal *refusal);

#endif
