/* The options of a running game: values that are not the usual ones, and how they are kept. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/game/internal.h"
#include "kernel/recording/module.h"
#include "kernel/saving/module.h"
#include "kernel/sound/event.h"
#include "kernel/type/name.h"
#include "rom/check.h"

/* ---- the table ---- */

static game_setting *setting_of(const ox_game *s, ox_id name) {
    for (uint32_t i = 0; s != NULL && i < s->setting_count; i++)
        if (s->settings[i].name == name) return &s->settings[i];
    return NULL;
}

static void show_made(const game_setting *setting, ox_option *option) {
    *option = (ox_option){.name = setting->name,
                          .kind = setting->kind,
                          .flags = setting->flags & (uint8_t)~GAME_SETTING_MADE,
                          .least = setting->kind == ROM_OPTION_SWITCH ? 0 : INT32_MIN,
                          .greatest = setting->kind == ROM_OPTION_SWITCH ? 1 : INT32_MAX,
                          .usual = setting->usual,
                          .step = setting->kind == ROM_OPTION_FX ? FX_ONE / 16 : 1};
}

static const uint8_t *chunk_of(const ox_game *s) { return s == NULL ? NULL : s->options.data; }

bool ox_options_at(const ox_module_host *host, uint32_t number, ox_option *option) {
    const ox_game *s = game_of(host);
    if (ox_option_at(chunk_of(s), number, option)) return true;
    number -= OX_OPTIONS + (chunk_of(s) == NULL ? 0 : rom_word(chunk_of(s) + ROM_OPTIONS_COUNT));
    for (uint32_t i = 0; s != NULL && i < s->setting_count; i++) {
        if ((s->settings[i].flags & GAME_SETTING_MADE) == 0 || number-- > 0) continue;
        show_made(&s->settings[i], option);
        return true;
    }
    return false;
}

bool ox_options_find(const ox_module_host *host, ox_id name, ox_option *option) {
    const ox_game *s = game_of(host);
    if (ox_option_find(chunk_of(s), name, option)) return true;
    const game_setting *setting = setting_of(s, name);
    if (setting == NULL || (setting->flags & GAME_SETTING_MADE) == 0) return false;
    show_made(setting, option);
    return true;
}

int32_t ox_option_value(const ox_module_host *host, ox_id name, ox_option_source *source) {
    const game_setting *setting = setting_of(game_of(host), name);
    ox_option option;
    if (source != NULL) *source = setting == NULL ? OX_OPTION_USUAL : (ox_option_source)setting->source;
    if (setting != NULL) return setting->value;
    return ox_options_find(host, name, &option) ? option.usual : 0;
}

int32_t ox_option_get(const ox_module_host *host, ox_id name) { return ox_option_value(host, name, NULL); }

/* ---- what follows from a value ---- */

/* Sounds of a bus are as loud as its option says, and the display as bright. */
static void apply_option(const ox_module_host *host, ox_id name) {
    const int32_t value = ox_option_get(host, name);
    const ox_sound_service sound = ox_engine_sound(host->engine);
    const uint32_t bus = ox_sound_bus_of(name == OX_NAME("volume") ? OX_NAME("master") : name);
    if (bus < OX_SOUND_BUSES && sound.operations->loudness != NULL)
        sound.operations->loudness(sound.state, bus, (uint32_t)value);
    if (name == OX_NAME("gamma")) (void)ox_console_gamma(host->console, value);
}

static bool is_own(ox_id name) {
    ox_option option;
    return ox_option_find(NULL, name, &option);
}

void ox_options_apply(const ox_module_host *host) {
    const ox_game *s = game_of(host);
    for (uint32_t i = 0; s != NULL && i < s->setting_count; i++)
        if (is_own(s->settings[i].name)) apply_option(host, s->settings[i].name);
}

/* An option has another value now. */
static void tell_change(const ox_game *s, ox_id name) {
    ox_events *bus = s->play != NULL && s->play->bus != NULL ? s->play->bus : ox_behaviours_events(s->host);
    if (is_own(name)) apply_option(s->host, name);
    ox_events_tell(bus, SID("OptionChanged"), name);
}

