/* Materials of COLLADA documents: effects of the common profile, their pictures, and what symbols are bound to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/collada/collada_source.h"
#include "tools/import/gltf/gltf_source.h"

/* ---- colours and numbers ---- */

/* A parameter of the effect by its sid: in the profile, then in the effect. */
static const import_xml *find_parameter(const import_xml *from, const char *sid) {
    for (const import_xml *scope = from; scope != NULL; scope = scope->parent) {
        for (const import_xml *at = import_xml_child(scope, "newparam"); at != NULL;
             at = import_xml_sibling(at, "newparam")) {
            const char *own = import_xml_attribute_of(at, "sid");
            if (own != NULL && strcmp(own, sid) == 0) return at;
        }
        if (strcmp(scope->name, "effect") == 0) break;
    }
    return NULL;
}

/* The child `name`, or the value that a <param ref> in its place names. */
static const import_xml *value_of(const import_xml *property, const char *name, const char *in_parameter) {
    const import_xml *value = import_xml_child(property, name), *by = import_xml_child(property, "param");
    if (value != NULL || by == NULL) return value;
    const char *sid = import_xml_attribute_of(by, "ref");
    const import_xml *parameter = sid == NULL ? NULL : find_parameter(property, sid);
    return parameter == NULL ? NULL : import_xml_child(parameter, in_parameter);
}

/* Reads a colour of three or four numbers; *value stays when the property or its colour is missing. */
static bool read_colour(collada_source *source, const import_xml *property, double value[4]) {
    collada_numbers numbers;
    const import_xml *colour = property == NULL ? NULL : value_of(property, "color", "float4");
    if (colour == NULL && property != NULL) colour = value_of(property, "color", "float3");
    if (colour == NULL) return true;
    if (!collada_values(source, colour, &numbers)) return false;
    if (numbers.count < 3 || numbers.count > 4)
        return collada_fault(source, colour, "%lu numbers where 3 or 4 are wanted; export the file again",
                             (unsigned long)numbers.count);
    for (uint32_t k = 0; k < numbers.count; k++)
        value[k] = numbers.values[k] < 0 ? 0 : numbers.values[k] > 1e6 ? 1e6 : numbers.values[k];
    return true;
}

static bool read_float(collada_source *source, const import_xml *property, double least, double most,
                       double *value) {
    const import_xml *number = property == NULL ? NULL : value_of(property, "float", "float");
    if (number == NULL) return true;
    if (!collada_exactly(source, number, 1, value)) return false;
    *value = *value < least ? least : *value > most ? most : *value;
    return true;
}

/* ---- pictures ---- */

/* The first word of an element's text, malloc'd. */
static char *word_of(const import_xml *element) {
    const char *text = element->text;
    while (*text != 0 && strchr(" \t\n", *text) != NULL) text++;
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\n", text[length - 1]) != NULL) length--;
    return import_copy_name(text, length);
}

/* The image that a texture means: by way of sampler and surface (1.4), of the sampler alone (1.5), or at once. */
static const import_xml *find_image(const collada_source *source, const import_xml *texture) {
    const char *name = import_xml_attribute_of(texture, "texture");
    for (int step = 0; step < 3 && name != NULL; step++) {
        const import_xml *parameter = find_parameter(texture, name);
        if (parameter == NULL) {
            const import_xml *image = collada_find(source, name);
            return image != NULL && strcmp(image->name, "image") == 0 ? image : NULL;
        }
        const import_xml *next = collada_below(parameter, "sampler2D/source");
        if (next == NULL) next = collada_below(parameter, "surface/init_from");
        const import_xml *direct = collada_below(parameter, "sampler2D/instance_image");
        name = direct != NULL ? import_xml_attribute_of(direct, "url") : next != NULL ? next->text : NULL;
        while (name != NULL && *name != 0 && strchr(" \t\n", *name) != NULL) name++;
    }
    return NULL;
}

/* The path of an URI: without file://, with %20 and the like decoded. */
static char *path_of(collada_source *source, const char *uri) {
    if (strncmp(uri, "file://", 7) == 0) uri += 7;
    if (uri[0] == '/' && uri[1] != 0 && uri[2] == ':') uri++; /* /C:/pictures */
    char *decoded = gltf_decode_percent(uri),
         *path = decoded == NULL ? NULL : import_file_resolve(source->name, decoded);
    free(decoded);
    return path;
}

