/* What each port can hold: one table, from which come the constants of the C code, the records that checks
 * look into, and the text that a packer or a person reads.
 *
 *     OX_LIMIT_gba_main                        a constant: bytes of main memory of the GBA
 *     ox_limits_find("gba")->texture_side      the same at run time
 *     ox_limits_text(text, size)               "gba.main 262144" and so on, a line each
 *
 * A port is a line of OX_PORT_TABLE, a limit is a line of OX_LIMIT_TABLE; 0 means that the port has none of
 * it. 64-bit values because flash and desktops outgrow 32 bits; the smallest machine of the table has 128
 * bytes. */
#ifndef OXCART_KERNEL_MEMORY_LIMITS_H
#define OXCART_KERNEL_MEMORY_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/class.h"

/* Each limit: L(port, name, what it is). */
#define OX_LIMIT_TABLE(L, port)                                                                              \
    L(port, main, "bytes of main memory")                                                                    \
    L(port, fast, "bytes of fast memory")                                                                    \
    L(port, video, "bytes of video memory")                                                                  \
    L(port, save, "bytes of save memory")                                                                    \
    L(port, rom, "bytes of ROM")                                                                             \
    L(port, clock, "processor cycles a second")                                                              \
    L(port, width, "picture width")                                                                          \
    L(port, height, "picture height")                                                                        \
    L(port, pixel_formats, "pixel formats, a bit for each plat_format")                                      \
    L(port, pixel_bytes, "bytes of the largest pixel")                                                       \
    L(port, texture_side, "side of the largest texture")                                                     \
    L(port, vertex_bytes, "bytes of a mesh vertex")                                                          \
    L(port, mesh_vertices, "vertices of the largest mesh")                                                   \
    L(port, mesh_indices, "indices of the largest mesh")                                                     \
    L(port, alignment, "alignment of blocks")                                                                \
    L(port, dma_unit, "bytes that a DMA moves at a time")                                                    \
    L(port, cache_line, "bytes of a cache line")                                                             \
    L(port, texture_levels, "sizes of a texture, the smaller ones for distance included")                    \
    L(port, source_side, "side of the largest picture that is read")                                         \
    L(port, sound_rate, "samples a second of a sound")                                                       \
    L(port, sound_frames, "frames of the longest sound")                                                     \
    L(port, map_cells, "cells of the largest map")                                                           \
    L(port, codecs, "codecs, a bit for each number of rom/codec.h")                                          \
    L(port, chunk_bytes, "bytes of the largest chunk that is unpacked")                                      \
    L(port, features, "abilities, bits of platform/platform.h")

/* Each port: P(name, main, fast, video, save, rom, clock, width, height, formats, pixel bytes, texture side,
 * vertex bytes, mesh vertices, mesh indices, alignment, DMA unit, cache line, texture levels, source side, sound
 * rate, sound frames, map cells, codecs, chunk bytes, features). Features are what every machine of the kind
 * has, and what its port has code for and a player may plug in (speakers, a cartridge with memory that keeps). */
#define OX_PORT_TABLE(P)                                                                                     \
    P(gba, 262144, 32768, 98304, 65536, 33554432, 16777216, 240, 160, 5, 2, 1024, 14, 65535, 196605, 4, 4,   \
      0, 11, 16384, 32768, 4194304, 1048576, 231, 131072, 0x2C8)                                             \
    P(lm3s6965, 65536, 0, 0, 0, 262144, 50000000, 128, 64, 1, 1, 1024, 14, 65535, 196605, 4, 4, 0, 1, 16384, \
      8000, 131072, 65536, 231, 32768, 0x2C0)                                                                \
    P(mps2, 8388608, 0, 0, 32768, 8388608, 25000000, 1024, 1024, 15, 4, 1024, 14, 65535, 196605, 4, 4, 0,     \
      11, 16384, 48000, 4194304, 1048576, 231, 4194304, 0x2C8)                                               \
    P(desktop, 67108864, 0, 0, 1048576, 268435456, 1000000000, 1024, 1024, 15, 4, 2048, 14, 65535, 196605,   \
      16, 16, 64, 12, 16384, 65535, 16777216, 16777216, 231, 33554432, 0xFEF)                                \
    P(web, 67108864, 0, 0, 65536, 268435456, 1000000000, 1024, 1024, 15, 4, 2048, 14, 65535, 196605, 16,     \
      16, 64, 12, 16384, 65535, 16777216, 16777216, 231, 33554432, 0x42F)                                    \
    P(smallest, 128, 0, 0, 0, 4096, 1100000, 40, 192, 1, 1, 8, 14, 4, 12, 1, 0, 0, 1, 64, 4000, 256, \
      256, 1, 64, 0)

/* The machines that a cart may be packed for, for sentences. */
#define OX_LIMIT_PORTS "desktop, gba, lm3s6965, mps2, web"

typedef struct ox_limits {
    const char *port;
#define OX_LIMIT_FIELD(port, name, what) uint64_t name;
    OX_LIMIT_TABLE(OX_LIMIT_FIELD, port)
#undef OX_LIMIT_FIELD
} ox_limits;

