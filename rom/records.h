/* Every record as a C struct, with its size and the places of its members asserted.
 *
 * Generated from rom/records.txt by `make records`: do not edit.
 *
 * On a little-endian machine a checked record may be looked at through its struct where it lies; the accessors of
 * rom.h with the offsets of chunks.h do the same on every machine. Tools fill these structs and hand them to the
 * functions of tools/record_writer.h. Members that end in _at are offsets. */
#ifndef OXCART_ROM_RECORDS_H
#define OXCART_ROM_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"

/* Where a text lies in its chunk; both 0: absent. */
typedef struct rom_text_place {
    uint32_t offset, bytes;
} rom_text_place;

typedef struct rom_language_record {
    uint16_t number;
    uint8_t pad1[2];
    rom_text_place tag;
    rom_text_place name;
} rom_language_record;
FX_STATIC_ASSERT(sizeof(rom_language_record) == 20, "size of language");
FX_STATIC_ASSERT(offsetof(rom_language_record, number) == 0, "place of language.number");
FX_STATIC_ASSERT(offsetof(rom_language_record, tag) == 4, "place of language.tag");
FX_STATIC_ASSERT(offsetof(rom_language_record, name) == 12, "place of language.name");

typedef struct rom_info_record {
    uint16_t chunk_version, chunk_header;
    rom_text_place title;
    rom_text_place author;
    rom_text_place version;
    uint32_t start_scene;
    rom_text_place home;
    rom_text_place licence;
    uint32_t icon;
    uint32_t start_script;
    uint32_t first_level;
    uint16_t language_count;
    uint16_t region_count;
    uint32_t languages_at;
    uint32_t regions_at;
} rom_info_record;
FX_STATIC_ASSERT(sizeof(rom_info_record) == 72, "size of info");
FX_STATIC_ASSERT(offsetof(rom_info_record, title) == 4, "place of info.title");
FX_STATIC_ASSERT(offsetof(rom_info_record, author) == 12, "place of info.author");
FX_STATIC_ASSERT(offsetof(rom_info_record, version) == 20, "place of info.version");
FX_STATIC_ASSERT(offsetof(rom_info_record, start_scene) == 28, "place of info.start_scene");
FX_STATIC_ASSERT(offsetof(rom_info_record, home) == 32, "place of info.home");
FX_STATIC_ASSERT(offsetof(rom_info_record, licence) == 40, "place of info.licence");
FX_STATIC_ASSERT(offsetof(rom_info_record, icon) == 48, "place of info.icon");
FX_STATIC_ASSERT(offsetof(rom_info_record, start_script) == 52, "place of info.start_script");
FX_STATIC_ASSERT(offsetof(rom_info_record, first_level) == 56, "place of info.first_level");
FX_STATIC_ASSERT(offsetof(rom_info_record, language_count) == 60, "place of info.language_count");
FX_STATIC_ASSERT(offsetof(rom_info_record, region_count) == 62, "place of info.region_count");
FX_STATIC_ASSERT(offsetof(rom_info_record, languages_at) == 64, "place of info.languages_at");
FX_STATIC_ASSERT(offsetof(rom_info_record, regions_at) == 68, "place of info.regions_at");

typedef struct rom_memory_class_record {
    uint8_t class;
    uint8_t pad1[3];
    uint32_t bytes;
    uint32_t alignment;
} rom_memory_class_record;
FX_STATIC_ASSERT(sizeof(rom_memory_class_record) == 12, "size of memory-class");
FX_STATIC_ASSERT(offsetof(rom_memory_class_record, class) == 0, "place of memory-class.class");
FX_STATIC_ASSERT(offsetof(rom_memory_class_record, bytes) == 4, "place of memory-class.bytes");
FX_STATIC_ASSERT(offsetof(rom_memory_class_record, alignment) == 8, "place of memory-class.alignment");

typedef struct rom_client_record {
    uint32_t client;
    uint8_t class;
    uint8_t end;
    uint8_t pad3[2];
    uint32_t bytes;
    rom_text_place name;
} rom_client_record;
FX_STATIC_ASSERT(sizeof(rom_client_record) == 20, "size of client");
FX_STATIC_ASSERT(offsetof(rom_client_record, client) == 0, "place of client.client");
FX_STATIC_ASSERT(offsetof(rom_client_record, class) == 4, "place of client.class");
FX_STATIC_ASSERT(offsetof(rom_client_record, end) == 5, "place of client.end");
FX_STATIC_ASSERT(offsetof(rom_client_record, bytes) == 8, "place of client.bytes");
FX_STATIC_ASSERT(offsetof(rom_client_record, name) == 12, "place of client.name");

typedef struct rom_pool_kind_record {
    uint32_t kind;
    uint32_t client;
    uint32_t bytes;
    uint32_t alignment;
    uint32_t capacity;
} rom_pool_kind_record;
FX_STATIC_ASSERT(sizeof(rom_pool_kind_record) == 20, "size of pool-kind");
FX_STATIC_ASSERT(offsetof(rom_pool_kind_record, kind) == 0, "place of pool-kind.kind");
FX_STATIC_ASSERT(offsetof(rom_pool_kind_record, client) == 4, "place of pool-kind.client");
FX_STATIC_ASSERT(offsetof(rom_pool_kind_record, bytes) == 8, "place of pool-kind.bytes");
FX_STATIC_ASSERT(offsetof(rom_pool_kind_record, alignment) == 12, "place of pool-kind.alignment");
FX_STATIC_ASSERT(offsetof(rom_pool_kind_record, capacity) == 16, "place of pool-kind.capacity");

typedef struct rom_handle_table_record {
    uint32_t table;
    uint32_t capacity;
} rom_handle_table_record;
FX_STATIC_ASSERT(sizeof(rom_handle_table_record) == 8, "size of handle-table");
FX_STATIC_ASSERT(offsetof(rom_handle_table_record, table) == 0, "place of handle-table.table");
FX_STATIC_ASSERT(offsetof(rom_handle_table_record, capacity) == 4, "place of handle-table.capacity");

typedef struct rom_budget_record {
    uint16_t chunk_version, chunk_header;
    uint32_t memory;
    uint32_t frame;
    uint16_t width;
    uint16_t height;
    uint8_t format;
    uint8_t band;
    uint16_t rate;
    uint32_t needs;
    uint32_t cache_bytes;
    uint32_t block_bytes;
    uint32_t block_count;
    uint32_t stream_bytes;
    uint16_t stream_count;
    uint16_t frame_copies;
    uint32_t io_quota;
    uint32_t decode_quota;
    uint32_t stack;
    uint32_t debug_bytes;
    uint32_t scratch_bytes;
    uint16_t class_count;
    uint16_t client_count;
    uint16_t kind_count;
    uint16_t handle_count;
    uint32_t classes_at;
    uint32_t clients_at;
    uint32_t kinds_at;
    uint32_t handles_at;
} rom_budget_record;
FX_STATIC_ASSERT(sizeof(rom_budget_record) == 88, "size of budget");
FX_STATIC_ASSERT(offsetof(rom_budget_record, memory) == 4, "place of budget.memory");
FX_STATIC_ASSERT(offsetof(rom_budget_record, frame) == 8, "place of budget.frame");
FX_STATIC_ASSERT(offsetof(rom_budget_record, width) == 12, "place of budget.width");
FX_STATIC_ASSERT(offsetof(rom_budget_record, height) == 14, "place of budget.height");
FX_STATIC_ASSERT(offsetof(rom_budget_record, format) == 16, "place of budget.format");
FX_STATIC_ASSERT(offsetof(rom_budget_record, band) == 17, "place of budget.band");
FX_STATIC_ASSERT(offsetof(rom_budget_record, rate) == 18, "place of budget.rate");
FX_STATIC_ASSERT(offsetof(rom_budget_record, needs) == 20, "place of budget.needs");
FX_STATIC_ASSERT(offsetof(rom_budget_record, cache_bytes) == 24, "place of budget.cache_bytes");
FX_STATIC_ASSERT(offsetof(rom_budget_record, block_bytes) == 28, "place of budget.block_bytes");
FX_STATIC_ASSERT(offsetof(rom_budget_record, block_count) == 32, "place of budget.block_count");
FX_STATIC_ASSERT(offsetof(rom_budget_record, stream_bytes) == 36, "place of budget.stream_bytes");
FX_STATIC_ASSERT(offsetof(rom_budget_record, stream_count) == 40, "place of budget.stream_count");
FX_STATIC_ASSERT(offsetof(rom_budget_record, frame_copies) == 42, "place of budget.frame_copies");
FX_STATIC_ASSERT(offsetof(rom_budget_record, io_quota) == 44, "place of budget.io_quota");
FX_STATIC_ASSERT(offsetof(rom_budget_record, decode_quota) == 48, "place of budget.decode_quota");
FX_STATIC_ASSERT(offsetof(rom_budget_record, stack) == 52, "place of budget.stack");
FX_STATIC_ASSERT(offsetof(rom_budget_record, debug_bytes) == 56, "place of budget.debug_bytes");
FX_STATIC_ASSERT(offsetof(rom_budget_record, scratch_bytes) == 60, "place of budget.scratch_bytes");
FX_STATIC_ASSERT(offsetof(rom_budget_record, class_count) == 64, "place of budget.class_count");
FX_STATIC_ASSERT(offsetof(rom_budget_record, client_count) == 66, "place of budget.client_count");
FX_STATIC_ASSERT(offsetof(rom_budget_record, kind_count) == 68, "place of budget.kind_count");
FX_STATIC_ASSERT(offsetof(rom_budget_record, handle_count) == 70, "place of budget.handle_count");
FX_STATIC_ASSERT(offsetof(rom_budget_record, classes_at) == 72, "place of budget.classes_at");
FX_STATIC_ASSERT(offsetof(rom_budget_record, clients_at) == 76, "place of budget.clients_at");
FX_STATIC_ASSERT(offsetof(rom_budget_record, kinds_at) == 80, "place of budget.kinds_at");
FX_STATIC_ASSERT(offsetof(rom_budget_record, handles_at) == 84, "place of budget.handles_at");

typedef struct rom_name_record {
    uint32_t id;
    rom_text_place text;
} rom_name_record;
FX_STATIC_ASSERT(sizeof(rom_name_record) == 12, "size of name");
FX_STATIC_ASSERT(offsetof(rom_name_record, id) == 0, "place of name.id");
FX_STATIC_ASSERT(offsetof(rom_name_record, text) == 4, "place of name.text");

typedef struct rom_source_record {
    uint32_t id;
    uint32_t line;
    rom_text_place file;
} rom_source_record;
FX_STATIC_ASSERT(sizeof(rom_source_record) == 16, "size of source");
FX_STATIC_ASSERT(offsetof(rom_source_record, id) == 0, "place of source.id");
FX_STATIC_ASSERT(offsetof(rom_source_record, line) == 4, "place of source.line");
FX_STATIC_ASSERT(offsetof(rom_source_record, file) == 8, "place of source.file");

typedef struct rom_names_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
    uint32_t source_count;
    uint32_t sources_at;
} rom_names_record;
FX_STATIC_ASSERT(sizeof(rom_names_record) == 20, "size of names");
FX_STATIC_ASSERT(offsetof(rom_names_record, count) == 4, "place of names.count");
FX_STATIC_ASSERT(offsetof(rom_names_record, at) == 8, "place of names.at");
FX_STATIC_ASSERT(offsetof(rom_names_record, source_count) == 12, "place of names.source_count");
FX_STATIC_ASSERT(offsetof(rom_names_record, sources_at) == 16, "place of names.sources_at");

typedef struct rom_section_record {
    uint8_t class;
    uint8_t codec;
    uint8_t pad2[2];
    uint32_t offset;
    uint32_t stored;
    uint32_t full;
    uint32_t alignment;
} rom_section_record;
FX_STATIC_ASSERT(sizeof(rom_section_record) == 20, "size of section");
FX_STATIC_ASSERT(offsetof(rom_section_record, class) == 0, "place of section.class");
FX_STATIC_ASSERT(offsetof(rom_section_record, codec) == 1, "place of section.codec");
FX_STATIC_ASSERT(offsetof(rom_section_record, offset) == 4, "place of section.offset");
FX_STATIC_ASSERT(offsetof(rom_section_record, stored) == 8, "place of section.stored");
FX_STATIC_ASSERT(offsetof(rom_section_record, full) == 12, "place of section.full");
FX_STATIC_ASSERT(offsetof(rom_section_record, alignment) == 16, "place of section.alignment");

typedef struct rom_sections_record {
    uint16_t chunk_version, chunk_header;
    uint16_t count;
    uint8_t pad1[2];
    uint32_t at;
} rom_sections_record;
FX_STATIC_ASSERT(sizeof(rom_sections_record) == 12, "size of sections");
FX_STATIC_ASSERT(offsetof(rom_sections_record, count) == 4, "place of sections.count");
FX_STATIC_ASSERT(offsetof(rom_sections_record, at) == 8, "place of sections.at");

typedef struct rom_reference_record {
    uint32_t location;
    uint8_t kind;
    uint8_t section;
    uint8_t pad3[2];
    uint32_t type;
} rom_reference_record;
FX_STATIC_ASSERT(sizeof(rom_reference_record) == 12, "size of reference");
FX_STATIC_ASSERT(offsetof(rom_reference_record, location) == 0, "place of reference.location");
FX_STATIC_ASSERT(offsetof(rom_reference_record, kind) == 4, "place of reference.kind");
FX_STATIC_ASSERT(offsetof(rom_reference_record, section) == 5, "place of reference.section");
FX_STATIC_ASSERT(offsetof(rom_reference_record, type) == 8, "place of reference.type");

typedef struct rom_initialised_record {
    uint32_t location;
    uint32_t type;
} rom_initialised_record;
FX_STATIC_ASSERT(sizeof(rom_initialised_record) == 8, "size of initialised");
FX_STATIC_ASSERT(offsetof(rom_initialised_record, location) == 0, "place of initialised.location");
FX_STATIC_ASSERT(offsetof(rom_initialised_record, type) == 4, "place of initialised.type");

typedef struct rom_external_record {
    uint32_t cart;
    rom_text_place name;
} rom_external_record;
FX_STATIC_ASSERT(sizeof(rom_external_record) == 12, "size of external");
FX_STATIC_ASSERT(offsetof(rom_external_record, cart) == 0, "place of external.cart");
FX_STATIC_ASSERT(offsetof(rom_external_record, name) == 4, "place of external.name");

typedef struct rom_references_record {
    uint16_t chunk_version, chunk_header;
    uint32_t type;
    uint32_t reference_count;
    uint32_t references_at;
    uint32_t initialised_count;
    uint32_t initialised_at;
    uint32_t external_count;
    uint32_t externals_at;
} rom_references_record;
FX_STATIC_ASSERT(sizeof(rom_references_record) == 32, "size of references");
FX_STATIC_ASSERT(offsetof(rom_references_record, type) == 4, "place of references.type");
FX_STATIC_ASSERT(offsetof(rom_references_record, reference_count) == 8, "place of references.reference_count");
FX_STATIC_ASSERT(offsetof(rom_references_record, references_at) == 12, "place of references.references_at");
FX_STATIC_ASSERT(offsetof(rom_references_record, initialised_count) == 16, "place of references.initialised_count");
FX_STATIC_ASSERT(offsetof(rom_references_record, initialised_at) == 20, "place of references.initialised_at");
FX_STATIC_ASSERT(offsetof(rom_references_record, external_count) == 24, "place of references.external_count");
FX_STATIC_ASSERT(offsetof(rom_references_record, externals_at) == 28, "place of references.externals_at");

typedef struct rom_package_item_record {
    uint32_t id;
    uint32_t type;
    uint8_t class;
    uint8_t lifetime;
    uint8_t pad4[2];
    uint32_t stored;
    uint32_t full;
} rom_package_item_record;
FX_STATIC_ASSERT(sizeof(rom_package_item_record) == 20, "size of package-item");
FX_STATIC_ASSERT(offsetof(rom_package_item_record, id) == 0, "place of package-item.id");
FX_STATIC_ASSERT(offsetof(rom_package_item_record, type) == 4, "place of package-item.type");
FX_STATIC_ASSERT(offsetof(rom_package_item_record, class) == 8, "place of package-item.class");
FX_STATIC_ASSERT(offsetof(rom_package_item_record, lifetime) == 9, "place of package-item.lifetime");
FX_STATIC_ASSERT(offsetof(rom_package_item_record, stored) == 12, "place of package-item.stored");
FX_STATIC_ASSERT(offsetof(rom_package_item_record, full) == 16, "place of package-item.full");

typedef struct rom_package_record {
    uint16_t chunk_version, chunk_header;
    uint32_t kind;
    uint32_t item_count;
    uint32_t items_at;
    uint32_t stored;
    uint32_t full;
    uint32_t temporary;
    uint32_t offset;
    uint32_t bytes;
    uint32_t block_bytes;
    uint32_t external_count;
    uint32_t externals_at;
} rom_package_record;
FX_STATIC_ASSERT(sizeof(rom_package_record) == 48, "size of package");
FX_STATIC_ASSERT(offsetof(rom_package_record, kind) == 4, "place of package.kind");
FX_STATIC_ASSERT(offsetof(rom_package_record, item_count) == 8, "place of package.item_count");
FX_STATIC_ASSERT(offsetof(rom_package_record, items_at) == 12, "place of package.items_at");
FX_STATIC_ASSERT(offsetof(rom_package_record, stored) == 16, "place of package.stored");
FX_STATIC_ASSERT(offsetof(rom_package_record, full) == 20, "place of package.full");
FX_STATIC_ASSERT(offsetof(rom_package_record, temporary) == 24, "place of package.temporary");
FX_STATIC_ASSERT(offsetof(rom_package_record, offset) == 28, "place of package.offset");
FX_STATIC_ASSERT(offsetof(rom_package_record, bytes) == 32, "place of package.bytes");
FX_STATIC_ASSERT(offsetof(rom_package_record, block_bytes) == 36, "place of package.block_bytes");
FX_STATIC_ASSERT(offsetof(rom_package_record, external_count) == 40, "place of package.external_count");
FX_STATIC_ASSERT(offsetof(rom_package_record, externals_at) == 44, "place of package.externals_at");

typedef struct rom_dependency_record {
    uint32_t id;
    uint32_t type;
    uint32_t first;
    uint32_t count;
} rom_dependency_record;
FX_STATIC_ASSERT(sizeof(rom_dependency_record) == 16, "size of dependency");
FX_STATIC_ASSERT(offsetof(rom_dependency_record, id) == 0, "place of dependency.id");
FX_STATIC_ASSERT(offsetof(rom_dependency_record, type) == 4, "place of dependency.type");
FX_STATIC_ASSERT(offsetof(rom_dependency_record, first) == 8, "place of dependency.first");
FX_STATIC_ASSERT(offsetof(rom_dependency_record, count) == 12, "place of dependency.count");

typedef struct rom_closure_record {
    uint32_t node;
    uint32_t first;
    uint32_t count;
} rom_closure_record;
FX_STATIC_ASSERT(sizeof(rom_closure_record) == 12, "size of closure");
FX_STATIC_ASSERT(offsetof(rom_closure_record, node) == 0, "place of closure.node");
FX_STATIC_ASSERT(offsetof(rom_closure_record, first) == 4, "place of closure.first");
FX_STATIC_ASSERT(offsetof(rom_closure_record, count) == 8, "place of closure.count");

typedef struct rom_dependencies_record {
    uint16_t chunk_version, chunk_header;
    uint32_t node_count;
    uint32_t nodes_at;
    uint32_t edge_count;
    uint32_t edges_at;
    uint32_t closure_count;
    uint32_t closures_at;
    uint32_t member_count;
    uint32_t members_at;
} rom_dependencies_record;
FX_STATIC_ASSERT(sizeof(rom_dependencies_record) == 36, "size of dependencies");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, node_count) == 4, "place of dependencies.node_count");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, nodes_at) == 8, "place of dependencies.nodes_at");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, edge_count) == 12, "place of dependencies.edge_count");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, edges_at) == 16, "place of dependencies.edges_at");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, closure_count) == 20, "place of dependencies.closure_count");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, closures_at) == 24, "place of dependencies.closures_at");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, member_count) == 28, "place of dependencies.member_count");
FX_STATIC_ASSERT(offsetof(rom_dependencies_record, members_at) == 32, "place of dependencies.members_at");