/* ---- kept values ---- */

/* The id of the kept number. A value is kept with its sign turned, since a kept 0 is none. */
static ox_id kept_id(const ox_game *s, const ox_option *option) {
    const uint32_t user = (option->flags & ROM_OPTION_USER) != 0 ? s->user : 0;
    const ox_id id = (option->name ^ 0x4F50544Eu) * 0x9E3779B1u + user * 0x85EBCA6Bu;
    return id == OX_ID_NONE ? 1 : id;
}

static bool keep_value(ox_game *s, const ox_option *option, int32_t value) {
    const uint32_t bits = value == option->usual ? 0 : (uint32_t)value ^ 0x80000000u;
    return game_keep(s, kept_id(s, option), (int32_t)bits);
}

static bool recall_value(const ox_game *s, const ox_option *option, int32_t *value) {
    const int32_t bits = ox_counters_get(&s->kept, kept_id(s, option));
    *value = (int32_t)((uint32_t)bits ^ 0x80000000u);
    return (option->flags & (ROM_OPTION_KEPT | ROM_OPTION_CONSTANT)) == ROM_OPTION_KEPT && bits != 0;
}

/* ---- setting ---- */

/* Puts a value into the table, into the row that the option has, or NULL: options with the usual one have no row, but for those that were made. */
static bool put_value(ox_game *s, game_setting *setting, const ox_option *option, int32_t value,
                      ox_option_source by, bool later) {
    if (setting == NULL && value == option->usual) return true;
    if (setting == NULL && s->setting_count == s->setting_room) return false;
    if (setting == NULL) {
        setting = &s->settings[s->setting_count++];
        *setting = (game_setting){.name = option->name, .value = option->usual, .usual = option->usual};
    }
    setting->next = value;
    setting->source = (uint8_t)by;
    if (!later) setting->value = value;
    const bool is_usual = setting->value == option->usual && setting->next == option->usual;
    if (is_usual && (setting->flags & GAME_SETTING_MADE) != 0) setting->source = OX_OPTION_USUAL;
    if (is_usual && (setting->flags & GAME_SETTING_MADE) == 0) {
        s->setting_count--;
        memmove(setting, setting + 1, (size_t)(s->settings + s->setting_count - setting) * sizeof *setting);
    }
    return true;
}

static bool may_set(const ox_module_host *host, const ox_option *option, ox_option_source by) {
    if ((option->flags & ROM_OPTION_CONSTANT) != 0) return false;
    if (by == OX_OPTION_GAME) return true;
    return (option->flags & ROM_OPTION_FIXED) == 0 &&
           ((option->flags & ROM_OPTION_CHEAT) == 0 || ox_option_get(host, OX_NAME("cheats")) != 0);
}

/* Whoever cheats once has cheated. */
static void note_cheat(const ox_module_host *host, const ox_option *option, int32_t value) {
    if ((option->flags & ROM_OPTION_CHEAT) != 0 && value != option->usual)
        (void)!ox_option_change(host, OX_NAME("cheated"), 1, OX_OPTION_GAME);
}

ox_status ox_option_change(const ox_module_host *host, ox_id name, int32_t value, ox_option_source by) {
    ox_game *s = game_of(host);
    ox_option option;
    if (!ox_options_find(host, name, &option)) return OX_NOT_FOUND;
    if (!may_set(host, &option, by)) return OX_UNSUPPORTED;
    const int32_t next = int_clamp(value, option.least, option.greatest);
    game_setting *setting = setting_of(s, name);
    const int32_t before = ox_option_get(host, name);
    if (next == (setting == NULL ? option.usual : setting->next)) return OX_OK;
    if (s == NULL) return OX_FULL;
    const bool is_kept = (option.flags & ROM_OPTION_KEPT) != 0 && by >= OX_OPTION_CONSOLE;
    if (setting == NULL && s->setting_count == s->setting_room) return OX_FULL;
    if (is_kept && !keep_value(s, &option, next)) return OX_FULL;
    const bool later = (option.flags & ROM_OPTION_LATER) != 0 && by >= OX_OPTION_CONSOLE;
    (void)put_value(s, setting, &option, next, by, later);
    note_cheat(host, &option, next);
    if (ox_option_get(host, name) != before) tell_change(s, name);
    return OX_OK;
}

