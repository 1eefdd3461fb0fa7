/* Numbers changed by the buttons of a running game. */
#include <stdio.h>
#include <string.h>

#include "kernel/input/input.h"
#include "kernel/resource/resource.h"
#include "tools/tune.h"

enum { LINE = 10, STAYS = 120, GROUND = 0x101828, INK = 0xF0F0E0, TROUBLE = 0xFFA070 };

/* The next number that fits, in a direction; the same one when there is no other. */
static void choose(tune *t, int way) {
    for (uint32_t i = 0; i < t->numbers.count; i++) {
        t->chosen = (t->chosen + (way > 0 ? 1 : t->numbers.count - 1)) % t->numbers.count;
        if (tune_fits(&t->numbers.list[t->chosen], t->filter)) return;
    }
}

static void change(tune *t, uint32_t held, int way) {
    char word[TUNE_WORD], label[TUNE_LABEL];
    tool_error error = {.text = ""};
    const tune_number *n = &t->numbers.list[t->chosen];
    t->said[0] = 0;
    memcpy(label, n->label, sizeof label);
    if (!tune_step(n->word, (held & PLAT_A) != 0 ? way * 10 : way, (held & PLAT_B) != 0, word) || !tune_set(t, t->chosen, word, &error))
        snprintf(t->said, sizeof t->said, "%.190s", error.text[0] != 0 ? error.text : "too large");
    uint32_t again = tune_find(t, label); /* the file may be another by now */
    t->chosen = again == TUNE_NONE ? 0 : again;
}

/* What the scene did with the buttons of this step is taken back; its time goes on. */
static void silence(tune *t) {
    ox_player *scene = ox_console_player(t->console), before = t->before;
    before.steps = scene->steps;
    before.table_steps = scene->table_steps;
    ox_player_go_on(scene, &before);
    scene->band_wish = 0;
}

static void step(void *state, const ox_input *input) {
    tune *t = state;
    if (t->shown > 0) t->shown--;
    if ((input->held & PLAT_SELECT) != 0)
        silence(t);
    else
        t->before = *ox_console_player(t->console);
    if ((input->held & PLAT_SELECT) == 0 || t->numbers.count == 0) return;
    t->shown = STAYS;
    if ((input->repeat & (PLAT_UP | PLAT_DOWN)) != 0) t->said[0] = 0;
    if ((input->repeat & PLAT_UP) != 0) choose(t, -1);
    if ((input->repeat & PLAT_DOWN) != 0) choose(t, 1);
    if (!tune_fits(&t->numbers.list[t->chosen], t->filter)) return;
    if ((input->repeat & PLAT_LEFT) != 0) change(t, input->held, -1);
    if ((input->repeat & PLAT_RIGHT) != 0) change(t, input->held, 1);
}

/* The number first: of a picture that is too narrow, the right side is cut off. */
static void draw(void *state, rs_frame *frame, uf16 fraction) {
    tune *t = state;
    char text[TUNE_LABEL + TUNE_WORD + 8];
    const ox_resources *resources = ox_console_player(t->console)->resources;
    (void)fraction;
    if (t->shown == 0 || t->numbers.count == 0) return;
    const tune_number *n = &t->numbers.list[t->chosen];
    if (tune_fits(n, t->filter))
        snprintf(text, sizeof text, "%s %s", n->word, n->label);
    else
        snprintf(text, sizeof text, "no number has `%.60s`", t->filter);
    (void)rs_frame_rectangle(frame, 0, 0, RS_SIZE_MAX, t->said[0] != 0 ? 2 * LINE : LINE, ox_resource_native(resources, GROUND));
    (void)rs_frame_text(frame, 4, 1, text, ox_resource_native(resources, INK));
    if (t->said[0] != 0) (void)rs_frame_text(frame, 4, LINE + 1, t->said, ox_resource_native(resources, TROUBLE));
}

static ox_status start(void *state, ox_console *console) {
    tune *t = state;
    t->console = console;
    t->before = *ox_console_player(console);
    if (t->numbers.count > 0 && !tune_fits(&t->numbers.list[t->chosen], t->filter)) choose(t, 1);
    return OX_OK;
}

ox_cart tune_cart(tune *t) { return (ox_cart){.name = "tune", .start = start, .step = step, .draw = draw, .state = t}; }
