/* The stack of screens: opened, closed, followed; and where the focus is. */
#include <string.h>

#include "kernel/game/flow.h"
#include "kernel/resource/stock.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "rom/check.h"

enum { NEST = 8 };

/* ---- events for scripts and games ---- */

void ui_post(ox_ui *ui, ox_id event, ox_id what) {
    const ox_event_service events = ox_engine_events(ui->host->engine);
    const int32_t argument = (int32_t)what;
    if (ui_by_guest(ui))
        event = ox_add_on_event(event);
    else if (event == OX_NAME("chosen") && ui->source.chosen != NULL)
        ui->source.chosen(ui->source.context, what);
    events.operations->post(events.state, event, &argument, 1);
}

/* ---- chunks ---- */

/* Whether a screen's chunk keeps what the reader of images does not check: parents stand before their children, and not
 * too deep; entries have letters, and tables a column for each of so many elements at most. */
static bool is_sound(const uint8_t *chunk) {
    for (uint32_t i = 0; i < ui_elements(chunk); i++) {
        uint32_t depth = 0;
        for (uint32_t at = i; at != ROM_SCREEN_ELEMENT_NO_PARENT; depth++) {
            const uint32_t parent = rom_half(ui_element(chunk, at) + ROM_SCREEN_ELEMENT_PARENT);
            if (parent != ROM_SCREEN_ELEMENT_NO_PARENT &&
                (parent >= at || !ui_is_container(ui_kind(ui_element(chunk, parent)))))
                return false;
            if (parent == ROM_SCREEN_ELEMENT_NO_PARENT &&
                ui_element(chunk, at)[ROM_SCREEN_ELEMENT_ANCHOR] == ROM_SCREEN_ELEMENT_PLACED)
                return false;
            at = parent;
        }
        const uint8_t *e = ui_element(chunk, i);
        const uint32_t columns = rom_word(e + ROM_SCREEN_ELEMENT_FRAME);
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_TABLE && (columns == 0 || columns > UI_COLUMNS)) return false;
        if (depth > NEST || (ui_kind(e) == ROM_SCREEN_ELEMENT_ENTRY && ui_options(e) == 0)) return false;
    }
    return true;
}

static const uint8_t *chunk_of(ox_ui *ui, ox_id screen) {
    ox_found found;
    const uint8_t *chunk = NULL;
    if (ox_images_find(&ui->host->stock->images, screen, ROM_TAG_SCREEN, &found))
        chunk = ox_resource_data(ui->host->resources, screen, ROM_TAG_SCREEN, "screen");
    if (chunk != NULL && is_sound(chunk)) return chunk;
    if (ui->missing != screen)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING,
                     "there is no screen #%08x, or it is damaged: it stays closed", (unsigned)screen);
    ui->missing = screen;
    return NULL;
}

/* Whether a screen of an add-on has nothing that plays the game: dialogues, selections and placements are the game's own. */
static bool is_harmless(ox_ui *ui, const uint8_t *chunk) {
    for (uint32_t i = 0; i < ui_elements(chunk); i++) {
        const uint32_t kind = ui_kind(ui_element(chunk, i));
        if (kind != ROM_SCREEN_ELEMENT_DIALOGUE && kind != ROM_SCREEN_ELEMENT_SELECTION &&
            kind != ROM_SCREEN_ELEMENT_PLACEMENT)
            continue;
        ui_bar(ui, "a dialogue, selection or placement");
        return false;
    }
    return true;
}

void ui_bar(ox_ui *ui, const char *what) {
    if (!ui->barred)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING,
                     "an add-on's screen may not have %s: the game's own screens do; `act` asks the game",
                     what);
    ui->barred = true;
}

/* Binds a screen of the stack to its chunk and its boxes. Boxes lie behind one another, boxes of the lowest screen
 * first. */
