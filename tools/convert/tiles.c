/* Tile maps and tile sets: Tiled's files, tables of numbers, and pictures that are cut into tiles. */
#include "tools/convert/tiles.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/import/tile/tile_cut.h"
#include "tools/record_writer.h"

const cart_option_row convert_tilemap_options[] = {
    {"bytes", "1|2", "of a tile in the map"},
    {"cut", "WxH", "the tiles are cut out of a picture"},
    {"flips", "on|off", "tiles that are mirrors of one another are one (on)"},
    {"tiles", "SET", "a tileset of the cart, whose tiles it shows"},
    {"used", "on|off", "tiles that no cell shows are left out (off)"},
    {"fields", "NAME:BITS,...", "further attributes of tiles that the map tells, such as cost:4,wet:1"},
    {.key = NULL}};
const cart_option_row convert_tileset_options[] = {
    {"tile", "WxH", "pixels of a tile"},
    {"spacing", "N", "pixels between tiles"},
    {"margin", "N", "pixels about all of them"},
    {"solid", "LIST", "tiles that nothing goes through: 0-3,8"},
    {"one-way", "LIST", "tiles that only stop what falls on them"},
    {"words", "NAME:LIST/NAME:LIST", "what else tiles are, for tile_flag: hurts:5/water:12-15"},
    {"animated", "A-B:RATE,...", "tile A shows A to B, so many a second: 12-15:8"},
    {.key = NULL}};

IMPORT_PRINTF(2, 3) static bool wrong(const tile_job *job, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return import_error_file(job->source->error, job->source->path, "%s", text);
}

static bool no_memory(const tile_job *job) {
    return import_error_memory(job->source->error, job->source->path);
}

/* ---- which tiles ---- */

/* The number of a tile of a set as a flat list of all sets' tiles. */
static uint32_t flat_number(const tile_job *job, uint32_t set, uint32_t number) {
    return job->starts[set] + number;
}

/* Counts the tiles of a set: the number in its file, else as many as its picture holds. */
static bool count_set(tile_job *job, uint32_t i) {
    const import_tileset *set = &job->map->sets[i];
    const import_image *picture = &job->pictures[i];
    uint32_t across, down;
    if (set->tile_width == 0 || set->tile_height == 0)
        return wrong(job, "tileset `%.60s` has tiles of %ux%u pixels", set->name, set->tile_width,
                     set->tile_height);
    if (set->tile_width != job->map->sets[0].tile_width || set->tile_height != job->map->sets[0].tile_height)
        return wrong(job,
                     "tileset `%.60s` has tiles of %ux%u pixels, other ones than the first set; one size is "
                     "possible in a map",
                     set->name, set->tile_width, set->tile_height);
    if ((uint32_t)picture->width < set->margin || (uint32_t)picture->height < set->margin)
        return wrong(job, "tileset `%.60s`: its margin is larger than its picture of %ux%u", set->name,
                     (uint32_t)picture->width, (uint32_t)picture->height);
    across = ((uint32_t)picture->width - set->margin + set->spacing) / (set->tile_width + set->spacing);
    down = ((uint32_t)picture->height - set->margin + set->spacing) / (set->tile_height + set->spacing);
    if (set->columns != 0 && set->columns < across) across = set->columns;
    job->across[i] = across;
    job->counts[i] = set->count != 0 ? set->count : across * down;
    if (across == 0 || job->counts[i] > across * down)
        return wrong(job, "tileset `%.60s` says %u tiles, its picture holds %u; choose the right picture",
                     set->name, job->counts[i], across * down);
    return true;
}

