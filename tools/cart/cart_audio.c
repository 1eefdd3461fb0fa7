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

static bool read_audio(cart_parser *p) {
    static const char *const ways[] = {"nearest", "linear", NULL}, *const switches[] = {"off", "on", NULL};
    cart_audio *a = &p->c->audio;
    int way = a->linear ? 1 : 0, feedback = a->feedback ? 1 : 0;
    a->asked = true;
    if (!take_whole(p, "rate", 4000, 65535, &a->rate) || !take_whole(p, "channels", 1, 8, &a->channels) ||
        !take_whole(p, "voices", 1, 128, &a->voices) || !take_whole(p, "ahead", 1, 8, &a->ahead) ||
        !cart_choice_option(p, "between", ways, &way) ||
        !cart_choice_option(p, "feedback", switches, &feedback))
        return false;
    if (a->channels > 2 && a->channels != 6 && a->channels != 8)
        return cart_wrong(p, "channels=%u; write 1, 2, 6 (5.1) or 8 (7.1)", (unsigned)a->channels);
    a->linear = way == 1;
    a->feedback = feedback == 1;
    return cart_end_of_line(p);
}

static bool take_sound(cart_parser *p, int bus, bool loops) {
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
    return cart_end_of_line(p);
}

static bool read_music(cart_parser *p) { return take_sound(p, 2, true); }
static bool read_sound(cart_parser *p) { return take_sound(p, 0, false); }

static const cart_option_row audio_options[] = {
    {"rate", "HERTZ", "samples a second (18157)"},
    {"channels", "1|2|6|8", "mono, stereo, 5.1 or 7.1; machines with fewer speakers mix for these"},
    {"voices", "N", "sounds at a time (8)"},
    {"between", "nearest|linear", "how a sound is read between its samples"},
    {"ahead", "N", "frames that are mixed ahead (2)"},
    {"feedback", "on|off", "sounds may feed echoes"},
    {.key = NULL}};

static const cart_option_row sound_options[] = {
    {"volume", "0..1", "how loud it is (1)"},
    {"pan", "-1..1", "from left to right (0)"},
    {"on", "a|b|x|y|l|r|up|down|left|right|start|select",
     "when that button goes down; when the scene begins without it"},
    {"bus", "master|world|music|voice|interface|bus5|bus6|bus7",
     "what it is mixed into (music: music; else as its cue says, or world)"},
    {"loop", NULL, "goes round"},
    {.key = NULL}};

const cart_row cart_audio_rows[] = {
    {.word = "audio",
     .merge = CART_BY_WORD,
     .read = read_audio,
     .form = "",
     .about = "there is sound, mixed so; music or sound in a scene say the same without it",
     .options = audio_options},
    {.word = NULL}};

const cart_row cart_scene_sound_rows[] = {
    {.word = "music",
     .place = CART_IN_SCENE,
     .merge = CART_BY_WORD,
     .read = read_music,
     .form = "NAME",
     .about = "goes round while the scene plays: a sound, a song, a name in a bank, a cue",
     .options = sound_options,
     .brief = 2},
    {.word = "sound",
     .place = CART_IN_SCENE,
     .often = CART_MANY,
     .merge = CART_BY_NAME_AND_TEXT,
     .read = read_sound,
     .form = "NAME",
     .about = "sounds when the scene begins, or on a button",
     .options = sound_options},
    {.word = NULL}};