static ox_status bind(ox_ui *ui, uint32_t level) {
    ui_open *open = &ui->now.open[level];
    const ui_open *below = level == 0 ? NULL : &ui->now.open[level - 1u];
    open->chunk = chunk_of(ui, open->screen);
    if (open->chunk == NULL) return OX_NOT_FOUND;
    open->guest = !ROM_SMALL_PLAYER && ox_add_on_has(ui->host, open->screen, ROM_TAG_SCREEN);
    if (ui_is_guest(open) && !is_harmless(ui, open->chunk)) return OX_NOT_FOUND;
    const uint32_t first = below == NULL ? 0 : below->first + (uint32_t)below->count;
    const uint32_t count = ui_elements(open->chunk);
    if (count > ui->box_room - first) {
        ox_log_write(
            ui->host->log, PLAT_LOG_WARNING,
            "the screen #%08x has %u elements and finds room for %u; raise `capacity screen-elements`",
            (unsigned)open->screen, (unsigned)count, (unsigned)(ui->box_room - first));
        return OX_FULL;
    }
    open->first = (uint16_t)first;
    open->count = (uint16_t)count;
    open->stale = true;
    ui_attend(ui, open->chunk);
    return OX_OK;
}

ox_status ui_bind(ox_ui *ui) {
    for (uint32_t i = 0; i < ui->now.depth; i++) {
        const ox_status status = bind(ui, i);
        if (status != OX_OK) return status;
        ui_keep_focus(ui, &ui->now.open[i]);
    }
    return OX_OK;
}

/* ---- open and closed ---- */

/* Posts an event about a screen itself. */
static void post_of(ox_ui *ui, const ui_open *open, ox_id event) {
    const bool guest = ui->guest;
    ui->guest = open->guest;
    ui_post(ui, event, open->screen);
    ui->guest = guest;
}

static ox_status push_screen(ox_ui *ui, ox_id screen, ox_id mode, bool by_scene) {
    if (ui->now.depth == OX_SCREENS_DEPTH) return OX_FULL;
    ui_open *open = &ui->now.open[ui->now.depth];
    *open = (ui_open){.screen = screen, .mode = mode, .by_scene = by_scene, .focused = UI_NONE};
    const ox_status status = bind(ui, ui->now.depth);
    if (status != OX_OK) return status;
    ui->now.depth++;
    ui->now.held = 0;
    ui->now.letter = 0;
    ui_keep_focus(ui, open);
    post_of(ui, open, OX_NAME("opened"));
    return OX_OK;
}

void ui_cut(ox_ui *ui, uint32_t level) {
    while (level < ui->now.depth) post_of(ui, &ui->now.open[--ui->now.depth], OX_NAME("closed"));
    ui->now.held = 0;
    ui->now.letter = 0;
}

void ui_close_fallen(ox_ui *ui) {
    for (uint32_t i = 0; i < ui->now.depth;) {
        ui_open *open = &ui->now.open[i];
        if (!ui_is_guest(open) || ox_add_on_plays(ui->host, open->screen)) {
            i++;
            continue;
        }
        memmove(open, open + 1, (--ui->now.depth - i) * sizeof *open);
        ui->now.held = 0;
        if (ui_bind(ui) != OX_OK) ui_cut(ui, i);
    }
}

ui_open *ui_top(ox_ui *ui) {
    for (uint32_t i = ui->now.depth; i-- > 0;)
        if ((ui_screen_flags(ui->now.open[i].chunk) & ROM_SCREEN_HUD) == 0) return &ui->now.open[i];
    return NULL;
}

/* The values on which it depends whether an element is there may not be restored yet, so the name decides alone. */
void ui_restore_focus(ui_open *open, ox_id name) {
    for (uint32_t i = 0; name != 0 && i < open->count; i++)
        if (ui_name_of(ui_element(open->chunk, i)) == name) {
            open->focus = name;
            open->focused = (uint16_t)i;
            return;
        }
}

/* ---- what opens by itself ---- */