typedef struct rom_palette_record {
    uint16_t chunk_version, chunk_header;
    uint32_t colours;
    uint32_t shades;
    uint32_t inverse;
} rom_palette_record;
FX_STATIC_ASSERT(sizeof(rom_palette_record) == 16, "size of palette");
FX_STATIC_ASSERT(offsetof(rom_palette_record, colours) == 4, "place of palette.colours");
FX_STATIC_ASSERT(offsetof(rom_palette_record, shades) == 8, "place of palette.shades");
FX_STATIC_ASSERT(offsetof(rom_palette_record, inverse) == 12, "place of palette.inverse");

typedef struct rom_image_record {
    uint16_t chunk_version, chunk_header;
    uint16_t width;
    uint16_t height;
    uint8_t format;
    uint8_t flags;
    uint8_t pad4[2];
    uint32_t pixels;
} rom_image_record;
FX_STATIC_ASSERT(sizeof(rom_image_record) == 16, "size of image");
FX_STATIC_ASSERT(offsetof(rom_image_record, width) == 4, "place of image.width");
FX_STATIC_ASSERT(offsetof(rom_image_record, height) == 6, "place of image.height");
FX_STATIC_ASSERT(offsetof(rom_image_record, format) == 8, "place of image.format");
FX_STATIC_ASSERT(offsetof(rom_image_record, flags) == 9, "place of image.flags");
FX_STATIC_ASSERT(offsetof(rom_image_record, pixels) == 12, "place of image.pixels");

typedef struct rom_sheet_frame_record {
    uint16_t x;
    uint16_t y;
    uint16_t width;
    uint16_t height;
    int16_t origin_x;
    int16_t origin_y;
    int16_t trim_x;
    int16_t trim_y;
    uint32_t name;
} rom_sheet_frame_record;
FX_STATIC_ASSERT(sizeof(rom_sheet_frame_record) == 20, "size of sheet-frame");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, x) == 0, "place of sheet-frame.x");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, y) == 2, "place of sheet-frame.y");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, width) == 4, "place of sheet-frame.width");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, height) == 6, "place of sheet-frame.height");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, origin_x) == 8, "place of sheet-frame.origin_x");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, origin_y) == 10, "place of sheet-frame.origin_y");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, trim_x) == 12, "place of sheet-frame.trim_x");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, trim_y) == 14, "place of sheet-frame.trim_y");
FX_STATIC_ASSERT(offsetof(rom_sheet_frame_record, name) == 16, "place of sheet-frame.name");

typedef struct rom_sheet_place_record {
    uint16_t image;
    uint8_t flags;
    uint8_t pad2[1];
    uint16_t full_width;
    uint16_t full_height;
} rom_sheet_place_record;
FX_STATIC_ASSERT(sizeof(rom_sheet_place_record) == 8, "size of sheet-place");
FX_STATIC_ASSERT(offsetof(rom_sheet_place_record, image) == 0, "place of sheet-place.image");
FX_STATIC_ASSERT(offsetof(rom_sheet_place_record, flags) == 2, "place of sheet-place.flags");
FX_STATIC_ASSERT(offsetof(rom_sheet_place_record, full_width) == 4, "place of sheet-place.full_width");
FX_STATIC_ASSERT(offsetof(rom_sheet_place_record, full_height) == 6, "place of sheet-place.full_height");

typedef struct rom_flip_book_record {
    uint32_t name;
    uint32_t first;
    uint16_t count;
    uint16_t rate;
    uint8_t flags;
    uint8_t pad5[3];
} rom_flip_book_record;
FX_STATIC_ASSERT(sizeof(rom_flip_book_record) == 16, "size of flip-book");
FX_STATIC_ASSERT(offsetof(rom_flip_book_record, name) == 0, "place of flip-book.name");
FX_STATIC_ASSERT(offsetof(rom_flip_book_record, first) == 4, "place of flip-book.first");
FX_STATIC_ASSERT(offsetof(rom_flip_book_record, count) == 8, "place of flip-book.count");
FX_STATIC_ASSERT(offsetof(rom_flip_book_record, rate) == 10, "place of flip-book.rate");
FX_STATIC_ASSERT(offsetof(rom_flip_book_record, flags) == 12, "place of flip-book.flags");

typedef struct rom_sheet_record {
    uint16_t chunk_version, chunk_header;
    uint32_t image;
    uint32_t count;
    uint32_t at;
    uint32_t image_count;
    uint32_t images_at;
    uint32_t places_at;
    uint32_t animation_count;
    uint32_t animations_at;
    uint32_t order_count;
    uint32_t order_at;
} rom_sheet_record;
FX_STATIC_ASSERT(sizeof(rom_sheet_record) == 44, "size of sheet");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, image) == 4, "place of sheet.image");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, count) == 8, "place of sheet.count");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, at) == 12, "place of sheet.at");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, image_count) == 16, "place of sheet.image_count");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, images_at) == 20, "place of sheet.images_at");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, places_at) == 24, "place of sheet.places_at");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, animation_count) == 28, "place of sheet.animation_count");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, animations_at) == 32, "place of sheet.animations_at");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, order_count) == 36, "place of sheet.order_count");
FX_STATIC_ASSERT(offsetof(rom_sheet_record, order_at) == 40, "place of sheet.order_at");

typedef struct rom_block_texture_record {
    uint16_t chunk_version, chunk_header;
    uint16_t width;
    uint16_t height;
    uint16_t shown_width;
    uint16_t shown_height;
    uint32_t flags;
    uint32_t block_count;
    uint32_t blocks_at;
} rom_block_texture_record;
FX_STATIC_ASSERT(sizeof(rom_block_texture_record) == 24, "size of block-texture");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, width) == 4, "place of block-texture.width");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, height) == 6, "place of block-texture.height");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, shown_width) == 8, "place of block-texture.shown_width");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, shown_height) == 10, "place of block-texture.shown_height");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, flags) == 12, "place of block-texture.flags");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, block_count) == 16, "place of block-texture.block_count");
FX_STATIC_ASSERT(offsetof(rom_block_texture_record, blocks_at) == 20, "place of block-texture.blocks_at");

typedef struct rom_haar_level_record {
    uint32_t offset;
    uint8_t shift;
    uint8_t pad2[3];
} rom_haar_level_record;
FX_STATIC_ASSERT(sizeof(rom_haar_level_record) == 8, "size of haar-level");
FX_STATIC_ASSERT(offsetof(rom_haar_level_record, offset) == 0, "place of haar-level.offset");
FX_STATIC_ASSERT(offsetof(rom_haar_level_record, shift) == 4, "place of haar-level.shift");

typedef struct rom_haar_record {
    uint16_t chunk_version, chunk_header;
    uint16_t width;
    uint16_t height;
    uint8_t components;
    uint8_t levels;
    uint8_t space;
    uint8_t depth;
    uint32_t levels_at;
    uint32_t level_records;
    uint32_t stream_bytes;
    uint32_t stream_at;
} rom_haar_record;
FX_STATIC_ASSERT(sizeof(rom_haar_record) == 28, "size of haar");
FX_STATIC_ASSERT(offsetof(rom_haar_record, width) == 4, "place of haar.width");
FX_STATIC_ASSERT(offsetof(rom_haar_record, height) == 6, "place of haar.height");
FX_STATIC_ASSERT(offsetof(rom_haar_record, components) == 8, "place of haar.components");
FX_STATIC_ASSERT(offsetof(rom_haar_record, levels) == 9, "place of haar.levels");
FX_STATIC_ASSERT(offsetof(rom_haar_record, space) == 10, "place of haar.space");
FX_STATIC_ASSERT(offsetof(rom_haar_record, depth) == 11, "place of haar.depth");
FX_STATIC_ASSERT(offsetof(rom_haar_record, levels_at) == 12, "place of haar.levels_at");
FX_STATIC_ASSERT(offsetof(rom_haar_record, level_records) == 16, "place of haar.level_records");
FX_STATIC_ASSERT(offsetof(rom_haar_record, stream_bytes) == 20, "place of haar.stream_bytes");
FX_STATIC_ASSERT(offsetof(rom_haar_record, stream_at) == 24, "place of haar.stream_at");

typedef struct rom_pixel_level_record {
    uint16_t width;
    uint16_t height;
    uint32_t first;
    uint32_t bytes;
} rom_pixel_level_record;
FX_STATIC_ASSERT(sizeof(rom_pixel_level_record) == 12, "size of pixel-level");
FX_STATIC_ASSERT(offsetof(rom_pixel_level_record, width) == 0, "place of pixel-level.width");
FX_STATIC_ASSERT(offsetof(rom_pixel_level_record, height) == 2, "place of pixel-level.height");
FX_STATIC_ASSERT(offsetof(rom_pixel_level_record, first) == 4, "place of pixel-level.first");
FX_STATIC_ASSERT(offsetof(rom_pixel_level_record, bytes) == 8, "place of pixel-level.bytes");

typedef struct rom_pixels_record {
    uint16_t chunk_version, chunk_header;
    uint16_t width;
    uint16_t height;
    uint8_t format;
    uint8_t kind;
    uint8_t flags;
    uint8_t pad5[1];
    uint16_t tile_width;
    uint16_t tile_height;
    uint32_t level_count;
    uint32_t levels_at;
    uint32_t pixel_bytes;
    uint32_t pixels_at;
    uint32_t colour_count;
    uint32_t colours_at;
    uint32_t tile_count;
    uint32_t banks_at;
} rom_pixels_record;
FX_STATIC_ASSERT(sizeof(rom_pixels_record) == 48, "size of pixels");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, width) == 4, "place of pixels.width");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, height) == 6, "place of pixels.height");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, format) == 8, "place of pixels.format");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, kind) == 9, "place of pixels.kind");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, flags) == 10, "place of pixels.flags");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, tile_width) == 12, "place of pixels.tile_width");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, tile_height) == 14, "place of pixels.tile_height");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, level_count) == 16, "place of pixels.level_count");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, levels_at) == 20, "place of pixels.levels_at");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, pixel_bytes) == 24, "place of pixels.pixel_bytes");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, pixels_at) == 28, "place of pixels.pixels_at");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, colour_count) == 32, "place of pixels.colour_count");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, colours_at) == 36, "place of pixels.colours_at");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, tile_count) == 40, "place of pixels.tile_count");
FX_STATIC_ASSERT(offsetof(rom_pixels_record, banks_at) == 44, "place of pixels.banks_at");

typedef struct rom_material_slot_record {
    uint32_t texture;
    uint8_t address_u;
    uint8_t address_v;
    uint8_t magnify;
    uint8_t minify;
    uint8_t mip;
    uint8_t between;
    uint8_t probes;
    int8_t bias;
    uint32_t border;
    uint8_t combine;
    uint8_t combine_alpha;
    uint8_t blend_by;
    uint8_t constant;
    uint8_t flags;
    uint8_t pad15[3];
} rom_material_slot_record;
FX_STATIC_ASSERT(sizeof(rom_material_slot_record) == 24, "size of material-slot");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, texture) == 0, "place of material-slot.texture");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, address_u) == 4, "place of material-slot.address_u");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, address_v) == 5, "place of material-slot.address_v");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, magnify) == 6, "place of material-slot.magnify");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, minify) == 7, "place of material-slot.minify");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, mip) == 8, "place of material-slot.mip");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, between) == 9, "place of material-slot.between");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, probes) == 10, "place of material-slot.probes");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, bias) == 11, "place of material-slot.bias");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, border) == 12, "place of material-slot.border");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, combine) == 16, "place of material-slot.combine");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, combine_alpha) == 17, "place of material-slot.combine_alpha");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, blend_by) == 18, "place of material-slot.blend_by");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, constant) == 19, "place of material-slot.constant");
FX_STATIC_ASSERT(offsetof(rom_material_slot_record, flags) == 20, "place of material-slot.flags");

typedef struct rom_material_look_record {
    uint32_t ambient;
    uint32_t diffuse;
    uint32_t specular;
    uint32_t emissive;
    int32_t bump_scale;
    uint8_t function;
    uint8_t wrap;
    uint8_t pixel_light;
    uint8_t light_every;
    uint8_t cull;
    uint8_t reflectivity;
    uint8_t vector;
    uint8_t flags;
} rom_material_look_record;
FX_STATIC_ASSERT(sizeof(rom_material_look_record) == 28, "size of material-look");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, ambient) == 0, "place of material-look.ambient");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, diffuse) == 4, "place of material-look.diffuse");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, specular) == 8, "place of material-look.specular");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, emissive) == 12, "place of material-look.emissive");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, bump_scale) == 16, "place of material-look.bump_scale");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, function) == 20, "place of material-look.function");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, wrap) == 21, "place of material-look.wrap");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, pixel_light) == 22, "place of material-look.pixel_light");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, light_every) == 23, "place of material-look.light_every");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, cull) == 24, "place of material-look.cull");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, reflectivity) == 25, "place of material-look.reflectivity");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, vector) == 26, "place of material-look.vector");
FX_STATIC_ASSERT(offsetof(rom_material_look_record, flags) == 27, "place of material-look.flags");

typedef struct rom_material_state_record {
    uint8_t blend;
    uint8_t source;
    uint8_t stored;
    uint8_t operation;
    uint8_t constant;
    uint8_t keep;
    uint8_t depth;
    uint8_t alpha;
    uint8_t alpha_reference;
    uint8_t dither;
    uint8_t hidden;
    uint8_t emissive_from;
    uint16_t flags;
    uint8_t fog;
    uint8_t pad14[1];
    int32_t bias;
    int32_t slope;
    uint32_t emissive;
    uint32_t fog_colour;
    int32_t fog_start;
    int32_t fog_end;
    int32_t fog_density;
} rom_material_state_record;
FX_STATIC_ASSERT(sizeof(rom_material_state_record) == 44, "size of material-state");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, blend) == 0, "place of material-state.blend");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, source) == 1, "place of material-state.source");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, stored) == 2, "place of material-state.stored");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, operation) == 3, "place of material-state.operation");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, constant) == 4, "place of material-state.constant");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, keep) == 5, "place of material-state.keep");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, depth) == 6, "place of material-state.depth");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, alpha) == 7, "place of material-state.alpha");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, alpha_reference) == 8, "place of material-state.alpha_reference");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, dither) == 9, "place of material-state.dither");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, hidden) == 10, "place of material-state.hidden");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, emissive_from) == 11, "place of material-state.emissive_from");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, flags) == 12, "place of material-state.flags");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, fog) == 14, "place of material-state.fog");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, bias) == 16, "place of material-state.bias");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, slope) == 20, "place of material-state.slope");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, emissive) == 24, "place of material-state.emissive");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, fog_colour) == 28, "place of material-state.fog_colour");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, fog_start) == 32, "place of material-state.fog_start");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, fog_end) == 36, "place of material-state.fog_end");
FX_STATIC_ASSERT(offsetof(rom_material_state_record, fog_density) == 40, "place of material-state.fog_density");

typedef struct rom_material_record {
    uint16_t chunk_version, chunk_header;
    uint32_t colour;
    uint8_t index;
    uint8_t shading;
    uint8_t mapping;
    uint8_t specular;
    uint8_t shininess;
    uint8_t flags;
    uint8_t pad7[2];
    uint32_t texture;
    uint8_t pass;
    uint8_t sort;
    uint8_t order;
    uint8_t transparency;
    uint32_t vertex_stage;
    uint32_t pixel_stage;
    uint32_t slot_count;
    uint32_t slots_at;
    uint32_t look_count;
    uint32_t look_at;
    uint32_t state_count;
    uint32_t state_at;
    uint32_t constant_count;
    uint32_t constants_at;
    uint32_t program_words;
    uint32_t program_at;
} rom_material_record;
FX_STATIC_ASSERT(sizeof(rom_material_record) == 72, "size of material");
FX_STATIC_ASSERT(offsetof(rom_material_record, colour) == 4, "place of material.colour");
FX_STATIC_ASSERT(offsetof(rom_material_record, index) == 8, "place of material.index");
FX_STATIC_ASSERT(offsetof(rom_material_record, shading) == 9, "place of material.shading");
FX_STATIC_ASSERT(offsetof(rom_material_record, mapping) == 10, "place of material.mapping");
FX_STATIC_ASSERT(offsetof(rom_material_record, specular) == 11, "place of material.specular");
FX_STATIC_ASSERT(offsetof(rom_material_record, shininess) == 12, "place of material.shininess");
FX_STATIC_ASSERT(offsetof(rom_material_record, flags) == 13, "place of material.flags");
FX_STATIC_ASSERT(offsetof(rom_material_record, texture) == 16, "place of material.texture");
FX_STATIC_ASSERT(offsetof(rom_material_record, pass) == 20, "place of material.pass");
FX_STATIC_ASSERT(offsetof(rom_material_record, sort) == 21, "place of material.sort");
FX_STATIC_ASSERT(offsetof(rom_material_record, order) == 22, "place of material.order");
FX_STATIC_ASSERT(offsetof(rom_material_record, transparency) == 23, "place of material.transparency");
FX_STATIC_ASSERT(offsetof(rom_material_record, vertex_stage) == 24, "place of material.vertex_stage");
FX_STATIC_ASSERT(offsetof(rom_material_record, pixel_stage) == 28, "place of material.pixel_stage");
FX_STATIC_ASSERT(offsetof(rom_material_record, slot_count) == 32, "place of material.slot_count");
FX_STATIC_ASSERT(offsetof(rom_material_record, slots_at) == 36, "place of material.slots_at");
FX_STATIC_ASSERT(offsetof(rom_material_record, look_count) == 40, "place of material.look_count");
FX_STATIC_ASSERT(offsetof(rom_material_record, look_at) == 44, "place of material.look_at");
FX_STATIC_ASSERT(offsetof(rom_material_record, state_count) == 48, "place of material.state_count");
FX_STATIC_ASSERT(offsetof(rom_material_record, state_at) == 52, "place of material.state_at");
FX_STATIC_ASSERT(offsetof(rom_material_record, constant_count) == 56, "place of material.constant_count");
FX_STATIC_ASSERT(offsetof(rom_material_record, constants_at) == 60, "place of material.constants_at");
FX_STATIC_ASSERT(offsetof(rom_material_record, program_words) == 64, "place of material.program_words");
FX_STATIC_ASSERT(offsetof(rom_material_record, program_at) == 68, "place of material.program_at");

typedef struct rom_part_record {
    uint32_t first_triangle;
    uint32_t triangles;
    uint32_t first_vertex;
    uint32_t vertices;
    uint32_t material;
} rom_part_record;
FX_STATIC_ASSERT(sizeof(rom_part_record) == 20, "size of part");
FX_STATIC_ASSERT(offsetof(rom_part_record, first_triangle) == 0, "place of part.first_triangle");
FX_STATIC_ASSERT(offsetof(rom_part_record, triangles) == 4, "place of part.triangles");
FX_STATIC_ASSERT(offsetof(rom_part_record, first_vertex) == 8, "place of part.first_vertex");
FX_STATIC_ASSERT(offsetof(rom_part_record, vertices) == 12, "place of part.vertices");
FX_STATIC_ASSERT(offsetof(rom_part_record, material) == 16, "place of part.material");

typedef struct rom_mesh_record {
    uint16_t chunk_version, chunk_header;
    uint32_t flags;
    uint32_t vertices;
    uint32_t triangles;
    uint32_t parts;
    uint32_t exponent;
    int32_t offset[3];
    int32_t centre[3];
    int32_t radius;
    int32_t box_low[3];
    int32_t box_high[3];
    uint32_t position_at;
    uint32_t normal_at;
    uint32_t uv_at;
    uint32_t index_at;
    uint32_t face_at;
    uint32_t part_at;
} rom_mesh_record;
FX_STATIC_ASSERT(sizeof(rom_mesh_record) == 100, "size of mesh");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, flags) == 4, "place of mesh.flags");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, vertices) == 8, "place of mesh.vertices");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, triangles) == 12, "place of mesh.triangles");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, parts) == 16, "place of mesh.parts");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, exponent) == 20, "place of mesh.exponent");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, offset) == 24, "place of mesh.offset");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, centre) == 36, "place of mesh.centre");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, radius) == 48, "place of mesh.radius");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, box_low) == 52, "place of mesh.box_low");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, box_high) == 64, "place of mesh.box_high");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, position_at) == 76, "place of mesh.position_at");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, normal_at) == 80, "place of mesh.normal_at");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, uv_at) == 84, "place of mesh.uv_at");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, index_at) == 88, "place of mesh.index_at");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, face_at) == 92, "place of mesh.face_at");
FX_STATIC_ASSERT(offsetof(rom_mesh_record, part_at) == 96, "place of mesh.part_at");

