/* The objects of a map as a level: the text of a level is written, and read as any other. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/tilemap_level.h"

enum { POINTS_MOST = 24, DEPTH = 100 };

typedef struct objects_job {
    const pack_source *source;
    const import_tilemap *map;
    double x, y, pixels; /* place of the map, and its pixels per metre */
    writer text;
    uint32_t written; /* objects written so far */
} objects_job;

IMPORT_PRINTF(2, 3) static void say(objects_job *job, const char *format, ...) {
    char line[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    writer_bytes(&job->text, line, strlen(line));
}

/* Makes a name one word of the text. */
static const char *word_of(const char *name, char word[CART_NAME_MAX]) {
    size_t length = 0;
    for (; name[length] != 0 && length + 1 < CART_NAME_MAX; length++)
        word[length] =
            (unsigned char)name[length] <= ' ' || strchr("\"#=", name[length]) != NULL ? '_' : name[length];
    word[length] = 0;
    return word;
}

/* ---- places ---- */

/* The place of an object in the world. On diamond maps its axes are those of the cells, both in units of a cell's
 * height. */
static void place_of(const objects_job *job, double x, double y, double at[2]) {
    const import_tilemap *map = job->map;
    if (map->kind == IMPORT_TILEMAP_ISOMETRIC && map->tile_height > 0) {
        const double column = x / map->tile_height, row = y / map->tile_height;
        x = (column - row) * map->tile_width / 2;
        y = (column + row) * map->tile_height / 2;
    }
    at[0] = job->x + x / job->pixels;
    at[1] = job->y - y / job->pixels;
}

static void middle_of(const objects_job *job, const import_map_object *o, double at[2]) {
    double x = o->x, y = o->y;
    const bool area = o->shape == IMPORT_SHAPE_RECTANGLE || o->shape == IMPORT_SHAPE_ELLIPSE;
    if (area || o->shape == IMPORT_SHAPE_TILE) x += o->width / 2;
    if (area) y += o->height / 2;
    if (o->shape == IMPORT_SHAPE_TILE) y -= o->height / 2; /* a tile stands on its place */
    place_of(job, x, y, at);
}

/* ---- objects ---- */

/* An object's class, else the class of its tile. */
static const char *class_of(const objects_job *job, const import_map_object *o) {
    uint32_t number;
    const import_tileset *set =
        o->shape == IMPORT_SHAPE_TILE ? import_tilemap_set(job->map, o->tile, &number) : NULL;
    if (o->kind[0] != 0 || set == NULL) return o->kind;
    for (uint32_t i = 0; i < set->tile_count; i++)
        if (set->tiles[i].number == number) return set->tiles[i].kind;
    return "";
}

static const import_map_object *find_object(const objects_job *job, const char *id) {
    const unsigned long number = strtoul(id, NULL, 10);
    for (uint32_t l = 0; l < job->map->layer_count; l++)
        for (uint32_t i = 0; i < job->map->layers[l].object_count; i++)
            if (job->map->layers[l].objects[i].id == number) return &job->map->layers[l].objects[i];
    return NULL;
}

/* Writes a property as `set` below a spawn; texts become names for scripts. */
static void set_property(objects_job *job, const import_property *p) {
    char key[CART_NAME_MAX], word[CART_NAME_MAX];
    double number = 0;
    const size_t length = strlen(p->value);
    const import_map_object *other = strcmp(p->kind, "object") == 0 ? find_object(job, p->value) : NULL;
    word_of(p->name, key);
    if (strcmp(p->kind, "object") == 0) {
        if (other != NULL && other->name[0] != 0) say(job, "set %s @%s\n", key, word_of(other->name, word));
    } else if (strcmp(p->kind, "bool") == 0) {
        say(job, "set %s %s\n", key, strcmp(p->value, "true") == 0 ? "yes" : "no");
    } else if (strcmp(p->kind, "int") == 0 && cart_parse_number(p->value, &number)) {
        say(job, "set %s %.0f\n", key, number);
    } else if (strcmp(p->kind, "float") == 0 && cart_parse_number(p->value, &number)) {
        say(job, "set %s %.6f\n", key, number);
    } else if (strcmp(p->kind, "color") == 0 && (length == 7 || length == 9)) {
        say(job, "set %s #%.6s\n", key, p->value + length - 6);
    } else if (strcmp(p->kind, "class") != 0 && strcmp(p->kind, "file") != 0 && length > 0) {
        say(job, "set %s @%s\n", key, word_of(p->value, word));
    }
}

static void put_spawn(objects_job *job, const import_map_object *o, const char *class) {
    char word[CART_NAME_MAX];
    double at[2];
    middle_of(job, o, at);
    say(job, "spawn %s at=%.5f,%.5f,0", word_of(class, word), at[0], at[1]);
    if (o->rotation != 0) say(job, " yaw=%.4f", -o->rotation);
    if (o->name[0] != 0) say(job, " name=%s", word_of(o->name, word));
    say(job, "%s\n", o->visible ? "" : " later");
    for (uint32_t i = 0; i < o->properties.count; i++) set_property(job, &o->properties.items[i]);
}

static void put_path(objects_job *job, const import_map_object *o, const char *name) {
    const bool closed = o->shape == IMPORT_SHAPE_POLYGON;
    if (o->point_count > POINTS_MOST) {
        pack_companion_note(job->source, "tilemap %s: object %u has %u points, more than %d, and is no path",
                            job->source->asset->name, (unsigned)o->id, (unsigned)o->point_count, POINTS_MOST);
        return;
    }
    say(job, "path %s straight%s", name, closed ? " closed" : "");
    for (uint32_t i = 0; i < o->point_count; i++) {
        double at[2];
        place_of(job, o->x + o->points[2 * i], o->y + o->points[2 * i + 1], at);
        say(job, " %.4f,%.4f,0", at[0], at[1]);
    }
    say(job, "\n");
}

/* Writes a volume: a box for a rectangle, for an ellipse a sphere about its middle with its mean width. */
static void put_volume(objects_job *job, const import_map_object *o, const char *name, const char *kind) {
    const double half[2] = {o->width / 2 / job->pixels, o->height / 2 / job->pixels};
    double at[2];
    middle_of(job, o, at);
    if (o->shape == IMPORT_SHAPE_ELLIPSE)
        say(job, "volume %s %s sphere at=%.5f,%.5f,0 radius=%.5f\n", name, kind, at[0], at[1],
            (half[0] + half[1]) / 2);
    else
        say(job, "volume %s %s box at=%.5f,%.5f,0 half=%.5f,%.5f,%d\n", name, kind, at[0], at[1], half[0],
            half[1], DEPTH);
}

static void put_object(objects_job *job, const import_map_object *o) {
    const char *class = class_of(job, o);
    char name[CART_NAME_MAX], kind[CART_NAME_MAX], own[CART_NAME_MAX];
    double at[2];
    if (o->shape == IMPORT_SHAPE_TEXT) return;
    job->written++;
    if (class[0] != 0 && cart_find_type(job->source->c, class) != NULL) {
        put_spawn(job, o, class);
        return;
    }
    snprintf(own, sizeof own, "object-%u", (unsigned)o->id);
    word_of(o->name[0] != 0 ? o->name : own, name);
    word_of(class[0] != 0 ? class : "place", kind);
    if (o->shape == IMPORT_SHAPE_POLYGON || o->shape == IMPORT_SHAPE_POLYLINE) {
        put_path(job, o, name);
    } else if (o->shape == IMPORT_SHAPE_RECTANGLE || o->shape == IMPORT_SHAPE_ELLIPSE) {
        put_volume(job, o, name, kind);
    } else {
        middle_of(job, o, at);
        say(job, "locator %s %s at=%.5f,%.5f,0\n", name, kind, at[0], at[1]);
    }
}

/* Finds the map in the scenes that play it, and their pixels per metre. *found is the first scene's map. False and a
 * sentence when scenes have the map at different places or scales. */
static bool find_scene(const pack_source *s, const cart_scene_map **found, double *pixels) {
    *found = NULL;
    for (uint32_t i = 0; i < s->c->scene_count; i++)
        for (uint32_t k = 0; k < s->c->scenes[i].map_count; k++) {
            const cart_scene_map *map = &s->c->scenes[i].maps[k];
            if (rom_id(map->name) != rom_id(s->asset->name)) continue;
            const double here = cart_view_pixels(&s->c->scenes[i].view);
            if (*found == NULL) *found = map, *pixels = here;
            if (map->at[0] != (*found)->at[0] || map->at[1] != (*found)->at[1] || here != *pixels)
                return import_error_line(
                    s->error, s->c->path, map->line,
                    "map `%s` has objects and lies elsewhere than in line %lu; give it the same "
                    "at= and the cameras the same pixels=, or take the objects out",
                    map->name, (*found)->line);
        }
    return true;
}

static bool has_objects(const import_tilemap *map) {
    for (uint32_t i = 0; i < map->layer_count; i++)
        if (map->layers[i].object_count > 0) return true;
    return false;
}

bool convert_tilemap_objects(const pack_source *s, const import_tilemap *map) {
    const cart_scene_map *scene;
    double pixels = 0;
    char name[CART_NAME_MAX];
    if (!has_objects(map)) return true;
    if (!find_scene(s, &scene, &pixels)) return false;
    if (scene == NULL) return true;
    objects_job job = {.source = s, .map = map, .x = scene->at[0], .y = scene->at[1], .pixels = pixels};
    const double wide = map->width * map->tile_width / job.pixels,
                 high = map->height * map->tile_height / job.pixels;
    say(&job, "level 1\nbounds %.4f,%.4f,-1 %.4f,%.4f,1\n", job.x - wide, job.y - high, job.x + wide, job.y);
    for (uint32_t i = 0; i < map->layer_count; i++)
        for (uint32_t k = 0; k < map->layers[i].object_count; k++)
            put_object(&job, &map->layers[i].objects[k]);
    pack_source level = *s;
    level.data = job.text.data;
    level.size = job.text.size;
    bool ok = !job.text.failed || import_error_memory(s->error, s->path);
    ok = ok && convert_compound_name(s, "objects", name);
    writer *out =
        !ok || job.written == 0 ? NULL : pack_companion_add(s, "level", name, ROM_TAG_LEVEL, ROM_LEVEL_SIZE);
    if (job.written > 0) ok = ok && out != NULL && convert_level(&level, out);
    writer_free(&job.text);
    return ok;
}
