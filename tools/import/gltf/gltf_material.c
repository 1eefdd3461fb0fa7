/* glTF materials, textures and pictures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/import/gltf/gltf_source.h"

static const uint32_t UNREADABLE = UINT32_MAX;

/* ---- pictures ---- */

/* The bytes of a picture that lies in the file; false without an error when it lies in another file. */
static bool inner_picture(gltf_source *source, const import_json *image, gltf_bytes *bytes, bool *inside) {
    int64_t view;
    uint32_t stride;
    const import_json *uri = import_json_find(image, "uri");
    const char *text = "";
    *bytes = (gltf_bytes){NULL, 0, NULL};
    *inside = false;
    if (!import_json_text(GLTF_AT(source, image), "uri", false, &text) ||
        !gltf_index(source, image, "bufferView", false, gltf_count(source->views), &view))
        return false;
    if (uri == NULL && view < 0)
        return import_json_fault(&source->document, image, source->error,
                                 "a picture has neither `uri` nor `bufferView`; export the file again");
    if (view >= 0) {
        *inside = true;
        return gltf_view(source, image, view, bytes, &stride);
    }
    *inside = strncmp(text, "data:", 5) == 0;
    return !*inside || gltf_uri(source, uri, bytes);
}

static bool add_picture(gltf_source *source, import_image *picture) {
    import_scene *scene = source->scene;
    import_image *grown = realloc(scene->pictures, ((size_t)scene->picture_count + 1) * sizeof *grown);
    if (grown == NULL) {
        import_image_free(picture);
        return gltf_memory(source);
    }
    scene->pictures = grown;
    scene->pictures[scene->picture_count++] = *picture;
    return true;
}

static bool decode_picture(gltf_source *source, const import_json *image, uint32_t number,
                           const gltf_bytes *bytes) {
    import_image picture;
    tool_error fault;
    char name[300];
    snprintf(name, sizeof name, "%.200s#%lu", source->name, (unsigned long)number);
    if (!import_image_from_memory(name, bytes->data, bytes->size, &picture, &fault)) {
        source->image_picture[number] = UNREADABLE;
        import_scene_warn(source->scene, "%s (line %lu)", fault.text, (unsigned long)image->line);
        return true;
    }
    uint64_t size = (uint64_t)picture.width * (uint64_t)picture.height * 5;
    if (size > source->budget) {
        import_image_free(&picture);
        return import_json_fault(&source->document, image, source->error,
                                 "the pictures are far too large to fit the memory; scale them down");
    }
    source->budget -= size;
    if (!add_picture(source, &picture)) return false;
    source->image_picture[number] = source->scene->picture_count;
    return true;
}

/* A picture in a file beside the scene becomes a path. */
static bool outer_picture(gltf_source *source, const import_json *image, import_material *material) {
    const import_json *uri = import_json_find(image, "uri");
    char *decoded = gltf_decode_percent(uri->is.text);
    if (decoded == NULL) return gltf_memory(source);
    free(material->texture);
    material->texture = import_file_resolve(source->name, decoded);
    free(decoded);
    if (material->texture == NULL) return gltf_memory(source);
    material->texture_missing = !source->use_files || !import_file_exists(material->texture);
    if (material->texture_missing)
        import_scene_warn(source->scene,
                          "%s:%lu: the texture '%.200s' cannot be read; put it there or correct the name",
                          source->name, (unsigned long)uri->line, uri->is.text);
    return true;
}

static bool use_image(gltf_source *source, uint32_t number, import_material *material) {
    gltf_bytes bytes;
    bool inside;
    char name[300];
    const import_json *image = gltf_element(source, source->images, number);
    if (image == NULL) return false;
    if (source->image_picture[number] == 0) {
        if (!inner_picture(source, image, &bytes, &inside)) return false;
        if (!inside) return outer_picture(source, image, material);
        bool ok = decode_picture(source, image, number, &bytes);
        free(bytes.owned);
        if (!ok) return false;
    }
    snprintf(name, sizeof name, "%.200s#%lu", source->name, (unsigned long)number);
    free(material->texture);
    material->texture = import_copy_name(name, strlen(name));
    material->texture_missing = source->image_picture[number] == UNREADABLE;
    material->picture = material->texture_missing ? 0 : source->image_picture[number];
    return material->texture != NULL || gltf_memory(source);
}

static bool read_texture(gltf_source *source, const import_json *info, import_material *material) {
    enum { CLAMP = 33071 };
    int64_t texture, image, sampler, wrap = 0;
    if (!gltf_index(source, info, "index", true, gltf_count(source->textures), &texture)) return false;
    const import_json *json = gltf_element(source, source->textures, (uint32_t)texture);
    if (json == NULL || !gltf_index(source, json, "source", false, gltf_count(source->images), &image) ||
        !gltf_index(source, json, "sampler", false, gltf_count(source->samplers), &sampler))
        return false;
    if (sampler >= 0) {
        const import_json *found = gltf_element(source, source->samplers, (uint32_t)sampler);
        if (found == NULL || !import_json_whole(GLTF_AT(source, found), "wrapS", false, 0, 65535, &wrap))
            return false;
        material->texture_clamp = wrap == CLAMP;
    }
    return image < 0 || use_image(source, (uint32_t)image, material);
}

/* ---- materials ---- */

const import_json *gltf_extension(const import_json *object, const char *name) {
    const import_json *found = import_json_find(import_json_find(object, "extensions"), name);
    return found != NULL && found->kind == IMPORT_JSON_OBJECT ? found : NULL;
}

static const import_json *specular_glossiness(const import_json *material) {
    return gltf_extension(material, "KHR_materials_pbrSpecularGlossiness");
}