typedef struct rom_mesh_detail_record {
    uint32_t mesh;
    int32_t below;
} rom_mesh_detail_record;
FX_STATIC_ASSERT(sizeof(rom_mesh_detail_record) == 8, "size of mesh-detail");
FX_STATIC_ASSERT(offsetof(rom_mesh_detail_record, mesh) == 0, "place of mesh-detail.mesh");
FX_STATIC_ASSERT(offsetof(rom_mesh_detail_record, below) == 4, "place of mesh-detail.below");

typedef struct rom_model_record {
    uint16_t chunk_version, chunk_header;
    uint32_t collision;
    uint32_t occluder;
    uint32_t detail_count;
    uint32_t details_at;
} rom_model_record;
FX_STATIC_ASSERT(sizeof(rom_model_record) == 20, "size of model");
FX_STATIC_ASSERT(offsetof(rom_model_record, collision) == 4, "place of model.collision");
FX_STATIC_ASSERT(offsetof(rom_model_record, occluder) == 8, "place of model.occluder");
FX_STATIC_ASSERT(offsetof(rom_model_record, detail_count) == 12, "place of model.detail_count");
FX_STATIC_ASSERT(offsetof(rom_model_record, details_at) == 16, "place of model.details_at");

typedef struct rom_motion_record {
    int32_t orbit_radius;
    int16_t orbit_speed;
    uint16_t orbit_phase;
    int32_t bob_height;
    int16_t bob_speed;
    uint16_t bob_phase;
} rom_motion_record;
FX_STATIC_ASSERT(sizeof(rom_motion_record) == 16, "size of motion");
FX_STATIC_ASSERT(offsetof(rom_motion_record, orbit_radius) == 0, "place of motion.orbit_radius");
FX_STATIC_ASSERT(offsetof(rom_motion_record, orbit_speed) == 4, "place of motion.orbit_speed");
FX_STATIC_ASSERT(offsetof(rom_motion_record, orbit_phase) == 6, "place of motion.orbit_phase");
FX_STATIC_ASSERT(offsetof(rom_motion_record, bob_height) == 8, "place of motion.bob_height");
FX_STATIC_ASSERT(offsetof(rom_motion_record, bob_speed) == 12, "place of motion.bob_speed");
FX_STATIC_ASSERT(offsetof(rom_motion_record, bob_phase) == 14, "place of motion.bob_phase");

typedef struct rom_camera_record {
    int32_t position[3];
    int32_t target[3];
    uint16_t field;
    uint8_t pad3[2];
    int32_t near;
    int32_t far;
    rom_motion_record motion;
} rom_camera_record;
FX_STATIC_ASSERT(sizeof(rom_camera_record) == 52, "size of camera");
FX_STATIC_ASSERT(offsetof(rom_camera_record, position) == 0, "place of camera.position");
FX_STATIC_ASSERT(offsetof(rom_camera_record, target) == 12, "place of camera.target");
FX_STATIC_ASSERT(offsetof(rom_camera_record, field) == 24, "place of camera.field");
FX_STATIC_ASSERT(offsetof(rom_camera_record, near) == 28, "place of camera.near");
FX_STATIC_ASSERT(offsetof(rom_camera_record, far) == 32, "place of camera.far");
FX_STATIC_ASSERT(offsetof(rom_camera_record, motion) == 36, "place of camera.motion");

typedef struct rom_light_record {
    uint8_t kind;
    uint8_t intensity;
    uint8_t pad2[2];
    int32_t vector[3];
    int32_t range;
    rom_motion_record motion;
} rom_light_record;
FX_STATIC_ASSERT(sizeof(rom_light_record) == 36, "size of light");
FX_STATIC_ASSERT(offsetof(rom_light_record, kind) == 0, "place of light.kind");
FX_STATIC_ASSERT(offsetof(rom_light_record, intensity) == 1, "place of light.intensity");
FX_STATIC_ASSERT(offsetof(rom_light_record, vector) == 4, "place of light.vector");
FX_STATIC_ASSERT(offsetof(rom_light_record, range) == 16, "place of light.range");
FX_STATIC_ASSERT(offsetof(rom_light_record, motion) == 20, "place of light.motion");

typedef struct rom_object_record {
    uint32_t mesh;
    int32_t position[3];
    int32_t scale;
    uint16_t rotation[3];
    int16_t spin[3];
    uint8_t shading;
    uint8_t flags;
    uint8_t pad7[2];
    rom_motion_record motion;
} rom_object_record;
FX_STATIC_ASSERT(sizeof(rom_object_record) == 52, "size of object");
FX_STATIC_ASSERT(offsetof(rom_object_record, mesh) == 0, "place of object.mesh");
FX_STATIC_ASSERT(offsetof(rom_object_record, position) == 4, "place of object.position");
FX_STATIC_ASSERT(offsetof(rom_object_record, scale) == 16, "place of object.scale");
FX_STATIC_ASSERT(offsetof(rom_object_record, rotation) == 20, "place of object.rotation");
FX_STATIC_ASSERT(offsetof(rom_object_record, spin) == 26, "place of object.spin");
FX_STATIC_ASSERT(offsetof(rom_object_record, shading) == 32, "place of object.shading");
FX_STATIC_ASSERT(offsetof(rom_object_record, flags) == 33, "place of object.flags");
FX_STATIC_ASSERT(offsetof(rom_object_record, motion) == 36, "place of object.motion");

typedef struct rom_material_override_record {
    uint32_t object;
    uint32_t from;
    uint32_t to;
} rom_material_override_record;
FX_STATIC_ASSERT(sizeof(rom_material_override_record) == 12, "size of material-override");
FX_STATIC_ASSERT(offsetof(rom_material_override_record, object) == 0, "place of material-override.object");
FX_STATIC_ASSERT(offsetof(rom_material_override_record, from) == 4, "place of material-override.from");
FX_STATIC_ASSERT(offsetof(rom_material_override_record, to) == 8, "place of material-override.to");

typedef struct rom_object_clip_record {
    uint32_t object;
    uint32_t clip;
    int32_t rate;
    int32_t start;
    uint32_t second;
    uint32_t weight;
} rom_object_clip_record;
FX_STATIC_ASSERT(sizeof(rom_object_clip_record) == 24, "size of object-clip");
FX_STATIC_ASSERT(offsetof(rom_object_clip_record, object) == 0, "place of object-clip.object");
FX_STATIC_ASSERT(offsetof(rom_object_clip_record, clip) == 4, "place of object-clip.clip");
FX_STATIC_ASSERT(offsetof(rom_object_clip_record, rate) == 8, "place of object-clip.rate");
FX_STATIC_ASSERT(offsetof(rom_object_clip_record, start) == 12, "place of object-clip.start");
FX_STATIC_ASSERT(offsetof(rom_object_clip_record, second) == 16, "place of object-clip.second");
FX_STATIC_ASSERT(offsetof(rom_object_clip_record, weight) == 20, "place of object-clip.weight");

typedef struct rom_scene_emitter_record {
    uint32_t particles;
    uint32_t object;
    int32_t position[3];
    uint32_t seed;
} rom_scene_emitter_record;
FX_STATIC_ASSERT(sizeof(rom_scene_emitter_record) == 24, "size of scene-emitter");
FX_STATIC_ASSERT(offsetof(rom_scene_emitter_record, particles) == 0, "place of scene-emitter.particles");
FX_STATIC_ASSERT(offsetof(rom_scene_emitter_record, object) == 4, "place of scene-emitter.object");
FX_STATIC_ASSERT(offsetof(rom_scene_emitter_record, position) == 8, "place of scene-emitter.position");
FX_STATIC_ASSERT(offsetof(rom_scene_emitter_record, seed) == 20, "place of scene-emitter.seed");

typedef struct rom_scene_record {
    uint16_t chunk_version, chunk_header;
    uint32_t flags;
    uint32_t background;
    uint8_t background_index;
    uint8_t ambient;
    uint16_t cameras;
    uint16_t lights;
    uint16_t objects;
    uint32_t camera_at;
    uint32_t light_at;
    uint32_t object_at;
    uint32_t turn_frames;
    int32_t separation;
    uint32_t override_count;
    uint32_t overrides_at;
    uint32_t clip_count;
    uint32_t clips_at;
    uint32_t emitter_count;
    uint32_t emitters_at;
} rom_scene_record;
FX_STATIC_ASSERT(sizeof(rom_scene_record) == 64, "size of scene");
FX_STATIC_ASSERT(offsetof(rom_scene_record, flags) == 4, "place of scene.flags");
FX_STATIC_ASSERT(offsetof(rom_scene_record, background) == 8, "place of scene.background");
FX_STATIC_ASSERT(offsetof(rom_scene_record, background_index) == 12, "place of scene.background_index");
FX_STATIC_ASSERT(offsetof(rom_scene_record, ambient) == 13, "place of scene.ambient");
FX_STATIC_ASSERT(offsetof(rom_scene_record, cameras) == 14, "place of scene.cameras");
FX_STATIC_ASSERT(offsetof(rom_scene_record, lights) == 16, "place of scene.lights");
FX_STATIC_ASSERT(offsetof(rom_scene_record, objects) == 18, "place of scene.objects");
FX_STATIC_ASSERT(offsetof(rom_scene_record, camera_at) == 20, "place of scene.camera_at");
FX_STATIC_ASSERT(offsetof(rom_scene_record, light_at) == 24, "place of scene.light_at");
FX_STATIC_ASSERT(offsetof(rom_scene_record, object_at) == 28, "place of scene.object_at");
FX_STATIC_ASSERT(offsetof(rom_scene_record, turn_frames) == 32, "place of scene.turn_frames");
FX_STATIC_ASSERT(offsetof(rom_scene_record, separation) == 36, "place of scene.separation");
FX_STATIC_ASSERT(offsetof(rom_scene_record, override_count) == 40, "place of scene.override_count");
FX_STATIC_ASSERT(offsetof(rom_scene_record, overrides_at) == 44, "place of scene.overrides_at");
FX_STATIC_ASSERT(offsetof(rom_scene_record, clip_count) == 48, "place of scene.clip_count");
FX_STATIC_ASSERT(offsetof(rom_scene_record, clips_at) == 52, "place of scene.clips_at");
FX_STATIC_ASSERT(offsetof(rom_scene_record, emitter_count) == 56, "place of scene.emitter_count");
FX_STATIC_ASSERT(offsetof(rom_scene_record, emitters_at) == 60, "place of scene.emitters_at");

typedef struct rom_joint_record {
    uint32_t name;
    uint8_t parent;
    uint8_t flags;
    int16_t limit;
    int16_t rotation[4];
    int32_t translation[3];
    int32_t scale;
    int32_t inverse[12];
} rom_joint_record;
FX_STATIC_ASSERT(sizeof(rom_joint_record) == 80, "size of joint");
FX_STATIC_ASSERT(offsetof(rom_joint_record, name) == 0, "place of joint.name");
FX_STATIC_ASSERT(offsetof(rom_joint_record, parent) == 4, "place of joint.parent");
FX_STATIC_ASSERT(offsetof(rom_joint_record, flags) == 5, "place of joint.flags");
FX_STATIC_ASSERT(offsetof(rom_joint_record, limit) == 6, "place of joint.limit");
FX_STATIC_ASSERT(offsetof(rom_joint_record, rotation) == 8, "place of joint.rotation");
FX_STATIC_ASSERT(offsetof(rom_joint_record, translation) == 16, "place of joint.translation");
FX_STATIC_ASSERT(offsetof(rom_joint_record, scale) == 28, "place of joint.scale");
FX_STATIC_ASSERT(offsetof(rom_joint_record, inverse) == 32, "place of joint.inverse");

typedef struct rom_joint_name_record {
    uint32_t name;
    uint32_t joint;
} rom_joint_name_record;
FX_STATIC_ASSERT(sizeof(rom_joint_name_record) == 8, "size of joint-name");
FX_STATIC_ASSERT(offsetof(rom_joint_name_record, name) == 0, "place of joint-name.name");
FX_STATIC_ASSERT(offsetof(rom_joint_name_record, joint) == 4, "place of joint-name.joint");

typedef struct rom_skeleton_record {
    uint16_t chunk_version, chunk_header;
    uint32_t joint_count;
    uint32_t joints_at;
    uint32_t names_at;
    uint32_t hash;
} rom_skeleton_record;
FX_STATIC_ASSERT(sizeof(rom_skeleton_record) == 20, "size of skeleton");
FX_STATIC_ASSERT(offsetof(rom_skeleton_record, joint_count) == 4, "place of skeleton.joint_count");
FX_STATIC_ASSERT(offsetof(rom_skeleton_record, joints_at) == 8, "place of skeleton.joints_at");
FX_STATIC_ASSERT(offsetof(rom_skeleton_record, names_at) == 12, "place of skeleton.names_at");
FX_STATIC_ASSERT(offsetof(rom_skeleton_record, hash) == 16, "place of skeleton.hash");

typedef struct rom_skin_joint_record {
    uint8_t joint;
    uint8_t pad1[3];
    int32_t reach;
} rom_skin_joint_record;
FX_STATIC_ASSERT(sizeof(rom_skin_joint_record) == 8, "size of skin-joint");
FX_STATIC_ASSERT(offsetof(rom_skin_joint_record, joint) == 0, "place of skin-joint.joint");
FX_STATIC_ASSERT(offsetof(rom_skin_joint_record, reach) == 4, "place of skin-joint.reach");

typedef struct rom_skin_run_record {
    uint16_t count;
    uint8_t influences;
    uint8_t joint;
} rom_skin_run_record;
FX_STATIC_ASSERT(sizeof(rom_skin_run_record) == 4, "size of skin-run");
FX_STATIC_ASSERT(offsetof(rom_skin_run_record, count) == 0, "place of skin-run.count");
FX_STATIC_ASSERT(offsetof(rom_skin_run_record, influences) == 2, "place of skin-run.influences");
FX_STATIC_ASSERT(offsetof(rom_skin_run_record, joint) == 3, "place of skin-run.joint");

typedef struct rom_skin_record {
    uint16_t chunk_version, chunk_header;
    uint32_t skeleton;
    uint32_t skeleton_hash;
    uint32_t vertices;
    uint32_t joint_count;
    uint32_t joints_at;
    uint32_t runs;
    uint32_t runs_at;
    uint32_t data_bytes;
    uint32_t data_at;
} rom_skin_record;
FX_STATIC_ASSERT(sizeof(rom_skin_record) == 40, "size of skin");
FX_STATIC_ASSERT(offsetof(rom_skin_record, skeleton) == 4, "place of skin.skeleton");
FX_STATIC_ASSERT(offsetof(rom_skin_record, skeleton_hash) == 8, "place of skin.skeleton_hash");
FX_STATIC_ASSERT(offsetof(rom_skin_record, vertices) == 12, "place of skin.vertices");
FX_STATIC_ASSERT(offsetof(rom_skin_record, joint_count) == 16, "place of skin.joint_count");
FX_STATIC_ASSERT(offsetof(rom_skin_record, joints_at) == 20, "place of skin.joints_at");
FX_STATIC_ASSERT(offsetof(rom_skin_record, runs) == 24, "place of skin.runs");
FX_STATIC_ASSERT(offsetof(rom_skin_record, runs_at) == 28, "place of skin.runs_at");
FX_STATIC_ASSERT(offsetof(rom_skin_record, data_bytes) == 32, "place of skin.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_skin_record, data_at) == 36, "place of skin.data_at");

typedef struct rom_trigger_record {
    int32_t time;
    uint32_t event;
    int32_t argument;
    uint8_t flags;
    uint8_t pad4[3];
} rom_trigger_record;
FX_STATIC_ASSERT(sizeof(rom_trigger_record) == 16, "size of trigger");
FX_STATIC_ASSERT(offsetof(rom_trigger_record, time) == 0, "place of trigger.time");
FX_STATIC_ASSERT(offsetof(rom_trigger_record, event) == 4, "place of trigger.event");
FX_STATIC_ASSERT(offsetof(rom_trigger_record, argument) == 8, "place of trigger.argument");
FX_STATIC_ASSERT(offsetof(rom_trigger_record, flags) == 12, "place of trigger.flags");

typedef struct rom_clip_track_record {
    uint8_t joint;
    uint8_t channel;
    uint8_t form;
    uint8_t flags;
    uint32_t name;
    uint32_t offset;
    uint32_t bytes;
} rom_clip_track_record;
FX_STATIC_ASSERT(sizeof(rom_clip_track_record) == 16, "size of clip-track");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, joint) == 0, "place of clip-track.joint");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, channel) == 1, "place of clip-track.channel");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, form) == 2, "place of clip-track.form");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, flags) == 3, "place of clip-track.flags");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, name) == 4, "place of clip-track.name");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, offset) == 8, "place of clip-track.offset");
FX_STATIC_ASSERT(offsetof(rom_clip_track_record, bytes) == 12, "place of clip-track.bytes");

