/* Gestures as a module of the console: fingers, pinches, strokes, tilt and typed characters, for scripts and for C.
 *
 *     strokes spells spells.strokes                               in cart.txt: kinds of strokes, learned from samples (tools/STROKES.md)
 *
 *     on Stroke(kind, x, y, size) { if kind == 'circle' { shield(self) } }            in scripts; '' is a stroke of no kind
 *     for i in 0..touch_count() - 1 { draw_at(touch_at(i)) }
 *     on TouchBegan(finger, x, y) { ... }  on TouchEnded(finger, cancelled) { ... }
 *     zoom = zoom * pinch()   let lean = tilt()   let c = typed()
 *
 *     ox_gestures *g = ox_console_gestures(console, 0);           in C: fingers, pinch, tilt, the last stroke
 *
 * An image that has strokes, or a script that asks one of the natives or hears one of the events, gets the module; only such games are told of keys,
 * fingers and tilt by devices, so that recordings of others stay small (kernel/input/record.h). Everything comes from the players' records: replays
 * have it.
 *
 * A STROKE is what one finger draws, from where it goes down to where it is lifted. It is told in the step in which it ends; a cancelled one is not, and
 * what is drawn while a second finger is down is a pinch. x, y is the middle of the box about it, in pixels, and size the longer side of the box.
 *
 * TILT is the machine's lean in g, right, up and out of the picture; `shaken` is what is left when gravity is taken away. `lean` is pitch and roll of gravity, and
 * `attitude` follows a gyroscope, too (kernel/input/attitude.h).
 *
 * Bytes: 620 a player. Cost: nothing to speak of while nobody touches. */
#ifndef OXCART_KERNEL_GESTURE_MODULE_H
#define OXCART_KERNEL_GESTURE_MODULE_H

#include "kernel/gesture/stroke.h"
#include "kernel/gesture/touch.h"
#include "kernel/input/attitude.h"
#include "kernel/input/condition.h"
#include "kernel/module/module.h"

extern const ox_module ox_gesture_module;

enum { OX_GESTURE_NATIVES = 12 };
extern const ox_script_native ox_gesture_native_rows[OX_GESTURE_NATIVES];

/* What one player's hands do. */
typedef struct ox_gestures {
    ox_fingers touches;
    ox_pinch pinch;
    ox_input_tilt tilt;
    ox_input_attitude attitude;
    ox_stroke stroke;      /* that is being drawn */
    int16_t finger;        /* that draws it, 0: none */
    bool spoiled;          /* a second finger came */
    ox_stroke_match match; /* of the last stroke */
} ox_gestures;

/* The hands of a player, NULL where there is no such player or the game has no gestures. */
ox_gestures *ox_console_gestures(struct ox_console *console, uint32_t player);

#endif
