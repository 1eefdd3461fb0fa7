/* What comes to the glass by itself: prompts about events, notices, what voices say, and how far loading has come. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/event/events.h"
#include "kernel/game/option.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "kernel/world/query.h"

/* ---- events ---- */

/* Whether the first argument of an event is what a prompt wants: the id of a name, or an object that goes by it. */
static bool is_about(const ox_ui *ui, const uint8_t *e, const ox_event *event) {
    const ox_id with = rom_word(e + ROM_SCREEN_ELEMENT_TARGET);
    if (with == 0) return true;
    if (event->count == 0) return false;
    const uint32_t value = event->arguments[0].value;
    const ox_object *object = ox_world_get(ui->host->world, (ox_handle){value});
    return value == with || (object != NULL && ox_object_is(ui->host->world, object, with));
}

static bool was_seen(const ox_ui *ui, ox_id name) {
    for (uint32_t i = 0; i < OX_SCREEN_SEEN; i++)
        if (ui->now.seen[i] == name) return true;
    return false;
}

static void note_seen(ox_ui *ui, ox_id name) {
    for (uint32_t i = 0; i < OX_SCREEN_SEEN; i++) {
        if (ui->now.seen[i] != 0) continue;
        ui->now.seen[i] = name;
        return;
    }
    ox_log_write(ui->host->log, PLAT_LOG_WARNING, "more than %d prompts: #%08x may come again",
                 (int)OX_SCREEN_SEEN, (unsigned)name);
}

static void drop_prompt(ui_state *s, uint32_t at) {
    memmove(&s->prompts[at], &s->prompts[at + 1], (OX_SCREEN_PROMPTS - 1u - at) * sizeof s->prompts[0]);
    s->prompts[OX_SCREEN_PROMPTS - 1] = (ui_prompt){0, 0, 0};
}

/* Puts a prompt behind those of its priority and above. One that waits already begins anew. The last gives way. */
static void queue_prompt(ox_ui *ui, const uint8_t *e) {
    ui_state *s = &ui->now;
    const ui_prompt prompt = {ui_name_of(e), (uint16_t)rom_word(e + ROM_SCREEN_ELEMENT_FRAME),
                              (uint8_t)rom_word(e + ROM_SCREEN_ELEMENT_LEAST)};
    uint32_t at = 0;
    for (uint32_t i = 0; i < OX_SCREEN_PROMPTS; i++)
        if (s->prompts[i].name == prompt.name) drop_prompt(s, i);
    while (at < OX_SCREEN_PROMPTS && s->prompts[at].name != 0 && s->prompts[at].priority >= prompt.priority)
        at++;
    if (at == OX_SCREEN_PROMPTS) return;
    memmove(&s->prompts[at + 1], &s->prompts[at], (OX_SCREEN_PROMPTS - 1u - at) * sizeof s->prompts[0]);
    s->prompts[at] = prompt;
    if ((ui_flags(e) & ROM_SCREEN_ELEMENT_AGAIN) == 0) note_seen(ui, prompt.name);
}

static void hear_for(ox_ui *ui, const uint8_t *e, ox_id name, const ox_event *event) {
    const bool again = (ui_flags(e) & ROM_SCREEN_ELEMENT_AGAIN) != 0;
    if (rom_word(e + ROM_SCREEN_ELEMENT_GREATEST) == name && is_about(ui, e, event))
        for (uint32_t i = 0; i < OX_SCREEN_PROMPTS; i++)
            if (ui->now.prompts[i].name == ui_name_of(e)) drop_prompt(&ui->now, i);
    if (rom_word(e + ROM_SCREEN_ELEMENT_BIND) != name || !is_about(ui, e, event)) return;
    if (!again && (was_seen(ui, ui_name_of(e)) || ox_option_get(ui->host, OX_NAME("prompts")) == 0)) return;
    queue_prompt(ui, e);
}

static ox_answer hear_event(void *context, const ox_event *event) {
    ox_ui *ui = context;
    const ox_id name = ui->bus->types[event->type].name;
    for (uint32_t level = 0; level < ui->now.depth; level++) {
        const ui_open *open = &ui->now.open[level];
        for (uint32_t i = 0; i < open->count; i++) {
            const uint8_t *e = ui_element(open->chunk, i);
            if (ui_kind(e) == ROM_SCREEN_ELEMENT_PROMPT) hear_for(ui, e, name, event);
        }
    }
    return OX_PASSED;
}