static bool load_sets(tile_job *job) {
    const import_tilemap *map = job->map;
    for (uint32_t i = 0; i < map->set_count; i++) {
        const import_tileset *set = &map->sets[i];
        if (job->own != NULL) {
            job->pictures[i] = *job->own; /* the picture that was cut into tiles */
        } else if (set->image == NULL) {
            return wrong(job,
                         "tileset `%.60s` has no picture of its own (each tile may have one: <image> in "
                         "<tile>); make one of them, or write tiles=NAME of a `tileset`",
                         set->name);
        } else {
            pack_companion_input(job->source, set->image);
            if (!import_image_load(set->image, &job->pictures[i], job->source->error)) return false;
        }
        if (!count_set(job, i)) return false;
        job->starts[i] = i == 0 ? 0 : job->starts[i - 1] + job->counts[i - 1];
        job->total = job->starts[i] + job->counts[i];
        if (job->total > 65536)
            return wrong(job, "%.60s: all sets together have more than 65536 tiles", set->name);
    }
    return true;
}

/* The flat number of a cell's tile; false when it is beyond its set. */
static bool resolve(const tile_job *job, uint32_t cell, uint32_t *flat) {
    uint32_t number;
    const import_tileset *set = import_tilemap_set(job->map, cell, &number);
    uint32_t index = set == NULL ? 0 : (uint32_t)(set - job->map->sets);
    if (set == NULL || number >= job->counts[index])
        return wrong(job, "a cell names tile %u, which is in none of the sets", cell & IMPORT_TILE_ID);
    *flat = flat_number(job, index, number);
    return true;
}

/* The tile in the made set that shows flat tile `flat`, with x and y exchanged when `diagonal` is set; a
 * new tile is added to the set. */
static bool made_tile(tile_job *job, uint32_t flat, bool diagonal, uint32_t *made) {
    uint32_t *place = &job->made_of[diagonal ? 1 : 0][flat];
    if (*place == 0) {
        if (job->made_count == 65536) return wrong(job, " more than 65536 tiles with those that are turned");
        job->made[job->made_count].flat = flat;
        job->made[job->made_count].diagonal = diagonal;
        *place = ++job->made_count;
    }
    *made = *place - 1;
    return true;
}

/* Adds the tile of a cell to the set. Every cell of the map and of its objects is taken once, so that the set is known
 * before cells are written. */
static bool take_cell(tile_job *job, uint32_t cell) {
    uint32_t flat = 0, made;
    if ((cell & IMPORT_TILE_ID) == 0) {
        job->has_empty = true;
        return true;
    }
    if ((cell & IMPORT_TILE_TURN_60) != 0)
        return wrong(job,
                     "a tile is turned by 60 degrees (<data>), which is not possible; draw the turned tile");
    if ((cell & IMPORT_TILE_FLIP_DIAGONAL) != 0 &&
        job->map->sets[0].tile_width != job->map->sets[0].tile_height)
        return wrong(job, "a tile of %ux%u is turned by 90 degrees; only square ones can be",
                     job->map->sets[0].tile_width, job->map->sets[0].tile_height);
    job->has_turns = job->has_turns || (cell & (IMPORT_TILE_FLIP_X | IMPORT_TILE_FLIP_Y)) != 0;
    return resolve(job, cell, &flat) && made_tile(job, flat, (cell & IMPORT_TILE_FLIP_DIAGONAL) != 0, &made);
}

static bool take_cells(tile_job *job) {
    const import_tilemap *map = job->map;
    bool ok = true;
    uint32_t made;
    for (uint32_t i = 0; ok && !job->used_only && i < job->total; i++) ok = made_tile(job, i, false, &made);
    for (uint32_t l = 0; ok && l < map->layer_count; l++) {
        const import_map_layer *layer = &map->layers[l];
        for (size_t i = 0; ok && layer->kind == IMPORT_LAYER_TILES && i < (size_t)map->width * map->height;
             i++)
            ok = take_cell(job, layer->cells[i]);
        for (uint32_t i = 0; ok && i < layer->object_count; i++) {
            if (layer->objects[i].shape == IMPORT_SHAPE_TILE) ok = take_cell(job, layer->objects[i].tile);
        }
    }
    for (uint32_t i = 0; ok && i < map->set_count; i++) { /* tiles that animations show */
        for (uint32_t t = 0; ok && t < map->sets[i].tile_count; t++) {
            const import_tile *tile = &map->sets[i].tiles[t];
            for (uint32_t f = 0; ok && f < tile->frame_count; f++) {
                if (tile->number >= job->counts[i] || tile->frames[f].tile >= job->counts[i])
                    return wrong(
                        job, "tileset `%.60s`: the animation of tile %u shows tile %u, which is not there",
                        map->sets[i].name, tile->number, tile->frames[f].tile);
                if (job->made_of[0][flat_number(job, i, tile->number)] != 0)
                    ok = made_tile(job, flat_number(job, i, tile->frames[f].tile), false, &made);
            }
        }
    }
    return ok;
}

