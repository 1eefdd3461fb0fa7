/* What testers want at hand: commands of the console, and a menu whose rows are lines of it. */
#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/scene/scene.h"
#include "kernel/world/place.h"
#include "rom/types.h"

/* ---- commands ---- */

static bool refuse_taped(ox_inspect *s) {
    return inspect_is_taped(s) && !inspect_refuse_status(s, OX_BAD_STATE);
}

/* Scenes of the image by number; 0: there are no more. */
static uint32_t scene_at(const ox_inspect *s, uint32_t number) {
    const rom_image *image = s->host->image;
    for (uint32_t i = rom_next(image, ROM_TAG_SCENE, 0); i < image->count;
         i = rom_next(image, ROM_TAG_SCENE, i + 1)) {
        rom_chunk chunk;
        if (!rom_entry(image, i, &chunk) || chunk.id == rom_id("scene/types"))
            continue; /* no scene, but types of all */
        if (number-- == 0) return chunk.id;
    }
    return 0;
}

bool inspect_do_scene(ox_inspect *s, const inspect_given *a) {
    char name[40], path[INSPECT_WORD + 8];
    uint32_t id, wanted;
    ox_format(path, sizeof path, "scene/%s", a->count == 0 ? "" : a->words[0]);
    wanted = ox_id_of(ox_text_of(path));
    for (uint32_t i = 0; (id = scene_at(s, i)) != 0; i++) {
        if (a->count == 0)
            inspect_say(s, "%s%s", inspect_name(s, id, name),
                        id == ox_console_scene(s->host->console) ? " plays" : "");
        if (a->count == 0 || id != wanted) continue;
        if (refuse_taped(s)) return false;
        s->edited = true;
        ox_console_ask_level(s->host->console, id);
        return true;
    }
    return a->count == 0 || inspect_refuse(s, "no such scene", a->words[0]);
}

bool inspect_do_move(ox_inspect *s, const inspect_given *a) {
    static const ox_field field = {.kind = OX_FX, .bytes = 4};
    char name[INSPECT_WORD + 16];
    for (uint32_t i = 0; i < 3; i++) {
        ox_inspect_path path;
        int64_t value;
        ox_format(name, sizeof name, "%s.place.pos.%u", a->words[0], (unsigned)i + 1);
        if (!ox_sheet_read(&field, ox_text_of(a->words[i + 1]), &value))
            return inspect_refuse(s, "a number of metres", a->words[i + 1]);
        if (!inspect_read_path(s, name, &path)) return false;
        const ox_status status = ox_inspect_edit(s, &path, value);
        if (status != OX_OK) return inspect_refuse_status(s, status);
    }
    return true;
}

bool inspect_do_ambient(ox_inspect *s, const inspect_given *a) {
    int32_t value = s->host->scene->ambient;
    if (a->count > 0 && !inspect_read_whole(a->words[0], 0, 255, &value))
        return inspect_refuse(s, "0 to 255", a->words[0]);
    s->host->scene->ambient = (uint8_t)value;
    inspect_say(s, "ambient %d", (int)value);
    return true;
}

/* The view of the lens from top to bottom, in degrees. */
static int32_t lens_of(const ox_inspect *s) {
    const ox_scene *scene = s->host->scene;
    const fx focal = s->camera.is_on && s->camera.has_lens ? s->camera.lens.focal : scene->focal;
    return focal <= 0 ? 0 : (int32_t)(((int64_t)atan2_16(FX_ONE, focal) * 720 + 32768) / 65536);
}

bool inspect_do_lens(ox_inspect *s, const inspect_given *a) {
    int32_t degrees;
    if (a->count > 0) {
        if (!inspect_read_whole(a->words[0], 5, 150, &degrees))
            return inspect_refuse(s, "5 to 150 degrees", a->words[0]);
        inspect_set_lens(s, (ang16)(degrees * 65536 / 360));
    }
    inspect_say(s, "lens %d", (int)lens_of(s));
    return true;
}

bool inspect_do_show(ox_inspect *s, const inspect_given *a) {
    const ox_inspect_page page = ox_inspect_find_page(a->words[0], ox_text_of(a->words[0]).length);
    if (page == OX_INSPECT_PAGES || page == OX_INSPECT_CONSOLE)
        return inspect_refuse(s, "no such page", a->words[0]);
    for (int first = 0, count = 1; first < count; first += OX_SHEET_ROWS) {
        count = inspect_write_rows(s, page, first);
        for (int i = 0; i < s->sheet.line_count; i++) inspect_say(s, "%s", s->sheet.lines[i].text);
    }
    return true;
}

