/* Animations of COLLADA documents: curves of single members of transforms become movements of whole nodes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/collada/collada_source.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

enum { STEPS_BETWEEN_KEYS = 64 }; /* samples that a curve gets between two keys at the most */
#define SAMPLE (1.0 / 30)
#define MEMBER_ALL UINT32_MAX

typedef enum curve_kind { CURVE_STEP, CURVE_LINEAR, CURVE_BEZIER, CURVE_HERMITE } curve_kind;

/* A curve that moves one member, or all members, of a transform; or a weight of a morph. */
typedef struct curve {
    const import_xml *channel;   /* for faults */
    const import_xml *animation; /* the animation that the channel lies in */
    const import_xml *node, *transform, *morph;
    uint32_t member; /* MEMBER_ALL: all members */
    uint32_t width;
    collada_accessor times, values, in, out;
    bool has_tangents;
    uint8_t *kinds; /* of each key, for the stretch behind it */
    uint32_t next;  /* curve of the same node or morph, COLLADA_NONE at the end */
} curve;

typedef struct animator {
    collada_source *source;
    curve *curves;
    uint32_t count;
    uint32_t *first;   /* curve of each id of a node or a morph's controller */
    double begin, end; /* of the clip */
    const import_xml *clip;
    uint8_t *chosen; /* of each curve: part of the clip */
    double *times;   /* times at which one node is sampled */
    uint32_t time_count;
    size_t time_room, channel_room;
    import_animation *animation;
} animator;

/* ---- values ---- */

/* A Bezier curve of time and value at `time` (the ends lie on both sides of it), by halving. */
static double bezier(const double x[4], const double y[4], double time) {
    double low = 0, high = 1;
    for (int i = 0; i < 48; i++) {
        double s = (low + high) / 2, r = 1 - s;
        double at = r * r * r * x[0] + 3 * r * r * s * x[1] + 3 * r * s * s * x[2] + s * s * s * x[3];
        if (at < time) {
            low = s;
        } else {
            high = s;
        }
    }
    double s = (low + high) / 2, r = 1 - s;
    return r * r * r * y[0] + 3 * r * r * s * y[1] + 3 * r * s * s * y[2] + s * s * s * y[3];
}

static double time_at(const curve *c, uint32_t key) { return collada_at(&c->times, key, 0); }