/* ---- the set's picture ---- */

static void copy_tile(const tile_job *job, const tile_made *made, import_image *to, uint32_t x0,
                      uint32_t y0) {
    uint32_t set = 0, width = job->map->sets[0].tile_width, height = job->map->sets[0].tile_height;
    while (made->flat >= job->starts[set] + job->counts[set]) set++;
    const import_tileset *from = &job->map->sets[set];
    const import_image *picture = &job->pictures[set];
    uint32_t number = made->flat - job->starts[set];
    uint32_t left = from->margin + number % job->across[set] * (width + from->spacing),
             top = from->margin + number / job->across[set] * (height + from->spacing);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t sx = made->diagonal ? y : x, sy = made->diagonal ? x : y;
            memcpy(to->rgba + 4 * ((size_t)(y0 + y) * (size_t)to->width + x0 + x),
                   picture->rgba + 4 * ((size_t)(top + sy) * (size_t)picture->width + left + sx), 4);
        }
    }
}

static bool draw_set(const tile_job *job, uint32_t *columns, import_image *picture) {
    uint32_t width = job->map->sets[0].tile_width, height = job->map->sets[0].tile_height,
             most = width > 1024 ? 0 : 1024 / width;
    *columns = 1;
    if (most == 0)
        return wrong(job, "tileset `%.60s` has tiles of %ux%u pixels; at most 1024x1024 are possible",
                     job->map->sets[0].name, width, height);
    while (*columns < most && *columns * *columns * width < job->made_count * height) (*columns)++;
    uint32_t rows = (job->made_count + *columns - 1) / *columns;
    while (*columns < most && rows * height > 1024) {
        (*columns)++;
        rows = (job->made_count + *columns - 1) / *columns;
    }
    if (rows * height > 1024)
        return wrong(job,
                     "%u tiles of %u pixels' height do not fit one picture of 1024x1024; write used=on, or "
                     "divide the map",
                     job->made_count, height);
    if (!import_image_allocate(job->source->path, (long)(*columns * width), (long)(rows * height), false,
                               picture, job->source->error))
        return false;
    for (uint32_t i = 0; i < job->made_count; i++)
        copy_tile(job, &job->made[i], picture, i % *columns * width, i / *columns * height);
    import_image_find_alpha(picture);
    return true;
}

/* ---- properties of tiles ---- */

static const import_tile *tile_of(const tile_job *job, uint32_t flat, uint32_t *set) {
    *set = 0;
    while (flat >= job->starts[*set] + job->counts[*set]) (*set)++;
    const import_tileset *from = &job->map->sets[*set];
    for (uint32_t i = 0; i < from->tile_count; i++) {
        if (from->tiles[i].number == flat - job->starts[*set]) return &from->tiles[i];
    }
    return NULL;
}

/* fields=NAME:BITS,NAME:BITS: fields of a tile's flags from bit 0 up. The two upper bits stay for `one_way` and
 * `solid`. */
