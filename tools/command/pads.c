/* oxcart pads: pads are looked over control by control, or play on another machine. */
#include <stdlib.h>
#include <string.h>

#include "platform/host/host.h"
#include "platform/host/host_network.h"
#include "platform/wireless.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/play/pad_check.h"
#include "tools/play/play.h"
#include "tools/report/arguments.h"

enum { BOARD_WIDTH = 160, BOARD_HEIGHT = 120, PLACE = 1 };

/* Packets go out sixty times a second, with a picture or without. */
static plat *open_port(const play_settings *play, const char *script, pad_motors *motors) {
    char said[200] = "";
    const host_options options = {.driver = script != NULL ? HOST_DRIVER_HEADLESS : (host_driver)play->driver,
                                  .pace = script != NULL ? HOST_PACE_OFF : HOST_PACE_ON,
                                  .title = "Pads",
                                  .frame_limit = (uint32_t)play->frames,
                                  .input_script = script == NULL ? play->input : NULL,
                                  .input_text = script,
                                  .quiet = true,
                                  .on_rumble = script == NULL ? NULL : pad_check_felt,
                                  .on_rumble_argument = motors,
                                  .memory = 1 << 20,
                                  .threads = 1};
    plat *port = host_open(&options, said, sizeof said);
    if (port != NULL && plat_video_open(port, BOARD_WIDTH, BOARD_HEIGHT, PLAT_XRGB8888)) return port;
    fprintf(stderr, "oxcart pads: %s\n", port == NULL ? said : host_video_error(port));
    if (port != NULL) host_close(port);
    return NULL;
}

/* The first pad that is plugged in, once the port has told of its devices; 0: there is none. */
static int find_pad(plat *port) {
    plat_input in;
    plat_device device;
    for (int frame = 0; frame < 30; frame++) {
        plat_poll(port, &in);
        plat_present(port);
        for (int place = 1; place < PLAT_DEVICES; place++)
            if (plat_device_at(port, place, &device, &in)) {
                printf("pad %d is %s\n", place, device.name);
                return place;
            }
    }
    return 0;
}

/* An image to play, packed or read; false, with the reason, where it is none. */
static bool take_game(const char *game, writer *image, tool_error *error) {
    rom_image opened;
    rom_error why = {ROM_OK, 0, ""};
    if (!command_make_image(game, true, image, error)) return false;
    if (rom_open(image->data, image->size, &opened, &why) == ROM_OK) return true;
    import_error_file(error, game, "the ROM image is refused: %s", why.text);
    writer_free(image);
    return false;
}

static int look_over(const play_settings *play, const char *game, bool is_virtual) {
    char script[PAD_SCRIPT];
    pad_item items[PAD_ITEMS];
    writer image = {0};
    tool_error error;
    int count = 0;
    pad_motors motors = {.now = {0}};
    if (game != NULL && !take_game(game, &image, &error)) return command_failed(&error);
    pad_check_script(PLACE, script, sizeof script);
    plat *port = open_port(play, is_virtual ? script : NULL, &motors);
    pad_check check = {
        .port = port, .place = PLACE, .by_hand = !is_virtual, .motors = is_virtual ? &motors : NULL};
    if (port != NULL && !is_virtual) check.place = find_pad(port);
    const bool is_there = port != NULL && check.place != 0;
    if (port != NULL && !is_there)
        fprintf(
            stderr,
            "oxcart pads: no pad is plugged in; `oxcart pads --virtual` looks over one that plays itself\n");
    if (is_there) count = pad_check_controls(&check, items);
    if (port != NULL) host_close(port);
    if (is_there && game != NULL) count += pad_check_game(&image, items + count);
    writer_free(&image);
    return is_there && pad_check_tell(stdout, items, count) ? EXIT_GOOD : EXIT_BAD;
}

/* ---- a pad for another machine ---- */

