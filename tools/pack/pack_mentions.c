/* The names and colours that scripts and screens use of their cart: colours for its palette, names that must be
 * there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/game/option.h"
#include "platform/platform.h"
#include "rom/rom.h"
#include "tools/encode/palette.h"
#include "tools/pack/pack_job.h"
#include "tools/script/script.h"

enum { ROW = 20, FAR = 48 };

bool pack_next_mention(const pack_item *item, size_t *at, script_mention_row *m) {
    pack_brought brought;
    size_t row = 0;
    uint32_t output = 0, behind = 2; /* skips the chunk, a list and its outputs */
    if (item->kind->tag != ROM_TAG_CODE && item->kind->tag != ROM_TAG_SCREEN) return false;
    while (pack_next_brought(&item->result, &row, &output, &brought)) behind++;
    if (item->result.output_count <= behind) return false;
    const writer *rows = &item->result.outputs[behind];
    if (*at >= rows->size || rows->size - *at <= ROW) return false;
    const uint8_t *from = rows->data + *at;
    const char *end = memchr(from + ROW, 0, rows->size - *at - ROW);
    if (end == NULL) return false;
    *m = (script_mention_row){rom_u32(from),      rom_u32(from + 4),  rom_u32(from + 8),
                              rom_u32(from + 12), rom_u32(from + 16), (const char *)from + ROW};
    *at = (size_t)((const uint8_t *)end + 1 - rows->data);
    return true;
}

uint32_t *pack_script_colours(const pack_job *job, uint32_t *count) {
    uint32_t *list = NULL;
    *count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        uint32_t found = 0;
        script_mention_row m;
        for (uint32_t i = 0; i < job->item_count; i++)
            for (size_t at = 0; pack_next_mention(&job->items[i], &at, &m);) {
                bool known = m.what != SCRIPT_COLOUR;
                for (uint32_t k = 0; list != NULL && k < found; k++) known = known || list[k] == m.value;
                if (known) continue;
                if (list != NULL) list[found] = m.value;
                found++;
            }
        if (pass == 1) *count = found;
        if (pass == 0 && (list = calloc((size_t)found + 1, sizeof *list)) == NULL) return NULL;
    }
    return list;
}

/* ---- warnings ---- */

/* Warns at a place in a script, whose files are the asset's own and those of its with=. */
static void warn_at(pack_job *job, const pack_item *item, const script_mention_row *m, const char *sentence) {
    const char *with = m->source == 0 ? NULL : pack_option(item->asset, "with");
    char file[CART_PATH_MAX];
    tool_error what;
    snprintf(file, sizeof file, "%s", item->path);
    for (uint32_t i = 1; with != NULL && i < m->source; i++)
        with = strchr(with, ',') == NULL ? NULL : strchr(with, ',') + 1;
    if (with != NULL) {
        char *slash = strrchr(file, '/');
        size_t folder = slash == NULL ? 0 : (size_t)(slash + 1 - file);
        snprintf(file + folder, sizeof file - folder, "%.*s", (int)strcspn(with, ","), with);
    }
    import_error_at(&what, file, m->line, m->column, "%s", sentence);
    job->report->warnings++;
    report_add(job->options->said, REPORT_WARNING, &what);
}

/* Names of a kind that the cart has, and whether further names may come from elsewhere. */
typedef struct known_names {
    const char **names; /* NULL behind the last */
    size_t count;
    bool others;
} known_names;

static bool has_any(const cart *c, const char *const *kinds) {
    bool any = false;
    for (uint32_t i = 0; i < c->asset_count; i++) any = any || cart_choice(c->assets[i].kind, kinds) >= 0;
    return any;
}

/* Adds the names of objects: their own, those of their types, and tags. Levels and maps have objects too. */
static void add_objects(const cart *c, bool of_scenes, known_names *list) {
    static const char *const elsewhere[] = {"level", "tilemap", "data", NULL};
    const cart_scene *scene;
    list->others = has_any(c, elsewhere);
    for (uint32_t i = 0; (scene = cart_scene_at(c, i)) != NULL; i++)
        for (uint32_t k = 0; (of_scenes || scene == &c->types) && k < scene->object_count; k++)
            if (scene->objects[k].name[0] != 0) list->names[list->count++] = scene->objects[k].name;
    for (uint32_t i = 0; of_scenes && i < c->tag_count; i++) list->names[list->count++] = c->tags[i];
}

/* Adds the names of sounds, also those in banks and of cues. */
static void add_sounds(const cart *c, bool with_songs, known_names *list) {
    static const char *const all[] = {"song", "sound", NULL}, *const elsewhere[] = {"bank", "cues", NULL};
    const char *const *kinds = all + !with_songs;
    list->others = has_any(c, elsewhere);
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (cart_choice(c->assets[i].kind, kinds) >= 0) list->names[list->count++] = c->assets[i].name;
}

