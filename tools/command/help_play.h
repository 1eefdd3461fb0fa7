/* The text of oxcart help on the options that all playing verbs share. */
#ifndef OXCART_TOOLS_COMMAND_HELP_PLAY_H
#define OXCART_TOOLS_COMMAND_HELP_PLAY_H

#define PLAY_HELP                                                                                            \
    "  --frames N       play N frames, then end           --headless       show nothing (60 frames)\n"       \
    "  --shot OUT.png   keep a frame as a picture         --at K           which one (the last)\n"           \
    "  --hash           the hash of every frame           --stats          one line of figures at "          \
    "the end\n"                                                                                              \
    "  --size WxH       another picture size              --format F       pal8, rgb565, bgr555 or "         \
    "xrgb8888\n"                                                                                             \
    "  --bands LINES    draw in bands of so many lines    --threads N      draw on so many processors\n"     \
    "  --driver D       sdl, terminal, fb or headless     --terminal, --fb the same\n"                       \
    "  --device PATH    fb (Linux, no desktop): /dev/dri/card0, /dev/fb0 ...\n"                              \
    "  --input SCRIPT   buttons from a file               --scale N        screen pixels a pixel\n"          \
    "  --memory BYTES   memory of the machine (64M)       --quiet          errors and warnings "             \
    "alone\n"                                                                                                \
    "  --record FILE    what is played, tick by tick      --replay FILE    play that again and compare\n"    \
    "  --thorough       record all values, to name a difference\n"                                           \
    "  --level NAME     another scene to begin with       --overlay A,B    images that lie over it\n"        \
    "  --language TAG   one of the cart's languages       --region TAG     one of its regions\n"             \
    "  --strict         missing or damaged things end it\n"                                                  \
    "  --wav OUT.wav    keep the sound as a file          --audio CMD      plays raw samples\n"              \
    "                   (`aplay -q -t raw -f S16_LE -r %r -c %c`; without it any that is there)  --mute  "   \
    "none\n"                                                                                                 \
    "  --sounds         tells of each sound               --bus BUS        `music` ... alone\n"              \
    "  --gamma G  1.0 to 3.0: brighter   --wireless PORT\n"                                                  \
    "  --saves FILE     saved games (the user's folder; headless, recorded: nowhere)\n"                      \
    "  --show WORDS     shapes, contacts ... or all\n"                                                       \
    "SCRIPT: rising frames, and actions: `9 press UP`, `30 release UP`, `40 hold A+B 5`, `50 quit`,\n"       \
    "`60 screenshot`, `70 pointer X Y`, `80 wheel N`, `90 stick X Y` (-32767 to 32767)\n"

#endif
