/* Region maps from comma-separated tile numbers, and the topology of levels from a text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/region.h"
#include "tools/base/scan.h"
#include "tools/convert/pack_companion.h"
#include "tools/convert/tile_rules.h"
#include "tools/encode/compress.h"
#include "tools/import/text/csv.h"
#include "tools/record_writer.h"

/* ---- region maps ---- */

static bool wrong_option(const pack_source *s, const char *key, const char *sentence) {
    return import_error_line(s->error, s->c->path, s->asset->line, "regions `%s`: %s: %s", s->asset->name,
                             key, sentence);
}

static bool take_whole(const pack_source *s, const char *key, uint32_t least, uint32_t most, uint32_t absent,
                       uint32_t *value) {
    const char *word = pack_option(s->asset, key);
    double number = absent;
    *value = absent;
    if (word == NULL) return absent >= least || wrong_option(s, key, "is missing; add it");
    if (!cart_parse_number(word, &number) || number < least || number > most ||
        number != (double)(uint32_t)number)
        return wrong_option(s, key, "is no whole number that is possible here");
    *value = (uint32_t)number;
    return true;
}

typedef struct map {
    rom_region_map_record r;
    uint16_t *tiles; /* tiles of the whole map, row by row */
    bool *reached;   /* whether each tile is reached; NULL: all are */
    uint32_t width, height;
} map;

static bool read_options(const pack_source *s, map *m) {
    static const char *const layouts[] = {"square", "diamond", "staggered", NULL};
    const char *layout = pack_option(s->asset, "layout"), *tile = pack_option(s->asset, "tile");
    uint32_t width, height, fill, bytes;
    int tile_width = 8, tile_height = 8, form = layout == NULL ? 0 : cart_choice(layout, layouts);
    if (!take_whole(s, "width", 1, 4096, 0, &width) || !take_whole(s, "height", 1, 4096, 0, &height) ||
        !take_whole(s, "fill", 0, 65535, 0, &fill) || !take_whole(s, "bytes", 1, 2, 1, &bytes))
        return false;
    if (form < 0) return wrong_option(s, "layout", "possible are square, diamond, staggered");
    if (tile != NULL && !cart_parse_size(tile, &tile_width, &tile_height))
        return wrong_option(s, "tile", "write WIDTHxHEIGHT in pixels");
    if (bytes == 1 && fill > 255) return wrong_option(s, "fill", "is above 255; write bytes=2");
    m->r.width = (uint16_t)width;
    m->r.height = (uint16_t)height;
    m->r.tile_width = (uint16_t)tile_width;
    m->r.tile_height = (uint16_t)tile_height;
    m->r.layout = (uint8_t)form;
    m->r.element = (uint8_t)bytes;
    m->r.fill = (uint16_t)fill;
    if (width * m->r.tile_width <= (uint32_t)s->c->width ||
        height * m->r.tile_height <= (uint32_t)s->c->height)
        return wrong_option(
            s, "width and height",
            "a region must be larger than the picture in both directions; make regions larger");
    return true;
}

static bool read_tiles(const pack_source *s, map *m) {
    import_csv table;
    if (!import_csv_parse(s->path, (const char *)s->data, s->size, ',', true, &table, s->error)) return false;
    bool ok = table.row_count > 0 || import_error_line(s->error, s->path, 1, "the map has no rows");
    m->width = ok ? table.rows[0].count : 0;
    m->height = table.row_count;
    m->r.columns = (uint16_t)((m->width + m->r.width - 1) / m->r.width);
    m->r.rows = (uint16_t)((m->height + m->r.height - 1) / m->r.height);
    if (ok && m->r.layout == ROM_REGION_MAP_STAGGERED && m->width % 2 != 0)
        ok = import_error_line(s->error, s->path, 1,
                               "%u tiles across; a staggered map has an even number, add a column", m->width);
    m->tiles = ok ? calloc((size_t)m->width * m->height + 1, sizeof *m->tiles) : NULL;
    if (ok && m->tiles == NULL) ok = import_error_memory(s->error, s->path);
    for (uint32_t y = 0; ok && y < m->height; y++) {
        for (uint32_t x = 0; ok && x < m->width; x++) {
            double number = m->r.fill;
            const char *text = table.rows[y].fields[x];
            while (*text == ' ') text++;
            if (*text != 0 &&
                (!cart_parse_number(text, &number) || number < 0 ||
                 number > (m->r.element == 1 ? 255 : 65535) || number != (double)(uint32_t)number))
                ok = import_error_line(s->error, s->path, table.rows[y].line,
                                       "`%.20s` in column %u is no number of a tile of %u bytes", text, x + 1,
                                       m->r.element);
            if (ok) m->tiles[(size_t)y * m->width + x] = (uint16_t)number;
        }
    }
    import_csv_free(&table);
    return ok;
}

