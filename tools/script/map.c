/* The map from code to lines of the text, and the names of functions. */
#include <stdio.h>
#include <string.h>

#include "kernel/script/map.h"
#include "tools/record_writer.h"
#include "tools/script/check.h"

void script_map_line(script_compiler *c, uint32_t byte, uint32_t line) {
    script_map *map = c->options.map;
    if (map == NULL) return;
    bool same = map->line_count > 0 && c->marked_function == c->emitted;
    if (same && c->marked_line == line) return;
    if (same && c->marked_byte == byte) {
        map->line_count--; /* a statement without code */
        map->lines.size -= ROM_SCRIPT_LINE_SIZE;
    }
    const rom_script_line_record row = {
        .function = (uint16_t)c->emitted, .byte = (uint16_t)byte, .line = line};
    record_add_script_line(&map->lines, &row);
    map->line_count++;
    c->marked_function = c->emitted;
    c->marked_byte = byte;
    c->marked_line = line;
}

void script_map_function(script_compiler *c, const script_symbol *f) {
    static const char *const roles[] = {"", " on ", " on enter", " on leave", " begin", " start"};
    script_map *map = c->options.map;
    char name[256];
    if (map == NULL) return;
    const char *own = f->role == ROLE_HANDLER ? script_text(c, f->parent_word)
                      : f->role == ROLE_PLAIN ? script_text(c, f->word)
                                              : "";
    snprintf(name, sizeof name, "%.63s%s%.63s%s%.63s", f->owner != NULL ? script_text(c, f->owner->word) : "",
             f->state != NULL ? "." : "", f->state != NULL ? script_text(c, f->state->word) : "",
             f->role == ROLE_PLAIN ? f->owner != NULL ? "." : "" : roles[f->role], own);
    writer_bytes(&map->names, name, strlen(name) + 1);
    writer_u32(&map->files, f->place.file);
    map->functions++;
    script_map_line(c, 0, f->place.line);
    for (const script_symbol *p = f->members; p != NULL; p = p->next) script_map_local(c, p, 0);
}

/* ---- variables ---- */

static void add_variable(script_compiler *c, const script_symbol *s, const rom_script_variable_record *row) {
    script_map *map = c->options.map;
    const char *words[2] = {script_text(c, s->word), script_type_show(c, s->type)};
    record_add_script_variable(&map->variables, row);
    for (int i = 0; i < 2; i++) writer_bytes(&map->variable_words, words[i], strlen(words[i]) + 1);
    map->variable_count++;
}

void script_map_local(script_compiler *c, const script_symbol *local, uint32_t byte) {
    const rom_script_variable_record row = {.function = (uint16_t)c->emitted,
                                            .behaviour = OX_SCRIPT_NONE,
                                            .cell = (uint16_t)local->address,
                                            .cells = (uint16_t)local->cells,
                                            .from = (uint16_t)byte,
                                            .to = UINT16_MAX,
                                            .kind = (uint8_t)script_type_box(local->type)};
    if (c->options.map != NULL && local->type->kind != KIND_WRONG) add_variable(c, local, &row);
}

void script_map_gone(script_compiler *c, uint32_t locals, uint32_t byte) {
    script_map *map = c->options.map;
    if (map == NULL) return;
    for (size_t at = map->variables.size; at > 0;) {
        at -= ROM_SCRIPT_VARIABLE_SIZE;
        const uint8_t *row = map->variables.data + at;
        if (rom_u16(row + ROM_SCRIPT_VARIABLE_FUNCTION) != c->emitted) return;
        if (rom_u16(row + ROM_SCRIPT_VARIABLE_TO) == UINT16_MAX &&
            rom_u16(row + ROM_SCRIPT_VARIABLE_CELL) >= locals)
            writer_put_u16(&map->variables, at + ROM_SCRIPT_VARIABLE_TO, (uint16_t)byte);
    }
}

