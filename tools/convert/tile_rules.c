/* Reads, packs and writes attributes of tiles; finds the tiles of a map that can be reached. */
#include "tools/convert/tile_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/base/scan.h"
#include "tools/record_writer.h"

/* ---- packing ---- */

uint32_t tile_rules_field(const tile_rules *rules, const char *name) {
    for (uint32_t i = 0; i < rules->field_count; i++) {
        if (strcmp(rules->fields[i].name, name) == 0) return i;
    }
    return UINT32_MAX;
}

int32_t tile_rules_value(const tile_rules *rules, uint32_t field, uint16_t packed) {
    const tile_field *f = &rules->fields[field];
    return f->least + (int32_t)(((uint32_t)packed >> f->shift) & ((1u << f->bits) - 1u));
}

uint16_t tile_rules_with(const tile_rules *rules, uint32_t field, uint16_t packed, int32_t value) {
    const tile_field *f = &rules->fields[field];
    uint32_t mask = ((1u << f->bits) - 1u) << f->shift;
    return (uint16_t)((packed & ~mask) | ((uint32_t)(value - f->least) << f->shift & mask));
}

/* ---- reading ---- */

static bool read_pair(const char *word, char between, int32_t *a, int32_t *b) {
    const char points[] = {between, between == '.' ? '.' : 0, 0};
    return scan_front(&word, "%d", a) && scan_front(&word, points) && scan_text(word, "%d", b) &&
           *a >= -1000000 && *a <= 1000000 && *b >= -1000000 && *b <= 1000000;
}

static bool read_field(convert_lines *lines, tile_rules *r) {
    tile_field *f = &r->fields[r->field_count < TILE_FIELDS ? r->field_count : 0];
    uint32_t used = 0;
    if (lines->count != 3 || strlen(lines->words[1]) >= sizeof f->name)
        return convert_line_wrong(lines, "`field NAME LEAST..MOST` or `field NAME flag` is wanted");
    if (r->field_count == TILE_FIELDS || tile_rules_field(r, lines->words[1]) != UINT32_MAX)
        return convert_line_wrong(lines, "field `%s` is there already, or there are more than 16",
                                  lines->words[1]);
    if (r->tile_count > 0)
        return convert_line_wrong(lines, "fields stand above the tiles; move this line up");
    for (uint32_t i = 0; i < r->field_count; i++) used += r->fields[i].bits;
    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "%s", lines->words[1]);
    f->flag = strcmp(lines->words[2], "flag") == 0;
    f->most = 1;
    if (!f->flag && (!read_pair(lines->words[2], '.', &f->least, &f->most) || f->least >= f->most))
        return convert_line_wrong(lines, "`%s` is no range such as 0..15", lines->words[2]);
    while ((uint32_t)(f->most - f->least) >> f->bits != 0 && f->bits < 31) f->bits++;
    f->shift = (uint8_t)used;
    if (used + f->bits > 16)
        return convert_line_wrong(
            lines, "the fields of a tile take %u bits with this one, 16 are there; narrow a range",
            (unsigned)(used + f->bits));
    r->field_count++;
    return true;
}

static bool set_value(convert_lines *lines, const tile_rules *r, char *word, uint32_t *field,
                      int32_t *value) {
    char *sign = strchr(word, '=');
    double number = 1;
    if (sign != NULL) *sign = 0;
    *field = tile_rules_field(r, word);
    if (*field == UINT32_MAX) return convert_line_wrong(lines, "there is no field `%s` above", word);
    const tile_field *f = &r->fields[*field];
    if (sign == NULL && !f->flag) return convert_line_wrong(lines, "`%s=NUMBER` is wanted", word);
    if (sign != NULL && (!cart_parse_number(sign + 1, &number) || number != (double)(int32_t)number ||
                         number < f->least || number > f->most))
        return convert_line_wrong(lines, "%s is %d to %d, not `%s`", f->name, (int)f->least, (int)f->most,
                                  sign + 1);
    *value = (int32_t)number;
    return true;
}

static bool read_tile(convert_lines *lines, tile_rules *r) {
    int32_t first = 0, last = 0, value = 0;
    double number;
    uint32_t field = 0;
    if (lines->count < 2) return convert_line_wrong(lines, "`tile NUMBER FIELD=VALUE ...` is wanted");
    if (!read_pair(lines->words[1], '.', &first, &last)) {
        if (!cart_parse_number(lines->words[1], &number) || number < 0 || number != (double)(uint32_t)number)
            return convert_line_wrong(lines, "`%s` is no number of a tile, nor numbers such as 4..9",
                                      lines->words[1]);
        first = last = number > TILE_NUMBERS ? TILE_NUMBERS : (int32_t)number;
    }
    if (first < 0 || last < first || last >= TILE_NUMBERS)
        return convert_line_wrong(lines, "numbers of tiles are 0 to %d", TILE_NUMBERS - 1);
    for (int i = 2; i < lines->count; i++) {
        if (!set_value(lines, r, lines->words[i], &field, &value)) return false;
        for (int32_t t = first; t <= last; t++) r->values[t] = tile_rules_with(r, field, r->values[t], value);
    }
    if ((uint32_t)last + 1 > r->tile_count) r->tile_count = (uint32_t)last + 1;
    return true;
}