static void cut_region(const map *m, uint32_t column, uint32_t row, writer *out, bool *empty) {
    bool plain = true, reached = m->reached == NULL;
    for (uint32_t y = 0; y < m->r.height; y++) {
        for (uint32_t x = 0; x < m->r.width; x++) {
            uint32_t tx = column * m->r.width + x, ty = row * m->r.height + y;
            uint16_t tile =
                tx < m->width && ty < m->height ? m->tiles[(size_t)ty * m->width + tx] : m->r.fill;
            plain = plain && tile == m->r.fill;
            reached = reached || (tx < m->width && ty < m->height && m->reached[(size_t)ty * m->width + tx]);
            if (m->r.element == 1) writer_u8(out, tile);
            if (m->r.element == 2) writer_u16(out, tile);
        }
    }
    *empty = plain || !reached;
}

/* Applies the rules beside the map, if any: marks the tiles that can be reached, and checks that no object crosses a
 * border. */
static bool apply_rules(const pack_source *s, map *m) {
    const char *file = pack_option(s->asset, "rules");
    pack_source rules = *s;
    char *path = NULL;
    uint8_t *data = NULL;
    if (file == NULL) return true;
    if (!pack_companion_read(s, file, &path, &data, &rules.size)) return false;
    rules.path = path;
    rules.data = data;
    tile_rules *r = tile_rules_read(&rules);
    m->reached = calloc((size_t)m->width * m->height + 1, sizeof *m->reached);
    bool ok = r != NULL && (m->reached != NULL || import_error_memory(s->error, s->path));
    ok = ok && tile_rules_check_objects(r, &rules, m->width, m->height, m->r.width, m->r.height) &&
         tile_rules_reach(r, &rules, m->tiles, m->width, m->height, m->reached);
    free(r);
    free(path);
    free(data);
    return ok;
}

/* Chooses runs of regions where runs and entries of present regions take fewer bytes than an entry for every region. */
static void choose_runs(map *m, const rom_region_record *regions, uint32_t total, writer *runs) {
    uint32_t present = 0, count = 0;
    for (uint32_t i = 0; i < total; i++) {
        bool there = regions[i].offset != 0;
        if (there && (i == 0 || regions[i - 1].offset == 0)) {
            uint32_t end = i;
            while (end < total && regions[end].offset != 0) end++;
            const rom_region_run_record run = {i, end - i, present};
            record_add_region_run(runs, &run);
            count++;
        }
        present += there;
    }
    if (count == 0 || count * ROM_REGION_RUN_SIZE + present * ROM_REGION_SIZE >= total * ROM_REGION_SIZE)
        return;
    m->r.run_count = count;
    m->r.region_count = present;
}

