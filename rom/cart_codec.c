/* Finds the codec among the console's and the cart's. */
#include "rom/cart_codec.h"

static const rom_cart_codec *own_codec(const rom_cart_codec *own, uint32_t count, uint32_t codec) {
    for (uint32_t i = 0; codec >= ROM_CODEC_CART && i < count; i++) {
        if (own[i].codec == codec) return &own[i];
    }
    return NULL;
}

uint32_t rom_codec_scratch(const rom_cart_codec *own, uint32_t count, uint32_t codec) {
    const rom_cart_codec *found = own_codec(own, count, codec);
    return found == NULL ? 0 : found->scratch;
}

rom_status rom_decode_with(const rom_cart_codec *own, uint32_t count, uint32_t codec, const void *packed,
                           size_t stored, void *data, size_t size, void *scratch, size_t scratch_size,
                           rom_error *error) {
    const rom_cart_codec *found = own_codec(own, count, codec);
    if (found == NULL) return rom_decode(codec, packed, stored, data, size, error);
    if (found->scratch > 0 && (scratch == NULL || scratch_size < found->scratch)) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, 0, "codec %u needs %u bytes of scratch; hand it as many",
                        codec, found->scratch);
    }
    if (data == NULL) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, 0,
                        "codec %u is the cart's own and needs room for its output", codec, 0);
    }
    return found->decode(packed, stored, data, size, scratch, error);
}
