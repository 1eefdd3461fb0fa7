/* Screens as a module of the console. */
#include "kernel/ui/module.h"

#include <string.h>

#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"

enum { ELEMENT = 8, MOST = 2048 };

OX_CAPACITY_HOLDS(ELEMENT, ui_box);
OX_LIMIT(MOST, ui_open, first, "places of boxes are 16 bits");
OX_LIMIT(OX_SCREEN_LETTERS * 3, ui_state, letter, "letters of an entry and its grid are counted in 8 bits");

const ox_capacity ox_ui_capacities[OX_UI_CAPACITIES] = {
    [OX_CAPACITY_SCREEN_ELEMENTS] = {"screen-elements", 64, MOST, ELEMENT}};

/* ---- lives ---- */

static ox_status start_ui(const ox_module_host *host, void **state) {
    if (!ox_module_is_used(host->image, OX_NAME("ui"))) return OX_OK;
    ox_arena *resident = host->resident;
    ox_ui *ui = ox_arena_push_zero(resident, OX_ARENA_LOW, sizeof *ui, _Alignof(ox_ui));
    const uint32_t room = ox_module_capacity(host, &ox_ui_capacities[OX_CAPACITY_SCREEN_ELEMENTS]);
    ui_box *boxes = OX_PUSH(resident, ui_box, room);
    ox_input *given = OX_PUSH(resident, ox_input, host->sources->count);
    const uint32_t letter_room = ui_box_letters(host);
    uint32_t *letters = letter_room == 0 ? NULL : OX_PUSH(resident, uint32_t, letter_room);
    if (ui == NULL || boxes == NULL || given == NULL || (letters == NULL && letter_room > 0))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0,
                                "no room for screens; raise `budget`, or lower `capacity screen-elements`");
    ui->host = host;
    ui->boxes = boxes;
    ui->box_room = room;
    ui->given = given;
    ui->letters = letters;
    ui->letter_room = letter_room;
    *state = ui;
    return OX_OK;
}

static void stop_ui(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

/* ---- what screens need is there before one opens: later nobody may take memory above the scene ---- */

static void hold_sheet(ox_resources *resources, ox_id id) {
    const uint8_t *sheet = id == 0 ? NULL : ox_resource_data(resources, id, ROM_TAG_SHEET, "sheet");
    for (uint32_t i = 0; sheet != NULL && i < ox_sheet_images(sheet); i++)
        (void)ox_resource_image(resources, ox_sheet_image(sheet, i));
}

static void hold_screen(ox_ui *ui, const uint8_t *chunk) {
    ox_resources *resources = ui->host->resources;
    const uint8_t *style = chunk + rom_word(chunk + ROM_SCREEN_STYLES_AT);
    for (uint32_t i = 0; i < rom_word(chunk + ROM_SCREEN_STYLE_COUNT); i++, style += ROM_SCREEN_STYLE_SIZE) {
        ox_words_hold(resources, rom_word(style + ROM_SCREEN_STYLE_FONT));
        ox_words_hold(resources, rom_word(style + ROM_SCREEN_STYLE_SMALL));
        hold_sheet(resources, rom_word(style + ROM_SCREEN_STYLE_SHEET));
    }
    for (uint32_t i = 0; i < ui_elements(chunk); i++) {
        const uint8_t *e = ui_element(chunk, i);
        const ox_id picture = rom_word(e + ROM_SCREEN_ELEMENT_TARGET);
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_ENTRY && ui_entered(ui, ui_name_of(e), true) == NULL)
            ox_log_write(ui->host->log, PLAT_LOG_WARNING, "more than %d texts to enter: the others cannot be",
                         (int)OX_SCREEN_TEXTS);
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_ARROW || ui_kind(e) == ROM_SCREEN_ELEMENT_VIEW)
            (void)ox_resource_mesh(resources, picture);
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_BOX && !ui_box_make(ui, e))
            ox_log_write(ui->host->log, PLAT_LOG_WARNING,
                         "no room for the box #%08x: there are more than %d, its name is that of a box of "
                         "another size, or it "
                         "is new since the game began: begin it again",
                         (unsigned)ui_name_of(e), (int)OX_SCREEN_BOXES);
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_PROMPT) ui->prompts = true;
        if (ui_kind(e) == ROM_SCREEN_ELEMENT_PLACEMENT && ui_options(e) > 0)
            hold_sheet(resources, rom_word(ui_option(chunk, e, 0) + ROM_SCREEN_OPTION_VALUE));
        if (ui_kind(e) != ROM_SCREEN_ELEMENT_PICTURE) continue;
        if ((ui_flags(e) & ROM_SCREEN_ELEMENT_SHEET) != 0)
            hold_sheet(resources, picture);
        else
            (void)ox_resource_image(resources, picture);
    }
}

static void hold_all(ox_ui *ui) {
    const ox_images *images = &ui->host->stock->images;
    for (uint32_t i = images->count; i-- > 0;) {
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(&images->list[i].rom, entry, &chunk); entry++) {
            const uint8_t *held = chunk.type != ROM_TAG_SCREEN && chunk.type != ROM_TAG_SCENE_SCREENS
                                      ? NULL
                                      : ox_resource_data(ui->host->resources, chunk.id, chunk.type, "screen");
            if (held != NULL && chunk.type == ROM_TAG_SCREEN) hold_screen(ui, held);
        }
    }
}

/* Fonts, variables and chunks may lie elsewhere now. */
static void forget_places(ox_ui *ui) {
    memset(ui->names, 0, sizeof ui->names);
    ui_forget_words(ui);
    ui->words = (ox_words){.resources = ui->host->resources};
    ui->missing = 0;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_ui *ui = *state;
    (void)host;
    forget_places(ui);
    hold_all(ui);
    ui_listen(ui);
    if (ui->goes_on && ui_bind(ui) == OX_OK) {
        ui->goes_on = false;
        return OX_OK;
    }
    ui->goes_on = false;
    ui_open_scene(ui);
    return OX_OK;
}