static double curve_at(const curve *c, double time, uint32_t component) {
    uint32_t low = 0, high = c->times.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (time_at(c, middle) <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double value = collada_at(&c->values, low, component), start = time_at(c, low);
    if (low + 1 >= c->times.count || time <= start || c->kinds[low] == CURVE_STEP) return value;
    double next = collada_at(&c->values, low + 1, component), length = time_at(c, low + 1) - start;
    if (!(length > 0)) return next;
    if (c->kinds[low] == CURVE_LINEAR || !c->has_tangents)
        return value + (next - value) * ((time - start) / length);
    double x[4] = {start, collada_at(&c->out, low, 2 * component), collada_at(&c->in, low + 1, 2 * component),
                   start + length};
    double y[4] = {value, collada_at(&c->out, low, 2 * component + 1),
                   collada_at(&c->in, low + 1, 2 * component + 1), next};
    if (c->kinds[low] == CURVE_HERMITE) {
        x[1] = x[0] + x[1] / 3;
        y[1] = y[0] + y[1] / 3;
        x[2] = x[3] - x[2] / 3;
        y[2] = y[3] - y[2] / 3;
    }
    for (int i = 1; i < 3; i++) x[i] = fmin(fmax(x[i], x[0]), x[3]); /* time must not run back */
    return bezier(x, y, time);
}

/* ---- reading curves ---- */

static bool read_kinds(animator *a, const collada_input *input, curve *c) {
    const char *const *words = NULL;
    uint32_t count = 0;
    collada_source *source = a->source;
    const import_xml *list = input == NULL ? NULL : import_xml_child(input->target, "Name_array");
    if (list != NULL && !collada_words(source, list, &words, &count)) return false;
    c->kinds = collada_take(source, c->channel, c->times.count, 1);
    if (c->kinds == NULL) return false;
    for (uint32_t i = 0; i < c->times.count; i++) {
        const char *word = i < count ? words[i] : "LINEAR";
        c->kinds[i] = strcmp(word, "STEP") == 0      ? CURVE_STEP
                      : strcmp(word, "BEZIER") == 0  ? CURVE_BEZIER
                      : strcmp(word, "HERMITE") == 0 ? CURVE_HERMITE
                                                     : CURVE_LINEAR;
    }
    return true;
}

static bool read_sampler(animator *a, const import_xml *sampler, curve *c) {
    collada_input inputs[COLLADA_INPUTS];
    uint32_t count, stride;
    collada_source *source = a->source;
    if (!collada_inputs(source, sampler, inputs, &count, &stride)) return false;
    const collada_input *input = collada_input_of(inputs, count, "INPUT"),
                        *output = collada_input_of(inputs, count, "OUTPUT"),
                        *in = collada_input_of(inputs, count, "IN_TANGENT"),
                        *out = collada_input_of(inputs, count, "OUT_TANGENT");
    if (input == NULL || output == NULL)
        return collada_fault(source, sampler, "inputs INPUT and OUTPUT are wanted; export the file again");
    if (!collada_accessor_of(source, input->target, 1, 1, &c->times) ||
        !collada_accessor_of(source, output->target, 1, 16, &c->values) ||
        !read_kinds(a, collada_input_of(inputs, count, "INTERPOLATION"), c))
        return false;
    if (c->times.count == 0 || c->values.count < c->times.count)
        return collada_fault(source, sampler, "%lu keys with %lu values; export the file again",
                             (unsigned long)c->times.count, (unsigned long)c->values.count);
    for (uint32_t i = 1; i < c->times.count; i++) {
        if (!(time_at(c, i) >= time_at(c, i - 1)))
            return collada_fault(source, sampler,
                                 "key %lu lies before the one in front of it; export the file again",
                                 (unsigned long)i + 1);
    }
    bool curved = false;
    for (uint32_t i = 0; i < c->times.count; i++) curved = curved || c->kinds[i] >= CURVE_BEZIER;
    if (!curved || in == NULL || out == NULL) return true;
    if (!collada_accessor_of(source, in->target, 1, 16, &c->in) ||
        !collada_accessor_of(source, out->target, 1, 16, &c->out))
        return false;
    c->has_tangents = c->in.width == 2 * c->values.width && c->out.width == 2 * c->values.width &&
                      c->in.count >= c->times.count && c->out.count >= c->times.count;
    return true;
}

/* ---- targets ---- */

/* Reads "X" or "(3)(1)" or "" as the number of a member. */
static bool read_member(const char *text, const curve *c, uint32_t *member) {
    static const char *const names[] = {"X", "Y", "Z", "ANGLE", NULL};
    uint32_t numbers[2] = {0, 0}, count = 0;
    *member = MEMBER_ALL;
    if (*text == 0) return true;
    if (*text == '.') {
        for (uint32_t i = 0; names[i] != NULL; i++) {
            if (strcmp(text + 1, names[i]) == 0) *member = i;
        }
        return *member != MEMBER_ALL;
    }
    for (; *text == '(' && count < 2; text++) {
        uint32_t value = 0;
        for (text++; *text >= '0' && *text <= '9' && value < 1000000; text++)
            value = value * 10 + (uint32_t)(*text - '0');
        if (*text != ')') return false;
        numbers[count++] = value;
    }
    if (count == 0 || *text != 0) return false;
    *member = count == 2 ? numbers[0] * 4 + numbers[1] : numbers[0];
    return c->transform == NULL || *member < 16;
}

static const import_xml *above(const import_xml *element, const char *name) {
    while (element != NULL && strcmp(element->name, name) != 0) element = element->parent;
    return element;
}

static const import_xml *child_by_sid(const import_xml *node, const char *sid, size_t length) {
    for (const import_xml *at = node->first; at != NULL; at = at->next) {
        const char *own = import_xml_attribute_of(at, "sid");
        if (own != NULL && strlen(own) == length && memcmp(own, sid, length) == 0) return at;
    }
    return NULL;
}

/* Finds the target that "node/transform.X" or "weights(2)" names. False, without a fault, when the target moves
 * no picture. */
static bool find_target(animator *a, const char *target, curve *c) {
    char id[256];
    size_t length = strcspn(target, "/(.");
    if (strchr(target, '/') != NULL) length = strcspn(target, "/");
    if (length >= sizeof id) return false;
    memcpy(id, target, length);
    id[length] = 0;
    const import_xml *element = collada_find(a->source, id);
    const char *rest = target + length;
    if (element == NULL) return false;
    if (*rest == '/' && strcmp(element->name, "node") == 0) {
        const char *sid = rest + 1;
        size_t end = strcspn(sid, ".(");
        c->node = element;
        c->transform = child_by_sid(element, sid, end);
        return c->transform != NULL && read_member(sid + end, c, &c->member);
    }
    if (*rest == '/') { /* controller/weights(2) */
        const char *sid = rest + 1;
        size_t end = strcspn(sid, "(.");
        if (end >= sizeof id) return false;
        memcpy(id, sid, end);
        id[end] = 0;
        const import_xml *inner = collada_find(a->source, id);
        element = inner != NULL ? inner : element;
        rest = sid + end;
    }
    c->morph = above(element, "morph");
    if (c->morph == NULL && strcmp(element->name, "controller") == 0)
        c->morph = import_xml_child(element, "morph");
    return c->morph != NULL && read_member(rest, c, &c->member);
}

static uint32_t numbers_of(const import_xml *transform) {
    return strcmp(transform->name, "matrix") == 0   ? 16
           : strcmp(transform->name, "rotate") == 0 ? 4
           : strcmp(transform->name, "lookat") == 0 ? 9
           : strcmp(transform->name, "skew") == 0   ? 7
                                                    : 3;
}

static bool add_curve(animator *a, const import_xml *channel) {
    curve *c = &a->curves[a->count];
    const char *target = import_xml_attribute_of(channel, "target");
    memset(c, 0, sizeof *c);
    c->channel = channel;
    c->animation = channel->parent;
    if (target == NULL)
        return collada_fault(a->source, channel, "`target` is missing; export the file again");
    if (!find_target(a, target, c)) return true; /* curves of cameras, lights and materials are left out */
    const import_xml *sampler = collada_target(a->source, channel, "source", "sampler");
    if (sampler == NULL || !read_sampler(a, sampler, c)) return false;
    c->width = c->member != MEMBER_ALL ? 1 : c->morph != NULL ? c->values.width : numbers_of(c->transform);
    if (c->values.width < c->width ||
        (c->morph == NULL && c->member != MEMBER_ALL && c->member >= numbers_of(c->transform)))
        return collada_fault(a->source, channel,
                             "%lu numbers to a key for the target `%.100s`; export the file again",
                             (unsigned long)c->values.width, target);
    const import_xml *owner = c->node != NULL ? c->node : c->morph->parent;
    uint32_t number = collada_number_of(a->source, owner);
    if (number == COLLADA_NONE) return true;
    c->next = a->first[number];
    a->first[number] = a->count++;
    return true;
}

/* Reads all curves of all libraries of animations. */
static bool read_curves(animator *a) {
    const import_xml *root = a->source->document.root;
    uint32_t most = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (const import_xml *list = import_xml_child(root, "library_animations"); list != NULL;
             list = import_xml_sibling(list, "library_animations")) {
            for (const import_xml *at = list; at != NULL; at = collada_following(at, list)) {
                if (strcmp(at->name, "channel") != 0) continue;
                if (pass == 0) most++;
                if (pass == 1 && !add_curve(a, at)) return false;
            }
        }
        if (pass == 1) break;
        a->curves = collada_take(a->source, root, most, sizeof *a->curves);
        a->first = collada_take(a->source, root, a->source->ids.count, sizeof *a->first);
        a->chosen = collada_take(a->source, root, most, 1);
        if (a->curves == NULL || a->first == NULL || a->chosen == NULL) return false;
        memset(a->first, 0xFF, a->source->ids.count * sizeof *a->first);
    }
    return true;
}

