/* The editor by hand: turns buttons and pointer into commands. */
#define _POSIX_C_SOURCE 200809L
#include "tools/edit/edit_window.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/input/input.h"
#include "kernel/scene/scene.h"
#include "tools/import/base/angle.h"
#include "tools/record_writer.h"
#include "tools/report/run.h"
#include "tools/tune/tune.h"

enum { MEMORY = 160 << 20, WIDTH = 368, HEIGHT = 240 };

/* ---- commands ---- */

/* Whether an object is selected, for actions on the selection; the error's words about commands would not help here. */
static bool is_selected(edit_window *w) {
    if (edit_selected(w->e) != EDIT_NONE) return true;
    w->trouble = true;
    snprintf(w->said, sizeof w->said, "nothing is selected");
    return false;
}

/* Runs a command, and keeps its answer or mistake. */
static bool act(edit_window *w, const char *format, ...) IMPORT_PRINTF(2, 3);
static bool act(edit_window *w, const char *format, ...) {
    char text[400];
    tool_error error = {.text = ""};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    w->insists = false;
    if (strstr(text, " selected") != NULL && !is_selected(w)) return false;
    w->trouble = !edit_run(w->e, "editor", text, strlen(text), &error);
    for (int i = 0; i < w->e->file_count; i++) w->unsent = w->unsent || w->e->files[i].touched;
    if (!w->trouble) w->trouble = !edit_keep(w->e, &error);
    snprintf(w->said, sizeof w->said, "%.190s", w->trouble ? error.text + error.sentence : text);
    if (w->e->wish.play) {
        w->e->wish.play = false;
        w->play = true;
        ox_console_quit(w->view.console);
    }
    return !w->trouble;
}

static void tell_unsent(edit_window *w, const tool_error *error) {
    w->trouble = true;
    snprintf(w->said, sizeof w->said, "%.190s", error->text + error->sentence);
}

/* Sends changes to the game that is played beside, once a change is whole (`still`: no button is held) and the
 * sending before has ended. */
static void send_changes(edit_window *w, bool still) {
    tool_error error = {.text = ""};
    if (w->sending != NULL && edit_send_is_done(w->sending)) {
        if (!edit_send_end(w->sending, &error)) tell_unsent(w, &error);
        w->sending = NULL;
    }
    if (w->sending != NULL || !w->unsent || !still || w->e->port == 0) return;
    w->unsent = false;
    w->sending = edit_send_begin(w->e, w->e->port, &error);
    if (w->sending == NULL) tell_unsent(w, &error);
}

/* Sends the last changes before quitting. A game that does not answer soon is not waited for: the sending ends with
 * this process. */
static void send_the_last(edit_window *w) {
    const struct timespec brief = {0, 5000000};
    for (int looks = 0; looks < 200 && (w->sending != NULL || (w->unsent && w->e->port != 0)); looks++) {
        send_changes(w, true);
        if (w->sending != NULL) nanosleep(&brief, NULL);
    }
}

static void save(edit_window *w) {
    bool anyway = w->insists;
    bool failed = !act(w, anyway ? "save anyway" : "save");
    w->insists = failed && w->e->foreign;
    if (w->insists) snprintf(w->said, sizeof w->said, "changed by others; Save again writes over");
}

static void choose(edit_window *w, int which) {
    if (which == EDIT_NONE)
        (void)act(w, "select none");
    else
        (void)act(w, "select %d", which + 1);
}

/* ---- the camera ---- */

static void orbit(edit_window *w, double across, double up) {
    edit_camera *c = &w->e->camera;
    double away[3];
    for (int i = 0; i < 3; i++) away[i] = c->at[i] - c->target[i];
    double radius = sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    double yaw = atan2(away[0], away[2]) - across, pitch = asin(fmax(-1, fmin(1, away[1] / radius))) + up;
    pitch = fmax(-1.5, fmin(1.5, pitch));
    c->at[0] = c->target[0] + radius * cos(pitch) * sin(yaw);
    c->at[1] = c->target[1] + radius * sin(pitch);
    c->at[2] = c->target[2] + radius * cos(pitch) * cos(yaw);
}