/* The constants: OX_LIMIT_gba_main ... */
#define OX_PORT_CONSTANTS(port, main_, fast_, video_, save_, rom_, clock_, width_, height_, formats_,        \
                          pixel_, texture_, vertex_, vertices_, indices_, alignment_, dma_, cache_, levels_, \
                          source_, rate_, frames_, cells_, codecs_, chunk_, features_)                       \
    enum {                                                                                                   \
        OX_LIMIT_##port##_main = main_,                                                                      \
        OX_LIMIT_##port##_fast = fast_,                                                                      \
        OX_LIMIT_##port##_video = video_,                                                                    \
        OX_LIMIT_##port##_save = save_,                                                                      \
        OX_LIMIT_##port##_rom = rom_,                                                                        \
        OX_LIMIT_##port##_clock = clock_,                                                                    \
        OX_LIMIT_##port##_width = width_,                                                                    \
        OX_LIMIT_##port##_height = height_,                                                                  \
        OX_LIMIT_##port##_pixel_formats = formats_,                                                          \
        OX_LIMIT_##port##_pixel_bytes = pixel_,                                                              \
        OX_LIMIT_##port##_texture_side = texture_,                                                           \
        OX_LIMIT_##port##_vertex_bytes = vertex_,                                                            \
        OX_LIMIT_##port##_mesh_vertices = vertices_,                                                         \
        OX_LIMIT_##port##_mesh_indices = indices_,                                                           \
        OX_LIMIT_##port##_alignment = alignment_,                                                            \
        OX_LIMIT_##port##_dma_unit = dma_,                                                                   \
        OX_LIMIT_##port##_cache_line = cache_,                                                               \
        OX_LIMIT_##port##_texture_levels = levels_,                                                          \
        OX_LIMIT_##port##_source_side = source_,                                                             \
        OX_LIMIT_##port##_sound_rate = rate_,                                                                \
        OX_LIMIT_##port##_sound_frames = frames_,                                                            \
        OX_LIMIT_##port##_map_cells = cells_,                                                                \
        OX_LIMIT_##port##_codecs = codecs_,                                                                  \
        OX_LIMIT_##port##_chunk_bytes = chunk_,                                                              \
        OX_LIMIT_##port##_features = features_                                                               \
    };
OX_PORT_TABLE(OX_PORT_CONSTANTS)
#undef OX_PORT_CONSTANTS

/* Port `index`, NULL beyond the last; and by name, NULL when there is none. */
const ox_limits *ox_limits_at(uint32_t index);
const ox_limits *ox_limits_find(const char *port);

/* All of it as lines "port.limit value", for tools. Terminated; returns the characters that all of it needs.
 */
size_t ox_limits_text(char *text, size_t size);

/* Reads what ox_limits_text wrote about one port; false when a limit is missing or a line is none.
 * limits->port is `port`. */
FX_MUST_CHECK bool ox_limits_read(ox_limits *limits, const char *port, const char *text);

/* What broke a limit. */
typedef struct ox_limit_refusal {
    const char *port, *asset, *limit; /* limit: what it is */
    uint64_t value, most;
} ox_limit_refusal;

/* "texture/sheet: side of the largest texture is 2048 on gba, this has 4096". Terminated; returns the
 * characters. */
size_t ox_limit_refusal_text(const ox_limit_refusal *refusal, char *text, size_t size);

/* Checks for a packer and for loaders: OX_OK, or OX_OVER_BUDGET and *refusal (may be NULL). A level is what
 * one class of memory must hold at once; its alignment losses are the caller's to add. */
FX_MUST_CHECK ox_status ox_limits_check_texture(const ox_limits *limits, const char *asset, uint32_t width,
                                                uint32_t height, ox_limit_refusal *refusal);
FX_MUST_CHECK ox_status ox_limits_check_mesh(const ox_limits *limits, const char *asset, uint32_t vertices,
                                             uint32_t indices, ox_limit_refusal *refusal);
FX_MUST_CHECK ox_status ox_limits_check_level(const ox_limits *limits, const char *level, ox_class class,
                                              uint64_t bytes, ox_limit_refusal *refusal);
FX_MUST_CHECK ox_status ox_limits_check_sound(const ox_limits *limits, const char *asset, uint32_t rate,
                                              uint32_t frames, ox_limit_refusal *refusal);
FX_MUST_CHECK ox_status ox_limits_check_map(const ox_limits *limits, const char *asset, uint64_t cells,
                                            ox_limit_refusal *refusal);
FX_MUST_CHECK ox_status ox_limits_check_source(const ox_limits *limits, const char *asset, uint32_t width,
                                               uint32_t height, ox_limit_refusal *refusal);
FX_MUST_CHECK ox_status ox_limits_check_surface(const ox_limits *limits, const char *asset, uint32_t width,
                                                uint32_t height, uint32_t format,
                                                ox_limit_refusal *refusal);

#endif