const import_json *gltf_colour_texture(const import_json *material) {
    const import_json *old = specular_glossiness(material);
    return old != NULL
               ? import_json_find(old, "diffuseTexture")
               : import_json_find(import_json_find(material, "pbrMetallicRoughness"), "baseColorTexture");
}

/* Roughness as the exponent of Blinn's highlight: 2 / roughness^4 - 2. */
static float shininess_of(double roughness) {
    double fourth = roughness * roughness * roughness * roughness,
           exponent = fourth > 0.0155 ? 2 / fourth - 2 : 128;
    return (float)(exponent < 1 ? 1 : exponent);
}

static void set_colour(import_material *material, const double colour[4]) {
    for (int k = 0; k < 3; k++) material->diffuse[k] = (float)import_srgb(colour[k]);
    material->opacity = colour[3] < 0 ? 0 : colour[3] > 1 ? 1 : (float)colour[3];
}

/* The older description of surfaces: a colour, a colour of the highlight, and how smooth. */
static bool read_glossy_surface(gltf_source *source, const import_json *old, import_material *material) {
    double colour[4] = {1, 1, 1, 1}, specular[3] = {1, 1, 1}, glossiness = 1;
    const import_json *texture = NULL;
    if (!import_json_numbers(GLTF_AT(source, old), "diffuseFactor", false, 4, colour) ||
        !import_json_numbers(GLTF_AT(source, old), "specularFactor", false, 3, specular) ||
        !import_json_number(GLTF_AT(source, old), "glossinessFactor", false, 0, 1, &glossiness) ||
        !import_json_object(GLTF_AT(source, old), "diffuseTexture", false, &texture))
        return false;
    set_colour(material, colour);
    material->shininess = shininess_of(1 - glossiness);
    for (int k = 0; k < 3; k++) material->specular[k] = (float)(import_srgb(specular[k]) * glossiness);
    return texture == NULL || read_texture(source, texture, material);
}

static bool read_surface(gltf_source *source, const import_json *pbr, import_material *material) {
    double colour[4] = {1, 1, 1, 1}, metallic = 1, roughness = 1;
    const import_json *texture = NULL;
    if (pbr != NULL &&
        (!import_json_numbers(GLTF_AT(source, pbr), "baseColorFactor", false, 4, colour) ||
         !import_json_number(GLTF_AT(source, pbr), "metallicFactor", false, 0, 1, &metallic) ||
         !import_json_number(GLTF_AT(source, pbr), "roughnessFactor", false, 0, 1, &roughness) ||
         !import_json_object(GLTF_AT(source, pbr), "baseColorTexture", false, &texture)))
        return false;
    set_colour(material, colour);
    material->shininess = shininess_of(roughness);
    double strength = (1 - roughness) * (0.6 + 0.4 * metallic); /* a rough surface has a weak highlight */
    for (int k = 0; k < 3; k++) material->specular[k] = (float)strength;
    return texture == NULL || read_texture(source, texture, material);
}

static bool read_material(gltf_source *source, const import_json *json, import_material *material) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND", NULL};
    double emissive[3] = {0, 0, 0}, strength = 1;
    int mode = 0;
    const import_json *pbr, *old = specular_glossiness(json),
                            *strong = gltf_extension(json, "KHR_materials_emissive_strength");
    material->defined = true;
    material->name = gltf_name(source, json);
    if (material->name == NULL ||
        !import_json_object(GLTF_AT(source, json), "pbrMetallicRoughness", false, &pbr) ||
        !(old != NULL ? read_glossy_surface(source, old, material) : read_surface(source, pbr, material)) ||
        !import_json_numbers(GLTF_AT(source, json), "emissiveFactor", false, 3, emissive) ||
        !import_json_choice(GLTF_AT(source, json), "alphaMode", false, modes, &mode) ||
        !import_json_boolean(GLTF_AT(source, json), "doubleSided", false, &material->two_sided))
        return false;
    if (strong != NULL &&
        !import_json_number(GLTF_AT(source, strong), "emissiveStrength", false, 0, 1e6, &strength))
        return false;
    material->masked = mode == 1;
    if (mode != 2) material->opacity = 1;
    for (int k = 0; k < 3; k++) material->emissive[k] = (float)import_srgb(fmin(emissive[k] * strength, 1));
    if (gltf_extension(json, "KHR_materials_unlit") != NULL) {
        memcpy(material->emissive, material->diffuse, sizeof material->emissive);
        memset(material->diffuse, 0, sizeof material->diffuse);
        memset(material->specular, 0, sizeof material->specular);
    }
    return true;
}

bool gltf_read_materials(gltf_source *source) {
    bool ok = true;
    const import_json *list = gltf_list(source, "materials", &ok);
    import_scene *scene = source->scene;
    if (!ok) return false;
    scene->materials = calloc((size_t)gltf_count(list) + 1, sizeof *scene->materials);
    source->image_picture = calloc((size_t)gltf_count(source->images) + 1, sizeof *source->image_picture);
    if (scene->materials == NULL || source->image_picture == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < gltf_count(list); i++) {
        const import_json *json = gltf_element(source, list, i);
        scene->material_count++;
        if (json == NULL || !read_material(source, json, &scene->materials[i])) return false;
    }
    import_material *plain = &scene->materials[scene->material_count++]; /* of primitives that name none */
    for (int k = 0; k < 3; k++) plain->diffuse[k] = 0.8f;
    plain->opacity = 1;
    plain->shininess = 1;
    plain->name = import_copy_name("", 0);
    return plain->name != NULL || gltf_memory(source);
}
