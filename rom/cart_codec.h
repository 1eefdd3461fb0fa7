/* Unpacks with the console's codecs and with a cart's own: one call for all, with the scratch each declares.
 *
 *     static const rom_cart_codec own[] = {{8, 512, unpack_pictures}};
 *     status = rom_decode_with(own, 1, chunk.codec, chunk.data, chunk.stored, room, chunk.size, scratch, 512,
 * &error);
 *
 * The console leaves chunks with a cart's codec alone: it neither checks nor loads what they hold. */
#ifndef OXCART_ROM_CART_CODEC_H
#define OXCART_ROM_CART_CODEC_H

#include "rom/codec.h"

enum { ROM_CODEC_CART = 8 }; /* this number and those above it, up to 254, are the cart's own */

/* Unpacks `stored` bytes to exactly `size` at `data`: reads nothing outside the first, writes nothing outside
 * the second and `scratch`. On failure a status with the offset in `packed`. */
typedef rom_status rom_cart_decode(const uint8_t *packed, size_t stored, uint8_t *data, size_t size,
                                   void *scratch, rom_error *error);

typedef struct rom_cart_codec {
    uint32_t codec;   /* ROM_CODEC_CART to 254 */
    uint32_t scratch; /* bytes it needs beside its output */
    rom_cart_decode *decode;
} rom_cart_codec;

/* Bytes of scratch that a codec declares: 0 for each of the console's; 0 for unknown ones too. */
uint32_t rom_codec_scratch(const rom_cart_codec *own, uint32_t count, uint32_t codec);

/* As rom_decode, with the `count` codecs of `own` beside the console's, which they cannot replace. `scratch`
 * has `scratch_size` bytes and may be NULL when none are needed. ROM_UNKNOWN_CODEC too when the scratch is
 * too small; nothing was written then. data NULL is for the console's codecs alone. */
FX_MUST_CHECK rom_status rom_decode_with(const rom_cart_codec *own, uint32_t count, uint32_t codec,
                                         const void *packed, size_t stored, void *data, size_t size,
                                         void *scratch, size_t scratch_size, rom_error *error);

#endif