static bool read_start(convert_lines *lines, tile_rules *r) {
    int32_t x, y;
    if (lines->count != 2 || !read_pair(lines->words[1], ',', &x, &y) || x < 0 || y < 0 ||
        r->start_count == TILE_STARTS)
        return convert_line_wrong(lines, "`start X,Y` is wanted, at most %d times", TILE_STARTS);
    r->starts[r->start_count][0] = (uint32_t)x;
    r->starts[r->start_count++][1] = (uint32_t)y;
    return true;
}

static bool read_object(convert_lines *lines, tile_rules *r) {
    int32_t x, y, width, height;
    bool wall = lines->count == 5 && strcmp(lines->words[4], "wall") == 0;
    if ((lines->count != 4 && !wall) || !read_pair(lines->words[2], ',', &x, &y) || x < 0 || y < 0 ||
        !read_pair(lines->words[3], 'x', &width, &height) || width <= 0 || height <= 0 ||
        r->object_count == TILE_OBJECTS || strlen(lines->words[1]) >= sizeof r->objects[0].name)
        return convert_line_wrong(lines, "`object NAME X,Y WIDTHxHEIGHT [wall]` is wanted, at most %d times",
                                  TILE_OBJECTS);
    tile_object *o = &r->objects[r->object_count++];
    *o = (tile_object){.x = (uint32_t)x, .y = (uint32_t)y, .wall = wall, .line = lines->line};
    o->width = (uint32_t)width;
    o->height = (uint32_t)height;
    snprintf(o->name, sizeof o->name, "%s", lines->words[1]);
    return true;
}

tile_rules *tile_rules_read(const pack_source *source) {
    static const char *const words[] = {"field", "tile", "start", "object", NULL};
    static bool (*const statements[])(convert_lines *, tile_rules *) = {read_field, read_tile, read_start,
                                                                        read_object};
    tile_rules *r = calloc(1, sizeof *r);
    convert_lines *lines = calloc(1, sizeof *lines);
    bool ok = r != NULL && lines != NULL;
    if (!ok) import_error_memory(source->error, source->path);
    if (ok) lines->source = source;
    while (ok && convert_line_next(lines)) {
        int index = cart_choice(lines->words[0], words);
        ok = index >= 0
                 ? statements[index](lines, r)
                 : convert_line_wrong(lines,
                                      "`%.40s` is unknown here; field, tile, start and object are possible",
                                      lines->words[0]);
    }
    ok = ok && !lines->failed;
    free(lines);
    if (ok) return r;
    free(r);
    return NULL;
}

/* ---- writing ---- */

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

void tile_rules_write(const tile_rules *r, writer *out) {
    char line[120];
    for (uint32_t i = 0; i < r->field_count; i++) {
        const tile_field *f = &r->fields[i];
        if (f->flag) snprintf(line, sizeof line, "field %s flag\n", f->name);
        if (!f->flag) snprintf(line, sizeof line, "field %s %d..%d\n", f->name, (int)f->least, (int)f->most);
        put_text(out, line);
    }
    for (uint32_t t = 0; t < r->tile_count;) {
        uint32_t end = t;
        while (end + 1 < r->tile_count && r->values[end + 1] == r->values[t]) end++;
        if (end > t) snprintf(line, sizeof line, "tile %u..%u", (unsigned)t, (unsigned)end);
        if (end == t) snprintf(line, sizeof line, "tile %u", (unsigned)t);
        put_text(out, line);
        for (uint32_t i = 0; i < r->field_count; i++) {
            int32_t value = tile_rules_value(r, i, r->values[t]);
            if (value == r->fields[i].least) continue;
            if (r->fields[i].flag) snprintf(line, sizeof line, " %s", r->fields[i].name);
            if (!r->fields[i].flag) snprintf(line, sizeof line, " %s=%d", r->fields[i].name, (int)value);
            put_text(out, line);
        }
        put_text(out, "\n");
        t = end + 1;
    }
}

