/* Numbers changed by the buttons of a running game. */
#include <stdio.h>
#include <string.h>

#include "kernel/resource/resource.h"
#include "kernel/scene/scene.h"
#include "platform/host/host.h"
#include "raster/flat.h"
#include "tools/tune/tune.h"

enum {
    LINE = 10,
    LETTER = 8,
    MARGIN = 4,
    SAID_MOST = 6,
    STAYS = 120,
    GROUND = 0x101828,
    DIM = 0xA0A8B8,
    INK = 0xF0F0E0,
    TROUBLE = 0xFFA070
};

typedef struct panel {
    rs_frame *frame;
    const ox_resources *resources;
    int letters, top; /* letters of a line; the panel's upper edge */
} panel;

/* Chooses the next number that fits the filter, in a direction; the same number when no other fits. */
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
    if (!tune_step(n->word, (held & PLAT_A) != 0 ? way * 10 : way, (held & PLAT_B) != 0, word) ||
        !tune_set(t, t->chosen, word, &error))
        snprintf(t->said, sizeof t->said, "%.190s",
                 error.text[0] != 0 ? error.text + error.sentence : "too large");
    uint32_t again = tune_find(t, label); /* the file may have changed */
    t->chosen = again == TUNE_NONE ? 0 : again;
}

/* Gives buttons to the panel: with Select held all of them, until they are released. */
static void listen(void *context, plat_input *in) {
    tune *t = context;
    if (t->numbers.count == 0) return;
    ox_input_feed(&t->input, in);
    const bool own = (in->buttons & PLAT_SELECT) != 0;
    t->kept = own ? t->kept | in->buttons : t->kept & in->buttons;
    in->buttons &= ~t->kept;
    if (own) in->stick_x = in->stick_y = 0;
}

static void step(void *state, const ox_input *heard) {
    tune *t = state;
    const ox_input *input = &t->input;
    (void)heard;
    ox_input_step(&t->input);
    if (t->shown > 0) t->shown--;
    if ((input->held & PLAT_SELECT) == 0 || t->numbers.count == 0) return;
    t->shown = STAYS;
    if ((input->repeat & (PLAT_UP | PLAT_DOWN)) != 0) t->said[0] = 0;
    if ((input->repeat & PLAT_UP) != 0) choose(t, -1);
    if ((input->repeat & PLAT_DOWN) != 0) choose(t, 1);
    if (!tune_fits(&t->numbers.list[t->chosen], t->filter)) return;
    if ((input->repeat & PLAT_LEFT) != 0) change(t, input->held, -1);
    if ((input->repeat & PLAT_RIGHT) != 0) change(t, input->held, 1);
}

/* Puts a text into a line of the panel, cut to the letters that fit. `end`: the last letters stay, which tell one label from the next. */
static void put_line(const panel *p, int line, uint32_t rgb, const char *text, bool end) {
    const size_t length = strlen(text), room = (size_t)p->letters;
    const char *from = end && length > room ? text + (length - room) : text;
    char part[TUNE_LABEL];
    snprintf(part, sizeof part, "%.*s", p->letters, from);
    if (from > text) memset(part, '.', room < 2 ? room : 2);
    (void)rs_frame_text(p->frame, MARGIN, p->top + line * LINE + 1, part,
                        ox_resource_native(p->resources, rgb));
}

/* Draws the panel at the lower edge, since figures of the scene stand at the upper one. */
static void draw(void *state, rs_frame *frame, uf16 fraction) {
    tune *t = state;
    char caption[TUNE_LABEL + TUNE_WORD + sizeof t->said + 8], value[TUNE_WORD + 80];
    plat *port = ox_console_port(t->console);
    host_frame last;
    (void)fraction;
    const bool shown = t->shown > 0 && t->numbers.count > 0;
    if (!shown) host_caption(port, "");
    if (!shown || !host_last_frame(port, &last)) return;
    const tune_number *n = &t->numbers.list[t->chosen];
    const bool fits = tune_fits(n, t->filter);
    if (fits)
        snprintf(value, sizeof value, "%s", n->word);
    else
        snprintf(value, sizeof value, "no number has `%.60s`", t->filter);
    int letters = (last.width - MARGIN) / LETTER;
    letters = letters < 1 ? 1 : letters < TUNE_LABEL ? letters : TUNE_LABEL - 1;
    const int said = ((int)strlen(t->said) + letters - 1) / letters,
              lines = 2 + (said < SAID_MOST ? said : SAID_MOST);
    const panel p = {frame, ox_console_played_scene(t->console)->resources, letters,
                     last.height - lines * LINE};
    (void)rs_frame_rectangle(frame, 0, p.top, RS_SIZE_MAX, lines * LINE,
                             ox_resource_native(p.resources, GROUND));
    if (fits) put_line(&p, 0, DIM, n->label, true);
    put_line(&p, 1, INK, value, false);
    for (int i = 0; i < lines - 2; i++) put_line(&p, 2 + i, TROUBLE, t->said + i * letters, false);
    snprintf(caption, sizeof caption, "%s\n%s\n%s", fits ? n->label : "", value, t->said);
    host_caption(port, caption);
}

static ox_status start(void *state, ox_console *console) {
    tune *t = state;
    t->console = console;
    t->kept = 0;
    ox_input_init(&t->input);
    host_filter_input(ox_console_port(console), listen, t);
    if (t->numbers.count > 0 && !tune_fits(&t->numbers.list[t->chosen], t->filter)) choose(t, 1);
    return OX_OK;
}

static void stop(void *state) {
    plat *port = ox_console_port(((tune *)state)->console);
    host_filter_input(port, NULL, NULL);
    host_caption(port, "");
}

ox_cart tune_cart(tune *t) {
    return (ox_cart){.name = "tune", .start = start, .step = step, .draw = draw, .stop = stop, .state = t};
}
