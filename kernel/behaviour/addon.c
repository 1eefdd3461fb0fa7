/* Add-ons of players: which of them play, what they hear, and how they ask the game for something. */
#include <string.h>

#include "kernel/behaviour/internal.h"
#include "kernel/debug/format.h"
#include "kernel/type/name.h"
#include "rom/check.h"

#if !ROM_SMALL_PLAYER

/* ---- which add-ons play ---- */

enum { LISTED = 16, INTERFACE_UNTOLD = 0 };

static uint32_t word_at(const script_guest *guest, uint32_t count_at, uint32_t list_at, uint32_t number) {
    const uint8_t *list = guest->chunk + rom_word(guest->chunk + list_at);
    return number < rom_word(guest->chunk + count_at) ? rom_word(list + (size_t)number * 4) : 0;
}

/* A checked chunk in memory, NULL where there is none. */
static const uint8_t *chunk_of(const ox_module_host *host, uint32_t id) {
    ox_found found;
    rom_error error;
    return ox_images_find(&host->stock->images, id, ROM_TAG_ADD_ON, &found) && found.mapped &&
                   rom_check_entry(&found.chunk, false, &error) == ROM_OK
               ? found.chunk.data
               : NULL;
}

/* Whether an add-on fits the cart; a line tells why not. */
static bool fits_cart(const ox_behaviours *s, const uint8_t *chunk) {
    char name[32] = "";
    const uint32_t made_for = rom_word(chunk + ROM_ADD_ON_INTERFACE),
                   bytes = rom_word(chunk + ROM_ADD_ON_NAME + 4),
                   has = s->takes == NULL ? INTERFACE_UNTOLD : rom_word(s->takes + ROM_ADD_ON_INTERFACE);
    for (uint32_t i = 0; i < bytes && i < sizeof name - 1; i++)
        name[i] = (char)chunk[rom_word(chunk + ROM_ADD_ON_NAME) + i];
    if (has == INTERFACE_UNTOLD)
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "add-on %s: the cart takes none, so it rests", name);
    else if (has != made_for && !s->host->options->old_add_ons)
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "add-on %s: it is made for interface %u of the cart, which has %u, so it rests", name,
                     (unsigned)made_for, (unsigned)has);
    else
        return true;
    return false;
}

static void find_guest(ox_behaviours *s, uint32_t id) {
    const uint8_t *chunk = ox_add_on_has(s->host, id, ROM_TAG_ADD_ON) ? chunk_of(s->host, id) : NULL;
    if (chunk == NULL || !fits_cart(s, chunk)) return;
    if (s->guest_count < OX_ADD_ONS_MOST)
        s->guests[s->guest_count++] = (script_guest){.id = id, .chunk = chunk};
    else
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "more than %d add-ons: #%08x rests", OX_ADD_ONS_MOST,
                     (unsigned)id);
}

void script_find_guests(ox_behaviours *s) {
    uint32_t ids[LISTED];
    const uint32_t count = ox_stock_list(s->host->stock, ROM_TAG_ADD_ON, ids, LISTED);
    s->takes = count == 0 ? NULL : chunk_of(s->host, rom_id("add-ons"));
    for (uint32_t i = 0; i < count; i++) find_guest(s, ids[i]);
    s->guest_plan = s->plan;
    s->guest_plan.tick = s->guest_plan.activation = OX_ADD_ON_TICK;
}

uint32_t script_guest_units(const ox_behaviours *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->guest_count; i++)
        count += rom_word(s->guests[i].chunk + ROM_ADD_ON_MODULE_COUNT);
    return count;
}

uint32_t script_guest_unit(const ox_behaviours *s, uint32_t number, uint8_t *guest) {
    for (uint32_t i = 0; i < s->guest_count; i++) {
        const uint32_t count = rom_word(s->guests[i].chunk + ROM_ADD_ON_MODULE_COUNT);
        *guest = (uint8_t)(i + 1);
        if (number < count)
            return word_at(&s->guests[i], ROM_ADD_ON_MODULE_COUNT, ROM_ADD_ON_MODULES_AT, number);
        number -= count;
    }
    return 0;
}

/* ---- what they hear ---- */

/* The number of an event's type, which is made where there is room; OX_EVENT_ANY, which no event has, where there is
 * none. */
static uint16_t event_type(ox_behaviours *s, uint32_t name) {
    uint16_t type = OX_EVENT_ANY;
    const ox_status status = ox_events_add_type(&s->events, name, NULL, &type);
    if (status == OX_ALREADY_THERE) return ox_events_type(&s->events, name);
    return status == OX_OK ? type : (uint16_t)OX_EVENT_ANY;
}

ox_status script_number_guest(ox_behaviours *s, script_unit *unit) {
    const ox_script_module *m = &unit->machine.module;
    const uint32_t count = m->count[OX_SCRIPT_SECTION_EVENTS];
    unit->types = unit->own = NULL;
    if (count == 0) return OX_OK;
    unit->types = OX_PUSH(s->host->resident, uint16_t, count);
    unit->own = OX_PUSH(s->host->resident, uint16_t, count);
    if (unit->types == NULL || unit->own == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t name =
            rom_word(ox_script_record(m, OX_SCRIPT_SECTION_EVENTS, i) + ROM_SCRIPT_EVENT_NAME);
        unit->types[i] = event_type(s, name);
        unit->own[i] = event_type(s, ox_add_on_event(name));
    }
    return OX_OK;
}