/* ---- times ---- */

static int by_number(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static bool add_time(animator *a, double time) {
    void *times = a->times;
    if (time < a->begin || time > a->end) return true;
    if (a->time_count >= 1000000)
        return collada_fault(a->source, a->source->document.root,
                             "a node is moved by more than a million keys");
    bool room = import_grow(&times, &a->time_room, (size_t)a->time_count + 1, sizeof *a->times);
    a->times = times;
    if (!room) return collada_memory(a->source);
    a->times[a->time_count++] = time;
    return true;
}

/* The number of steps in the stretch behind a key: curves get 30 a second, turns one for each 20 degrees, jumps
 * one right before the next key. */
static uint32_t steps_of(const curve *c, uint32_t key) {
    double length = time_at(c, key + 1) - time_at(c, key), turn = 0, steps = 1;
    bool turns = c->transform != NULL && strcmp(c->transform->name, "rotate") == 0;
    uint32_t angle = c->member == MEMBER_ALL ? 3 : 0;
    if (c->kinds[key] >= CURVE_BEZIER && c->has_tangents) steps = ceil(length / SAMPLE);
    if (turns && (c->member == MEMBER_ALL || c->member == 3) && c->kinds[key] != CURVE_STEP)
        turn = fabs(collada_at(&c->values, key + 1, angle) - collada_at(&c->values, key, angle)) / 20;
    if (c->transform != NULL && strcmp(c->transform->name, "lookat") == 0)
        steps = fmax(steps, ceil(length / SAMPLE));
    steps = fmax(steps, ceil(turn));
    return steps < STEPS_BETWEEN_KEYS ? (uint32_t)steps : STEPS_BETWEEN_KEYS;
}

static bool add_curve_times(animator *a, const curve *c) {
    for (uint32_t i = 0; i < c->times.count; i++) {
        double start = time_at(c, i);
        if (!add_time(a, start)) return false;
        if (i + 1 == c->times.count) break;
        double length = time_at(c, i + 1) - start;
        if (c->kinds[i] == CURVE_STEP && length > 0.002 && !add_time(a, start + length - 0.001)) return false;
        uint32_t steps = steps_of(c, i);
        for (uint32_t k = 1; k < steps; k++) {
            if (!add_time(a, start + length * k / steps)) return false;
        }
    }
    return true;
}

/* Gathers the times at which the node or morph of the curves from `first` on is sampled; none when no curve is
 * part of the clip. */
static bool gather_times(animator *a, uint32_t first) {
    bool any = false;
    a->time_count = 0;
    for (uint32_t i = first; i != COLLADA_NONE; i = a->curves[i].next) {
        if (!a->chosen[i]) continue;
        any = true;
        if (!add_curve_times(a, &a->curves[i])) return false;
    }
    if (!any) return true;
    if (a->clip != NULL && (!add_time(a, a->begin) || !add_time(a, a->end))) return false;
    if (a->time_count == 0) return true;
    qsort(a->times, a->time_count, sizeof *a->times, by_number);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < a->time_count; i++) {
        if (a->times[i] - a->times[kept - 1] > 1e-5) a->times[kept++] = a->times[i];
    }
    a->time_count = kept;
    return true;
}