/* Events that no script names are dropped, so the bus has to know those that prompts are about. */
static void declare_event(ox_ui *ui, ox_id event) {
    uint16_t type;
    if (event == 0 || ox_events_type(ui->bus, event) != OX_EVENT_ANY) return;
    if (ox_events_add_type(ui->bus, event, NULL, &type) != OX_OK)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING,
                     "prompts do not hear the event #%08x: raise `capacity script-events`", (unsigned)event);
}

void ui_attend(ox_ui *ui, const uint8_t *chunk) {
    for (uint32_t i = 0; ui->bus != NULL && i < ui_elements(chunk); i++) {
        const uint8_t *e = ui_element(chunk, i);
        if (ui_kind(e) != ROM_SCREEN_ELEMENT_PROMPT) continue;
        declare_event(ui, rom_word(e + ROM_SCREEN_ELEMENT_BIND));
        declare_event(ui, rom_word(e + ROM_SCREEN_ELEMENT_GREATEST));
    }
}

void ui_listen(ox_ui *ui) {
    const ox_event_service service = ox_engine_events(ui->host->engine);
    ox_events *scripts = ox_behaviours_events(ui->host);
    if (ui->bus != NULL || !ui->prompts) return;
    ui->bus = scripts != NULL ? scripts : service.operations->bus(service.state);
    if (ui->bus == NULL) return;
    ui->listening = ox_events_listen(ui->bus, (ox_interest){.type = OX_EVENT_ANY}, hear_event, ui);
    if (ui->listening.bits == 0)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING, "prompts hear nothing: the bus has no listener left");
    for (uint32_t i = 0; i < ui->now.depth; i++)
        if (ui->now.open[i].chunk != NULL) ui_attend(ui, ui->now.open[i].chunk);
}

void ui_unlisten(ox_ui *ui) {
    if (ui->bus != NULL) (void)ox_events_unlisten(ui->bus, ui->listening);
    ui->bus = NULL;
}

/* ---- prompts ---- */

static bool same_place(const uint8_t *a, const uint8_t *b) {
    return a[ROM_SCREEN_ELEMENT_ANCHOR] == b[ROM_SCREEN_ELEMENT_ANCHOR] &&
           rom_word(a + ROM_SCREEN_ELEMENT_X) == rom_word(b + ROM_SCREEN_ELEMENT_X);
}

static const uint8_t *find_prompt(const ui_open *open, ox_id name) {
    for (uint32_t i = 0; i < open->count; i++) {
        const uint8_t *e = ui_element(open->chunk, i);
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_PROMPT && ui_name_of(e) == name) return e;
    }
    return NULL;
}

bool ui_prompt_is_seen(const ox_ui *ui, const ui_open *open, const uint8_t *e) {
    for (uint32_t i = 0; i < OX_SCREEN_PROMPTS && ui->now.prompts[i].name != 0; i++) {
        const ox_id name = ui->now.prompts[i].name;
        if (name == ui_name_of(e)) return true;
        const uint8_t *other = find_prompt(open, name);
        if (other != NULL && same_place(other, e)) return false;
    }
    return false;
}

/* The prompt of the queue's place `at`, and its screen; NULL while it is not seen. */
static const uint8_t *seen_prompt(const ox_ui *ui, uint32_t at) {
    for (uint32_t level = 0; level < ui->now.depth; level++) {
        const ui_open *open = &ui->now.open[level];
        const uint8_t *e = find_prompt(open, ui->now.prompts[at].name);
        if (e != NULL && ui_prompt_is_seen(ui, open, e)) return e;
    }
    return NULL;
}

static void pass_prompts(ox_ui *ui) {
    ui_state *s = &ui->now;
    uint32_t due =
        0; /* a bit for each that is seen: none of them steps forward while the queue is gone through */
    for (uint32_t i = 0; i < OX_SCREEN_PROMPTS && s->prompts[i].name != 0; i++)
        if (seen_prompt(ui, i) != NULL) due |= 1u << i;
    for (uint32_t i = OX_SCREEN_PROMPTS; i-- > 0;)
        if ((due >> i & 1u) != 0 && s->prompts[i].steps > 0 && --s->prompts[i].steps == 0) drop_prompt(s, i);
}

/* ---- notices ---- */

static void drop_notice(ui_state *s) {
    memmove(s->notices, s->notices + 1, sizeof s->notices - sizeof s->notices[0]);
    s->notices[OX_SCREEN_NOTICES - 1] = (ui_notice){0, 0, 0};
}