bool ox_option_set(const ox_module_host *host, ox_id name, int32_t value) {
    return ox_option_change(host, name, value, OX_OPTION_GAME) == OX_OK;
}

uint32_t ox_options_reset(const ox_module_host *host, ox_text_view path, ox_option_source by) {
    ox_option option;
    uint32_t changed = 0;
    for (uint32_t i = 0; ox_options_at(host, i, &option); i++) {
        const int32_t before = ox_option_get(host, option.name);
        if (!ox_option_is_below(&option, path)) continue;
        if (ox_option_change(host, option.name, option.usual, by) == OX_OK && before != option.usual)
            changed++;
    }
    return changed;
}

bool ox_option_make(const ox_module_host *host, const ox_option *made, int32_t *value) {
    ox_game *s = game_of(host);
    ox_option option;
    *value = made->usual;
    if (ox_options_find(host, made->name, &option)) {
        *value = ox_option_get(host, made->name);
        return true;
    }
    if (s == NULL || s->setting_count == s->setting_room || made->name == OX_ID_NONE) return false;
    game_setting *setting = &s->settings[s->setting_count++];
    const uint8_t flags =
        made->flags & (ROM_OPTION_KEPT | ROM_OPTION_USER | ROM_OPTION_CHEAT | ROM_OPTION_FIXED);
    *setting = (game_setting){.name = made->name,
                              .value = made->usual,
                              .next = made->usual,
                              .usual = made->usual,
                              .kind = made->kind > ROM_OPTION_SWITCH ? ROM_OPTION_WHOLE : made->kind,
                              .flags = flags | GAME_SETTING_MADE};
    show_made(setting, &option);
    int32_t kept;
    if (recall_value(s, &option, &kept))
        setting->value = setting->next = kept, setting->source = OX_OPTION_KEPT;
    *value = setting->value;
    return true;
}

/* ---- users ---- */

/* The option takes what was kept, or its usual value. */
static void recall(ox_game *s, const ox_option *option) {
    int32_t value;
    value =
        recall_value(s, option, &value) ? int_clamp(value, option->least, option->greatest) : option->usual;
    (void)put_value(s, setting_of(s, option->name), option, value, OX_OPTION_KEPT, false);
}

uint32_t ox_option_user(const ox_module_host *host) {
    const ox_game *s = game_of(host);
    return s == NULL ? 0 : s->user;
}

void ox_option_user_set(const ox_module_host *host, uint32_t user) {
    ox_game *s = game_of(host);
    ox_option option;
    if (s == NULL || s->user == user) return;
    s->user = user;
    for (uint32_t i = 0; ox_options_at(host, i, &option); i++) {
        const int32_t before = ox_option_get(host, option.name);
        if ((option.flags & ROM_OPTION_USER) == 0) continue;
        recall(s, &option);
        if (ox_option_get(host, option.name) != before) tell_change(s, option.name);
    }
}

/* ---- lives ---- */

static bool hold_options(const ox_module_host *host, ox_held *held) {
    return ox_manager_hold(host->manager, rom_id("options"), ROM_TAG_OPTIONS, held) == OX_OK;
}

/* What the start brings. Cheats come behind all others, since one of these allows them. */
static void take_given(ox_game *s, bool tapes) {
    const ox_module_host *host = s->host;
    for (int cheats = 0; cheats < 2; cheats++)
        for (uint32_t i = 0; i < host->options->given_count; i++) {
            const ox_option_given *given = &host->options->given[i];
            uint8_t bytes[OX_OPTION_EDIT_BYTES];
            ox_option option;
            if (!ox_options_find(host, given->name, &option)) continue;
            if ((option.flags & ROM_OPTION_CHEAT) != (cheats ? ROM_OPTION_CHEAT : 0)) continue;
            if (!tapes) {
                (void)!ox_option_change(host, given->name, given->value, (ox_option_source)given->source);
                continue;
            }
            ox_tape *tape = ox_module_state(host, OX_NAME("recording"));
            ox_option_edit(given->name, given->value, bytes);
            if (tape != NULL && ox_option_redo(host, bytes, sizeof bytes))
                ox_recorder_commands(&tape->recorder, bytes, sizeof bytes);
        }
}

