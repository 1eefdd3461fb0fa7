/* What the pointer does in the world through a HUD: a rectangle that selects objects, and a place for something new. */
#include "fixedmath/scalar.h"
#include "kernel/sprites/layer.h"
#include "kernel/sprites/view.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "kernel/world/query.h"

enum {
    TREMBLES = 3, /* pixels that a click may be long */
    REACH = 8,    /* pixels from a click to the middle of what it selects */
    DOUBLE = 20   /* steps between the clicks of a double click */
};

/* ---- where objects are seen ---- */

bool ui_pixel_of(const ox_ui *ui, const ox_object *object, int *x, int *y) {
    const int width = ui->host->options->width, height = ui->host->options->height;
    const ox_view *flat = ox_view_of(ui->host);
    vec3 place;
    rs_camera camera;
    if (!ui_find_place(ui, object, &place)) return false;
    if (flat != NULL) {
        const ox_glass glass = ox_glass_of(ui->host);
        const ox_scroll scroll = ox_view_scroll(flat, &glass, &ox_scroll_rate_full);
        *x = ox_scroll_x(&scroll, place.x);
        *y = ox_scroll_y(&scroll, place.y);
        return true;
    }
    if (!ui_find_camera(ui, &camera)) return false;
    const vec3 seen = m34_point(&camera.world_to_view, place);
    const int64_t depth = -(int64_t)seen.z;
    if (depth < camera.near_plane || depth <= 0) return false;
    const int64_t across = (int64_t)seen.x * camera.focal / depth * height / 2,
                  up = (int64_t)seen.y * camera.focal / depth * height / 2;
    *x = (int)int_clamp((int)((width * (int64_t)FX_HALF + across) >> 16), INT16_MIN, INT16_MAX);
    *y = (int)int_clamp((int)((height * (int64_t)FX_HALF - up) >> 16), INT16_MIN, INT16_MAX);
    return true;
}

/* ---- what is selected ---- */

static int place_of(const ui_state *s, ox_handle object) {
    for (uint32_t i = 0; i < s->selected_count; i++)
        if (ox_handle_same(s->selected[i], object)) return (int)i;
    return -1;
}

static bool add_selected(ui_state *s, ox_handle object) {
    if (place_of(s, object) >= 0) return true;
    if (s->selected_count == OX_SCREEN_SELECTED) return false;
    s->selected[s->selected_count++] = object;
    return true;
}

static void take_selected(ui_state *s, uint32_t at) {
    for (uint32_t i = at + 1; i < s->selected_count; i++) s->selected[i - 1u] = s->selected[i];
    s->selected[--s->selected_count] = (ox_handle){0};
}

/* Objects that are gone are not selected any more. */
static void forget_gone(ox_ui *ui) {
    for (uint32_t i = ui->now.selected_count; i-- > 0;)
        if (ox_world_get(ui->host->world, ui->now.selected[i]) == NULL) take_selected(&ui->now, i);
}

static void tell_selected(ox_ui *ui) { ui_post(ui, OX_NAME("selected"), ui->now.selected_count); }

uint32_t ui_selected(const ox_ui *ui, ox_id name) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ui->now.selected_count; i++) {
        const ox_object *object = ox_world_get(ui->host->world, ui->now.selected[i]);
        count += object != NULL && (name == 0 || ox_object_is(ui->host->world, object, name));
    }
    return count;
}

bool ox_screen_select(const ox_module_host *host, ox_handle object, bool selected) {
    ox_ui *ui = ui_of(host);
    if (ui == NULL || ox_world_get(host->world, object) == NULL) return false;
    const int at = place_of(&ui->now, object);
    if (selected && !add_selected(&ui->now, object)) return false;
    if (!selected && at >= 0) take_selected(&ui->now, (uint32_t)at);
    tell_selected(ui);
    return true;
}

void ox_screen_select_none(const ox_module_host *host) {
    ox_ui *ui = ui_of(host);
    if (ui == NULL || ui->now.selected_count == 0) return;
    while (ui->now.selected_count > 0) take_selected(&ui->now, ui->now.selected_count - 1u);
    tell_selected(ui);
}

uint32_t ox_screen_selected(const ox_module_host *host, const ox_handle **objects) {
    const ox_ui *ui = ui_of(host);
    *objects = ui == NULL ? NULL : ui->now.selected;
    return ui == NULL ? 0 : ui->now.selected_count;
}