void script_map_variables(script_compiler *c) {
    if (c->options.map == NULL) return;
    for (size_t i = 0; i < c->variables.count; i++) {
        const script_symbol *s = c->variables.list[i];
        const rom_script_variable_record row = {.function = OX_SCRIPT_NONE,
                                                .behaviour = OX_SCRIPT_NONE,
                                                .cell = (uint16_t)s->address,
                                                .cells = (uint16_t)s->cells,
                                                .kind = (uint8_t)script_type_box(s->type)};
        add_variable(c, s, &row);
    }
    for (size_t i = 0; i < c->behaviours.count; i++) {
        if (c->behaviours.list[i]->restarts) {
            writer_u32(&c->options.map->restarts, rom_id(script_text(c, c->behaviours.list[i]->word)));
            c->options.map->restart_count++;
        }
        for (const script_symbol *m = c->behaviours.list[i]->members; m != NULL; m = m->next) {
            if (m->kind != SYMBOL_MINE) continue;
            const rom_script_variable_record row = {.function = OX_SCRIPT_NONE,
                                                    .behaviour = (uint16_t)i,
                                                    .cell = (uint16_t)m->address,
                                                    .cells = (uint16_t)m->cells,
                                                    .kind = (uint8_t)script_type_box(m->type)};
            add_variable(c, m, &row);
        }
    }
}

/* ---- the map as bytes ---- */

static void put_number(writer *out, uint32_t value) {
    for (; value >= 0x80u; value >>= 7) writer_u8(out, (value & 0x7Fu) | 0x80u);
    writer_u8(out, value);
}

static void put_change(writer *out, uint32_t from, uint32_t to) {
    const int32_t change = (int32_t)(to - from);
    put_number(out, change < 0 ? ~((uint32_t)change << 1) : (uint32_t)change << 1);
}

/* The words of a map, each once, with a zero byte behind each. */
typedef struct word_list {
    writer bytes;
    uint32_t count;
} word_list;

static uint32_t word_number(word_list *words, const char *word, size_t length) {
    const char *at = (const char *)words->bytes.data;
    for (uint32_t number = 0; number < words->count; number++, at += strlen(at) + 1)
        if (strlen(at) == length && memcmp(at, word, length) == 0) return number;
    writer_bytes(&words->bytes, word, length);
    writer_u8(&words->bytes, 0);
    return words->count++;
}

/* A name as its words, with a point or a blank behind each but the last. */
static void put_name(word_list *words, const char *name, writer *out) {
    for (;;) {
        const size_t length = strcspn(name, ". ");
        const uint32_t separator = name[length] == '.'   ? OX_SCRIPT_MAP_POINT
                                   : name[length] == ' ' ? OX_SCRIPT_MAP_BLANK
                                                         : OX_SCRIPT_MAP_END;
        put_number(out, word_number(words, name, length) << 2 | separator);
        if (separator == OX_SCRIPT_MAP_END) return;
        name += length + 1;
    }
}

/* A map while it is written: the next rows of lines and of variables, and the next names. */
typedef struct map_work {
    const script_map *map;
    word_list words;
    size_t line, variable;
    const char *name, *variable_word;
} map_work;

static uint32_t row_function(const writer *rows, size_t at, size_t field) {
    return at < rows->size ? rom_u16(rows->data + at + field) : UINT32_MAX;
}

static void put_lines(map_work *work, uint32_t function, writer *out) {
    const writer *rows = &work->map->lines;
    uint32_t count = 0, byte = 0, line = 0;
    size_t end = work->line;
    for (; row_function(rows, end, ROM_SCRIPT_LINE_FUNCTION) == function; end += ROM_SCRIPT_LINE_SIZE)
        count++;
    put_number(out, count);
    for (; work->line < end; work->line += ROM_SCRIPT_LINE_SIZE) {
        const uint8_t *row = rows->data + work->line;
        const uint32_t at = rom_u16(row + ROM_SCRIPT_LINE_BYTE), its = rom_u32(row + ROM_SCRIPT_LINE_LINE);
        put_number(out, at - byte);
        put_change(out, line, its);
        byte = at, line = its;
    }
}