static void zoom(edit_window *w, double factor) {
    edit_camera *c = &w->e->camera;
    double next[3], radius = 0;
    for (int i = 0; i < 3; i++) {
        next[i] = c->target[i] + (c->at[i] - c->target[i]) * factor;
        radius += (next[i] - c->target[i]) * (next[i] - c->target[i]);
    }
    if (radius > 0.25 && radius < 400.0 * 400.0) memcpy(c->at, next, sizeof next);
}

/* The directions right and ahead of the camera over the ground; the nearest axes when `straight`. */
static void ways(const edit_window *w, bool straight, double right[3], double ahead[3]) {
    const edit_camera *c = &w->e->camera;
    double x = c->target[0] - c->at[0], z = c->target[2] - c->at[2], size = sqrt(x * x + z * z);
    if (straight && fabs(x) > fabs(z))
        z = 0;
    else if (straight)
        x = 0;
    size = sqrt(x * x + z * z);
    if (size < 1e-6) x = 0, z = -1, size = 1;
    ahead[0] = x / size, ahead[1] = 0, ahead[2] = z / size;
    right[0] = -ahead[2], right[1] = 0, right[2] = ahead[0];
}

static void pan(edit_window *w, int across, int along) {
    double right[3], ahead[3];
    ways(w, false, right, ahead);
    for (int i = 0; i < 3; i++) {
        double by = (right[i] * across + ahead[i] * along) * 0.15;
        if (fabs(w->e->camera.target[i] + by) > CART_WORLD / 2) continue;
        w->e->camera.at[i] += by;
        w->e->camera.target[i] += by;
    }
}

/* ---- tools ---- */

static int across_of(uint32_t buttons) {
    return ((buttons & PLAT_RIGHT) != 0) - ((buttons & PLAT_LEFT) != 0);
}
static int along_of(uint32_t buttons) { return ((buttons & PLAT_UP) != 0) - ((buttons & PLAT_DOWN) != 0); }

static void look(edit_window *w, const ox_input *input) {
    int across = across_of(input->held), along = along_of(input->held);
    if ((input->held & PLAT_A) != 0) {
        pan(w, across, along);
        w->walked = w->walked || across != 0 || along != 0;
    } else {
        orbit(w, across * 0.03, along * 0.03);
    }
    if ((input->pressed & PLAT_A) != 0) w->walked = false;
    if ((input->released & PLAT_A) != 0 && !w->walked)
        choose(w, edit_view_pick(&w->view, w->view.width / 2, w->view.height / 2));
}

static void move(edit_window *w, const ox_input *input) {
    int across = across_of(input->repeat), along = along_of(input->repeat);
    double right[3], ahead[3], by[3], step = w->e->snap > 0 ? w->e->snap : 0.25;
    char text[100];
    if (across == 0 && along == 0) return;
    ways(w, true, right, ahead);
    bool upright = (input->held & PLAT_A) != 0;
    if (upright && across != 0) {
        (void)act(w, "turn selected by %d", across * 15);
        return;
    }
    for (int i = 0; i < 3; i++)
        by[i] = upright ? (i == 1 ? along * step : 0) : (right[i] * across + ahead[i] * along) * step;
    edit_decimals(by, text);
    (void)act(w, "move selected by %s", text);
}

/* Puts the chosen type where the line of sight of a pixel meets the ground. */
static void place(edit_window *w, int x, int y) {
    edit_type type;
    double at[3] = {0, 0, 0};
    char text[100];
    if (!edit_type_at(w->e, w->type, &type)) return;
    bool nowhere = strcmp(type.name, "sun") == 0 || strcmp(type.name, "wall") == 0;
    if (!nowhere && !edit_view_ground(&w->view, x, y, 0, at)) {
        snprintf(w->said, sizeof w->said, "the ground is not seen there");
        w->trouble = true;
        return;
    }
    for (int i = 0; i < 3; i++) at[i] = writer_round(at[i] * 100) / 100;
    edit_decimals(at, text);
    bool done = nowhere ? act(w, "place %s", type.name) : act(w, "place \"%s\" at=%s", type.name, text);
    if (done && w->e->object_count > 0) {
        for (uint32_t i = 0; i < w->e->object_count; i++)
            w->e->objects[i].selected = i + 1 == w->e->object_count;
    }
}

