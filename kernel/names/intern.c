/* The table of names met at run time. */
#include "kernel/names/intern.h"

#include <string.h>

#include "kernel/text/buffer.h"

ox_status ox_intern_init(ox_intern *intern, void *memory, size_t bytes, uint32_t names) {
    uint32_t bits = 2;
    memset(intern, 0, sizeof *intern);
    if (names == 0 || names > 1u << 20 || (uintptr_t)memory % 4u != 0) return OX_BAD_ARGUMENT;
    while ((3u << bits) / 4u < names) bits++;
    size_t places = sizeof(ox_intern_entry) << bits;
    if (memory == NULL || bytes < places) return OX_OUT_OF_MEMORY;
    intern->entries = memory;
    intern->texts = (char *)memory + places;
    intern->bits = bits;
    intern->room = bytes - places > UINT32_MAX ? UINT32_MAX : (uint32_t)(bytes - places);
    memset(memory, 0, places);
    return OX_OK;
}

/* The entry of an id, or the free entry where the id belongs. The search ends, since a quarter of the entries is always
 * free. */
static ox_intern_entry *entry_of(const ox_intern *intern, ox_id id) {
    uint32_t mask = (1u << intern->bits) - 1u, place = ox_key_mixed(id, intern->bits);
    while (intern->entries[place].id != 0 && intern->entries[place].id != id) place = (place + 1u) & mask;
    return &intern->entries[place];
}

static char folded_letter(char c) {
    if (c >= 'A' && c <= 'Z') return (char)(c + ('a' - 'A'));
    return c == '\\' ? '/' : c;
}

static bool same_name(const char *known, ox_text_view name) {
    for (size_t i = 0; i < name.length; i++) {
        if (known[i] == 0 || folded_letter(known[i]) != folded_letter(name.at[i])) return false;
    }
    return known[name.length] == 0;
}

static void clash(ox_intern *intern, const ox_intern_entry *entry, ox_text_view name) {
    char shown[64];
    ox_text text = ox_text_begin(shown, sizeof shown);
    ox_text_append(&text, name);
    intern->clashes++;
    FX_ASSERT_MSG(entry->id == 0, "two names with the id %x: %s and %s; rename one", (unsigned)entry->id,
                  intern->texts + entry->text, shown);
}

ox_id ox_intern_text(ox_intern *intern, ox_text_view name) {
    ox_id id = ox_id_of(name);
    if (intern->entries == NULL || id == 0) {
        intern->nameless += name.length > 0;
        return id;
    }
    ox_intern_entry *entry = entry_of(intern, id);
    if (entry->id != 0) {
        if (!same_name(intern->texts + entry->text, name)) clash(intern, entry, name);
        return id;
    }
    if (intern->count >= (3u << intern->bits) / 4u || name.length >= intern->room - intern->used) {
        intern->nameless++;
        return id;
    }
    entry->id = id;
    entry->text = intern->used;
    memcpy(intern->texts + intern->used, name.at, name.length);
    intern->texts[intern->used + name.length] = 0;
    intern->used += (uint32_t)name.length + 1u;
    intern->count++;
    return id;
}

const char *ox_intern_name(const ox_intern *intern, ox_id id, char hex[OX_INTERN_HEX]) {
    if (intern->entries != NULL && id != 0) {
        const ox_intern_entry *entry = entry_of(intern, id);
        if (entry->id == id) return intern->texts + entry->text;
    }
    hex[0] = '#';
    for (int i = 0; i < 8; i++) hex[1 + i] = "0123456789abcdef"[id >> (28 - 4 * i) & 15u];
    hex[9] = 0;
    return hex;
}
