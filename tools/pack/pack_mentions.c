/* What scripts name of their cart: colours for its palette, names that must be there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "rom/rom.h"
#include "tools/encode/palette.h"
#include "tools/pack/pack_job.h"
#include "tools/script/script.h"

enum { ROW = 20, FAR = 48 };

bool pack_next_mention(const pack_item *item, size_t *at, pack_mention *m) {
    pack_brought brought;
    size_t row = 0;
    uint32_t output = 0, behind = 2; /* the chunk, the list of what it brought, and that */
    if (item->kind->tag != ROM_TAG_CODE && item->kind->tag != ROM_TAG_SCREEN) return false;
    while (pack_next_brought(&item->result, &row, &output, &brought)) behind++;
    if (item->result.output_count <= behind) return false;
    const writer *rows = &item->result.outputs[behind];
    if (*at >= rows->size || rows->size - *at <= ROW) return false;
    const uint8_t *from = rows->data + *at;
    const char *end = memchr(from + ROW, 0, rows->size - *at - ROW);
    if (end == NULL) return false;
    *m = (pack_mention){rom_u32(from),      rom_u32(from + 4),  rom_u32(from + 8),
                        rom_u32(from + 12), rom_u32(from + 16), (const char *)from + ROW};
    *at = (size_t)((const uint8_t *)end + 1 - rows->data);
    return true;
}

uint32_t *pack_script_colours(const pack_job *job, uint32_t *count) {
    uint32_t *list = NULL;
    *count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        uint32_t found = 0;
        pack_mention m;
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

/* ---- what is told ---- */

/* A warning at the place in the script, whose files are the asset's and those of its with=. */
static void warn_at(pack_job *job, const pack_item *item, const pack_mention *m, const char *sentence) {
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

/* Names of the kind that the cart has, NULL behind the last; and whether others may come from elsewhere: levels, tables of types. */
static const char **names_of(const cart *c, uint32_t what, bool *others) {
    static const char *const elsewhere[] = {"level", "data", NULL};
    const cart_scene *scene;
    size_t room = c->types.object_count + c->scene_count + 1, count = 0;
    for (uint32_t i = 0; i < c->scene_count; i++) room += c->scenes[i].object_count;
    const char **names = calloc(room, sizeof *names);
    *others = false;
    for (uint32_t i = 0; what != SCRIPT_SCENE && i < c->asset_count; i++)
        *others = *others || cart_choice(c->assets[i].kind, elsewhere) >= 0;
    for (uint32_t i = 0; names != NULL && what == SCRIPT_SCENE && i < c->scene_count; i++)
        names[count++] = c->scenes[i].name;
    for (uint32_t i = 0; names != NULL && what != SCRIPT_SCENE && (scene = cart_scene_at(c, i)) != NULL;
         i++) {
        bool types = scene == &c->types;
        for (uint32_t k = 0; (types || what == SCRIPT_OBJECT) && k < scene->object_count; k++)
            if (scene->objects[k].name[0] != 0) names[count++] = scene->objects[k].name;
    }
    return names;
}

static void check_name(pack_job *job, const pack_item *item, const pack_mention *m) {
    static const char *const words[] = {[SCRIPT_SCENE] = "no scene of the cart is called",
                                        [SCRIPT_OBJECT] = "no object or type of the cart is called",
                                        [SCRIPT_TYPE] = "no type of the cart is called"};
    bool others, there = false;
    char sentence[300];
    const char **names = names_of(job->c, m->what, &others);
    if (names == NULL) return;
    for (uint32_t i = 0; names[i] != NULL; i++) there = there || rom_id(names[i]) == m->value;
    const char *nearest = there ? NULL : cart_suggest(m->name, names);
    free(names);
    if (there || (others && nearest == NULL)) return;
    snprintf(sentence, sizeof sentence, "%s '%.80s'", words[m->what], m->name);
    size_t used = strlen(sentence);
    if (nearest != NULL)
        snprintf(sentence + used, sizeof sentence - used, "; did you mean '%.80s'?", nearest);
    warn_at(job, item, m, sentence);
}

static void check_colour(pack_job *job, const pack_item *item, const pack_mention *m) {
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
    pack_mention m;
    for (uint32_t i = 0; i < job->item_count; i++)
        for (size_t at = 0; pack_next_mention(&job->items[i], &at, &m);) {
            if (m.what == SCRIPT_COLOUR)
                check_colour(job, &job->items[i], &m);
            else if (m.what <= SCRIPT_TYPE)
                check_name(job, &job->items[i], &m);
        }
}
