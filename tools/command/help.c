/* The texts of oxcart help on topics that are no verbs. A verb's text stands beside its code. Manual page and
 * completions are made from both. */
#include "tools/command/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/preset/presets.h"
#include "tools/command/command.h"

enum { NATIVES_MOST = 500 };

static int compare_declarations(const void *a, const void *b) {
    return strcmp((*(const ox_script_native *const *)a)->declaration,
                  (*(const ox_script_native *const *)b)->declaration);
}

/* The natives of all modules by their declarations, then the fields of objects and the events, each with its sentence. */
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
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->field_count && at < size; i++)
            at += (size_t)snprintf(text + at, size - at, "  .%s\n      %s%s\n", (*m)->fields[i].declaration,
                                   (*m)->fields[i].about, (*m)->fields[i].writable ? "" : "; to be read");
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->event_count && at < size; i++)
            at += (size_t)snprintf(text + at, size - at, "  on %s\n      %s\n", (*m)->events[i].declaration,
                                   (*m)->events[i].about);
    return at;
}

const char *help_text(const help_topic *topic) {
    static char all[NATIVES_MOST * 200];
    if (help_is_form(topic) && help_cart_text(topic) != NULL) return help_cart_text(topic);
    if (strcmp(topic->name, "natives") != 0) return topic->text;
    if (all[0] != 0) return all;
    size_t at = list_natives(all, sizeof all);
    if (at < sizeof all) snprintf(all + at, sizeof all - at, "%s", topic->text);
    return all;
}

/* Topics that are no verbs. */
static const help_topic forms[] = {
    {"cart", "what stands in cart.txt",
     "gba.format pal8, mesh NAME FILE gba.scale=0.5: MACHINE. in front counts only when packed for that "
     "machine (--target; run is\n"
     "desktop), in place of the plain one; where there may be many, one more. `--set WORD=VALUE` of run and "
     "pack stands in for a\n"
     "statement that stands once. `oxcart help WORD` tells a statement with all its options, and `oxcart "
     "help statements` all of them.\n"
     "example: oxcart new mygame; the cart.txt in it is a commented example\n"},
    {"rules", "objectives, trophies, counters, modes and demos in cart.txt",
     "What a game counts, asks for and passes through, in cart.txt; scripts call count, counter, complete, "
     "fail, "
     "objective,\n"
     "award, won, say, mode, keep and kept (oxcart help natives), C has the same (kernel/game/module.h).\n"
     "\n"
     "  objective NAME [text=\"...\"] [needs=COUNTER>=N,COUNTER<=N] [after=A,B] [any] [when=...] "
     "[fails=...]\n"
     "            [back=NAME] [resets=COUNTER,...] [lives=N] [branch=N] [chapter=N] [optional] [hidden]\n"
     "            It begins when all of after= are done (any: one of them) and when= holds, is done when "
     "needs= "
     "holds, and has\n"
     "            failed when fails= does: back= goes back to another, resets= are 0 then, lives= go from "
     "the "
     "counter `lives`.\n"
     "            Of one branch= the first that is done closes the others. Without needs=: "
     "complete('NAME').\n"
     "  trophy NAME [text=\"...\"] [needs=...] [on=EVENT [argument=N value=V]]\n"
     "            Won once, for good, and kept beside saved games; without needs= and on=: award('NAME').\n"
     "  count EVENT COUNTER [by=1|to=N] [argument=N value=V]\n"
     "            An event of a script or of the console changes a counter; argument= is the event's first, "
     "second ...,\n"
     "            value= a number or a name. There is room for 32 counters, else `capacity counters N`.\n"
     "  mode NAME [text=\"...\"] [runs]    over the mode below, where the game rests unless it says runs\n"
     "  mode NAME scene=SCENE [input=FILE] [seed=N]    each scene is a mode by its name; this is one more. "
     "input=: a "
     "demo plays\n"
     "            by itself, an input script (oxcart run --input) of buttons with `STEP quit` at its end\n"
     "  way FROM|any WORD TO|back\n"
     "            WORD: an event, what say('WORD') says, press, press:BUTTON, idle:STEPS without a button, "
     "after:STEPS in the\n"
     "            mode, end of the demo. back: to the mode below.\n"
     "\n"
     "Scripts hear ObjectiveBegins, ObjectiveDone, ObjectiveFailed, Trophy and Mode, each with the name.\n"
     "In cart.txt:\n"
     "  objective flock text=\"Bring them home\" needs=home>=3\n"
     "  mode pause text=\"PAUSE\"\n"
     "  mode demo scene=yard input=demo.txt\n"
     "  way title press:start yard\n"
     "  way title idle:900 demo\n"
     "  way demo press title\n"
     "  way demo end title\n"
     "  way yard press:start pause\n"
     "  way pause press:start back\n"
     "example: oxcart help objective\n"},
    {"assets", "the kinds of assets in cart.txt",
     "Every kind has a text: pictures may be XPM (oxcart convert hero.png -o hero.xpm), and any FILE above "
     "but of raw and sectioned\n"
     "may be NAME.dump, a chunk as `oxcart dump IMAGE --chunk KIND/NAME` tells it, without options.\n"
     "example: oxcart new mygame; write `sheet hero hero.png grid=16x16` into its cart.txt\n"},
    {"statements", "every statement of cart.txt with its options", "example: oxcart help material\n"},
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
     "  trust /home/me/games                           carts in there may name commands (`importer`), of "
     "programs "
     "that are allowed\n"
     "  seconds 60                                     how long a program may take\n"
     "\n"
     "A cart says a command for its own files: `importer .ogg \"ffmpeg -v error -i {in} -f wav {out}\"`. "
     "Nothing comes of it unless you\n"
     "trust the folder that the cart lies in, and allow the program.\n"
     "A program gets a copy of the file in a folder of its own, without a shell. What became of a file is "
     "kept with the results "
     "of packing,\n"
     "so it does not run again while the file and these settings stay as they are.\n"
     "example: mkdir -p ~/.config/oxcart; echo allow ffmpeg >> ~/.config/oxcart/programs.txt\n"},
    {"natives", "what scripts may call", "example: oxcart script door.goad\n"},
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
     "Names of objects stand once in a level; a parent stands above its children.\n"
     "example: printf 'level 1\\nspawn orc name=guard at=1,0,0\\n  set health 12\\n' >mygame/town.txt\n"
     "example: echo 'level town town.txt' >>mygame/cart.txt\n"},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

const help_topic *help_topic_at(int i) {
    if (i < COMMAND_VERBS) return &command_verbs[i]->topic;
    return i < COMMAND_VERBS + FORMS ? &forms[i - COMMAND_VERBS] : NULL;
}

bool help_is_form(const help_topic *topic) { return topic >= forms && topic < forms + FORMS; }