static void place_by_buttons(edit_window *w, const ox_input *input) {
    edit_type type;
    uint32_t count = 0;
    while (edit_type_at(w->e, count, &type)) count++;
    if ((input->repeat & PLAT_DOWN) != 0) w->type = (w->type + 1) % count;
    if ((input->repeat & PLAT_UP) != 0) w->type = (w->type + count - 1) % count;
    orbit(w, across_of(input->held) * 0.03, 0);
    if ((input->pressed & PLAT_A) != 0) place(w, w->view.width / 2, w->view.height / 2);
}

/* Changes the number in the chosen row by one step. */
static void change_row(edit_window *w, int way) {
    int which = edit_selected(w->e);
    char word[TUNE_WORD], value[200] = "";
    edit_rows(w);
    if (which == EDIT_NONE || w->row >= w->row_count || way == 0) return;
    const edit_row *row = &w->rows[w->row];
    uint32_t on;
    if (cart_parse_switch(row->word, &on))
        snprintf(word, sizeof word, "%s",
                 row->word[0] == 't'   ? "false"
                 : row->word[0] == 'f' ? "true"
                 : on != 0             ? "no"
                                       : "yes");
    else if (!tune_step(row->word, way, false, word))
        return;
    for (int i = 0; i < 3 && row->part != EDIT_NONE; i++) {
        const edit_row *part = row + (i - row->part);
        snprintf(value + strlen(value), sizeof value - strlen(value), "%s%s", i == 0 ? "" : ",",
                 part == row ? word : part->word);
    }
    (void)act(w, "set %d %s %s", which + 1, row->key, row->part == EDIT_NONE ? word : value);
}

static void set(edit_window *w, const ox_input *input) {
    edit_rows(w);
    if (w->row_count > 0 && (input->repeat & PLAT_DOWN) != 0) w->row = (w->row + 1) % w->row_count;
    if (w->row_count > 0 && (input->repeat & PLAT_UP) != 0)
        w->row = (w->row + w->row_count - 1) % w->row_count;
    change_row(w, across_of(input->repeat) * ((input->held & PLAT_A) != 0 ? 10 : 1));
}

/* ---- the pointer ---- */

static void copy_selected(edit_window *w) {
    int which = edit_selected(w->e);
    if (!is_selected(w) || !act(w, "copy %d by=1,0,1", which + 1)) return;
    for (uint32_t i = 0; i < w->e->object_count; i++) w->e->objects[i].selected = (int)i == which + 1;
}

static void click_bar(edit_window *w, int x) {
    static const char *const words[] = {"undo", "redo", "", "delete selected", "save", "play"};
    int which = edit_bar_at(x);
    if (which == EDIT_NONE) return;
    if (which < EDIT_TOOLS) {
        w->tool = (edit_tool)which;
    } else if (words[which - EDIT_TOOLS][0] == 0) {
        copy_selected(w);
    } else if (strcmp(words[which - EDIT_TOOLS], "save") == 0) {
        save(w);
    } else {
        (void)act(w, "%s", words[which - EDIT_TOOLS]);
    }
}

/* Handles a click on a panel; false when the click is on none. */
static bool click_panel(edit_window *w, int x, int y) {
    edit_type type;
    uint32_t count = 0;
    edit_rows(w);
    if (x >= EDIT_PANEL || y >= EDIT_BAR + edit_panel_height(w)) return false;
    if (w->tool == EDIT_PLACE) {
        while (edit_type_at(w->e, count, &type)) count++;
        uint32_t line = edit_panel_line(w, w->type, count, y);
        if (line < count) w->type = line;
        return true;
    }
    uint32_t line = edit_panel_line(w, w->row, w->row_count, y);
    if (line < w->row_count && line == w->row)
        change_row(w, x < EDIT_PANEL / 2 ? -1 : 1); /* a second click: left half less, right half more */
    if (line < w->row_count) w->row = line;
    return true;
}