/* Adds the names of options; those that scripts make are known by nobody. */
static void add_options(const pack_job *job, known_names *list) {
    static ox_option own[OX_OPTIONS];
    script_mention_row m;
    for (uint32_t i = 0; ox_option_at(NULL, i, &own[i % OX_OPTIONS]); i++)
        list->names[list->count++] = own[i].path.at;
    for (uint32_t i = 0; i < job->c->game.option_count; i++)
        list->names[list->count++] = job->c->game.options[i].name;
    list->names[list->count++] = "cheats";
    list->names[list->count++] = "cheated";
    for (uint32_t i = 0; i < job->item_count; i++)
        for (size_t at = 0; pack_next_mention(&job->items[i], &at, &m);)
            list->others = list->others || m.what == SCRIPT_OPTION_MADE;
}

static bool list_names(const cart *c, uint32_t what, known_names *list) {
    size_t room = (size_t)c->types.object_count + c->scene_count + c->asset_count + c->tag_count + 1;
    for (uint32_t i = 0; i < c->scene_count; i++) room += c->scenes[i].object_count;
    *list = (known_names){.names = calloc(room + c->game.objective_count + c->game.trophy_count +
                                              c->action_count + c->game.option_count + OX_OPTIONS + 2,
                                          sizeof *list->names)};
    if (list->names == NULL) return false;
    if (what == SCRIPT_OBJECT || what == SCRIPT_TYPE) add_objects(c, what == SCRIPT_OBJECT, list);
    if (what == SCRIPT_SOUND || what == SCRIPT_MUSIC) add_sounds(c, what == SCRIPT_MUSIC, list);
    for (uint32_t i = 0; what == SCRIPT_SCENE && i < c->scene_count; i++)
        list->names[list->count++] = c->scenes[i].name;
    for (uint32_t i = 0; what == SCRIPT_OBJECTIVE && i < c->game.objective_count; i++)
        list->names[list->count++] = c->game.objectives[i].name;
    for (uint32_t i = 0; what == SCRIPT_TROPHY && i < c->game.trophy_count; i++)
        list->names[list->count++] = c->game.trophies[i].name;
    for (uint32_t i = 0; what == SCRIPT_ACTION && i < c->action_count; i++)
        list->names[list->count++] = c->actions[i].name;
    return true;
}

static void check_name(pack_job *job, const pack_item *item, const script_mention_row *m) {
    static const char *const words[] = {
        [SCRIPT_SCENE] = "scene",         [SCRIPT_OBJECT] = "object, type or tag",
        [SCRIPT_TYPE] = "type",           [SCRIPT_SOUND] = "sound",
        [SCRIPT_MUSIC] = "song or sound", [SCRIPT_OBJECTIVE] = "objective",
        [SCRIPT_TROPHY] = "trophy",       [SCRIPT_ACTION] = "action",
        [SCRIPT_OPTION] = "option"};
    known_names list;
    bool there = false;
    char sentence[300];
    if (m->value == 0 || m->what == SCRIPT_OPTION_MADE || !list_names(job->c, m->what, &list)) return;
    if (m->what == SCRIPT_OPTION) add_options(job, &list);
    for (size_t i = 0; i < list.count; i++) there = there || rom_id(list.names[i]) == m->value;
    const char *nearest = there ? NULL : cart_suggest(m->name, list.names);
    free(list.names);
    if (there || (list.others && nearest == NULL)) return;
    snprintf(sentence, sizeof sentence, "no %s of the cart is called '%.80s'", words[m->what], m->name);
    size_t used = strlen(sentence);
    if (nearest != NULL)
        snprintf(sentence + used, sizeof sentence - used, "; did you mean '%.80s'?", nearest);
    warn_at(job, item, m, sentence);
}

static void check_colour(pack_job *job, const pack_item *item, const script_mention_row *m) {
    char sentence[200];
    if (job->c->format != PLAT_PAL8) return;
    const uint8_t *rgb = job->palette.rgb[palette_index(&job->palette, m->value)];
    long far = 0;
    for (int k = 0; k < 3; k++) {
        long difference = (long)rgb[k] - (long)(m->value >> (16 - 8 * k) & 255u);
        far += difference * difference;
    }
    if (far <= FAR * FAR) return;
    snprintf(sentence, sizeof sentence,
             "the palette has no #%06lX; the nearest is #%02X%02X%02X, which is shown",
             (unsigned long)m->value, rgb[0], rgb[1], rgb[2]);
    warn_at(job, item, m, sentence);
}

void pack_check_mentions(pack_job *job) {
    script_mention_row m;
    for (uint32_t i = 0; i < job->item_count; i++)
        for (size_t at = 0; pack_next_mention(&job->items[i], &at, &m);) {
            if (m.what == SCRIPT_COLOUR)
                check_colour(job, &job->items[i], &m);
            else if (m.what <= SCRIPT_ACTION)
                check_name(job, &job->items[i], &m);
        }
}
