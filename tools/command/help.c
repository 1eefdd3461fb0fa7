/* The texts of oxcart help, one for each verb; the manual page and the shells' completions are made from them too. */
#include "tools/command/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/preset/presets.h"

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
    "warnings\n"                                                                                             \
    "  --record FILE    what is played, tick by tick      --replay FILE    play that again and compare\n"    \
    "  --thorough       record every value of every tick, so that a difference is named exactly\n"           \
    "  --level NAME     another scene to begin with       --overlay A,B    ROM images that lie over this "   \
    "one\n"                                                                                                  \
    "  --language TAG   one of the cart's languages       --region TAG     one of its regions\n"             \
    "  --strict         what is missing, damaged or refused ends the game\n"                                 \
    "  --wav OUT.wav    keep the sound as a file          --audio CMD      a program that plays raw "        \
    "samples\n"                                                                                              \
    "                   (`aplay -q -t raw -f S16_LE -r %r -c %c`: rate and channels stand for %r and %c)\n"  \
    "  --gamma G        1.0 to 3.0: how bright dark tones are shown (1.0, as they are)\n"                    \
    "  --saves FILE     saved games (in the user's folder for data; headless, recorded: nowhere)\n"          \
    "SCRIPT: frames that never go down, and actions: `9 press UP`, `30 release UP`, `40 hold A+B 5`, `50 "   \
    "quit`,\n"                                                                                               \
    "`60 screenshot`, `70 pointer X Y`, `80 wheel N`, `90 stick X Y` (-32767 to 32767)\n"

enum { NATIVES_MOST = 400 };

static int compare_declarations(const void *a, const void *b) {
    return strcmp((*(const ox_script_native *const *)a)->declaration,
                  (*(const ox_script_native *const *)b)->declaration);
}

/* The natives of all modules by their declarations, each with its sentence. */
static size_t list_natives(char *text, size_t size) {
    const ox_script_native *sorted[NATIVES_MOST];
    size_t count = 0, at = 0;
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->native_count && count < NATIVES_MOST; i++)
            sorted[count++] = &(*m)->natives[i];
    qsort(sorted, count, sizeof *sorted, compare_declarations);
    for (size_t i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "  %s\n      %s\n", sorted[i]->declaration,
                               sorted[i]->about);
    return at;
}

const char *help_text(const help_topic *topic) {
    static char all[NATIVES_MOST * 200];
    if (strcmp(topic->name, "natives") != 0) return topic->text;
    if (all[0] != 0) return all;
    size_t at = list_natives(all, sizeof all);
    if (at < sizeof all) snprintf(all + at, sizeof all - at, "%s", topic->text);
    return all;
}

