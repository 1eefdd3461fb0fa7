/* Bindings: lines of an INI file, each a control and the commands that it gives, one after the other.
 *
 *     [pad]
 *     A = Fire                               ; posted when it is pressed
 *     Left+L = StartTurn | onrelease EndTurn ; either of the buttons; the second when it is let go
 *     key SPACE = Fire                       ; a key of a keyboard; behind [keys] SPACE alone is enough
 *     action jump = Jump                     ; an action of cart.txt, whatever its controls are; behind [actions] jump alone
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "platform/host/host_key_names.h"
#include "rom/rom.h"
#include "tools/cart/cart.h"
#include "tools/convert/converters.h"
#include "tools/record_writer.h"

enum { BINDINGS_MOST = 256 };

typedef struct binding_text {
    convert_lines lines;
    const char *device; /* of the section: "pad", "key", "action"; "": a button, else a key */
    rom_binding_record rows[BINDINGS_MOST];
    uint32_t count;
    char controls[BINDINGS_MOST][32]; /* as they were written */
    uint32_t control_count;
} binding_text;

static int find_button(const char *word, size_t length) {
    for (int i = 0; cart_button_words[i] != NULL; i++)
        if (strlen(cart_button_words[i]) == length && strncasecmp(word, cart_button_words[i], length) == 0)
            return i;
    return -1;
}

/* Buttons with `+` between them, as bits; 0: some word is none. */
static uint32_t find_buttons(const char *word) {
    uint32_t buttons = 0;
    for (;; word++) {
        const size_t length = strcspn(word, "+");
        const int number = find_button(word, length);
        if (number < 0) return 0;
        buttons |= 1u << number;
        word += length;
        if (*word == 0) return buttons;
    }
}

static bool read_section(binding_text *t, const char *word) {
    static const struct {
        const char *name, *device;
    } sections[] = {{"[pad]", "pad"}, {"[keys]", "key"}, {"[actions]", "action"}};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (strcasecmp(word, sections[i].name) != 0) continue;
        t->device = sections[i].device;
        return true;
    }
    return convert_line_wrong(&t->lines, "`%s` is no section; they are [pad], [keys] and [actions]", word);
}

/* Reads what stands before the `=`. */
static bool read_control(binding_text *t, const char *device, const char *word, rom_binding_record *row) {
    const uint32_t buttons = find_buttons(word);
    const int key = host_key_of(word);
    convert_line_look(&t->lines, word);
    if (strcasecmp(device, "action") == 0) {
        *row = (rom_binding_record){.source = ROM_BINDING_OF_ACTION, .action = rom_id(word)};
        return true;
    }
    if (strcasecmp(device, "key") != 0 && buttons != 0) {
        *row = (rom_binding_record){.source = ROM_BINDING_OF_BUTTONS, .control = (uint16_t)buttons};
        return true;
    }
    if (strcasecmp(device, "pad") != 0 && key != 0) {
        *row = (rom_binding_record){.source = ROM_BINDING_OF_KEY, .control = (uint16_t)key};
        return true;
    }
    return convert_line_wrong(&t->lines,
                              "`%s` is no control; write a button (UP DOWN LEFT RIGHT A B X Y L R START "
                              "SELECT, joined by +), `key SPACE`, or `action NAME`",
                              word);
}

/* A command is an event: a capital letter, then letters, digits and underscores. */
static bool is_command(const char *word) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *word >= 'A' && *word <= 'Z' && strspn(word, letters) == strlen(word);
}

static bool add_command(binding_text *t, const rom_binding_record *control, const char *word, bool released) {
    convert_line_look(&t->lines, word);
    if (!is_command(word))
        return convert_line_wrong(
            &t->lines,
            "`%s` is no command; commands are events, such as Fire: `event Fire(player: int)` in a script",
            word);
    if (t->count == BINDINGS_MOST)
        return convert_line_wrong(&t->lines, "more than %d commands", (int)BINDINGS_MOST);
    rom_binding_record *row = &t->rows[t->count++];
    *row = *control;
    row->flags = released ? ROM_BINDING_ON_RELEASE : 0;
    row->command = convert_event_id(word);
    return true;
}

static bool note_control(binding_text *t, const char *device, const char *word) {
    char name[sizeof t->controls[0]];
    snprintf(name, sizeof name, "%s %s", device, word);
    for (uint32_t i = 0; i < t->control_count; i++)
        if (strcasecmp(t->controls[i], name) == 0)
            return convert_line_wrong(&t->lines, "`%s` is bound above; join its commands with `|`", word);
    if (t->control_count < BINDINGS_MOST) strcpy(t->controls[t->control_count++], name);
    return true;
}

static bool read_line(binding_text *t) {
    char **words = t->lines.words;
    int count = t->lines.count, at = 0;
    rom_binding_record control;
    for (int i = 0; i < count; i++)
        if (words[i][0] == ';') count = i;
    if (count == 0) return true;
    if (words[0][0] == '[') return read_section(t, words[0]);
    const bool names_device = count > 1 && strcmp(words[1], "=") != 0;
    const char *device = names_device ? words[at++] : t->device;
    if (names_device && strcasecmp(device, "pad") != 0 && strcasecmp(device, "key") != 0 &&
        strcasecmp(device, "action") != 0)
        return convert_line_wrong(
            &t->lines, "`%s` is no device; write pad, key or action, or `CONTROL = Command`", device);
    if (count < at + 3 || strcmp(words[at + 1], "=") != 0)
        return convert_line_wrong(&t->lines, "a line is `CONTROL = Command`, with blanks about the `=`");
    if (!read_control(t, device, words[at], &control) || !note_control(t, device, words[at])) return false;
    for (at += 2; at < count; at++) {
        const bool released = strcasecmp(words[at], "onrelease") == 0;
        if (released) at++;
        if (at >= count) return convert_line_wrong(&t->lines, "onrelease what? Write a command behind it");
        if (!add_command(t, &control, words[at], released)) return false;
        if (++at < count && strcmp(words[at], "|") != 0)
            return convert_line_wrong(&t->lines, "`%s` stands where `|` or the end is wanted", words[at]);
    }
    return true;
}

bool convert_bindings(const pack_source *source, writer *out) {
    binding_text t = {.lines = {.source = source}, .device = ""};
    bool ok = true;
    while (ok && convert_line_next(&t.lines)) ok = read_line(&t) || convert_line_go_on(&t.lines);
    if (!ok || t.lines.failed) return false;
    const bool is_for_all = strcmp(source->asset->name, "all") == 0;
    const rom_bindings_record head = {
        .context = is_for_all ? 0 : rom_id(source->asset->name), .count = t.count, .at = (uint32_t)out->size};
    for (uint32_t i = 0; i < t.count; i++) record_add_binding(out, &t.rows[i]);
    record_put_bindings(out, 0, &head);
    return !out->failed || import_error_memory(source->error, source->path);
}
