/* Joints and their poses out of scenes. */
#include "tools/import/model/rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* The nearest joint of the rig above a node; -1 when there is none. */
static int32_t joint_above(const import_scene *scene, const import_rig *rig, int32_t node) {
    for (node = scene->nodes[node].parent; node >= 0; node = scene->nodes[node].parent) {
        for (uint32_t i = 0; i < rig->count; i++) {
            if (rig->joints[i].node == node) return (int32_t)i;
        }
    }
    return -1;
}

static const import_skin *choose_skin(const import_scene *scene, const char *name) {
    const import_skin *best = NULL;
    char *end = NULL;
    unsigned long number = name == NULL ? 0 : strtoul(name, &end, 10);
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        if (name != NULL &&
            (strcmp(scene->skins[i].name, name) == 0 || (*end == 0 && name[0] != 0 && number == i)))
            return &scene->skins[i];
        if (name == NULL && (best == NULL || scene->skins[i].joint_count > best->joint_count))
            best = &scene->skins[i];
    }
    return best;
}

static int by_node(const void *a, const void *b) {
    const import_rig_joint *x = a, *y = b;
    return (x->node > y->node) - (x->node < y->node);
}

/* Sorts the joints. Parents stand before children among the scene's nodes, so the order of nodes is one for
 * joints as well. */
static bool sort_joints(const char *file, const import_scene *scene, const import_skin *skin, import_rig *rig,
                        tool_error *error) {
    uint32_t roots = 0;
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        import_rig_joint *joint = &rig->joints[rig->count++];
        joint->node = (int32_t)skin->joints[i];
        joint->name = scene->nodes[joint->node].name;
        memcpy(joint->source, skin->inverse_bind[i], sizeof joint->source);
        joint->size = 1;
    }
    qsort(rig->joints, rig->count, sizeof *rig->joints, by_node);
    rig->unnamed = true;
    for (uint32_t i = 0; i < rig->count; i++) {
        import_rig_joint *joint = &rig->joints[i];
        rig->unnamed = rig->unnamed && joint->name[0] == 0;
        if (joint->name[0] == 0) {
            snprintf(joint->made, sizeof joint->made, "joint_%02u", (unsigned)i & 0xFFFu);
            joint->name = joint->made;
        }
        rig->joints[i].parent = joint_above(scene, rig, rig->joints[i].node);
        roots += rig->joints[i].parent < 0;
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(rig->joints[k].name, rig->joints[i].name) == 0)
                return import_error_file(error, file, "two joints are called `%.60s`; rename one",
                                         rig->joints[i].name);
        }
    }
    if (roots == 1) return true;
    if (rig->count == IMPORT_RIG_JOINTS)
        return import_error_file(error, file, "%d joints with several roots; join them under one",
                                 IMPORT_RIG_JOINTS);
    memmove(rig->joints + 1, rig->joints, rig->count * sizeof *rig->joints);
    for (uint32_t i = 1; i <= rig->count; i++) {
        rig->joints[i].parent++;
        if (rig->joints[i].made[0] != 0) rig->joints[i].name = rig->joints[i].made; /* `made` has moved */
    }
    rig->count++;
    rig->joints[0] = (import_rig_joint){.name = ".root", .node = -1, .parent = -1, .size = 1};
    import_matrix_identity(rig->joints[0].source);
    return true;
}

/* ---- the bind pose ---- */

/* Rounds a pose to the numbers of a SKEL chunk, q2.14 and Q16.16; `unit` is the rotation that the console makes
 * of them. */
static void quantise(import_rig_pose *pose, double unit[4]) {
    double length = 0;
    for (int k = 0; k < 4; k++) {
        pose->rotation[k] = floor(pose->rotation[k] * 16384 + 0.5) / 16384;
        length += pose->rotation[k] * pose->rotation[k];
    }
    for (int k = 0; k < 4; k++) unit[k] = pose->rotation[k] / sqrt(length);
    for (int k = 0; k < 3; k++) pose->translation[k] = floor(pose->translation[k] * 65536 + 0.5) / 65536;
    for (int k = 0; k < 3; k++) pose->scale[k] = 1;
}

static bool flat(const char *file, const import_rig_joint *joint, tool_error *error) {
    return import_error_file(
        error, file, "joint `%.60s` is flat or mirrored; apply its scale and export again", joint->name);
}

/* Sets the bind pose of each joint relative to its parent's rounded pose, so that rounding errors do
 * not add up. */