bool inspect_do_forward(ox_inspect *s, const inspect_given *a) {
    int32_t step;
    if (!inspect_read_whole(a->words[0], 0, INT32_MAX, &step))
        return inspect_refuse(s, "the number of a step", a->words[0]);
    s->forward_to = (uint32_t)step;
    return true;
}

bool inspect_do_take_over(ox_inspect *s, const inspect_given *a) {
    (void)a;
    return inspect_take_over(s) || inspect_refuse(s, "no recording is played", "");
}

/* ---- the menu ---- */

/* A row: its label and value; what A does, and what Left and Right do, are lines of the console. */
static void write_service(ox_inspect *s, const char *row, const char *act, const char *step) {
    if (!ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "%s", row)) return;
    const char *line = ox_sheet_is_pressed(&s->sheet, PLAT_A) ? act
                       : ox_sheet_step(&s->sheet) != 0        ? step
                                                              : NULL;
    if (line == NULL) return;
    (void)ox_inspect_run(s, line);
    s->sheet.pressed = 0; /* another page may be in sight: nothing is for its rows */
}

static void write_scenes(ox_inspect *s) {
    uint32_t id;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "scenes");
    for (uint32_t i = 0; (id = scene_at(s, i)) != 0; i++) {
        char name[40], line[60], row[60];
        inspect_name(s, id, name);
        ox_format(line, sizeof line, "scene %s", name);
        ox_format(row, sizeof row, "%s %s", id == ox_console_scene(s->host->console) ? "*" : " ", name);
        write_service(s, row, line, NULL);
    }
}

/* A number that Left and Right change: WORD VALUE is the line. */
static void write_number(ox_inspect *s, const char *word, int32_t value, int32_t by, int32_t most) {
    char row[40], line[40];
    const int32_t next = int_clamp(value + by * ox_sheet_step(&s->sheet), 0, most);
    ox_format(row, sizeof row, "%s %d", word, (int)value);
    ox_format(line, sizeof line, "%s %d", word, (int)next);
    write_service(s, row, NULL, line);
}

static void write_time(ox_inspect *s) {
    char row[40], line[40];
    const ox_loop *loop = s->host->loop;
    const uint32_t next = ox_sheet_step(&s->sheet) > 0 ? loop->scale * 2 : loop->scale / 2;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "time");
    write_service(s, loop->paused ? "go on" : "pause", "pause", NULL);
    if (loop->paused) write_service(s, "one step", "step", NULL);
    ox_format(row, sizeof row, "speed x%.3q", (int)loop->scale);
    ox_format(line, sizeof line, "speed %.4q", (int)next);
    write_service(s, row, "speed 1", line);
}

static void write_switch(ox_inspect *s, const char *label, const char *line, bool is_on) {
    char row[40], act[60];
    ox_format(row, sizeof row, "%s %s", is_on ? "on " : "off", label);
    ox_format(act, sizeof act, "%s %s", line, is_on ? "off" : "on");
    write_service(s, row, act, act);
}

static void write_switches(ox_inspect *s) {
    char line[60];
    ox_option cheats;
    const ox_sketch *sketch = &s->sketch;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "over the picture");
    for (uint32_t i = 0; i < sketch->category_count; i++) {
        ox_format(line, sizeof line, "sketch %s", sketch->categories[i].name);
        write_switch(s, sketch->categories[i].name, line, (sketch->on >> i & 1u) != 0);
    }
    write_switch(s, "log", "sketch log", s->shows_log);
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "tools");
    if (s->profile != NULL) write_switch(s, "profile", "profile", s->profile->is_on);
    write_switch(s, "cache adapts", "adapt", s->thrash.adapts);
    if (ox_options_find(s->host, OX_NAME("cheats"), &cheats))
        write_service(s, ox_option_get(s->host, cheats.name) != 0 ? "on  cheats" : "off cheats",
                      "toggle cheats", "toggle cheats");
    if (s->host->options->replay != NULL) write_service(s, "take over from the replay", "takeover", NULL);
    write_service(s, "keep the picture", "screenshot", NULL);
    write_service(s, "camera >", "page camera", NULL);
    write_service(s, "options >", "page options", NULL);
    write_service(s, "draw >", "page draw", NULL);
    write_service(s, "console >", "page console", NULL);
}

void inspect_page_menu(ox_inspect *s) {
    write_scenes(s);
    write_time(s);
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "light and lens");
    write_number(s, "ambient", s->host->scene->ambient, 8, 255);
    write_number(s, "lens", lens_of(s), 5, 150);
    write_switches(s);
}
