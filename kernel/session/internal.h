/* Inside of session: players, what scripts give in their place, and what their pads give back. */
#ifndef OXCART_KERNEL_SESSION_INTERNAL_H
#define OXCART_KERNEL_SESSION_INTERNAL_H

#include "kernel/event/events.h"
#include "kernel/input/device.h"
#include "kernel/loop/output.h"
#include "kernel/session/module.h"

enum { OX_SESSION_PATTERNS = 16 };

/* Patterns of the image that events begin. */
typedef struct ox_session_patterns {
    struct {
        ox_id event, chunk; /* RUMB */
    } list[OX_SESSION_PATTERNS];
    uint32_t count;
    ox_events *bus; /* on which they listen; NULL: on none */
    ox_handle listening;
} ox_session_patterns;

/* What the device of a player gives back. None of it is state. */
typedef struct ox_session_feedback {
    const uint8_t *pattern; /* RUMB that shakes it; NULL: none */
    uint16_t part, left;    /* the part under way, and the steps that it still lasts */
    fx strength;            /* of the pattern */
    ox_wheel wheel;
    fx axis;       /* of the wheel at the step before */
    int16_t force; /* that the device was told last */
    uint8_t
        lights; /* that were chosen, a bit for each; OX_SESSION_OWN_LIGHT: the one with the player's number */
    uint8_t told;  /* lights that the device was told last, and bit 7: it was told any */
    uint8_t place; /* of the device that was told, 0: none */
} ox_session_feedback;

enum { OX_SESSION_OWN_LIGHT = 255 };

/* Input that a script gives for a player. */
typedef struct ox_session_hand {
    ox_input_record record;
    bool steers;
} ox_session_hand;

typedef struct ox_session {
    const ox_module_host *host;
    ox_outputs outputs;
    ox_input_devices devices;
    uint32_t told; /* of devices.changes: what the log knows */
    uint32_t
        low; /* players whose device has little left in its battery, a bit for each; as the log knows them */
    uint8_t pads[OX_PLAYERS_MAX];  /* the pad of each player for its motors, OX_INPUT_NOBODY: none */
    ox_input_player *players;      /* NULL: the console's own table */
    ox_session_hand *hands;        /* one for each player */
    ox_session_feedback *feedback; /* one for each player, at least one */
    ox_session_patterns *patterns; /* NULL: the image has none that events begin */
    uint32_t count;                /* players that the cart declares; 0: it declares none */
    uint32_t slow_steps;           /* steps of slow motion that are left */
    uint32_t until, down;          /* buttons that end the pause; buttons at the frame before */
    bool paused, resumed;          /* resumed: no step has seen the press that ended the last pause */
} ox_session;

/* The console's session; NULL: the image has none. */
ox_session *ox_session_of(const ox_console *console);

/* A script gives the input of a player, or the devices do again. */
void ox_session_take_hand(ox_session *s, uint32_t player, bool steers);

/* Takes memory for what pads give back; false: there is none. */
bool ox_session_take_feedback(ox_session *s);

/* The patterns of the image when its chunks have come, and when they go: then nothing shakes any more. */
void ox_session_find_patterns(ox_session *s);
void ox_session_drop_patterns(ox_session *s);

/* With each scene the bus on which patterns listen is another one. */
void ox_session_listen(ox_session *s);
void ox_session_unlisten(ox_session *s);

/* What pads give back: a step that was really played; and, once a frame, what their devices are told. */
void ox_session_feedback_step(ox_session *s);
void ox_session_feedback_tell(ox_session *s);

#endif