const help_topic help_topics[] = {
    {"new", "make a small cart to begin with",
     "usage: oxcart new DIR [--template 3d|2d|script]\n"
     "Makes the folder DIR with a cart.txt that explains itself, models and textures. script is a game with "
     "a script, 2d is seen from the side,\n"
     "16 pixels to the metre.\n"
     "example: oxcart new mygame && oxcart run mygame\n"},
    {"pack", "build a ROM image from a cart",
     "usage: oxcart pack DIR -o FILE.rom [--variant debug|development|release] [--json] [--quiet] "
     "[--languages LIST] [--region TAG] [[--overlay] --base BASE.rom]\n"
     "               [--target MACHINE] [--only NAMES] [--actor NAME] [--level NAME] [--strict] [--jobs N] "
     "[--cache FOLDER | --no-cache] [--why all|NAME]\n"
     "               [--depend FILE.d] [--targets FILE.mk] [--asset NAME] [--stats]\n"
     "Packs the cart in DIR (see oxcart help cart). Missing assets are left out with a warning; the console "
     "shows\n"
     "placeholders for them. The same cart gives the same bytes.\n"
     "--variant debug tells where sources lie on this machine; release (or --release) leaves out the names "
     "of chunks, debug sections\n"
     "and debug memory, fixes developer options, and takes overlays as `overlays on|off` in cart.txt says.\n"
     "--languages en,de and --region keep only these variants. --base makes an overlay: only what differs "
     "from that "
     "image\n"
     "(of a part of the cart: only what that part changes), and tells every id that it replaces, adds or "
     "takes away.\n"
     "What was made before is kept in .oxcart beside the output (or in --cache FOLDER, or in $OXCART_CACHE, "
     "which several carts\n"
     "may share), and only what changed is made again; the folder may be removed at any time. --why tells "
     "why something is\n"
     "made again, or who reads a file; --jobs N works on N assets at a time; --depend writes rules for "
     "make.\n"
     "--targets writes a target for every asset and one for the image, to be included in a Makefile; --asset "
     "mesh/crate is what an\n"
     "asset's target calls: it makes that one ahead, and the image takes it from there.\n"
     "--target desktop|gba|lm3s6965|mps2|web packs for that machine: formats, sizes, meshes, sounds become "
     "what it has, and what it cannot\n"
     "hold is refused. --target gba,desktop and --target all (those of `targets` in cart.txt) write one "
     "image where all are the\n"
     "same, else FILE.MACHINE.rom each. --only level/town,mesh/crate,character/pirate packs\n"
     "these and what they need; --actor pirate and --level town say the same. --strict makes warnings "
     "errors; --json tells all as\n"
     "one JSON object. Every mistake is told, the first hundred of them.\n"
     "example: oxcart pack mygame -o mygame.rom\n"},
    {"watch", "pack a cart again whenever it changes",
     "usage: oxcart watch DIR -o FILE.rom [--cache FOLDER] [--jobs N] [--builds N] [--connect PORT] "
     "[--quiet] [--json]\n"
     "Packs, waits for a change of any file that the cart is made of, packs again, until it is interrupted "
     "(or N times). A\n"
     "mistake is told and the old image stays. oxcart run FILE.rom --live plays it meanwhile; --connect PORT "
     "sends each image into a\n"
     "game that oxcart run --listen PORT plays.\n"
     "example: oxcart watch mygame -o mygame.rom\n"},
    {"stage", "pack in stages, each with its output kept",
     "usage: oxcart stage export CART -o FOLDER       the cart with its models in the intermediate format\n"
     "       oxcart stage compile CART -o FOLDER      every asset as a chunk\n"
     "       oxcart stage link COMPILED -o FOLDER     units: scenes, levels, models with all they refer to\n"
     "       oxcart stage pack LINKED -o FILE.rom     the image\n"
     "       oxcart stage all CART -o FOLDER          all four, in folders of their own\n"
     "What export writes is a cart, and what link writes are ROM images that open by themselves. The "
     "intermediate\n"
     "format (.oxs, tools/INTERMEDIATE.md) may be written by hand and by other programs. The image is the "
     "one that\n"
     "oxcart pack makes, but for names of files in its debug strings.\n"
     "  --release        no debug strings               --quiet          no messages but errors\n"
     "  --target desktop|gba|lm3s6965|mps2|web   compile for one machine, and refuse what it cannot hold\n"
     "  --json           the report as one JSON object\n"
     "example: oxcart stage all mygame -o build/mygame\n"},
    {"edit", "put objects into levels and scenes",
     "usage: oxcart edit DIR [--level NAME | --scene NAME] [--driver D | --terminal | --headless] [--size "
     "WxH] [options of oxcart run]\n"
     "       oxcart edit DIR --commands FILE|- [--level NAME | --scene NAME] [--connect PORT] [--json]\n"
     "Changes the levels and scenes of a cart where they stand in its texts: what is not touched keeps its "
     "order, comments and spelling, and\n"
     "undo gives the bytes back. Begins in the cart's first level, else in its start scene.\n"
     "By hand: click selects, drag moves over the ground, drag beside objects turns the camera, wheel zooms; "
     "the bar above chooses a tool.\n"
     "Backspace: the next tool (Look, Move, Place, Set: arrows and Z), A: the next object, X undo, S redo, "
     "Tab and W zoom, Enter plays from\n"
     "here and comes back; Backspace with Z saves, with X deletes, with S copies, with Enter quits. What was "
     "not saved lies in FILE.unsaved,\n"
     "and is there again the next time. --connect PORT: what is changed is at once, unsaved, in the game "
     "that oxcart run --listen PORT plays.\n"
     "--commands: a command a line; after a mistake (FILE:line:column) nothing more is done or written. "
     "`help` among them lists all:\n"
     "  places, open level|scene NAME, create level NAME       types, type NAME mesh=MESH KEY=VALUE (object "
     "types, in types.csv)\n"
     "  place TYPE at=X,Y,Z KEY=VALUE, add STATEMENT           list, show, select, move, turn, scale, copy, "
     "delete, rename\n"
     "  set OBJECT KEY VALUE, unset, attach OBJECT BEHAVIOUR    undo, redo, snap, camera, look, bounds, "
     "save, play, shot, send, quit\n"
     "OBJECT is a number of `list`, a name, `selected` or `all`. Object types are the rows of the table that "
     "cart.txt names as\n"
     "`data types types.csv`: a column mesh:id tells what they look like, the others what they begin with; "
     "`set` gives one of them\n"
     "another value. A command that the packer would refuse is not done.\n"
     "example: oxcart edit mygame\n"
     "example: oxcart edit mygame --level town --commands changes.txt\n"},
    {"tune", "tell and change the numbers of a cart",
     "usage: oxcart tune DIR [WORDS] [--json]\n"
     "       oxcart tune DIR LABEL NUMBER [--json]\n"
     "Lists the numbers of a cart, each with its label (all, or those whose labels have the words); or "
     "writes one in its place: nothing\n"
     "else of the text changes, comments stay, and a number that cannot stand there is refused, with file "
     "and line. A game that oxcart run\n"
     "plays from the folder has it in a moment; oxcart run DIR --tune changes numbers by buttons. Labels of\n"
     "  cart.txt           scene main/camera.fov, scene main/object crate#2.at.3 (the second crate, its "
     "third number)\n"
     "  levels, particles  level town/spawn orc.at.1, particles smoke/life.2\n"
     "  cues, banks        cues main/cues/explosion.volume, bank steps/sand.volume\n"
     "  tables             data units/orc.health (row and column), table power/2.3\n"
     "  scripts            script game/camera.stiffness (`tune` and `const`), script game/Hero.speed "
     "(`prop`: what objects begin with)\n"
     "example: oxcart tune mygame camera\n"
     "example: oxcart tune mygame \"scene main/camera.fov\" 60\n"},
    {"gen", "make models and textures out of numbers and a seed",
     "usage: oxcart gen list [--json]\n"
     "       oxcart gen show NAME [--json]\n"
     "       oxcart gen make NAME -o FILE.obj|FILE.png [--seed N] [KEY=VALUE ...] [--json]\n"
     "list tells what can be made (boxes, spheres, cones, rocks, ground; bricks, wood, marble, stones ...), "
     "show what can be asked of it,\n"
     "with the values that it starts with and their limits. make writes a file that a cart packs like any "
     "other: models with normals and\n"
     "texture coordinates, pictures in a ramp of colours that repeat without a seam. The same words give the "
     "same bytes on every\n"
     "machine, and the first line of a model tells which they were.\n"
     "example: oxcart gen make rock -o rock.obj --seed 3 radius=0.8\n"
     "example: oxcart gen make brick -o wall.png width=128 dark=#402820 light=#C08060\n"},
    {"convert", "turn a single file into a plain form",
     "usage: oxcart convert FILE -o OUT.png|.xpm|.obj|.oxs|.wav|.txt|.json|.ini [--quiet]\n"
     "Reads whatever can be imported: pictures become PNG or text (XPM), models OBJ or the intermediate\n"
     "format (.oxs, with names, hierarchy, skins, animations, lights; tools/INTERMEDIATE.md), sounds WAV, "
     "tile maps text.\n"
     "example: oxcart convert hero.glb -o hero.obj\n"},
    {"texts", "check a cart's texts in all languages",
     "usage: oxcart texts DIR [--glyphs]\n"
     "Tells what is wrong with the tables of texts and the fonts of the cart: no UTF-8, keys twice or "
     "missing in a language, other\n"
     "placeholders, more characters than `limit`, more pixels than `width` in a font whose texts= name the "
     "table, characters without\n"
     "a glyph, assets that lack a language; keys that nothing names are warnings. --glyphs lists the code "
     "points each font needs.\n"
     "Exit code 1 when there is an error.\n"
     "example: oxcart texts mygame\n"},
    {"table", "make a table of numbers out of an expression",
     "usage: oxcart table FILE [--name NAME] [--csv] [-o FILE] [--json]\n"
     "       oxcart table --domain A0,A1,... [--bits 127] [--json]\n"
     "FILE says in lines what the table holds: expression fresnel(x, 1.5), domain 0 1 [open], count 64 "
     "[ROWS], format\n"
     "u8|i16|u16|i32 [BITS] or fx; or values, sorted, inverse. Prints C source in hexadecimal, or "
     "comma-separated values that\n"
     "read back to the same bits; the error of rounding goes to standard error. A cart's `table` takes the "
     "same file.\n"
     "--domain tells the largest |x| for which no term of a polynomial reaches 2^BITS.\n"
     "example: oxcart table fresnel.txt --name fresnel -o fresnel.c\n"},
    {"import", "read files as packing would, and write nothing",
     "usage: oxcart import FILE... [--strict] [--json]\n"
     "Tells what pictures, models, sounds, songs, tile maps, fonts, JSON, XML, CSV and INI files hold, and "
     "every mistake in them.\n"
     "Conversion happens when a cart is packed; oxcart db DIR add makes a file an asset, oxcart convert "
     "writes plain forms.\n"
     "example: oxcart import hero.glb crate.png\n"},
    {"bench", "what a cart costs a frame, in counts",
     "usage: oxcart bench FILE.rom|DIR [--frames N] [--level NAME] [--input SCRIPT] [--size WxH] [--format "
     "F] [--memory BYTES] [--json]\n"
     "Plays N frames (120) without showing them and tells, for a frame in the mean, vertices, triangles, "
     "rows and pixels, what they\n"
     "cost in instructions of a desktop and cycles of a Game Boy Advance, the dearest frame, and the peak of "
     "every region of\n"
     "memory. The counts are the same on every machine.\n"
     "example: oxcart bench mygame --frames 600\n"},
    {"clean", "remove an image and what was kept to make it",
     "usage: oxcart clean FILE.rom\n"
     "Removes the image, the state of its build and, when it was the last one there, the folder .oxcart "
     "beside it.\n"
     "example: oxcart clean mygame.rom\n"},
    {"cache", "look after the store of results and sources",
     "usage: oxcart cache verify | prune [--older-than DAYS] [--most BYTES] [--keep STATES] [--cache FOLDER] "
     "[--json]\n"
     "       oxcart cache put DIR -o LIST | get LIST -o DIR [--copy] [--cache FOLDER]\n"
     "The store is --cache FOLDER, else $OXCART_CACHE, else .oxcart. verify takes damaged results out; prune "
     "what was not used\n"
     "for so long, and the longest unused until so many bytes are left, but nothing that the last builds in "
     "STATES\n"
     "(.oxcart/NAME.rom.state, commas between) used. put keeps a folder of sources; get makes the same "
     "folder elsewhere out of\n"
     "links.\n"
     "example: oxcart cache prune --older-than 30 --keep .oxcart/mygame.rom.state\n"},
    {"run", "play a ROM image, or a cart with live reload",
     "usage: oxcart run FILE.rom|DIR [options] [--set KEY=VALUE] [--tune WORDS] [--listen PORT] [--json]\n"
     "Plays in a window, else in the terminal. A folder is packed first, and again whenever one of its files "
     "changes:\nwhat is other then is put into the running game, which goes on where it is (a new budget, a "
     "new size or the first script restarts "
     "it);\na mistake is told and changes nothing. --live does the same with a ROM image, and overlays over "
     "it,\nthat another program rewrites. --set says\n"
     "otherwise than a statement of cart.txt that stands there once, such as --set budget=128K --set "
     "size=320x240; --json prints\n"
     "the figures of --stats as JSON. --tune camera changes the numbers of the cart whose labels (oxcart "
     "tune) have that word while the\n"
     "game runs: with Select held, Up and Down choose one, Left and Right change its last digit, with A ten "
     "times as much, with B a\n"
     "tenth. They are written into their texts at once, and nothing else of these changes. --listen PORT (0: "
     "any that is free) takes images of\n"
     "oxcart watch and oxcart edit that are connected, from this machine alone.\n" PLAY_HELP
     "example: oxcart run mygame\n"
     "example: oxcart run mygame --tune camera\n"
     "example: oxcart run mygame.rom --headless --frames 120 --hash\n"},
    {"view", "look at a model on a turntable, or at any asset of a cart",
     "usage: oxcart view MODEL [--texture T.png] [--shade flat|gouraud|phong|unlit] [-o VIEWER.rom] "
     "[--animation N|NAME] [--time SECONDS] [--contact OUT.png [--columns N]] [--list [--json]] [--axes RUB] "
     "[--mode M] [options]\n"
     "       oxcart view CART|FILE.rom NAME [--mode M] [--frame N] [--book N] [--rate PERCENT] [--blend CLIP "
     "[--weight 0..16]] [--fly] [--detail N]\n"
     "       oxcart view CART|FILE.rom MESH CLIP [--frame N of the clip] [--blend CLIP [--weight 0..16]] ... "
     "   a mesh that a clip moves\n"
     "                   [--fields] [options, or only one picture: -o OUT.png and --hash]\n"
     "       oxcart view CART|FILE.rom NAME --wav OUT.wav [--target cart|gba] [-o OUT.png]\n"
     "MODEL is .obj, .gltf, .glb, .dae, .iqm, .ply, .stl, .vox or .oxs. --list prints what is in it: parts, "
     "materials, "
     "animations, checks, bytes.\n"
     "--animation and --time show one pose, --contact draws all animations as one sheet. --axes names what "
     "the\n"
     "file's x, y and z are: Right, Left, Up, Down, Front, Back.\n"
     "The model is scaled to the unit sphere; the camera looks at it from 2.5 away with a field of view of "
     "45 degrees.\n"
     "Frame i of N turns it by i/N of a turn. --texture checker is a built-in pattern. -o keeps the viewer\n"
     "as a ROM image (alone it plays nothing). Without --size and --format: 640x480 xrgb8888.\n" PLAY_HELP
     "The second form shows one chunk (see oxcart ls): meshes, materials, scenes and particles played by the "
     "console, frame N of them; clips\n"
     "at frame N, sheets frame N (with --book of a flip-book's steps), pictures their N-th size, lists page "
     "N; sounds as waves,\n"
     "levels from above or flown over (--fly: along the first path, else once round), whatever else there is "
     "(or with --fields) field\n"
     "by field. -o and --hash alone draw one picture; else it is played, with input scripts, shots and "
     "hashes as oxcart run.\n"
     "--mode, --blend, --detail and the keys: oxcart help viewer.\n"
     "--wav plays a sound, a bank or cues through the mixer, and tells peak and clipping;\n"
     "--target gba as a Game Boy Advance mixes, in 8 bits.\n"
     "example: oxcart view teapot.obj --shade phong\n"
     "example: oxcart view mygame mesh/hero --frame 10 -o hero.png\n"
     "example: oxcart view mygame bank/steps --wav steps.wav\n"
     "example: oxcart view teapot.obj --texture checker --headless --frames 60 --stats --shot teapot.png "
     "--at 0\n"},
    {"ls", "list what is in a ROM image",
     "usage: oxcart ls FILE.rom [--json]\n"
     "Prints the header and, for each chunk, its id, type, offset, bytes, checksum and name.\n"
     "example: oxcart ls mygame.rom\n"},
    {"check", "check that a ROM image or a cart is whole",
     "usage: oxcart check FILE.rom|DIR [--equiv FILE.rom [--frames 600] [--input SCRIPT] [--target MACHINE]] "
     "[--strict] [--json]\n"
     "Of an image every checksum, offset, count and index, that what chunks name is there, and that what has "
     "forms in\n"
     "languages has one in each. A cart is packed, and nothing\n"
     "written. --equiv holds a cart's text, converted as run does it, against its image (packed with "
     "--target MACHINE, when\n"
     "so), a release or not: every chunk that the console reads, then pictures, sound and state of so many "
     "frames, in which all\n"
     "buttons are pressed, or those of a script as for run. What differs is told, image -> text; and how "
     "large both are and how\n"
     "long it took to load them.\n"
     "example: oxcart check mygame --equiv mygame.rom\n"
     "example: oxcart check mygame.rom\n"
     "example: oxcart check mygame\n"},
    {"export", "make a cartridge for another machine, a page, or an archive",
     "usage: oxcart export FILE.rom --gba OUT.gba|--lm3s6965 OUT.bin|--web OUT.html|--desktop OUT [--size "
     "WxH] [--format F] [--bands LINES]\n"
     "                     [--frames N] [--log-hashes] [--log-cycles] [--deterministic] [--player FILE]\n"
     "Appends the image to the player for a Game Boy Advance (240x160 in pal8, smaller in bgr555), or for "
     "the Stellaris\n"
     "LM3S6965 board (128x64 greys, 64 KB of memory; the file is what its flash holds), or makes a page that "
     "any browser\n"
     "plays: one file that needs no server and no other file. --desktop writes a program for this system "
     "with nothing in it but game and\n"
     "player: no tools, no symbols (window where SDL2 is, else --terminal; saved games lie in the user's "
     "folder for data). --log-hashes and\n"
     "--log-cycles print figures of every frame to the machine's log; --frames ends after so many; --player "
     "takes another player\n"
     "than the one of `make players`, which lies beside oxcart or in ../lib/oxcart.\n"
     "--gba takes the plain player, which is shorter, for palette pictures whose materials have nothing of "
     "oxcart help material.\n"
     "       oxcart export FILE.rom|CART --archive OUT.zip\n"
     "       oxcart export FILE.zip --tree FOLDER\n"
     "--archive writes the files of a cart, or the text and the chunks of an image; --tree unpacks into a "
     "new folder: a cart again, or\n"
     "image.txt, of which oxcart assemble makes the same image.\n"
     "example: oxcart export mygame.rom --gba mygame.gba\n"
     "example: oxcart export mygame.rom --lm3s6965 mygame.bin --size 128x64\n"
     "example: oxcart export mygame.rom --web mygame.html\n"
     "example: oxcart pack mygame --release -o mygame.rom && oxcart export mygame.rom --desktop "
     "mygame.bin\n"},
    {"size", "what fills a ROM image",
     "usage: oxcart size FILE.rom [--png OUT.png] [--csv] [--limit NAME=BYTES,...] [--map PROGRAM.map "
     "[--stack BYTES]] [--json]\n"
     "Bytes by type, chunk and package; memory by purpose, and what each package needs at its peak; what "
     "packing, sharing,\n"
     "trimming and tiles save; what alignment, blocks and sheets waste. --png draws a map in which every "
     "chunk has the area of\n"
     "its bytes. --map adds the sections of a linked program and what is left of each memory. A package that "
     "needs more than\n"
     "the budget fails; so does what is larger than its --limit: NAME is any name of the table, or the image "
     "when there is "
     "none.\n"
     "example: oxcart size mygame.rom --png size.png\n"
     "example: oxcart size mygame.rom --limit 256K,IMAG=100K\n"},
    {"db", "ask about and change the assets of a cart",
     "usage: oxcart db DIR [list] [--kind K] [--name PATTERN] [--tag T] [--text WORDS] [--larger BYTES] "
     "[--largest]\n"
     "                     [--uses NAME] [--used-by NAME] [--direct] [--unused] [--json]\n"
     "       oxcart db DIR show NAME | preview NAME --png OUT.png [--frame N] | log [NAME] | add KIND NAME "
     "[FILE] [KEY=VALUE ...] | set NAME KEY=VALUE ...\n"
     "       oxcart db DIR rename NAME NEW [--redirect] | move NAME FILE | delete NAME [--with-file] | "
     "fixup\n"
     "                     [--who NAME] [--why REASON]\n"
     "list answers: what uses mesh/crate (--uses, over others too unless --direct), what level/town uses "
     "(--used-by), what is\n"
     "--unused, what is --largest. Words are looked for in lines, comments above them and FILE.meta. show "
     "tells of one, preview draws it as the console does, log "
     "of the\n"
     "changes. add and set are refused when the cart would not pack; rename and move rewrite what refers to "
     "the asset, in "
     "levels\n"
     "too, or leave a redirect, with which the old name stays good; fixup takes redirects out again. delete "
     "is refused "
     "while\n"
     "anything refers to it. Changes stand in DIR/history.txt.\n"
     "example: oxcart db mygame --uses texture/stone --kind level\n"
     "example: oxcart db mygame rename mesh/hero knight --why \"he got a horse\"\n"},
    {"inspect", "look into a ROM image, and change bytes of it",
     "usage: oxcart inspect FILE.rom [--chunk NAME|ID|TYPE] [--verify] [--json]\n"
     "       oxcart inspect FILE.rom --hex [--chunk NAME] [--at OFFSET] [--bytes N]\n"
     "       oxcart inspect FILE.rom --patch OFFSET=BYTES [--keep-checksums] -o OUT.rom\n"
     "       oxcart inspect FILE.rom --replace CHUNK=FILE -o OUT.rom\n"
     "Header, budget, packages and every chunk: sizes stored and full, codec, lifetime, memory class, "
     "sections, what it "
     "refers\n"
     "to (->) and what refers to it (<-). --verify checks all checksums and contents. --hex shows the bytes "
     "with the field "
     "that\n"
     "each is. --patch writes bytes and makes the checksums anew, unless they are to be kept; --replace puts "
     "the bytes of a "
     "file\n"
     "(see oxcart extract) in the place of a chunk. An image that is refused is explained, with its header.\n"
     "example: oxcart inspect mygame.rom --chunk mesh/hero\n"
     "example: oxcart inspect mygame.rom --hex --bytes 64\n"},
    {"extract", "write the chunks of a ROM image to files",
     "usage: oxcart extract FILE.rom -o FOLDER [--chunk NAME|ID|TYPE]\n"
     "Writes each chunk, unpacked, to a file named after it.\n"
     "example: oxcart extract mygame.rom -o chunks --chunk MESH\n"},
    {"dump", "print a ROM image, saved games or a recording as text",
     "usage: oxcart dump FILE.rom [--chunk NAME|ID|TYPE] [-o OUT.txt]\n"
     "       oxcart dump SAVES|RECORDING [--names FILE] [-o OUT.txt]\n"
     "One field a line, with its name; numbers are exact. oxcart assemble makes the same bytes of it again. "
     "--names tells the\n"
     "names of ids, out of a list, a source or a ROM image.\n"
     "example: oxcart dump mygame.rom --chunk scene/main\n"},
    {"assemble", "build a ROM image, saved games or a recording from a dump",
     "usage: oxcart assemble DUMP.txt -o FILE\n"
     "The way back of oxcart dump: the same bytes, checksums made anew.\n"
     "example: oxcart dump a.rom -o a.txt && oxcart assemble a.txt -o b.rom\n"},
    {"diff", "compare two ROM images, saved games, recordings, pictures, sounds or texts",
     "usage: oxcart diff A.rom B.rom [--most N] [-o FOLDER] [--json]\n"
     "       oxcart diff A B [--most N] [--names FILE]         saved games or recordings\n"
     "       oxcart diff A.png B.png [-o OUT.png]              pictures; WAV files alike, without -o\n"
     "       oxcart diff A.txt B.txt [--words] [--context N]\n"
     "By chunk, record and field, not by byte: added, removed, changed, at most N lines a chunk or file "
     "(20); pictures by pixels that\n"
     "differ and PSNR, with -o also as a picture of the differences; sounds by frames and the largest step "
     "of a sample.\n"
     "Texts by lines as a unified difference, with N lines around each change (3); --words marks [-words-] "
     "and {+words+}.\n"
     "Exit code 1 when they differ.\n"
     "example: oxcart diff old.rom new.rom\n"
     "example: oxcart diff old.txt new.txt --words\n"},
    {"merge", "join what two people changed",
     "usage: oxcart merge BASE MINE THEIRS [-o OUT] [--as cart|level|keys|table|tiles|lines] [--json]\n"
     "Carts, levels, string tables (KEY = text, or .csv) and tile tables are joined by what they say: "
     "objects, materials "
     "and\n"
     "rows by name, whatever their order, field by field; other texts by lines. What both changed "
     "differently stands "
     "between\n"
     "the marks <<<<<<< and >>>>>>>, is told, and makes exit code 1. --as chooses, else the file's name and "
     "words tell.\n"
     "example: oxcart merge base/town.txt mine/town.txt theirs/town.txt -o town.txt\n"
     "example: git config merge.oxcart.driver 'oxcart merge %O %A %B -o %A'\n"},
    {"ids", "constants for names, and names for ids",
     "usage: oxcart ids FILE|DIR... [-o IDS.h] [--script IDS.ox] [--list NAMES.txt] [--json]\n"
     "       oxcart ids NAMES.txt --name ID\n"
     "       oxcart ids NAMES.txt --log FILE\n"
     "       oxcart ids --split PACKAGE.FOLDER.NAME\n"
     "Collects every SID(\"name\") of C sources and the names in carts, levels, string tables, ROM images "
     "and lists (one a "
     "line;\n"
     "none may stand twice). Refuses two names with one id, and two objects of a level with one name. -o "
     "writes a header of\n"
     "constants SID_NAME for switch labels, --script constants for scripts, --list the list of names that "
     "maps ids back; "
     "without\n"
     "any of them the list is printed. --name prints the name of an id, --log prints a log with names where "
     "it has ids such "
     "as\n"
     "#69b38f09. --split takes a name in three parts to pieces.\n"
     "example: oxcart ids mygame mygame.rom -o mygame/ids.h --list mygame.names\n"},
    {"registry", "make C functions callable by name",
     "usage: oxcart registry HEADER... [-o EXPORTS.c] [--name NAME] [--check EXPORTS.c] [--json]\n"
     "Reads the prototypes marked OX_EXPORT (kernel/export/export.h) and writes a table NAME (exports) of "
     "them, with what "
     "calls\n"
     "them. --check compares such a file with the headers and fails when it has to be made again.\n"
     "example: oxcart registry doors.h npc.h -o exports.c\n"},
    {"script", "compile Goad, the language of scripts",
     "usage: oxcart script FILE.goad... [-o FILE.module] [--rate N] [--release] [--plain] [--strict] "
     "[--json]\n"
     "Checks the files, which share their names, and compiles them into one module; without -o they are only "
     "checked. Mistakes are\n"
     "told as file:line:column, at most 20 of a file. --rate is the ticks a second that 0.5s and 250ms stand "
     "for (60). --release\n"
     "leaves texts for developers and assertions out, --plain the optimiser. `script NAME FILE.goad` in "
     "cart.txt packs them, and\n"
     "behaviour=NAME gives an object of a scene what a script says. `on start`, `on tick`, `on "
     "Press(button)`, `on Release(button)` and\n"
     "events of scripts come to it; `begin` blocks of states are tasks that may wait. o.pos and o.angle are "
     "where an object is.\n"
     "`scripts [tick=1000] [activation=2000]`: instructions of all tasks in a step, and of one handler. "
     "`fault BEHAVIOUR\n"
     "then=stop|restart|STATE`: what becomes of it by a fault (stop; restart three times in 600 steps). "
     "`capacity script-... N`: room\n"
     "for -stack -tasks -task-cells -coroutines -instances -cells -events -copies. `behaviour NAME` in a "
     "scene: one for the scene itself,\n"
     "whose buttons are all its scripts' then; name=NAME of an object: for find and nearest, that of its "
     "mesh otherwise. Buttons\n"
     "are Button.UP DOWN LEFT RIGHT A B X Y L R START SELECT. What scripts may call: oxcart help natives;\n"
     "the language: tools/GOAD.md\n"
     "example: oxcart script door.goad enemies.goad -o level.module\n"},
    {"completion", "print completions for a shell",
     "usage: oxcart completion bash|zsh|fish\n"
     "Prints a script that completes verbs, options and files.\n"
     "example: oxcart completion bash >~/.local/share/bash-completion/completions/oxcart\n"},
    {"version", "print the version", "usage: oxcart version\nexample: oxcart version\n"},
    {"help", "explain a verb",
     "usage: oxcart help [VERB|cart|assets|level] [--man]\n"
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
     "  compress on|off|bios (smaller image; what is packed is unpacked into memory; bios: with the LZ of "
     "the Game Boy\n"
     "           Advance's own system)\n"
     "  linear-light on|off (reckons with amounts of light: oxcart help light)\n"
     "  overlays on|off (whether releases take any)\n"
     "  keep PATTERN ... (leave out what nothing refers to, but for these; programs name chunks too)\n"
     "  redirect KIND/OLD KIND/NEW (the old name stays good; see oxcart help db)\n"
     "  texture NAME FILE [keyed] [palette=FILE (its colours are brought to)] [memory=any|main|video|fast]\n"
     "  material NAME colour=#RRGGBB [shading=flat|gouraud|phong|unlit] [specular=0..1] [shininess=1..128]\n"
     "           [texture=NAME] [mapping=span|pixel|affine] [two-sided] and more: oxcart help material\n"
     "  mesh NAME FILE.obj [material=NAME] [scale=S] [normalise] [details=SIZE] [skeleton=NAME] "
     "[memory=any|main|video|fast]\n"
     "           Of a model, nodes (objects) called col_... are its collision, occ_... occluders, lod1_... "
     "to lod9_... simpler\n"
     "           forms: the first is drawn where the radius is seen smaller than SIZE halves of the "
     "picture's height (0.25), each\n"
     "           level after it at half of that\n"
     "           skeleton=NAME: it hangs on that skeleton's joints, and clips of it move it (oxcart help "
     "assets)\n"
     "  sheet, tilemap, font, text, sound, clip and many more kinds: oxcart help assets\n"
     "  language TAG \"Name\"  region TAG \"Name\"    icon TEXTURE    first-level NAME    home \"...\"    "
     "licence \"...\"\n"
     "  memory fast|video|save|debug BYTES [align=N]        frame-copies 2     cache 32K     scratch 16K\n"
     "  client NAME BYTES [class=main] [end=low|high]       blocks 2K,60       streams 4K,2\n"
     "  pool NAME count=N size=BYTES [align=N]              io-quota 8K        decode-quota 8K\n"
     "  capacity NAME N (room in a table of the kernel)    handles NAME N\n"
     "  needs sound,pointer,keyboard,save,network,rumble    stack 8K\n"
     "  audio [rate=18157] [channels=1|2] [voices=8] [between=nearest|linear] [ahead=2] [feedback=on] (there "
     "is sound: music or sound\n"
     "        in a scene say so too)\n"
     "  scene NAME\n"
     "    background #RRGGBB   ambient 0.25   hud on|off   turntable FRAMES   log-cycles\n"
     "    camera at=X,Y,Z target=X,Y,Z [fov=45] [near=0.1] [far=100] "
     "[orbit=RADIUS,TURNS_PER_SECOND,PHASE_DEGREES]\n"
     "           [bob=HEIGHT,PER_SECOND,PHASE] [separation=METRES, the least between two surfaces: warns\n"
     "           where depth cannot tell them apart]\n"
     "    light sun direction=X,Y,Z [intensity=0..1]\n"
     "    light point at=X,Y,Z range=R [intensity=0..1] [orbit=...] [bob=...]\n"
     "    object MESH [name=] [behaviour=] [at=X,Y,Z] [scale=S] [yaw=DEG] [pitch=DEG] [roll=DEG] "
     "[spin=YAW,PITCH,ROLL degrees a "
     "second]\n"
     "           [shading=...] [fixed-shading] [orbit=...] [bob=...]\n"
     "           [clip=NAME] [rate=1, below 0 backwards] [start=FRAME] [blend=NAME (a second clip)] "
     "[weight=0..1 of it (0.5)]\n"
     "    with material=NAME [instead=NAME]|particles=NAME [at= seed=] (object above)\n"
     "    emitter PARTICLES [at= seed=]\n"
     "    behaviour NAME\n"
     "    music NAME [volume=0..1] [pan=-1..1]    goes round while the scene lasts: a sound, a name in a "
     "bank, a cue\n"
     "    sound NAME [on=a|b|x|y|l|r|up|down|left|right|start|select] [volume=] [pan=] [bus=world] [loop]    "
     "at its begin or on a button\n"
     "  end\n"
     "\n"
     "gba.format pal8, mesh NAME FILE gba.scale=0.5: MACHINE. in front counts only when packed for that "
     "machine (--target; run is\n"
     "desktop), in place of the plain one; where there may be many, one more.   targets MACHINE ... (pack "
     "--target all)\n"
     "keyed: transparent pixels, or #FF00FF where a picture has no transparency, are not drawn.\n"
     "example: oxcart new mygame; the cart.txt in it is a commented example\n"},
    {"assets", "the kinds of assets in cart.txt",
     "Beside texture, material, mesh and scene (oxcart help cart), cart.txt names these; each is a chunk of "
     "the image.\n"
     "\n"
     "  level|table|text|regions|topology|attributes|sectioned|raw NAME FILE [memory=...] "
     "[life=cache|level|short|resident]\n"
     "           [language=TAG] [region=TAG]\n"
     "  The same for the next ones, with options of their own:\n"
     "  sheet NAME PICTURE|LIST [grid=WxH] [pivot=X,Y] [side=1024] [extrude=0..2] [colours=N] [dither=...] "
     "[rate=24]\n"
     "        [palette=FILE] [frames=FIRST,LAST]\n"
     "  tilemap NAME MAP.tmx|.tmj|.csv|PICTURE [cut=WxH] [tiles=SET] [used=on] [bytes=1|2] "
     "[fields=cost:4,wet:1]\n"
     "           .csv: line 1 a comment, line 2 COLUMNS,ROWS, then the rows: tiles from 0, -1 is empty\n"
     "  tileset NAME PICTURE tile=WxH [spacing=N] [margin=N]\n"
     "  pixels NAME PICTURE [format=index4|pal8|rgb565|rgba5551|grey4|...] [levels=on] [pad=on|square] "
     "[banks=N tile=WxH] [palette=FILE]\n"
     "  block-texture NAME PICTURE        haar NAME PICTURE [quality=DB] [bytes=N] "
     "[space=grey|rgb|luma|half]\n"
     "  font NAME FILE.bdf|.fnt|PICTURE [texts=FILE,FILE] [keep=...] [depth=1|2|4|8] [cell=WxH] "
     "[characters=FILE] "
     "[kerning=FILE]\n"
     "  data NAME FILE.csv [extensible=on: overlays may add rows] (first row: key, then "
     "NAME:i32|fx|id|text|colour|switch)\n"
     "  text NAME TABLE.csv|.xml|.json [column=de] [pseudo=on] [strict=on]\n"
     "  sound NAME FILE.wav [rate=N] [format=s8|s16|adpcm] [channels=1] [trim=on] [normalise=on] "
     "[loop=BEGIN,END|off]\n"
     "        [bank=NAME: the bank holds it] [volume=0..64] [search=N]\n"
     "  particles NAME FILE (for emitters of scenes; tools/PARTICLES.md)\n"
     "  script NAME FILE.goad [with=A.goad,B.goad] [texts=on|off] (one module; off: without what log, print "
     "and assert say)\n"
     "  movie NAME FILE.gif|LIST [rate=15] [sound=FILE.wav] [key=30] [bytes=N a frame] [patches=0..256] "
     "[sound-format=adpcm]\n"
     "  cues NAME FILE.json (sounds by what they are for, by chance and by switches; tools/CUES.md)\n"
     "  song NAME FILE.xm|.mod|.s3m [format=...]     bank NAME LIST (NAME SOUND [volume=] [pan=] [pitch=] a "
     "line)\n"
     "  skeleton NAME FILE.glb|.dae|.iqm|.oxs [skin=...]  clip NAME FILE.glb|.dae|.iqm|.oxs [animation=...] "
     "[skeleton=NAME] [bind=FILE] [rate=30]\n"
     "           [loop=on|off] [tolerance=0.001 metres; 0: plain samples] [frames=FIRST,LAST]\n"
     "           A mesh with skeleton=NAME hangs on its joints, and objects of scenes move by clip=NAME "
     "(oxcart help cart)\n"
     "  bundle NAME LIST [skeleton=NAME] [idle=NAME] (NAME CLIP core|level|fetched [speed=] [fade-in=] "
     "[fade-out=] a line)\n"
     "Every kind has a text: pictures may be XPM (oxcart convert hero.png -o hero.xpm), and any FILE above "
     "but of raw and sectioned\n"
     "may be NAME.dump, a chunk as `oxcart dump IMAGE --chunk KIND/NAME` tells it, without options.\n"
     "example: oxcart new mygame; write `sheet hero hero.png grid=16x16` into its cart.txt\n"},
    {"programs", "files that other programs read first",
     "What is not read here (ogg, mp3, flac, opus, m4a, aac, aiff; psd, webp, xcf, svg; ttf, otf; fbx, "
     "blend, 3ds, x, lwo) is "
     "handed to a\n"
     "program that you have: ffmpeg or sox, ImageMagick, otf2bdf, assimp. It stands in cart.txt as any other "
     "file does:\n"
     "`sound hop hop.ogg`. Nothing runs that you have not allowed, whatever a cart holds. Your own settings "
     "say what may, in\n"
     "$XDG_CONFIG_HOME/oxcart/programs.txt (else ~/.config/oxcart/programs.txt), a line each:\n"
     "\n"
     "  allow ffmpeg                                   a program of PATH, or an absolute path\n"
     "  importer .ogg wav ffmpeg -v error -i {in} {out}    another way, to a wav, png, bdf (fonts) or glb "
     "(models)\n"
     "  seconds 60                                     how long a program may take\n"
     "\n"
     "A program gets a copy of the file in a folder of its own, without a shell. What became of a file is "
     "kept with the results "
     "of packing,\n"
     "so it does not run again while the file and these settings stay as they are.\n"
     "example: mkdir -p ~/.config/oxcart; echo allow ffmpeg >> ~/.config/oxcart/programs.txt\n"},
    {"natives", "what scripts may call", "example: oxcart script door.goad\n"},
    {"material", "what a material in cart.txt may say",
     "  material NAME [colour=#RRGGBB] [texture=NAME] [shading=...] ...     as oxcart help cart tells, and "
     "any of these:\n"
     "\n"
     "coloured light  ambient=#RRGGBB diffuse=#RRGGBB highlight=#RRGGBB: how much of each light is sent "
     "back; emissive=#RRGGBB\n"
     "                reflect=blinn|phong|lambert|wrap wrap=0..1 light=vertex|pixel|pixel4|pixel8 far-eye "
     "cull=back|front|none\n"
     "blending        opacity=0..1 "
     "blend=replace|alpha|add|multiply|subtract|screen|attenuated|premultiplied|average\n"
     "depth           depth=less|lequal|equal|notequal|gequal|greater|always|never no-depth-write even-depth "
     "bias=CODES slope=S\n"
     "pixels          alpha-test=0..255 alpha=gequal|... keyed dither=4x4|2x2 hidden=0..16 (of 16 pixels) "
     "no-light glow=#RRGGBB\n"
     "fog             fog=linear|exp|exp2|range fog-colour=#RRGGBB fog-start=D fog-end=D fog-density=K "
     "fog-per-pixel\n"
     "texture         address=wrap|mirror|clamp[,for v] filter=nearest|bilinear|dithered[,when smaller] "
     "mip=none|triangle|pixel\n"
     "                (with mip the texture is packed in all its smaller sizes too, a third more)\n"
     "                combine=modulate|replace|modulate2x|add|subtract|blend|decal|dot3|keep|gloss|emissive\n"
     "second texture  texture2=NAME address2= filter2= mip2= combine2= by2=texel|primary|constant|previous "
     "constant2=0..1\n"
     "                coordinates2=first|second|projective|sphere; reflectivity=0..1 of a sphere map\n"
     "order           pass=background|prepass|opaque|decal|translucent|foreground|post|overlay "
     "sort=none|near|far order=0..255\n"
     "stages          program=FILE (a shading text, compiled) vertex=NAME pixel=NAME (of the game) "
     "constants=A,B,C; bump=S for these\n"
     "                vertex=wave needs no game: constants are amplitude, turns a metre along x and z, turns "
     "a step; up to four times\n"
     "\n"
     "In a scene `with material=NAME [instead=NAME]` gives the object above another material than its mesh "
     "has, for all or for one.\n"
     "What blends is drawn in the pass translucent, farthest object first, unless the line says otherwise. "
     "MTL files bring d, Tr, Ke, Ka\n"
     "and coloured Ks along. Any of these takes a material off the quick span functions: see DESIGN.md for "
     "what that costs.\n"
     "example: oxcart new mygame && echo 'material glass colour=#80C0FF opacity=0.4' >>mygame/cart.txt && "
     "oxcart pack mygame -o mygame.rom\n"},
    {"light", "what linear-light in cart.txt does",
     "linear-light off (as it is without the line): light, blending and smaller sizes of textures reckon "
     "with the values that files store,\n"
     "and those are shown. Half the light of white is the code 128, which a display shows with a fifth of "
     "white's light.\n"
     "\n"
     "linear-light on: the packer turns pictures, palettes and every #RRGGBB into amounts of light, the game "
     "reckons with these, and a ramp\n"
     "of 1/2.2 brings the picture to the display, on every machine. What is only shown looks as in its file; "
     "half light, glass, fog and\n"
     "distant textures look as in the world. Colours that a game makes itself are amounts of light, too.\n"
     "\n"
     "Dark tones have fewer steps: xrgb8888 and pal8 suit it, 15 and 16 bits show bands there. Dithering "
     "would come before the ramp, so\n"
     "`dither on` with pixels of 15 or 16 bits, and dither= of materials but in xrgb8888, are refused. "
     "pixels NAME FILE kind=normal and\n"
     "kind=data stay as they are. On a Game Boy Advance it costs nothing in pal8 and 1.2 million cycles a "
     "picture in bgr555.\n"
     "A machine may have it otherwise: gba.linear-light off. --gamma of oxcart run goes through the same "
     "ramp.\n"
     "example: oxcart new mygame && oxcart run mygame --set linear-light=on\n"},
    {"viewer", "modes and keys of the viewer of assets",
     "--mode (of models too): shown, wire, edges, normals (as needles), collision, facing (normals as "
     "colours), levels (of mip-maps),\n"
     "density (texels a pixel), depth, triangles. --blend mixes a clip with another of its skeleton, so many "
     "sixteenths of it.\n"
     "With a mesh and a clip the turntable stands; while it is paused, arrows and Tab and W are the clip's: "
     "frame, rate, weight.\n"
     "--detail 0 is a mesh itself, 1 its form lod1, 2 lod2; without it the one that the game would choose.\n"
     "Keys: Z another mode, X the next asset (with Down held: the one before), Enter pause; arrows turn, Tab "
     "and W zoom, S shading,\n"
     "A texture; of what is not turned Left and Right go a frame back and on, Up and Down change the rate, "
     "Tab and W the blend;\n"
     "Backspace: the next flip-book of a sheet, the next clip to blend with, the next level of detail of a "
     "mesh, particles from\n"
     "their start, else figures. Particles have the keys of clips; arrows turn the camera while they play.\n"
     "example: oxcart view mygame mesh/hero --mode wire\n"},
    {"level", "what stands in a level's text",
     "A level is a text that cart.txt names: level NAME FILE. One thing a line, words as in cart.txt (oxcart "
     "help cart). "
     "Angles\n"
     "are degrees, lengths metres, +Y is up.\n"
     "\n"
     "  level 1                   the version of this form; stands first\n"
     "  bounds LOW HIGH           corners X,Y,Z of the box that it lies in\n"
     "  tag NAME                  neighbour LEVEL            layer NAME [hidden] [inactive]\n"
     "  prepared (all objects are made when it begins)       streamed (its package lies in blocks)\n"
     "  cell SIZE (of the cells that instances are sorted into; 16)\n"
     "  instance MESH at=X,Y,Z [yaw=DEG] [scale=S] [tint=#RRGGBB] [material=NAME] [no-shadow] [near-only]\n"
     "                            (one mesh a cell instead, in carts with `keep`, where it is shorter and "
     "looks the same)\n"
     "  spawn TYPE at=X,Y,Z [name=N] [yaw=DEG] [scale=S] [layer=NAME] [parent=NAME] [later]\n"
     "    set KEY VALUE           of the spawn above: 3, 1.5, @name, yes, #RRGGBB, \"text\" or X,Y,Z\n"
     "  locator NAME KIND at=X,Y,Z [yaw=DEG] [radius=R]\n"
     "  volume NAME KIND box at=X,Y,Z half=X,Y,Z [yaw=DEG]    volume NAME KIND sphere at=X,Y,Z radius=R\n"
     "  light NAME sun|point|motif vector=X,Y,Z [range=R] [intensity=0..1] [colour=#RRGGBB] [layer=NAME]\n"
     "  path NAME straight|cardinal|bezier|b-spline [closed] X,Y,Z X,Y,Z ...\n"
     "  ledge from=X,Y,Z to=X,Y,Z facing=X,Y,Z                cover from= to= facing= [low] [left] [right]\n"
     "  solid box at= half= [yaw=]    solid sphere at= radius=    solid capsule from= to= radius=\n"
     "  solid wall normal=X,Y,Z distance=D        each with [material=NAME]\n"
     "  walk from=X,Y,Z to=X,Y,Z [width=W]\n"
     "  element NAME at=X,Y,Z health=H [instance=N]           something that breaks; below it, from whole to "
     "broken:\n"
     "    version [mesh=NAME] [collision=NAME] [material=NAME] [mass=M] [sound=NAME] [effect=NAME] "
     "threshold=H\n"
     "  refer KIND NAME           a chunk that is mentioned without being loaded\n"
     "\n"
     "Names of objects stand once in a level; a parent stands above its children.\n"
     "example: printf 'level 1\\nspawn orc name=guard at=1,0,0\\n  set health 12\\n' >mygame/town.txt\n"
     "example: echo 'level town town.txt' >>mygame/cart.txt\n"},
    {NULL, NULL, NULL},
};
FX_STATIC_ASSERT(sizeof help_topics / sizeof help_topics[0] <= HELP_TOPICS_MOST,
                 "more topics than HELP_TOPICS_MOST");

bool help_is_form(const help_topic *topic) {
    return strcmp(topic->name, "cart") == 0 || strcmp(topic->name, "assets") == 0 ||
           strcmp(topic->name, "material") == 0 || strcmp(topic->name, "light") == 0 ||
           strcmp(topic->name, "natives") == 0 || strcmp(topic->name, "programs") == 0 ||
           strcmp(topic->name, "viewer") == 0 || strcmp(topic->name, "level") == 0;
}