static bool read_fields(tile_job *job) {
    const char *at = pack_option(job->source->asset, "fields");
    uint32_t bit = 0;
    while (at != NULL && *at != 0) {
        size_t length = strcspn(at, ":"),
               digits = at[length] == 0 ? 0 : strspn(at + length + 1, "0123456789");
        tile_field *field = &job->fields[job->field_count];
        uint32_t bits = digits == 1 || digits == 2 ? (uint32_t)strtoul(at + length + 1, NULL, 10) : 0;
        if (length == 0 || length >= sizeof field->name || bits == 0 || bit + bits > TILE_FIELDS_MOST ||
            job->field_count == TILE_FIELDS_MOST)
            return convert_option_wrong(
                job->source, "fields",
                "write NAME:BITS,NAME:BITS with at most 14 bits in all, such as cost:8,wet:1");
        memcpy(field->name, at, length);
        field->name[length] = 0;
        field->bit = bit;
        field->bits = bits;
        if (strcmp(field->name, "cost") == 0 && bit == 0) job->cost_bits = bits;
        bit += bits;
        job->field_count++;
        at += length + 1 + digits;
        if (*at != 0 && *at++ != ',')
            return convert_option_wrong(job->source, "fields", "a comma is wanted between fields");
    }
    return true;
}

bool convert_tile_flags(const tile_job *job, const import_properties *properties, uint32_t tile,
                        uint16_t *flags) {
    *flags = 0;
    for (uint32_t i = 0; i < properties->count; i++) {
        const import_property *p = &properties->items[i];
        bool yes = strcmp(p->value, "true") == 0;
        double number = yes ? 1 : 0;
        if (strcmp(p->kind, "bool") != 0 && !cart_parse_number(p->value, &number)) number = -1;
        if (number > 0 && (strcmp(p->name, "solid") == 0 || strcmp(p->name, "blocked") == 0))
            *flags |= ROM_TILE_SET_BLOCKED;
        if (number > 0 && (strcmp(p->name, "one_way") == 0 || strcmp(p->name, "one-way") == 0))
            *flags |= ROM_TILE_SET_ONE_WAY;
        for (uint32_t k = 0; k < job->field_count; k++) {
            const tile_field *field = &job->fields[k];
            if (strcmp(p->name, field->name) != 0) continue;
            if (number < 0 || number >= (double)(1u << field->bits) || number != (double)(uint32_t)number)
                return import_error_file(
                    job->source->error, job->source->path,
                    "tile %u: property `%.40s` is `%.40s`; a whole number below %u fits its bits",
                    (unsigned)tile, p->name, p->value, 1u << field->bits);
            *flags = (uint16_t)(*flags | (uint32_t)number << field->bit);
        }
    }
    return true;
}

bool convert_map_property(const tile_job *job, const import_property *p, rom_map_property_record *row,
                          writer *texts, uint32_t *text_at) {
    double number = 0;
    *row = (rom_map_property_record){.name = rom_id(p->name), .kind = ROM_MAP_PROPERTY_AS_TEXT};
    *text_at = (uint32_t)texts->size;
    row->text.bytes = (uint32_t)strlen(p->value);
    for (const char *c = p->value; *c != 0; c++)
        writer_u8(texts, (unsigned char)*c < 32 ? ' ' : (unsigned char)*c);
    if (strcmp(p->kind, "bool") == 0) {
        row->kind = ROM_MAP_PROPERTY_AS_BOOLEAN;
        row->number = strcmp(p->value, "true") == 0;
    } else if ((strcmp(p->kind, "int") == 0 || strcmp(p->kind, "object") == 0) &&
               cart_parse_number(p->value, &number)) {
        row->kind = ROM_MAP_PROPERTY_AS_WHOLE;
        if (number < -2147483648.0 || number > 2147483647.0)
            return wrong(job, "property `%.60s` is beyond 32 bits", p->name);
        row->number = (int32_t)number;
    } else if (strcmp(p->kind, "float") == 0 && cart_parse_number(p->value, &number)) {
        row->kind = ROM_MAP_PROPERTY_AS_FX;
        if (number < -32768 || number >= 32768)
            return wrong(job, "property `%.60s` is beyond -32768 to 32767", p->name);
        row->number = (int32_t)writer_fx(number);
    }
    return true;
}