/* ---- steps ---- */

static ox_script *machine_of_guest(ox_behaviours *s, uint32_t guest, ox_id behaviour, uint32_t *number) {
    for (uint32_t u = 0; u < s->unit_count; u++) {
        ox_script *machine = &s->units[u].machine;
        if (s->units[u].guest != guest + 1 || machine->module.bytes == NULL) continue;
        *number = ox_script_module_behaviour(&machine->module, behaviour);
        if (*number != OX_SCRIPT_NONE) return machine;
    }
    return NULL;
}

void script_begin_guests(ox_behaviours *s) {
    for (uint32_t i = 0; i < s->guest_count; i++) {
        ox_id behaviour;
        for (uint32_t k = 0;
             !s->guests[i].rests && (behaviour = word_at(&s->guests[i], ROM_ADD_ON_BEHAVIOUR_COUNT,
                                                         ROM_ADD_ON_BEHAVIOURS_AT, k)) != 0;
             k++) {
            uint32_t number;
            ox_script *machine = machine_of_guest(s, i, behaviour, &number);
            if (machine != NULL && ox_script_find(machine, 0, number).bits == 0)
                (void)ox_script_begin(machine, 0, number);
        }
    }
}

void script_note_press(ox_behaviours *s, uint32_t tick, bool pressed) {
    s->press_tick = tick;
    if (pressed) s->acted = false;
}

void ox_add_on_pressed(const ox_module_host *host, bool pressed) {
    ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    if (s != NULL && s->guest_count > 0) script_note_press(s, s->tick + 1, pressed);
}

void script_end_fallen(ox_behaviours *s) {
    for (uint32_t i = 0; i < s->guest_count; i++) {
        if (!s->guests[i].fell) continue;
        s->guests[i].fell = false;
        s->guests[i].rests = true;
        for (uint32_t u = 0; u < s->unit_count; u++)
            if (s->units[u].guest == i + 1) script_end_unit(&s->units[u], 0, true);
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "the add-on rests from now on, the game goes on");
    }
}

/* ---- the state ---- */

void script_save_guests(const ox_behaviours *s, ox_writer *to) {
    if (s->guest_count == 0) return;
    ox_write_u32(to, s->press_tick);
    ox_write_bool(to, s->acted);
    for (uint32_t i = 0; i < s->guest_count; i++) ox_write_bool(to, s->guests[i].rests);
}

void script_restore_guests(ox_behaviours *s, ox_reader *from) {
    if (s->guest_count == 0) return;
    s->press_tick = ox_read_u32(from);
    s->acted = ox_read_bool(from);
    for (uint32_t i = 0; i < s->guest_count; i++) s->guests[i].rests = ox_read_bool(from);
}

/* ---- for screens and natives ---- */

bool ox_add_on_has(const ox_module_host *host, ox_id id, uint32_t type) {
    return ox_images_add_on(&host->stock->images, id, type) != 0;
}

bool ox_add_on_plays(const ox_module_host *host, ox_id screen) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    const ox_images *images = &host->stock->images;
    const uint8_t key = ox_images_add_on(images, screen, ROM_TAG_SCREEN);
    for (uint32_t i = 0; s != NULL && i < s->guest_count; i++)
        if (ox_images_add_on(images, s->guests[i].id, ROM_TAG_ADD_ON) == key) return !s->guests[i].rests;
    return false;
}

bool ox_add_on_owns(const ox_module_host *host, const int32_t *cell) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    for (uint32_t u = 0; s != NULL && u < s->unit_count; u++) {
        const ox_script *machine = &s->units[u].machine;
        const uint32_t count =
            machine->module.bytes == NULL ? 0 : machine->module.count[OX_SCRIPT_SECTION_GLOBALS];
        for (uint32_t i = 0; s->units[u].guest != 0 && i < count; i++)
            if (cell == machine->globals + i) return true;
    }
    return false;
}

bool ox_add_on_calls(const ox_script_call *call) { return ((const script_unit *)call->context)->guest != 0; }

/* An add-on asks the game for something that its cart grants: once for each press, in the step in which a player presses
 * or lets go of the pointer, or in the step after. */
ox_script_answer script_act(ox_script_call *call) {
    const script_unit *unit = call->context;
    ox_behaviours *s = unit->of;
    const uint8_t *chunk = s->takes;
    const ox_id what = (ox_id)call->arguments[0];
    bool granted = false;
    for (uint32_t i = 0; chunk != NULL && i < rom_word(chunk + ROM_ADD_ON_ACT_COUNT); i++)
        granted = granted || rom_word(chunk + rom_word(chunk + ROM_ADD_ON_ACTS_AT) + (size_t)i * 4) == what;
    if (!granted) return ox_script_refuse(call, 0);
    if (s->acted || s->press_tick == 0 || s->tick - s->press_tick > 1) return OX_SCRIPT_DONE;
    s->acted = true;
    ox_events_post_named(&s->events, OX_NAME("act"), call->arguments, 1);
    call->results[0] = 1;
    return OX_SCRIPT_DONE;
}

#endif