static bool write_regions(const pack_source *s, map *m, writer *out) {
    uint32_t total = (uint32_t)m->r.columns * m->r.rows;
    rom_region_record *regions = calloc((size_t)total + 1, sizeof *regions);
    const char *compress = pack_option(s->asset, "compress");
    writer data = {0}, runs = {0};
    if (regions == NULL) return import_error_memory(s->error, s->path);
    for (uint32_t i = 0; i < total; i++) {
        writer plain = {0}, packed = {0};
        bool empty;
        cut_region(m, i % m->r.columns, i / m->r.columns, &plain, &empty);
        if (!empty) {
            if (compress == NULL || strcmp(compress, "off") != 0)
                regions[i].codec =
                    (uint8_t)compress_best(s->c->compress == COMPRESS_BIOS ? COMPRESS_BIOS : COMPRESS_ON,
                                           plain.data, plain.size, &packed);
            const writer *stored = regions[i].codec == 0 ? &plain : &packed;
            writer_align(&data, 4);
            regions[i].offset = (uint32_t)data.size + 1; /* made absolute below; 0 means absent */
            regions[i].stored = (uint32_t)stored->size;
            writer_bytes(&data, stored->data, stored->size);
        }
        writer_free(&plain);
        writer_free(&packed);
    }
    m->r.region_count = total;
    choose_runs(m, regions, total, &runs);
    m->r.runs_at = m->r.run_count == 0 ? 0u : (uint32_t)out->size;
    if (m->r.run_count != 0) writer_bytes(out, runs.data, runs.size);
    m->r.regions_at = (uint32_t)out->size;
    uint32_t start = (uint32_t)out->size + m->r.region_count * ROM_REGION_SIZE;
    for (uint32_t i = 0; i < total; i++) {
        if (regions[i].offset != 0) regions[i].offset += start - 1;
        if (regions[i].offset != 0 || m->r.run_count == 0) record_add_region(out, &regions[i]);
    }
    writer_bytes(out, data.data, data.size);
    record_put_region_map(out, 0, &m->r);
    free(regions);
    writer_free(&data);
    writer_free(&runs);
    return true;
}

bool convert_regions(const pack_source *s, writer *out) {
    map m;
    memset(&m, 0, sizeof m);
    bool ok = read_options(s, &m) && read_tiles(s, &m) && apply_rules(s, &m) && write_regions(s, &m, out);
    free(m.tiles);
    free(m.reached);
    return ok;
}

/* ---- topology ---- */

typedef struct topology {
    rom_topology_node_record nodes[256];
    rom_topology_link_record links[1024];
    uint32_t owner[1024]; /* owner of each link */
    char names[256][CART_NAME_MAX];
    uint32_t node_count, link_count;
    rom_topology_record r;
} topology;

static int find_node(const topology *t, const char *name) {
    for (uint32_t i = 0; i < t->node_count; i++) {
        if (strcmp(t->names[i], name) == 0) return (int)i;
    }
    return -1;
}

static bool read_node(convert_lines *lines, topology *t) {
    const char *low = convert_line_value(lines, "low"), *high = convert_line_value(lines, "high");
    if (lines->count < 2 || t->node_count == 256)
        return convert_line_wrong(lines, "`level NAME low=X,Y,Z high=X,Y,Z` is wanted, at most 256 times");
    if (strlen(lines->words[1]) >= CART_NAME_MAX || find_node(t, lines->words[1]) >= 0)
        return convert_line_wrong(lines, "level `%.40s` is there already or its name is too long",
                                  lines->words[1]);
    rom_topology_node_record *node = &t->nodes[t->node_count];
    snprintf(t->names[t->node_count], CART_NAME_MAX, "%s", lines->words[1]);
    node->level = pack_chunk_id("level", lines->words[1]);
    t->node_count++;
    if ((low != NULL && !convert_line_vector(lines, low, node->low)) ||
        (high != NULL && !convert_line_vector(lines, high, node->high)))
        return false;
    for (int i = 0; i < 3; i++) {
        if (node->low[i] > node->high[i])
            return convert_line_wrong(lines, "low lies above high in %c; change them over", 'x' + i);
    }
    return true;
}