static bool settle(const char *file, const import_pose *rest, import_rig *rig, tool_error *error) {
    double whole[12];
    uint32_t first = rig->joints[0].node < 0 ? 1u : 0u;
    import_matrix_multiply(rest->world[rig->joints[first].node], rig->joints[first].source, whole);
    for (uint32_t i = 0; i < rig->count; i++) {
        import_rig_joint *joint = &rig->joints[i];
        double own[12], local[12], scale[3], unit[4];
        const double one[3] = {1, 1, 1};
        if (joint->node < 0) {
            import_matrix_identity(own);
        } else if (import_matrix_invert(joint->source, own)) {
            import_matrix_multiply(whole, own, own);
        } else {
            memcpy(own, rest->world[joint->node], sizeof own);
        }
        if (!import_matrix_to_parts(own, joint->bind.translation, joint->bind.rotation, scale))
            return flat(file, joint, error);
        joint->size = (scale[0] + scale[1] + scale[2]) / 3;
        if (fabs(joint->size - 1) < 1e-5) joint->size = 1;
        import_matrix_from_parts(joint->bind.translation, joint->bind.rotation, one, own);
        if (joint->parent >= 0) {
            import_matrix_multiply(rig->joints[joint->parent].inverse, own, local);
            if (!import_matrix_to_parts(local, joint->bind.translation, joint->bind.rotation, scale))
                return flat(file, joint, error);
        }
        quantise(&joint->bind, unit);
        import_matrix_from_parts(joint->bind.translation, unit, one, joint->place);
        if (joint->parent >= 0)
            import_matrix_multiply(rig->joints[joint->parent].place, joint->place, joint->place);
        for (int k = 3; k < 12; k += 4)
            joint->place[k] = floor(joint->place[k] * 65536 + 0.5) / 65536; /* as the console does */
        import_matrix_invert(joint->place, joint->inverse);
    }
    return true;
}

/* ---- rigs ---- */

import_rig *import_rig_make(const char *file, const import_scene *scene, const char *name,
                            tool_error *error) {
    const import_skin *skin = choose_skin(scene, name);
    if (skin == NULL) {
        import_error_file(error, file,
                          name == NULL ? "there is no skin, so no skeleton; export it with its armature"
                                       : "there is no skin of that name or number; name one that is there");
        return NULL;
    }
    if (skin->joint_count == 0 || skin->joint_count > IMPORT_RIG_JOINTS) {
        import_error_file(error, file, "skin `%.60s` has %u joints; 1 to %d are possible", skin->name,
                          (unsigned)skin->joint_count, IMPORT_RIG_JOINTS);
        return NULL;
    }
    import_rig *rig = calloc(1, sizeof *rig);
    import_pose rest = {.node_count = 0};
    bool ok = (rig != NULL || import_error_memory(error, file)) &&
              sort_joints(file, scene, skin, rig, error) && import_pose_make(scene, NULL, 0, &rest, error) &&
              settle(file, &rest, rig, error);
    import_pose_free(&rest);
    if (ok) return rig;
    free(rig);
    return NULL;
}

bool import_rig_at(const import_rig_moving *moving, double time, import_rig_pose *poses, tool_error *error) {
    const import_rig *const rig = moving->rig;
    import_pose pose;
    if (!import_pose_make(moving->scene, moving->animation, time, &pose, error)) return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < rig->count; i++) {
        const import_rig_joint *joint = &rig->joints[i];
        double local[12], inverse[12];
        int32_t above = joint->parent < 0 ? -1 : rig->joints[joint->parent].node;
        if (joint->node < 0) {
            import_matrix_identity(local);
        } else if (above < 0) {
            memcpy(local, pose.world[joint->node], sizeof local);
        } else {
            import_matrix_invert(pose.world[above], inverse);
            import_matrix_multiply(inverse, pose.world[joint->node], local);
        }
        ok = import_matrix_to_parts(local, poses[i].translation, poses[i].rotation, poses[i].scale) ||
             flat(moving->file, joint, error);
        double size = joint->parent < 0 ? 1 : rig->joints[joint->parent].size;
        for (int k = 0; k < 3; k++) {
            poses[i].translation[k] *= size;
            poses[i].scale[k] *= size / joint->size;
        }
    }
    import_pose_free(&pose);
    return ok;
}

void import_rig_places(const import_rig *rig, const import_rig_pose *poses, double (*places)[3]) {
    double(*world)[12] = calloc(rig->count, sizeof *world);
    for (uint32_t i = 0; world != NULL && i < rig->count; i++) {
        double local[12];
        import_matrix_from_parts(poses[i].translation, poses[i].rotation, poses[i].scale, local);
        if (rig->joints[i].parent < 0) {
            memcpy(world[i], local, sizeof local);
        } else {
            import_matrix_multiply(world[rig->joints[i].parent], local, world[i]);
        }
        for (int k = 0; k < 3; k++) places[i][k] = world[i][4 * k + 3];
    }
    free(world);
}
