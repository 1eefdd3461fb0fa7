/* Makes overlays by comparing two images chunk by chunk. */
#include "tools/pack/overlay.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/file/images.h"
#include "tools/convert/data_table.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"

enum { NAME_ROOM = 160 };

static int compare_keys(const rom_chunk *a, const rom_chunk *b) {
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    if (a->type != b->type) return a->type < b->type ? -1 : 1;
    return (a->variant > b->variant) - (a->variant < b->variant);
}

/* Whether chunks of a type follow from other chunks and are no content of their own. */
static bool is_derived(uint32_t type) { return type == ROM_TAG_NAMES; }

static void tell_chunk(FILE *told, const char *what, const rom_image *image, const rom_chunk *chunk) {
    char name[NAME_ROOM], type[5];
    if (told == NULL) return;
    chunk_name(image, chunk, name, sizeof name);
    chunk_type_name(chunk->type, type);
    fprintf(told, "%s %s %s", what, type, name);
    if (chunk->variant != 0) fprintf(told, " variant %04x", chunk->variant);
    fprintf(told, "\n");
}

/* Whether two chunks hold the same, with the same class and lifetime. */
static bool same_chunk(rom_chunk a, rom_chunk b) {
    uint8_t *owned_a = NULL, *owned_b = NULL;
    const uint32_t kept = ROM_ENTRY_CLASS | ROM_ENTRY_LIFETIME | ROM_ENTRY_SECTIONED;
    rom_status x = chunk_unpack(&a, &owned_a, NULL), y = chunk_unpack(&b, &owned_b, NULL);
    bool equal = x == y && a.size == b.size && a.stored == b.stored &&
                 memcmp(a.data, b.data, a.stored) == 0 && (a.flags & kept) == (b.flags & kept);
    free(owned_a);
    free(owned_b);
    return equal;
}

/* A package differs when it lists other chunks; their sizes follow from the image. */
static bool same_package(rom_chunk a, rom_chunk b) {
    const uint32_t count = rom_u32(a.data + ROM_PACKAGE_ITEM_COUNT);
    if (count != rom_u32(b.data + ROM_PACKAGE_ITEM_COUNT)) return false;
    const uint8_t *x = a.data + rom_u32(a.data + ROM_PACKAGE_ITEMS_AT),
                  *y = b.data + rom_u32(b.data + ROM_PACKAGE_ITEMS_AT);
    for (uint32_t i = 0; i < count; i++, x += ROM_PACKAGE_ITEM_SIZE, y += ROM_PACKAGE_ITEM_SIZE) {
        if (memcmp(x, y, ROM_PACKAGE_ITEM_STORED) != 0) return false;
    }
    return true;
}

/* Reduces a table in `out` to the rows that differ from the base's. */
static bool keep_rows(writer *out, rom_chunk base, const char *name, const char *file, tool_error *error) {
    uint8_t *owned = NULL;
    writer rows = {0};
    bool whole = true;
    writer_bytes(&rows, out->data, ROM_DATA_SIZE);
    if (!rows.failed) memset(rows.data + 4, 0, ROM_DATA_SIZE - 4);
    bool ok = ((base.flags & ROM_ENTRY_SECTIONED) != 0 || chunk_unpack(&base, &owned, NULL) != ROM_OK) ||
              data_table_difference(base.data, out->data, name, file, &rows, &whole, error);
    free(owned);
    if (ok && !whole) {
        writer_free(out);
        *out = rows;
        return true;
    }
    writer_free(&rows);
    if (ok && !out->failed) /* a whole table replaces the base's, instead of joining its rows */
        writer_put_u32(out, ROM_DATA_FLAGS,
                       rom_u32(out->data + ROM_DATA_FLAGS) & ~(uint32_t)ROM_DATA_EXTENSIBLE);
    return ok;
}

/* Adds a chunk; `base` is the chunk that it replaces, or NULL. Of an extensible table only the rows that differ are
 * added. */
static bool add_chunk(assembly *a, const rom_image *image, const rom_chunk *base, rom_chunk chunk,
                      const char *file, tool_error *error) {
    rom_error fault;
    uint8_t *owned;
    char name[NAME_ROOM];
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    if (status != ROM_OK && status != ROM_UNKNOWN_TYPE) {
        free(owned);
        return chunk_wrong(error, file, &chunk, &fault);
    }
    chunk_name(image, &chunk, name, sizeof name);
    writer *out = name[0] == '#' ? assemble_add_id(a, chunk.id, chunk.type, chunk.stored)
                                 : assemble_add(a, name, chunk.type, chunk.stored);
    bool ok = out != NULL && !out->failed;
    if (ok) memcpy(out->data, chunk.data, chunk.stored);
    if (ok && base != NULL && chunk.type == ROM_TAG_DATA) ok = keep_rows(out, *base, name, file, error);
    if (!ok) {
        if (out == NULL || out->failed) import_error_memory(error, file);
        free(owned);
        return false;
    }
    assemble_class(a, chunk.flags & ROM_ENTRY_CLASS);
    assemble_life(a, (uint32_t)(chunk.flags & ROM_ENTRY_LIFETIME) >> ROM_ENTRY_LIFETIME_SHIFT);
    assemble_variant(a, chunk.variant);
    if ((chunk.flags & ROM_ENTRY_SECTIONED) != 0) assemble_sectioned(a);
    free(owned);
    return true;
}