/* What a variable of a function and one of a module have both. */
static void put_variable(map_work *work, writer *out) {
    const uint8_t *row = work->map->variables.data + work->variable;
    for (int i = 0; i < 2; i++) {
        const size_t length = strlen(work->variable_word);
        put_number(out, word_number(&work->words, work->variable_word, length));
        work->variable_word += length + 1;
    }
    put_number(out, (uint32_t)rom_u16(row + ROM_SCRIPT_VARIABLE_CELL) << 4 | row[ROM_SCRIPT_VARIABLE_KIND]);
    put_number(out, rom_u16(row + ROM_SCRIPT_VARIABLE_CELLS));
    work->variable += ROM_SCRIPT_VARIABLE_SIZE;
}

static void put_locals(map_work *work, uint32_t function, writer *out) {
    const writer *rows = &work->map->variables;
    uint32_t count = 0;
    for (size_t at = work->variable; row_function(rows, at, ROM_SCRIPT_VARIABLE_FUNCTION) == function;
         at += ROM_SCRIPT_VARIABLE_SIZE)
        count++;
    put_number(out, count);
    for (; count > 0; count--) {
        const uint8_t *row = rows->data + work->variable;
        const uint32_t from = rom_u16(row + ROM_SCRIPT_VARIABLE_FROM),
                       to = rom_u16(row + ROM_SCRIPT_VARIABLE_TO);
        put_variable(work, out);
        put_number(out, from);
        put_number(out, to == UINT16_MAX || to < from ? 0 : to - from + 1u);
    }
}

static void put_functions(map_work *work, writer *out) {
    const script_map *map = work->map;
    put_number(out, map->functions);
    for (uint32_t i = 0; i < map->functions; i++) {
        writer one = {0};
        put_number(&one, rom_u32(map->files.data + (size_t)i * 4));
        put_name(&work->words, work->name, &one);
        work->name += strlen(work->name) + 1;
        put_lines(work, i, &one);
        put_locals(work, i, &one);
        put_number(out, (uint32_t)one.size);
        writer_bytes(out, one.data, one.size);
        writer_free(&one);
    }
}

/* Writes the variables of the module and of behaviours, whose rows come first. */
static void put_variables(map_work *work, writer *out) {
    const writer *rows = &work->map->variables;
    size_t end = 0;
    while (row_function(rows, end, ROM_SCRIPT_VARIABLE_FUNCTION) == OX_SCRIPT_NONE)
        end += ROM_SCRIPT_VARIABLE_SIZE;
    put_number(out, (uint32_t)(end / ROM_SCRIPT_VARIABLE_SIZE));
    while (work->variable < end) {
        const uint32_t owner = rom_u16(rows->data + work->variable + ROM_SCRIPT_VARIABLE_BEHAVIOUR);
        put_number(out, owner == OX_SCRIPT_NONE ? 0 : owner + 1u);
        put_variable(work, out);
    }
}

void script_map_write(const script_map *map, uint32_t checksum, const char *const *files, size_t file_count,
                      writer *out) {
    map_work work = {.map = map,
                     .name = (const char *)map->names.data,
                     .variable_word = (const char *)map->variable_words.data};
    writer functions = {0}, variables = {0};
    put_variables(&work, &variables);
    put_functions(&work, &functions);
    writer_u32(out, checksum);
    put_number(out, (uint32_t)file_count);
    for (size_t i = 0; i < file_count; i++) writer_bytes(out, files[i], strlen(files[i]) + 1);
    put_number(out, work.words.count);
    writer_bytes(out, work.words.bytes.data, work.words.bytes.size);
    writer_bytes(out, functions.data, functions.size);
    writer_bytes(out, variables.data, variables.size);
    if (functions.failed || variables.failed || work.words.bytes.failed) out->failed = true;
    writer_free(&functions);
    writer_free(&variables);
    writer_free(&work.words.bytes);
}

void script_map_free(script_map *map) {
    writer_free(&map->variables);
    writer_free(&map->restarts);
    writer_free(&map->variable_words);
    writer_free(&map->names);
    writer_free(&map->files);
    writer_free(&map->lines);
}
