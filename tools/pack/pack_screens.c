/* The chunk `screens`: which screens open with which scenes and modes. */
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

static bool has_screen(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (strcmp(c->assets[i].kind, "screen") == 0 && rom_id(c->assets[i].name) == rom_id(name))
            return true;
    return false;
}

bool pack_screens(pack_job *job) {
    writer rows = {0}, *out;
    bool ok = true;
    for (uint32_t i = 0; ok && i < job->c->shown_count; i++) {
        const cart_shown *shown = &job->c->shown[i];
        if (shown->scene[0] != 0 && !pack_is_wanted(job, "scene", shown->scene)) continue;
        const rom_scene_screen_record row = {
            .scene = shown->scene[0] == 0 ? 0 : pack_chunk_id("scene", shown->scene),
            .mode = shown->mode[0] == 0 ? 0 : rom_id(shown->mode),
            .screen = pack_chunk_id("screen", shown->screen)};
        ok = has_screen(job->c, shown->screen) ||
             pack_wrong(job, shown->line, "there is no screen `%s`; add a line `screen %s FILE.screen`",
                        shown->screen, shown->screen);
        record_add_scene_screen(&rows, &row);
    }
    if (ok && rows.size > 0) {
        const rom_scene_screens_record r = {.count = (uint32_t)(rows.size / ROM_SCENE_SCREEN_SIZE),
                                            .at = ROM_SCENE_SCREENS_SIZE};
        out = assemble_add(&job->chunks, "screens", ROM_TAG_SCENE_SCREENS, ROM_SCENE_SCREENS_SIZE);
        if (out != NULL) writer_bytes(out, rows.data, rows.size);
        if (out != NULL) record_put_scene_screens(out, 0, &r);
        ok = (out != NULL && !out->failed && !rows.failed) || pack_no_memory(job);
    }
    writer_free(&rows);
    return ok;
}