static bool read_texture(collada_source *source, const import_xml *texture, import_material *material) {
    const import_xml *image = find_image(source, texture), *from = collada_below(image, "init_from/ref");
    if (from == NULL) from = collada_below(image, "init_from");
    if (from == NULL) {
        import_scene_warn(source->scene, "%s:%lu: the texture leads to no picture; export the file again",
                          source->name, (unsigned long)texture->line);
        return true;
    }
    char *uri = word_of(from);
    material->texture = uri == NULL ? NULL : path_of(source, uri);
    if (material->texture == NULL) {
        free(uri);
        return collada_memory(source);
    }
    material->texture_missing = !source->use_files || !import_file_exists(material->texture);
    if (material->texture_missing)
        import_scene_warn(source->scene,
                          "%s:%lu: the texture '%.200s' cannot be read; put it there or correct the name",
                          source->name, (unsigned long)from->line, uri);
    free(uri);
    return true;
}

static bool clamps(const import_xml *texture) {
    const char *name = import_xml_attribute_of(texture, "texture");
    const import_xml *wrap =
        name == NULL ? NULL : collada_below(find_parameter(texture, name), "sampler2D/wrap_s");
    return wrap != NULL && strstr(wrap->text, "CLAMP") != NULL;
}

/* ---- effects ---- */

/* Reads the opacity: the alpha of <transparent>, or the luminance of its colour, times <transparency>. */
static bool read_opacity(collada_source *source, const import_xml *shader, import_material *material) {
    const import_xml *transparent = import_xml_child(shader, "transparent"),
                     *factor = import_xml_child(shader, "transparency");
    double colour[4] = {1, 1, 1, 1}, amount = 1;
    if (transparent == NULL && factor == NULL) return true;
    const char *mode = transparent == NULL ? NULL : import_xml_attribute_of(transparent, "opaque");
    bool by_colour = mode != NULL && strncmp(mode, "RGB", 3) == 0,
         inverse = mode != NULL && strstr(mode, "ZERO") != NULL;
    if (!read_colour(source, transparent, colour) || !read_float(source, factor, 0, 1, &amount)) return false;
    double seen = by_colour ? 0.212671 * colour[0] + 0.71516 * colour[1] + 0.072169 * colour[2] : colour[3];
    seen *= amount;
    if (inverse) seen = 1 - seen;
    material->opacity = (float)(seen < 0 ? 0 : seen > 1 ? 1 : seen);
    return true;
}

static const import_xml *shader_of(const import_xml *technique) {
    static const char *const names[] = {"phong", "blinn", "lambert", "constant"};
    for (int i = 0; i < 4 && technique != NULL; i++) {
        const import_xml *found = import_xml_child(technique, names[i]);
        if (found != NULL) return found;
    }
    return NULL;
}

/* Whether an <extra> somewhere below says that both sides are visible, as several programs write it. */
static bool is_two_sided(const import_xml *element) {
    for (const import_xml *extra = import_xml_child(element, "extra"); extra != NULL;
         extra = import_xml_sibling(extra, "extra")) {
        const import_xml *sides = collada_below(extra, "technique/double_sided");
        if (sides != NULL && strchr(sides->text, '1') != NULL) return true;
    }
    return false;
}

static bool read_shader(collada_source *source, const import_xml *shader, import_material *material) {
    double diffuse[4] = {0, 0, 0, 1}, specular[4] = {0, 0, 0, 1}, emissive[4] = {0, 0, 0, 1}, shininess = 1;
    const import_xml *surface = import_xml_child(shader, "diffuse"), *texture = NULL;
    bool unlit = strcmp(shader->name, "constant") == 0;
    if (unlit) surface = import_xml_child(shader, "emission");
    if (surface != NULL) texture = import_xml_child(surface, "texture");
    if (texture != NULL) diffuse[0] = diffuse[1] = diffuse[2] = 1;
    if (!read_colour(source, surface, diffuse) ||
        !read_colour(source, import_xml_child(shader, "specular"), specular) ||
        !read_colour(source, import_xml_child(shader, "emission"), emissive) ||
        !read_float(source, import_xml_child(shader, "shininess"), 0, 1000, &shininess))
        return false;
    for (int k = 0; k < 3; k++) {
        material->diffuse[k] = unlit ? 0 : (float)diffuse[k];
        material->specular[k] = unlit ? 0 : (float)specular[k];
        material->emissive[k] = (float)(unlit ? diffuse[k] : emissive[k]);
    }
    material->shininess = (float)shininess;
    if (texture == NULL) return read_opacity(source, shader, material);
    material->texture_clamp = clamps(texture);
    return read_opacity(source, shader, material) && read_texture(source, texture, material);
}

static bool plain_material(collada_source *source, const char *name, import_material **to) {
    *to = &source->scene->materials[source->scene->material_count++];
    for (int k = 0; k < 3; k++) (*to)->diffuse[k] = 0.8f;
    (*to)->opacity = 1;
    (*to)->shininess = 1;
    return collada_copy(source, name, &(*to)->name);
}