/* ---- channels ---- */

static import_channel *new_channel(animator *a, uint32_t node, import_path path, uint32_t width) {
    import_animation *animation = a->animation;
    void *channels = animation->channels;
    size_t numbers = (size_t)a->time_count * width;
    if (a->source->budget < numbers * sizeof(float)) {
        collada_fault(a->source, a->source->document.root,
                      "unfolds to far more than the file holds; simplify the animation");
        return NULL;
    }
    a->source->budget -= numbers * sizeof(float);
    bool room = import_grow(&channels, &a->channel_room, (size_t)animation->channel_count + 1,
                            sizeof *animation->channels);
    animation->channels = channels;
    import_channel *to = room ? &animation->channels[animation->channel_count] : NULL;
    if (to != NULL) {
        *to = (import_channel){.node = node,
                               .path = path,
                               .sampling = IMPORT_LINEAR,
                               .key_count = a->time_count,
                               .width = width};
        animation->channel_count++;
        to->times = malloc(a->time_count * sizeof *to->times);
        to->values = malloc((numbers + 1) * sizeof *to->values);
    }
    if (to == NULL || to->times == NULL || to->values == NULL) {
        collada_memory(a->source);
        return NULL;
    }
    for (uint32_t i = 0; i < a->time_count; i++) {
        double time = a->times[i] - a->begin;
        to->times[i] = (float)(time < 0 ? 0 : time);
        if ((double)to->times[i] > animation->duration) animation->duration = (double)to->times[i];
    }
    return to;
}

