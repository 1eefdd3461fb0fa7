/* Tables, texts and names of a cart against which its scripts are checked. */
#include "tools/convert/script_cart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/data_table.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/base/file.h"
#include "tools/import/text/strings.h"
#include "tools/script/script.h"

enum { NAMES = 4096 }; /* most names to search for the nearest one */

static const char *const goad_types[DATA_KINDS] = {"int", "fx", "name", "text", "int", "bool", "angle"};

/* ---- tables of data ---- */

static const cart_asset *next_asset(const cart *c, const char *kind, uint32_t *at) {
    while (*at < c->asset_count) {
        const cart_asset *asset = &c->assets[(*at)++];
        if (strcmp(asset->kind, kind) == 0) return asset;
    }
    return NULL;
}

static void add_word(writer *out, const char *word) { writer_bytes(out, word, strlen(word)); }

static bool has_table(const cart *c, const char *name) {
    const cart_asset *asset;
    for (uint32_t at = 0; (asset = next_asset(c, "data", &at)) != NULL;)
        if (rom_id(asset->name) == rom_id(name)) return script_is_word(name);
    return false; /* packing the table reports this mistake */
}

/* Declares the columns of a table. A column whose name is no word of Goad is left out. */
static void declare_columns(const cart *c, const data_keys *table, writer *out) {
    for (uint32_t i = 0; i < table->column_count; i++) {
        const data_heading *column = &table->columns[i];
        if (!script_is_word(column->name)) continue;
        add_word(out, "    ");
        add_word(out, column->name);
        const bool refers = column->table[0] != 0 && has_table(c, column->table);
        add_word(out, refers ? ": ref " : ": ");
        add_word(out, refers ? column->table : goad_types[column->kind]);
        add_word(out, "\n");
    }
}

const char *script_cart_rows(script_cart *of) {
    const cart_asset *asset;
    const cart *c = of->source->c;
    for (uint32_t at = 0; (asset = next_asset(c, "data", &at)) != NULL;) {
        data_keys table;
        if (asset->language[0] != 0 || asset->region[0] != 0 || !script_is_word(asset->name)) continue;
        if (!data_keys_read(of->source, asset->name, &table)) return NULL;
        add_word(&of->rows, "type ");
        add_word(&of->rows, asset->name);
        add_word(&of->rows, " {\n");
        declare_columns(c, &table, &of->rows);
        add_word(&of->rows, "}\n");
        data_keys_free(&table);
    }
    writer_u8(&of->rows, 0);
    if (!of->rows.failed) return (const char *)of->rows.data;
    (void)import_error_memory(of->source->error, of->source->path);
    return NULL;
}

/* ---- keys of texts ---- */

/* Whether an asset above has the same file: languages of a table are mostly columns of one file, which is read once. */
static bool is_read(const cart *c, const cart_asset *asset) {
    for (const cart_asset *before = c->assets; before < asset; before++)
        if (strcmp(before->kind, "text") == 0 && strcmp(before->file, asset->file) == 0) return true;
    return false;
}

/* Reads the keys of all texts. A file that cannot be read is left out here; packing its asset reports it. */
static void read_texts(script_cart *of) {
    const cart_asset *asset;
    const cart *c = of->source->c;
    of->texts_read = true;
    for (uint32_t at = 0; (asset = next_asset(c, "text", &at)) != NULL;) {
        uint8_t *data = NULL;
        size_t size = 0;
        tool_error error;
        import_strings strings;
        char *path = is_read(c, asset) ? NULL : import_file_resolve(c->path, asset->file);
        if (path != NULL) pack_companion_input(of->source, path);
        if (path != NULL && import_file_read(path, &data, &size, &error) &&
            import_strings_parse(path, (const char *)data, size, &strings, &error)) {
            for (uint32_t i = 0; i < strings.count; i++)
                writer_bytes(&of->texts, strings.strings[i].key, strlen(strings.strings[i].key) + 1);
            import_strings_free(&strings);
        }
        free(data);
        free(path);
    }
}

