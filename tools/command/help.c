/* The texts of oxcart help on what is no verb: those of verbs stand beside their code. Manual page and completions are made from both. */
#include "tools/command/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/preset/presets.h"
#include "tools/command/command.h"

enum { NATIVES_MOST = 400 };

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
    if (strcmp(topic->name, "natives") != 0) return topic->text;
    if (all[0] != 0) return all;
    size_t at = list_natives(all, sizeof all);
    if (at < sizeof all) snprintf(all + at, sizeof all - at, "%s", topic->text);
    return all;
}

/* What is no verb. */
static const help_topic forms[] = {
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
     "  linear-light on|off (amounts of light: oxcart help light)\n"
     "  overlays on|off (whether releases take any)\n"
     "  keep PATTERN ... (leave out what nothing refers to, but for these; programs name chunks too)\n"
     "  redirect KIND/OLD KIND/NEW (the old name stays good; see oxcart help db)\n"
     "  texture NAME FILE [keyed] [palette=FILE (its colours are brought to)] [memory=any|main|video|fast]\n"
     "  material NAME colour=#RRGGBB [shading=flat|gouraud|phong|unlit] [specular=0..1] [shininess=1..128]\n"
     "           [texture=NAME] [mapping=span|pixel|affine] [two-sided] and more: oxcart help material\n"
     "  mesh NAME FILE.obj [material=NAME] [scale=S] [normalise] [details=SIZE] [skeleton=NAME] "
     "[memory=any|main|video|fast]\n"
     "           [colours=off] (colours of vertices are left out: they want the fragment pipeline)\n"
     "           Of a model, nodes (objects) called col_... are its collision, occ_... occluders, lod1_... "
     "to lod9_... simpler\n"
     "           forms: the first is drawn below SIZE halves of the picture's height (0.25), each after it "
     "at half\n"
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
     "  type NAME [TYPE] [mesh=MESH] ...    what an object of it begins with\n"
     "  tags NAME,NAME,...    tags that scripts give; those of objects (tags=) need not be said here: 16 in "
     "all\n"
     "  scene NAME\n"
     "    background #RRGGBB   ambient 0.25   hud on|off   turntable FRAMES   log-cycles\n"
     "    camera at=X,Y,Z target=X,Y,Z [fov=45] [near=0.1] [far=100] "
     "[orbit=RADIUS,TURNS_PER_SECOND,PHASE_DEGREES]\n"
     "           [bob=HEIGHT,PER_SECOND,PHASE] [separation=METRES, the least between two surfaces: warns\n"
     "           where depth cannot]\n"
     "    light sun direction=X,Y,Z [intensity=0..1]\n"
     "    light point at=X,Y,Z range=R [intensity=] [orbit=] [bob=]\n"
     "    object MESH|TYPE [at=X,Y,Z] [name=] [behaviour=] [scale=] [yaw= pitch= roll= degrees] and more: "
     "oxcart "
     "help objects\n"
     "    with material=NAME [instead=NAME]|particles=NAME [at= seed=] (object above)\n"
     "    emitter PARTICLES [at= seed=]    level NAME [near=M] [far=M]\n"
     "    behaviour NAME\n"
     "    music NAME [volume=0..1] [pan=-1..1]    goes round: a sound, a name in a "
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
    {"objects", "what objects and types in cart.txt may say",
     "  type NAME [TYPE] [mesh=MESH] ...       what objects of it begin with; a type is made from one above "
     "it\n"
     "  object MESH|TYPE [at=X,Y,Z] [name=NAME] ...    in a scene; it says what is other than the type does\n"
     "\n"
     "Both take:\n"
     "  scale=S  yaw=DEG  pitch=DEG  roll=DEG  hidden\n"
     "  behaviour=NAME                    what a script of the cart says of it\n"
     "  PROP=VALUE                        of a prop of that behaviour, where none of these words is called "
     "so: a number, true or\n"
     "                                    false, degrees, a name, that of an object, X,Y or X,Y,Z\n"
     "  parent=NAME                       of objects: the nearest one above that goes by it carries this "
     "one, and at= and yaw=\n"
     "                                    are as seen from there; at most eight above one another\n"
     "  tags=NAME,NAME                    beside those of the type; scripts find it by each. A cart has at "
     "most 16 tags:\n"
     "                                    those, and those of `tags NAME,NAME`, which scripts give and take "
     "away\n"
     "  spin=YAW,PITCH,ROLL               degrees a second\n"
     "  orbit=RADIUS,TURNS_PER_SECOND,PHASE_DEGREES    bob=HEIGHT,PER_SECOND,PHASE\n"
     "  shading=flat|gouraud|phong|unlit  fixed-shading (the viewer leaves it alone)\n"
     "  clip=NAME [rate=1, below 0 backwards] [start=FRAME] [blend=NAME (a second clip)] [weight=0..1 of it "
     "(0.5)]\n"
     "\n"
     "example: oxcart new mygame --template script; its cart.txt has types and objects\n"},
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
     "                            (parent: of a spawn above, which carries it: at and yaw are as seen from "
     "there)\n"
     "    set KEY VALUE           a prop or field of the spawn above: 3, 1.5, @name, yes, #RRGGBB, X,Y,Z\n"
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
};
enum { FORMS = sizeof forms / sizeof forms[0] };

const help_topic *help_topic_at(int i) {
    if (i < COMMAND_VERBS) return &command_verbs[i]->topic;
    return i < COMMAND_VERBS + FORMS ? &forms[i - COMMAND_VERBS] : NULL;
}

bool help_is_form(const help_topic *topic) { return topic >= forms && topic < forms + FORMS; }