/* The matrix of a node's transforms at a moment. */
static void pose_node(const animator *a, uint32_t first, const collada_transform *rest,
                      collada_transform *now, uint32_t count, double time, double m[12]) {
    memcpy(now, rest, count * sizeof *now);
    for (uint32_t i = first; i != COLLADA_NONE; i = a->curves[i].next) {
        const curve *c = &a->curves[i];
        if (!a->chosen[i]) continue;
        for (uint32_t t = 0; t < count; t++) {
            if (now[t].element != c->transform) continue;
            for (uint32_t k = 0; k < c->width; k++)
                now[t].values[c->member == MEMBER_ALL ? k : c->member] = curve_at(c, time, k);
        }
    }
    collada_compose(now, count, m);
}

/* Whether all keys have the same value. */
static bool is_constant(const import_channel *channel) {
    for (uint32_t i = 1; i < channel->key_count; i++) {
        if (memcmp(channel->values, channel->values + (size_t)i * channel->width,
                   channel->width * sizeof(float)) != 0)
            return false;
    }
    return true;
}

static void keep_one_key(import_channel *channel) {
    if (is_constant(channel)) channel->key_count = 1;
}

static bool move_node(animator *a, uint32_t node, uint32_t first, bool *sheared) {
    collada_transform *rest, *now;
    uint32_t count;
    import_channel *channels[3];
    static const import_path paths[3] = {IMPORT_TRANSLATION, IMPORT_ROTATION, IMPORT_SCALE};
    if (!collada_transforms(a->source, a->source->node_elements[node], &rest, &count)) return false;
    now = collada_take(a->source, a->source->node_elements[node], count, sizeof *now);
    if (now == NULL) return false;
    for (int k = 0; k < 3; k++) {
        if (new_channel(a, node, paths[k], k == 1 ? 4 : 3) == NULL) return false;
    }
    for (int k = 0; k < 3; k++)
        channels[k] = &a->animation->channels[a->animation->channel_count - 3 + (uint32_t)k];
    double before[4] = {0, 0, 0, 1};
    for (uint32_t i = 0; i < a->time_count; i++) {
        double m[12], t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1}, dot = 0;
        pose_node(a, first, rest, now, count, a->times[i], m);
        bool good = true;
        for (int k = 0; k < 12; k++) good = good && isfinite(m[k]);
        if (!good) import_matrix_identity(m);
        if (!import_matrix_to_parts(m, t, q, s) || !good) { /* a flat matrix keeps the last rotation */
            *sheared = true;
            memcpy(q, before, sizeof q);
            for (int k = 0; k < 3; k++) t[k] = m[k * 4 + 3];
            for (int k = 0; k < 3; k++) s[k] = sqrt(m[k] * m[k] + m[4 + k] * m[4 + k] + m[8 + k] * m[8 + k]);
        }
        for (int k = 0; k < 4; k++) dot += before[k] * q[k];
        for (int k = 0; k < 4; k++) before[k] = q[k] = dot < 0 ? -q[k] : q[k];
        for (int k = 0; k < 3; k++) {
            channels[0]->values[(size_t)i * 3 + (size_t)k] = collada_float(t[k]);
            channels[2]->values[(size_t)i * 3 + (size_t)k] = collada_float(s[k]);
        }
        for (int k = 0; k < 4; k++) channels[1]->values[(size_t)i * 4 + (size_t)k] = collada_float(q[k]);
    }
    for (int k = 0; k < 3; k++) keep_one_key(channels[k]);
    return true;
}