/* The asset kind `attributes`: a table with a u16 for each tile number. */
bool convert_attributes(const pack_source *source, writer *out) {
    tile_rules *r = tile_rules_read(source);
    if (r == NULL) return false;
    uint32_t count = r->tile_count == 0 ? 1 : r->tile_count;
    rom_table_record t = {.kind = ROM_TABLE_U16,
                          .dimensions = 1,
                          .width = count,
                          .height = 1,
                          .high = count > 32767 ? INT32_MAX : (int32_t)((count - 1) << 16),
                          .values_at = (uint32_t)out->size,
                          .value_bytes = count * 2};
    for (uint32_t i = 0; i < count; i++) writer_u16(out, r->values[i]);
    bool ok = !out->failed;
    if (ok) t.checksum = rom_crc32(0, out->data + t.values_at, t.value_bytes);
    if (ok && t.high <= 0) t.high = count > 1 ? 1 : 0;
    record_put_table(out, 0, &t);
    free(r);
    return ok || import_error_memory(source->error, source->path);
}

/* ---- maps ---- */

static bool is_blocked(const tile_rules *r, uint32_t block, uint16_t tile) {
    return block != UINT32_MAX && tile_rules_value(r, block, r->values[tile]) != 0;
}

/* Marks walked tiles and their neighbours, which are seen from there, as reached. */
static void widen_seen(const bool *walked, uint32_t width, uint32_t height, bool *reached) {
    for (uint32_t i = 0; i < width * height; i++) {
        uint32_t x = i % width, y = i / width;
        for (uint32_t k = 0; k < 9 && !reached[i]; k++) {
            uint32_t nx = x + k % 3 - 1, ny = y + k / 3 - 1; /* below 0 wraps to beyond the map */
            reached[i] = nx < width && ny < height && walked[(size_t)ny * width + nx];
        }
    }
}

bool tile_rules_reach(const tile_rules *r, const pack_source *source, const uint16_t *tiles, uint32_t width,
                      uint32_t height, bool *reached) {
    size_t total = (size_t)width * height, depth = 0;
    uint32_t block = tile_rules_field(r, "block"), *stack = malloc((total + 1) * sizeof *stack);
    bool *walked = calloc(total + 1, sizeof *walked), ok = stack != NULL && walked != NULL;
    memset(reached, r->start_count == 0, total * sizeof *reached);
    if (!ok) import_error_memory(source->error, source->path);
    for (uint32_t i = 0; ok && i < r->start_count; i++) {
        uint32_t x = r->starts[i][0], y = r->starts[i][1];
        if (x >= width || y >= height)
            ok = import_error_file(source->error, source->path,
                                   "start %u,%u lies outside of the map of %ux%u tiles", (unsigned)x,
                                   (unsigned)y, (unsigned)width, (unsigned)height);
        if (!ok || walked[(size_t)y * width + x]) continue;
        walked[(size_t)y * width + x] = true;
        stack[depth++] = y * width + x;
    }
    while (ok && depth > 0) {
        static const int32_t dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
        uint32_t at = stack[--depth];
        for (int k = 0; k < 4; k++) {
            uint32_t x = at % width + (uint32_t)dx[k], y = at / width + (uint32_t)dy[k];
            if (x >= width || y >= height) continue;
            size_t next = (size_t)y * width + x;
            if (walked[next] || is_blocked(r, block, tiles[next])) continue;
            walked[next] = true;
            stack[depth++] = (uint32_t)next;
        }
    }
    if (ok && r->start_count > 0) widen_seen(walked, width, height, reached);
    free(stack);
    free(walked);
    return ok;
}

bool tile_rules_check_objects(const tile_rules *r, const pack_source *source, uint32_t width, uint32_t height,
                              uint32_t region_width, uint32_t region_height) {
    char list[240] = "";
    unsigned long line = 0;
    for (uint32_t i = 0; i < r->object_count; i++) {
        const tile_object *o = &r->objects[i];
        if (o->x >= width || o->y >= height || o->width > width - o->x || o->height > height - o->y)
            return import_error_line(source->error, source->path, o->line, "`%s` reaches beyond the map",
                                     o->name);
        bool crosses = o->x / region_width != (o->x + o->width - 1) / region_width ||
                       o->y / region_height != (o->y + o->height - 1) / region_height;
        if (!crosses || o->wall) continue;
        if (line == 0) line = o->line;
        size_t used = strlen(list);
        if (used + strlen(o->name) + 8 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s`%s`", used == 0 ? "" : ", ", o->name);
    }
    return line == 0 ||
           import_error_line(source->error, source->path, line,
                             "across the border of a region: %s; move them, or write `wall` for what is in "
                             "segments",
                             list);
}
