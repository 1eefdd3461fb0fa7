/* Fuzz target: images of the sample carts and of what `oxcart new` makes, damaged behind checksums that are right. A
 * damaged image is booted and plays 60 steps, or it lies over the good image, or it takes the good image's place
 * while that plays. The first byte chooses the cart, the second how it is played and which buttons are held. Changes
 * of six bytes each follow: which chunk, where (two bytes), how, and what (two bytes). */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "kernel/resource/stock.h"
#include "rom/check.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/inspect/image_model.h"
#include "tools/pack/pack.h"

enum { IMAGES = 28, STEPS = 60, CHANGE = 6, CHANGES = 64, WIDTH = 40, HEIGHT = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
static void must(bool good) {
    if (!good) abort();
}

static writer images[IMAGES];
static plat *port;

static void pack_sample(const char *folder, writer *image) {
    static const pack_options options = {.names = true};
    pack_report report;
    tool_error error = {.text = ""};
    if (pack_folder(folder, &options, image, &report, &error)) return;
    fprintf(stderr, "%s\n", error.text);
    abort();
}

static void remove_folder(const char *folder) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    must(system(command) == 0);
}

static void pack_template(const char *name, writer *image) {
    char folder[] = "/tmp/oxcart_boot_XXXXXX", kind[16];
    char *arguments[] = {(char[]){"new"}, folder, (char[]){"--template"}, kind};
    snprintf(kind, sizeof kind, "%s", name);
    must(mkdtemp(folder) != NULL);
    must(freopen("/dev/null", "w", stdout) != NULL);
    must(verb_new.run(4, arguments) == 0);
    pack_sample(folder, image);
    remove_folder(folder);
}

/* A cart of what the samples have not: clips, sound, types, a script that makes objects and waits, materials of the
 * fragment pipeline, colours of vertices (with and without texture, flat and smooth), texts, rows of data, tables. */
static const char everything[] =
    "title \"Everything\"\nauthor \"Us\"\nsize 64x48\nformat rgb565\nbudget 400K\nframe 32K\nstart main\n"
    "audio rate=8000 channels=2 voices=4\ncapacity script-copies 4\nlanguage de \"Deutsch\"\n"
    "texture wood crate.xpm\nmaterial wood texture=wood shading=phong\n"
    "material glass colour=#80C0FF opacity=0.4 blend=alpha fog=linear fog-start=1 fog-end=9 filter=bilinear "
    "texture=wood mip=pixel\n"
    "mesh crate crate.obj material=wood\nmaterial bright colour=#FFFFFF shading=gouraud\n"
    "mesh painted painted.obj material=wood\nmesh smooth painted.obj material=bright\ntext words "
    "words.txt\ndata rows "
    "rows.csv\n"
    "table curve curve.csv\nskeleton bar bar.dae\nmesh bar bar.dae skeleton=bar\n"
    "clip move bar.dae skeleton=bar loop=on\nclip exact bar.dae skeleton=bar tolerance=0\n"
    "sound beep beep.wav\nsound low beep.wav format=adpcm loop=0,800\nbank all bank.txt\ncues all cues.json\n"
    "particles fire fire.particles\nscript game game.goad\n"
    "type coin mesh=crate scale=0.5 spin=0,30,0 behaviour=Coin\ntype gem coin hidden\n  with material=glass\n"
    "scene main\n  background #203040\n  camera at=0,1,3 target=0,0,0\n  light sun direction=-1,-2,-1\n"
    "  light point at=1,1,1 range=5\n  object crate name=box\n  with material=glass\n  object bar clip=move "
    "blend=exact at=0,-1,0\n  object painted at=0,1,0\n  object smooth at=0,-1,1\n"
    "  with particles=fire\n  object coin at=1,0,0\n  object gem at=-1,0,0\n  behaviour Rules\n  music low\n "
    " sound ring on=a\nend\n"
    "scene other\n  camera at=0,1,3 target=0,0,0\n  object bar clip=exact\n  music beep\nend\n";
static const char everything_script[] =
    "event Late(n: int)\nvar coins = 0\nvar seen: list[int, 4]\nvar names: map[name, int, 4] = ['x': 1]\n"
    "behaviour Coin { prop speed: fx = 0.25\n var age = 0\n on start { coins += 1 }\n on tick { age += 1\n"
    " self.pos.x += speed / 60.0 } }\n"
    "behaviour Rules { var o: obj = null\n on start { o = find('box') }\n"
    " auto state Play { begin { for i in 1..9 { wait 4t\n create('coin', vec3(0.0, 1.0, 0.0))\n "
    "sound('beep', 0.5)\n emit Late(i) after 2t } } }\n"
    " on Late(n) { seen.add(n)\n names['y'] = n\n keep('coins', coins)\n if n == 4 { let c = nearest('coin', "
    "vec3(0.0, 0.0, 0.0), 9.0)\n"
    "  if c != null { remove(c) } } }\n on tick { print_number(coins, 2, 2, #FFFFFF)\n if let x = o { "
    "x.angle = x.angle + 1deg } } }\n";

