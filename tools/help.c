/* The texts of oxcart help, one for each verb; the manual page and the shells' completions are made from them too. */
#include "tools/help.h"

#include "fixedmath/assert.h"

#define PLAY_HELP                                                                                            \
    "  --frames N       play N frames, then end           --headless       show nothing (60 frames if not "  \
    "told)\n"                                                                                                \
    "  --shot OUT.png   keep a frame as a picture         --at K           which one (the last)\n"           \
    "  --hash           print the hash of every frame     --stats          print one line of figures at "    \
    "the end\n"                                                                                              \
    "  --size WxH       another picture size              --format F       pal8, rgb565, bgr555 or "         \
    "xrgb8888\n"                                                                                             \
    "  --bands LINES    draw in bands of so many lines    --threads N      draw on so many processors\n"     \
    "  --driver D       sdl, terminal or headless         --terminal       the same as --driver terminal\n"  \
    "  --input SCRIPT   buttons from a file               --scale N        screen pixels to a picture "      \
    "pixel\n"                                                                                                \
    "  --memory BYTES   memory of the machine (64M)       --quiet          no messages but errors and "      \
    "warnings\n"                                                                                          \
    "  --record FILE    what is played, tick by tick      --replay FILE    play that again and compare\n"     \
    "  --thorough       record every value of every tick, so that a difference is named exactly\n"