bool ox_screen_is_selected(const ox_module_host *host, ox_handle object) {
    const ox_ui *ui = ui_of(host);
    return ui != NULL && place_of(&ui->now, object) >= 0;
}

/* ---- the rectangle ---- */

ui_box ui_dragged(const ox_ui *ui) {
    const ox_input *input = ui->host->input;
    const int x = int_min(ui->now.drag_x, input->pointer_x), y = int_min(ui->now.drag_y, input->pointer_y);
    return (ui_box){(int16_t)x, (int16_t)y, (int16_t)(int_max(ui->now.drag_x, input->pointer_x) - x),
                    (int16_t)(int_max(ui->now.drag_y, input->pointer_y) - y)};
}

bool ui_is_dragged(const ox_ui *ui) {
    const ui_box box = ui_dragged(ui);
    return ui->now.drags && (box.width >= TREMBLES || box.height >= TREMBLES);
}

/* Which objects a rectangle or a click is about, and what a click has found. */
typedef struct picking {
    const ox_ui *ui;
    const uint8_t *chunk, *element;
    ui_box box;
    int kind; /* option of the objects, -1: any */
    int x, y, best;
    const ox_object *nearest;
} picking;

static bool is_within(void *context, const ox_world *world, const ox_object *object) {
    const picking *p = context;
    int x, y;
    const int is = ui_kind_of(p->ui, p->chunk, p->element, object);
    (void)world;
    return is >= 0 && (p->kind < 0 || is == p->kind) && ui_pixel_of(p->ui, object, &x, &y) && x >= p->box.x &&
           y >= p->box.y && x < p->box.x + p->box.width && y < p->box.y + p->box.height;
}

/* Notes the object nearest to the click. */
static bool is_nearer(void *context, const ox_world *world, const ox_object *object) {
    picking *p = context;
    int x, y;
    (void)world;
    if (ui_kind_of(p->ui, p->chunk, p->element, object) < 0 || !ui_pixel_of(p->ui, object, &x, &y))
        return false;
    const int dx = int_clamp(x - p->x, -REACH - 1, REACH + 1),
              dy = int_clamp(y - p->y, -REACH - 1, REACH + 1);
    if (dx * dx + dy * dy >= p->best) return false;
    p->best = dx * dx + dy * dy;
    p->nearest = object;
    return false;
}

static void select_within(ox_ui *ui, picking *p) {
    ox_handle found[OX_SCREEN_SELECTED];
    ox_query query = {.out = found, .capacity = OX_SCREEN_SELECTED, .test = is_within, .context = p};
    const uint32_t count = ox_query_all(ui->host->world, &query);
    bool all = !query.overflow;
    for (uint32_t i = 0; i < count; i++) all = add_selected(&ui->now, found[i]) && all;
    if (!all)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING, "more than %d objects are selected: the others are not",
                     (int)OX_SCREEN_SELECTED);
}

/* The object that a click means: the nearest within reach. */
static const ox_object *object_clicked(const ox_ui *ui, picking *p) {
    ox_query query = {.test = is_nearer, .context = p};
    p->x = ui->host->input->pointer_x;
    p->y = ui->host->input->pointer_y;
    p->best = REACH * REACH + 1;
    (void)ox_query_all(ui->host->world, &query);
    return p->nearest;
}

static void select_by_click(ox_ui *ui, picking *p) {
    const ox_object *object = object_clicked(ui, p);
    ui_state *s = &ui->now;
    const bool twice = object != NULL && ox_handle_same(s->clicked, object->handle) && s->click_left > 0;
    s->clicked = object == NULL ? (ox_handle){0} : object->handle;
    s->click_left = DOUBLE;
    if (object == NULL) return;
    p->box = (ui_box){0, 0, (int16_t)ui->host->options->width, (int16_t)ui->host->options->height};
    p->kind = ui_kind_of(ui, p->chunk, p->element, object);
    if (twice)
        select_within(ui, p);
    else
        (void)add_selected(s, object->handle);
}

static bool adds_to_selected(const ox_input *input) {
    return (input->held & PLAT_L) != 0 || ox_input_key(input->senses.keys, PLAT_KEY_LEFT_SHIFT) ||
           ox_input_key(input->senses.keys, PLAT_KEY_RIGHT_SHIFT);
}

