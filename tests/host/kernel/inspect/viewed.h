/* A game with its view, for tests. */
#ifndef OXCART_TEST_VIEWED_H
#define OXCART_TEST_VIEWED_H

#include <stdlib.h>
#include <string.h>

#include "kernel/inspect/internal.h"
#include "kernel/inspect/module.h"
#include "kernel/recording/module.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/play/known_words.h"

static uint32_t ticking;
static inline uint32_t clock_now(void *context) {
    (void)context;
    return ticking += 7;
}

/* A game with its view. */
typedef struct viewed {
    played p;
    plat *port; /* where it plays; NULL: on a machine of 1 MB */
    ox_inspect view;
    ox_profile profile;
    known_words words;
    const ox_module *modules[OX_MODULES_MOST + 1];
    ox_boot_options boot;
    ox_recording_memory tape;
    size_t taped_bytes; /* of the recording before */
    uint32_t until;     /* tick behind which the players take over from a replay */
    uint8_t taped[1 << 16];
} viewed;

static inline void boot_viewed(viewed *v, bool has_view, bool records, size_t replay) {
    v->p.port = v->port != NULL ? v->port : quiet_port(NULL);
    v->boot = quiet_options(v->p.port, &v->p.image);
    ox_inspect_join(ox_preset_silent, v->modules);
    v->boot.modules = v->modules;
    if (has_view) {
        ox_profile_init(&v->profile, clock_now, NULL);
        known_words_open(&v->words);
        v->view = (ox_inspect){.profile = &v->profile,
                               .memory = v->view.memory,
                               .memory_size = 1 << 20,
                               .names = known_words_find,
                               .names_context = &v->words};
        v->boot.inspect = &v->view;
        v->boot.profile = &v->profile;
    }
    if (v->tape.used > 0) v->taped_bytes = v->tape.used;
    v->boot.replay_until = v->until;
    v->tape = (ox_recording_memory){v->taped, sizeof v->taped, 0};
    if (records) v->boot.record = ox_recording_to_memory, v->boot.record_context = &v->tape;
    if (replay > 0) v->boot.replay = v->taped, v->boot.replay_size = replay;
    v->p.console = ox_console_boot(&v->boot, &v->p.error);
    if (v->p.console == NULL) TEST_INFO("%s", v->p.error.text);
    CHECK(v->p.console != NULL);
}

static inline viewed *open_viewed_of(const played_texts *texts, bool has_view, bool records) {
    viewed *v = calloc(1, sizeof *v);
    v->view.memory = malloc(1 << 20);
    pack_texts(&v->p, texts);
    boot_viewed(v, has_view, records, 0);
    return v;
}

static inline void close_viewed(viewed *v) {
    void *memory = v->view.memory;
    end(&v->p);
    free(memory);
    free(v);
}

/* A frame whose buttons go through the view. */
static inline void view_frame(viewed *v, uint32_t buttons) {
    plat_input polled = {.buttons = buttons};
    if (v->boot.inspect != NULL) ox_inspect_listen(&v->view, &polled);
    ox_input_feed(v->p.console->host.input, &polled);
    CHECK(ox_console_update(v->p.console));
    ox_console_output(v->p.console);
}

/* The buttons of a player who knows nothing of the view. */
static inline uint32_t buttons_at(int frame) {
    return frame / 7 % 3 == 0 ? PLAT_RIGHT : frame % 11 == 0 ? PLAT_A : 0;
}

static inline const char *said(const viewed *v) { return ox_inspect_said(&v->view, 0); }

static inline bool shows(const viewed *v, const char *words) {
    char text[OX_SHEET_COLUMNS + 1];
    for (uint32_t i = 0; ox_inspect_line(&v->view, i, text) != NULL; i++)
        if (strstr(text, words) != NULL) return true;
    return false;
}

#endif
