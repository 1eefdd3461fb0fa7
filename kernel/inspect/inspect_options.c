/* Options in the console of the inside view. */
#include <string.h>

#include "kernel/inspect/internal.h"
#include "kernel/type/name.h"
#include "rom/rom.h"

/* "hero.speed = 6.0 (4.0; console)" */
static void write_option(const ox_inspect *s, const ox_option *option, ox_text *out) {
    char name[40];
    ox_option_source source;
    const int32_t value = ox_option_value(s->host, option->name, &source);
    if (option->path.length > 0)
        (void)ox_text_append(out, option->path);
    else
        ox_text_add(out, "%s", inspect_name(s, option->name, name));
    ox_text_add(out, " = ");
    ox_option_write(option, value, out);
    if (source == OX_OPTION_USUAL) return;
    ox_text_add(out, " (");
    ox_option_write(option, option->usual, out);
    ox_text_add(out, "; %s)", ox_option_source_name(source));
}

static bool find_by_path(const ox_inspect *s, const char *path, ox_option *option) {
    return ox_options_find(s->host, ox_option_id(ox_text_of(path)), option);
}

bool inspect_tell_option(ox_inspect *s, const char *path) {
    char line[160];
    ox_option option;
    ox_text out = ox_text_begin(line, sizeof line);
    if (!find_by_path(s, path, &option)) return false;
    write_option(s, &option, &out);
    inspect_say(s, "%s", line);
    return true;
}

static void tell_refusal(ox_inspect *s, const ox_option *option, ox_status status) {
    if (status == OX_OK) return;
    inspect_say(s, "refused: %s",
                status == OX_BAD_STATE     ? "a recording is played"
                : status == OX_FULL        ? "no room; see `capacity options` and `capacity kept-numbers`"
                : status != OX_UNSUPPORTED ? ox_status_name(status)
                : (option->flags & ROM_OPTION_CHEAT) != 0 ? "a cheat; set cheats yes"
                                                          : "the game alone sets it");
}

static ox_status edit_option(ox_inspect *s, const ox_option *option, int32_t value) {
    const ox_inspect_path path = {
        .component = OX_NAME("option"), .field = option->name, .index = OX_OPTION_EDIT_VALUE};
    return ox_inspect_edit(s, &path, value);
}

bool inspect_set_option(ox_inspect *s, const char *path, const char *text, bool *ok) {
    char line[160];
    ox_option option;
    int32_t value;
    ox_text out = ox_text_begin(line, sizeof line);
    *ok = false;
    if (!find_by_path(s, path, &option)) return false;
    if (text == NULL) {
        const int64_t next = (int64_t)ox_option_get(s->host, option.name) + option.step;
        value = next > option.greatest ? option.least : (int32_t)next;
    } else if (!ox_option_read(&option, ox_text_of(text), &value)) {
        ox_option_ask(&option, &out);
        inspect_say(s, "%.40s: %s", text, line);
        return true;
    }
    const ox_status status = edit_option(s, &option, value);
    tell_refusal(s, &option, status);
    *ok = status == OX_OK;
    return true;
}

uint32_t inspect_list_options(ox_inspect *s, const char *path) {
    char line[160];
    ox_option option;
    uint32_t count = 0;
    for (uint32_t i = 0; ox_options_at(s->host, i, &option); i++) {
        if (!ox_option_is_below(&option, ox_text_of(path))) continue;
        ox_text out = ox_text_begin(line, sizeof line);
        write_option(s, &option, &out);
        inspect_say(s, "%s", line);
        count++;
    }
    return count;
}

/* Options become usual one by one, so that each change stands in the recording. */
bool inspect_reset_options(ox_inspect *s, const char *path) {
    ox_option option;
    bool any = false;
    for (uint32_t i = 0; ox_options_at(s->host, i, &option); i++) {
        const bool is_named = option.name == ox_option_id(ox_text_of(path));
        if (!is_named && !ox_option_is_below(&option, ox_text_of(path))) continue;
        if ((option.flags & (ROM_OPTION_CONSTANT | ROM_OPTION_FIXED)) != 0) continue;
        const ox_status status = edit_option(s, &option, option.usual);
        tell_refusal(s, &option, status);
        any = any || status == OX_OK;
    }
    return any;
}

uint32_t inspect_complete_option(const ox_inspect *s, const char *line, char *completed, size_t size) {
    const ox_text_view whole = ox_text_of(line);
    const size_t before = ox_text_find_last_char(whole, ' ') + 1;
    const ox_text_view word = ox_text_part(whole, before, whole.length);
    ox_text_view certain = word;
    ox_option option;
    uint32_t fits = 0;
    for (uint32_t i = 0; s->host != NULL && ox_options_at(s->host, i, &option); i++) {
        if (!ox_text_starts_with(option.path, word)) continue;
        if (fits++ == 0) certain = option.path;
        size_t same = 0;
        while (same < certain.length && same < option.path.length && certain.at[same] == option.path.at[same])
            same++;
        certain.length = same;
    }
    ox_text out = ox_text_begin_plain(completed, size);
    (void)ox_text_append(&out, (ox_text_view){line, before});
    (void)ox_text_append(&out, certain);
    return fits;
}

/* ---- the page ---- */

/* Left and Right go by the option's step, with A held ten times as far; A writes the one option into the text of options. */
static void act_on(ox_inspect *s, const ox_option *option) {
    char line[80], answer[OX_INSPECT_SCROLL_LINE];
    const int by = ox_sheet_step(&s->sheet);
    const int64_t wanted = (int64_t)ox_option_get(s->host, option->name) + (int64_t)option->step * by,
                  next = wanted < option->least      ? option->least
                         : wanted > option->greatest ? option->greatest
                                                     : wanted;
    if (by != 0) tell_refusal(s, option, edit_option(s, option, (int32_t)next));
    if (ox_sheet_is_pressed(&s->sheet, PLAT_B))
        tell_refusal(s, option, edit_option(s, option, option->usual));
    if (!ox_sheet_is_pressed(&s->sheet, PLAT_A) || s->other == NULL) return;
    ox_text out = ox_text_begin(line, sizeof line);
    ox_text_add(&out, "keep ");
    (void)ox_text_append(&out, option->path);
    if (s->other(s->other_context, line, answer, sizeof answer)) inspect_say(s, "%s", answer);
}

void inspect_page_options(ox_inspect *s) {
    char line[160];
    ox_option option;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "options; what is said: console");
    for (uint32_t i = 0; ox_options_at(s->host, i, &option); i++) {
        ox_text out = ox_text_begin(line, sizeof line);
        if (ox_sheet_sees(&s->sheet)) write_option(s, &option, &out);
        const bool is_usual = ox_option_get(s->host, option.name) == option.usual;
        if (ox_sheet_row(&s->sheet, is_usual ? OX_SHEET_PLAIN : OX_SHEET_LIVE, "%s", line))
            act_on(s, &option);
    }
}
