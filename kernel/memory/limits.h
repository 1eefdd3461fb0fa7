/* The limits of each port: one table, from which come the constants of the C code,
 *
 *     OX_LIMIT_gba_main                        bytes of main memory of the GBA
 *
 * and, in tools (tools/cart/limits.h), the records that a packer's checks look into and the text of them all.
 *
 * A port is a line of OX_PORT_TABLE, a limit is a line of OX_LIMIT_TABLE; 0 means that the port has none of that
 * kind. Values have 64 bits because flash and desktops outgrow 32 bits; the smallest machine of the table has 128
 * bytes. */
#ifndef OXCART_KERNEL_MEMORY_LIMITS_H
#define OXCART_KERNEL_MEMORY_LIMITS_H

/* The limits: L(port, name, description). */
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

/* The ports: P(name, main, fast, video, save, rom, clock, width, height, formats, pixel bytes, texture side, vertex
 * bytes, mesh vertices, mesh indices, alignment, DMA unit, cache line, texture levels, source side, sound rate, sound
 * frames, map cells, codecs, chunk bytes, features). Features are devices that every machine of the kind has, and
 * devices that its port has code for and a player may plug in (speakers, a cartridge with memory that keeps). */
#define OX_PORT_TABLE(P)                                                                                     \
    P(gba, 262144, 32768, 98304, 65536, 33554432, 16777216, 240, 160, 5, 2, 1024, 14, 65535, 196605, 4, 4,   \
      0, 11, 16384, 32768, 4194304, 1048576, 231, 131072, 0x2C8)                                             \
    P(lm3s6965, 65536, 0, 0, 0, 262144, 50000000, 128, 64, 1, 1, 1024, 14, 65535, 196605, 4, 4, 0, 1, 16384, \
      8000, 131072, 65536, 231, 32768, 0x2C0)                                                                \
    P(mps2, 8388608, 0, 0, 32768, 8388608, 25000000, 1024, 1024, 15, 4, 1024, 14, 65535, 196605, 4, 4, 0,    \
      11, 16384, 48000, 4194304, 1048576, 231, 4194304, 0x2C8)                                               \
    P(desktop, 67108864, 0, 0, 1048576, 268435456, 1000000000, 1024, 1024, 15, 4, 2048, 14, 65535, 196605,   \
      16, 16, 64, 12, 16384, 65535, 16777216, 16777216, 231, 33554432, 0xFEF)                                \
    P(web, 67108864, 0, 0, 65536, 268435456, 1000000000, 1024, 1024, 15, 4, 2048, 14, 65535, 196605, 16, 16, \
      64, 12, 16384, 65535, 16777216, 16777216, 231, 33554432, 0x42F)                                        \
    P(smallest, 128, 0, 0, 0, 4096, 1100000, 40, 192, 1, 1, 8, 14, 4, 12, 1, 0, 0, 1, 64, 4000, 256, 256, 1, \
      64, 0)

/* The machines that a cart may be packed for, as words of a sentence. */
#define OX_LIMIT_PORTS "desktop, gba, lm3s6965, mps2, web"

/* The constants of a port: OX_LIMIT_gba_main ... */
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

#endif