static bool move_weights(animator *a, uint32_t node, uint32_t first) {
    const import_mesh *mesh = &a->source->scene->meshes[a->source->scene->nodes[node].mesh];
    import_channel *channel = new_channel(a, node, IMPORT_WEIGHTS, mesh->morph_count);
    if (channel == NULL) return false;
    for (uint32_t i = 0; i < a->time_count; i++) {
        float *to = channel->values + (size_t)i * mesh->morph_count;
        for (uint32_t k = 0; k < mesh->morph_count; k++) to[k] = mesh->weights == NULL ? 0 : mesh->weights[k];
        for (uint32_t at = first; at != COLLADA_NONE; at = a->curves[at].next) {
            const curve *c = &a->curves[at];
            if (!a->chosen[at]) continue;
            for (uint32_t k = 0; k < c->width; k++) {
                uint32_t member = c->member == MEMBER_ALL ? k : c->member;
                if (member < mesh->morph_count) to[member] = collada_float(curve_at(c, a->times[i], k));
            }
        }
    }
    return true;
}

/* The controller with the morph that a node shows; NULL when there is none. */
static const import_xml *morph_of(const collada_source *source, const import_xml *instance) {
    const char *url = import_xml_attribute_of(instance, "url");
    const import_xml *at = url == NULL ? NULL : collada_find(source, url);
    for (int step = 0; step < 3 && at != NULL && strcmp(at->name, "controller") == 0; step++) {
        const import_xml *skin = import_xml_child(at, "skin");
        if (import_xml_child(at, "morph") != NULL) return at;
        const char *next = skin == NULL ? NULL : import_xml_attribute_of(skin, "source");
        at = next == NULL ? NULL : collada_find(source, next);
    }
    return NULL;
}

static bool move_all(animator *a) {
    collada_source *source = a->source;
    bool sheared = false;
    for (uint32_t i = 0; i < source->scene->node_count; i++) {
        uint32_t number = collada_number_of(source, source->node_elements[i]);
        if (number == COLLADA_NONE || source->elements[number] != source->node_elements[i] ||
            a->first[number] == COLLADA_NONE)
            continue;
        if (!gather_times(a, a->first[number])) return false;
        if (a->time_count > 0 && !move_node(a, i, a->first[number], &sheared)) return false;
    }
    for (uint32_t i = 0; i < source->instance_count; i++) {
        const import_node *node = &source->scene->nodes[source->instances[i].node];
        const import_xml *controller = morph_of(source, source->instances[i].element);
        uint32_t number = controller == NULL ? COLLADA_NONE : collada_number_of(source, controller);
        if (number == COLLADA_NONE || a->first[number] == COLLADA_NONE || node->mesh < 0 ||
            source->scene->meshes[node->mesh].morph_count == 0)
            continue;
        if (!gather_times(a, a->first[number])) return false;
        if (a->time_count > 0 && !move_weights(a, source->instances[i].node, a->first[number])) return false;
    }
    if (sheared)
        import_scene_warn(source->scene,
                          "%s: a movement mirrors or flattens a node; there it keeps its last rotation",
                          source->name);
    return true;
}