static void press(edit_window *w, const ox_input *input) {
    int x = input->pointer_x, y = input->pointer_y;
    double ground[3];
    w->dragged = EDIT_NONE;
    w->orbits = w->moved = false;
    if (y < EDIT_BAR) {
        click_bar(w, x);
        return;
    }
    if (click_panel(w, x, y) || y >= w->view.height - 2 * EDIT_LINE - 2) return;
    if (w->tool == EDIT_PLACE) {
        place(w, x, y);
        return;
    }
    int hit = edit_view_pick(&w->view, x, y);
    w->clicked = hit;
    w->orbits = hit == EDIT_NONE || edit_view_is_around(&w->view, hit) ||
                (!w->e->objects[hit].selected && edit_view_is_flat(&w->view, hit));
    if (w->orbits) return;
    choose(w, hit);
    const edit_object *o = &w->e->objects[hit];
    if (!edit_view_ground(&w->view, x, y, o->at[1], ground)) return;
    w->dragged = hit;
    for (int i = 0; i < 3; i++) {
        w->from[i] = o->at[i];
        w->grip[i] = o->at[i] - ground[i];
    }
}

static void drag(edit_window *w, const ox_input *input) {
    double ground[3];
    w->moved = w->moved || input->pointer_dx != 0 || input->pointer_dy != 0;
    if (w->orbits) orbit(w, input->drag_x * 0.01, input->drag_y * 0.01);
    if (w->dragged == EDIT_NONE || !w->moved) return;
    edit_object *o = &w->e->objects[w->dragged];
    if (!edit_view_ground(&w->view, input->pointer_x, input->pointer_y, w->from[1], ground)) return;
    for (int i = 0; i < 3; i += 2)
        o->at[i] =
            writer_round((ground[i] + w->grip[i]) * 100) / 100; /* in the picture alone until the release */
}

static void let_go(edit_window *w) {
    char text[100];
    if (w->orbits && !w->moved) choose(w, w->clicked);
    w->orbits = false;
    if (w->dragged == EDIT_NONE) return;
    edit_object *o = &w->e->objects[w->dragged];
    bool away = memcmp(o->at, w->from, sizeof o->at) != 0;
    edit_decimals(o->at, text);
    memcpy(o->at, w->from, sizeof o->at);
    if (away) (void)act(w, "move %d %s", w->dragged + 1, text);
    w->dragged = EDIT_NONE;
}

static void point(edit_window *w, const ox_input *input) {
    if ((input->pressed & OX_INPUT_POINTER) != 0) press(w, input);
    if ((input->held & OX_INPUT_POINTER) != 0) drag(w, input);
    if ((input->released & OX_INPUT_POINTER) != 0) let_go(w);
    if (input->wheel != 0) zoom(w, pow(0.9, input->wheel));
}

/* ---- steps ---- */

/* Handles Select with another button; true when Select is held. */
static bool combinations(edit_window *w, const ox_input *input) {
    if ((input->pressed & PLAT_SELECT) != 0) w->combined = false;
    if ((input->released & PLAT_SELECT) != 0 && !w->combined)
        w->tool = (edit_tool)((w->tool + 1) % EDIT_TOOLS);
    if ((input->held & PLAT_SELECT) == 0) return false;
    if ((input->pressed & (PLAT_A | PLAT_B | PLAT_Y | PLAT_START)) != 0) w->combined = true;
    if ((input->pressed & PLAT_A) != 0) save(w);
    if ((input->pressed & PLAT_B) != 0) (void)act(w, "delete selected");
    if ((input->pressed & PLAT_Y) != 0) copy_selected(w);
    if ((input->pressed & PLAT_START) != 0) ox_console_quit(w->view.console);
    return true;
}

static void step(void *state, const ox_input *input) {
    static void (*const tools[EDIT_TOOLS])(edit_window *, const ox_input *) = {look, move, place_by_buttons,
                                                                               set};
    edit_window *w = state;
    w->let_go = w->let_go || input->held == 0;
    send_changes(w, input->held == 0);
    if (!w->let_go) return;
    point(w, input);
    if (combinations(w, input)) return;
    if ((input->pressed & PLAT_X) != 0 && w->e->object_count > 0)
        choose(w, (edit_selected(w->e) + 1) % (int)w->e->object_count);
    if ((input->repeat & PLAT_B) != 0) (void)act(w, "undo");
    if ((input->repeat & PLAT_Y) != 0) (void)act(w, "redo");
    if ((input->held & PLAT_L) != 0) zoom(w, 0.97);
    if ((input->held & PLAT_R) != 0) zoom(w, 1 / 0.97);
    if ((input->pressed & PLAT_START) != 0) (void)act(w, "play");
    tools[w->tool](w, input);
}