/* ---- names that the cart has ---- */

typedef struct name_list {
    const char *names[NAMES + 1];
    uint32_t count;
} name_list;

static void add_name(name_list *list, const char *name) {
    if (list->count < NAMES) list->names[list->count++] = name;
}

static void list_rows(const data_keys *table, name_list *list) {
    for (uint32_t i = 0; i < table->row_count; i++) add_name(list, table->rows[i]);
}

static void list_texts(script_cart *of, name_list *list) {
    if (!of->texts_read) read_texts(of);
    for (size_t at = 0; at < of->texts.size; at += strlen((const char *)of->texts.data + at) + 1)
        add_name(list, (const char *)of->texts.data + at);
}

static bool choose_name(const name_list *list, const char *kind, const char *name, char *advice,
                        size_t room) {
    for (uint32_t i = 0; i < list->count; i++)
        if (rom_id(list->names[i]) == rom_id(name)) return true;
    const char *meant = cart_suggest(name, list->names);
    if (meant != NULL)
        snprintf(advice, room, ", did you mean '%s'?", meant);
    else if (strcmp(kind, "tag") == 0)
        snprintf(advice, room, "; write `tags %s` in cart.txt", name);
    else if (strcmp(kind, "picture") == 0)
        snprintf(advice, room, "; write `texture %s FILE.png` in cart.txt", name);
    else if (strcmp(kind, "font") == 0 || strcmp(kind, "sheet") == 0 || strcmp(kind, "screen") == 0)
        snprintf(advice, room, "; write `%s %s FILE` in cart.txt", kind, name);
    return list->count == NAMES;
}

bool script_cart_knows(const void *of, const char *kind, const char *name, char *advice, size_t room) {
    /* `of` only caches texts that were read, so writing to it is safe */
    script_cart *own = (script_cart *)(uintptr_t)of;
    const cart *c = own->source->c;
    name_list *list = calloc(1, sizeof *list);
    data_keys table = {.row_count = 0};
    const cart_asset *asset;
    bool told = true;
    if (list == NULL) return true;
    if (strcmp(kind, "tag") == 0) {
        for (uint32_t i = 0; i < c->tag_count; i++) add_name(list, c->tags[i]);
    } else if (strcmp(kind, "language") == 0) {
        for (uint32_t i = 0; i < c->language_count; i++) add_name(list, c->languages[i].tag);
    } else if (strcmp(kind, "text") == 0) {
        list_texts(own, list);
    } else if (strncmp(kind, "data/", 5) == 0) {
        tool_error error; /* the script's own error stays */
        pack_source source = *own->source;
        source.error = &error;
        told = data_keys_read(&source, kind + 5, &table);
        list_rows(&table, list);
    } else if (strcmp(kind, "table") == 0 || strcmp(kind, "topology") == 0 || strcmp(kind, "level") == 0 ||
               strcmp(kind, "rows") == 0) {
        for (uint32_t at = 0; (asset = next_asset(c, kind[0] == 'r' ? "data" : kind, &at)) != NULL;)
            add_name(list, asset->name);
    } else if (strcmp(kind, "font") == 0 || strcmp(kind, "sheet") == 0 || strcmp(kind, "screen") == 0) {
        for (uint32_t at = 0; (asset = next_asset(c, kind, &at)) != NULL;) add_name(list, asset->name);
    } else if (strcmp(kind, "picture") == 0) {
        for (uint32_t i = 0; i < c->texture_count; i++) add_name(list, c->textures[i].name);
    } else {
        told = false; /* other kinds of names are not checked */
    }
    const bool known = !told || choose_name(list, kind, name, advice, room);
    data_keys_free(&table);
    free(list);
    return known;
}

void script_cart_free(script_cart *of) {
    writer_free(&of->rows);
    writer_free(&of->texts);
}