static const char painted[] =
    "v -1 -1 0 1 0 0\nv 1 -1 0 0 1 0\nv 1 1 0 0 0 1\nv -1 1 0 1 1 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    "f 1/1 2/2 3/3 4/4\nf 4/4 3/3 2/2 1/1\n";

static void write_file(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[100];
    tool_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    must(import_file_write(path, bytes, size, &error));
}

static void pack_everything(writer *image) {
    static const char *const files[] = {"rom/carts/showcase/crate.obj", "rom/carts/showcase/crate.xpm",
                                        "tests/fuzz/seeds/bar.dae", "rom/carts/effects/fire.particles"};
    static const char cues[] = "{\"cues\": [{\"name\": \"ring\", \"volume\": 0.5, \"sources\": [{\"sound\": "
                               "\"beep\", \"weight\": 2}]}]}";
    uint8_t wave[44 + 800] =
        "RIFF\x44\3\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1F\0\0\x40\x1F\0\0\1\0\x08\0data\x20\3\0";
    char folder[] = "/tmp/oxcart_boot_XXXXXX";
    must(mkdtemp(folder) != NULL);
    for (int i = 0; i < 800; i++) wave[44 + i] = i % 20 < 10 ? 32 : 112;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        uint8_t *bytes;
        size_t size;
        tool_error error;
        must(import_file_read(files[i], &bytes, &size, &error));
        write_file(folder, strrchr(files[i], '/') + 1, bytes, size);
        free(bytes);
    }
    write_file(folder, "beep.wav", wave, sizeof wave);
    write_file(folder, "bank.txt", "beep beep\n", 10);
    write_file(folder, "cues.json", cues, strlen(cues));
    write_file(folder, "painted.obj", painted, strlen(painted));
    write_file(folder, "words.txt", "hello = Hello {0}\n", 18);
    write_file(folder, "rows.csv", "key,size:i32\na,1\nb,2\n", 21);
    write_file(folder, "curve.csv", "1,2,3\n", 6);
    write_file(folder, "game.goad", everything_script, strlen(everything_script));
    write_file(folder, "cart.txt", everything, strlen(everything));
    pack_sample(folder, image);
    remove_folder(folder);
}

static void prepare(void) {
    static const char *const carts[] = {
        "showcase",      "effects", "blocks", "bricks", "chase",  "flock",  "fold",     "gauges",
        "hop",           "jukebox", "meadow", "menus",  "tweens", "volley", "darkroom", "examples/sheepfold",
        "examples/pairs"};
    static const char *const templates[] = {"3d", "2d", "script", "topdown", "menu"};
    writer *image = images;
    for (size_t i = 0; i < sizeof carts / sizeof carts[0]; i++) {
        char folder[60];
        snprintf(folder, sizeof folder, "rom/carts/%s", carts[i]);
        pack_sample(folder, image++);
    }
    for (size_t i = 0; i < sizeof templates / sizeof templates[0]; i++) pack_template(templates[i], image++);
    pack_everything(image++);
    /* These carts come behind the others, whose numbers the seeds know. */
    pack_sample("rom/carts/bloom", image++);
    pack_sample("rom/carts/lamplighter", image++);
    pack_sample("rom/carts/glare", image++);
    pack_sample("rom/carts/examples/physics", image++);
    pack_sample("rom/carts/examples/water", image++);
    must(image == images + IMAGES);
    port = quiet_port(NULL);
    must(port != NULL);
}

/* ---- damage ---- */

static uint32_t half(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }

