/* glTF files: the container and the buffers, which every part of the importer needs. */
#include "tools/import/gltf/gltf.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/base64.h"
#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/import/gltf/gltf_source.h"

enum { GLB_HEADER = 12, GLB_CHUNK = 8 };

bool gltf_memory(const gltf_source *source) { return import_error_memory(source->error, source->name); }

bool gltf_index(const gltf_source *source, const import_json *object, const char *name, bool required,
                uint32_t count, int64_t *index) {
    const import_json *found = import_json_find(object, name);
    *index = -1;
    if (!import_json_whole(GLTF_AT(source, object), name, required, 0, INT32_MAX, index)) return false;
    if (found == NULL || *index < (int64_t)count) return true;
    return import_json_fault(&source->document, found, source->error,
                             "`%s` is %lld, but there are %lu; export the file again", name,
                             (long long)*index, (unsigned long)count);
}

const import_json *gltf_element(const gltf_source *source, const import_json *array, uint32_t i) {
    const import_json *item = &array->is.items[i];
    if (item->kind == IMPORT_JSON_OBJECT) return item;
    import_json_fault(&source->document, item, source->error,
                      "element %lu of `%s` must be an object; correct it", (unsigned long)i, array->name);
    return NULL;
}

const import_json *gltf_list(const gltf_source *source, const char *name, bool *ok) {
    const import_json *list;
    *ok =
        *ok && import_json_array(GLTF_AT(source, &source->document.root), name, false, 0, UINT32_MAX, &list);
    return *ok ? list : NULL;
}

char *gltf_name(const gltf_source *source, const import_json *object) {
    const char *name = "";
    if (!import_json_text(GLTF_AT(source, object), "name", false, &name)) return NULL;
    char *copy = import_copy_name(name, strlen(name));
    if (copy == NULL) gltf_memory(source);
    return copy;
}

char *gltf_extras(const import_json *object) {
    const import_json *extras = import_json_find(object, "extras");
    return extras == NULL ? NULL : import_json_print(extras);
}

/* ---- URIs ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *gltf_decode_percent(const char *uri) {
    char *path = import_copy_name(uri, strlen(uri));
    char *to = path;
    for (const char *at = uri; path != NULL && *at != 0; at++) {
        int high = *at == '%' ? hex_digit(at[1]) : -1;
        int low = high >= 0 ? hex_digit(at[2]) : -1;
        if (low >= 0 && (high != 0 || low != 0)) {
            *to++ = (char)(high * 16 + low);
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    if (path != NULL) *to = 0;
    return path;
}

static bool data_uri(gltf_source *source, const import_json *uri, gltf_bytes *bytes) {
    const char *text = uri->is.text, *comma = strchr(text, ',');
    size_t fault;
    if (comma == NULL || comma - text < 7 || memcmp(comma - 7, ";base64", 7) != 0)
        return import_json_fault(&source->document, uri, source->error,
                                 "a data URI must hold base64; export the file again");
    if (import_base64_decode(comma + 1, strlen(comma + 1), &bytes->owned, &bytes->size, &fault)) {
        bytes->data = bytes->owned;
        return true;
    }
    if (fault == SIZE_MAX) return gltf_memory(source);
    return import_json_fault(&source->document, uri, source->error,
                             "letter %zu of the base64 text is wrong; export the file again", fault);
}

bool gltf_uri(gltf_source *source, const import_json *uri, gltf_bytes *bytes) {
    *bytes = (gltf_bytes){NULL, 0, NULL};
    if (strncmp(uri->is.text, "data:", 5) == 0) return data_uri(source, uri, bytes);
    if (!source->use_files)
        return import_json_fault(
            &source->document, uri, source->error,
            "the file `%.100s` is named, but files cannot be read here; put the data inside", uri->is.text);
    char *decoded = gltf_decode_percent(uri->is.text);
    char *path = decoded == NULL ? NULL : import_file_resolve(source->name, decoded);
    free(decoded);
    if (path == NULL) return gltf_memory(source);
    bool ok = import_file_exists(path);
    if (!ok) {
        import_json_fault(&source->document, uri, source->error, "the file `%.200s` is missing; put it there",
                          path);
    } else {
        ok = import_file_read(path, &bytes->owned, &bytes->size, source->error);
        bytes->data = bytes->owned;
    }
    free(path);
    return ok;
}

/* ---- buffers ---- */

