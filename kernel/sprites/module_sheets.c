/* Sheets of the image, held while a scene plays. */
#include <string.h>

#include "kernel/sprites/module_internal.h"
#include "rom/check.h"

static ox_status hold_images(ox_sprites *s, sprites_sheet *sheet) {
    const uint32_t count = ox_sheet_images(sheet->chunk);
    if (count == 0) return OX_OK; /* a sheet without frames */
    sheet->images = OX_PUSH(s->host->resident, const rs_image *, count);
    if (sheet->images == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        sheet->images[i] = ox_resource_image(s->host->resources, ox_sheet_image(sheet->chunk, i));
    return OX_OK;
}

ox_status ox_sprites_hold_sheets(ox_sprites *s) {
    ox_arena *resident = s->host->resident;
    const uint32_t count = ox_stock_list(s->host->stock, ROM_TAG_SHEET, NULL, 0);
    s->sheet_count = 0;
    memset(s->seen_frames, 0, sizeof s->seen_frames);
    if (count == 0) return OX_OK;
    s->sheets = OX_PUSH(resident, sprites_sheet, count);
    uint32_t *ids = OX_PUSH(resident, uint32_t, count);
    if (s->sheets == NULL || ids == NULL) return OX_OUT_OF_MEMORY;
    const uint32_t listed = ox_stock_list(s->host->stock, ROM_TAG_SHEET, ids, count);
    for (uint32_t i = 0; i < listed; i++) {
        const uint8_t *chunk = ox_resource_data(s->host->resources, ids[i], ROM_TAG_SHEET, "sheet");
        if (chunk == NULL || !rom_has(chunk, ROM_SHEET_NAME)) continue;
        sprites_sheet *sheet = &s->sheets[s->sheet_count++];
        *sheet = (sprites_sheet){.name = rom_word(chunk + ROM_SHEET_NAME), .chunk = chunk};
        const ox_status status = hold_images(s, sheet);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}

static const sprites_sheet *find_sheet(const ox_sprites *s, ox_id name, uint16_t *seen) {
    if (*seen < s->sheet_count && s->sheets[*seen].name == name) return &s->sheets[*seen];
    for (uint32_t i = 0; i < s->sheet_count; i++) {
        if (s->sheets[i].name != name) continue;
        *seen = (uint16_t)i;
        return &s->sheets[i];
    }
    return NULL;
}

const sprites_sheet *ox_sprites_sheet(ox_sprites *s, ox_sprite *sprite) {
    const sprites_sheet *sheet = find_sheet(s, sprite->sheet, &sprite->seen_sheet);
    if (sheet == NULL) s->missing++;
    if (sheet == NULL && !s->told_missing) {
        s->told_missing = true;
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "a sprite's sheet #%08x is missing; a checkered square stands in for it",
                     (unsigned)sprite->sheet);
    }
    return sheet;
}

bool ox_sprites_book(ox_sprites *s, ox_sprite *sprite, const sprites_sheet **sheet, ox_flip_book *book) {
    *sheet = sprite->animation == OX_ID_NONE ? NULL : find_sheet(s, sprite->sheet, &sprite->seen_sheet);
    if (*sheet == NULL) return false;
    if (ox_sheet_book_is((*sheet)->chunk, sprite->seen_book, sprite->animation, book)) return true;
    const int number = ox_sheet_find((*sheet)->chunk, sprite->animation, book);
    if (number >= 0) sprite->seen_book = (uint16_t)number;
    if (number < 0 && !s->told_animation) {
        s->told_animation = true;
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "a sprite is to play the animation #%08x, which its sheet #%08x does not have",
                     (unsigned)sprite->animation, (unsigned)sprite->sheet);
    }
    return number >= 0;
}

/* ---- for others ---- */

const uint8_t *ox_sheet_of(const ox_module_host *host, ox_id name) {
    const ox_sprites *s = ox_sprites_of(host);
    uint16_t seen = 0;
    const sprites_sheet *sheet = s == NULL ? NULL : find_sheet(s, name, &seen);
    return sheet == NULL ? NULL : sheet->chunk;
}

const rs_image *ox_sheet_picture(const ox_module_host *host, ox_id name, uint32_t image) {
    const ox_sprites *s = ox_sprites_of(host);
    uint16_t seen = 0;
    const sprites_sheet *sheet = s == NULL ? NULL : find_sheet(s, name, &seen);
    return sheet == NULL || image >= ox_sheet_images(sheet->chunk) ? NULL : sheet->images[image];
}
