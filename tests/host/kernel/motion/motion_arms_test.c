/* One arm, hung on its bones in the ways that the motion examples show side by side. */
#define _XOPEN_SOURCE 700
#include "kernel/console/console.h"
#include "kernel/morph/module.h"
#include "rom/chunks.h"
#include "tests/host/kernel/motion/motion_scene.h"

static char *file_text(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 40000);
    if (f == NULL || text == NULL || fread(text, 1, 39999, f) == 0) test_fail(__FILE__, __LINE__, path, 0, 1);
    if (f != NULL) fclose(f);
    return text;
}

static bool play_arms(played *p) {
    static const char text[] =
        "title \"Arms\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 96K\nstart one\nscript game game.goad\n"
        "capacity motions 6\nskeleton arm arm.oxs\nclip bend arm.oxs animation=bend skeleton=arm\n"
        "motion arm arm.motion\nmesh stitched arm.oxs skeleton=arm bones=1\nmesh weighed arm.oxs "
        "skeleton=arm "
        "bones=4\nmesh round arm.oxs skeleton=arm bones=2 bends=round\nmesh plain arm.oxs skeleton=arm "
        "bones=2\nmesh strong arm.oxs skeleton=arm bones=2 shapes=targets\nmesh bare arm.obj skeleton=arm "
        "bind=near bones=1\nscene one\n camera at=0,1,9 target=0,1,0\n"
        " object stitched name=stitched\n with motion=free of=arm\n object weighed name=weighed\n with "
        "motion=free of=arm\n object round name=round\n with motion=free of=arm\n object plain name=plain\n "
        "with motion=free of=arm\n object strong name=strong\n with motion=free of=arm\n with morph=free\n "
        "object bare name=bare\n with motion=free of=arm\nend\n";
    static const char *const names[] = {"arm.oxs", "arm.obj", "arm.mtl", "arm.motion"};
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, physics_no_script, NULL});
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[256];
        snprintf(path, sizeof path, "rom/carts/examples/motion/%s", names[i]);
        char *content = file_text(path);
        folder_write(&p->folder, names[i], content);
        free(content);
    }
    if (!folder_pack(&p->folder, &p->image)) return false;
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    return p->console != NULL;
}

static const char *const arms[] = {"stitched", "weighed", "round", "plain", "strong", "bare"};

static void bend(const played *p, double degrees) {
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
        ox_motion_run *run = ox_motion_of(motions_of(p), object_called(p, arms[i]));
        const uint32_t number = 0;
        CHECK(ox_motion_put(ox_motion_set_of(motions_of(p), run), run, OX_NAME("bend"), FX(degrees / 150)));
        run->value[number] = run->goal[number]; /* at once */
    }
    steps(p, 2);
}

static const ox_form *form_of(const played *p, const char *name) {
    const ox_object *object = object_called(p, name);
    return p->console->scene.forms[ox_scene_model(&p->console->scene, object)->form];
}
static const rs_mesh *posed(const played *p, const char *name) {
    return ox_scene_mesh(&p->console->scene, object_called(p, name), form_of(p, name));
}
static vec3 vertex(const rs_mesh *mesh, uint32_t v) {
    const int16_t *at = mesh->positions + 3 * v;
    return (vec3){mesh->offset.x + at[0] * (1 << mesh->exponent),
                  mesh->offset.y + at[1] * (1 << mesh->exponent),
                  mesh->offset.z + at[2] * (1 << mesh->exponent)};
}

static const fx joint_heights[3] = {0, FX(0.5), FX(0.9)};

/* The joint of each vertex of a mesh with one a vertex. */
static uint32_t joint_at(const ox_form *form, uint32_t v) {
    const uint8_t *skin = form->skin, *run = skin + rom_u32(skin + ROM_SKIN_RUNS_AT);
    for (uint32_t i = 0; i < rom_u32(skin + ROM_SKIN_RUNS); i++, run += ROM_SKIN_RUN_SIZE) {
        const uint32_t count = rom_u16(run + ROM_SKIN_RUN_COUNT);
        if (v < count)
            return skin[rom_u32(skin + ROM_SKIN_JOINTS_AT) + run[ROM_SKIN_RUN_JOINT] * ROM_SKIN_JOINT_SIZE];
        v -= count;
    }
    return OX_JOINT_NONE;
}