static bool read_buffer(gltf_source *source, const import_json *json, uint32_t i) {
    gltf_bytes *buffer = &source->buffers[i];
    const char *text;
    int64_t length = 0;
    const import_json *uri = import_json_find(json, "uri");
    if (!import_json_whole(GLTF_AT(source, json), "byteLength", true, 1, INT32_MAX, &length) ||
        !import_json_text(GLTF_AT(source, json), "uri", false, &text))
        return false;
    if (uri == NULL) {
        if (i > 0 || source->binary.data == NULL)
            return import_json_fault(&source->document, json, source->error,
                                     "buffer %lu has no `uri` and no binary part; is the file complete?",
                                     (unsigned long)i);
        *buffer = (gltf_bytes){source->binary.data, source->binary.size, NULL};
    } else if (!gltf_uri(source, uri, buffer)) {
        return false;
    } else {
        source->held += buffer->size;
    }
    if ((uint64_t)length > buffer->size)
        return import_json_fault(
            &source->document, json, source->error,
            "buffer %lu should have %lld bytes, but has %zu; a file was cut short, copy it again",
            (unsigned long)i, (long long)length, buffer->size);
    buffer->size = (size_t)length;
    return true;
}

static bool read_buffers(gltf_source *source) {
    bool ok = true;
    const import_json *list = gltf_list(source, "buffers", &ok);
    source->buffers = calloc((size_t)gltf_count(list) + 1, sizeof *source->buffers);
    if (source->buffers == NULL) return gltf_memory(source);
    for (uint32_t i = 0; ok && i < gltf_count(list); i++) {
        const import_json *json = gltf_element(source, list, i);
        source->buffer_count++;
        ok = json != NULL && read_buffer(source, json, i);
    }
    return ok;
}

/* ---- the text ---- */

static bool check_version(gltf_source *source) {
    const import_json *asset;
    const char *version = "", *least = "2.0";
    if (!import_json_object(GLTF_AT(source, &source->document.root), "asset", true, &asset) ||
        !import_json_text(GLTF_AT(source, asset), "version", true, &version) ||
        !import_json_text(GLTF_AT(source, asset), "minVersion", false, &least))
        return false;
    if (strncmp(version, "2.", 2) == 0 && strcmp(least, "2.0") == 0) return true;
    return import_json_fault(
        &source->document, asset, source->error,
        "glTF version %.10s (at least %.10s) is asked for; only 2.0 is read, export as that", version, least);
}

/* The treatment of extensions that a file requires. */
static const struct {
    const char *name;
    const char
        *left_out; /* the note on what is left out; NULL: the extension is read, or has nothing to read */
    const char *refusal; /* not NULL: the extension cannot be left out */
} extensions[] = {
    {"KHR_mesh_quantization", NULL, NULL},
    {"KHR_materials_unlit", NULL, NULL},
    {"KHR_texture_transform", NULL, NULL},
    {"KHR_materials_emissive_strength", NULL, NULL},
    {"KHR_materials_pbrSpecularGlossiness", NULL, NULL},
    {"KHR_xmp_json_ld", NULL, NULL},
    {"KHR_lights_punctual", NULL, NULL},
    {"KHR_techniques_webgl", "surfaces that programs describe; they are plain ones", NULL},
    {"KHR_technique_webgl", "surfaces that programs describe; they are plain ones", NULL},
    {"EXT_lights_image_based", "light of surroundings", NULL},
    {"EXT_lights_ies", "profiles of lights", NULL},
    {"KHR_materials_variants", "variants of materials but for the first", NULL},
    {"KHR_animation_pointer", "animations of anything but nodes", NULL},
    {"KHR_node_visibility", "which nodes are hidden", NULL},
    {"MSFT_lod", "levels of detail", NULL},
    {"KHR_draco_mesh_compression", NULL,
     "the meshes are packed with Draco, which is not read; export without compression (Blender: "
     "`Compression` off)"},
    {"EXT_meshopt_compression", NULL,
     "the meshes are packed with meshopt, which is not read; export without it (gltfpack: without -c and "
     "-cc)"},
    {"KHR_meshopt_compression", NULL,
     "the meshes are packed with meshopt, which is not read; export without it"},
    {"KHR_texture_basisu", NULL, "the pictures are Basis (KTX2), which is not read; export with PNG or JPEG"},
    {"EXT_texture_webp", NULL, "the pictures are WebP, which is not read here; export with PNG or JPEG"},
    {"EXT_texture_avif", NULL, "the pictures are AVIF, which is not read; export with PNG or JPEG"},
};

static bool check_extension(gltf_source *source, const import_json *item) {
    const char *name = item->kind == IMPORT_JSON_STRING ? item->is.text : "?";
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        if (strcmp(name, extensions[i].name) != 0) continue;
        if (extensions[i].refusal != NULL)
            return import_json_fault(&source->document, item, source->error, "%s", extensions[i].refusal);
        if (extensions[i].left_out != NULL)
            import_scene_warn(source->scene, "%s:%lu: `%s` is left out: %s", source->name,
                              (unsigned long)item->line, name, extensions[i].left_out);
        return true;
    }
    if (strncmp(name, "KHR_materials_", 14) == 0) {
        import_scene_warn(source->scene, "%s:%lu: `%.60s` is left out: such surfaces are drawn as plain ones",
                          source->name, (unsigned long)item->line, name);
        return true;
    }
    return import_json_fault(&source->document, item, source->error,
                             "the extension `%.60s` is needed, which is not read; export without it", name);
}