typedef struct rom_clip_record {
    uint16_t chunk_version, chunk_header;
    uint32_t skeleton;
    uint32_t skeleton_hash;
    uint16_t rate;
    uint8_t flags;
    uint8_t form;
    uint32_t frames;
    uint32_t samples;
    uint8_t scales;
    uint8_t pad_to_four;
    uint16_t channel_count;
    uint32_t joint_count;
    uint32_t joints_at;
    uint32_t sample_count;
    uint32_t samples_at;
    uint32_t track_count;
    uint32_t tracks_at;
    uint32_t data_bytes;
    uint32_t data_at;
    uint32_t trigger_count;
    uint32_t triggers_at;
} rom_clip_record;
FX_STATIC_ASSERT(sizeof(rom_clip_record) == 68, "size of clip");
FX_STATIC_ASSERT(offsetof(rom_clip_record, skeleton) == 4, "place of clip.skeleton");
FX_STATIC_ASSERT(offsetof(rom_clip_record, skeleton_hash) == 8, "place of clip.skeleton_hash");
FX_STATIC_ASSERT(offsetof(rom_clip_record, rate) == 12, "place of clip.rate");
FX_STATIC_ASSERT(offsetof(rom_clip_record, flags) == 14, "place of clip.flags");
FX_STATIC_ASSERT(offsetof(rom_clip_record, form) == 15, "place of clip.form");
FX_STATIC_ASSERT(offsetof(rom_clip_record, frames) == 16, "place of clip.frames");
FX_STATIC_ASSERT(offsetof(rom_clip_record, samples) == 20, "place of clip.samples");
FX_STATIC_ASSERT(offsetof(rom_clip_record, scales) == 24, "place of clip.scales");
FX_STATIC_ASSERT(offsetof(rom_clip_record, pad_to_four) == 25, "place of clip.pad_to_four");
FX_STATIC_ASSERT(offsetof(rom_clip_record, channel_count) == 26, "place of clip.channel_count");
FX_STATIC_ASSERT(offsetof(rom_clip_record, joint_count) == 28, "place of clip.joint_count");
FX_STATIC_ASSERT(offsetof(rom_clip_record, joints_at) == 32, "place of clip.joints_at");
FX_STATIC_ASSERT(offsetof(rom_clip_record, sample_count) == 36, "place of clip.sample_count");
FX_STATIC_ASSERT(offsetof(rom_clip_record, samples_at) == 40, "place of clip.samples_at");
FX_STATIC_ASSERT(offsetof(rom_clip_record, track_count) == 44, "place of clip.track_count");
FX_STATIC_ASSERT(offsetof(rom_clip_record, tracks_at) == 48, "place of clip.tracks_at");
FX_STATIC_ASSERT(offsetof(rom_clip_record, data_bytes) == 52, "place of clip.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_clip_record, data_at) == 56, "place of clip.data_at");
FX_STATIC_ASSERT(offsetof(rom_clip_record, trigger_count) == 60, "place of clip.trigger_count");
FX_STATIC_ASSERT(offsetof(rom_clip_record, triggers_at) == 64, "place of clip.triggers_at");

typedef struct rom_bundle_entry_record {
    uint32_t name;
    uint32_t clip;
    int32_t speed;
    uint16_t fade_in;
    uint16_t fade_out;
    uint8_t residency;
    uint8_t pad6[3];
} rom_bundle_entry_record;
FX_STATIC_ASSERT(sizeof(rom_bundle_entry_record) == 20, "size of bundle-entry");
FX_STATIC_ASSERT(offsetof(rom_bundle_entry_record, name) == 0, "place of bundle-entry.name");
FX_STATIC_ASSERT(offsetof(rom_bundle_entry_record, clip) == 4, "place of bundle-entry.clip");
FX_STATIC_ASSERT(offsetof(rom_bundle_entry_record, speed) == 8, "place of bundle-entry.speed");
FX_STATIC_ASSERT(offsetof(rom_bundle_entry_record, fade_in) == 12, "place of bundle-entry.fade_in");
FX_STATIC_ASSERT(offsetof(rom_bundle_entry_record, fade_out) == 14, "place of bundle-entry.fade_out");
FX_STATIC_ASSERT(offsetof(rom_bundle_entry_record, residency) == 16, "place of bundle-entry.residency");

typedef struct rom_bundle_record {
    uint16_t chunk_version, chunk_header;
    uint32_t skeleton;
    uint32_t idle;
    uint32_t count;
    uint32_t at;
} rom_bundle_record;
FX_STATIC_ASSERT(sizeof(rom_bundle_record) == 20, "size of bundle");
FX_STATIC_ASSERT(offsetof(rom_bundle_record, skeleton) == 4, "place of bundle.skeleton");
FX_STATIC_ASSERT(offsetof(rom_bundle_record, idle) == 8, "place of bundle.idle");
FX_STATIC_ASSERT(offsetof(rom_bundle_record, count) == 12, "place of bundle.count");
FX_STATIC_ASSERT(offsetof(rom_bundle_record, at) == 16, "place of bundle.at");

typedef struct rom_table_record {
    uint16_t chunk_version, chunk_header;
    uint8_t kind;
    uint8_t dimensions;
    uint8_t pad2[2];
    uint32_t width;
    uint32_t height;
    int32_t low;
    int32_t high;
    int32_t low_y;
    int32_t high_y;
    rom_text_place note;
    uint32_t checksum;
    uint32_t value_bytes;
    uint32_t values_at;
} rom_table_record;
FX_STATIC_ASSERT(sizeof(rom_table_record) == 52, "size of table");
FX_STATIC_ASSERT(offsetof(rom_table_record, kind) == 4, "place of table.kind");
FX_STATIC_ASSERT(offsetof(rom_table_record, dimensions) == 5, "place of table.dimensions");
FX_STATIC_ASSERT(offsetof(rom_table_record, width) == 8, "place of table.width");
FX_STATIC_ASSERT(offsetof(rom_table_record, height) == 12, "place of table.height");
FX_STATIC_ASSERT(offsetof(rom_table_record, low) == 16, "place of table.low");
FX_STATIC_ASSERT(offsetof(rom_table_record, high) == 20, "place of table.high");
FX_STATIC_ASSERT(offsetof(rom_table_record, low_y) == 24, "place of table.low_y");
FX_STATIC_ASSERT(offsetof(rom_table_record, high_y) == 28, "place of table.high_y");
FX_STATIC_ASSERT(offsetof(rom_table_record, note) == 32, "place of table.note");
FX_STATIC_ASSERT(offsetof(rom_table_record, checksum) == 40, "place of table.checksum");
FX_STATIC_ASSERT(offsetof(rom_table_record, value_bytes) == 44, "place of table.value_bytes");
FX_STATIC_ASSERT(offsetof(rom_table_record, values_at) == 48, "place of table.values_at");

typedef struct rom_string_record {
    uint32_t key;
    rom_text_place text;
} rom_string_record;
FX_STATIC_ASSERT(sizeof(rom_string_record) == 12, "size of string");
FX_STATIC_ASSERT(offsetof(rom_string_record, key) == 0, "place of string.key");
FX_STATIC_ASSERT(offsetof(rom_string_record, text) == 4, "place of string.text");

typedef struct rom_text_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
} rom_text_record;
FX_STATIC_ASSERT(sizeof(rom_text_record) == 12, "size of text");
FX_STATIC_ASSERT(offsetof(rom_text_record, count) == 4, "place of text.count");
FX_STATIC_ASSERT(offsetof(rom_text_record, at) == 8, "place of text.at");

typedef struct rom_field_record {
    uint32_t name;
    uint8_t kind;
    uint8_t pad2[3];
    uint32_t offset;
    rom_text_place title;
} rom_field_record;
FX_STATIC_ASSERT(sizeof(rom_field_record) == 20, "size of field");
FX_STATIC_ASSERT(offsetof(rom_field_record, name) == 0, "place of field.name");
FX_STATIC_ASSERT(offsetof(rom_field_record, kind) == 4, "place of field.kind");
FX_STATIC_ASSERT(offsetof(rom_field_record, offset) == 8, "place of field.offset");
FX_STATIC_ASSERT(offsetof(rom_field_record, title) == 12, "place of field.title");

typedef struct rom_data_record {
    uint16_t chunk_version, chunk_header;
    uint32_t flags;
    uint32_t field_count;
    uint32_t fields_at;
    uint32_t row_bytes;
    uint32_t row_count;
    uint32_t rows_bytes;
    uint32_t rows_at;
} rom_data_record;
FX_STATIC_ASSERT(sizeof(rom_data_record) == 32, "size of data");
FX_STATIC_ASSERT(offsetof(rom_data_record, flags) == 4, "place of data.flags");
FX_STATIC_ASSERT(offsetof(rom_data_record, field_count) == 8, "place of data.field_count");
FX_STATIC_ASSERT(offsetof(rom_data_record, fields_at) == 12, "place of data.fields_at");
FX_STATIC_ASSERT(offsetof(rom_data_record, row_bytes) == 16, "place of data.row_bytes");
FX_STATIC_ASSERT(offsetof(rom_data_record, row_count) == 20, "place of data.row_count");
FX_STATIC_ASSERT(offsetof(rom_data_record, rows_bytes) == 24, "place of data.rows_bytes");
FX_STATIC_ASSERT(offsetof(rom_data_record, rows_at) == 28, "place of data.rows_at");

typedef struct rom_overlay_record {
    uint16_t chunk_version, chunk_header;
    uint32_t first_version;
    uint32_t last_version;
} rom_overlay_record;
FX_STATIC_ASSERT(sizeof(rom_overlay_record) == 12, "size of overlay");
FX_STATIC_ASSERT(offsetof(rom_overlay_record, first_version) == 4, "place of overlay.first_version");
FX_STATIC_ASSERT(offsetof(rom_overlay_record, last_version) == 8, "place of overlay.last_version");

typedef struct rom_level_section_record {
    uint32_t type;
    uint32_t offset;
    uint32_t bytes;
    uint32_t flags;
} rom_level_section_record;
FX_STATIC_ASSERT(sizeof(rom_level_section_record) == 16, "size of level-section");
FX_STATIC_ASSERT(offsetof(rom_level_section_record, type) == 0, "place of level-section.type");
FX_STATIC_ASSERT(offsetof(rom_level_section_record, offset) == 4, "place of level-section.offset");
FX_STATIC_ASSERT(offsetof(rom_level_section_record, bytes) == 8, "place of level-section.bytes");
FX_STATIC_ASSERT(offsetof(rom_level_section_record, flags) == 12, "place of level-section.flags");

typedef struct rom_level_record {
    uint16_t chunk_version, chunk_header;
    uint32_t flags;
    int32_t low[3];
    int32_t high[3];
    uint32_t package;
    uint32_t tag_count;
    uint32_t tags_at;
    uint32_t neighbour_count;
    uint32_t neighbours_at;
    uint32_t section_count;
    uint32_t sections_at;
} rom_level_record;
FX_STATIC_ASSERT(sizeof(rom_level_record) == 60, "size of level");
FX_STATIC_ASSERT(offsetof(rom_level_record, flags) == 4, "place of level.flags");
FX_STATIC_ASSERT(offsetof(rom_level_record, low) == 8, "place of level.low");
FX_STATIC_ASSERT(offsetof(rom_level_record, high) == 20, "place of level.high");
FX_STATIC_ASSERT(offsetof(rom_level_record, package) == 32, "place of level.package");
FX_STATIC_ASSERT(offsetof(rom_level_record, tag_count) == 36, "place of level.tag_count");
FX_STATIC_ASSERT(offsetof(rom_level_record, tags_at) == 40, "place of level.tags_at");
FX_STATIC_ASSERT(offsetof(rom_level_record, neighbour_count) == 44, "place of level.neighbour_count");
FX_STATIC_ASSERT(offsetof(rom_level_record, neighbours_at) == 48, "place of level.neighbours_at");
FX_STATIC_ASSERT(offsetof(rom_level_record, section_count) == 52, "place of level.section_count");
FX_STATIC_ASSERT(offsetof(rom_level_record, sections_at) == 56, "place of level.sections_at");

typedef struct rom_topology_node_record {
    uint32_t level;
    int32_t low[3];
    int32_t high[3];
    uint32_t first_link;
    uint32_t link_count;
} rom_topology_node_record;
FX_STATIC_ASSERT(sizeof(rom_topology_node_record) == 36, "size of topology-node");
FX_STATIC_ASSERT(offsetof(rom_topology_node_record, level) == 0, "place of topology-node.level");
FX_STATIC_ASSERT(offsetof(rom_topology_node_record, low) == 4, "place of topology-node.low");
FX_STATIC_ASSERT(offsetof(rom_topology_node_record, high) == 16, "place of topology-node.high");
FX_STATIC_ASSERT(offsetof(rom_topology_node_record, first_link) == 28, "place of topology-node.first_link");
FX_STATIC_ASSERT(offsetof(rom_topology_node_record, link_count) == 32, "place of topology-node.link_count");

typedef struct rom_topology_link_record {
    uint32_t node;
    uint32_t flags;
    int32_t at[3];
    int32_t radius;
} rom_topology_link_record;
FX_STATIC_ASSERT(sizeof(rom_topology_link_record) == 24, "size of topology-link");
FX_STATIC_ASSERT(offsetof(rom_topology_link_record, node) == 0, "place of topology-link.node");
FX_STATIC_ASSERT(offsetof(rom_topology_link_record, flags) == 4, "place of topology-link.flags");
FX_STATIC_ASSERT(offsetof(rom_topology_link_record, at) == 8, "place of topology-link.at");
FX_STATIC_ASSERT(offsetof(rom_topology_link_record, radius) == 20, "place of topology-link.radius");

typedef struct rom_topology_record {
    uint16_t chunk_version, chunk_header;
    uint8_t form;
    uint8_t pad1[3];
    uint16_t columns;
    uint16_t rows;
    uint32_t node_count;
    uint32_t nodes_at;
    uint32_t link_count;
    uint32_t links_at;
} rom_topology_record;
FX_STATIC_ASSERT(sizeof(rom_topology_record) == 28, "size of topology");
FX_STATIC_ASSERT(offsetof(rom_topology_record, form) == 4, "place of topology.form");
FX_STATIC_ASSERT(offsetof(rom_topology_record, columns) == 8, "place of topology.columns");
FX_STATIC_ASSERT(offsetof(rom_topology_record, rows) == 10, "place of topology.rows");
FX_STATIC_ASSERT(offsetof(rom_topology_record, node_count) == 12, "place of topology.node_count");
FX_STATIC_ASSERT(offsetof(rom_topology_record, nodes_at) == 16, "place of topology.nodes_at");
FX_STATIC_ASSERT(offsetof(rom_topology_record, link_count) == 20, "place of topology.link_count");
FX_STATIC_ASSERT(offsetof(rom_topology_record, links_at) == 24, "place of topology.links_at");

typedef struct rom_instance_record {
    uint16_t mesh;
    uint16_t material;
    int32_t position[3];
    int16_t rotation[4];
    int32_t scale;
    uint8_t tint[3];
    uint8_t flags;
} rom_instance_record;
FX_STATIC_ASSERT(sizeof(rom_instance_record) == 32, "size of instance");
FX_STATIC_ASSERT(offsetof(rom_instance_record, mesh) == 0, "place of instance.mesh");
FX_STATIC_ASSERT(offsetof(rom_instance_record, material) == 2, "place of instance.material");
FX_STATIC_ASSERT(offsetof(rom_instance_record, position) == 4, "place of instance.position");
FX_STATIC_ASSERT(offsetof(rom_instance_record, rotation) == 16, "place of instance.rotation");
FX_STATIC_ASSERT(offsetof(rom_instance_record, scale) == 24, "place of instance.scale");
FX_STATIC_ASSERT(offsetof(rom_instance_record, tint) == 28, "place of instance.tint");
FX_STATIC_ASSERT(offsetof(rom_instance_record, flags) == 31, "place of instance.flags");

typedef struct rom_instance_cell_record {
    int32_t low[3];
    int32_t high[3];
    uint32_t first;
    uint32_t count;
    uint32_t merged;
} rom_instance_cell_record;
FX_STATIC_ASSERT(sizeof(rom_instance_cell_record) == 36, "size of instance-cell");
FX_STATIC_ASSERT(offsetof(rom_instance_cell_record, low) == 0, "place of instance-cell.low");
FX_STATIC_ASSERT(offsetof(rom_instance_cell_record, high) == 12, "place of instance-cell.high");
FX_STATIC_ASSERT(offsetof(rom_instance_cell_record, first) == 24, "place of instance-cell.first");
FX_STATIC_ASSERT(offsetof(rom_instance_cell_record, count) == 28, "place of instance-cell.count");
FX_STATIC_ASSERT(offsetof(rom_instance_cell_record, merged) == 32, "place of instance-cell.merged");

typedef struct rom_geometry_record {
    uint16_t chunk_version, chunk_header;
    uint32_t mesh_count;
    uint32_t meshes_at;
    uint32_t material_count;
    uint32_t materials_at;
    uint32_t instance_count;
    uint32_t instances_at;
    uint32_t cell_count;
    uint32_t cells_at;
} rom_geometry_record;
FX_STATIC_ASSERT(sizeof(rom_geometry_record) == 36, "size of geometry");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, mesh_count) == 4, "place of geometry.mesh_count");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, meshes_at) == 8, "place of geometry.meshes_at");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, material_count) == 12, "place of geometry.material_count");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, materials_at) == 16, "place of geometry.materials_at");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, instance_count) == 20, "place of geometry.instance_count");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, instances_at) == 24, "place of geometry.instances_at");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, cell_count) == 28, "place of geometry.cell_count");
FX_STATIC_ASSERT(offsetof(rom_geometry_record, cells_at) == 32, "place of geometry.cells_at");

typedef struct rom_element_version_record {
    uint32_t mesh;
    uint32_t collision;
    uint32_t material;
    int32_t mass;
    uint32_t sound;
    uint32_t effect;
    int32_t threshold;
} rom_element_version_record;
FX_STATIC_ASSERT(sizeof(rom_element_version_record) == 28, "size of element-version");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, mesh) == 0, "place of element-version.mesh");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, collision) == 4, "place of element-version.collision");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, material) == 8, "place of element-version.material");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, mass) == 12, "place of element-version.mass");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, sound) == 16, "place of element-version.sound");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, effect) == 20, "place of element-version.effect");
FX_STATIC_ASSERT(offsetof(rom_element_version_record, threshold) == 24, "place of element-version.threshold");

typedef struct rom_element_record {
    uint32_t name;
    uint32_t instance;
    uint32_t first_version;
    uint16_t version_count;
    uint16_t start;
    int32_t position[3];
    int32_t health;
} rom_element_record;
FX_STATIC_ASSERT(sizeof(rom_element_record) == 32, "size of element");
FX_STATIC_ASSERT(offsetof(rom_element_record, name) == 0, "place of element.name");
FX_STATIC_ASSERT(offsetof(rom_element_record, instance) == 4, "place of element.instance");
FX_STATIC_ASSERT(offsetof(rom_element_record, first_version) == 8, "place of element.first_version");
FX_STATIC_ASSERT(offsetof(rom_element_record, version_count) == 12, "place of element.version_count");
FX_STATIC_ASSERT(offsetof(rom_element_record, start) == 14, "place of element.start");
FX_STATIC_ASSERT(offsetof(rom_element_record, position) == 16, "place of element.position");
FX_STATIC_ASSERT(offsetof(rom_element_record, health) == 28, "place of element.health");

typedef struct rom_elements_record {
    uint16_t chunk_version, chunk_header;
    uint32_t element_count;
    uint32_t elements_at;
    uint32_t version_count;
    uint32_t versions_at;
} rom_elements_record;
FX_STATIC_ASSERT(sizeof(rom_elements_record) == 20, "size of elements");
FX_STATIC_ASSERT(offsetof(rom_elements_record, element_count) == 4, "place of elements.element_count");
FX_STATIC_ASSERT(offsetof(rom_elements_record, elements_at) == 8, "place of elements.elements_at");
FX_STATIC_ASSERT(offsetof(rom_elements_record, version_count) == 12, "place of elements.version_count");
FX_STATIC_ASSERT(offsetof(rom_elements_record, versions_at) == 16, "place of elements.versions_at");

typedef struct rom_property_record {
    uint32_t key;
    uint8_t kind;
    uint8_t pad2[3];
    uint32_t value;
} rom_property_record;
FX_STATIC_ASSERT(sizeof(rom_property_record) == 12, "size of property");
FX_STATIC_ASSERT(offsetof(rom_property_record, key) == 0, "place of property.key");
FX_STATIC_ASSERT(offsetof(rom_property_record, kind) == 4, "place of property.kind");
FX_STATIC_ASSERT(offsetof(rom_property_record, value) == 8, "place of property.value");

typedef struct rom_spawner_record {
    uint32_t type;
    uint32_t name;
    int32_t position[3];
    int16_t rotation[4];
    int32_t scale;
    uint16_t layer;
    uint16_t property_count;
    uint32_t first_property;
    uint32_t parent;
    uint32_t flags;
} rom_spawner_record;
FX_STATIC_ASSERT(sizeof(rom_spawner_record) == 48, "size of spawner");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, type) == 0, "place of spawner.type");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, name) == 4, "place of spawner.name");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, position) == 8, "place of spawner.position");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, rotation) == 20, "place of spawner.rotation");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, scale) == 28, "place of spawner.scale");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, layer) == 32, "place of spawner.layer");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, property_count) == 34, "place of spawner.property_count");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, first_property) == 36, "place of spawner.first_property");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, parent) == 40, "place of spawner.parent");
FX_STATIC_ASSERT(offsetof(rom_spawner_record, flags) == 44, "place of spawner.flags");

typedef struct rom_spawn_text_record {
    rom_text_place text;
} rom_spawn_text_record;
FX_STATIC_ASSERT(sizeof(rom_spawn_text_record) == 8, "size of spawn-text");
FX_STATIC_ASSERT(offsetof(rom_spawn_text_record, text) == 0, "place of spawn-text.text");

typedef struct rom_vector_record {
    int32_t value[3];
} rom_vector_record;
FX_STATIC_ASSERT(sizeof(rom_vector_record) == 12, "size of vector");
FX_STATIC_ASSERT(offsetof(rom_vector_record, value) == 0, "place of vector.value");

typedef struct rom_spawners_record {
    uint16_t chunk_version, chunk_header;
    uint32_t spawner_count;
    uint32_t spawners_at;
    uint32_t property_count;
    uint32_t properties_at;
    uint32_t text_count;
    uint32_t texts_at;
    uint32_t vector_count;
    uint32_t vectors_at;
} rom_spawners_record;
FX_STATIC_ASSERT(sizeof(rom_spawners_record) == 36, "size of spawners");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, spawner_count) == 4, "place of spawners.spawner_count");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, spawners_at) == 8, "place of spawners.spawners_at");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, property_count) == 12, "place of spawners.property_count");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, properties_at) == 16, "place of spawners.properties_at");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, text_count) == 20, "place of spawners.text_count");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, texts_at) == 24, "place of spawners.texts_at");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, vector_count) == 28, "place of spawners.vector_count");
FX_STATIC_ASSERT(offsetof(rom_spawners_record, vectors_at) == 32, "place of spawners.vectors_at");

typedef struct rom_locator_record {
    uint32_t name;
    uint32_t kind;
    int32_t position[3];
    int16_t rotation[4];
    int32_t radius;
} rom_locator_record;
FX_STATIC_ASSERT(sizeof(rom_locator_record) == 32, "size of locator");
FX_STATIC_ASSERT(offsetof(rom_locator_record, name) == 0, "place of locator.name");
FX_STATIC_ASSERT(offsetof(rom_locator_record, kind) == 4, "place of locator.kind");
FX_STATIC_ASSERT(offsetof(rom_locator_record, position) == 8, "place of locator.position");
FX_STATIC_ASSERT(offsetof(rom_locator_record, rotation) == 20, "place of locator.rotation");
FX_STATIC_ASSERT(offsetof(rom_locator_record, radius) == 28, "place of locator.radius");

