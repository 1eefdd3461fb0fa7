/* The map from code to lines of the text, and the names of functions. */
#include <stdio.h>
#include <string.h>

#include "tools/record_writer.h"
#include "tools/script/compiler.h"

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
}

void script_map_free(script_map *map) {
    writer_free(&map->names);
    writer_free(&map->files);
    writer_free(&map->lines);
}