/* The rectangle of the element that is drawn; true while the pointer is the element's. */
static bool drag_rectangle(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    const ox_input *input = ui->host->input;
    ui_state *s = &ui->now;
    if ((input->pressed & OX_INPUT_POINTER) != 0) {
        s->drags = true;
        s->drag_x = (int16_t)int_clamp(input->pointer_x, INT16_MIN, INT16_MAX);
        s->drag_y = (int16_t)int_clamp(input->pointer_y, INT16_MIN, INT16_MAX);
    }
    if (!s->drags) return false;
    if ((input->released & OX_INPUT_POINTER) == 0) return true;
    const bool is_rectangle = ui_is_dragged(ui);
    picking p = {.ui = ui, .chunk = chunk, .element = e, .box = ui_dragged(ui), .kind = -1};
    s->drags = false;
    if (!adds_to_selected(input))
        while (s->selected_count > 0) take_selected(s, s->selected_count - 1u);
    if (is_rectangle)
        select_within(ui, &p);
    else
        select_by_click(ui, &p);
    tell_selected(ui);
    return true;
}

/* ---- placements ---- */

bool ui_placement_fits(ox_ui *ui, const uint8_t *e) {
    int32_t value;
    bool is_fx;
    return e[ROM_SCREEN_ELEMENT_SOURCE] == 0 || (ui_value(ui, e, &value, &is_fx) && value != 0);
}

/* Follows the pointer; a press that finds a good place is told with that place. */
static bool put_placement(ox_ui *ui, ui_open *open, const uint8_t *e) {
    const ox_input *input = ui->host->input;
    const ox_event_service events = ox_engine_events(ui->host->engine);
    if ((input->pressed & OX_INPUT_POINTER) == 0) return (input->held & OX_INPUT_POINTER) != 0;
    if (!ui_placement_fits(ui, e)) return true;
    const int32_t arguments[3] = {(int32_t)ui_name_of(e), ui->now.place_x, ui->now.place_y};
    events.operations->post(events.state, OX_NAME("placed"), arguments, 3);
    ui_sound(ui, open, ROM_SCREEN_CHOOSE);
    ui_act(ui, open, e);
    return true;
}

static void move_placement(ox_ui *ui, const uint8_t *e) {
    const ox_input *input = ui->host->input;
    const int grid = int_max(rom_half(e + ROM_SCREEN_ELEMENT_GAP), 1);
    ui->now.place_x = (int16_t)(int_clamp(input->pointer_x, 0, INT16_MAX) / grid * grid);
    ui->now.place_y = (int16_t)(int_clamp(input->pointer_y, 0, INT16_MAX) / grid * grid);
}

/* The first element of a kind that is there on a HUD. */
static const uint8_t *find_on_huds(ox_ui *ui, uint32_t kind, ui_open **of) {
    for (uint32_t level = ui->now.depth; level-- > 0;) {
        *of = &ui->now.open[level];
        if ((ui_screen_flags((*of)->chunk) & ROM_SCREEN_HUD) == 0) continue;
        for (uint32_t i = 0; i < (*of)->count; i++) {
            const uint8_t *e = ui_element((*of)->chunk, i);
            if (ui_kind(e) == kind && ui_is_there(ui, (*of)->chunk, i)) return e;
        }
    }
    return NULL;
}

void ui_follow_world(ox_ui *ui) {
    ui_open *open;
    forget_gone(ui);
    if (ui->now.click_left > 0) ui->now.click_left--;
    const uint8_t *e = find_on_huds(ui, ROM_SCREEN_ELEMENT_PLACEMENT, &open);
    if (e != NULL) move_placement(ui, e);
}

bool ui_point_world(ox_ui *ui) {
    ui_open *open;
    const uint8_t *e = find_on_huds(ui, ROM_SCREEN_ELEMENT_PLACEMENT, &open);
    if (e != NULL) return put_placement(ui, open, e);
    e = find_on_huds(ui, ROM_SCREEN_ELEMENT_SELECTION, &open);
    if (e == NULL) ui->now.drags = false;
    return e != NULL && drag_rectangle(ui, open->chunk, e);
}

void ox_screen_placement(const ox_module_host *host, int *x, int *y) {
    const ox_ui *ui = ui_of(host);
    *x = ui == NULL ? 0 : ui->now.place_x;
    *y = ui == NULL ? 0 : ui->now.place_y;
}