typedef struct rom_locators_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
} rom_locators_record;
FX_STATIC_ASSERT(sizeof(rom_locators_record) == 12, "size of locators");
FX_STATIC_ASSERT(offsetof(rom_locators_record, count) == 4, "place of locators.count");
FX_STATIC_ASSERT(offsetof(rom_locators_record, at) == 8, "place of locators.at");

typedef struct rom_volume_record {
    uint32_t name;
    uint32_t kind;
    uint8_t shape;
    uint8_t pad3[3];
    int32_t centre[3];
    int32_t half[3];
    int16_t rotation[4];
    uint32_t first_plane;
    uint32_t plane_count;
} rom_volume_record;
FX_STATIC_ASSERT(sizeof(rom_volume_record) == 52, "size of volume");
FX_STATIC_ASSERT(offsetof(rom_volume_record, name) == 0, "place of volume.name");
FX_STATIC_ASSERT(offsetof(rom_volume_record, kind) == 4, "place of volume.kind");
FX_STATIC_ASSERT(offsetof(rom_volume_record, shape) == 8, "place of volume.shape");
FX_STATIC_ASSERT(offsetof(rom_volume_record, centre) == 12, "place of volume.centre");
FX_STATIC_ASSERT(offsetof(rom_volume_record, half) == 24, "place of volume.half");
FX_STATIC_ASSERT(offsetof(rom_volume_record, rotation) == 36, "place of volume.rotation");
FX_STATIC_ASSERT(offsetof(rom_volume_record, first_plane) == 44, "place of volume.first_plane");
FX_STATIC_ASSERT(offsetof(rom_volume_record, plane_count) == 48, "place of volume.plane_count");

typedef struct rom_plane_record {
    int32_t normal[3];
    int32_t distance;
} rom_plane_record;
FX_STATIC_ASSERT(sizeof(rom_plane_record) == 16, "size of plane");
FX_STATIC_ASSERT(offsetof(rom_plane_record, normal) == 0, "place of plane.normal");
FX_STATIC_ASSERT(offsetof(rom_plane_record, distance) == 12, "place of plane.distance");

typedef struct rom_volumes_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
    uint32_t plane_count;
    uint32_t planes_at;
} rom_volumes_record;
FX_STATIC_ASSERT(sizeof(rom_volumes_record) == 20, "size of volumes");
FX_STATIC_ASSERT(offsetof(rom_volumes_record, count) == 4, "place of volumes.count");
FX_STATIC_ASSERT(offsetof(rom_volumes_record, at) == 8, "place of volumes.at");
FX_STATIC_ASSERT(offsetof(rom_volumes_record, plane_count) == 12, "place of volumes.plane_count");
FX_STATIC_ASSERT(offsetof(rom_volumes_record, planes_at) == 16, "place of volumes.planes_at");

typedef struct rom_world_light_record {
    uint32_t name;
    uint8_t kind;
    uint8_t intensity;
    uint16_t layer;
    uint32_t colour;
    int32_t vector[3];
    int32_t range;
} rom_world_light_record;
FX_STATIC_ASSERT(sizeof(rom_world_light_record) == 28, "size of world-light");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, name) == 0, "place of world-light.name");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, kind) == 4, "place of world-light.kind");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, intensity) == 5, "place of world-light.intensity");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, layer) == 6, "place of world-light.layer");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, colour) == 8, "place of world-light.colour");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, vector) == 12, "place of world-light.vector");
FX_STATIC_ASSERT(offsetof(rom_world_light_record, range) == 24, "place of world-light.range");

typedef struct rom_lights_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
} rom_lights_record;
FX_STATIC_ASSERT(sizeof(rom_lights_record) == 12, "size of lights");
FX_STATIC_ASSERT(offsetof(rom_lights_record, count) == 4, "place of lights.count");
FX_STATIC_ASSERT(offsetof(rom_lights_record, at) == 8, "place of lights.at");

typedef struct rom_spline_record {
    uint32_t name;
    uint8_t form;
    uint8_t flags;
    uint16_t point_count;
    uint32_t first_point;
    int32_t length;
} rom_spline_record;
FX_STATIC_ASSERT(sizeof(rom_spline_record) == 16, "size of spline");
FX_STATIC_ASSERT(offsetof(rom_spline_record, name) == 0, "place of spline.name");
FX_STATIC_ASSERT(offsetof(rom_spline_record, form) == 4, "place of spline.form");
FX_STATIC_ASSERT(offsetof(rom_spline_record, flags) == 5, "place of spline.flags");
FX_STATIC_ASSERT(offsetof(rom_spline_record, point_count) == 6, "place of spline.point_count");
FX_STATIC_ASSERT(offsetof(rom_spline_record, first_point) == 8, "place of spline.first_point");
FX_STATIC_ASSERT(offsetof(rom_spline_record, length) == 12, "place of spline.length");

typedef struct rom_spline_point_record {
    int32_t position[3];
    int32_t along;
} rom_spline_point_record;
FX_STATIC_ASSERT(sizeof(rom_spline_point_record) == 16, "size of spline-point");
FX_STATIC_ASSERT(offsetof(rom_spline_point_record, position) == 0, "place of spline-point.position");
FX_STATIC_ASSERT(offsetof(rom_spline_point_record, along) == 12, "place of spline-point.along");

typedef struct rom_path_record {
    uint16_t chunk_version, chunk_header;
    uint32_t spline_count;
    uint32_t splines_at;
    uint32_t point_count;
    uint32_t points_at;
} rom_path_record;
FX_STATIC_ASSERT(sizeof(rom_path_record) == 20, "size of path");
FX_STATIC_ASSERT(offsetof(rom_path_record, spline_count) == 4, "place of path.spline_count");
FX_STATIC_ASSERT(offsetof(rom_path_record, splines_at) == 8, "place of path.splines_at");
FX_STATIC_ASSERT(offsetof(rom_path_record, point_count) == 12, "place of path.point_count");
FX_STATIC_ASSERT(offsetof(rom_path_record, points_at) == 16, "place of path.points_at");

typedef struct rom_ledge_record {
    uint8_t kind;
    uint8_t flags;
    uint8_t pad2[2];
    int32_t from[3];
    int32_t to[3];
    int16_t facing[4];
} rom_ledge_record;
FX_STATIC_ASSERT(sizeof(rom_ledge_record) == 36, "size of ledge");
FX_STATIC_ASSERT(offsetof(rom_ledge_record, kind) == 0, "place of ledge.kind");
FX_STATIC_ASSERT(offsetof(rom_ledge_record, flags) == 1, "place of ledge.flags");
FX_STATIC_ASSERT(offsetof(rom_ledge_record, from) == 4, "place of ledge.from");
FX_STATIC_ASSERT(offsetof(rom_ledge_record, to) == 16, "place of ledge.to");
FX_STATIC_ASSERT(offsetof(rom_ledge_record, facing) == 28, "place of ledge.facing");

typedef struct rom_ledges_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
} rom_ledges_record;
FX_STATIC_ASSERT(sizeof(rom_ledges_record) == 12, "size of ledges");
FX_STATIC_ASSERT(offsetof(rom_ledges_record, count) == 4, "place of ledges.count");
FX_STATIC_ASSERT(offsetof(rom_ledges_record, at) == 8, "place of ledges.at");

typedef struct rom_layer_record {
    uint32_t name;
    uint8_t flags;
    uint8_t pad2[3];
} rom_layer_record;
FX_STATIC_ASSERT(sizeof(rom_layer_record) == 8, "size of layer");
FX_STATIC_ASSERT(offsetof(rom_layer_record, name) == 0, "place of layer.name");
FX_STATIC_ASSERT(offsetof(rom_layer_record, flags) == 4, "place of layer.flags");

typedef struct rom_layers_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
} rom_layers_record;
FX_STATIC_ASSERT(sizeof(rom_layers_record) == 12, "size of layers");
FX_STATIC_ASSERT(offsetof(rom_layers_record, count) == 4, "place of layers.count");
FX_STATIC_ASSERT(offsetof(rom_layers_record, at) == 8, "place of layers.at");

typedef struct rom_external_list_record {
    uint16_t chunk_version, chunk_header;
    uint32_t reference_count;
    uint32_t references_at;
    uint32_t image_count;
    uint32_t images_at;
} rom_external_list_record;
FX_STATIC_ASSERT(sizeof(rom_external_list_record) == 20, "size of external-list");
FX_STATIC_ASSERT(offsetof(rom_external_list_record, reference_count) == 4, "place of external-list.reference_count");
FX_STATIC_ASSERT(offsetof(rom_external_list_record, references_at) == 8, "place of external-list.references_at");
FX_STATIC_ASSERT(offsetof(rom_external_list_record, image_count) == 12, "place of external-list.image_count");
FX_STATIC_ASSERT(offsetof(rom_external_list_record, images_at) == 16, "place of external-list.images_at");

typedef struct rom_portal_record {
    uint32_t from;
    uint32_t to;
    int32_t centre[3];
    int32_t half[3];
} rom_portal_record;
FX_STATIC_ASSERT(sizeof(rom_portal_record) == 32, "size of portal");
FX_STATIC_ASSERT(offsetof(rom_portal_record, from) == 0, "place of portal.from");
FX_STATIC_ASSERT(offsetof(rom_portal_record, to) == 4, "place of portal.to");
FX_STATIC_ASSERT(offsetof(rom_portal_record, centre) == 8, "place of portal.centre");
FX_STATIC_ASSERT(offsetof(rom_portal_record, half) == 20, "place of portal.half");

typedef struct rom_visibility_cell_record {
    int32_t low[3];
    int32_t high[3];
} rom_visibility_cell_record;
FX_STATIC_ASSERT(sizeof(rom_visibility_cell_record) == 24, "size of visibility-cell");
FX_STATIC_ASSERT(offsetof(rom_visibility_cell_record, low) == 0, "place of visibility-cell.low");
FX_STATIC_ASSERT(offsetof(rom_visibility_cell_record, high) == 12, "place of visibility-cell.high");

typedef struct rom_visibility_record {
    uint16_t chunk_version, chunk_header;
    uint32_t cell_count;
    uint32_t cells_at;
    uint32_t portal_count;
    uint32_t portals_at;
    uint32_t set_bytes;
    uint32_t sets_at;
} rom_visibility_record;
FX_STATIC_ASSERT(sizeof(rom_visibility_record) == 28, "size of visibility");
FX_STATIC_ASSERT(offsetof(rom_visibility_record, cell_count) == 4, "place of visibility.cell_count");
FX_STATIC_ASSERT(offsetof(rom_visibility_record, cells_at) == 8, "place of visibility.cells_at");
FX_STATIC_ASSERT(offsetof(rom_visibility_record, portal_count) == 12, "place of visibility.portal_count");
FX_STATIC_ASSERT(offsetof(rom_visibility_record, portals_at) == 16, "place of visibility.portals_at");
FX_STATIC_ASSERT(offsetof(rom_visibility_record, set_bytes) == 20, "place of visibility.set_bytes");
FX_STATIC_ASSERT(offsetof(rom_visibility_record, sets_at) == 24, "place of visibility.sets_at");

typedef struct rom_collision_triangle_record {
    uint16_t corner[3];
    uint16_t material;
} rom_collision_triangle_record;
FX_STATIC_ASSERT(sizeof(rom_collision_triangle_record) == 8, "size of collision-triangle");
FX_STATIC_ASSERT(offsetof(rom_collision_triangle_record, corner) == 0, "place of collision-triangle.corner");
FX_STATIC_ASSERT(offsetof(rom_collision_triangle_record, material) == 6, "place of collision-triangle.material");

typedef struct rom_convex_record {
    uint32_t first_plane;
    uint16_t plane_count;
    uint16_t material;
    int32_t centre[3];
    int32_t radius;
} rom_convex_record;
FX_STATIC_ASSERT(sizeof(rom_convex_record) == 24, "size of convex");
FX_STATIC_ASSERT(offsetof(rom_convex_record, first_plane) == 0, "place of convex.first_plane");
FX_STATIC_ASSERT(offsetof(rom_convex_record, plane_count) == 4, "place of convex.plane_count");
FX_STATIC_ASSERT(offsetof(rom_convex_record, material) == 6, "place of convex.material");
FX_STATIC_ASSERT(offsetof(rom_convex_record, centre) == 8, "place of convex.centre");
FX_STATIC_ASSERT(offsetof(rom_convex_record, radius) == 20, "place of convex.radius");

typedef struct rom_collision_plane_record {
    rom_plane_record plane;
    uint32_t material;
} rom_collision_plane_record;
FX_STATIC_ASSERT(sizeof(rom_collision_plane_record) == 20, "size of collision-plane");
FX_STATIC_ASSERT(offsetof(rom_collision_plane_record, plane) == 0, "place of collision-plane.plane");
FX_STATIC_ASSERT(offsetof(rom_collision_plane_record, material) == 16, "place of collision-plane.material");

typedef struct rom_collision_box_record {
    int32_t centre[3];
    int32_t half[3];
    int16_t rotation[4];
    uint32_t material;
} rom_collision_box_record;
FX_STATIC_ASSERT(sizeof(rom_collision_box_record) == 36, "size of collision-box");
FX_STATIC_ASSERT(offsetof(rom_collision_box_record, centre) == 0, "place of collision-box.centre");
FX_STATIC_ASSERT(offsetof(rom_collision_box_record, half) == 12, "place of collision-box.half");
FX_STATIC_ASSERT(offsetof(rom_collision_box_record, rotation) == 24, "place of collision-box.rotation");
FX_STATIC_ASSERT(offsetof(rom_collision_box_record, material) == 32, "place of collision-box.material");

typedef struct rom_capsule_record {
    int32_t from[3];
    int32_t to[3];
    int32_t radius;
    uint32_t material;
} rom_capsule_record;
FX_STATIC_ASSERT(sizeof(rom_capsule_record) == 32, "size of capsule");
FX_STATIC_ASSERT(offsetof(rom_capsule_record, from) == 0, "place of capsule.from");
FX_STATIC_ASSERT(offsetof(rom_capsule_record, to) == 12, "place of capsule.to");
FX_STATIC_ASSERT(offsetof(rom_capsule_record, radius) == 24, "place of capsule.radius");
FX_STATIC_ASSERT(offsetof(rom_capsule_record, material) == 28, "place of capsule.material");

typedef struct rom_sphere_record {
    int32_t centre[3];
    int32_t radius;
    uint32_t material;
} rom_sphere_record;
FX_STATIC_ASSERT(sizeof(rom_sphere_record) == 20, "size of sphere");
FX_STATIC_ASSERT(offsetof(rom_sphere_record, centre) == 0, "place of sphere.centre");
FX_STATIC_ASSERT(offsetof(rom_sphere_record, radius) == 12, "place of sphere.radius");
FX_STATIC_ASSERT(offsetof(rom_sphere_record, material) == 16, "place of sphere.material");

typedef struct rom_collision_record {
    uint16_t chunk_version, chunk_header;
    int32_t low[3];
    int32_t high[3];
    uint32_t material_count;
    uint32_t materials_at;
    uint32_t vertex_count;
    uint32_t vertices_at;
    uint32_t triangle_count;
    uint32_t triangles_at;
    uint32_t convex_count;
    uint32_t convexes_at;
    uint32_t plane_count;
    uint32_t planes_at;
    uint32_t wall_count;
    uint32_t walls_at;
    uint32_t box_count;
    uint32_t boxes_at;
    uint32_t capsule_count;
    uint32_t capsules_at;
    uint32_t sphere_count;
    uint32_t spheres_at;
} rom_collision_record;
FX_STATIC_ASSERT(sizeof(rom_collision_record) == 100, "size of collision");
FX_STATIC_ASSERT(offsetof(rom_collision_record, low) == 4, "place of collision.low");
FX_STATIC_ASSERT(offsetof(rom_collision_record, high) == 16, "place of collision.high");
FX_STATIC_ASSERT(offsetof(rom_collision_record, material_count) == 28, "place of collision.material_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, materials_at) == 32, "place of collision.materials_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, vertex_count) == 36, "place of collision.vertex_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, vertices_at) == 40, "place of collision.vertices_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, triangle_count) == 44, "place of collision.triangle_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, triangles_at) == 48, "place of collision.triangles_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, convex_count) == 52, "place of collision.convex_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, convexes_at) == 56, "place of collision.convexes_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, plane_count) == 60, "place of collision.plane_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, planes_at) == 64, "place of collision.planes_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, wall_count) == 68, "place of collision.wall_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, walls_at) == 72, "place of collision.walls_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, box_count) == 76, "place of collision.box_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, boxes_at) == 80, "place of collision.boxes_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, capsule_count) == 84, "place of collision.capsule_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, capsules_at) == 88, "place of collision.capsules_at");
FX_STATIC_ASSERT(offsetof(rom_collision_record, sphere_count) == 92, "place of collision.sphere_count");
FX_STATIC_ASSERT(offsetof(rom_collision_record, spheres_at) == 96, "place of collision.spheres_at");

typedef struct rom_occluder_triangle_record {
    uint16_t corner[3];
    uint16_t shape;
} rom_occluder_triangle_record;
FX_STATIC_ASSERT(sizeof(rom_occluder_triangle_record) == 8, "size of occluder-triangle");
FX_STATIC_ASSERT(offsetof(rom_occluder_triangle_record, corner) == 0, "place of occluder-triangle.corner");
FX_STATIC_ASSERT(offsetof(rom_occluder_triangle_record, shape) == 6, "place of occluder-triangle.shape");

typedef struct rom_occluder_record {
    uint16_t chunk_version, chunk_header;
    int32_t low[3];
    int32_t high[3];
    uint32_t vertex_count;
    uint32_t vertices_at;
    uint32_t triangle_count;
    uint32_t triangles_at;
} rom_occluder_record;
FX_STATIC_ASSERT(sizeof(rom_occluder_record) == 44, "size of occluder");
FX_STATIC_ASSERT(offsetof(rom_occluder_record, low) == 4, "place of occluder.low");
FX_STATIC_ASSERT(offsetof(rom_occluder_record, high) == 16, "place of occluder.high");
FX_STATIC_ASSERT(offsetof(rom_occluder_record, vertex_count) == 28, "place of occluder.vertex_count");
FX_STATIC_ASSERT(offsetof(rom_occluder_record, vertices_at) == 32, "place of occluder.vertices_at");
FX_STATIC_ASSERT(offsetof(rom_occluder_record, triangle_count) == 36, "place of occluder.triangle_count");
FX_STATIC_ASSERT(offsetof(rom_occluder_record, triangles_at) == 40, "place of occluder.triangles_at");

typedef struct rom_walk_polygon_record {
    uint32_t first;
    uint16_t count;
    uint16_t area;
} rom_walk_polygon_record;
FX_STATIC_ASSERT(sizeof(rom_walk_polygon_record) == 8, "size of walk-polygon");
FX_STATIC_ASSERT(offsetof(rom_walk_polygon_record, first) == 0, "place of walk-polygon.first");
FX_STATIC_ASSERT(offsetof(rom_walk_polygon_record, count) == 4, "place of walk-polygon.count");
FX_STATIC_ASSERT(offsetof(rom_walk_polygon_record, area) == 6, "place of walk-polygon.area");

typedef struct rom_walk_line_record {
    int32_t from[3];
    int32_t to[3];
    int32_t width;
    uint32_t flags;
} rom_walk_line_record;
FX_STATIC_ASSERT(sizeof(rom_walk_line_record) == 32, "size of walk-line");
FX_STATIC_ASSERT(offsetof(rom_walk_line_record, from) == 0, "place of walk-line.from");
FX_STATIC_ASSERT(offsetof(rom_walk_line_record, to) == 12, "place of walk-line.to");
FX_STATIC_ASSERT(offsetof(rom_walk_line_record, width) == 24, "place of walk-line.width");
FX_STATIC_ASSERT(offsetof(rom_walk_line_record, flags) == 28, "place of walk-line.flags");