static vec3 carried(const sqt *global, uint32_t joint, vec3 at) {
    const vec3 own = {at.x, at.y - joint_heights[joint], at.z};
    return v3_adds(global[joint].t, q4_rotate(global[joint].q, own));
}

/* Edges of triangles that no other triangle has the other way round: where a skin is open. */
static uint32_t open_edges(const rs_mesh *mesh) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < mesh->triangle_count * 3; i++) {
        const uint32_t a = mesh->indices[i], b = mesh->indices[i % 3 == 2 ? i - 2 : i + 1];
        bool is_met = false;
        for (uint32_t k = 0; k < mesh->triangle_count * 3 && !is_met; k++) {
            const uint32_t c = mesh->indices[k], d = mesh->indices[k % 3 == 2 ? k - 2 : k + 1];
            is_met = apart(vertex(mesh, a), vertex(mesh, d)) < 1e-6 &&
                     apart(vertex(mesh, b), vertex(mesh, c)) < 1e-6;
        }
        open += is_met ? 0 : 1;
    }
    return open;
}

/* ANI-043: with one bone to a vertex each vertex is where its bone carries it, the skin stays closed however it bends, and at rest it is the mesh itself. ANI-049: so it is with a mesh without bones,
 * of which most vertices hang where the artist would have hung them. */
TEST(motion_arms_of_one_bone_stay_closed) {
    static const double bends[] = {0, 45, 90, 120, 150};
    static const char *const ones[] = {"stitched", "bare"};
    played p;
    if (!play_arms(&p)) return;
    for (size_t i = 0; i < sizeof bends / sizeof *bends; i++) {
        bend(&p, bends[i]);
        for (int n = 0; n < 2; n++) {
            const ox_form *form = form_of(&p, ones[n]);
            const rs_mesh *rest = &form->mesh->mesh, *now = posed(&p, ones[n]);
            double worst = 0;
            CHECK(now != rest && now->vertex_count == rest->vertex_count);
            const sqt *global = ox_motion_global(motions_of(&p), object_called(&p, ones[n]), NULL);
            for (uint32_t v = 0; v < rest->vertex_count; v++) {
                const uint32_t joint = joint_at(form, v);
                CHECK(joint < 3);
                worst = fmax(worst, apart(vertex(now, v), carried(global, joint, vertex(rest, v))));
                if (i == 0)
                    CHECK(apart(vertex(now, v), vertex(rest, v)) < 4.0 * (1 << now->exponent) / 65536);
            }
            CHECK(worst < 4.0 * (1 << now->exponent) / 65536);
            CHECK_EQ(open_edges(now), 0);
            const double angle = bends[i] * 3.14159265358979 / 180;
            const vec3 hand = {0, FX(0.5) + FX(0.4 * cos(angle)), FX(-0.4 * sin(angle))};
            CHECK(apart(global[2].t, hand) < 0.001);
        }
    }
    end(&p);
}

/* The thickness of a skin about the elbow: how near to the elbow's joint a vertex of the ring about it comes. */
static double thinnest(const played *p, const char *name) {
    const rs_mesh *rest = &form_of(p, name)->mesh->mesh, *now = posed(p, name);
    const sqt *global = ox_motion_global(motions_of(p), object_called(p, name), NULL);
    double least = 1;
    for (uint32_t v = 0; v < rest->vertex_count; v++) {
        const vec3 at = vertex(rest, v);
        if (at.y > FX(0.49) && at.y < FX(0.51) &&
            at.z > FX(0.02)) /* behind, where a mean of places falls in */
            least = fmin(least, apart(vertex(now, v), global[1].t));
    }
    return least;
}

