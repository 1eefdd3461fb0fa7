/* The robot of the motion examples in a scene that a test spells out: its text of a motion, and what is asked of it. */
#ifndef OXCART_TESTS_HOST_MOTION_SCENE_H
#define OXCART_TESTS_HOST_MOTION_SCENE_H

#include "kernel/motion/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static const char robot_script[] =
    "event Step(foot: name)\n"
    "behaviour Robot {\n"
    "    var right = 0\n    var left = 0\n    var ended = 0\n    var changed = 0\n"
    "    on Step(foot) { if foot == 'right' { right += 1 } else { left += 1 } }\n"
    "    on MotionEnds(what) { ended += 1 }\n"
    "    on MotionChanges(was, now) { changed += 1 }\n"
    "    on tick {\n"
    "        if pressed(Button.A) { log(\"{right} {left} {ended} {changed}\") }\n"
    "        if pressed(Button.B) { log(\"go {motion_go(self, 'jump')}\") }\n"
    "    }\n"
    "}\n";

static inline char *robot_text(void) {
    static char *text;
    FILE *f = text == NULL ? fopen("rom/carts/examples/motion/robot.oxs", "rb") : NULL;
    if (f == NULL) return text;
    text = calloc(1, 400000);
    if (text == NULL || fread(text, 1, 399999, f) == 0) test_fail(__FILE__, __LINE__, "robot.oxs", 0, 1);
    fclose(f);
    return text;
}

#define CLIP(name) "clip " name " robot.oxs animation=" name " skeleton=robot travel=x,z\n"

/* What a test may want otherwise: memory of a frame, and how many characters there are at most. */
static const char *motion_frame = "96K";
static int motion_most = 6;

/* Plays a robot that a text moves; `objects` stands in the scene behind it. */
static inline bool play_motion(played *p, const char *motion, const char *word, const char *objects) {
    static char text[8192];
    const int size = snprintf(
        text, sizeof text,
        "title \"Motion\"\nsize 64x48\nformat pal8\nbudget 900K\nframe %s\nstart one\nscript game "
        "game.goad\n"
        "capacity motions %d\ncapacity motion-joints 60\nskeleton robot robot.oxs\nmesh robot robot.oxs "
        "skeleton=robot\n" CLIP("stand") CLIP("walk") CLIP("run") CLIP("left") CLIP("right")
            CLIP("back") "clip jump robot.oxs animation=jump skeleton=robot\nclip wave robot.oxs "
                         "animation=wave skeleton=robot\n"
                         "clip rest robot.oxs animation=rest skeleton=robot\n"
                         "clip bow robot.oxs animation=bow skeleton=robot\n"
                         "clip lean robot.oxs animation=lean-left skeleton=robot minus=rest\nclip tired "
                         "robot.oxs animation=tired skeleton=robot minus=rest\n" CLIP("curve-left")
                             CLIP("curve-right") "type ground\n"
                                                 "motion hero hero.motion\nscene one\n camera at=0,1,4 "
                                                 "target=0,1,0\n object robot "
                                                 "name=hero behaviour=Robot\n"
                                                 " with motion=%s of=hero\n%send\n",
        motion_frame, motion_most, word, objects);
    CHECK(size > 0 && (size_t)size < sizeof text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, robot_script, NULL});
    folder_write(&p->folder, "robot.oxs", robot_text());
    folder_write(&p->folder, "hero.motion", motion);
    if (!folder_pack(&p->folder, &p->image)) return false;
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    return p->console != NULL;
}

static inline ox_motions *motions_of(const played *p) { return ox_console_motions(p->console); }
static inline ox_motion_run *hero(const played *p) {
    return ox_motion_of(motions_of(p), object_called(p, "hero"));
}
static inline const ox_motion_set *set_of(const played *p) {
    return ox_motion_set_of(motions_of(p), hero(p));
}
static inline void put(const played *p, const char *number, double value) {
    CHECK(ox_motion_put(set_of(p), hero(p), rom_id(number), FX(value)));
}
static inline bool is_in(const played *p, const char *state) {
    return ox_motion_is(set_of(p), hero(p), rom_id(state));
}
static inline bool says(const played *p, const char *words) {
    frame(p->console, PLAT_A);
    frame(p->console, 0);
    const bool is_so = logged(p->console, words);
    for (uint32_t age = 0; !is_so && age < 6; age++) TEST_INFO("%s", ox_console_log_line(p->console, age));
    return is_so;
}
static inline vec3 joint_of(const played *p, const char *joint) {
    const sqt *global = ox_motion_global(motions_of(p), object_called(p, "hero"), NULL);
    return global[ox_pose_find(set_of(p)->skeleton, rom_id(joint))].t;
}
static inline double apart(vec3 a, vec3 b) {
    const double x = metres(a.x - b.x), y = metres(a.y - b.y), z = metres(a.z - b.z);
    return sqrt(x * x + y * y + z * z);
}

static inline uf16 weight_of(const ox_motion_mix *mix, uint32_t point) {
    for (uint32_t i = 0; i < mix->count; i++)
        if (mix->point[i] == point) return mix->weight[i];
    return 0;
}

#endif
