/* Inside of the level converter: the sections that a level's text has filled so far, and how statements take their
 * words.
 */
#ifndef OXCART_TOOLS_CONVERT_LEVEL_H
#define OXCART_TOOLS_CONVERT_LEVEL_H

#include "tools/cart/cart_rows.h"
#include "tools/convert/pack_kinds.h"
#include "tools/record_writer.h"

enum { LEVEL_INSTANCES = 65535, LEVEL_SPAWNERS = 4096 };

/* A name of the text and its number. */
typedef struct level_name {
    char name[CART_NAME_MAX];
} level_name;

typedef struct level_text {
    rom_level_record r;
    bool begun;   /* `level 1` was read */
    int32_t cell; /* side of the cells that instances are sorted into, fx */
    writer tags, neighbours;
    writer meshes, materials; /* ids of the geometry */
    rom_instance_record *instances;
    uint32_t instance_count;
    writer spawners, properties, spawn_texts, spawn_text_bytes, vectors;
    level_name *spawn_names; /* name of each spawner, for parents */
    uint32_t spawner_count, property_start;
    writer locators, volumes, lights, splines, points, ledges, layers;
    level_name layer_names[256];
    uint32_t layer_count;
    writer solid_materials, boxes, spheres, capsules, walls, walks;
    rom_element_record *elements;
    unsigned long *element_lines;
    rom_element_version_record *versions;
    uint32_t element_count, version_count;
    writer waves, wave_entries;
    unsigned long waves_line; /* line of the list that `wave` and `come` belong to, 0: none */
    writer references;
} level_text;

/* ---- options of a line; false after a sentence ---- */

bool level_rotation(const convert_lines *lines, int16_t rotation[4]); /* yaw=DEG as a quaternion in q2.14 */
bool level_vector(const convert_lines *lines, const char *key, int32_t value[3]); /* a needed option */
bool level_number(const convert_lines *lines, const char *key,
                  int32_t *value); /* fx; stays as it is when absent */
bool level_colour(const convert_lines *lines, const char *key, uint32_t *rgb);
uint32_t level_id(const convert_lines *lines, const char *key,
                  const char *folder); /* id of FOLDER/VALUE or VALUE, 0 when absent */

/* Number of an id in a list. A new id is added to the list. */
uint32_t level_listed(writer *list, uint32_t id);

/* ---- readers of statements: false after a sentence ---- */

bool level_read_version(convert_lines *lines, level_text *l);
bool level_read_bounds(convert_lines *lines, level_text *l);
bool level_read_tag(convert_lines *lines, level_text *l);
bool level_read_neighbour(convert_lines *lines, level_text *l);
bool level_read_cell(convert_lines *lines, level_text *l);
bool level_read_layer(convert_lines *lines, level_text *l);
bool level_read_flag(convert_lines *lines, level_text *l);

/* Statements that put something into the world (level_statements.c). */
bool level_read_instance(convert_lines *lines, level_text *l);
bool level_read_spawn(convert_lines *lines, level_text *l);
bool level_read_set(convert_lines *lines, level_text *l);
bool level_read_locator(convert_lines *lines, level_text *l);
bool level_read_volume(convert_lines *lines, level_text *l);
bool level_read_light(convert_lines *lines, level_text *l);
bool level_read_path(convert_lines *lines, level_text *l);
bool level_read_ledge(convert_lines *lines, level_text *l);
bool level_read_cover(convert_lines *lines, level_text *l);
bool level_read_solid(convert_lines *lines, level_text *l);
bool level_read_walk(convert_lines *lines, level_text *l);
bool level_read_element(convert_lines *lines, level_text *l);
bool level_read_element_version(convert_lines *lines, level_text *l);
bool level_read_refer(convert_lines *lines, level_text *l);

/* Statements of timed waves of spawns (level_waves.c). */
bool level_read_waves(convert_lines *lines, level_text *l);
bool level_read_wave(convert_lines *lines, level_text *l);
bool level_read_come(convert_lines *lines, level_text *l);

/* Writes the chunk (level_write.c). */
bool level_write(const pack_source *source, level_text *l, writer *out);

#endif