/* Opens the screens of a scene or of a mode. */
static void open_rows(ox_ui *ui, ox_id scene, ox_id mode) {
    ox_found found;
    const ox_id id = rom_id("screens");
    if (!ox_images_find(&ui->host->stock->images, id, ROM_TAG_SCENE_SCREENS, &found)) return;
    const uint8_t *chunk =
        ox_resource_data(ui->host->resources, id, ROM_TAG_SCENE_SCREENS, "list of screens");
    for (uint32_t i = 0; chunk != NULL && i < rom_word(chunk + ROM_SCENE_SCREENS_COUNT); i++) {
        const uint8_t *row =
            chunk + rom_word(chunk + ROM_SCENE_SCREENS_AT) + (size_t)i * ROM_SCENE_SCREEN_SIZE;
        const bool wanted = mode != 0 ? rom_word(row + ROM_SCENE_SCREEN_MODE) == mode
                                      : rom_word(row + ROM_SCENE_SCREEN_SCENE) == scene;
        if (wanted && push_screen(ui, rom_word(row + ROM_SCENE_SCREEN_SCREEN), mode, mode == 0) == OX_FULL)
            ox_log_write(ui->host->log, PLAT_LOG_WARNING, "no more than %d screens can be open",
                         (int)OX_SCREENS_DEPTH);
    }
}

void ui_open_scene(ox_ui *ui) {
    ui_cut(ui, 0);
    ui->now.mode = 0;
    open_rows(ui, ui->host->options->scene, 0);
}

void ui_follow_modes(ox_ui *ui) {
    const ox_flow *flow = ox_game_flow(ui->host->console);
    if (flow == NULL) return;
    for (uint32_t i = 0; i < ui->now.depth; i++)
        if (ui->now.open[i].mode != 0 && !ox_flow_is_on(flow, ui->now.open[i].mode)) ui_cut(ui, i);
    const ox_id top = ox_flow_top(flow);
    if (top == ui->now.mode) return;
    ui->now.mode = top;
    for (uint32_t i = 0; i < ui->now.depth; i++)
        if (ui->now.open[i].mode == top) return;
    if (top != 0) open_rows(ui, 0, top);
}

/* ---- the focus ---- */

bool ui_can_have(ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    return ui_is_focusable(ui_kind(e)) && ui_is_enabled(ui, e) && ui_is_there(ui, open->chunk, number);
}

void ui_focus(ox_ui *ui, ui_open *open, uint32_t number) {
    if (open->focused != number) ui->now.letter = ui->now.caret = ui->now.page_seen = 0;
    open->focused = (uint16_t)number;
    open->focus = number == UI_NONE ? 0 : ui_name_of(ui_element(open->chunk, number));
}

void ui_keep_focus(ox_ui *ui, ui_open *open) {
    uint32_t nearest = UI_NONE;
    if (open->focused < open->count && ui_name_of(ui_element(open->chunk, open->focused)) == open->focus &&
        ui_can_have(ui, open, open->focused))
        return;
    const uint32_t before = open->focused < open->count ? open->focused : 0;
    for (uint32_t i = 0; i < open->count; i++) {
        const uint8_t *e = ui_element(open->chunk, i);
        if (!ui_can_have(ui, open, i)) continue;
        const bool wanted =
            open->focus != 0 ? ui_name_of(e) == open->focus : (ui_flags(e) & ROM_SCREEN_ELEMENT_FIRST) != 0;
        if (wanted) {
            nearest = i;
            break;
        }
        if (nearest == UI_NONE || (i <= before && nearest < i)) nearest = i; /* at or before the old focus */
    }
    ui_focus(ui, open, nearest);
}

ox_id ui_tip(ox_ui *ui, ui_box *box) {
    const ui_open *top = ui_top(ui);
    for (uint32_t i = 0; top != NULL && ui->over != 0 && i < top->count; i++) {
        const uint8_t *e = ui_element(top->chunk, i);
        if (ui_name_of(e) != ui->over) continue;
        if (box != NULL) *box = *ui_box_of(ui, top, i);
        return rom_word(e + ROM_SCREEN_ELEMENT_ABOUT);
    }
    return 0;
}

/* ---- for others ---- */

void ui_sound(const ox_ui *ui, const ui_open *open, uint32_t at) {
    const ox_id sound = rom_word(open->chunk + at);
    const ox_sound_service service = ox_engine_sound(ui->host->engine);
    if (sound != 0) (void)service.operations->play(service.state, sound, FX_ONE);
}