static ox_status start(void *state, ox_console *console) {
    edit_window *w = state;
    w->view.console = console;
    w->let_go = false;
    return OX_OK;
}

/* Draws the editor. The player of the empty scene hears the buttons too, so its figures are switched off. */
static void draw(void *state, rs_frame *frame, uf16 fraction) {
    edit_window *w = state;
    (void)fraction;
    ox_console_played_scene(w->view.console)->hud = false;
    edit_view_record(&w->view, frame);
    edit_panel_draw(w, frame);
}

ox_cart edit_window_cart(edit_window *w) {
    return (ox_cart){.name = "editor", .start = start, .step = step, .draw = draw, .state = w};
}

/* ---- playing ---- */

/* A guest beside the played cart, which ends the play when Start is pressed. */
typedef struct guest {
    ox_console *console;
    bool back, let_go; /* let_go: Start was released since the play began */
} guest;

static ox_status guest_start(void *state, ox_console *console) {
    ((guest *)state)->console = console;
    return OX_OK;
}

static void guest_step(void *state, const ox_input *input) {
    guest *g = state;
    g->let_go = g->let_go || (input->held & PLAT_START) == 0;
    if ((input->pressed & PLAT_START) == 0 || !g->let_go) return;
    g->back = true;
    ox_console_quit(g->console);
}

static play_end play_place(edit *e, player *p, bool *back, tool_error *error) {
    writer image;
    uint32_t scene;
    guest g = {NULL, false, false};
    const ox_cart game = {.name = "guest", .start = guest_start, .step = guest_step, .state = &g};
    play_end end = PLAY_REFUSED;
    if (edit_image(e, &image, &scene, error)) {
        play_next(p, -1, scene, &game);
        end = play_image(p, e->folder, image.data, image.size, NULL, NULL);
    }
    writer_free(&image);
    *back = g.back;
    return end;
}

/* Runs the editor until it wants to play or ends. */
static play_end edit_once(edit_window *w, player *p, tool_error *error) {
    writer stage;
    uint32_t scene;
    play_end end = PLAY_REFUSED;
    const ox_cart game = edit_window_cart(w);
    if (edit_stage(w->e, &stage, &scene, error)) {
        play_next(p, PLAT_XRGB8888, scene, &game);
        end = play_image(p, w->e->folder, stage.data, stage.size, NULL, NULL);
    }
    writer_free(&stage);
    return end;
}

int edit_by_hand(edit *e, play_settings *settings) {
    tool_error error = {.text = ""};
    bool back = true;
    if (settings->size[0] == 0) {
        settings->size[0] = WIDTH;
        settings->size[1] = HEIGHT;
    }
    edit_window w = {.e = e,
                     .dragged = EDIT_NONE,
                     .view = {.e = e, .width = settings->size[0], .height = settings->size[1], .grid = true}};
    if (settings->memory < MEMORY) settings->memory = MEMORY;
    e->window = true;
    uint32_t taken = 0;
    if (!edit_take_kept(e, &taken, &error)) return command_failed(&error);
    if (taken > 0) snprintf(w.said, sizeof w.said, "unsaved changes are back; Undo drops them");
    player *p = play_open(settings);
    if (p == NULL) return EXIT_BAD;
    play_end end = PLAY_DONE;
    while (end == PLAY_DONE && back) {
        w.play = back = false;
        end = edit_once(&w, p, &error);
        if (end == PLAY_DONE && w.play) end = play_place(e, p, &back, &error);
    }
    send_the_last(&w);
    int code = play_close(p, end);
    if (error.text[0] != 0) code = command_failed(&error);
    tool_error lost = {.text = ""};
    if (edit_is_changed(e) && edit_keep(e, &lost))
        report_warning(command_report(), e->folder, 0,
                       "the last changes were not saved; they lie in files *.unsaved, and `oxcart edit` goes "
                       "on with them");
    else if (edit_is_changed(e))
        report_warning(command_report(), e->folder, 0, "the last changes are lost: %s",
                       lost.text + lost.sentence);
    return code;
}
