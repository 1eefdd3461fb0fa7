/* Fuzz target: a console whose scripts, the list of them (SCRP) and their places in the texts are damaged behind
 * checksums that are right. Whatever the reader takes plays: buttons, faults with their reports, the state kept,
 * damaged and brought back. The first two bytes are buttons. Changes of four bytes each follow: which chunk, where
 * (two bytes), what; 255 as the chunk is a byte of the state. */
#define _XOPEN_SOURCE 700
#include <stdarg.h>

#include "kernel/behaviour/internal.h"
#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "platform/host/host.h"
#include "rom/check.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"
#include "tools/inspect/image_model.h"

enum { CHUNKS = 3, STATE = 65536, OF_STATE = 255 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void test_fail(const char *file, int line, const char *what, long long actual, long long expected) {
    fprintf(stderr, "%s:%d: %s: %lld, %lld\n", file, line, what, actual, expected);
    abort();
}
void test_info(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static const char cart_text[] = "title \"Scripts\"\nsize 64x48\nformat rgb565\nbudget 128K\nframe 8K\nstart "
                                "one\ncapacity script-copies 3\n"
                                "material red colour=#ff2020 shading=unlit\nmesh sign square.obj "
                                "material=red\nscript game game.goad\nscript other other.goad\n"
                                "scene one\n background #101010\n camera at=0,0,6 target=0,0,0\n object sign "
                                "name=hero at=0,0,0 behaviour=Hero\n"
                                " object sign name=wall at=3,0,0\n behaviour Rules\nend\nscene two\n camera "
                                "at=0,0,6 target=0,0,0\n object sign name=other behaviour=Hero\nend\n";
static const char game_text[] = "var steps = 0\n"
                                "event Ring(by: int)\n"
                                "behaviour Hero {\n"
                                "  prop speed: fx = 0.25\n"
                                "  on start { self.angle = 90deg }\n"
                                "  auto state Go { begin { wait 2t\n"
                                " emit Ring(7) after 3t\n"
                                " wait 5t } }\n"
                                "  on tick { let s = stick()\n"
                                " self.pos = self.pos + vec3(s.x * speed, s.y * speed, 0.0)\n"
                                " steps += 1\n"
                                " if steps == 3 { var l: list[int, 2]\n"
                                " l.add(1)\n"
                                " steps += l[steps] } }\n"
                                "  on Press(b) when b == Button.A { speed = 1.0 }\n"
                                "  on Ring(n) { steps += n }\n"
                                "}\n"
                                "behaviour Rules { on tick { print_number(steps, 2, 2, #FFFFFF)\n"
                                " keep('steps', steps)\n"
                                " keep('seen', kept('seen') + 1) } }\n";
static const char other_text[] =
    "var total: fx = 1.5\nbehaviour Other { on tick { total = total / (total - total) } }\n";

static writer whole;
static plat *port;

static void prepare(void) {
    packed_folder folder;
    char error[200] = "";
    CHECK(folder_make(&folder));
    folder_write(&folder, "cart.txt", cart_text);
    folder_write(&folder, "square.obj", folder_square);
    folder_write(&folder, "game.goad", game_text);
    folder_write(&folder, "other.goad", other_text);
    CHECK(folder_pack(&folder, &whole));
    folder_remove(&folder);
    const host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = UINT32_MAX};
    port = test_port_open(&options, error, sizeof error);
    CHECK(port != NULL);
}

/* Sets length and sum of a module right, so that its insides are looked at. */
static void mend_module(uint8_t *chunk, uint32_t stored) {
    uint32_t at = rom_u32(chunk + ROM_CODE_DATA_AT), bytes = rom_u32(chunk + ROM_CODE_DATA_BYTES);
    if (at > stored || bytes > stored - at || bytes < ROM_SCRIPT_MODULE_SIZE) return;
    uint32_t sum =
        rom_crc32(0, chunk + at + ROM_SCRIPT_MODULE_INTERFACE, bytes - ROM_SCRIPT_MODULE_INTERFACE);
    for (uint32_t i = 0; i < 4; i++) chunk[at + ROM_SCRIPT_MODULE_CHECKSUM + i] = (uint8_t)(sum >> 8 * i);
}

static void damage(uint8_t *bytes, size_t length, const uint8_t *data, size_t size) {
    static const uint32_t types[CHUNKS] = {ROM_TAG_SCRIPTS, ROM_TAG_CODE, ROM_TAG_CODE};
    rom_image image;
    rom_chunk chunks[CHUNKS], chunk;
    uint32_t count = 0;
    CHECK(rom_open(bytes, length, &image, NULL) == ROM_OK);
    for (uint32_t t = 0; t < 2; t++) {
        for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++)
            if (chunk.type == types[t] && count < CHUNKS) chunks[count++] = chunk;
    }
    CHECK(count == CHUNKS);
    for (; size >= 4; data += 4, size -= 4) {
        if (data[0] == OF_STATE) continue;
        const rom_chunk *which = &chunks[data[0] % CHUNKS];
        bytes[which->offset + ((uint32_t)data[1] | (uint32_t)data[2] << 8) % which->stored] = data[3];
    }
    for (uint32_t i = 1; i < CHUNKS; i++) mend_module(bytes + chunks[i].offset, chunks[i].stored);
    image_seal(bytes, length);
}

static void frame(ox_console *c, uint32_t buttons) {
    const plat_input polled = {.buttons = buttons};
    ox_input_feed(c->host.input, &polled);
    (void)ox_console_update(c);
    ox_console_output(c);
}

/* Keeps the state, changes it and takes it back; a state that is refused leaves the game as good as new. */
static void state(ox_console *c, const uint8_t *data, size_t size) {
    static uint8_t bytes[STATE];
    ox_behaviours *behaviours = ox_behaviours_of(c);
    if (behaviours == NULL) return;
    const ox_sim_part part = script_state_part(behaviours);
    const ox_sim sim = {&part, 1};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&sim, &to);
    CHECK(!to.full && to.used > 0);
    uint32_t hash = ox_console_scripts_hash(c), changes = 0;
    for (; size >= 4; data += 4, size -= 4) {
        if (data[0] != OF_STATE) continue;
        bytes[((uint32_t)data[1] | (uint32_t)data[2] << 8) % to.used] = data[3];
        changes++;
    }
    ox_reader from = ox_reader_bytes(bytes, to.used);
    ox_status status = ox_sim_restore(&sim, &from);
    if (changes == 0 && (status != OX_OK || ox_console_scripts_hash(c) != hash)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rom_image image;
    rom_error error;
    ox_error why = {.text = ""};
    if (size < 2) return 0;
    if (port == NULL) prepare();
    uint8_t *bytes = malloc(whole.size);
    if (bytes == NULL) return 0;
    memcpy(bytes, whole.data, whole.size);
    damage(bytes, whole.size, data + 2, size - 2);
    if (rom_open(bytes, whole.size, &image, &error) == ROM_OK && rom_check_image(&image, &error) == ROM_OK) {
        ox_boot_options boot = ox_boot_defaults(port, bytes, whole.size);
        boot.deterministic = true;
        boot.log_subsystems = false;
        boot.modules = ox_preset_silent;
        ox_console *c = ox_console_boot(&boot, &why);
        if (c == NULL && why.text[0] == 0) abort();
        if (c != NULL) {
            for (uint32_t i = 0; i < 4; i++) frame(c, data[i % 2] * (i + 1u));
            state(c, data + 2, size - 2);
            for (uint32_t i = 0; i < 4; i++) frame(c, data[i % 2]);
            (void)ox_console_close(c);
        }
    }
    free(bytes);
    return 0;
}
