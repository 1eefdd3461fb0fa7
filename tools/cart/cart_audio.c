/* Statements about sound: `audio`, and inside of a scene `music` and `sound`. */
#include <stdio.h>
#include <string.h>

#include "platform/platform.h"
#include "tools/cart/cart_parser.h"

const char *const cart_bus_words[] = {"master", "world", "music", "voice", "interface",
                                      "bus5",   "bus6",  "bus7",  NULL};

const char *const cart_button_words[] = {"up", "down", "left", "right", "a",      "b", "x",
                                         "y",  "l",    "r",    "start", "select", NULL};

static bool take_whole(cart_parser *p, const char *key, double least, double most, uint32_t *value) {
    double number = *value;
    if (!cart_number_option(p, key, least, most, &number)) return false;
    if (number != (double)(uint32_t)number) return cart_wrong(p, "%s=%g; write a whole number", key, number);
    *value = (uint32_t)number;
    return true;
}

bool cart_read_audio(cart_parser *p) {
    static const char *const known[] = {"rate", "channels", "voices", "ahead", "between", "feedback", NULL};
    static const char *const ways[] = {"nearest", "linear", NULL}, *const switches[] = {"off", "on", NULL};
    cart_audio *a = &p->c->audio;
    int way = a->linear ? 1 : 0, feedback = a->feedback ? 1 : 0;
    a->asked = true;
    if (!take_whole(p, "rate", 4000, 65535, &a->rate) || !take_whole(p, "channels", 1, 2, &a->channels) ||
        !take_whole(p, "voices", 1, 128, &a->voices) || !take_whole(p, "ahead", 1, 8, &a->ahead) ||
        !cart_choice_option(p, "between", ways, &way) ||
        !cart_choice_option(p, "feedback", switches, &feedback))
        return false;
    a->linear = way == 1;
    a->feedback = feedback == 1;
    return cart_end_of_line(p, known);
}

static bool take_sound(cart_parser *p, int bus, bool loops) {
    static const char *const known[] = {"on", "volume", "pan", "bus", "loop", NULL};
    const char *name = cart_word(p, "the name of a cue, of a sound in a bank, or of a sound");
    int button = -1;
    double volume = 1, pan = 0;
    if (name == NULL) return false;
    cart_sound *s = cart_add_sound(p->c);
    if (s == NULL) return cart_wrong(p, "out of memory");
    s->line = p->line;
    s->loops = cart_flag(p, "loop") || loops;
    snprintf(s->scene, sizeof s->scene, "%s", p->scene->name);
    if (!cart_take_name(p, name, s->name) || !cart_choice_option(p, "on", cart_button_words, &button) ||
        !cart_number_option(p, "volume", 0, 1, &volume) || !cart_number_option(p, "pan", -1, 1, &pan) ||
        !cart_choice_option(p, "bus", cart_bus_words, &bus))
        return false;
    s->bus = bus;
    s->volume = volume;
    s->pan = pan;
    s->buttons = button < 0 ? 0 : 1u << button;
    p->c->audio.asked = true;
    return cart_end_of_line(p, known);
}

bool cart_read_scene_music(cart_parser *p) { return take_sound(p, 2, true); }
bool cart_read_scene_sound(cart_parser *p) { return take_sound(p, 0, false); }