static bool check_extensions(gltf_source *source) {
    bool ok = true;
    const import_json *list = gltf_list(source, "extensionsRequired", &ok);
    for (uint32_t i = 0; ok && i < gltf_count(list); i++) ok = check_extension(source, &list->is.items[i]);
    return ok;
}

static bool read_scene(gltf_source *source, const char *text, size_t size) {
    bool ok = true;
    if (!import_json_parse(source->name, text, size, &source->document, source->error)) return false;
    if (source->document.root.kind != IMPORT_JSON_OBJECT)
        return import_json_fault(&source->document, &source->document.root, source->error,
                                 "a glTF text must be an object; is this a glTF file?");
    if (!check_version(source) || !check_extensions(source) || !read_buffers(source)) return false;
    source->accessors = gltf_list(source, "accessors", &ok);
    source->views = gltf_list(source, "bufferViews", &ok);
    source->images = gltf_list(source, "images", &ok);
    source->textures = gltf_list(source, "textures", &ok);
    source->samplers = gltf_list(source, "samplers", &ok);
    source->budget = ((uint64_t)64 << 20) + 64 * source->held;
    memcpy(source->scene->axes, "LUF", 4);
    return ok && gltf_read_materials(source) && gltf_read_meshes(source) && gltf_read_nodes(source) &&
           gltf_read_lights(source) && gltf_read_skins(source) && gltf_read_animations(source);
}

/* ---- the container ---- */

static uint32_t word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Reads a .glb: a header and chunks, the first one JSON. */
static bool read_binary(gltf_source *source, const uint8_t *data, size_t size) {
    const char *text = NULL;
    size_t text_size = 0;
    if (size < GLB_HEADER + GLB_CHUNK)
        return import_error_offset(source->error, source->name, size,
                                   "the file ends too early; copy it again");
    if (word(data + 4) != 2)
        return import_error_offset(source->error, source->name, 4,
                                   "version %lu of glTF; only 2 is read, export as that",
                                   (unsigned long)word(data + 4));
    if (word(data + 8) > size || word(data + 8) < GLB_HEADER + GLB_CHUNK)
        return import_error_offset(
            source->error, source->name, 8,
            "should be %lu bytes long, but is %zu; the file was cut short, copy it again",
            (unsigned long)word(data + 8), size);
    size = word(data + 8);
    for (size_t at = GLB_HEADER; size - at >= GLB_CHUNK;) {
        uint32_t length = word(data + at), type = word(data + at + 4);
        if (length > size - at - GLB_CHUNK)
            return import_error_offset(source->error, source->name, at,
                                       "a chunk of %lu bytes reaches beyond the end; copy the file again",
                                       (unsigned long)length);
        if (text == NULL && type != 0x4E4F534Au)
            return import_error_offset(source->error, source->name, at + 4,
                                       "the first chunk must be JSON; export the file again");
        if (text == NULL) {
            text = (const char *)data + at + GLB_CHUNK;
            text_size = length;
        } else if (type == 0x004E4942u && source->binary.data == NULL) {
            source->binary = (gltf_bytes){data + at + GLB_CHUNK, length, NULL};
        }
        at += GLB_CHUNK + (size_t)length;
    }
    while (text_size > 0 && text[text_size - 1] == 0) text_size--; /* padding of careless writers */
    return read_scene(source, text, text_size);
}

static void free_source(gltf_source *source) {
    for (uint32_t i = 0; i < source->buffer_count; i++) free(source->buffers[i].owned);
    free(source->buffers);
    free(source->node_place);
    free(source->most_joint);
    free(source->image_picture);
    import_json_free(&source->document);
}

static bool read_any(gltf_source *source, const uint8_t *data, size_t size) {
    source->held = size;
    bool binary = size >= 4 && memcmp(data, "glTF", 4) == 0;
    bool ok = binary ? read_binary(source, data, size) : read_scene(source, (const char *)data, size);
    free_source(source);
    if (!ok) import_scene_free(source->scene);
    return ok;
}

bool import_gltf_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                             tool_error *error) {
    gltf_source source;
    memset(&source, 0, sizeof source);
    memset(scene, 0, sizeof *scene);
    source.name = name;
    source.scene = scene;
    source.error = error;
    return read_any(&source, data, size);
}

bool import_gltf_load(const char *path, import_scene *scene, tool_error *error) {
    gltf_source source;
    uint8_t *data = NULL;
    size_t size = 0;
    memset(&source, 0, sizeof source);
    memset(scene, 0, sizeof *scene);
    source.name = path;
    source.scene = scene;
    source.error = error;
    source.use_files = true;
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = read_any(&source, data, size);
    free(data);
    return ok;
}