typedef struct rom_navigation_record {
    uint16_t chunk_version, chunk_header;
    uint32_t vertex_count;
    uint32_t vertices_at;
    uint32_t corner_count;
    uint32_t corners_at;
    uint32_t neighbours_at;
    uint32_t polygon_count;
    uint32_t polygons_at;
    uint16_t grid_width;
    uint16_t grid_height;
    int32_t grid_cell;
    int32_t grid_corner[3];
    uint32_t grid_bytes;
    uint32_t grid_at;
    uint32_t line_count;
    uint32_t lines_at;
} rom_navigation_record;
FX_STATIC_ASSERT(sizeof(rom_navigation_record) == 68, "size of navigation");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, vertex_count) == 4, "place of navigation.vertex_count");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, vertices_at) == 8, "place of navigation.vertices_at");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, corner_count) == 12, "place of navigation.corner_count");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, corners_at) == 16, "place of navigation.corners_at");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, neighbours_at) == 20, "place of navigation.neighbours_at");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, polygon_count) == 24, "place of navigation.polygon_count");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, polygons_at) == 28, "place of navigation.polygons_at");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, grid_width) == 32, "place of navigation.grid_width");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, grid_height) == 34, "place of navigation.grid_height");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, grid_cell) == 36, "place of navigation.grid_cell");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, grid_corner) == 40, "place of navigation.grid_corner");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, grid_bytes) == 52, "place of navigation.grid_bytes");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, grid_at) == 56, "place of navigation.grid_at");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, line_count) == 60, "place of navigation.line_count");
FX_STATIC_ASSERT(offsetof(rom_navigation_record, lines_at) == 64, "place of navigation.lines_at");

typedef struct rom_region_run_record {
    uint32_t first;
    uint32_t count;
    uint32_t entry;
} rom_region_run_record;
FX_STATIC_ASSERT(sizeof(rom_region_run_record) == 12, "size of region-run");
FX_STATIC_ASSERT(offsetof(rom_region_run_record, first) == 0, "place of region-run.first");
FX_STATIC_ASSERT(offsetof(rom_region_run_record, count) == 4, "place of region-run.count");
FX_STATIC_ASSERT(offsetof(rom_region_run_record, entry) == 8, "place of region-run.entry");

typedef struct rom_region_record {
    uint32_t offset;
    uint32_t stored;
    uint8_t codec;
    uint8_t pad3[3];
} rom_region_record;
FX_STATIC_ASSERT(sizeof(rom_region_record) == 12, "size of region");
FX_STATIC_ASSERT(offsetof(rom_region_record, offset) == 0, "place of region.offset");
FX_STATIC_ASSERT(offsetof(rom_region_record, stored) == 4, "place of region.stored");
FX_STATIC_ASSERT(offsetof(rom_region_record, codec) == 8, "place of region.codec");

typedef struct rom_region_map_record {
    uint16_t chunk_version, chunk_header;
    uint16_t columns;
    uint16_t rows;
    uint16_t width;
    uint16_t height;
    uint16_t tile_width;
    uint16_t tile_height;
    uint8_t layout;
    uint8_t element;
    uint16_t fill;
    uint32_t tiles;
    uint32_t run_count;
    uint32_t runs_at;
    uint32_t region_count;
    uint32_t regions_at;
} rom_region_map_record;
FX_STATIC_ASSERT(sizeof(rom_region_map_record) == 40, "size of region-map");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, columns) == 4, "place of region-map.columns");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, rows) == 6, "place of region-map.rows");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, width) == 8, "place of region-map.width");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, height) == 10, "place of region-map.height");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, tile_width) == 12, "place of region-map.tile_width");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, tile_height) == 14, "place of region-map.tile_height");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, layout) == 16, "place of region-map.layout");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, element) == 17, "place of region-map.element");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, fill) == 18, "place of region-map.fill");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, tiles) == 20, "place of region-map.tiles");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, run_count) == 24, "place of region-map.run_count");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, runs_at) == 28, "place of region-map.runs_at");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, region_count) == 32, "place of region-map.region_count");
FX_STATIC_ASSERT(offsetof(rom_region_map_record, regions_at) == 36, "place of region-map.regions_at");

typedef struct rom_map_layer_record {
    uint32_t name;
    uint32_t first;
    uint32_t bytes;
    int16_t offset_x;
    int16_t offset_y;
    uint8_t flags;
    uint8_t opacity;
    uint8_t pad7[2];
} rom_map_layer_record;
FX_STATIC_ASSERT(sizeof(rom_map_layer_record) == 20, "size of map-layer");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, name) == 0, "place of map-layer.name");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, first) == 4, "place of map-layer.first");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, bytes) == 8, "place of map-layer.bytes");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, offset_x) == 12, "place of map-layer.offset_x");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, offset_y) == 14, "place of map-layer.offset_y");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, flags) == 16, "place of map-layer.flags");
FX_STATIC_ASSERT(offsetof(rom_map_layer_record, opacity) == 17, "place of map-layer.opacity");

typedef struct rom_map_point_record {
    int32_t x;
    int32_t y;
} rom_map_point_record;
FX_STATIC_ASSERT(sizeof(rom_map_point_record) == 8, "size of map-point");
FX_STATIC_ASSERT(offsetof(rom_map_point_record, x) == 0, "place of map-point.x");
FX_STATIC_ASSERT(offsetof(rom_map_point_record, y) == 4, "place of map-point.y");

typedef struct rom_map_property_record {
    uint32_t name;
    uint8_t kind;
    uint8_t pad2[3];
    int32_t number;
    rom_text_place text;
} rom_map_property_record;
FX_STATIC_ASSERT(sizeof(rom_map_property_record) == 20, "size of map-property");
FX_STATIC_ASSERT(offsetof(rom_map_property_record, name) == 0, "place of map-property.name");
FX_STATIC_ASSERT(offsetof(rom_map_property_record, kind) == 4, "place of map-property.kind");
FX_STATIC_ASSERT(offsetof(rom_map_property_record, number) == 8, "place of map-property.number");
FX_STATIC_ASSERT(offsetof(rom_map_property_record, text) == 12, "place of map-property.text");

typedef struct rom_map_object_record {
    uint32_t name;
    uint32_t kind;
    uint8_t role;
    uint8_t shape;
    uint16_t rotation;
    uint16_t layer;
    uint16_t cell;
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
    uint32_t first_point;
    uint32_t point_count;
    uint32_t first_property;
    uint32_t property_count;
} rom_map_object_record;
FX_STATIC_ASSERT(sizeof(rom_map_object_record) == 48, "size of map-object");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, name) == 0, "place of map-object.name");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, kind) == 4, "place of map-object.kind");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, role) == 8, "place of map-object.role");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, shape) == 9, "place of map-object.shape");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, rotation) == 10, "place of map-object.rotation");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, layer) == 12, "place of map-object.layer");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, cell) == 14, "place of map-object.cell");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, x) == 16, "place of map-object.x");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, y) == 20, "place of map-object.y");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, width) == 24, "place of map-object.width");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, height) == 28, "place of map-object.height");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, first_point) == 32, "place of map-object.first_point");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, point_count) == 36, "place of map-object.point_count");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, first_property) == 40, "place of map-object.first_property");
FX_STATIC_ASSERT(offsetof(rom_map_object_record, property_count) == 44, "place of map-object.property_count");

typedef struct rom_tile_map_record {
    uint16_t chunk_version, chunk_header;
    uint16_t width;
    uint16_t height;
    uint8_t layout;
    uint8_t element;
    uint16_t flags;
    uint32_t tiles;
    uint32_t cell_bytes;
    uint32_t cells_at;
    uint16_t tile_width;
    uint16_t tile_height;
    uint16_t empty;
    uint16_t hexagon_side;
    uint32_t layer_count;
    uint32_t layers_at;
    uint32_t layer_bytes;
    uint32_t layer_cells_at;
    uint32_t object_count;
    uint32_t objects_at;
    uint32_t point_count;
    uint32_t points_at;
    uint32_t property_count;
    uint32_t properties_at;
    uint32_t own_property_count;
} rom_tile_map_record;
FX_STATIC_ASSERT(sizeof(rom_tile_map_record) == 76, "size of tile-map");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, width) == 4, "place of tile-map.width");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, height) == 6, "place of tile-map.height");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, layout) == 8, "place of tile-map.layout");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, element) == 9, "place of tile-map.element");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, flags) == 10, "place of tile-map.flags");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, tiles) == 12, "place of tile-map.tiles");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, cell_bytes) == 16, "place of tile-map.cell_bytes");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, cells_at) == 20, "place of tile-map.cells_at");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, tile_width) == 24, "place of tile-map.tile_width");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, tile_height) == 26, "place of tile-map.tile_height");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, empty) == 28, "place of tile-map.empty");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, hexagon_side) == 30, "place of tile-map.hexagon_side");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, layer_count) == 32, "place of tile-map.layer_count");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, layers_at) == 36, "place of tile-map.layers_at");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, layer_bytes) == 40, "place of tile-map.layer_bytes");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, layer_cells_at) == 44, "place of tile-map.layer_cells_at");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, object_count) == 48, "place of tile-map.object_count");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, objects_at) == 52, "place of tile-map.objects_at");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, point_count) == 56, "place of tile-map.point_count");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, points_at) == 60, "place of tile-map.points_at");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, property_count) == 64, "place of tile-map.property_count");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, properties_at) == 68, "place of tile-map.properties_at");
FX_STATIC_ASSERT(offsetof(rom_tile_map_record, own_property_count) == 72, "place of tile-map.own_property_count");

typedef struct rom_tile_record {
    uint16_t flags;
    uint16_t frames;
    uint32_t first;
} rom_tile_record;
FX_STATIC_ASSERT(sizeof(rom_tile_record) == 8, "size of tile");
FX_STATIC_ASSERT(offsetof(rom_tile_record, flags) == 0, "place of tile.flags");
FX_STATIC_ASSERT(offsetof(rom_tile_record, frames) == 2, "place of tile.frames");
FX_STATIC_ASSERT(offsetof(rom_tile_record, first) == 4, "place of tile.first");

typedef struct rom_tile_frame_record {
    uint16_t tile;
    uint16_t duration;
} rom_tile_frame_record;
FX_STATIC_ASSERT(sizeof(rom_tile_frame_record) == 4, "size of tile-frame");
FX_STATIC_ASSERT(offsetof(rom_tile_frame_record, tile) == 0, "place of tile-frame.tile");
FX_STATIC_ASSERT(offsetof(rom_tile_frame_record, duration) == 2, "place of tile-frame.duration");

typedef struct rom_tile_property_record {
    uint32_t tile;
    rom_map_property_record property;
} rom_tile_property_record;
FX_STATIC_ASSERT(sizeof(rom_tile_property_record) == 24, "size of tile-property");
FX_STATIC_ASSERT(offsetof(rom_tile_property_record, tile) == 0, "place of tile-property.tile");
FX_STATIC_ASSERT(offsetof(rom_tile_property_record, property) == 4, "place of tile-property.property");

typedef struct rom_tile_set_record {
    uint16_t chunk_version, chunk_header;
    uint32_t sheet;
    uint16_t tile_width;
    uint16_t tile_height;
    uint32_t count;
    uint32_t at;
    uint32_t image;
    uint16_t columns;
    uint16_t bits;
    uint32_t frame_count;
    uint32_t frames_at;
    uint32_t property_count;
    uint32_t properties_at;
} rom_tile_set_record;
FX_STATIC_ASSERT(sizeof(rom_tile_set_record) == 44, "size of tile-set");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, sheet) == 4, "place of tile-set.sheet");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, tile_width) == 8, "place of tile-set.tile_width");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, tile_height) == 10, "place of tile-set.tile_height");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, count) == 12, "place of tile-set.count");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, at) == 16, "place of tile-set.at");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, image) == 20, "place of tile-set.image");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, columns) == 24, "place of tile-set.columns");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, bits) == 26, "place of tile-set.bits");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, frame_count) == 28, "place of tile-set.frame_count");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, frames_at) == 32, "place of tile-set.frames_at");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, property_count) == 36, "place of tile-set.property_count");
FX_STATIC_ASSERT(offsetof(rom_tile_set_record, properties_at) == 40, "place of tile-set.properties_at");

typedef struct rom_glyph_record {
    uint32_t code;
    uint16_t x;
    uint16_t y;
    uint16_t width;
    uint16_t height;
    int16_t left;
    int16_t top;
    uint16_t advance;
    uint8_t pad8[2];
} rom_glyph_record;
FX_STATIC_ASSERT(sizeof(rom_glyph_record) == 20, "size of glyph");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, code) == 0, "place of glyph.code");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, x) == 4, "place of glyph.x");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, y) == 6, "place of glyph.y");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, width) == 8, "place of glyph.width");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, height) == 10, "place of glyph.height");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, left) == 12, "place of glyph.left");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, top) == 14, "place of glyph.top");
FX_STATIC_ASSERT(offsetof(rom_glyph_record, advance) == 16, "place of glyph.advance");

typedef struct rom_kerning_record {
    uint32_t left;
    uint32_t right;
    int32_t move;
} rom_kerning_record;
FX_STATIC_ASSERT(sizeof(rom_kerning_record) == 12, "size of kerning");
FX_STATIC_ASSERT(offsetof(rom_kerning_record, left) == 0, "place of kerning.left");
FX_STATIC_ASSERT(offsetof(rom_kerning_record, right) == 4, "place of kerning.right");
FX_STATIC_ASSERT(offsetof(rom_kerning_record, move) == 8, "place of kerning.move");

typedef struct rom_font_record {
    uint16_t chunk_version, chunk_header;
    uint32_t image;
    uint16_t height;
    uint16_t baseline;
    uint32_t glyph_count;
    uint32_t glyphs_at;
    uint32_t kerning_count;
    uint32_t kernings_at;
    uint8_t depth;
    uint8_t fixed;
    uint16_t descent;
    uint32_t replacement;
    uint32_t fallback;
    uint32_t coverage_bytes;
    uint32_t coverage_at;
    uint32_t places_at;
} rom_font_record;
FX_STATIC_ASSERT(sizeof(rom_font_record) == 52, "size of font");
FX_STATIC_ASSERT(offsetof(rom_font_record, image) == 4, "place of font.image");
FX_STATIC_ASSERT(offsetof(rom_font_record, height) == 8, "place of font.height");
FX_STATIC_ASSERT(offsetof(rom_font_record, baseline) == 10, "place of font.baseline");
FX_STATIC_ASSERT(offsetof(rom_font_record, glyph_count) == 12, "place of font.glyph_count");
FX_STATIC_ASSERT(offsetof(rom_font_record, glyphs_at) == 16, "place of font.glyphs_at");
FX_STATIC_ASSERT(offsetof(rom_font_record, kerning_count) == 20, "place of font.kerning_count");
FX_STATIC_ASSERT(offsetof(rom_font_record, kernings_at) == 24, "place of font.kernings_at");
FX_STATIC_ASSERT(offsetof(rom_font_record, depth) == 28, "place of font.depth");
FX_STATIC_ASSERT(offsetof(rom_font_record, fixed) == 29, "place of font.fixed");
FX_STATIC_ASSERT(offsetof(rom_font_record, descent) == 30, "place of font.descent");
FX_STATIC_ASSERT(offsetof(rom_font_record, replacement) == 32, "place of font.replacement");
FX_STATIC_ASSERT(offsetof(rom_font_record, fallback) == 36, "place of font.fallback");
FX_STATIC_ASSERT(offsetof(rom_font_record, coverage_bytes) == 40, "place of font.coverage_bytes");
FX_STATIC_ASSERT(offsetof(rom_font_record, coverage_at) == 44, "place of font.coverage_at");
FX_STATIC_ASSERT(offsetof(rom_font_record, places_at) == 48, "place of font.places_at");