/* A game in C has its bus by now. */
static ox_status open_ui(const ox_module_host *host, void **state) {
    (void)host;
    ui_listen(*state);
    return OX_OK;
}

static void close_ui(const ox_module_host *host, void **state) {
    (void)host;
    ui_unlisten(*state);
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    ox_ui *ui = *state;
    (void)host;
    ui->goes_on = how == OX_END_TO_GO_ON;
    ui_unlisten(ui);
    forget_places(ui);
    if (!ui->goes_on) ui_cut(ui, 0);
}

/* ---- steps ---- */

static void look_at_language(ox_ui *ui) {
    const uint32_t language = ui->host->stock->images.language;
    if (language == ui->language) return;
    ui->language = language;
    ui_forget_words(ui);
    for (uint32_t i = 0; i < ui->now.depth; i++) ui->now.open[i].stale = true;
}

/* Nobody else hears what a screen hears. */
static void take_input(ox_ui *ui, bool pointer_alone) {
    const ox_input_sources *sources = ui->host->sources;
    const uint32_t left = pointer_alone ? ~OX_INPUT_POINTER : 0u;
    for (uint32_t i = 0; i < sources->count; i++) {
        ox_input *input = &sources->players[i].input;
        ui->given[i] = *input;
        input->held &= left;
        input->pressed &= left;
        input->released &= left;
        input->repeat &= left;
        input->drag_x = input->drag_y = 0;
        if (pointer_alone) continue;
        input->stick_x = input->stick_y = input->raw_x = input->raw_y = 0;
        input->pointer_dx = input->pointer_dy = input->wheel = 0;
        memset(input->keys_pressed, 0, sizeof input->keys_pressed);
        memset(input->senses.keys, 0, sizeof input->senses.keys);
        input->senses.typed = 0;
    }
    ui->taken = true;
}

/* Add-ons may act once for each press, also for one that a screen keeps from the world. */
static void look_at_guests(ox_ui *ui) {
    const ox_input_sources *sources = ui->host->sources;
    uint32_t pressed = 0, released = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        pressed |= sources->players[i].input.pressed;
        released |= sources->players[i].input.released & OX_INPUT_POINTER;
    }
    if ((pressed | released) != 0) ox_add_on_pressed(ui->host, pressed != 0);
    ui_close_fallen(ui);
}

static void prepare_step(const ox_module_host *host, void *state) {
    ox_ui *ui = state;
    look_at_language(ui);
    const ui_open *before = ui_top(ui);
    if (!ROM_SMALL_PLAYER) look_at_guests(ui);
    ui_follow_modes(ui);
    const bool asked = ui_is_asked(ui), takes = asked || ui_top(ui) != NULL,
               points = !takes && ui_point_huds(ui);
    ui_step(ui, !asked && ui_top(ui) == before);
    if (takes || points) take_input(ui, !takes);
    for (uint32_t i = 0; i < ui->now.depth; i++)
        if ((ui_screen_flags(ui->now.open[i].chunk) & ROM_SCREEN_STOPS) != 0) ox_module_rest(host);
}

static void put_input_back(const ox_module_host *host, void *state) {
    ox_ui *ui = state;
    for (uint32_t i = 0; ui->taken && i < host->sources->count; i++)
        host->sources->players[i].input = ui->given[i];
    ui->taken = false;
}

static void draw_screens(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                         uf16 fraction) {
    ox_ui *ui = state;
    (void)host;
    (void)fraction;
    if (pass != OX_PASS_GLASS || ui->now.depth == 0) return;
    if ((ui_marks(ui, OX_SCREEN_GLASS) & UI_HIDDEN) != 0) return;
    look_at_language(ui);
    ui_draw(ui, frame);
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = ui_state_part(state);
    return 1;
}

static const uint32_t tags[] = {ROM_TAG_SCREEN, ROM_TAG_SCENE_SCREENS, ROM_TAG_ADD_ON, 0};

static const ox_module_event events[] = {
    {"Chosen(what: name)", "a button or a list of a screen was chosen: on Chosen(what) when what == 'begin'"},
    {"Changed(what: name)", "a slider, switch, choice or list of a screen has another value"},
    {"Opened(which: screen)",
     "a screen was opened, also one that opens by itself: told once, and not when what covers it closes"},
    {"Closed(which: screen)", "a screen was closed"},
    {"Entered(what: name)", "a text was entered"},
    {"Said(what: text)", "a dialogue has come to its end"},
    {"Loaded(which: screen)",
     "all is loaded that a screen has shown the loading of, and the screen is closed"},
    {"Selected(count: int)", "other objects are selected, so many"},
    {"Placed(what: name, x: int, y: int)",
     "something is put to a pixel of the picture, on the grid of its `placement`"}};

const ox_module ox_ui_module = {.id = OX_NAME("ui"),
                                .name = "ui",
                                .tags = tags,
                                .capacities = ox_ui_capacities,
                                .capacity_count = OX_UI_CAPACITIES,
                                .natives = ox_ui_native_rows,
                                .native_count = OX_UI_NATIVES,
                                .events = events,
                                .event_count = sizeof events / sizeof events[0],
                                .start = start_ui,
                                .stop = stop_ui,
                                .begin = begin_scene,
                                .end = end_scene,
                                .ready = open_ui,
                                .done = close_ui,
                                .prepare = prepare_step,
                                .put_back = put_input_back,
                                .draw = draw_screens,
                                .list = list_state};