/* ANI-045, ANI-047: at a sharp bend the skin of means comes nearer to the elbow than that which turns, which keeps its thickness. ANI-040: two bones or four to a vertex differ by a little, one by much. */
TEST(motion_arms_keep_their_thickness) {
    played p;
    if (!play_arms(&p)) return;
    bend(&p, 0);
    const double whole = thinnest(&p, "plain");
    bend(&p, 120);
    const double mean = thinnest(&p, "plain"), turned = thinnest(&p, "round");
    TEST_INFO("behind the elbow: %.1f mm, bent %.1f mm as a mean, %.1f mm by turning", whole * 1000,
              mean * 1000, turned * 1000);
    CHECK(mean < whole * 0.8 && turned > whole * 0.95);
    double off[2] = {0, 0};
    static const char *const fewer[] = {"stitched", "plain"};
    const rs_mesh *four = posed(&p, "weighed");
    for (int n = 0; n < 2; n++) {
        const rs_mesh *now = posed(&p, fewer[n]);
        CHECK_EQ(now->vertex_count, four->vertex_count);
        for (uint32_t v = 0; v < four->vertex_count; v++) { /* the same corner of the same triangle at rest */
            const vec3 at = vertex(&form_of(&p, "weighed")->mesh->mesh, v);
            for (uint32_t k = 0; k < now->vertex_count; k++)
                if (apart(at, vertex(&form_of(&p, fewer[n])->mesh->mesh, k)) < 0.0005)
                    off[n] += apart(vertex(now, k), vertex(four, v)) / four->vertex_count;
        }
    }
    TEST_INFO("off from four bones: one %.1f mm, two %.1f mm", off[0] * 1000, off[1] * 1000);
    CHECK(off[1] < off[0] / 2 && off[0] > 0.005);
    end(&p);
}

/* ANI-048: a number that bends an arm is the weight of its muscle, too: what swells goes outwards the more it is bent, all else is where it is without a muscle, and a character that is elsewhere swells alike. */
TEST(motion_muscles_swell_with_the_bend) {
    static vec3 rest[160];
    static double was[160];
    played p;
    if (!play_arms(&p)) return;
    memset(was, 0, sizeof was);
    for (int step = 0; step <= 6; step++) {
        bend(&p, step * 20);
        const rs_mesh *with = posed(&p, "strong"), *none = posed(&p, "plain");
        const rs_mesh *bound = &form_of(&p, "strong")->mesh->mesh;
        uint32_t swollen = 0;
        const double grid = 4.0 * ((1 << with->exponent) + (1 << none->exponent)) / 65536;
        CHECK(with->vertex_count == none->vertex_count && with->vertex_count <= 160);
        for (uint32_t v = 0; v < with->vertex_count; v++) {
            const double out = apart(vertex(with, v), vertex(none, v));
            if (step == 0) rest[v] = vertex(with, v);
            const vec3 at = vertex(bound, v);
            const bool is_muscle = at.z < FX(-0.02) && at.y > FX(0.07) && at.y < FX(0.46);
            if (step == 0 || !is_muscle) CHECK(out < grid);
            if (is_muscle) CHECK(out > was[v] + (step == 0 ? -1 : 0.0004));
            if (is_muscle) was[v] = out;
            swollen += is_muscle ? 1 : 0;
        }
        CHECK(swollen >= 10);
    }
    /* elsewhere, and turned, it is the same mesh: the place is the object's alone */
    const rs_mesh *mesh = posed(&p, "strong");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) rest[v] = vertex(mesh, v);
    ox_object *strong = object_called(&p, "strong");
    CHECK_EQ(ox_place_set(&p.console->world, strong, (vec3){FX(3), FX(1), FX(-2)}), OX_OK);
    ox_object_place_of(&p.console->world, strong)->angle = 9000;
    steps(&p, 2);
    mesh = posed(&p, "strong");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) CHECK_EQ(apart(rest[v], vertex(mesh, v)), 0);
    end(&p);
}