const help_topic help_topics[] = {
    {"new", "make a small cart to begin with",
     "usage: oxcart new DIR\n"
     "Makes the folder DIR with a cart.txt that explains itself, three models and a texture.\n"
     "example: oxcart new mygame && oxcart run mygame\n"},
    {"pack", "build a ROM image from a cart",
     "usage: oxcart pack DIR -o FILE.rom [--release] [--quiet] [--languages LIST] [--region TAG] [--base BASE.rom]\n"
     "Packs the cart in DIR (see oxcart help cart). Missing assets are left out with a warning; the console "
     "shows\n"
     "placeholders for them. --release leaves the names of chunks out. The same cart gives the same bytes.\n"
     "--languages en,de and --region keep only these variants. --base makes an overlay: only what differs from that "
     "image.\n"
     "example: oxcart pack mygame -o mygame.rom\n"},
    {"run", "play a ROM image, or a cart with live reload",
     "usage: oxcart run FILE.rom|DIR [options]\n"
     "Plays in a window, else in the terminal. A folder is packed first, and again whenever one of its files "
     "changes.\n" PLAY_HELP "example: oxcart run mygame\n"
     "example: oxcart run mygame.rom --headless --frames 120 --hash\n"},
    {"view", "look at a model on a turntable",
     "usage: oxcart view MODEL [--texture T.png] [--shade flat|gouraud|phong|unlit] [-o VIEWER.rom] "
     "[--animation N|NAME] [--time SECONDS] [--contact OUT.png [--columns N]] [--list] [--axes RUB] [options]\n"
     "MODEL is .obj, .gltf, .glb or .iqm. --list prints what is in it: parts, materials, animations, checks, bytes.\n"
     "--animation and --time show one pose, --contact draws all animations as one sheet. --axes names what the\n"
     "file's x, y and z are: Right, Left, Up, Down, Front, Back.\n"
     "The model is scaled to the unit sphere; the camera looks at it from 2.5 away with a field of view of "
     "45 degrees.\n"
     "Frame i of N turns it by i/N of a turn. --texture checker is a built-in pattern. -o keeps the viewer\n"
     "as a ROM image (alone it plays nothing). Without --size and --format: 640x480 xrgb8888.\n" PLAY_HELP
     "example: oxcart view teapot.obj --shade phong\n"
     "example: oxcart view teapot.obj --texture checker --headless --frames 60 --stats --shot teapot.png "
     "--at 0\n"},
    {"ls", "list what is in a ROM image",
     "usage: oxcart ls FILE.rom\n"
     "Prints the header and, for each chunk, its id, type, offset, bytes, checksum and name.\n"
     "example: oxcart ls mygame.rom\n"},
    {"check", "check that a ROM image is whole",
     "usage: oxcart check FILE.rom\n"
     "Checks every checksum, offset, count and index, and that what chunks name is there.\n"
     "example: oxcart check mygame.rom\n"},
    {"export", "make a cartridge for another machine",
     "usage: oxcart export FILE.rom --gba OUT.gba [--size WxH] [--format pal8|bgr555] [--bands LINES] "
     "[--frames N]\n"
     "                     [--log-hashes] [--log-cycles] [--deterministic]\n"
     "Appends the image to the Game Boy Advance player. --log-hashes and --log-cycles print figures of every "
     "frame to\n"
     "the emulator's log; --frames ends after so many.\n"
     "example: oxcart export mygame.rom --gba mygame.gba\n"},
    {"size", "what fills a ROM image",
     "usage: oxcart size FILE.rom [--png OUT.png] [--csv] [--limit BYTES]\n"
     "Bytes by type and by chunk, alignment, what packing and sharing save, and the memory budget. --png draws a map in\n"
     "which every chunk has the area of its bytes; --limit fails when the image is larger (for build scripts).\n"
     "example: oxcart size mygame.rom --png size.png\n"},
    {"extract", "write the chunks of a ROM image to files",
     "usage: oxcart extract FILE.rom -o FOLDER [--chunk NAME|ID|TYPE]\n"
     "Writes each chunk, unpacked, to a file named after it.\n"
     "example: oxcart extract mygame.rom -o chunks --chunk MESH\n"},
    {"dump", "print a ROM image as text",
     "usage: oxcart dump FILE.rom [--chunk NAME|ID|TYPE] [-o OUT.txt]\n"
     "One field a line, with its name; numbers are exact. oxcart assemble makes the image of it again.\n"
     "example: oxcart dump mygame.rom --chunk scene/main\n"},
    {"assemble", "build a ROM image from a dump",
     "usage: oxcart assemble DUMP.txt -o FILE.rom\n"
     "The way back of oxcart dump: the same bytes, checksums made anew.\n"
     "example: oxcart dump a.rom -o a.txt && oxcart assemble a.txt -o b.rom\n"},
    {"diff", "compare two ROM images",
     "usage: oxcart diff A.rom B.rom [--most N]\n"
     "By chunk and field, not by byte: added, removed, changed, at most N lines a chunk (20); pictures by their pixels.\n"
     "Exit code 1 when they differ.\n"
     "example: oxcart diff old.rom new.rom\n"},
    {"ids", "constants for names, and names for ids",
     "usage: oxcart ids FILE|DIR... [-o IDS.h] [--list NAMES.txt]\n"
     "       oxcart ids NAMES.txt --name ID\n"
     "       oxcart ids NAMES.txt --log FILE\n"
     "Collects every SID(\"name\") of C sources, the names in ROM images and those in lists (one a line; a name that "
     "stands\n"
     "twice in one list is an error, so a list may hold the objects of a level). Refuses two names with one id. -o "
     "writes a\n"
     "header of constants SID_NAME for switch labels, --list the list of names that maps ids back; without both the "
     "list\n"
     "is printed. --name prints the name of an id, --log prints a log with names where it has ids such as #69b38f09.\n"
     "example: oxcart ids mygame mygame.rom -o mygame/ids.h --list mygame.names\n"},
    {"completion", "print completions for a shell",
     "usage: oxcart completion bash|zsh|fish\n"
     "Prints a script that completes verbs, options and files.\n"
     "example: oxcart completion bash >~/.local/share/bash-completion/completions/oxcart\n"},
    {"version", "print the version", "usage: oxcart version\nexample: oxcart version\n"},
    {"help", "explain a verb", "usage: oxcart help [VERB|cart] [--man]\n"
     "--man prints all of it as a manual page: oxcart help --man | man -l -\n"
     "example: oxcart help pack\n"},
    {"cart", "what stands in cart.txt",
     "A cart is a folder with cart.txt and asset files. One statement a line, words separated by blanks, # "
     "to the end of\n"
     "the line is a comment, \"quoted text\" may hold blanks, key=value options stand in any order.\n"
     "\n"
     "  title \"Text\"        author \"Text\"       version 1.0\n"
     "  size 240x160        format pal8|rgb565|bgr555|xrgb8888\n"
     "  budget 192K         frame 40K (display list; a quarter of the budget)\n"
     "  band 16 (lines; 0: as the machine likes)      rate 60 (steps a second)\n"
     "  start SCENE         palette FILE.png|FILE.txt     dither on|off\n"
     "  compress on|off (smaller image; what is packed is unpacked into memory)\n"
     "  texture NAME FILE [keyed] [memory=any|main|video|fast]\n"
     "  material NAME colour=#RRGGBB [shading=flat|gouraud|phong|unlit] [specular=0..1] [shininess=1..128]\n"
     "           [texture=NAME] [mapping=span|pixel|affine] [two-sided]\n"
     "  mesh NAME FILE.obj [material=NAME] [scale=S] [normalise] [memory=any|main|video|fast]\n"
     "  level|table|text|regions|topology|raw NAME FILE [memory=...] [life=cache|level|short|resident]\n"
     "           [language=TAG] [region=TAG]\n"
     "  language TAG \"Name\"  region TAG \"Name\"    icon TEXTURE    first-level NAME    home \"...\"    licence \"...\"\n"
     "  memory fast|video|save|debug BYTES [align=N]        frame-copies 2     cache 32K     scratch 16K\n"
     "  client NAME BYTES [class=main] [end=low|high]       blocks 2K,60       streams 4K,2\n"
     "  pool NAME count=N size=BYTES [align=N]              io-quota 8K        decode-quota 8K\n"
     "  capacity NAME N (room in a table of the kernel: objects, events, timers, ...)    handles NAME N\n"
     "  needs sound,pointer,keyboard,save,network,rumble    stack 8K\n"
     "  scene NAME\n"
     "    background #RRGGBB   ambient 0.25   hud on|off   turntable FRAMES   log-cycles\n"
     "    camera at=X,Y,Z target=X,Y,Z [fov=45] [near=0.1] [far=100] "
     "[orbit=RADIUS,TURNS_PER_SECOND,PHASE_DEGREES]\n"
     "           [bob=HEIGHT,PER_SECOND,PHASE] [separation=METRES, the least between two surfaces: warns\n"
     "           where depth cannot tell them apart]\n"
     "    light sun direction=X,Y,Z [intensity=0..1]\n"
     "    light point at=X,Y,Z range=R [intensity=0..1] [orbit=...] [bob=...]\n"
     "    object MESH [at=X,Y,Z] [scale=S] [yaw=DEG] [pitch=DEG] [roll=DEG] [spin=YAW,PITCH,ROLL degrees a "
     "second]\n"
     "           [shading=...] [fixed-shading] [orbit=...] [bob=...]\n"
     "  end\n"
     "\n"
     "keyed: transparent pixels, or #FF00FF where a picture has no transparency, are not drawn.\n"
     "example: oxcart new mygame; the cart.txt in it is a commented example\n"},
};
FX_STATIC_ASSERT(sizeof help_topics / sizeof help_topics[0] == HELP_TOPICS, "HELP_TOPICS counts the texts");
