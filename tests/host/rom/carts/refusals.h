/* Natives that scripts call with arguments that they refuse: one cart has a behaviour for each call, and each step makes one of these calls. */
#ifndef OXCART_TESTS_HOST_REFUSALS_H
#define OXCART_TESTS_HOST_REFUSALS_H

#include "kernel/behaviour/internal.h"
#include "tests/host/rom/carts/played_cart.h"

typedef struct refusal {
    const char *call; /* in Goad */
    const char
        *says; /* the native and the number of the argument that it refuses, "along 1", or its reason */
} refusal;

typedef struct refused_cart {
    const char *head;  /* of cart.txt, down to its types */
    const char *scene; /* lines of its one scene */
    const char *level; /* a level yard.txt, or NULL */
    const char *script;
    void (*write)(packed_folder *folder); /* further files, or NULL */
} refused_cart;

/* A head and the first lines of a scene, for natives that need no more. */
#define REFUSED_HEAD                                                                                         \
    "title \"Refusals\"\nsize 64x48\nformat rgb565\nbudget 512K\nframe 16K\n"                                \
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"
#define REFUSED_VIEW "  ambient 0.2\n  camera at=0,0,6 target=0,0,0\n"

/* What the last trap was about, as `says` above. */
static char refused[120];

static inline void note_refusal(void *context, const ox_script_report *r) {
    const char *native = r->native == NULL ? "no native" : r->native->signature;
    (void)context;
    if (r->reason != NULL)
        snprintf(refused, sizeof refused, "%.*s %s", (int)strcspn(native, ":"), native, r->reason);
    else
        snprintf(refused, sizeof refused, "%.*s %d", (int)strcspn(native, ":"), native, (int)r->value + 1);
}

/* Every call must trap, in a step of its own, and in that order. */
static inline void check_refusals(const refused_cart *of, const refusal *rows, uint32_t count) {
    static char text[24 * 1024], script[24 * 1024];
    size_t t = (size_t)snprintf(text, sizeof text, "%s", of->head);
    size_t s = (size_t)snprintf(script, sizeof script, "var turn = -1\n%s", of->script);
    played p;
    for (uint32_t i = 0; i < count; i++) {
        t += (size_t)snprintf(text + t, sizeof text - t, "type asker%u behaviour=Asker%u\n", (unsigned)i,
                              (unsigned)i);
        s += (size_t)snprintf(script + s, sizeof script - s,
                              "behaviour Asker%u { on tick { if turn == %u { %s } } }\n", (unsigned)i,
                              (unsigned)i, rows[i].call);
    }
    t += (size_t)snprintf(text + t, sizeof text - t, "scene one\n%s", of->scene);
    for (uint32_t i = 0; i < count; i++)
        t += (size_t)snprintf(text + t, sizeof text - t, "  object asker%u\n", (unsigned)i);
    t += (size_t)snprintf(text + t, sizeof text - t, "end\n");
    CHECK(t < sizeof text && s < sizeof script);
    memset(&p, 0, sizeof p);
    write_texts(&p.folder, &(played_texts){text, script, of->level});
    if (of->write != NULL) of->write(&p.folder);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    CHECK(p.console != NULL);
    if (p.console == NULL) return;
    frames(p.console, 2);
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    CHECK_EQ(machine->traps, 0);
    ox_script_host told = *machine->host;
    told.report = note_refusal;
    machine->host = &told;
    for (uint32_t i = 0; i < count; i++) {
        refused[0] = 0;
        machine->globals[0] = (int32_t)i;
        frames(p.console, 1);
        CHECK_EQ(machine->traps, i + 1);
        CHECK_EQ(strcmp(refused, rows[i].says), 0);
        if (strcmp(refused, rows[i].says) != 0) TEST_INFO("%s: %s", rows[i].call, refused);
    }
    end(&p);
}

#endif