/* Whether chunks of a type describe a cart as a whole. */
static bool is_of_all(uint32_t type) {
    return type == ROM_TAG_INFO || type == ROM_TAG_BUDGET || type == ROM_TAG_DEPENDENCIES ||
           type == ROM_TAG_PALETTE;
}

/* Whether y may take the place of x; false after a sentence. */
static bool may_replace(const rom_chunk *x, const rom_chunk *y, const char *name, bool part, const char *file,
                        tool_error *error) {
    rom_chunk a = *x, b = *y;
    uint8_t *owned_a = NULL, *owned_b = NULL;
    bool ok = true;
    if (y->type == ROM_TAG_BUDGET)
        return import_error_file(
            error, file,
            "the base asks the machine for another budget, which an overlay cannot change; "
            "give the cart the base's, or pack it whole");
    if (part && y->type == ROM_TAG_PALETTE)
        return import_error_file(error, file, "the base has another palette; pack the cart whole");
    if (chunk_unpack(&a, &owned_a, NULL) == ROM_OK && chunk_unpack(&b, &owned_b, NULL) == ROM_OK &&
        !(a.flags & ROM_ENTRY_SECTIONED) &&
        rom_u16(a.data + ROM_CHUNK_VERSION) >> 8 != rom_u16(b.data + ROM_CHUNK_VERSION) >> 8)
        ok = import_error_file(
            error, file, "`%s` has version %u of its type, the base's %u; pack the base with this oxcart",
            name, (unsigned)(rom_u16(b.data + ROM_CHUNK_VERSION) >> 8),
            (unsigned)(rom_u16(a.data + ROM_CHUNK_VERSION) >> 8));
    free(owned_a);
    free(owned_b);
    return ok;
}

/* The images of an overlay, the file that errors name, and where changes are told, or NULL. */
typedef struct overlay_source {
    const rom_image *base, *now;
    bool part;
    const char *file;
    FILE *told;
} overlay_source;

static bool make_overlay(const overlay_source *of, writer *image, uint32_t *count, tool_error *error) {
    const rom_image *const base = of->base, *const now = of->now;
    const bool part = of->part;
    const char *const file = of->file;
    assembly a = {.cart = now->cart,
                  .cart_version = now->cart_version,
                  .flags = ROM_FLAG_OVERLAY,
                  .base_cart = base->cart,
                  .base_version = base->cart_version};
    rom_chunk x, y;
    uint32_t i = 0, k = 0;
    bool ok = true;
    *count = 0;
    memset(image, 0, sizeof *image);
    if (base->cart == 0 || base->cart != now->cart)
        return import_error_file(
            error, file,
            "the base is cart %08x, this is %08x; an overlay is made between two builds of one cart",
            base->cart, now->cart);
    if ((base->flags & ROM_FLAG_CLOSED) != 0)
        return import_error_file(error, file, "the base takes no overlays; its cart says `overlays off`");
    if (((base->flags | now->flags) & ROM_FLAG_OVERLAY) != 0)
        return import_error_file(error, file, "an overlay cannot be laid over an overlay");
    for (;;) {
        bool has_x = rom_entry(base, i, &x), has_y = rom_entry(now, k, &y);
        if (!ok || (!has_x && !has_y)) break;
        int order = !has_x ? 1 : !has_y ? -1 : compare_keys(&x, &y);
        bool derived = is_derived(order < 0 ? x.type : y.type) || (part && order < 0) ||
                       (part && is_of_all(y.type) && !(order == 0 && y.type == ROM_TAG_PALETTE));
        bool differs = order != 0 || (y.type == ROM_TAG_PACKAGE ? !same_package(x, y) : !same_chunk(x, y));
        if (!derived && differs) {
            ++*count;
            tell_chunk(of->told,
                       order < 0   ? "deleted"
                       : order > 0 ? "added"
                                   : "replaced",
                       order < 0 ? base : now, order < 0 ? &x : &y);
            char name[NAME_ROOM];
            chunk_name(now, &y, name, sizeof name);
            if (order == 0) ok = may_replace(&x, &y, name, part, file, error);
            ok = ok && (order < 0 ? assemble_delete(&a, x.id, x.type, x.variant)
                                  : add_chunk(&a, now, order == 0 ? &x : NULL, y, file, error));
        }
        i += order <= 0;
        k += order >= 0;
    }
    ok = ok && assemble_finish(&a, file, image, error);
    assemble_free(&a);
    return ok;
}