ox_status ox_screen_open(const ox_module_host *host, ox_id screen) {
    ox_ui *ui = ui_of(host);
    return ui == NULL ? OX_UNSUPPORTED : push_screen(ui, screen, 0, false);
}

void ox_screen_close(const ox_module_host *host) {
    ox_ui *ui = ui_of(host);
    const ui_open *top = ui == NULL ? NULL : ui_top(ui);
    if (top != NULL) ui_cut(ui, (uint32_t)(top - ui->now.open));
}

ox_status ox_screen_replace(const ox_module_host *host, ox_id screen) {
    ox_screen_close(host);
    return ox_screen_open(host, screen);
}

ox_id ox_screen_top(const ox_module_host *host) {
    ox_ui *ui = ui_of(host);
    const ui_open *top = ui == NULL ? NULL : ui_top(ui);
    return top == NULL ? 0 : top->screen;
}

bool ox_screen_is_open(const ox_module_host *host, ox_id screen) {
    const ox_ui *ui = ui_of(host);
    for (uint32_t i = 0; ui != NULL && i < ui->now.depth; i++)
        if (ui->now.open[i].screen == screen) return true;
    return false;
}

bool ox_screen_focus(const ox_module_host *host, ox_id element) {
    ox_ui *ui = ui_of(host);
    ui_open *top = ui == NULL ? NULL : ui_top(ui);
    for (uint32_t i = 0; top != NULL && i < top->count; i++) {
        if (ui_name_of(ui_element(top->chunk, i)) != element || !ui_can_have(ui, top, i)) continue;
        ui_focus(ui, top, i);
        return true;
    }
    return false;
}

static bool mark(const ox_module_host *host, ox_id element, uint8_t flag, bool is_set) {
    ox_ui *ui = ui_of(host);
    ui_mark *free = NULL;
    for (uint32_t i = 0; ui != NULL && i < OX_SCREEN_MARKS; i++) {
        ui_mark *at = &ui->now.marks[i];
        if (at->name == element && element != 0) {
            at->flags = (uint8_t)(is_set ? at->flags | flag : at->flags & ~flag);
            if (at->flags == 0) at->name = 0;
            free = at;
            break;
        }
        if (at->name == 0 && free == NULL) free = at;
    }
    if (ui == NULL || (free == NULL && is_set)) return false;
    if (is_set && free->name == 0) *free = (ui_mark){element, flag};
    for (uint32_t i = 0; i < ui->now.depth; i++) ui->now.open[i].stale = true;
    return true;
}

bool ox_screen_show(const ox_module_host *host, ox_id element, bool shown) {
    return mark(host, element, UI_HIDDEN, !shown);
}

bool ox_screen_enable(const ox_module_host *host, ox_id element, bool enabled) {
    return mark(host, element, UI_DISABLED, !enabled);
}

const char *ox_screen_entered(const ox_module_host *host, ox_id element) {
    ox_ui *ui = ui_of(host);
    const ui_entry *entry = ui == NULL ? NULL : ui_entered(ui, element, false);
    return entry == NULL ? "" : entry->text;
}

ox_status ox_screen_notice(const ox_module_host *host, ox_id text, uint32_t steps, uint32_t priority) {
    ox_ui *ui = ui_of(host);
    return ui == NULL ? OX_UNSUPPORTED : ui_notice_add(ui, text, steps, priority);
}

void ox_screen_say(const ox_module_host *host, ox_id text) {
    ox_ui *ui = ui_of(host);
    if (ui == NULL) return;
    ui->now.says = text;
    ui->now.page = ui->now.typed = 0;
}

bool ox_screen_says(const ox_module_host *host) {
    const ox_ui *ui = ui_of(host);
    return ui != NULL && ui->now.says != 0;
}

void ox_screens_attend(const ox_module_host *host, const ox_screen_source *source) {
    ox_ui *ui = ui_of(host);
    if (ui == NULL) return;
    ui->source = source == NULL ? (ox_screen_source){NULL, NULL, NULL} : *source;
    memset(ui->names, 0, sizeof ui->names);
    ui_forget_words(ui);
}