static void hear_answers(ox_transport *way, plat_wireless_pad *pad, plat *port) {
    uint8_t bytes[PLAT_WIRELESS_BYTES];
    plat_wireless_felt felt;
    ox_address from;
    for (uint32_t count; (count = ox_transport_receive(way, bytes, sizeof bytes, &from)) > 0;) {
        if (!plat_wireless_hear(pad, bytes, count, &felt)) continue;
        for (int motor = 0; motor < 2; motor++)
            (void)!plat_rumble(port, 0, motor, felt.strength[motor], felt.milliseconds[motor]);
    }
}

static int send_pad(const play_settings *play, const char *to) {
    char said[200] = "";
    ox_address address;
    size_t at;
    if (ox_failed(ox_address_parse((ox_text_view){to, strlen(to)}, &address, &at)) || address.port == 0 ||
        address.family != OX_ADDRESS_IPV4)
        return arguments_wrong("pads",
                               "--send wants an address in numbers, as 192.168.1.7:40900; found `%.60s`", to);
    host_network *net =
        host_network_open(&(host_network_options){.family = OX_ADDRESS_IPV4}, said, sizeof said);
    plat *port = net == NULL ? NULL : open_port(play, NULL, NULL);
    if (net == NULL) fprintf(stderr, "oxcart pads: %s\n", said);
    if (port != NULL) {
        ox_transport way = host_network_transport(net);
        plat_wireless_pad pad = {.number = 0};
        uint8_t packet[PLAT_WIRELESS_BYTES];
        plat_input in = {.buttons = 0};
        while (!in.quit) {
            plat_poll(port, &in);
            plat_wireless_say(&pad, &in, PLAT_BATTERY_UNKNOWN,
                              PLAT_HAS_STICK | PLAT_HAS_RIGHT_STICK | PLAT_HAS_TRIGGERS | PLAT_HAS_MOTORS,
                              packet);
            (void)!ox_transport_send(&way, &address, packet, sizeof packet); /* the next one says it again */
            hear_answers(&way, &pad, port);
            plat_present(port);
        }
        host_close(port);
    }
    host_network_close(net);
    return port != NULL ? EXIT_GOOD : EXIT_BAD;
}

static int command_pads(int argc, char **argv) {
    const char *to = NULL, *game = NULL;
    bool is_virtual = false;
    play_settings play = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 3];
    int count = play_options(&play, options);
    options[count++] = (argument_option){"--virtual", ARGUMENT_FLAG, &is_virtual, 0, 0, NULL};
    options[count++] = (argument_option){"--send", ARGUMENT_TEXT, &to, 0, 0, NULL};
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (argc > 1 && argv[1][0] != '-') {
        game = argv[1];
        argv[1] = argv[0];
        argc--, argv++;
    }
    if (!arguments_parse(argc, argv, options, NULL, 0, "") || !play_settle("pads", &play)) return EXIT_USAGE;
    return to != NULL ? send_pad(&play, to) : look_over(&play, game, is_virtual);
}

const command_verb verb_pads = {
    {"pads", "look over a pad, or play on another machine with it",
     "usage: oxcart pads [CART|IMAGE.rom] [--virtual]\n"
     "       oxcart pads --send ADDRESS:PORT [--terminal | --headless --input SCRIPT --frames N]\n"
     "Asks for every control of the first pad in turn and tells whether it, and it alone, moved; how the "
     "sticks rest and how far they go; "
     "whether the pad shakes and\n"
     "stops. With a cart it tells what the game does with a pad that shakes, whose battery goes, that is "
     "pulled out and comes back. `--virtual` looks over a pad "
     "that plays\n"
     "itself. `--send` makes this machine's keyboard and pads a wireless pad of a game that another machine "
     "(or this one) plays with "
     "`oxcart run CART --wireless PORT`;\n"
     "platform/wireless.h has the packets, for pads of one's own.\n"
     "Exit code 1: an item failed, or there is no pad.\n"
     "example: oxcart pads mygame --virtual\n"
     "example: oxcart pads --send 192.168.1.7:40900\n"},
    command_pads,
};