/* ---- clips ---- */

static bool is_in(const import_xml *element, const import_xml *top) {
    while (element != NULL && element != top) element = element->parent;
    return element != NULL;
}

static bool choose_curves(animator *a) {
    memset(a->chosen, a->clip == NULL, a->count);
    for (const import_xml *at = a->clip == NULL ? NULL : import_xml_child(a->clip, "instance_animation");
         at != NULL; at = import_xml_sibling(at, "instance_animation")) {
        const import_xml *animation = collada_target(a->source, at, "url", "animation");
        if (animation == NULL) return false;
        for (uint32_t i = 0; i < a->count; i++)
            a->chosen[i] = a->chosen[i] || is_in(a->curves[i].animation, animation);
    }
    return true;
}

/* Sets the span to that of all chosen curves, or to what the clip states. */
static bool choose_span(animator *a) {
    bool any = false;
    a->begin = 0;
    a->end = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        if (!a->chosen[i]) continue;
        double first = time_at(&a->curves[i], 0), last = time_at(&a->curves[i], a->curves[i].times.count - 1);
        a->begin = !any || first < a->begin ? first : a->begin;
        a->end = !any || last > a->end ? last : a->end;
        any = true;
    }
    if (a->clip == NULL) {
        if (a->begin > 0) a->begin = 0; /* a curve that begins late stays late */
        return true;
    }
    const import_xml_reader reader = {&a->source->document, a->clip, a->source->error};
    if (!import_xml_number(&reader, "start", false, -1e6, 1e6, &a->begin) ||
        !import_xml_number(&reader, "end", false, -1e6, 1e6, &a->end))
        return false;
    return a->end >= a->begin ||
           collada_fault(a->source, a->clip, "ends before it starts; correct `start` and `end`");
}

static bool add_animation(animator *a, const import_xml *clip, const char *name) {
    import_scene *scene = a->source->scene;
    a->clip = clip;
    if (!choose_curves(a) || !choose_span(a)) return false;
    import_animation *grown =
        realloc(scene->animations, ((size_t)scene->animation_count + 1) * sizeof *grown);
    if (grown == NULL) return collada_memory(a->source);
    scene->animations = grown;
    a->animation = &grown[scene->animation_count++];
    memset(a->animation, 0, sizeof *a->animation);
    a->channel_room = 0;
    return collada_copy(a->source, name, &a->animation->name) && move_all(a);
}

/* The name of an animation of all curves: that of the only animation, else "animation". */
static const char *name_of_all(const collada_source *source) {
    const import_xml *first = collada_below(source->document.root, "library_animations/animation");
    bool alone = first != NULL && import_xml_sibling(first, "animation") == NULL;
    return alone && collada_name(first)[0] != 0 ? collada_name(first) : "animation";
}

bool collada_read_animations(collada_source *source) {
    animator a;
    memset(&a, 0, sizeof a);
    a.source = source;
    bool ok = read_curves(&a), clips = false;
    for (const import_xml *list = import_xml_child(source->document.root, "library_animation_clips");
         ok && a.count > 0 && list != NULL; list = import_xml_sibling(list, "library_animation_clips")) {
        for (const import_xml *at = import_xml_child(list, "animation_clip"); ok && at != NULL;
             at = import_xml_sibling(at, "animation_clip")) {
            ok = add_animation(&a, at, collada_name(at));
            clips = true;
        }
    }
    if (ok && !clips && a.count > 0) ok = add_animation(&a, NULL, name_of_all(source));
    free(a.times);
    return ok;
}