static bool read_material(collada_source *source, const import_xml *element) {
    import_material *material;
    const import_xml *instance = import_xml_child(element, "instance_effect");
    if (!plain_material(source, collada_name(element), &material)) return false;
    uint32_t number = collada_number_of(source, element);
    if (number != COLLADA_NONE && source->elements[number] == element)
        source->material_of[number] = source->scene->material_count - 1;
    if (instance == NULL) return true;
    const import_xml *effect = collada_target(source, instance, "url", "effect");
    if (effect == NULL) return false;
    const import_xml *profile = import_xml_child(effect, "profile_COMMON");
    const import_xml *technique = collada_below(profile, "technique"), *shader = shader_of(technique);
    if (shader == NULL) {
        import_scene_warn(source->scene,
                          "%s:%lu: the effect has no common profile; the material becomes plain grey",
                          source->name, (unsigned long)effect->line);
        return true;
    }
    material->defined = true;
    material->two_sided = is_two_sided(effect) || is_two_sided(profile) || is_two_sided(technique);
    return read_shader(source, shader, material);
}

bool collada_read_materials(collada_source *source) {
    uint32_t count = 0;
    const import_xml *root = source->document.root;
    for (const import_xml *list = import_xml_child(root, "library_materials"); list != NULL;
         list = import_xml_sibling(list, "library_materials")) {
        for (const import_xml *at = import_xml_child(list, "material"); at != NULL;
             at = import_xml_sibling(at, "material"))
            count++;
    }
    source->scene->materials = calloc((size_t)count + 1, sizeof *source->scene->materials);
    if (source->scene->materials == NULL) return collada_memory(source);
    for (const import_xml *list = import_xml_child(root, "library_materials"); list != NULL;
         list = import_xml_sibling(list, "library_materials")) {
        for (const import_xml *at = import_xml_child(list, "material"); at != NULL;
             at = import_xml_sibling(at, "material")) {
            if (!read_material(source, at)) return false;
        }
    }
    import_material *plain; /* the last material is for primitives that name none */
    return plain_material(source, "", &plain);
}

/* ---- bindings ---- */

/* The set of texture coordinates that the material's picture uses. */
static int64_t set_of(const collada_source *source, const import_xml *instance, const import_xml *material) {
    const import_xml *by = collada_below(material, "instance_effect");
    const char *url = by == NULL ? NULL : import_xml_attribute_of(by, "url");
    const import_xml *effect = url == NULL ? NULL : collada_find(source, url);
    const import_xml *shader = shader_of(collada_below(effect, "profile_COMMON/technique"));
    const import_xml *texture = shader == NULL ? NULL : collada_below(shader, "diffuse/texture");
    const char *wanted = texture == NULL ? NULL : import_xml_attribute_of(texture, "texcoord");
    for (const import_xml *at = import_xml_child(instance, "bind_vertex_input"); wanted != NULL && at != NULL;
         at = import_xml_sibling(at, "bind_vertex_input")) {
        const char *semantic = import_xml_attribute_of(at, "semantic"),
                   *set = import_xml_attribute_of(at, "input_set");
        if (semantic != NULL && set != NULL && strcmp(semantic, wanted) == 0 && strlen(set) < 9 &&
            strspn(set, "0123456789") == strlen(set))
            return strtol(set, NULL, 10);
    }
    return -1;
}

uint32_t collada_material_of(collada_source *source, const import_xml *bind, const char *symbol,
                             int64_t *set) {
    uint32_t plain = source->scene->material_count - 1;
    const import_xml *common = bind == NULL ? NULL : import_xml_child(bind, "technique_common");
    *set = -1;
    if (symbol == NULL) return plain;
    const import_xml *material = NULL;
    for (const import_xml *at = common == NULL ? NULL : import_xml_child(common, "instance_material");
         at != NULL; at = import_xml_sibling(at, "instance_material")) {
        const char *own = import_xml_attribute_of(at, "symbol"),
                   *target = import_xml_attribute_of(at, "target");
        if (own == NULL || target == NULL || strcmp(own, symbol) != 0) continue;
        material = collada_find(source, target);
        if (material != NULL) *set = set_of(source, at, material);
        break;
    }
    if (material == NULL) material = collada_find(source, symbol); /* some programs leave the binding out */
    uint32_t number = material == NULL ? COLLADA_NONE : collada_number_of(source, material);
    if (number != COLLADA_NONE && source->material_of[number] != COLLADA_NONE)
        return source->material_of[number];
    uint32_t known = source->symbols.count;
    if (import_name_table_add(&source->symbols, symbol, strlen(symbol)) == known)
        import_scene_warn(source->scene,
                          "%s: the material '%.100s' is bound to nothing; it becomes plain grey",
                          source->name, symbol);
    return plain;
}