bool overlay_make(const rom_image *base, const rom_image *now, const char *file, FILE *told, writer *image,
                  uint32_t *count, tool_error *error) {
    return make_overlay(&(overlay_source){base, now, false, file, told}, image, count, error);
}

bool overlay_make_part(const rom_image *base, const rom_image *part, const char *file, FILE *told,
                       writer *image, uint32_t *count, tool_error *error) {
    return make_overlay(&(overlay_source){base, part, true, file, told}, image, count, error);
}

/* ---- add-ons ---- */

/* The chunk of an add-on itself; false where the image has none. */
static bool add_on_of(const rom_image *now, rom_chunk *chunk) {
    for (uint32_t i = rom_next(now, ROM_TAG_ADD_ON, 0); i < now->count;
         i = rom_next(now, ROM_TAG_ADD_ON, i + 1))
        if (rom_entry(now, i, chunk) && chunk->id != rom_id("add-ons")) return true;
    return false;
}

bool overlay_is_add_on(const rom_image *now) {
    rom_chunk chunk;
    return add_on_of(now, &chunk);
}

/* Whether the colours of two images with palettes are the same; true where neither has one. */
static bool same_colours(const rom_image *base, const rom_image *now) {
    rom_chunk a, b;
    const bool has_a = rom_find(base, rom_id("palette"), ROM_TAG_PALETTE, &a),
               has_b = rom_find(now, rom_id("palette"), ROM_TAG_PALETTE, &b);
    return has_a == has_b && (!has_a || memcmp(a.data + rom_u32(a.data + ROM_PALETTE_COLOURS),
                                               b.data + rom_u32(b.data + ROM_PALETTE_COLOURS), 1024) == 0);
}

static bool fits_base(const rom_image *base, const rom_image *now, const char *file, tool_error *error) {
    rom_chunk takes, own;
    if (!add_on_of(now, &own))
        return import_error_file(error, file,
                                 "cart.txt says nothing of an add-on; write `add-on NAME interface=N`");
    if (!rom_find(base, rom_id("add-ons"), ROM_TAG_ADD_ON, &takes))
        return import_error_file(error, file,
                                 "the game takes no add-ons: its cart.txt has no `add-ons interface=N`");
    const unsigned made_for = rom_u32(own.data + ROM_ADD_ON_INTERFACE),
                   has = rom_u32(takes.data + ROM_ADD_ON_INTERFACE);
    if (made_for != has)
        return import_error_file(error, file, "the add-on is made for interface %u of the game, which has %u",
                                 made_for, has);
    return same_colours(base, now) ||
           import_error_file(
               error, file,
               "the game has another palette or format; give the add-on the game's `format`, and "
               "`palette GAME.rom`");
}

/* Whether a chunk stays out: it is about a cart as a whole, or follows from other chunks. */
static bool stays_out(uint32_t type) {
    return is_of_all(type) || is_derived(type) || type == ROM_TAG_PACKAGE;
}

bool overlay_make_add_on(const rom_image *base, const rom_image *now, const char *file, FILE *told,
                         writer *image, uint32_t *count, tool_error *error) {
    assembly a = {.cart = now->cart,
                  .cart_version = now->cart_version,
                  .flags = ROM_FLAG_ADD_ON,
                  .base_cart = base->cart,
                  .base_version = base->cart_version};
    rom_chunk y, x;
    *count = 0;
    memset(image, 0, sizeof *image);
    bool ok = fits_base(base, now, file, error);
    for (uint32_t i = 0; ok && rom_entry(now, i, &y); i++) {
        char name[NAME_ROOM];
        if (stays_out(y.type)) continue;
        chunk_name(now, &y, name, sizeof name);
        if (!ox_images_may_add(y.type))
            ok = import_error_file(
                error, file,
                "an add-on has no `%s`: it brings scripts, screens, pictures, sheets, fonts, sounds, meshes, "
                "materials and tables",
                name);
        else if (rom_find(base, y.id, y.type, &x))
            ok = import_error_file(error, file,
                                   "the game has a `%s` already, and an add-on replaces nothing; give "
                                   "yours another name",
                                   name);
        else
            ok = add_chunk(&a, now, NULL, y, file, error);
        tell_chunk(told, "added", now, &y);
        ++*count;
    }
    ok = ok && assemble_finish(&a, file, image, error);
    assemble_free(&a);
    return ok;
}
