/* Unpacks with the console's codecs and with a cart's own: one call for all codecs, with the scratch each declares.
 *
 *     static const rom_cart_codec own[] = {{8, 512, unpack_pictures}};
 *     rom_decoding d = {.own = own, .own_count = 1, .codec = chunk.codec, .packed = chunk.data,
 *                       .stored = chunk.stored, .data = room, .size = chunk.size, .scratch = scratch,
 *                       .scratch_size = 512};
 *     status = rom_decode_with(&d, &error);
 *
 * The console leaves chunks with a cart's codec alone: it neither checks nor loads what they hold. */
#ifndef OXCART_ROM_CART_CODEC_H
#define OXCART_ROM_CART_CODEC_H

#include "rom/codec.h"

enum { ROM_CODEC_CART = 8 }; /* the numbers from this one to 254 are codecs of the cart */

/* Unpacks `stored` bytes to exactly `size` at `data`: reads nothing outside of the stored bytes, writes nothing
 * outside of `data` and `scratch`. On failure a status with the offset in `packed`. */
typedef rom_status rom_cart_decode(const uint8_t *packed, size_t stored, uint8_t *data, size_t size,
                                   void *scratch, rom_error *error);

typedef struct rom_cart_codec {
    uint32_t codec;   /* ROM_CODEC_CART to 254 */
    uint32_t scratch; /* bytes that the codec needs beside its output */
    rom_cart_decode *decode;
} rom_cart_codec;

/* Bytes of scratch that a codec declares: 0 for the console's codecs and for unknown ones. */
uint32_t rom_codec_scratch(const rom_cart_codec *own, uint32_t count, uint32_t codec);

typedef struct rom_decoding {
    const rom_cart_codec *own; /* the cart's codecs; they cannot replace the console's */
    uint32_t own_count;
    uint32_t codec;
    const void *packed; /* `stored` bytes */
    size_t stored;
    void *data; /* room for `size` bytes; NULL is for the console's codecs alone */
    size_t size;
    void *scratch; /* `scratch_size` bytes; NULL when the codec needs none */
    size_t scratch_size;
} rom_decoding;

/* As rom_decode. ROM_UNKNOWN_CODEC also when the scratch is too small; nothing is written then. */
FX_MUST_CHECK rom_status rom_decode_with(const rom_decoding *d, rom_error *error);

#endif
