/* Looks over pads: controls one by one, and what a game does with a pad that goes. */
#include "tools/play/pad_check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/debug/log.h"
#include "kernel/input/condition.h"
#include "kernel/preset/presets.h"
#include "kernel/session/module.h"
#include "platform/host/host.h"

enum {
    REST_FRAMES = 60,
    STEP_FRAMES = 16,  /* of a script's hand for one control */
    HAND_FRAMES = 600, /* of a person's */
    AXES = 6,          /* two sticks and two triggers */
    REST_MOST = 3000,  /* off the middle: the dead zone */
    TRIGGER_REST = 8,
    FAR_LEAST = 29000, /* of 32767 */
    TRIGGER_LEAST = 230,
    STRAY_MOST = 12000, /* of an axis that nobody moves */
    MIDDLE = 32767
};

/* What is asked: a button, or an axis that goes one way. */
typedef struct pad_step {
    const char *name, *prompt, *script; /* script: what the hand does; NULL: holds the button `name` */
    uint32_t button;
    int axis, way;
} pad_step;

static const pad_step steps[] = {
    {"A", "press A", NULL, PLAT_A, 0, 0},
    {"B", "press B", NULL, PLAT_B, 0, 0},
    {"X", "press X", NULL, PLAT_X, 0, 0},
    {"Y", "press Y", NULL, PLAT_Y, 0, 0},
    {"L", "press the left shoulder", NULL, PLAT_L, 0, 0},
    {"R", "press the right shoulder", NULL, PLAT_R, 0, 0},
    {"START", "press Start", NULL, PLAT_START, 0, 0},
    {"SELECT", "press Select", NULL, PLAT_SELECT, 0, 0},
    {"UP", "press up on the cross", NULL, PLAT_UP, 0, 0},
    {"DOWN", "press down on the cross", NULL, PLAT_DOWN, 0, 0},
    {"LEFT", "press left on the cross", NULL, PLAT_LEFT, 0, 0},
    {"RIGHT", "press right on the cross", NULL, PLAT_RIGHT, 0, 0},
    {"left stick right", "push the left stick to the right", "stick 32767 0", 0, 0, 1},
    {"left stick left", "push the left stick to the left", "stick -32767 0", 0, 0, -1},
    {"left stick up", "push the left stick up", "stick 0 32767", 0, 1, 1},
    {"left stick down", "push the left stick down", "stick 0 -32767", 0, 1, -1},
    {"right stick right", "push the right stick to the right", "right 32767 0", 0, 2, 1},
    {"right stick left", "push the right stick to the left", "right -32767 0", 0, 2, -1},
    {"right stick up", "push the right stick up", "right 0 32767", 0, 3, 1},
    {"right stick down", "push the right stick down", "right 0 -32767", 0, 3, -1},
    {"left trigger", "pull the left trigger", "triggers 255 0", 0, 4, 1},
    {"right trigger", "pull the right trigger", "triggers 0 255", 0, 5, 1},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

/* What the axes and buttons were in some frames. */
typedef struct pad_seen {
    uint32_t buttons;
    int32_t least[AXES], most[AXES];
    bool any;
} pad_seen;

static pad_item *add_item(pad_item *items, int *count, const char *name, bool passed) {
    pad_item *item = &items[(*count)++];
    *item = (pad_item){.passed = passed};
    snprintf(item->name, sizeof item->name, "%s", name);
    return item;
}

static void tell_item(pad_item *item, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(item->text, sizeof item->text, format, arguments);
    va_end(arguments);
}

/* ---- controls ---- */

void pad_check_script(int place, char *text, size_t size) {
    size_t at = (size_t)snprintf(text, size, "0 pad %d plug\n0 pad %d has MOTORS+LIGHTS\n", place, place);
    for (int i = 0; i < STEPS && at < size; i++) {
        const unsigned frame = REST_FRAMES + 2 + (unsigned)i * STEP_FRAMES;
        if (steps[i].script == NULL) {
            at +=
                (size_t)snprintf(text + at, size - at, "%u pad %d hold %s 6\n", frame, place, steps[i].name);
            continue;
        }
        char still[32];
        snprintf(still, sizeof still, "%.*s 0 0", (int)strcspn(steps[i].script, " "), steps[i].script);
        at += (size_t)snprintf(text + at, size - at, "%u pad %d %s\n%u pad %d %s\n", frame, place,
                               steps[i].script, frame + 6, place, still);
    }
}

static void read_axes(const plat_input *in, int32_t axes[AXES]) {
    axes[0] = in->stick_x, axes[1] = in->stick_y;
    axes[2] = in->senses.right_x, axes[3] = in->senses.right_y;
    axes[4] = in->senses.left_trigger, axes[5] = in->senses.right_trigger;
}

/* One frame of the port; false: the device is gone. */
static bool see_frame(const pad_check *check, plat_device *device, pad_seen *seen) {
    plat_input all, in;
    int32_t axes[AXES];
    plat_poll(check->port, &all);
    plat_present(check->port);
    if (!plat_device_at(check->port, check->place, device, &in)) return false;
    if (check->fault != NULL) check->fault(&in);
    for (uint32_t i = 0; i < in.change_count; i++) seen->buttons |= in.changes[i];
    seen->buttons |= in.buttons;
    read_axes(&in, axes);
    for (int i = 0; i < AXES; i++) {
        if (!seen->any || axes[i] < seen->least[i]) seen->least[i] = axes[i];
        if (!seen->any || axes[i] > seen->most[i]) seen->most[i] = axes[i];
    }
    seen->any = true;
    return true;
}

static bool has_axis(const plat_device *device, int axis) {
    const uint32_t bit = axis < 2 ? PLAT_HAS_STICK : axis < 4 ? PLAT_HAS_RIGHT_STICK : PLAT_HAS_TRIGGERS;
    return (device->abilities & bit) != 0;
}

static int32_t reach_of(const pad_seen *seen, int axis, int way) {
    return way > 0 ? seen->most[axis] : -seen->least[axis];
}

/* Whether the step's own control was moved, and whether any other was. */
static bool is_done(const pad_step *s, const pad_seen *seen) {
    if (s->button != 0) return seen->buttons != 0;
    return reach_of(seen, s->axis, s->way) >= (s->axis < 4 ? FAR_LEAST : TRIGGER_LEAST);
}

static bool strays(const pad_step *s, const pad_seen *seen) {
    bool any = (seen->buttons & ~s->button) != 0;
    for (int i = 0; i < AXES; i++) {
        const int32_t most = i < 4 ? STRAY_MOST : TRIGGER_LEAST / 2;
        const bool is_own = s->button == 0 && i == s->axis;
        any = any || (seen->most[i] > most && !(is_own && s->way > 0)) ||
              (seen->least[i] < -most && !(is_own && s->way < 0));
    }
    return any;
}

/* Names what was moved, for the report. */
static void tell_seen(pad_item *item, const pad_seen *seen) {
    static const char *const axes[AXES] = {"left stick x",  "left stick y", "right stick x",
                                           "right stick y", "left trigger", "right trigger"};
    size_t at = (size_t)snprintf(item->text, sizeof item->text, "moved:");
    for (int i = 0; i < STEPS && at < sizeof item->text; i++)
        if (steps[i].button != 0 && (seen->buttons & steps[i].button) != 0)
            at += (size_t)snprintf(item->text + at, sizeof item->text - at, " %s", steps[i].name);
    for (int i = 0; i < AXES && at < sizeof item->text; i++)
        if (seen->most[i] > (i < 4 ? REST_MOST : TRIGGER_REST) || seen->least[i] < -REST_MOST)
            at += (size_t)snprintf(item->text + at, sizeof item->text - at, " %s %d..%d", axes[i],
                                   (int)seen->least[i], (int)seen->most[i]);
}

/* Waits for a control, and judges what came. A person's hands have to be still again before the next one. */
static bool check_step(const pad_check *check, const pad_step *s, plat_device *device, pad_item *item) {
    const int frames = check->by_hand ? HAND_FRAMES : STEP_FRAMES;
    pad_seen seen = {.buttons = 0};
    int after = 0;
    if (check->by_hand) {
        printf("%s\n", s->prompt);
        fflush(stdout);
    }
    for (int i = 0; i < frames && after < 20; i++) {
        if (!see_frame(check, device, &seen)) {
            tell_item(item, "the pad is gone");
            return false;
        }
        after += check->by_hand && is_done(s, &seen);
    }
    for (int i = 0; check->by_hand && i < HAND_FRAMES; i++) { /* let go */
        pad_seen now = {.buttons = 0};
        if (!see_frame(check, device, &now) ||
            (now.buttons == 0 && !strays(&(pad_step){.axis = -1, .button = PLAT_A}, &now)))
            break;
    }
    tell_seen(item, &seen);
    if (!seen.any || !is_done(s, &seen)) {
        if (seen.buttons == 0) tell_item(item, "nothing came, or not far enough");
        return false;
    }
    return s->button == 0 ? !strays(s, &seen) : (seen.buttons & s->button) != 0 && !strays(s, &seen);
}

/* The middle and the ends of each axis, as a game sees them behind the dead zone. */
static void check_filter(const pad_seen *rest, const plat_device *device, pad_item *items, int *count) {
    for (int stick = 0; stick < 2; stick++) {
        fx x, y, far_x, far_y;
        if (!has_axis(device, stick * 2)) continue;
        ox_input_stick_round(rest->most[stick * 2], rest->most[stick * 2 + 1], REST_MOST, FAR_LEAST, &x, &y);
        ox_input_stick_round(MIDDLE, 0, REST_MOST, FAR_LEAST, &far_x, &far_y);
        pad_item *item = add_item(
            items, count, stick == 0 ? "left stick at rest, for games" : "right stick at rest, for games",
            x == 0 && y == 0 && far_x == FX_ONE && far_y == 0);
        tell_item(item, "%d, %d of 65536", (int)x, (int)y);
    }
}

static void check_rest(const pad_check *check, plat_device *device, pad_seen *rest, pad_item *items,
                       int *count) {
    bool is_there = true;
    if (check->by_hand) printf("hands off the pad\n");
    for (int i = 0; i < REST_FRAMES; i++) {
        pad_seen first = {.buttons = 0};
        is_there =
            see_frame(check, device, i < REST_FRAMES / 2 && check->by_hand ? &first : rest) && is_there;
    }
    bool passed = is_there && rest->buttons == 0;
    for (int i = 0; i < AXES; i++)
        passed =
            passed && rest->least[i] >= -REST_MOST && rest->most[i] <= (i < 4 ? REST_MOST : TRIGGER_REST);
    pad_item *item = add_item(items, count, "rest", passed);
    if (!is_there)
        tell_item(item, "there is no pad");
    else if (passed)
        tell_item(item, "left %d..%d, %d..%d; right %d..%d, %d..%d", (int)rest->least[0], (int)rest->most[0],
                  (int)rest->least[1], (int)rest->most[1], (int)rest->least[2], (int)rest->most[2],
                  (int)rest->least[3], (int)rest->most[3]);
    else
        tell_seen(item, rest);
}

void pad_check_felt(void *motors, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    pad_motors *m = motors;
    (void)milliseconds;
    for (int i = 0; i < 2; i++) {
        if (pad >= 0 && i != (motor & 1)) continue;
        m->times[i] += strength != 0 && m->now[i] == 0;
        m->now[i] = strength;
    }
}

/* A shake of each motor, and silence behind it. */
static void check_motors(const pad_check *check, const plat_device *device, pad_item *items, int *count) {
    plat_device again = *device;
    if ((device->abilities & PLAT_HAS_MOTORS) == 0) return;
    bool took = true;
    pad_seen seen = {.buttons = 0};
    for (int motor = 0; motor < 2; motor++) {
        took = plat_rumble(check->port, check->place - 1, motor, 40000, 400) && took;
        for (int i = 0; i < 30; i++) (void)see_frame(check, &again, &seen);
        took = plat_rumble(check->port, check->place - 1, motor, 0, 0) && took;
    }
    const pad_motors *m = check->motors;
    const bool felt = m == NULL || (m->times[0] == 1 && m->times[1] == 1 && m->now[0] == 0 && m->now[1] == 0);
    pad_item *item = add_item(items, count, "motors", took && felt);
    tell_item(item, "two shakes of 0.4 s%s",
              !took   ? ": the port says no"
              : !felt ? ": they shake otherwise"
                      : "");
    if (!check->by_hand || !took) return;
    memset(&seen, 0, sizeof seen);
    printf("press A if it shook twice and is still now, else B\n");
    fflush(stdout);
    for (int i = 0; i < HAND_FRAMES && (seen.buttons & (PLAT_A | PLAT_B)) == 0; i++)
        (void)see_frame(check, &again, &seen);
    item->passed = (seen.buttons & PLAT_A) != 0;
}

int pad_check_controls(const pad_check *check, pad_item *items) {
    plat_device device = {.kind = PLAT_DEVICE_PAD};
    pad_seen rest = {.buttons = 0};
    int count = 0;
    check_rest(check, &device, &rest, items, &count);
    if (!items[0].passed && !rest.any) return count;
    for (int i = 0; i < STEPS; i++) {
        pad_item result = {.passed = false};
        if (steps[i].button == 0 && !has_axis(&device, steps[i].axis)) continue;
        const bool passed = check_step(check, &steps[i], &device, &result);
        pad_item *item = add_item(items, &count, steps[i].name, passed);
        memcpy(item->text, result.text, sizeof item->text);
    }
    check_filter(&rest, &device, items, &count);
    check_motors(check, &device, items, &count);
    return count;
}

/* ---- what a game does ---- */

typedef struct pad_game {
    plat *port;
    ox_console *console;
    uint32_t motor; /* strength as it was told last */
    bool shook;
} pad_game;

static void note_motor(void *of, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    pad_game *g = of;
    (void)pad, (void)milliseconds;
    if (motor == 0 || pad < 0) g->motor = strength;
    g->shook = g->shook || strength != 0;
}

/* Plays so many frames; whether one of the buttons reached the game in any of them. */
static bool play_frames(const pad_game *g, int frames, uint32_t buttons) {
    bool came = false;
    for (int i = 0; i < frames; i++) {
        host_advance(g->port, 16667);
        if (!ox_console_frame(g->console)) return false;
        came = came || (ox_console_modules(g->console)->input->level & buttons) != 0;
    }
    return came;
}

static bool is_logged(const pad_game *g, const char *what) {
    const ox_log *log = ox_console_modules(g->console)->log;
    for (uint32_t age = 0; age < 16; age++) {
        const char *line = ox_log_recent(log, age);
        if (line != NULL && strstr(line, what) != NULL) return true;
    }
    return false;
}

static void check_game(pad_game *g, pad_item *items, int *count) {
    const ox_loop *loop = ox_console_modules(g->console)->loop;
    (void)play_frames(g, 20, 0);
    const bool shakes = ox_console_rumble(g->console, 0, 0, FX_ONE, 600) == OX_OK;
    (void)play_frames(g, 10, 0);
    tell_item(add_item(items, count, "shakes", shakes && g->motor != 0), "a shake of ten seconds");
    (void)play_frames(g, 15, 0); /* frame 40: the battery */
    tell_item(add_item(items, count, "low battery is told", is_logged(g, "battery")),
              "with a tenth of it left");
    (void)play_frames(g, 18, 0); /* frame 60: the plug */
    tell_item(add_item(items, count, "lost pad is told", is_logged(g, "is gone")),
              "in the log, and as on PadLost");
    tell_item(add_item(items, count, "lost pad pauses", loop->paused), "until Start");
    tell_item(add_item(items, count, "lost pad is still", g->shook && g->motor == 0), "no motor is left on");
    (void)play_frames(g, 32, 0); /* frame 90: there again, 95: Start */
    const bool pad = play_frames(g, 10, PLAT_START);
    tell_item(add_item(items, count, "pad comes back", !loop->paused), "Start goes on");
    const bool own = play_frames(g, 40, PLAT_START);
    tell_item(add_item(items, count, "Start of every device", pad && own), "pad %s, keyboard %s",
              pad ? "yes" : "no", own ? "yes" : "no");
}

int pad_check_game(const writer *image, pad_item *items) {
    pad_game g = {.shook = false};
    ox_error error = {.text = ""};
    char said[200] = "";
    int count = 0;
    const host_options options = {
        .driver = HOST_DRIVER_HEADLESS,
        .quiet = true,
        .threads = 1,
        .fake_clock = true,
        .input_text =
            "0 pad 1 plug\n0 pad 1 has MOTORS\n5 pad 1 hold B 2\n40 pad 1 battery 20\n60 pad 1 unplug\n"
            "90 pad 1 plug\n90 pad 1 has MOTORS\n95 pad 1 hold START 6\n120 hold START 6\n",
        .on_rumble = note_motor,
        .on_rumble_argument = &g};
    g.port = host_open(&options, said, sizeof said);
    if (g.port == NULL) {
        tell_item(add_item(items, &count, "game", false), "%s", said);
        return count;
    }
    ox_boot_options boot = ox_boot_defaults(g.port, image->data, image->size);
    boot.modules = ox_preset_full;
    boot.log_subsystems = false;
    g.console = ox_console_boot(&boot, &error);
    if (g.console == NULL)
        tell_item(add_item(items, &count, "game", false), "%.90s", error.text);
    else
        check_game(&g, items, &count);
    if (g.console != NULL) (void)ox_console_close(g.console);
    host_close(g.port);
    return count;
}

/* ---- the report ---- */

bool pad_check_tell(FILE *out, const pad_item *items, int count) {
    int passed = 0;
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s  %-30s %s\n", items[i].passed ? "pass" : "FAIL", items[i].name, items[i].text);
        passed += items[i].passed;
    }
    fprintf(out, "%d of %d passed\n", passed, count);
    return passed == count;
}