/* ---- the set's chunk ---- */

typedef struct set_out {
    writer frames, properties, texts;
    uint32_t *text_at; /* offset of each property's text */
    uint32_t frame_count, property_count, room;
} set_out;

static bool add_property(tile_job *job, set_out *to, uint32_t tile, const import_property *p) {
    rom_tile_property_record row = {.tile = tile};
    if (to->property_count == to->room) {
        uint32_t *grown = realloc(to->text_at, (size_t)(to->room * 2 + 64) * sizeof *grown);
        if (grown == NULL) return no_memory(job);
        to->text_at = grown;
        to->room = to->room * 2 + 64;
    }
    if (!convert_map_property(job, p, &row.property, &to->texts, &to->text_at[to->property_count]))
        return false;
    to->property_count++;
    record_add_tile_property(&to->properties, &row);
    return true;
}

static bool put_tile(tile_job *job, uint32_t i, set_out *to, writer *out) {
    uint32_t set;
    const import_tile *tile = tile_of(job, job->made[i].flat, &set);
    rom_tile_record row = {.frames = 1, .first = i};
    if (tile != NULL) {
        if (!convert_tile_flags(job, &tile->properties, i, &row.flags)) return false;
        if (tile->frame_count > 0 && !job->made[i].diagonal) {
            row.frames = (uint16_t)tile->frame_count;
            row.first = to->frame_count;
            for (uint32_t f = 0; f < tile->frame_count; f++) {
                uint32_t made = job->made_of[0][flat_number(job, set, tile->frames[f].tile)] - 1,
                         time = tile->frames[f].milliseconds;
                if (time < 1 || time > 65535)
                    return wrong(job,
                                 "tileset `%.60s`: tile %u shows a frame for %u ms; 1 to 65535 are possible",
                                 job->map->sets[set].name, tile->number, time);
                const rom_tile_frame_record frame = {(uint16_t)made, (uint16_t)time};
                record_add_tile_frame(&to->frames, &frame);
            }
            to->frame_count += tile->frame_count;
        }
        const import_property class = {"class", "string", tile->kind};
        if (tile->kind[0] != 0 && !add_property(job, to, i, &class)) return false;
        for (uint32_t k = 0; k < tile->properties.count; k++) {
            if (!add_property(job, to, i, &tile->properties.items[k])) return false;
        }
    }
    record_add_tile(out, &row);
    return true;
}

bool convert_put_tile_set(tile_job *job, const char *texture, uint32_t columns, writer *out) {
    set_out to;
    memset(&to, 0, sizeof to);
    rom_tile_set_record r = {.tile_width = (uint16_t)job->map->sets[0].tile_width,
                             .tile_height = (uint16_t)job->map->sets[0].tile_height,
                             .count = job->made_count,
                             .at = job->made_count == 0 ? 0 : (uint32_t)out->size,
                             .image = pack_chunk_id("texture", texture),
                             .columns = (uint16_t)columns,
                             .bits = (uint16_t)job->cost_bits};
    bool ok = true;
    for (uint32_t i = 0; ok && i < job->made_count; i++) ok = put_tile(job, i, &to, out);
    r.frame_count = to.frame_count;
    r.frames_at = to.frame_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, to.frames.data, to.frames.size);
    r.property_count = to.property_count;
    r.properties_at = to.property_count == 0 ? 0 : (uint32_t)out->size;
    uint32_t texts = (uint32_t)(out->size + to.properties.size);
    for (uint32_t i = 0; i < to.property_count; i++) {
        size_t at = (size_t)i * ROM_TILE_PROPERTY_SIZE + ROM_TILE_PROPERTY_PROPERTY + ROM_MAP_PROPERTY_TEXT;
        if (rom_u32(to.properties.data + at + 4) != 0)
            writer_put_u32(&to.properties, at, texts + to.text_at[i]);
    }
    writer_bytes(out, to.properties.data, to.properties.size);
    r.field_count = job->field_count;
    r.fields_at = job->field_count == 0 ? 0 : (uint32_t)(out->size + (to.texts.size + 3u) / 4u * 4u);
    writer_bytes(out, to.texts.data, to.texts.size);
    writer_align(out, 4);
    for (uint32_t i = 0; i < job->field_count; i++) {
        const tile_field *field = &job->fields[i];
        const rom_tile_field_record row = {
            rom_id(field->name), (uint8_t)field->bit, (uint8_t)field->bits, {0}};
        record_add_tile_field(out, &row);
    }
    record_put_tile_set(out, 0, &r);
    writer_free(&to.frames);
    writer_free(&to.properties);
    writer_free(&to.texts);
    free(to.text_at);
    return ok;
}