ox_status game_open_options(ox_game *s, bool are_set) {
    ox_option option;
    const bool holds = hold_options(s->host, &s->options);
    if (!are_set && !holds) return OX_OK;
    const uint32_t rows = holds ? rom_word((const uint8_t *)s->options.data + ROM_OPTIONS_COUNT) : 0;
    s->setting_room =
        OX_OPTIONS + rows + ox_module_capacity(s->host, &ox_game_capacities[OX_CAPACITY_OPTIONS]);
    s->settings = OX_PUSH(s->host->resident, game_setting, s->setting_room);
    s->user = s->host->options->user;
    s->given_waits = s->host->options->record != NULL;
    if (s->settings != NULL) {
        for (uint32_t i = 0; ox_options_at(s->host, i, &option); i++) recall(s, &option);
        if (!s->given_waits && s->host->options->replay == NULL) take_given(s, false);
    }
    game_leave_options(s);
    return s->settings == NULL ? OX_OUT_OF_MEMORY : OX_OK;
}

void game_leave_options(ox_game *s) {
    if (s->options.data != NULL) ox_manager_let_go(s->host->manager, s->options.handle);
    memset(&s->options, 0, sizeof s->options);
}

/* A scene begins: values that were for later count; those that another table has no place for are forgotten. */
void game_enter_options(ox_game *s) {
    if (s->setting_room == 0) return;
    if (s->options.data == NULL) (void)hold_options(s->host, &s->options);
    for (uint32_t i = s->setting_count; i-- > 0;) {
        game_setting *setting = &s->settings[i];
        ox_option option = {.name = setting->name};
        const bool is_there = ox_options_find(s->host, setting->name, &option),
                   fits = is_there && setting->next >= option.least && setting->next <= option.greatest;
        if (!is_there) setting->usual = option.usual = setting->value = setting->next = 0;
        (void)put_value(s, setting, &option, fits ? setting->next : option.usual,
                        (ox_option_source)setting->source, false);
    }
    ox_options_apply(s->host);
}

static void redo_option(void *host, const uint8_t *bytes, size_t size) {
    (void)ox_option_redo(host, bytes, size);
}

void game_play_options(ox_game *s) {
    ox_tape *tape = ox_module_state(s->host, OX_NAME("recording"));
    if (tape == NULL || !tape->plays || tape->playback.commands != NULL) return;
    tape->playback.commands = redo_option;
    tape->playback.commands_context = (void *)(uintptr_t)s->host;
}

void game_give_options(ox_game *s) {
    if (!s->given_waits) return;
    s->given_waits = false;
    take_given(s, true);
}

/* ---- changes in recordings ---- */

enum {
    EDIT = 0x45,
    EDIT_WORDS = 5
}; /* as kernel/inspect writes changes of fields: an option is a field of no object */

ox_status ox_option_do(const ox_module_host *host, ox_id option, uint32_t what, int32_t value) {
    if (what == OX_OPTION_EDIT_VALUE) return ox_option_change(host, option, value, OX_OPTION_CONSOLE);
    if (what != OX_OPTION_EDIT_USER || value < 0) return OX_BAD_ARGUMENT;
    ox_option_user_set(host, (uint32_t)value);
    return OX_OK;
}

void ox_option_edit(ox_id option, int32_t value, uint8_t bytes[OX_OPTION_EDIT_BYTES]) {
    const uint32_t words[EDIT_WORDS] = {0, OX_NAME("option"), option, (uint32_t)value,
                                        value < 0 ? UINT32_MAX : 0};
    ox_writer to = ox_writer_bytes(bytes + 4, OX_OPTION_EDIT_BYTES - 4);
    memset(bytes, 0, 4);
    bytes[0] = EDIT;
    ox_write_words(&to, words, EDIT_WORDS);
}

