/* Fills the page of the player for browsers. */
#include "tools/play/export_web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/web/export.h"
#include "tools/image/chunk.h"
#include "tools/import/base/base64.h"
#include "tools/import/base/deflate.h"

/* Where a text begins among bytes; NULL when the bytes do not hold it. */
static const uint8_t *find(const uint8_t *data, size_t size, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= size; i++) {
        if (data[i] == (uint8_t)text[0] && memcmp(data + i, text, length) == 0) return data + i;
    }
    return NULL;
}

bool export_is_program(const uint8_t *player, size_t size, const char *head, size_t head_size,
                       const char *magic) {
    return size > head_size && memcmp(player, head, head_size) == 0 && find(player, size, magic) != NULL;
}

/* Writes bytes as a zlib stream in base64. */
static bool put_packed(writer *out, const uint8_t *data, size_t size) {
    uint8_t *packed = NULL;
    size_t bytes = 0;
    if (!import_deflate_zlib(data, size, &packed, &bytes)) return false;
    char *letters = malloc(IMPORT_BASE64_LENGTH(bytes) + 1);
    bool done = letters != NULL;
    if (done) {
        import_base64_encode(packed, bytes, letters);
        writer_bytes(out, letters, strlen(letters));
    }
    free(letters);
    free(packed);
    return done;
}

/* Writes one of the texts of the image's info as HTML. */
static void put_info(writer *out, const rom_image *image, uint32_t field, const char *otherwise) {
    rom_chunk info;
    const uint8_t *text = (const uint8_t *)otherwise;
    uint32_t length = (uint32_t)strlen(otherwise);
    if (rom_find(image, rom_id("info"), ROM_TAG_INFO, &info) && rom_u32(info.data + field + 4) != 0) {
        text = info.data + rom_u32(info.data + field);
        length = rom_u32(info.data + field + 4);
    }
    for (uint32_t i = 0; i < length; i++) {
        uint8_t c = text[i] < ' ' ? ' ' : text[i];
        const char *entity = c == '&'   ? "&amp;"
                             : c == '<' ? "&lt;"
                             : c == '>' ? "&gt;"
                             : c == '"' ? "&quot;"
                                        : NULL;
        if (entity != NULL)
            writer_bytes(out, entity, strlen(entity));
        else
            writer_u8(out, c);
    }
}

bool export_web_page(const uint8_t *page, size_t page_size, const uint8_t *player, size_t size,
                     const writer *cartridge, const rom_image *image, writer *out) {
    enum { TITLE, PLAYER, SAVES, CARTRIDGE, WORDS };
    static const char *const words[WORDS] = {"@TITLE@", "@PLAYER@", "@SAVES@", "@CARTRIDGE@"};
    bool done = true;
    for (int i = 0; done && i < WORDS; i++) { /* words in their order in the page */
        const uint8_t *at = find(page, page_size, words[i]);
        if (at == NULL) return false;
        writer_bytes(out, page, (size_t)(at - page));
        if (i == TITLE) put_info(out, image, ROM_INFO_TITLE, "Oxcart");
        if (i == PLAYER) done = put_packed(out, player, size);
        if (i == SAVES) {
            put_info(out, image, ROM_INFO_AUTHOR, "");
            writer_u8(out, '/');
            put_info(out, image, ROM_INFO_TITLE, "");
        }
        if (i == CARTRIDGE) done = put_packed(out, cartridge->data, cartridge->size);
        page_size -= (size_t)(at - page) + strlen(words[i]);
        page = at + strlen(words[i]);
    }
    writer_bytes(out, page, page_size);
    return done && !out->failed;
}