ox_status ui_notice_add(ox_ui *ui, ox_id text, uint32_t steps, uint32_t priority) {
    ui_state *s = &ui->now;
    uint32_t at = 0;
    while (at < OX_SCREEN_NOTICES && s->notices[at].text != 0 && s->notices[at].priority >= priority) at++;
    if (at == OX_SCREEN_NOTICES) return OX_FULL;
    memmove(&s->notices[at + 1], &s->notices[at], (OX_SCREEN_NOTICES - 1u - at) * sizeof s->notices[0]);
    s->notices[at] = (ui_notice){text, steps, priority};
    return OX_OK;
}

void ui_pass_messages(ox_ui *ui) {
    ui_state *s = &ui->now;
    pass_prompts(ui);
    if (s->notices[0].text != 0 && s->notices[0].steps > 0 && --s->notices[0].steps == 0) drop_notice(s);
    if (s->loading.screen != 0 && s->loading.passed < UINT32_MAX) s->loading.passed++;
    ui_end_loading(ui);
}

/* ---- messages that wait for the player ---- */

static bool shows_notices(const ox_ui *ui) {
    for (uint32_t level = 0; level < ui->now.depth; level++)
        for (uint32_t i = 0; i < ui->now.open[level].count; i++)
            if (ui_kind(ui_element(ui->now.open[level].chunk, i)) == ROM_SCREEN_ELEMENT_NOTICES) return true;
    return false;
}

bool ui_is_asked(ox_ui *ui) {
    ui_state *s = &ui->now;
    const ox_input *input = ui->host->input;
    bool pressed = input->pressed != 0;
    for (uint32_t i = 0; i < PLAT_KEY_WORDS; i++) pressed = pressed || input->keys_pressed[i] != 0;
    if (s->notices[0].text != 0 && s->notices[0].steps == 0 && shows_notices(ui)) {
        if (pressed) drop_notice(s);
        return true;
    }
    for (uint32_t i = 0; i < OX_SCREEN_PROMPTS && s->prompts[i].name != 0; i++) {
        const uint8_t *e = seen_prompt(ui, i);
        if (e == NULL || (ui_flags(e) & ROM_SCREEN_ELEMENT_WAITS) == 0) continue;
        if (pressed) drop_prompt(s, i);
        return true;
    }
    return false;
}

/* ---- what voices say ---- */

const char *ui_subtitle(ox_ui *ui) {
    enum { VOICES = 3 };
    const ox_sound_service sound = ox_engine_sound(ui->host->engine);
    uint32_t length;
    if (sound.operations->heard == NULL || ox_option_get(ui->host, OX_NAME("subtitles")) == 0) return "";
    const ox_id heard = sound.operations->heard(sound.state, VOICES);
    return heard != 0 && ox_content_text(ui->host, heard, &length) != NULL ? ui_text(ui, heard) : "";
}

/* ---- loading ---- */

int32_t ui_loaded(const ox_ui *ui) {
    const ui_loading *l = &ui->now.loading;
    return l->total == 0 ? FX_ONE : (int32_t)((uint64_t)l->done * FX_ONE / l->total);
}

void ui_end_loading(ox_ui *ui) {
    ui_loading *l = &ui->now.loading;
    if (l->screen == 0) return;
    const ox_id screen = l->screen;
    uint32_t level = 0;
    while (level < ui->now.depth && ui->now.open[level].screen != screen) level++;
    const bool cancelled = level == ui->now.depth, over = l->done == l->total && l->passed >= l->least;
    if (!cancelled && !over) return;
    l->screen = 0;
    l->cancelled = cancelled;
    if (cancelled) return;
    ui_cut(ui, level);
    ui_post(ui, OX_NAME("loaded"), screen);
}

ox_status ox_screen_loading_begin(const ox_module_host *host, ox_id screen, uint32_t total, uint32_t least) {
    ox_ui *ui = ui_of(host);
    const ox_status status = ox_screen_open(host, screen);
    if (status != OX_OK) return status;
    ui->now.loading = (ui_loading){.screen = screen, .total = total, .least = least};
    return OX_OK;
}

bool ox_screen_loading(const ox_module_host *host, uint32_t done) {
    ox_ui *ui = ui_of(host);
    if (ui == NULL) return true;
    ui_loading *l = &ui->now.loading;
    if (l->screen != 0 && done > l->done) l->done = done < l->total ? done : l->total;
    ui_end_loading(ui);
    return !l->cancelled;
}

fx ox_screen_loaded(const ox_module_host *host) {
    const ox_ui *ui = ui_of(host);
    return ui == NULL ? FX_ONE : ui_loaded(ui);
}