bool ox_option_redo(const ox_module_host *host, const uint8_t *bytes, size_t size) {
    for (; size > 0; bytes += OX_OPTION_EDIT_BYTES, size -= OX_OPTION_EDIT_BYTES) {
        uint32_t words[EDIT_WORDS];
        if (size < OX_OPTION_EDIT_BYTES || bytes[0] != EDIT) return false;
        ox_reader from = ox_reader_bytes(bytes + 4, OX_OPTION_EDIT_BYTES - 4);
        ox_read_words(&from, words, EDIT_WORDS);
        if (words[0] != 0 || words[1] != OX_NAME("option") ||
            ox_option_do(host, words[2], bytes[1], (int32_t)words[3]) != OX_OK)
            return false;
    }
    return true;
}

/* ---- the state ---- */

static const ox_field fields[] = {OX_FIELD(game_setting, value, OX_I32, OX_SIM),
                                  OX_FIELD(game_setting, next, OX_I32, OX_SIM)};
static const char *const names[] = {"value", "next"};
static const ox_type setting_type = OX_TYPE(game_setting, fields, 1);

static bool next_setting(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_game *s = of;
    const uint32_t at = (*cursor)++;
    if (at >= s->setting_count) return false;
    *item = (ox_sim_item){s->settings[at].name, &setting_type, &s->settings[at], "option", names};
    return true;
}

static void save_settings(const void *of, ox_writer *to) {
    const ox_game *s = of;
    ox_write_u32(to, s->user);
    ox_write_u16(to, s->setting_count);
    for (uint32_t i = 0; i < s->setting_count; i++) {
        const game_setting *setting = &s->settings[i];
        const uint32_t words[4] = {setting->name, (uint32_t)setting->value, (uint32_t)setting->next,
                                   (uint32_t)setting->usual};
        ox_write_words(to, words, 4);
        ox_write_u8(to, setting->source);
        ox_write_u8(to, setting->kind);
        ox_write_u8(to, setting->flags);
    }
}

static game_setting read_setting(ox_reader *from) {
    uint32_t words[4] = {0};
    ox_read_words(from, words, 4);
    game_setting setting = {words[0], (int32_t)words[1], (int32_t)words[2], (int32_t)words[3], 0, 0, 0};
    setting.source = (uint8_t)(ox_read_u8(from) % OX_OPTION_SOURCES);
    setting.kind = (uint8_t)(ox_read_u8(from) & 3u);
    setting.flags = (uint8_t)ox_read_u8(from);
    return setting;
}

static bool is_fixed(const ox_game *s, ox_id name) {
    ox_option option;
    return ox_options_find(s->host, name, &option) && (option.flags & ROM_OPTION_FIXED) != 0;
}

/* A saved game brings along the options that the game alone sets, and no others: those stay as they are. */
static void forget_settings(ox_game *s, bool all) {
    for (uint32_t i = s->setting_count; i-- > 0;) {
        if (!all && !is_fixed(s, s->settings[i].name)) continue;
        s->setting_count--;
        memmove(&s->settings[i], &s->settings[i + 1], (s->setting_count - i) * sizeof s->settings[0]);
    }
}

static ox_status restore_settings(void *of, ox_reader *from) {
    ox_game *s = of;
    const bool loads = ox_saving_loads(s->host);
    const uint32_t user = ox_read_u32(from), count = ox_read_u16(from);
    if (!loads && count > s->setting_room) return OX_BAD_DATA;
    forget_settings(s, !loads);
    if (!loads) s->user = user;
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        const game_setting setting = read_setting(from);
        if (from->bad || setting.name == OX_ID_NONE) break;
        if ((!loads || is_fixed(s, setting.name)) && s->setting_count < s->setting_room)
            s->settings[s->setting_count++] = setting;
    }
    ox_options_apply(s->host);
    return from->bad ? OX_BAD_DATA : OX_OK;
}

ox_sim_part game_options_part(ox_game *game) {
    return (ox_sim_part){.name = "options",
                         .context = game,
                         .next = next_setting,
                         .save = save_settings,
                         .restore = restore_settings};
}
