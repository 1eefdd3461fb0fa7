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

rom_status rom_decode_with(const rom_decoding *d, rom_error *error) {
    const rom_cart_codec *found = own_codec(d->own, d->own_count, d->codec);
    if (found == NULL) return rom_decode(d->codec, d->packed, d->stored, d->data, d->size, error);
    if (found->scratch > 0 && (d->scratch == NULL || d->scratch_size < found->scratch)) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, 0, "codec %u needs %u bytes of scratch; hand it as many",
                        d->codec, found->scratch);
    }
    if (d->data == NULL) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, 0,
                        "codec %u is the cart's own and needs room for its output", d->codec, 0);
    }
    return found->decode(d->packed, d->stored, d->data, d->size, d->scratch, error);
}