typedef struct rom_sound_record {
    uint16_t chunk_version, chunk_header;
    uint16_t rate;
    uint8_t format;
    uint8_t channels;
    uint32_t frames;
    uint32_t loop_start;
    uint32_t loop_end;
    uint32_t data_bytes;
    uint32_t data_at;
    uint8_t loop_kind;
    uint8_t volume;
    uint16_t block_bytes;
    int16_t loop_sample[2];
    uint8_t loop_index[2];
    uint16_t peak;
} rom_sound_record;
FX_STATIC_ASSERT(sizeof(rom_sound_record) == 40, "size of sound");
FX_STATIC_ASSERT(offsetof(rom_sound_record, rate) == 4, "place of sound.rate");
FX_STATIC_ASSERT(offsetof(rom_sound_record, format) == 6, "place of sound.format");
FX_STATIC_ASSERT(offsetof(rom_sound_record, channels) == 7, "place of sound.channels");
FX_STATIC_ASSERT(offsetof(rom_sound_record, frames) == 8, "place of sound.frames");
FX_STATIC_ASSERT(offsetof(rom_sound_record, loop_start) == 12, "place of sound.loop_start");
FX_STATIC_ASSERT(offsetof(rom_sound_record, loop_end) == 16, "place of sound.loop_end");
FX_STATIC_ASSERT(offsetof(rom_sound_record, data_bytes) == 20, "place of sound.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_sound_record, data_at) == 24, "place of sound.data_at");
FX_STATIC_ASSERT(offsetof(rom_sound_record, loop_kind) == 28, "place of sound.loop_kind");
FX_STATIC_ASSERT(offsetof(rom_sound_record, volume) == 29, "place of sound.volume");
FX_STATIC_ASSERT(offsetof(rom_sound_record, block_bytes) == 30, "place of sound.block_bytes");
FX_STATIC_ASSERT(offsetof(rom_sound_record, loop_sample) == 32, "place of sound.loop_sample");
FX_STATIC_ASSERT(offsetof(rom_sound_record, loop_index) == 36, "place of sound.loop_index");
FX_STATIC_ASSERT(offsetof(rom_sound_record, peak) == 38, "place of sound.peak");

typedef struct rom_bank_entry_record {
    uint32_t name;
    uint32_t sound;
    uint16_t volume;
    int16_t pan;
    int32_t pitch;
    uint32_t flags;
} rom_bank_entry_record;
FX_STATIC_ASSERT(sizeof(rom_bank_entry_record) == 20, "size of bank-entry");
FX_STATIC_ASSERT(offsetof(rom_bank_entry_record, name) == 0, "place of bank-entry.name");
FX_STATIC_ASSERT(offsetof(rom_bank_entry_record, sound) == 4, "place of bank-entry.sound");
FX_STATIC_ASSERT(offsetof(rom_bank_entry_record, volume) == 8, "place of bank-entry.volume");
FX_STATIC_ASSERT(offsetof(rom_bank_entry_record, pan) == 10, "place of bank-entry.pan");
FX_STATIC_ASSERT(offsetof(rom_bank_entry_record, pitch) == 12, "place of bank-entry.pitch");
FX_STATIC_ASSERT(offsetof(rom_bank_entry_record, flags) == 16, "place of bank-entry.flags");

typedef struct rom_bank_record {
    uint16_t chunk_version, chunk_header;
    uint32_t count;
    uint32_t at;
} rom_bank_record;
FX_STATIC_ASSERT(sizeof(rom_bank_record) == 12, "size of bank");
FX_STATIC_ASSERT(offsetof(rom_bank_record, count) == 4, "place of bank.count");
FX_STATIC_ASSERT(offsetof(rom_bank_record, at) == 8, "place of bank.at");

typedef struct rom_cue_source_record {
    uint32_t sound;
    uint16_t weight;
    uint8_t pad2[2];
} rom_cue_source_record;
FX_STATIC_ASSERT(sizeof(rom_cue_source_record) == 8, "size of cue-source");
FX_STATIC_ASSERT(offsetof(rom_cue_source_record, sound) == 0, "place of cue-source.sound");
FX_STATIC_ASSERT(offsetof(rom_cue_source_record, weight) == 4, "place of cue-source.weight");

typedef struct rom_cue_list_record {
    uint32_t value;
    uint32_t first;
    uint32_t count;
} rom_cue_list_record;
FX_STATIC_ASSERT(sizeof(rom_cue_list_record) == 12, "size of cue-list");
FX_STATIC_ASSERT(offsetof(rom_cue_list_record, value) == 0, "place of cue-list.value");
FX_STATIC_ASSERT(offsetof(rom_cue_list_record, first) == 4, "place of cue-list.first");
FX_STATIC_ASSERT(offsetof(rom_cue_list_record, count) == 8, "place of cue-list.count");

typedef struct rom_cue_record {
    uint32_t name;
    uint32_t chosen_by;
    uint32_t first_list;
    uint32_t lists;
    int32_t inner;
    int32_t outer;
    uint16_t volume;
    uint16_t volume_less;
    uint16_t pitch_more;
    uint16_t interval;
    uint8_t bus;
    uint8_t priority;
    uint8_t most;
    uint8_t flags;
} rom_cue_record;
FX_STATIC_ASSERT(sizeof(rom_cue_record) == 36, "size of cue");
FX_STATIC_ASSERT(offsetof(rom_cue_record, name) == 0, "place of cue.name");
FX_STATIC_ASSERT(offsetof(rom_cue_record, chosen_by) == 4, "place of cue.chosen_by");
FX_STATIC_ASSERT(offsetof(rom_cue_record, first_list) == 8, "place of cue.first_list");
FX_STATIC_ASSERT(offsetof(rom_cue_record, lists) == 12, "place of cue.lists");
FX_STATIC_ASSERT(offsetof(rom_cue_record, inner) == 16, "place of cue.inner");
FX_STATIC_ASSERT(offsetof(rom_cue_record, outer) == 20, "place of cue.outer");
FX_STATIC_ASSERT(offsetof(rom_cue_record, volume) == 24, "place of cue.volume");
FX_STATIC_ASSERT(offsetof(rom_cue_record, volume_less) == 26, "place of cue.volume_less");
FX_STATIC_ASSERT(offsetof(rom_cue_record, pitch_more) == 28, "place of cue.pitch_more");
FX_STATIC_ASSERT(offsetof(rom_cue_record, interval) == 30, "place of cue.interval");
FX_STATIC_ASSERT(offsetof(rom_cue_record, bus) == 32, "place of cue.bus");
FX_STATIC_ASSERT(offsetof(rom_cue_record, priority) == 33, "place of cue.priority");
FX_STATIC_ASSERT(offsetof(rom_cue_record, most) == 34, "place of cue.most");
FX_STATIC_ASSERT(offsetof(rom_cue_record, flags) == 35, "place of cue.flags");

typedef struct rom_sound_switch_record {
    uint32_t name;
    uint32_t first;
    uint32_t count;
    uint32_t start;
} rom_sound_switch_record;
FX_STATIC_ASSERT(sizeof(rom_sound_switch_record) == 16, "size of sound-switch");
FX_STATIC_ASSERT(offsetof(rom_sound_switch_record, name) == 0, "place of sound-switch.name");
FX_STATIC_ASSERT(offsetof(rom_sound_switch_record, first) == 4, "place of sound-switch.first");
FX_STATIC_ASSERT(offsetof(rom_sound_switch_record, count) == 8, "place of sound-switch.count");
FX_STATIC_ASSERT(offsetof(rom_sound_switch_record, start) == 12, "place of sound-switch.start");

typedef struct rom_audio_bus_record {
    uint8_t bus;
    uint8_t duck_for;
    uint16_t volume;
    uint16_t duck_gain;
    uint16_t attack;
    uint16_t release;
    uint8_t pad6[2];
} rom_audio_bus_record;
FX_STATIC_ASSERT(sizeof(rom_audio_bus_record) == 12, "size of audio-bus");
FX_STATIC_ASSERT(offsetof(rom_audio_bus_record, bus) == 0, "place of audio-bus.bus");
FX_STATIC_ASSERT(offsetof(rom_audio_bus_record, duck_for) == 1, "place of audio-bus.duck_for");
FX_STATIC_ASSERT(offsetof(rom_audio_bus_record, volume) == 2, "place of audio-bus.volume");
FX_STATIC_ASSERT(offsetof(rom_audio_bus_record, duck_gain) == 4, "place of audio-bus.duck_gain");
FX_STATIC_ASSERT(offsetof(rom_audio_bus_record, attack) == 6, "place of audio-bus.attack");
FX_STATIC_ASSERT(offsetof(rom_audio_bus_record, release) == 8, "place of audio-bus.release");

typedef struct rom_cues_record {
    uint16_t chunk_version, chunk_header;
    uint32_t cue_count;
    uint32_t cues_at;
    uint32_t list_count;
    uint32_t lists_at;
    uint32_t source_count;
    uint32_t sources_at;
    uint32_t switch_count;
    uint32_t switches_at;
    uint32_t value_count;
    uint32_t values_at;
    uint32_t bus_count;
    uint32_t buses_at;
} rom_cues_record;
FX_STATIC_ASSERT(sizeof(rom_cues_record) == 52, "size of cues");
FX_STATIC_ASSERT(offsetof(rom_cues_record, cue_count) == 4, "place of cues.cue_count");
FX_STATIC_ASSERT(offsetof(rom_cues_record, cues_at) == 8, "place of cues.cues_at");
FX_STATIC_ASSERT(offsetof(rom_cues_record, list_count) == 12, "place of cues.list_count");
FX_STATIC_ASSERT(offsetof(rom_cues_record, lists_at) == 16, "place of cues.lists_at");
FX_STATIC_ASSERT(offsetof(rom_cues_record, source_count) == 20, "place of cues.source_count");
FX_STATIC_ASSERT(offsetof(rom_cues_record, sources_at) == 24, "place of cues.sources_at");
FX_STATIC_ASSERT(offsetof(rom_cues_record, switch_count) == 28, "place of cues.switch_count");
FX_STATIC_ASSERT(offsetof(rom_cues_record, switches_at) == 32, "place of cues.switches_at");
FX_STATIC_ASSERT(offsetof(rom_cues_record, value_count) == 36, "place of cues.value_count");
FX_STATIC_ASSERT(offsetof(rom_cues_record, values_at) == 40, "place of cues.values_at");
FX_STATIC_ASSERT(offsetof(rom_cues_record, bus_count) == 44, "place of cues.bus_count");
FX_STATIC_ASSERT(offsetof(rom_cues_record, buses_at) == 48, "place of cues.buses_at");

typedef struct rom_scene_sound_record {
    uint32_t scene;
    uint32_t sound;
    uint16_t volume;
    int16_t pan;
    uint8_t bus;
    uint8_t flags;
    uint16_t buttons;
} rom_scene_sound_record;
FX_STATIC_ASSERT(sizeof(rom_scene_sound_record) == 16, "size of scene-sound");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, scene) == 0, "place of scene-sound.scene");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, sound) == 4, "place of scene-sound.sound");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, volume) == 8, "place of scene-sound.volume");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, pan) == 10, "place of scene-sound.pan");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, bus) == 12, "place of scene-sound.bus");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, flags) == 13, "place of scene-sound.flags");
FX_STATIC_ASSERT(offsetof(rom_scene_sound_record, buttons) == 14, "place of scene-sound.buttons");

typedef struct rom_audio_record {
    uint16_t chunk_version, chunk_header;
    uint16_t rate;
    uint8_t channels;
    uint8_t flags;
    uint8_t voices;
    uint8_t ahead;
    uint8_t pad5[2];
    uint32_t group_count;
    uint32_t groups_at;
    uint32_t sound_count;
    uint32_t sounds_at;
} rom_audio_record;
FX_STATIC_ASSERT(sizeof(rom_audio_record) == 28, "size of audio");
FX_STATIC_ASSERT(offsetof(rom_audio_record, rate) == 4, "place of audio.rate");
FX_STATIC_ASSERT(offsetof(rom_audio_record, channels) == 6, "place of audio.channels");
FX_STATIC_ASSERT(offsetof(rom_audio_record, flags) == 7, "place of audio.flags");
FX_STATIC_ASSERT(offsetof(rom_audio_record, voices) == 8, "place of audio.voices");
FX_STATIC_ASSERT(offsetof(rom_audio_record, ahead) == 9, "place of audio.ahead");
FX_STATIC_ASSERT(offsetof(rom_audio_record, group_count) == 12, "place of audio.group_count");
FX_STATIC_ASSERT(offsetof(rom_audio_record, groups_at) == 16, "place of audio.groups_at");
FX_STATIC_ASSERT(offsetof(rom_audio_record, sound_count) == 20, "place of audio.sound_count");
FX_STATIC_ASSERT(offsetof(rom_audio_record, sounds_at) == 24, "place of audio.sounds_at");

typedef struct rom_script_use_record {
    uint32_t scene;
    uint32_t object;
    uint32_t name;
    uint32_t behaviour;
} rom_script_use_record;
FX_STATIC_ASSERT(sizeof(rom_script_use_record) == 16, "size of script-use");
FX_STATIC_ASSERT(offsetof(rom_script_use_record, scene) == 0, "place of script-use.scene");
FX_STATIC_ASSERT(offsetof(rom_script_use_record, object) == 4, "place of script-use.object");
FX_STATIC_ASSERT(offsetof(rom_script_use_record, name) == 8, "place of script-use.name");
FX_STATIC_ASSERT(offsetof(rom_script_use_record, behaviour) == 12, "place of script-use.behaviour");

typedef struct rom_script_scene_record {
    uint32_t name;
    uint32_t scene;
} rom_script_scene_record;
FX_STATIC_ASSERT(sizeof(rom_script_scene_record) == 8, "size of script-scene");
FX_STATIC_ASSERT(offsetof(rom_script_scene_record, name) == 0, "place of script-scene.name");
FX_STATIC_ASSERT(offsetof(rom_script_scene_record, scene) == 4, "place of script-scene.scene");

typedef struct rom_script_rule_record {
    uint32_t behaviour;
    uint32_t rule;
    uint32_t state;
} rom_script_rule_record;
FX_STATIC_ASSERT(sizeof(rom_script_rule_record) == 12, "size of script-rule");
FX_STATIC_ASSERT(offsetof(rom_script_rule_record, behaviour) == 0, "place of script-rule.behaviour");
FX_STATIC_ASSERT(offsetof(rom_script_rule_record, rule) == 4, "place of script-rule.rule");
FX_STATIC_ASSERT(offsetof(rom_script_rule_record, state) == 8, "place of script-rule.state");

typedef struct rom_script_name_record {
    uint32_t id;
    rom_text_place name;
} rom_script_name_record;
FX_STATIC_ASSERT(sizeof(rom_script_name_record) == 12, "size of script-name");
FX_STATIC_ASSERT(offsetof(rom_script_name_record, id) == 0, "place of script-name.id");
FX_STATIC_ASSERT(offsetof(rom_script_name_record, name) == 4, "place of script-name.name");

typedef struct rom_scripts_record {
    uint16_t chunk_version, chunk_header;
    uint32_t tick;
    uint32_t activation;
    uint32_t objects;
    uint32_t module_count;
    uint32_t modules_at;
    uint32_t use_count;
    uint32_t uses_at;
    uint32_t scene_count;
    uint32_t scenes_at;
    uint32_t rule_count;
    uint32_t rules_at;
    uint32_t name_count;
    uint32_t names_at;
} rom_scripts_record;
FX_STATIC_ASSERT(sizeof(rom_scripts_record) == 56, "size of scripts");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, tick) == 4, "place of scripts.tick");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, activation) == 8, "place of scripts.activation");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, objects) == 12, "place of scripts.objects");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, module_count) == 16, "place of scripts.module_count");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, modules_at) == 20, "place of scripts.modules_at");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, use_count) == 24, "place of scripts.use_count");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, uses_at) == 28, "place of scripts.uses_at");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, scene_count) == 32, "place of scripts.scene_count");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, scenes_at) == 36, "place of scripts.scenes_at");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, rule_count) == 40, "place of scripts.rule_count");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, rules_at) == 44, "place of scripts.rules_at");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, name_count) == 48, "place of scripts.name_count");
FX_STATIC_ASSERT(offsetof(rom_scripts_record, names_at) == 52, "place of scripts.names_at");

typedef struct rom_song_pattern_record {
    uint32_t first;
    uint32_t bytes;
    uint32_t rows;
} rom_song_pattern_record;
FX_STATIC_ASSERT(sizeof(rom_song_pattern_record) == 12, "size of song-pattern");
FX_STATIC_ASSERT(offsetof(rom_song_pattern_record, first) == 0, "place of song-pattern.first");
FX_STATIC_ASSERT(offsetof(rom_song_pattern_record, bytes) == 4, "place of song-pattern.bytes");
FX_STATIC_ASSERT(offsetof(rom_song_pattern_record, rows) == 8, "place of song-pattern.rows");

typedef struct rom_envelope_point_record {
    uint16_t tick;
    uint16_t value;
} rom_envelope_point_record;
FX_STATIC_ASSERT(sizeof(rom_envelope_point_record) == 4, "size of envelope-point");
FX_STATIC_ASSERT(offsetof(rom_envelope_point_record, tick) == 0, "place of envelope-point.tick");
FX_STATIC_ASSERT(offsetof(rom_envelope_point_record, value) == 2, "place of envelope-point.value");

typedef struct rom_envelope_record {
    uint32_t first;
    uint32_t count;
    uint8_t flags;
    uint8_t sustain;
    uint8_t loop_start;
    uint8_t loop_end;
} rom_envelope_record;
FX_STATIC_ASSERT(sizeof(rom_envelope_record) == 12, "size of envelope");
FX_STATIC_ASSERT(offsetof(rom_envelope_record, first) == 0, "place of envelope.first");
FX_STATIC_ASSERT(offsetof(rom_envelope_record, count) == 4, "place of envelope.count");
FX_STATIC_ASSERT(offsetof(rom_envelope_record, flags) == 8, "place of envelope.flags");
FX_STATIC_ASSERT(offsetof(rom_envelope_record, sustain) == 9, "place of envelope.sustain");
FX_STATIC_ASSERT(offsetof(rom_envelope_record, loop_start) == 10, "place of envelope.loop_start");
FX_STATIC_ASSERT(offsetof(rom_envelope_record, loop_end) == 11, "place of envelope.loop_end");

typedef struct rom_song_sample_record {
    uint32_t sound;
    uint8_t volume;
    uint8_t pan;
    int8_t note;
    int8_t tuning;
} rom_song_sample_record;
FX_STATIC_ASSERT(sizeof(rom_song_sample_record) == 8, "size of song-sample");
FX_STATIC_ASSERT(offsetof(rom_song_sample_record, sound) == 0, "place of song-sample.sound");
FX_STATIC_ASSERT(offsetof(rom_song_sample_record, volume) == 4, "place of song-sample.volume");
FX_STATIC_ASSERT(offsetof(rom_song_sample_record, pan) == 5, "place of song-sample.pan");
FX_STATIC_ASSERT(offsetof(rom_song_sample_record, note) == 6, "place of song-sample.note");
FX_STATIC_ASSERT(offsetof(rom_song_sample_record, tuning) == 7, "place of song-sample.tuning");

typedef struct rom_song_instrument_record {
    uint32_t first_sample;
    uint32_t samples;
    uint8_t keys[96];
    rom_envelope_record volume;
    rom_envelope_record pan;
    uint16_t fade;
    uint8_t vibrato_form;
    uint8_t vibrato_sweep;
    uint8_t vibrato_depth;
    uint8_t vibrato_rate;
    uint8_t pad10[2];
} rom_song_instrument_record;
FX_STATIC_ASSERT(sizeof(rom_song_instrument_record) == 136, "size of song-instrument");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, first_sample) == 0, "place of song-instrument.first_sample");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, samples) == 4, "place of song-instrument.samples");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, keys) == 8, "place of song-instrument.keys");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, volume) == 104, "place of song-instrument.volume");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, pan) == 116, "place of song-instrument.pan");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, fade) == 128, "place of song-instrument.fade");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, vibrato_form) == 130, "place of song-instrument.vibrato_form");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, vibrato_sweep) == 131, "place of song-instrument.vibrato_sweep");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, vibrato_depth) == 132, "place of song-instrument.vibrato_depth");
FX_STATIC_ASSERT(offsetof(rom_song_instrument_record, vibrato_rate) == 133, "place of song-instrument.vibrato_rate");

typedef struct rom_song_record {
    uint16_t chunk_version, chunk_header;
    uint32_t bank;
    uint16_t tempo;
    uint16_t channels;
    uint32_t data_bytes;
    uint32_t data_at;
    uint16_t speed;
    uint8_t slides;
    uint8_t kind;
    uint16_t restart;
    uint16_t volume;
    uint32_t order_count;
    uint32_t orders_at;
    uint32_t pattern_count;
    uint32_t patterns_at;
    uint32_t instrument_count;
    uint32_t instruments_at;
    uint32_t sample_count;
    uint32_t samples_at;
    uint32_t point_count;
    uint32_t points_at;
    rom_text_place title;
    uint8_t pans[32];
} rom_song_record;
FX_STATIC_ASSERT(sizeof(rom_song_record) == 108, "size of song");
FX_STATIC_ASSERT(offsetof(rom_song_record, bank) == 4, "place of song.bank");
FX_STATIC_ASSERT(offsetof(rom_song_record, tempo) == 8, "place of song.tempo");
FX_STATIC_ASSERT(offsetof(rom_song_record, channels) == 10, "place of song.channels");
FX_STATIC_ASSERT(offsetof(rom_song_record, data_bytes) == 12, "place of song.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_song_record, data_at) == 16, "place of song.data_at");
FX_STATIC_ASSERT(offsetof(rom_song_record, speed) == 20, "place of song.speed");
FX_STATIC_ASSERT(offsetof(rom_song_record, slides) == 22, "place of song.slides");
FX_STATIC_ASSERT(offsetof(rom_song_record, kind) == 23, "place of song.kind");
FX_STATIC_ASSERT(offsetof(rom_song_record, restart) == 24, "place of song.restart");
FX_STATIC_ASSERT(offsetof(rom_song_record, volume) == 26, "place of song.volume");
FX_STATIC_ASSERT(offsetof(rom_song_record, order_count) == 28, "place of song.order_count");
FX_STATIC_ASSERT(offsetof(rom_song_record, orders_at) == 32, "place of song.orders_at");
FX_STATIC_ASSERT(offsetof(rom_song_record, pattern_count) == 36, "place of song.pattern_count");
FX_STATIC_ASSERT(offsetof(rom_song_record, patterns_at) == 40, "place of song.patterns_at");
FX_STATIC_ASSERT(offsetof(rom_song_record, instrument_count) == 44, "place of song.instrument_count");
FX_STATIC_ASSERT(offsetof(rom_song_record, instruments_at) == 48, "place of song.instruments_at");
FX_STATIC_ASSERT(offsetof(rom_song_record, sample_count) == 52, "place of song.sample_count");
FX_STATIC_ASSERT(offsetof(rom_song_record, samples_at) == 56, "place of song.samples_at");
FX_STATIC_ASSERT(offsetof(rom_song_record, point_count) == 60, "place of song.point_count");
FX_STATIC_ASSERT(offsetof(rom_song_record, points_at) == 64, "place of song.points_at");
FX_STATIC_ASSERT(offsetof(rom_song_record, title) == 68, "place of song.title");
FX_STATIC_ASSERT(offsetof(rom_song_record, pans) == 76, "place of song.pans");

typedef struct rom_script_module_record {
    uint32_t magic;
    uint16_t version;
    uint16_t flags;
    uint32_t bytes;
    uint32_t checksum;
    uint32_t interface;
    uint16_t native_count;
    uint16_t constant_count;
    uint16_t global_count;
    uint16_t container_count;
    uint16_t function_count;
    uint16_t behaviour_count;
    uint16_t state_count;
    uint16_t handler_count;
    uint16_t event_count;
    uint16_t argument_count;
    uint16_t field_count;
    uint16_t text_count;
    uint16_t method_count;
    uint16_t start;
    uint32_t code_bytes;
    uint32_t note_bytes;
    uint8_t pad22[8];
} rom_script_module_record;
FX_STATIC_ASSERT(sizeof(rom_script_module_record) == 64, "size of script-module");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, magic) == 0, "place of script-module.magic");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, version) == 4, "place of script-module.version");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, flags) == 6, "place of script-module.flags");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, bytes) == 8, "place of script-module.bytes");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, checksum) == 12, "place of script-module.checksum");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, interface) == 16, "place of script-module.interface");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, native_count) == 20, "place of script-module.native_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, constant_count) == 22, "place of script-module.constant_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, global_count) == 24, "place of script-module.global_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, container_count) == 26, "place of script-module.container_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, function_count) == 28, "place of script-module.function_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, behaviour_count) == 30, "place of script-module.behaviour_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, state_count) == 32, "place of script-module.state_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, handler_count) == 34, "place of script-module.handler_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, event_count) == 36, "place of script-module.event_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, argument_count) == 38, "place of script-module.argument_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, field_count) == 40, "place of script-module.field_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, text_count) == 42, "place of script-module.text_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, method_count) == 44, "place of script-module.method_count");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, start) == 46, "place of script-module.start");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, code_bytes) == 48, "place of script-module.code_bytes");
FX_STATIC_ASSERT(offsetof(rom_script_module_record, note_bytes) == 52, "place of script-module.note_bytes");

