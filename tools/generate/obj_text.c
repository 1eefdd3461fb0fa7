/* OBJ and MTL texts out of whole numbers. */
#include "tools/generate/obj_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

/* Writes a count of units of 1/scale (100 or 1000) as a decimal without trailing zeros. */
static void put_number(writer *out, int value, int scale) {
    int rest = abs(value) % scale, digits = scale == 1000 ? 3 : 2;
    char text[32];
    snprintf(text, sizeof text, " %s%d", value < 0 ? "-" : "", abs(value) / scale);
    put_text(out, text);
    if (rest == 0) return;
    while (rest % 10 == 0) {
        rest /= 10;
        digits--;
    }
    snprintf(text, sizeof text, ".%0*d", digits, rest);
    put_text(out, text);
}

static void put_rows(writer *out, const char *word, const int (*rows)[3], int count, int scale) {
    for (int i = 0; i < count; i++) {
        put_text(out, word);
        for (int k = 0; k < 3; k++) put_number(out, rows[i][k], scale);
        put_text(out, "\n");
    }
}

static void put_faces(writer *out, const obj_text *m, int material) {
    char text[48];
    for (int i = 0; i < m->face_count; i++) {
        const obj_face *face = &m->faces[i];
        if (m->material_count > 0 && face->material != material) continue;
        put_text(out, "f");
        for (int k = 0; k < face->corner_count; k++) {
            const obj_corner *c = &face->corners[k];
            snprintf(text, sizeof text, " %d/%d/%d", c->position + 1, c->texture + 1, c->normal + 1);
            put_text(out, text);
        }
        put_text(out, "\n");
    }
}

int obj_text_triangles(const obj_text *m) {
    int count = 0;
    for (int i = 0; i < m->face_count; i++) count += m->faces[i].corner_count - 2;
    return count;
}

void obj_text_write(const obj_text *m, writer *out) {
    put_text(out, "# ");
    put_text(out, m->remark);
    put_text(out, "\n");
    if (m->materials != NULL) {
        put_text(out, "mtllib ");
        put_text(out, m->materials);
        put_text(out, "\n");
    }
    put_rows(out, "v", m->positions, m->position_count, OBJ_POSITION_SCALE);
    for (int i = 0; i < m->texture_count; i++) {
        put_text(out, "vt");
        put_number(out, m->textures[i][0], OBJ_TEXTURE_SCALE);
        put_number(out, OBJ_TEXTURE_SCALE - m->textures[i][1], OBJ_TEXTURE_SCALE);
        put_text(out, "\n");
    }
    put_rows(out, "vn", m->normals, m->normal_count, m->normal_scale);
    if (m->material_count == 0) put_faces(out, m, 0);
    for (int i = 0; i < m->material_count; i++) {
        put_text(out, "usemtl ");
        put_text(out, m->material_list[i].name);
        put_text(out, "\n");
        put_faces(out, m, i);
    }
}

void obj_text_materials(const obj_material *materials, int count, writer *out) {
    for (int i = 0; i < count; i++) {
        put_text(out, "newmtl ");
        put_text(out, materials[i].name);
        put_text(out, "\nKd");
        for (int shift = 16; shift >= 0; shift -= 8)
            put_number(out, ((int)(materials[i].colour >> shift & 255) * 1000 + 127) / 255, 1000);
        put_text(out, "\n");
    }
}
