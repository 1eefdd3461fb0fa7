/* Plays a folder as `oxcart run` plays it, frame by frame: files that change are built beside the game and
 * put into it. */
#ifndef OXCART_TESTS_HOST_LIVE_GAME_H
#define OXCART_TESTS_HOST_LIVE_GAME_H

#include "kernel/behaviour/module.h"
#include "kernel/particles/module.h"
#include "kernel/preset/presets.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/build/live.h"
#include "tools/build/watch.h"
#include "tools/command/command.h"

/* A folder that is played; all zero before start_game. */
typedef struct playing {
    packed_folder folder;
    watch w;
    live_rebuild rebuild;
    live l;
    plat *port;
    ox_console *console;
    writer image;
    uint64_t now;
} playing;

/* Packs the folder and plays it with its changes; `script` is an input script for the buttons. */
static inline bool start_game(playing *g, const ox_cart *game, const char *script) {
    char path[96];
    tool_error error = {.text = ""};
    ox_error refusal;
    const pack_options packing = command_pack_options(true);
    snprintf(path, sizeof path, "%s/keys", g->folder.path);
    folder_write(&g->folder, "keys", script);
    if (!watch_open(&g->w, g->folder.path, &packing) || !watch_build(&g->w, &g->image, &error)) return false;
    g->port = quiet_port(path);
    if (g->port == NULL) return false;
    ox_boot_options boot = quiet_options(g->port, &g->image);
    boot.cart = game;
    boot.modules = ox_preset_silent;
    g->console = ox_console_boot(&boot, &refusal);
    g->rebuild = watch_rebuild(&g->w);
    live_begin(&g->l, &g->rebuild, "tuned");
    return g->console != NULL && rom_open(g->image.data, g->image.size, &g->l.base, NULL) == ROM_OK;
}

/* Plays so many frames; gives the hash of the last. */
static inline uint32_t play_frames(playing *g, int frames) {
    ox_frame_stats stats = {.hash = 0};
    writer next = {0};
    for (int i = 0; i < frames; i++, g->now += 16667) {
        CHECK(!live_frame(&g->l, g->now, g->console, &next));
        CHECK(ox_console_frame(g->console));
        ox_console_stats(g->console, &stats);
    }
    return stats.hash;
}

static inline void end_game(playing *g) {
    CHECK_EQ(ox_console_close(g->console), 0);
    CHECK(live_end(&g->l));
    host_close(g->port);
    watch_close(&g->w);
    writer_free(&g->image);
    memset(&g->image, 0, sizeof g->image);
}

#endif
