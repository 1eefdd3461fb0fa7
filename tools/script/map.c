/* The map from code to lines of the text, and the names of functions. */
#include <stdio.h>
#include <string.h>

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

void script_map_free(script_map *map) {
    writer_free(&map->variables);
    writer_free(&map->restarts);
    writer_free(&map->variable_words);
    writer_free(&map->names);
    writer_free(&map->files);
    writer_free(&map->lines);
}