bool convert_make_tile_set(tile_job *job, const char *texture, writer *out) {
    import_image picture;
    uint32_t columns;
    memset(&picture, 0, sizeof picture);
    if (!draw_set(job, &columns, &picture)) return false;
    bool keyed = picture.has_alpha;
    return pack_companion_give_picture(job->source, texture, &picture, keyed) &&
           convert_put_tile_set(job, texture, columns, out);
}

bool convert_open_tiles(tile_job *job) {
    uint32_t sets = job->map->set_count;
    job->pictures = calloc((size_t)sets + 1, sizeof *job->pictures);
    job->starts = calloc((size_t)sets + 1, 3 * sizeof *job->starts);
    job->made = calloc(65536, sizeof *job->made);
    job->made_of[0] = calloc(65536, 2 * sizeof *job->made_of[0]);
    if (job->pictures == NULL || job->starts == NULL || job->made == NULL || job->made_of[0] == NULL)
        return no_memory(job);
    job->counts = job->starts + sets + 1;
    job->across = job->counts + sets + 1;
    job->made_of[1] = job->made_of[0] + 65536;
    return read_fields(job) && load_sets(job) && take_cells(job);
}

void convert_close_tiles(tile_job *job) {
    for (uint32_t i = 0; job->pictures != NULL && job->own == NULL && i < job->map->set_count; i++)
        import_image_free(&job->pictures[i]);
    free(job->pictures);
    free(job->starts);
    free(job->made);
    free(job->made_of[0]);
}

/* ---- sets without a map ---- */

bool convert_tileset(const pack_source *s, writer *out) {
    import_image picture;
    uint32_t width = 16, height = 16, spacing = 0, margin = 0;
    bool given;
    char texture[CART_NAME_MAX];
    if (!convert_option_pair(s, (convert_pair){"tile", 'x', 1024}, &width, &height, &given) ||
        !convert_option_whole(s, "spacing", 0, 256, &spacing) ||
        !convert_option_whole(s, "margin", 0, 256, &margin) || !convert_compound_name(s, "tiles", texture))
        return false;
    if (width == 0 || height == 0) return convert_option_wrong(s, "tile", "a tile has at least 1x1 pixels");
    if (!convert_picture(s, &picture)) return false;
    import_tileset set = {.name = s->asset->name,
                          .first = 1,
                          .tile_width = width,
                          .tile_height = height,
                          .spacing = spacing,
                          .margin = margin};
    const import_tilemap map = {.set_count = 1, .sets = &set};
    tile_job job = {.source = s, .map = &map, .own = &picture};
    struct tile_words *words = convert_tile_words(s, &set);
    bool ok = words != NULL && convert_open_tiles(&job) && convert_tile_word_fields(&job, words) &&
              convert_make_tile_set(&job, texture, out);
    convert_close_tiles(&job);
    free(words);
    import_image_free(&picture);
    return ok;
}