typedef struct rom_script_native_record {
    uint32_t name;
    uint32_t signature;
} rom_script_native_record;
FX_STATIC_ASSERT(sizeof(rom_script_native_record) == 8, "size of script-native");
FX_STATIC_ASSERT(offsetof(rom_script_native_record, name) == 0, "place of script-native.name");
FX_STATIC_ASSERT(offsetof(rom_script_native_record, signature) == 4, "place of script-native.signature");

typedef struct rom_script_container_record {
    uint8_t space;
    uint8_t kind;
    uint16_t address;
    uint16_t capacity;
    uint8_t values;
    uint8_t pad5[1];
} rom_script_container_record;
FX_STATIC_ASSERT(sizeof(rom_script_container_record) == 8, "size of script-container");
FX_STATIC_ASSERT(offsetof(rom_script_container_record, space) == 0, "place of script-container.space");
FX_STATIC_ASSERT(offsetof(rom_script_container_record, kind) == 1, "place of script-container.kind");
FX_STATIC_ASSERT(offsetof(rom_script_container_record, address) == 2, "place of script-container.address");
FX_STATIC_ASSERT(offsetof(rom_script_container_record, capacity) == 4, "place of script-container.capacity");
FX_STATIC_ASSERT(offsetof(rom_script_container_record, values) == 6, "place of script-container.values");

typedef struct rom_script_function_record {
    uint32_t code;
    uint16_t bytes;
    uint8_t arguments;
    uint8_t results;
    uint8_t locals;
    uint8_t operands;
    uint8_t flags;
    uint8_t recursion;
    uint16_t need;
    uint16_t behaviour;
} rom_script_function_record;
FX_STATIC_ASSERT(sizeof(rom_script_function_record) == 16, "size of script-function");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, code) == 0, "place of script-function.code");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, bytes) == 4, "place of script-function.bytes");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, arguments) == 6, "place of script-function.arguments");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, results) == 7, "place of script-function.results");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, locals) == 8, "place of script-function.locals");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, operands) == 9, "place of script-function.operands");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, flags) == 10, "place of script-function.flags");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, recursion) == 11, "place of script-function.recursion");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, need) == 12, "place of script-function.need");
FX_STATIC_ASSERT(offsetof(rom_script_function_record, behaviour) == 14, "place of script-function.behaviour");

typedef struct rom_script_behaviour_record {
    uint32_t name;
    uint16_t parent;
    uint16_t cells;
    uint16_t first_state;
    uint16_t states;
    uint16_t auto_state;
    uint16_t first_handler;
    uint16_t handlers;
    uint16_t first_method;
    uint16_t methods;
    uint16_t init;
    uint16_t first_field;
    uint16_t fields;
    uint32_t layout;
} rom_script_behaviour_record;
FX_STATIC_ASSERT(sizeof(rom_script_behaviour_record) == 32, "size of script-behaviour");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, name) == 0, "place of script-behaviour.name");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, parent) == 4, "place of script-behaviour.parent");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, cells) == 6, "place of script-behaviour.cells");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, first_state) == 8, "place of script-behaviour.first_state");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, states) == 10, "place of script-behaviour.states");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, auto_state) == 12, "place of script-behaviour.auto_state");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, first_handler) == 14, "place of script-behaviour.first_handler");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, handlers) == 16, "place of script-behaviour.handlers");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, first_method) == 18, "place of script-behaviour.first_method");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, methods) == 20, "place of script-behaviour.methods");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, init) == 22, "place of script-behaviour.init");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, first_field) == 24, "place of script-behaviour.first_field");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, fields) == 26, "place of script-behaviour.fields");
FX_STATIC_ASSERT(offsetof(rom_script_behaviour_record, layout) == 28, "place of script-behaviour.layout");

typedef struct rom_script_state_record {
    uint32_t name;
    uint16_t parent;
    uint16_t enter;
    uint16_t leave;
    uint16_t begin;
    uint16_t first_handler;
    uint16_t handlers;
    uint16_t first_method;
    uint8_t pad8[2];
} rom_script_state_record;
FX_STATIC_ASSERT(sizeof(rom_script_state_record) == 20, "size of script-state");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, name) == 0, "place of script-state.name");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, parent) == 4, "place of script-state.parent");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, enter) == 6, "place of script-state.enter");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, leave) == 8, "place of script-state.leave");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, begin) == 10, "place of script-state.begin");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, first_handler) == 12, "place of script-state.first_handler");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, handlers) == 14, "place of script-state.handlers");
FX_STATIC_ASSERT(offsetof(rom_script_state_record, first_method) == 16, "place of script-state.first_method");

typedef struct rom_script_handler_record {
    uint16_t event;
    uint16_t function;
} rom_script_handler_record;
FX_STATIC_ASSERT(sizeof(rom_script_handler_record) == 4, "size of script-handler");
FX_STATIC_ASSERT(offsetof(rom_script_handler_record, event) == 0, "place of script-handler.event");
FX_STATIC_ASSERT(offsetof(rom_script_handler_record, function) == 2, "place of script-handler.function");

typedef struct rom_script_event_record {
    uint32_t name;
    uint8_t arguments;
    uint8_t flags;
    uint16_t first_argument;
} rom_script_event_record;
FX_STATIC_ASSERT(sizeof(rom_script_event_record) == 8, "size of script-event");
FX_STATIC_ASSERT(offsetof(rom_script_event_record, name) == 0, "place of script-event.name");
FX_STATIC_ASSERT(offsetof(rom_script_event_record, arguments) == 4, "place of script-event.arguments");
FX_STATIC_ASSERT(offsetof(rom_script_event_record, flags) == 5, "place of script-event.flags");
FX_STATIC_ASSERT(offsetof(rom_script_event_record, first_argument) == 6, "place of script-event.first_argument");

typedef struct rom_script_argument_record {
    uint32_t name;
    uint8_t kind;
    uint8_t cells;
    uint8_t pad3[2];
} rom_script_argument_record;
FX_STATIC_ASSERT(sizeof(rom_script_argument_record) == 8, "size of script-argument");
FX_STATIC_ASSERT(offsetof(rom_script_argument_record, name) == 0, "place of script-argument.name");
FX_STATIC_ASSERT(offsetof(rom_script_argument_record, kind) == 4, "place of script-argument.kind");
FX_STATIC_ASSERT(offsetof(rom_script_argument_record, cells) == 5, "place of script-argument.cells");

typedef struct rom_script_field_record {
    uint32_t type;
    uint32_t field;
    uint8_t cells;
    uint8_t kind;
    uint16_t flags;
} rom_script_field_record;
FX_STATIC_ASSERT(sizeof(rom_script_field_record) == 12, "size of script-field");
FX_STATIC_ASSERT(offsetof(rom_script_field_record, type) == 0, "place of script-field.type");
FX_STATIC_ASSERT(offsetof(rom_script_field_record, field) == 4, "place of script-field.field");
FX_STATIC_ASSERT(offsetof(rom_script_field_record, cells) == 8, "place of script-field.cells");
FX_STATIC_ASSERT(offsetof(rom_script_field_record, kind) == 9, "place of script-field.kind");
FX_STATIC_ASSERT(offsetof(rom_script_field_record, flags) == 10, "place of script-field.flags");

typedef struct rom_script_source_record {
    rom_text_place name;
} rom_script_source_record;
FX_STATIC_ASSERT(sizeof(rom_script_source_record) == 8, "size of script-source");
FX_STATIC_ASSERT(offsetof(rom_script_source_record, name) == 0, "place of script-source.name");

typedef struct rom_script_place_record {
    rom_text_place name;
    uint32_t file;
} rom_script_place_record;
FX_STATIC_ASSERT(sizeof(rom_script_place_record) == 12, "size of script-place");
FX_STATIC_ASSERT(offsetof(rom_script_place_record, name) == 0, "place of script-place.name");
FX_STATIC_ASSERT(offsetof(rom_script_place_record, file) == 8, "place of script-place.file");

typedef struct rom_script_line_record {
    uint16_t function;
    uint16_t byte;
    uint32_t line;
} rom_script_line_record;
FX_STATIC_ASSERT(sizeof(rom_script_line_record) == 8, "size of script-line");
FX_STATIC_ASSERT(offsetof(rom_script_line_record, function) == 0, "place of script-line.function");
FX_STATIC_ASSERT(offsetof(rom_script_line_record, byte) == 2, "place of script-line.byte");
FX_STATIC_ASSERT(offsetof(rom_script_line_record, line) == 4, "place of script-line.line");

typedef struct rom_code_record {
    uint16_t chunk_version, chunk_header;
    uint32_t checksum;
    uint32_t entry;
    uint32_t data_bytes;
    uint32_t data_at;
    uint32_t file_count;
    uint32_t files_at;
    uint32_t function_count;
    uint32_t functions_at;
    uint32_t line_count;
    uint32_t lines_at;
} rom_code_record;
FX_STATIC_ASSERT(sizeof(rom_code_record) == 44, "size of code");
FX_STATIC_ASSERT(offsetof(rom_code_record, checksum) == 4, "place of code.checksum");
FX_STATIC_ASSERT(offsetof(rom_code_record, entry) == 8, "place of code.entry");
FX_STATIC_ASSERT(offsetof(rom_code_record, data_bytes) == 12, "place of code.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_code_record, data_at) == 16, "place of code.data_at");
FX_STATIC_ASSERT(offsetof(rom_code_record, file_count) == 20, "place of code.file_count");
FX_STATIC_ASSERT(offsetof(rom_code_record, files_at) == 24, "place of code.files_at");
FX_STATIC_ASSERT(offsetof(rom_code_record, function_count) == 28, "place of code.function_count");
FX_STATIC_ASSERT(offsetof(rom_code_record, functions_at) == 32, "place of code.functions_at");
FX_STATIC_ASSERT(offsetof(rom_code_record, line_count) == 36, "place of code.line_count");
FX_STATIC_ASSERT(offsetof(rom_code_record, lines_at) == 40, "place of code.lines_at");

typedef struct rom_effect_record {
    uint16_t chunk_version, chunk_header;
    uint32_t kind;
    uint32_t data_bytes;
    uint32_t data_at;
} rom_effect_record;
FX_STATIC_ASSERT(sizeof(rom_effect_record) == 16, "size of effect");
FX_STATIC_ASSERT(offsetof(rom_effect_record, kind) == 4, "place of effect.kind");
FX_STATIC_ASSERT(offsetof(rom_effect_record, data_bytes) == 8, "place of effect.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_effect_record, data_at) == 12, "place of effect.data_at");

typedef struct rom_particles_record {
    uint16_t chunk_version, chunk_header;
    uint8_t shape;
    uint8_t card;
    uint8_t mode;
    uint8_t flags;
    int32_t extent[3];
    int32_t rate;
    uint16_t burst;
    uint8_t log2_columns;
    uint8_t log2_rows;
    int32_t every;
    int32_t lasting;
    int32_t life_least;
    int32_t life_most;
    int32_t direction[3];
    uint16_t spread;
    uint8_t vary;
    uint8_t pad16[1];
    int32_t speed_least;
    int32_t speed_most;
    int32_t force[3];
    int32_t wind[3];
    int32_t drag;
    int32_t inherit;
    int32_t floor;
    int32_t within;
    int32_t aspect;
    int32_t spin_least;
    int32_t spin_most;
    uint32_t texture;
    int32_t sizes[16];
    uint32_t colours[16];
    uint8_t alphas[16];
    uint8_t frames[16];
} rom_particles_record;
FX_STATIC_ASSERT(sizeof(rom_particles_record) == 284, "size of particles");
FX_STATIC_ASSERT(offsetof(rom_particles_record, shape) == 4, "place of particles.shape");
FX_STATIC_ASSERT(offsetof(rom_particles_record, card) == 5, "place of particles.card");
FX_STATIC_ASSERT(offsetof(rom_particles_record, mode) == 6, "place of particles.mode");
FX_STATIC_ASSERT(offsetof(rom_particles_record, flags) == 7, "place of particles.flags");
FX_STATIC_ASSERT(offsetof(rom_particles_record, extent) == 8, "place of particles.extent");
FX_STATIC_ASSERT(offsetof(rom_particles_record, rate) == 20, "place of particles.rate");
FX_STATIC_ASSERT(offsetof(rom_particles_record, burst) == 24, "place of particles.burst");
FX_STATIC_ASSERT(offsetof(rom_particles_record, log2_columns) == 26, "place of particles.log2_columns");
FX_STATIC_ASSERT(offsetof(rom_particles_record, log2_rows) == 27, "place of particles.log2_rows");
FX_STATIC_ASSERT(offsetof(rom_particles_record, every) == 28, "place of particles.every");
FX_STATIC_ASSERT(offsetof(rom_particles_record, lasting) == 32, "place of particles.lasting");
FX_STATIC_ASSERT(offsetof(rom_particles_record, life_least) == 36, "place of particles.life_least");
FX_STATIC_ASSERT(offsetof(rom_particles_record, life_most) == 40, "place of particles.life_most");
FX_STATIC_ASSERT(offsetof(rom_particles_record, direction) == 44, "place of particles.direction");
FX_STATIC_ASSERT(offsetof(rom_particles_record, spread) == 56, "place of particles.spread");
FX_STATIC_ASSERT(offsetof(rom_particles_record, vary) == 58, "place of particles.vary");
FX_STATIC_ASSERT(offsetof(rom_particles_record, speed_least) == 60, "place of particles.speed_least");
FX_STATIC_ASSERT(offsetof(rom_particles_record, speed_most) == 64, "place of particles.speed_most");
FX_STATIC_ASSERT(offsetof(rom_particles_record, force) == 68, "place of particles.force");
FX_STATIC_ASSERT(offsetof(rom_particles_record, wind) == 80, "place of particles.wind");
FX_STATIC_ASSERT(offsetof(rom_particles_record, drag) == 92, "place of particles.drag");
FX_STATIC_ASSERT(offsetof(rom_particles_record, inherit) == 96, "place of particles.inherit");
FX_STATIC_ASSERT(offsetof(rom_particles_record, floor) == 100, "place of particles.floor");
FX_STATIC_ASSERT(offsetof(rom_particles_record, within) == 104, "place of particles.within");
FX_STATIC_ASSERT(offsetof(rom_particles_record, aspect) == 108, "place of particles.aspect");
FX_STATIC_ASSERT(offsetof(rom_particles_record, spin_least) == 112, "place of particles.spin_least");
FX_STATIC_ASSERT(offsetof(rom_particles_record, spin_most) == 116, "place of particles.spin_most");
FX_STATIC_ASSERT(offsetof(rom_particles_record, texture) == 120, "place of particles.texture");
FX_STATIC_ASSERT(offsetof(rom_particles_record, sizes) == 124, "place of particles.sizes");
FX_STATIC_ASSERT(offsetof(rom_particles_record, colours) == 188, "place of particles.colours");
FX_STATIC_ASSERT(offsetof(rom_particles_record, alphas) == 252, "place of particles.alphas");
FX_STATIC_ASSERT(offsetof(rom_particles_record, frames) == 268, "place of particles.frames");

typedef struct rom_movie_frame_record {
    uint32_t first;
    uint32_t bytes;
    uint32_t video_bytes;
    uint32_t sound_frames;
    uint32_t checksum;
    uint32_t flags;
} rom_movie_frame_record;
FX_STATIC_ASSERT(sizeof(rom_movie_frame_record) == 24, "size of movie-frame");
FX_STATIC_ASSERT(offsetof(rom_movie_frame_record, first) == 0, "place of movie-frame.first");
FX_STATIC_ASSERT(offsetof(rom_movie_frame_record, bytes) == 4, "place of movie-frame.bytes");
FX_STATIC_ASSERT(offsetof(rom_movie_frame_record, video_bytes) == 8, "place of movie-frame.video_bytes");
FX_STATIC_ASSERT(offsetof(rom_movie_frame_record, sound_frames) == 12, "place of movie-frame.sound_frames");
FX_STATIC_ASSERT(offsetof(rom_movie_frame_record, checksum) == 16, "place of movie-frame.checksum");
FX_STATIC_ASSERT(offsetof(rom_movie_frame_record, flags) == 20, "place of movie-frame.flags");

typedef struct rom_movie_patch_record {
    uint16_t pixels[16];
} rom_movie_patch_record;
FX_STATIC_ASSERT(sizeof(rom_movie_patch_record) == 32, "size of movie-patch");
FX_STATIC_ASSERT(offsetof(rom_movie_patch_record, pixels) == 0, "place of movie-patch.pixels");

typedef struct rom_movie_record {
    uint16_t chunk_version, chunk_header;
    uint16_t width;
    uint16_t height;
    int32_t rate;
    uint32_t frames;
    uint32_t data_bytes;
    uint32_t data_at;
    uint16_t format;
    uint16_t key_interval;
    uint16_t sound_rate;
    uint8_t sound_channels;
    uint8_t sound_format;
    uint32_t index_count;
    uint32_t index_at;
    uint32_t patch_count;
    uint32_t patches_at;
} rom_movie_record;
FX_STATIC_ASSERT(sizeof(rom_movie_record) == 48, "size of movie");
FX_STATIC_ASSERT(offsetof(rom_movie_record, width) == 4, "place of movie.width");
FX_STATIC_ASSERT(offsetof(rom_movie_record, height) == 6, "place of movie.height");
FX_STATIC_ASSERT(offsetof(rom_movie_record, rate) == 8, "place of movie.rate");
FX_STATIC_ASSERT(offsetof(rom_movie_record, frames) == 12, "place of movie.frames");
FX_STATIC_ASSERT(offsetof(rom_movie_record, data_bytes) == 16, "place of movie.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_movie_record, data_at) == 20, "place of movie.data_at");
FX_STATIC_ASSERT(offsetof(rom_movie_record, format) == 24, "place of movie.format");
FX_STATIC_ASSERT(offsetof(rom_movie_record, key_interval) == 26, "place of movie.key_interval");
FX_STATIC_ASSERT(offsetof(rom_movie_record, sound_rate) == 28, "place of movie.sound_rate");
FX_STATIC_ASSERT(offsetof(rom_movie_record, sound_channels) == 30, "place of movie.sound_channels");
FX_STATIC_ASSERT(offsetof(rom_movie_record, sound_format) == 31, "place of movie.sound_format");
FX_STATIC_ASSERT(offsetof(rom_movie_record, index_count) == 32, "place of movie.index_count");
FX_STATIC_ASSERT(offsetof(rom_movie_record, index_at) == 36, "place of movie.index_at");
FX_STATIC_ASSERT(offsetof(rom_movie_record, patch_count) == 40, "place of movie.patch_count");
FX_STATIC_ASSERT(offsetof(rom_movie_record, patches_at) == 44, "place of movie.patches_at");

typedef struct rom_gesture_point_record {
    int16_t x;
    int16_t y;
} rom_gesture_point_record;
FX_STATIC_ASSERT(sizeof(rom_gesture_point_record) == 4, "size of gesture-point");
FX_STATIC_ASSERT(offsetof(rom_gesture_point_record, x) == 0, "place of gesture-point.x");
FX_STATIC_ASSERT(offsetof(rom_gesture_point_record, y) == 2, "place of gesture-point.y");

typedef struct rom_gesture_record {
    uint16_t chunk_version, chunk_header;
    uint32_t name;
    uint32_t count;
    uint32_t at;
} rom_gesture_record;
FX_STATIC_ASSERT(sizeof(rom_gesture_record) == 16, "size of gesture");
FX_STATIC_ASSERT(offsetof(rom_gesture_record, name) == 4, "place of gesture.name");
FX_STATIC_ASSERT(offsetof(rom_gesture_record, count) == 8, "place of gesture.count");
FX_STATIC_ASSERT(offsetof(rom_gesture_record, at) == 12, "place of gesture.at");

typedef struct rom_raw_record {
    uint16_t chunk_version, chunk_header;
    uint32_t data_bytes;
    uint32_t data_at;
} rom_raw_record;
FX_STATIC_ASSERT(sizeof(rom_raw_record) == 12, "size of raw");
FX_STATIC_ASSERT(offsetof(rom_raw_record, data_bytes) == 4, "place of raw.data_bytes");
FX_STATIC_ASSERT(offsetof(rom_raw_record, data_at) == 8, "place of raw.data_at");

#endif