static void put(uint8_t *at, uint32_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* Numbers at which readers go wrong: about zero, about the largest number, about the ends of the chunk and of the
 * image. */
static uint32_t edge(const rom_image *image, const rom_chunk *chunk, uint32_t which) {
    const uint32_t edges[] = {0,
                              1,
                              UINT32_MAX,
                              0x7FFFFFFFu,
                              0x80000000u,
                              0x80000001u,
                              0xFFFFu,
                              0x10000u,
                              0x7FFF0000u,
                              0xFFFFFFFCu,
                              chunk->stored,
                              chunk->stored - 1,
                              chunk->stored - 4,
                              chunk->stored + 4,
                              image->size,
                              0x3FFFFFFFu,
                              0x40000000u,
                              0x00FFFFFFu,
                              0xFFFF0000u,
                              0x8000u,
                              255};
    return edges[which % (sizeof edges / sizeof edges[0])];
}

/* Makes one change; fields of the directory and of the header can be changed, too. */
static void change(const rom_image *image, uint8_t *bytes, const uint8_t *how) {
    rom_chunk chunk, other;
    uint32_t at = half(how + 1), value = half(how + 4);
    must(rom_entry(image, how[0] % image->count, &chunk) && rom_entry(image, value % image->count, &other));
    uint8_t *data = bytes + chunk.offset,
            *entry = bytes + image->directory + how[0] % image->count * ROM_ENTRY_SIZE;
    /* Most offsets, counts and fields that readers follow stand at a chunk's beginning. */
    at = (at & 0x8000u) == 0 && chunk.stored > 192 ? at % 192 : at % chunk.stored;
    uint8_t *word = data + (at & ~3u), *two = data + (at & ~1u);
    if (at + 4 > chunk.stored) word = data + chunk.stored - 4, two = word;
    switch (how[3] % 16u) {
    case 0:
    case 1:
        data[at] = (uint8_t)value;
        break;
    case 2:
    case 3:
        put(two, value, 2);
        break;
    case 4:
        put(word, (uint32_t)(int32_t)(int16_t)value, 4);
        break;
    case 5:
        put(word, value << 16, 4);
        break;
    case 6:
    case 7:
    case 8:
        put(word, edge(image, &chunk, value), 4);
        break;
    case 9:
        put(two, edge(image, &chunk, value), 2);
        break;
    case 10:
        put(word, rom_u32(word) + (uint32_t)(int32_t)(int16_t)value, 4);
        break;
    case 11:
        put(word, rom_u32(data + (value % chunk.stored & ~3u)), 4);
        break;
    case 12:
        put(word, other.id, 4);
        break;
    case 13:
        memmove(data, bytes + other.offset, chunk.stored < other.stored ? chunk.stored : other.stored);
        break;
    case 14:
        if ((at & 1u) != 0)
            entry[ROM_ENTRY_VARIANT + at / 2 % 4] = (uint8_t)value;
        else
            put(entry + at / 2 % 7 * 4,
                (value & 1u) != 0 ? edge(image, &chunk, value / 2)
                                  : rom_u32(entry + at / 2 % 7 * 4) + (uint32_t)(int32_t)(int16_t)value,
                4);
        break;
    default:
        put(bytes + at % ROM_HEADER_SIZE, value, at % ROM_HEADER_SIZE < ROM_HEADER_SIZE - 1 ? 2 : 1);
        break;
    }
}

static void damage(const writer *good, uint8_t *bytes, const uint8_t *data, size_t size) {
    rom_image image;
    memcpy(bytes, good->data, good->size);
    must(rom_open(good->data, good->size, &image, NULL) == ROM_OK);
    for (; size >= CHANGE; data += CHANGE, size -= CHANGE) change(&image, bytes, data);
    image_seal(bytes, good->size);
}

/* ---- playing ---- */

static bool play(ox_console *c, uint32_t from, uint32_t to, uint32_t buttons) {
    for (uint32_t i = from; i < to; i++) {
        const plat_input polled = {.buttons = (i / 8 & 1u) != 0 ? buttons : 0};
        ox_input_feed(c->host.input, &polled);
        if (!ox_console_update(c)) return false;
        if (i % 24 == 5) ox_console_output(c);
    }
    return true;
}

enum { BOOTED, OVERLAID, LIVE };

static void boot(const writer *good, const uint8_t *bytes, uint32_t way, uint32_t buttons) {
    const ox_overlay overlay = {.image = bytes, .size = good->size, .name = "damaged"};
    ox_error why = {.text = ""};
    ox_boot_options options = quiet_options(port, good);
    if (way == BOOTED) options.image = bytes;
    if (way == OVERLAID) options.overlays = &overlay, options.overlay_count = 1;
    options.modules = ox_preset_full;
    options.width = WIDTH;
    options.height = HEIGHT;
    options.log_hashes = false;
    ox_console *c = ox_console_boot(&options, &why);
    if (c == NULL) {
        must(why.text[0] != 0);
        return;
    }
    bool more = play(c, 0, STEPS / 2, buttons);
    if (more && way == LIVE) {
        why.text[0] = 0;
        ox_status status = ox_console_replace(c, bytes, (uint32_t)good->size, &why);
        must(status == OX_OK || why.text[0] != 0);
        more = ox_console_input(c);
    }
    if (more) (void)play(c, STEPS / 2, STEPS, buttons);
    (void)ox_console_close(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 + CHANGE) return 0;
    if (size > 2 + CHANGE * CHANGES) size = 2 + CHANGE * CHANGES;
    if (port == NULL) prepare();
    const writer *good = &images[data[0] % IMAGES];
    uint8_t *bytes = malloc(good->size); /* of exactly this size, so that a byte too many is seen */
    if (bytes == NULL) return 0;
    damage(good, bytes, data + 2, size - 2);
    boot(good, bytes, data[1] % 8 < 6 ? BOOTED : data[1] % 8 == 6 ? OVERLAID : LIVE, data[1] * 17u & 0xFFFu);
    free(bytes);
    return 0;
}