static bool read_link(convert_lines *lines, topology *t) {
    const char *at = convert_line_value(lines, "at"), *radius = convert_line_value(lines, "radius");
    int from = lines->count < 3 ? -1 : find_node(t, lines->words[1]),
        to = lines->count < 3 ? -1 : find_node(t, lines->words[2]);
    if (from < 0 || to < 0 || t->link_count == 1024)
        return convert_line_wrong(
            lines,
            "`link FROM TO [at=X,Y,Z] [radius=R] [door] [seen] [one-way]` between levels above is wanted");
    rom_topology_link_record *link = &t->links[t->link_count];
    t->owner[t->link_count++] = (uint32_t)from;
    link->node = (uint32_t)to;
    for (int i = 3; i < lines->count; i++) {
        const char *word = lines->words[i];
        link->flags |= strcmp(word, "door") == 0      ? 1u
                       : strcmp(word, "seen") == 0    ? 2u
                       : strcmp(word, "one-way") == 0 ? 4u
                                                      : 0u;
    }
    return (at == NULL || convert_line_vector(lines, at, link->at)) &&
           (radius == NULL || convert_line_fx(lines, radius, &link->radius));
}

static bool read_form(convert_lines *lines, topology *t) {
    static const char *const forms[] = {"line", "star", "graph", "grid", NULL};
    int form = lines->count < 2 ? -1 : cart_choice(lines->words[1], forms);
    uint32_t columns = 0, rows = 0;
    if (form < 0) return convert_line_wrong(lines, "`form line|star|graph|grid` is wanted");
    t->r.form = (uint8_t)form;
    if (form == ROM_TOPOLOGY_GRID &&
        (lines->count < 3 || !scan_text(lines->words[2], "%ux%u", &columns, &rows) || columns < 1 ||
         rows < 1 || columns > 256 || rows > 256))
        return convert_line_wrong(lines, "`form grid COLUMNSxROWS` is wanted");
    t->r.columns = (uint16_t)columns;
    t->r.rows = (uint16_t)rows;
    return true;
}

static void put_topology(topology *t, writer *out) {
    uint32_t first = 0;
    t->r.nodes_at = t->node_count == 0 ? 0u : (uint32_t)out->size;
    t->r.node_count = t->node_count;
    t->r.link_count = t->link_count;
    for (uint32_t i = 0; i < t->node_count; i++) {
        t->nodes[i].first_link = first;
        for (uint32_t k = 0; k < t->link_count; k++) t->nodes[i].link_count += t->owner[k] == i;
        first += t->nodes[i].link_count;
        record_add_topology_node(out, &t->nodes[i]);
    }
    t->r.links_at = t->link_count == 0 ? 0u : (uint32_t)out->size;
    for (uint32_t i = 0; i < t->node_count; i++) {
        for (uint32_t k = 0; k < t->link_count; k++) {
            if (t->owner[k] == i) record_add_topology_link(out, &t->links[k]);
        }
    }
    record_put_topology(out, 0, &t->r);
}

bool convert_topology(const pack_source *s, writer *out) {
    topology *t = calloc(1, sizeof *t);
    convert_lines *lines = calloc(1, sizeof *lines);
    bool ok = t != NULL && lines != NULL;
    if (!ok) import_error_memory(s->error, s->path);
    if (ok) lines->source = s;
    if (ok) t->r.form = ROM_TOPOLOGY_GRAPH;
    while (ok && convert_line_next(lines)) {
        const char *word = lines->words[0];
        if (strcmp(word, "level") == 0) {
            ok = read_node(lines, t);
        } else if (strcmp(word, "link") == 0) {
            ok = read_link(lines, t);
        } else if (strcmp(word, "form") == 0) {
            ok = read_form(lines, t);
        } else {
            ok = convert_line_wrong(lines, "`%.40s` is unknown here; possible are form, level, link", word);
        }
    }
    ok = ok && !lines->failed;
    if (ok && t->r.form == ROM_TOPOLOGY_GRID && (uint32_t)t->r.columns * t->r.rows != t->node_count)
        ok = convert_line_wrong(lines, "a grid of %u x %u with %u levels", t->r.columns, t->r.rows,
                                t->node_count);
    if (ok) put_topology(t, out);
    free(t);
    free(lines);
    return ok;
}
