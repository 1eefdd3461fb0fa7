/* Writes the records of a ROM image out of their structs, little-endian, gaps zero, never as host memory.
 *
 * Generated from rom/records.txt by `make records`: do not edit.
 *
 *     record_put_NAME(out, at, &r)    over what is there; of a chunk not its version and header size
 *     record_add_NAME(out, &r)        behind the end; returns where */
#ifndef OXCART_TOOLS_RECORD_WRITER_H
#define OXCART_TOOLS_RECORD_WRITER_H

#include "rom/records.h"
#include "tools/writer.h"

static inline void record_put_language(writer *out, size_t at, const rom_language_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->number);
    writer_put_u32(out, at + 4u, r->tag.offset);
    writer_put_u32(out, at + 8u, r->tag.bytes);
    writer_put_u32(out, at + 12u, r->name.offset);
    writer_put_u32(out, at + 16u, r->name.bytes);
}
static inline size_t record_add_language(writer *out, const rom_language_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_language(out, at, r);
    return at;
}

static inline void record_put_info(writer *out, size_t at, const rom_info_record *r) {
    writer_put_u32(out, at + 4u, r->title.offset);
    writer_put_u32(out, at + 8u, r->title.bytes);
    writer_put_u32(out, at + 12u, r->author.offset);
    writer_put_u32(out, at + 16u, r->author.bytes);
    writer_put_u32(out, at + 20u, r->version.offset);
    writer_put_u32(out, at + 24u, r->version.bytes);
    writer_put_u32(out, at + 28u, (uint32_t)r->start_scene);
    writer_put_u32(out, at + 32u, r->home.offset);
    writer_put_u32(out, at + 36u, r->home.bytes);
    writer_put_u32(out, at + 40u, r->licence.offset);
    writer_put_u32(out, at + 44u, r->licence.bytes);
    writer_put_u32(out, at + 48u, (uint32_t)r->icon);
    writer_put_u32(out, at + 52u, (uint32_t)r->start_script);
    writer_put_u32(out, at + 56u, (uint32_t)r->first_level);
    writer_put_u16(out, at + 60u, (uint32_t)r->language_count);
    writer_put_u16(out, at + 62u, (uint32_t)r->region_count);
    writer_put_u32(out, at + 64u, (uint32_t)r->languages_at);
    writer_put_u32(out, at + 68u, (uint32_t)r->regions_at);
}

static inline void record_put_memory_class(writer *out, size_t at, const rom_memory_class_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->class);
    writer_put_u32(out, at + 4u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 8u, (uint32_t)r->alignment);
}
static inline size_t record_add_memory_class(writer *out, const rom_memory_class_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_memory_class(out, at, r);
    return at;
}

static inline void record_put_client(writer *out, size_t at, const rom_client_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->client);
    writer_put_u8(out, at + 4u, (uint32_t)r->class);
    writer_put_u8(out, at + 5u, (uint32_t)r->end);
    writer_put_u32(out, at + 8u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 12u, r->name.offset);
    writer_put_u32(out, at + 16u, r->name.bytes);
}
static inline size_t record_add_client(writer *out, const rom_client_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_client(out, at, r);
    return at;
}

static inline void record_put_pool_kind(writer *out, size_t at, const rom_pool_kind_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->kind);
    writer_put_u32(out, at + 4u, (uint32_t)r->client);
    writer_put_u32(out, at + 8u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 12u, (uint32_t)r->alignment);
    writer_put_u32(out, at + 16u, (uint32_t)r->capacity);
}
static inline size_t record_add_pool_kind(writer *out, const rom_pool_kind_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_pool_kind(out, at, r);
    return at;
}

static inline void record_put_handle_table(writer *out, size_t at, const rom_handle_table_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->table);
    writer_put_u32(out, at + 4u, (uint32_t)r->capacity);
}
static inline size_t record_add_handle_table(writer *out, const rom_handle_table_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_handle_table(out, at, r);
    return at;
}

static inline void record_put_budget(writer *out, size_t at, const rom_budget_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->memory);
    writer_put_u32(out, at + 8u, (uint32_t)r->frame);
    writer_put_u16(out, at + 12u, (uint32_t)r->width);
    writer_put_u16(out, at + 14u, (uint32_t)r->height);
    writer_put_u8(out, at + 16u, (uint32_t)r->format);
    writer_put_u8(out, at + 17u, (uint32_t)r->band);
    writer_put_u16(out, at + 18u, (uint32_t)r->rate);
    writer_put_u32(out, at + 20u, (uint32_t)r->needs);
    writer_put_u32(out, at + 24u, (uint32_t)r->cache_bytes);
    writer_put_u32(out, at + 28u, (uint32_t)r->block_bytes);
    writer_put_u32(out, at + 32u, (uint32_t)r->block_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->stream_bytes);
    writer_put_u16(out, at + 40u, (uint32_t)r->stream_count);
    writer_put_u16(out, at + 42u, (uint32_t)r->frame_copies);
    writer_put_u32(out, at + 44u, (uint32_t)r->io_quota);
    writer_put_u32(out, at + 48u, (uint32_t)r->decode_quota);
    writer_put_u32(out, at + 52u, (uint32_t)r->stack);
    writer_put_u32(out, at + 56u, (uint32_t)r->debug_bytes);
    writer_put_u32(out, at + 60u, (uint32_t)r->scratch_bytes);
    writer_put_u16(out, at + 64u, (uint32_t)r->class_count);
    writer_put_u16(out, at + 66u, (uint32_t)r->client_count);
    writer_put_u16(out, at + 68u, (uint32_t)r->kind_count);
    writer_put_u16(out, at + 70u, (uint32_t)r->handle_count);
    writer_put_u32(out, at + 72u, (uint32_t)r->classes_at);
    writer_put_u32(out, at + 76u, (uint32_t)r->clients_at);
    writer_put_u32(out, at + 80u, (uint32_t)r->kinds_at);
    writer_put_u32(out, at + 84u, (uint32_t)r->handles_at);
}

static inline void record_put_name(writer *out, size_t at, const rom_name_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->id);
    writer_put_u32(out, at + 4u, r->text.offset);
    writer_put_u32(out, at + 8u, r->text.bytes);
}
static inline size_t record_add_name(writer *out, const rom_name_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_name(out, at, r);
    return at;
}

static inline void record_put_source(writer *out, size_t at, const rom_source_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->id);
    writer_put_u32(out, at + 4u, (uint32_t)r->line);
    writer_put_u32(out, at + 8u, r->file.offset);
    writer_put_u32(out, at + 12u, r->file.bytes);
}
static inline size_t record_add_source(writer *out, const rom_source_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_source(out, at, r);
    return at;
}

static inline void record_put_names(writer *out, size_t at, const rom_names_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
    writer_put_u32(out, at + 12u, (uint32_t)r->source_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->sources_at);
}

static inline void record_put_section(writer *out, size_t at, const rom_section_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->class);
    writer_put_u8(out, at + 1u, (uint32_t)r->codec);
    writer_put_u32(out, at + 4u, (uint32_t)r->offset);
    writer_put_u32(out, at + 8u, (uint32_t)r->stored);
    writer_put_u32(out, at + 12u, (uint32_t)r->full);
    writer_put_u32(out, at + 16u, (uint32_t)r->alignment);
}
static inline size_t record_add_section(writer *out, const rom_section_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_section(out, at, r);
    return at;
}

static inline void record_put_sections(writer *out, size_t at, const rom_sections_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_reference(writer *out, size_t at, const rom_reference_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->location);
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u8(out, at + 5u, (uint32_t)r->section);
    writer_put_u32(out, at + 8u, (uint32_t)r->type);
}
static inline size_t record_add_reference(writer *out, const rom_reference_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_reference(out, at, r);
    return at;
}

static inline void record_put_initialised(writer *out, size_t at, const rom_initialised_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->location);
    writer_put_u32(out, at + 4u, (uint32_t)r->type);
}
static inline size_t record_add_initialised(writer *out, const rom_initialised_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_initialised(out, at, r);
    return at;
}

static inline void record_put_external(writer *out, size_t at, const rom_external_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->cart);
    writer_put_u32(out, at + 4u, r->name.offset);
    writer_put_u32(out, at + 8u, r->name.bytes);
}
static inline size_t record_add_external(writer *out, const rom_external_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_external(out, at, r);
    return at;
}

static inline void record_put_references(writer *out, size_t at, const rom_references_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->type);
    writer_put_u32(out, at + 8u, (uint32_t)r->reference_count);
    writer_put_u32(out, at + 12u, (uint32_t)r->references_at);
    writer_put_u32(out, at + 16u, (uint32_t)r->initialised_count);
    writer_put_u32(out, at + 20u, (uint32_t)r->initialised_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->external_count);
    writer_put_u32(out, at + 28u, (uint32_t)r->externals_at);
}

static inline void record_put_package_item(writer *out, size_t at, const rom_package_item_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->id);
    writer_put_u32(out, at + 4u, (uint32_t)r->type);
    writer_put_u8(out, at + 8u, (uint32_t)r->class);
    writer_put_u8(out, at + 9u, (uint32_t)r->lifetime);
    writer_put_u32(out, at + 12u, (uint32_t)r->stored);
    writer_put_u32(out, at + 16u, (uint32_t)r->full);
}
static inline size_t record_add_package_item(writer *out, const rom_package_item_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_package_item(out, at, r);
    return at;
}

static inline void record_put_package(writer *out, size_t at, const rom_package_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->kind);
    writer_put_u32(out, at + 8u, (uint32_t)r->item_count);
    writer_put_u32(out, at + 12u, (uint32_t)r->items_at);
    writer_put_u32(out, at + 16u, (uint32_t)r->stored);
    writer_put_u32(out, at + 20u, (uint32_t)r->full);
    writer_put_u32(out, at + 24u, (uint32_t)r->temporary);
    writer_put_u32(out, at + 28u, (uint32_t)r->offset);
    writer_put_u32(out, at + 32u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 36u, (uint32_t)r->block_bytes);
    writer_put_u32(out, at + 40u, (uint32_t)r->external_count);
    writer_put_u32(out, at + 44u, (uint32_t)r->externals_at);
}

static inline void record_put_dependency(writer *out, size_t at, const rom_dependency_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->id);
    writer_put_u32(out, at + 4u, (uint32_t)r->type);
    writer_put_u32(out, at + 8u, (uint32_t)r->first);
    writer_put_u32(out, at + 12u, (uint32_t)r->count);
}
static inline size_t record_add_dependency(writer *out, const rom_dependency_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_dependency(out, at, r);
    return at;
}

static inline void record_put_closure(writer *out, size_t at, const rom_closure_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->node);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
    writer_put_u32(out, at + 8u, (uint32_t)r->count);
}
static inline size_t record_add_closure(writer *out, const rom_closure_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_closure(out, at, r);
    return at;
}

static inline void record_put_dependencies(writer *out, size_t at, const rom_dependencies_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->node_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->nodes_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->edge_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->edges_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->closure_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->closures_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->member_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->members_at);
}

static inline void record_put_palette(writer *out, size_t at, const rom_palette_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->colours);
    writer_put_u32(out, at + 8u, (uint32_t)r->shades);
    writer_put_u32(out, at + 12u, (uint32_t)r->inverse);
}

static inline void record_put_image(writer *out, size_t at, const rom_image_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u8(out, at + 8u, (uint32_t)r->format);
    writer_put_u8(out, at + 9u, (uint32_t)r->flags);
    writer_put_u32(out, at + 12u, (uint32_t)r->pixels);
}

static inline void record_put_sheet_frame(writer *out, size_t at, const rom_sheet_frame_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->x);
    writer_put_u16(out, at + 2u, (uint32_t)r->y);
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u16(out, at + 8u, (uint32_t)r->origin_x);
    writer_put_u16(out, at + 10u, (uint32_t)r->origin_y);
    writer_put_u16(out, at + 12u, (uint32_t)r->trim_x);
    writer_put_u16(out, at + 14u, (uint32_t)r->trim_y);
    writer_put_u32(out, at + 16u, (uint32_t)r->name);
}
static inline size_t record_add_sheet_frame(writer *out, const rom_sheet_frame_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_sheet_frame(out, at, r);
    return at;
}

static inline void record_put_sheet_place(writer *out, size_t at, const rom_sheet_place_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->image);
    writer_put_u8(out, at + 2u, (uint32_t)r->flags);
    writer_put_u16(out, at + 4u, (uint32_t)r->full_width);
    writer_put_u16(out, at + 6u, (uint32_t)r->full_height);
}
static inline size_t record_add_sheet_place(writer *out, const rom_sheet_place_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_sheet_place(out, at, r);
    return at;
}

static inline void record_put_flip_book(writer *out, size_t at, const rom_flip_book_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
    writer_put_u16(out, at + 8u, (uint32_t)r->count);
    writer_put_u16(out, at + 10u, (uint32_t)r->rate);
    writer_put_u8(out, at + 12u, (uint32_t)r->flags);
}
static inline size_t record_add_flip_book(writer *out, const rom_flip_book_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_flip_book(out, at, r);
    return at;
}

static inline void record_put_sheet(writer *out, size_t at, const rom_sheet_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->image);
    writer_put_u32(out, at + 8u, (uint32_t)r->count);
    writer_put_u32(out, at + 12u, (uint32_t)r->at);
    writer_put_u32(out, at + 16u, (uint32_t)r->image_count);
    writer_put_u32(out, at + 20u, (uint32_t)r->images_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->places_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->animation_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->animations_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->order_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->order_at);
}

static inline void record_put_block_texture(writer *out, size_t at, const rom_block_texture_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u16(out, at + 8u, (uint32_t)r->shown_width);
    writer_put_u16(out, at + 10u, (uint32_t)r->shown_height);
    writer_put_u32(out, at + 12u, (uint32_t)r->flags);
    writer_put_u32(out, at + 16u, (uint32_t)r->block_count);
    writer_put_u32(out, at + 20u, (uint32_t)r->blocks_at);
}

static inline void record_put_haar_level(writer *out, size_t at, const rom_haar_level_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->offset);
    writer_put_u8(out, at + 4u, (uint32_t)r->shift);
}
static inline size_t record_add_haar_level(writer *out, const rom_haar_level_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_haar_level(out, at, r);
    return at;
}

static inline void record_put_haar(writer *out, size_t at, const rom_haar_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u8(out, at + 8u, (uint32_t)r->components);
    writer_put_u8(out, at + 9u, (uint32_t)r->levels);
    writer_put_u8(out, at + 10u, (uint32_t)r->space);
    writer_put_u8(out, at + 11u, (uint32_t)r->depth);
    writer_put_u32(out, at + 12u, (uint32_t)r->levels_at);
    writer_put_u32(out, at + 16u, (uint32_t)r->level_records);
    writer_put_u32(out, at + 20u, (uint32_t)r->stream_bytes);
    writer_put_u32(out, at + 24u, (uint32_t)r->stream_at);
}

static inline void record_put_pixel_level(writer *out, size_t at, const rom_pixel_level_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->width);
    writer_put_u16(out, at + 2u, (uint32_t)r->height);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
    writer_put_u32(out, at + 8u, (uint32_t)r->bytes);
}
static inline size_t record_add_pixel_level(writer *out, const rom_pixel_level_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_pixel_level(out, at, r);
    return at;
}

static inline void record_put_pixels(writer *out, size_t at, const rom_pixels_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u8(out, at + 8u, (uint32_t)r->format);
    writer_put_u8(out, at + 9u, (uint32_t)r->kind);
    writer_put_u8(out, at + 10u, (uint32_t)r->flags);
    writer_put_u16(out, at + 12u, (uint32_t)r->tile_width);
    writer_put_u16(out, at + 14u, (uint32_t)r->tile_height);
    writer_put_u32(out, at + 16u, (uint32_t)r->level_count);
    writer_put_u32(out, at + 20u, (uint32_t)r->levels_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->pixel_bytes);
    writer_put_u32(out, at + 28u, (uint32_t)r->pixels_at);
    writer_put_u32(out, at + 32u, (uint32_t)r->colour_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->colours_at);
    writer_put_u32(out, at + 40u, (uint32_t)r->tile_count);
    writer_put_u32(out, at + 44u, (uint32_t)r->banks_at);
}

static inline void record_put_material_slot(writer *out, size_t at, const rom_material_slot_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->texture);
    writer_put_u8(out, at + 4u, (uint32_t)r->address_u);
    writer_put_u8(out, at + 5u, (uint32_t)r->address_v);
    writer_put_u8(out, at + 6u, (uint32_t)r->magnify);
    writer_put_u8(out, at + 7u, (uint32_t)r->minify);
    writer_put_u8(out, at + 8u, (uint32_t)r->mip);
    writer_put_u8(out, at + 9u, (uint32_t)r->between);
    writer_put_u8(out, at + 10u, (uint32_t)r->probes);
    writer_put_u8(out, at + 11u, (uint32_t)r->bias);
    writer_put_u32(out, at + 12u, (uint32_t)r->border);
    writer_put_u8(out, at + 16u, (uint32_t)r->combine);
    writer_put_u8(out, at + 17u, (uint32_t)r->combine_alpha);
    writer_put_u8(out, at + 18u, (uint32_t)r->blend_by);
    writer_put_u8(out, at + 19u, (uint32_t)r->constant);
    writer_put_u8(out, at + 20u, (uint32_t)r->flags);
}
static inline size_t record_add_material_slot(writer *out, const rom_material_slot_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_material_slot(out, at, r);
    return at;
}

static inline void record_put_material_look(writer *out, size_t at, const rom_material_look_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->ambient);
    writer_put_u32(out, at + 4u, (uint32_t)r->diffuse);
    writer_put_u32(out, at + 8u, (uint32_t)r->specular);
    writer_put_u32(out, at + 12u, (uint32_t)r->emissive);
    writer_put_u32(out, at + 16u, (uint32_t)r->bump_scale);
    writer_put_u8(out, at + 20u, (uint32_t)r->function);
    writer_put_u8(out, at + 21u, (uint32_t)r->wrap);
    writer_put_u8(out, at + 22u, (uint32_t)r->pixel_light);
    writer_put_u8(out, at + 23u, (uint32_t)r->light_every);
    writer_put_u8(out, at + 24u, (uint32_t)r->cull);
    writer_put_u8(out, at + 25u, (uint32_t)r->reflectivity);
    writer_put_u8(out, at + 26u, (uint32_t)r->vector);
    writer_put_u8(out, at + 27u, (uint32_t)r->flags);
}
static inline size_t record_add_material_look(writer *out, const rom_material_look_record *r) {
    size_t at = out->size;
    writer_zeros(out, 28u);
    record_put_material_look(out, at, r);
    return at;
}

static inline void record_put_material_state(writer *out, size_t at, const rom_material_state_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->blend);
    writer_put_u8(out, at + 1u, (uint32_t)r->source);
    writer_put_u8(out, at + 2u, (uint32_t)r->stored);
    writer_put_u8(out, at + 3u, (uint32_t)r->operation);
    writer_put_u8(out, at + 4u, (uint32_t)r->constant);
    writer_put_u8(out, at + 5u, (uint32_t)r->keep);
    writer_put_u8(out, at + 6u, (uint32_t)r->depth);
    writer_put_u8(out, at + 7u, (uint32_t)r->alpha);
    writer_put_u8(out, at + 8u, (uint32_t)r->alpha_reference);
    writer_put_u8(out, at + 9u, (uint32_t)r->dither);
    writer_put_u8(out, at + 10u, (uint32_t)r->hidden);
    writer_put_u8(out, at + 11u, (uint32_t)r->emissive_from);
    writer_put_u16(out, at + 12u, (uint32_t)r->flags);
    writer_put_u8(out, at + 14u, (uint32_t)r->fog);
    writer_put_u32(out, at + 16u, (uint32_t)r->bias);
    writer_put_u32(out, at + 20u, (uint32_t)r->slope);
    writer_put_u32(out, at + 24u, (uint32_t)r->emissive);
    writer_put_u32(out, at + 28u, (uint32_t)r->fog_colour);
    writer_put_u32(out, at + 32u, (uint32_t)r->fog_start);
    writer_put_u32(out, at + 36u, (uint32_t)r->fog_end);
    writer_put_u32(out, at + 40u, (uint32_t)r->fog_density);
}
static inline size_t record_add_material_state(writer *out, const rom_material_state_record *r) {
    size_t at = out->size;
    writer_zeros(out, 44u);
    record_put_material_state(out, at, r);
    return at;
}

static inline void record_put_material(writer *out, size_t at, const rom_material_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->colour);
    writer_put_u8(out, at + 8u, (uint32_t)r->index);
    writer_put_u8(out, at + 9u, (uint32_t)r->shading);
    writer_put_u8(out, at + 10u, (uint32_t)r->mapping);
    writer_put_u8(out, at + 11u, (uint32_t)r->specular);
    writer_put_u8(out, at + 12u, (uint32_t)r->shininess);
    writer_put_u8(out, at + 13u, (uint32_t)r->flags);
    writer_put_u32(out, at + 16u, (uint32_t)r->texture);
    writer_put_u8(out, at + 20u, (uint32_t)r->pass);
    writer_put_u8(out, at + 21u, (uint32_t)r->sort);
    writer_put_u8(out, at + 22u, (uint32_t)r->order);
    writer_put_u8(out, at + 23u, (uint32_t)r->transparency);
    writer_put_u32(out, at + 24u, (uint32_t)r->vertex_stage);
    writer_put_u32(out, at + 28u, (uint32_t)r->pixel_stage);
    writer_put_u32(out, at + 32u, (uint32_t)r->slot_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->slots_at);
    writer_put_u32(out, at + 40u, (uint32_t)r->look_count);
    writer_put_u32(out, at + 44u, (uint32_t)r->look_at);
    writer_put_u32(out, at + 48u, (uint32_t)r->state_count);
    writer_put_u32(out, at + 52u, (uint32_t)r->state_at);
    writer_put_u32(out, at + 56u, (uint32_t)r->constant_count);
    writer_put_u32(out, at + 60u, (uint32_t)r->constants_at);
    writer_put_u32(out, at + 64u, (uint32_t)r->program_words);
    writer_put_u32(out, at + 68u, (uint32_t)r->program_at);
}

static inline void record_put_part(writer *out, size_t at, const rom_part_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first_triangle);
    writer_put_u32(out, at + 4u, (uint32_t)r->triangles);
    writer_put_u32(out, at + 8u, (uint32_t)r->first_vertex);
    writer_put_u32(out, at + 12u, (uint32_t)r->vertices);
    writer_put_u32(out, at + 16u, (uint32_t)r->material);
}
static inline size_t record_add_part(writer *out, const rom_part_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_part(out, at, r);
    return at;
}

static inline void record_put_mesh(writer *out, size_t at, const rom_mesh_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->flags);
    writer_put_u32(out, at + 8u, (uint32_t)r->vertices);
    writer_put_u32(out, at + 12u, (uint32_t)r->triangles);
    writer_put_u32(out, at + 16u, (uint32_t)r->parts);
    writer_put_u32(out, at + 20u, (uint32_t)r->exponent);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 24u + i * 4u, (uint32_t)r->offset[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 36u + i * 4u, (uint32_t)r->centre[i]);
    writer_put_u32(out, at + 48u, (uint32_t)r->radius);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 52u + i * 4u, (uint32_t)r->box_low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 64u + i * 4u, (uint32_t)r->box_high[i]);
    writer_put_u32(out, at + 76u, (uint32_t)r->position_at);
    writer_put_u32(out, at + 80u, (uint32_t)r->normal_at);
    writer_put_u32(out, at + 84u, (uint32_t)r->uv_at);
    writer_put_u32(out, at + 88u, (uint32_t)r->index_at);
    writer_put_u32(out, at + 92u, (uint32_t)r->face_at);
    writer_put_u32(out, at + 96u, (uint32_t)r->part_at);
}

static inline void record_put_mesh_detail(writer *out, size_t at, const rom_mesh_detail_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->mesh);
    writer_put_u32(out, at + 4u, (uint32_t)r->below);
}
static inline size_t record_add_mesh_detail(writer *out, const rom_mesh_detail_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_mesh_detail(out, at, r);
    return at;
}

static inline void record_put_model(writer *out, size_t at, const rom_model_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->collision);
    writer_put_u32(out, at + 8u, (uint32_t)r->occluder);
    writer_put_u32(out, at + 12u, (uint32_t)r->detail_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->details_at);
}

static inline void record_put_motion(writer *out, size_t at, const rom_motion_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->orbit_radius);
    writer_put_u16(out, at + 4u, (uint32_t)r->orbit_speed);
    writer_put_u16(out, at + 6u, (uint32_t)r->orbit_phase);
    writer_put_u32(out, at + 8u, (uint32_t)r->bob_height);
    writer_put_u16(out, at + 12u, (uint32_t)r->bob_speed);
    writer_put_u16(out, at + 14u, (uint32_t)r->bob_phase);
}
static inline size_t record_add_motion(writer *out, const rom_motion_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_motion(out, at, r);
    return at;
}

static inline void record_put_camera(writer *out, size_t at, const rom_camera_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->position[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->target[i]);
    writer_put_u16(out, at + 24u, (uint32_t)r->field);
    writer_put_u32(out, at + 28u, (uint32_t)r->near);
    writer_put_u32(out, at + 32u, (uint32_t)r->far);
    record_put_motion(out, at + 36u, &r->motion);
}
static inline size_t record_add_camera(writer *out, const rom_camera_record *r) {
    size_t at = out->size;
    writer_zeros(out, 52u);
    record_put_camera(out, at, r);
    return at;
}

static inline void record_put_light(writer *out, size_t at, const rom_light_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->kind);
    writer_put_u8(out, at + 1u, (uint32_t)r->intensity);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->vector[i]);
    writer_put_u32(out, at + 16u, (uint32_t)r->range);
    record_put_motion(out, at + 20u, &r->motion);
}
static inline size_t record_add_light(writer *out, const rom_light_record *r) {
    size_t at = out->size;
    writer_zeros(out, 36u);
    record_put_light(out, at, r);
    return at;
}

static inline void record_put_object(writer *out, size_t at, const rom_object_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->mesh);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->position[i]);
    writer_put_u32(out, at + 16u, (uint32_t)r->scale);
    for (size_t i = 0; i < 3u; i++) writer_put_u16(out, at + 20u + i * 2u, (uint32_t)r->rotation[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u16(out, at + 26u + i * 2u, (uint32_t)r->spin[i]);
    writer_put_u8(out, at + 32u, (uint32_t)r->shading);
    writer_put_u8(out, at + 33u, (uint32_t)r->flags);
    record_put_motion(out, at + 36u, &r->motion);
}
static inline size_t record_add_object(writer *out, const rom_object_record *r) {
    size_t at = out->size;
    writer_zeros(out, 52u);
    record_put_object(out, at, r);
    return at;
}

static inline void record_put_material_override(writer *out, size_t at, const rom_material_override_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->object);
    writer_put_u32(out, at + 4u, (uint32_t)r->from);
    writer_put_u32(out, at + 8u, (uint32_t)r->to);
}
static inline size_t record_add_material_override(writer *out, const rom_material_override_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_material_override(out, at, r);
    return at;
}

static inline void record_put_object_clip(writer *out, size_t at, const rom_object_clip_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->object);
    writer_put_u32(out, at + 4u, (uint32_t)r->clip);
    writer_put_u32(out, at + 8u, (uint32_t)r->rate);
    writer_put_u32(out, at + 12u, (uint32_t)r->start);
    writer_put_u32(out, at + 16u, (uint32_t)r->second);
    writer_put_u32(out, at + 20u, (uint32_t)r->weight);
}
static inline size_t record_add_object_clip(writer *out, const rom_object_clip_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_object_clip(out, at, r);
    return at;
}

static inline void record_put_scene_emitter(writer *out, size_t at, const rom_scene_emitter_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->particles);
    writer_put_u32(out, at + 4u, (uint32_t)r->object);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->position[i]);
    writer_put_u32(out, at + 20u, (uint32_t)r->seed);
}
static inline size_t record_add_scene_emitter(writer *out, const rom_scene_emitter_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_scene_emitter(out, at, r);
    return at;
}

static inline void record_put_scene(writer *out, size_t at, const rom_scene_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->flags);
    writer_put_u32(out, at + 8u, (uint32_t)r->background);
    writer_put_u8(out, at + 12u, (uint32_t)r->background_index);
    writer_put_u8(out, at + 13u, (uint32_t)r->ambient);
    writer_put_u16(out, at + 14u, (uint32_t)r->cameras);
    writer_put_u16(out, at + 16u, (uint32_t)r->lights);
    writer_put_u16(out, at + 18u, (uint32_t)r->objects);
    writer_put_u32(out, at + 20u, (uint32_t)r->camera_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->light_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->object_at);
    writer_put_u32(out, at + 32u, (uint32_t)r->turn_frames);
    writer_put_u32(out, at + 36u, (uint32_t)r->separation);
    writer_put_u32(out, at + 40u, (uint32_t)r->override_count);
    writer_put_u32(out, at + 44u, (uint32_t)r->overrides_at);
    writer_put_u32(out, at + 48u, (uint32_t)r->clip_count);
    writer_put_u32(out, at + 52u, (uint32_t)r->clips_at);
    writer_put_u32(out, at + 56u, (uint32_t)r->emitter_count);
    writer_put_u32(out, at + 60u, (uint32_t)r->emitters_at);
}

static inline void record_put_joint(writer *out, size_t at, const rom_joint_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->parent);
    writer_put_u8(out, at + 5u, (uint32_t)r->flags);
    writer_put_u16(out, at + 6u, (uint32_t)r->limit);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 8u + i * 2u, (uint32_t)r->rotation[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 16u + i * 4u, (uint32_t)r->translation[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->scale);
    for (size_t i = 0; i < 12u; i++) writer_put_u32(out, at + 32u + i * 4u, (uint32_t)r->inverse[i]);
}
static inline size_t record_add_joint(writer *out, const rom_joint_record *r) {
    size_t at = out->size;
    writer_zeros(out, 80u);
    record_put_joint(out, at, r);
    return at;
}

static inline void record_put_joint_name(writer *out, size_t at, const rom_joint_name_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->joint);
}
static inline size_t record_add_joint_name(writer *out, const rom_joint_name_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_joint_name(out, at, r);
    return at;
}

static inline void record_put_skeleton(writer *out, size_t at, const rom_skeleton_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->joint_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->joints_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->names_at);
    writer_put_u32(out, at + 16u, (uint32_t)r->hash);
}

static inline void record_put_skin_joint(writer *out, size_t at, const rom_skin_joint_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->joint);
    writer_put_u32(out, at + 4u, (uint32_t)r->reach);
}
static inline size_t record_add_skin_joint(writer *out, const rom_skin_joint_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_skin_joint(out, at, r);
    return at;
}

static inline void record_put_skin_run(writer *out, size_t at, const rom_skin_run_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->count);
    writer_put_u8(out, at + 2u, (uint32_t)r->influences);
    writer_put_u8(out, at + 3u, (uint32_t)r->joint);
}
static inline size_t record_add_skin_run(writer *out, const rom_skin_run_record *r) {
    size_t at = out->size;
    writer_zeros(out, 4u);
    record_put_skin_run(out, at, r);
    return at;
}

static inline void record_put_skin(writer *out, size_t at, const rom_skin_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->skeleton);
    writer_put_u32(out, at + 8u, (uint32_t)r->skeleton_hash);
    writer_put_u32(out, at + 12u, (uint32_t)r->vertices);
    writer_put_u32(out, at + 16u, (uint32_t)r->joint_count);
    writer_put_u32(out, at + 20u, (uint32_t)r->joints_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->runs);
    writer_put_u32(out, at + 28u, (uint32_t)r->runs_at);
    writer_put_u32(out, at + 32u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 36u, (uint32_t)r->data_at);
}

static inline void record_put_trigger(writer *out, size_t at, const rom_trigger_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->time);
    writer_put_u32(out, at + 4u, (uint32_t)r->event);
    writer_put_u32(out, at + 8u, (uint32_t)r->argument);
    writer_put_u8(out, at + 12u, (uint32_t)r->flags);
}
static inline size_t record_add_trigger(writer *out, const rom_trigger_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_trigger(out, at, r);
    return at;
}

static inline void record_put_clip_track(writer *out, size_t at, const rom_clip_track_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->joint);
    writer_put_u8(out, at + 1u, (uint32_t)r->channel);
    writer_put_u8(out, at + 2u, (uint32_t)r->form);
    writer_put_u8(out, at + 3u, (uint32_t)r->flags);
    writer_put_u32(out, at + 4u, (uint32_t)r->name);
    writer_put_u32(out, at + 8u, (uint32_t)r->offset);
    writer_put_u32(out, at + 12u, (uint32_t)r->bytes);
}
static inline size_t record_add_clip_track(writer *out, const rom_clip_track_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_clip_track(out, at, r);
    return at;
}

static inline void record_put_clip(writer *out, size_t at, const rom_clip_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->skeleton);
    writer_put_u32(out, at + 8u, (uint32_t)r->skeleton_hash);
    writer_put_u16(out, at + 12u, (uint32_t)r->rate);
    writer_put_u8(out, at + 14u, (uint32_t)r->flags);
    writer_put_u8(out, at + 15u, (uint32_t)r->form);
    writer_put_u32(out, at + 16u, (uint32_t)r->frames);
    writer_put_u32(out, at + 20u, (uint32_t)r->samples);
    writer_put_u8(out, at + 24u, (uint32_t)r->scales);
    writer_put_u8(out, at + 25u, (uint32_t)r->pad_to_four);
    writer_put_u16(out, at + 26u, (uint32_t)r->channel_count);
    writer_put_u32(out, at + 28u, (uint32_t)r->joint_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->joints_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->sample_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->samples_at);
    writer_put_u32(out, at + 44u, (uint32_t)r->track_count);
    writer_put_u32(out, at + 48u, (uint32_t)r->tracks_at);
    writer_put_u32(out, at + 52u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 56u, (uint32_t)r->data_at);
    writer_put_u32(out, at + 60u, (uint32_t)r->trigger_count);
    writer_put_u32(out, at + 64u, (uint32_t)r->triggers_at);
}

static inline void record_put_bundle_entry(writer *out, size_t at, const rom_bundle_entry_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->clip);
    writer_put_u32(out, at + 8u, (uint32_t)r->speed);
    writer_put_u16(out, at + 12u, (uint32_t)r->fade_in);
    writer_put_u16(out, at + 14u, (uint32_t)r->fade_out);
    writer_put_u8(out, at + 16u, (uint32_t)r->residency);
}
static inline size_t record_add_bundle_entry(writer *out, const rom_bundle_entry_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_bundle_entry(out, at, r);
    return at;
}

static inline void record_put_bundle(writer *out, size_t at, const rom_bundle_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->skeleton);
    writer_put_u32(out, at + 8u, (uint32_t)r->idle);
    writer_put_u32(out, at + 12u, (uint32_t)r->count);
    writer_put_u32(out, at + 16u, (uint32_t)r->at);
}

static inline void record_put_table(writer *out, size_t at, const rom_table_record *r) {
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u8(out, at + 5u, (uint32_t)r->dimensions);
    writer_put_u32(out, at + 8u, (uint32_t)r->width);
    writer_put_u32(out, at + 12u, (uint32_t)r->height);
    writer_put_u32(out, at + 16u, (uint32_t)r->low);
    writer_put_u32(out, at + 20u, (uint32_t)r->high);
    writer_put_u32(out, at + 24u, (uint32_t)r->low_y);
    writer_put_u32(out, at + 28u, (uint32_t)r->high_y);
    writer_put_u32(out, at + 32u, r->note.offset);
    writer_put_u32(out, at + 36u, r->note.bytes);
    writer_put_u32(out, at + 40u, (uint32_t)r->checksum);
    writer_put_u32(out, at + 44u, (uint32_t)r->value_bytes);
    writer_put_u32(out, at + 48u, (uint32_t)r->values_at);
}

static inline void record_put_string(writer *out, size_t at, const rom_string_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->key);
    writer_put_u32(out, at + 4u, r->text.offset);
    writer_put_u32(out, at + 8u, r->text.bytes);
}
static inline size_t record_add_string(writer *out, const rom_string_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_string(out, at, r);
    return at;
}

static inline void record_put_text(writer *out, size_t at, const rom_text_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_field(writer *out, size_t at, const rom_field_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u32(out, at + 8u, (uint32_t)r->offset);
    writer_put_u32(out, at + 12u, r->title.offset);
    writer_put_u32(out, at + 16u, r->title.bytes);
}
static inline size_t record_add_field(writer *out, const rom_field_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_field(out, at, r);
    return at;
}

static inline void record_put_data(writer *out, size_t at, const rom_data_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->flags);
    writer_put_u32(out, at + 8u, (uint32_t)r->field_count);
    writer_put_u32(out, at + 12u, (uint32_t)r->fields_at);
    writer_put_u32(out, at + 16u, (uint32_t)r->row_bytes);
    writer_put_u32(out, at + 20u, (uint32_t)r->row_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->rows_bytes);
    writer_put_u32(out, at + 28u, (uint32_t)r->rows_at);
}

static inline void record_put_overlay(writer *out, size_t at, const rom_overlay_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->first_version);
    writer_put_u32(out, at + 8u, (uint32_t)r->last_version);
}

static inline void record_put_level_section(writer *out, size_t at, const rom_level_section_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->type);
    writer_put_u32(out, at + 4u, (uint32_t)r->offset);
    writer_put_u32(out, at + 8u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 12u, (uint32_t)r->flags);
}
static inline size_t record_add_level_section(writer *out, const rom_level_section_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_level_section(out, at, r);
    return at;
}

static inline void record_put_level(writer *out, size_t at, const rom_level_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->flags);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 20u + i * 4u, (uint32_t)r->high[i]);
    writer_put_u32(out, at + 32u, (uint32_t)r->package);
    writer_put_u32(out, at + 36u, (uint32_t)r->tag_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->tags_at);
    writer_put_u32(out, at + 44u, (uint32_t)r->neighbour_count);
    writer_put_u32(out, at + 48u, (uint32_t)r->neighbours_at);
    writer_put_u32(out, at + 52u, (uint32_t)r->section_count);
    writer_put_u32(out, at + 56u, (uint32_t)r->sections_at);
}

static inline void record_put_topology_node(writer *out, size_t at, const rom_topology_node_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->level);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 16u + i * 4u, (uint32_t)r->high[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->first_link);
    writer_put_u32(out, at + 32u, (uint32_t)r->link_count);
}
static inline size_t record_add_topology_node(writer *out, const rom_topology_node_record *r) {
    size_t at = out->size;
    writer_zeros(out, 36u);
    record_put_topology_node(out, at, r);
    return at;
}

static inline void record_put_topology_link(writer *out, size_t at, const rom_topology_link_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->node);
    writer_put_u32(out, at + 4u, (uint32_t)r->flags);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->at[i]);
    writer_put_u32(out, at + 20u, (uint32_t)r->radius);
}
static inline size_t record_add_topology_link(writer *out, const rom_topology_link_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_topology_link(out, at, r);
    return at;
}

static inline void record_put_topology(writer *out, size_t at, const rom_topology_record *r) {
    writer_put_u8(out, at + 4u, (uint32_t)r->form);
    writer_put_u16(out, at + 8u, (uint32_t)r->columns);
    writer_put_u16(out, at + 10u, (uint32_t)r->rows);
    writer_put_u32(out, at + 12u, (uint32_t)r->node_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->nodes_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->link_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->links_at);
}

static inline void record_put_instance(writer *out, size_t at, const rom_instance_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->mesh);
    writer_put_u16(out, at + 2u, (uint32_t)r->material);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->position[i]);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 16u + i * 2u, (uint32_t)r->rotation[i]);
    writer_put_u32(out, at + 24u, (uint32_t)r->scale);
    for (size_t i = 0; i < 3u; i++) writer_put_u8(out, at + 28u + i * 1u, (uint32_t)r->tint[i]);
    writer_put_u8(out, at + 31u, (uint32_t)r->flags);
}
static inline size_t record_add_instance(writer *out, const rom_instance_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_instance(out, at, r);
    return at;
}

static inline void record_put_instance_cell(writer *out, size_t at, const rom_instance_cell_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->high[i]);
    writer_put_u32(out, at + 24u, (uint32_t)r->first);
    writer_put_u32(out, at + 28u, (uint32_t)r->count);
    writer_put_u32(out, at + 32u, (uint32_t)r->merged);
}
static inline size_t record_add_instance_cell(writer *out, const rom_instance_cell_record *r) {
    size_t at = out->size;
    writer_zeros(out, 36u);
    record_put_instance_cell(out, at, r);
    return at;
}

static inline void record_put_geometry(writer *out, size_t at, const rom_geometry_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->mesh_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->meshes_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->material_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->materials_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->instance_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->instances_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->cell_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->cells_at);
}

static inline void record_put_element_version(writer *out, size_t at, const rom_element_version_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->mesh);
    writer_put_u32(out, at + 4u, (uint32_t)r->collision);
    writer_put_u32(out, at + 8u, (uint32_t)r->material);
    writer_put_u32(out, at + 12u, (uint32_t)r->mass);
    writer_put_u32(out, at + 16u, (uint32_t)r->sound);
    writer_put_u32(out, at + 20u, (uint32_t)r->effect);
    writer_put_u32(out, at + 24u, (uint32_t)r->threshold);
}
static inline size_t record_add_element_version(writer *out, const rom_element_version_record *r) {
    size_t at = out->size;
    writer_zeros(out, 28u);
    record_put_element_version(out, at, r);
    return at;
}

static inline void record_put_element(writer *out, size_t at, const rom_element_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->instance);
    writer_put_u32(out, at + 8u, (uint32_t)r->first_version);
    writer_put_u16(out, at + 12u, (uint32_t)r->version_count);
    writer_put_u16(out, at + 14u, (uint32_t)r->start);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 16u + i * 4u, (uint32_t)r->position[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->health);
}
static inline size_t record_add_element(writer *out, const rom_element_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_element(out, at, r);
    return at;
}

static inline void record_put_elements(writer *out, size_t at, const rom_elements_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->element_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->elements_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->version_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->versions_at);
}

static inline void record_put_property(writer *out, size_t at, const rom_property_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->key);
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u32(out, at + 8u, (uint32_t)r->value);
}
static inline size_t record_add_property(writer *out, const rom_property_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_property(out, at, r);
    return at;
}

static inline void record_put_spawner(writer *out, size_t at, const rom_spawner_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->type);
    writer_put_u32(out, at + 4u, (uint32_t)r->name);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->position[i]);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 20u + i * 2u, (uint32_t)r->rotation[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->scale);
    writer_put_u16(out, at + 32u, (uint32_t)r->layer);
    writer_put_u16(out, at + 34u, (uint32_t)r->property_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->first_property);
    writer_put_u32(out, at + 40u, (uint32_t)r->parent);
    writer_put_u32(out, at + 44u, (uint32_t)r->flags);
}
static inline size_t record_add_spawner(writer *out, const rom_spawner_record *r) {
    size_t at = out->size;
    writer_zeros(out, 48u);
    record_put_spawner(out, at, r);
    return at;
}

static inline void record_put_spawn_text(writer *out, size_t at, const rom_spawn_text_record *r) {
    writer_put_u32(out, at + 0u, r->text.offset);
    writer_put_u32(out, at + 4u, r->text.bytes);
}
static inline size_t record_add_spawn_text(writer *out, const rom_spawn_text_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_spawn_text(out, at, r);
    return at;
}

static inline void record_put_vector(writer *out, size_t at, const rom_vector_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->value[i]);
}
static inline size_t record_add_vector(writer *out, const rom_vector_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_vector(out, at, r);
    return at;
}

static inline void record_put_spawners(writer *out, size_t at, const rom_spawners_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->spawner_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->spawners_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->property_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->properties_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->text_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->texts_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->vector_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->vectors_at);
}

static inline void record_put_locator(writer *out, size_t at, const rom_locator_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->kind);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->position[i]);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 20u + i * 2u, (uint32_t)r->rotation[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->radius);
}
static inline size_t record_add_locator(writer *out, const rom_locator_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_locator(out, at, r);
    return at;
}

static inline void record_put_locators(writer *out, size_t at, const rom_locators_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_volume(writer *out, size_t at, const rom_volume_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->kind);
    writer_put_u8(out, at + 8u, (uint32_t)r->shape);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->centre[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 24u + i * 4u, (uint32_t)r->half[i]);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 36u + i * 2u, (uint32_t)r->rotation[i]);
    writer_put_u32(out, at + 44u, (uint32_t)r->first_plane);
    writer_put_u32(out, at + 48u, (uint32_t)r->plane_count);
}
static inline size_t record_add_volume(writer *out, const rom_volume_record *r) {
    size_t at = out->size;
    writer_zeros(out, 52u);
    record_put_volume(out, at, r);
    return at;
}

static inline void record_put_plane(writer *out, size_t at, const rom_plane_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->normal[i]);
    writer_put_u32(out, at + 12u, (uint32_t)r->distance);
}
static inline size_t record_add_plane(writer *out, const rom_plane_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_plane(out, at, r);
    return at;
}

static inline void record_put_volumes(writer *out, size_t at, const rom_volumes_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
    writer_put_u32(out, at + 12u, (uint32_t)r->plane_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->planes_at);
}

static inline void record_put_world_light(writer *out, size_t at, const rom_world_light_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u8(out, at + 5u, (uint32_t)r->intensity);
    writer_put_u16(out, at + 6u, (uint32_t)r->layer);
    writer_put_u32(out, at + 8u, (uint32_t)r->colour);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->vector[i]);
    writer_put_u32(out, at + 24u, (uint32_t)r->range);
}
static inline size_t record_add_world_light(writer *out, const rom_world_light_record *r) {
    size_t at = out->size;
    writer_zeros(out, 28u);
    record_put_world_light(out, at, r);
    return at;
}

static inline void record_put_lights(writer *out, size_t at, const rom_lights_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_spline(writer *out, size_t at, const rom_spline_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->form);
    writer_put_u8(out, at + 5u, (uint32_t)r->flags);
    writer_put_u16(out, at + 6u, (uint32_t)r->point_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->first_point);
    writer_put_u32(out, at + 12u, (uint32_t)r->length);
}
static inline size_t record_add_spline(writer *out, const rom_spline_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_spline(out, at, r);
    return at;
}

static inline void record_put_spline_point(writer *out, size_t at, const rom_spline_point_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->position[i]);
    writer_put_u32(out, at + 12u, (uint32_t)r->along);
}
static inline size_t record_add_spline_point(writer *out, const rom_spline_point_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_spline_point(out, at, r);
    return at;
}

static inline void record_put_path(writer *out, size_t at, const rom_path_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->spline_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->splines_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->point_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->points_at);
}

static inline void record_put_ledge(writer *out, size_t at, const rom_ledge_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->kind);
    writer_put_u8(out, at + 1u, (uint32_t)r->flags);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->from[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 16u + i * 4u, (uint32_t)r->to[i]);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 28u + i * 2u, (uint32_t)r->facing[i]);
}
static inline size_t record_add_ledge(writer *out, const rom_ledge_record *r) {
    size_t at = out->size;
    writer_zeros(out, 36u);
    record_put_ledge(out, at, r);
    return at;
}

static inline void record_put_ledges(writer *out, size_t at, const rom_ledges_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_layer(writer *out, size_t at, const rom_layer_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->flags);
}
static inline size_t record_add_layer(writer *out, const rom_layer_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_layer(out, at, r);
    return at;
}

static inline void record_put_layers(writer *out, size_t at, const rom_layers_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_external_list(writer *out, size_t at, const rom_external_list_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->reference_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->references_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->image_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->images_at);
}

static inline void record_put_portal(writer *out, size_t at, const rom_portal_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->from);
    writer_put_u32(out, at + 4u, (uint32_t)r->to);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->centre[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 20u + i * 4u, (uint32_t)r->half[i]);
}
static inline size_t record_add_portal(writer *out, const rom_portal_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_portal(out, at, r);
    return at;
}

static inline void record_put_visibility_cell(writer *out, size_t at, const rom_visibility_cell_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->high[i]);
}
static inline size_t record_add_visibility_cell(writer *out, const rom_visibility_cell_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_visibility_cell(out, at, r);
    return at;
}

static inline void record_put_visibility(writer *out, size_t at, const rom_visibility_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->cell_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->cells_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->portal_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->portals_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->set_bytes);
    writer_put_u32(out, at + 24u, (uint32_t)r->sets_at);
}

static inline void record_put_collision_triangle(writer *out, size_t at, const rom_collision_triangle_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u16(out, at + 0u + i * 2u, (uint32_t)r->corner[i]);
    writer_put_u16(out, at + 6u, (uint32_t)r->material);
}
static inline size_t record_add_collision_triangle(writer *out, const rom_collision_triangle_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_collision_triangle(out, at, r);
    return at;
}

static inline void record_put_convex(writer *out, size_t at, const rom_convex_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first_plane);
    writer_put_u16(out, at + 4u, (uint32_t)r->plane_count);
    writer_put_u16(out, at + 6u, (uint32_t)r->material);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->centre[i]);
    writer_put_u32(out, at + 20u, (uint32_t)r->radius);
}
static inline size_t record_add_convex(writer *out, const rom_convex_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_convex(out, at, r);
    return at;
}

static inline void record_put_collision_plane(writer *out, size_t at, const rom_collision_plane_record *r) {
    record_put_plane(out, at + 0u, &r->plane);
    writer_put_u32(out, at + 16u, (uint32_t)r->material);
}
static inline size_t record_add_collision_plane(writer *out, const rom_collision_plane_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_collision_plane(out, at, r);
    return at;
}

static inline void record_put_collision_box(writer *out, size_t at, const rom_collision_box_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->centre[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->half[i]);
    for (size_t i = 0; i < 4u; i++) writer_put_u16(out, at + 24u + i * 2u, (uint32_t)r->rotation[i]);
    writer_put_u32(out, at + 32u, (uint32_t)r->material);
}
static inline size_t record_add_collision_box(writer *out, const rom_collision_box_record *r) {
    size_t at = out->size;
    writer_zeros(out, 36u);
    record_put_collision_box(out, at, r);
    return at;
}

static inline void record_put_capsule(writer *out, size_t at, const rom_capsule_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->from[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->to[i]);
    writer_put_u32(out, at + 24u, (uint32_t)r->radius);
    writer_put_u32(out, at + 28u, (uint32_t)r->material);
}
static inline size_t record_add_capsule(writer *out, const rom_capsule_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_capsule(out, at, r);
    return at;
}

static inline void record_put_sphere(writer *out, size_t at, const rom_sphere_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->centre[i]);
    writer_put_u32(out, at + 12u, (uint32_t)r->radius);
    writer_put_u32(out, at + 16u, (uint32_t)r->material);
}
static inline size_t record_add_sphere(writer *out, const rom_sphere_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_sphere(out, at, r);
    return at;
}

static inline void record_put_collision(writer *out, size_t at, const rom_collision_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 16u + i * 4u, (uint32_t)r->high[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->material_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->materials_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->vertex_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->vertices_at);
    writer_put_u32(out, at + 44u, (uint32_t)r->triangle_count);
    writer_put_u32(out, at + 48u, (uint32_t)r->triangles_at);
    writer_put_u32(out, at + 52u, (uint32_t)r->convex_count);
    writer_put_u32(out, at + 56u, (uint32_t)r->convexes_at);
    writer_put_u32(out, at + 60u, (uint32_t)r->plane_count);
    writer_put_u32(out, at + 64u, (uint32_t)r->planes_at);
    writer_put_u32(out, at + 68u, (uint32_t)r->wall_count);
    writer_put_u32(out, at + 72u, (uint32_t)r->walls_at);
    writer_put_u32(out, at + 76u, (uint32_t)r->box_count);
    writer_put_u32(out, at + 80u, (uint32_t)r->boxes_at);
    writer_put_u32(out, at + 84u, (uint32_t)r->capsule_count);
    writer_put_u32(out, at + 88u, (uint32_t)r->capsules_at);
    writer_put_u32(out, at + 92u, (uint32_t)r->sphere_count);
    writer_put_u32(out, at + 96u, (uint32_t)r->spheres_at);
}

static inline void record_put_occluder_triangle(writer *out, size_t at, const rom_occluder_triangle_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u16(out, at + 0u + i * 2u, (uint32_t)r->corner[i]);
    writer_put_u16(out, at + 6u, (uint32_t)r->shape);
}
static inline size_t record_add_occluder_triangle(writer *out, const rom_occluder_triangle_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_occluder_triangle(out, at, r);
    return at;
}

static inline void record_put_occluder(writer *out, size_t at, const rom_occluder_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 4u + i * 4u, (uint32_t)r->low[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 16u + i * 4u, (uint32_t)r->high[i]);
    writer_put_u32(out, at + 28u, (uint32_t)r->vertex_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->vertices_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->triangle_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->triangles_at);
}

static inline void record_put_walk_polygon(writer *out, size_t at, const rom_walk_polygon_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first);
    writer_put_u16(out, at + 4u, (uint32_t)r->count);
    writer_put_u16(out, at + 6u, (uint32_t)r->area);
}
static inline size_t record_add_walk_polygon(writer *out, const rom_walk_polygon_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_walk_polygon(out, at, r);
    return at;
}

static inline void record_put_walk_line(writer *out, size_t at, const rom_walk_line_record *r) {
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 0u + i * 4u, (uint32_t)r->from[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 12u + i * 4u, (uint32_t)r->to[i]);
    writer_put_u32(out, at + 24u, (uint32_t)r->width);
    writer_put_u32(out, at + 28u, (uint32_t)r->flags);
}
static inline size_t record_add_walk_line(writer *out, const rom_walk_line_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_walk_line(out, at, r);
    return at;
}

static inline void record_put_navigation(writer *out, size_t at, const rom_navigation_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->vertex_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->vertices_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->corner_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->corners_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->neighbours_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->polygon_count);
    writer_put_u32(out, at + 28u, (uint32_t)r->polygons_at);
    writer_put_u16(out, at + 32u, (uint32_t)r->grid_width);
    writer_put_u16(out, at + 34u, (uint32_t)r->grid_height);
    writer_put_u32(out, at + 36u, (uint32_t)r->grid_cell);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 40u + i * 4u, (uint32_t)r->grid_corner[i]);
    writer_put_u32(out, at + 52u, (uint32_t)r->grid_bytes);
    writer_put_u32(out, at + 56u, (uint32_t)r->grid_at);
    writer_put_u32(out, at + 60u, (uint32_t)r->line_count);
    writer_put_u32(out, at + 64u, (uint32_t)r->lines_at);
}

static inline void record_put_region_run(writer *out, size_t at, const rom_region_run_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first);
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->entry);
}
static inline size_t record_add_region_run(writer *out, const rom_region_run_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_region_run(out, at, r);
    return at;
}

static inline void record_put_region(writer *out, size_t at, const rom_region_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->offset);
    writer_put_u32(out, at + 4u, (uint32_t)r->stored);
    writer_put_u8(out, at + 8u, (uint32_t)r->codec);
}
static inline size_t record_add_region(writer *out, const rom_region_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_region(out, at, r);
    return at;
}

static inline void record_put_region_map(writer *out, size_t at, const rom_region_map_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->columns);
    writer_put_u16(out, at + 6u, (uint32_t)r->rows);
    writer_put_u16(out, at + 8u, (uint32_t)r->width);
    writer_put_u16(out, at + 10u, (uint32_t)r->height);
    writer_put_u16(out, at + 12u, (uint32_t)r->tile_width);
    writer_put_u16(out, at + 14u, (uint32_t)r->tile_height);
    writer_put_u8(out, at + 16u, (uint32_t)r->layout);
    writer_put_u8(out, at + 17u, (uint32_t)r->element);
    writer_put_u16(out, at + 18u, (uint32_t)r->fill);
    writer_put_u32(out, at + 20u, (uint32_t)r->tiles);
    writer_put_u32(out, at + 24u, (uint32_t)r->run_count);
    writer_put_u32(out, at + 28u, (uint32_t)r->runs_at);
    writer_put_u32(out, at + 32u, (uint32_t)r->region_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->regions_at);
}

static inline void record_put_map_layer(writer *out, size_t at, const rom_map_layer_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
    writer_put_u32(out, at + 8u, (uint32_t)r->bytes);
    writer_put_u16(out, at + 12u, (uint32_t)r->offset_x);
    writer_put_u16(out, at + 14u, (uint32_t)r->offset_y);
    writer_put_u8(out, at + 16u, (uint32_t)r->flags);
    writer_put_u8(out, at + 17u, (uint32_t)r->opacity);
}
static inline size_t record_add_map_layer(writer *out, const rom_map_layer_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_map_layer(out, at, r);
    return at;
}

static inline void record_put_map_point(writer *out, size_t at, const rom_map_point_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->x);
    writer_put_u32(out, at + 4u, (uint32_t)r->y);
}
static inline size_t record_add_map_point(writer *out, const rom_map_point_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_map_point(out, at, r);
    return at;
}

static inline void record_put_map_property(writer *out, size_t at, const rom_map_property_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u32(out, at + 8u, (uint32_t)r->number);
    writer_put_u32(out, at + 12u, r->text.offset);
    writer_put_u32(out, at + 16u, r->text.bytes);
}
static inline size_t record_add_map_property(writer *out, const rom_map_property_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_map_property(out, at, r);
    return at;
}

static inline void record_put_map_object(writer *out, size_t at, const rom_map_object_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->kind);
    writer_put_u8(out, at + 8u, (uint32_t)r->role);
    writer_put_u8(out, at + 9u, (uint32_t)r->shape);
    writer_put_u16(out, at + 10u, (uint32_t)r->rotation);
    writer_put_u16(out, at + 12u, (uint32_t)r->layer);
    writer_put_u16(out, at + 14u, (uint32_t)r->cell);
    writer_put_u32(out, at + 16u, (uint32_t)r->x);
    writer_put_u32(out, at + 20u, (uint32_t)r->y);
    writer_put_u32(out, at + 24u, (uint32_t)r->width);
    writer_put_u32(out, at + 28u, (uint32_t)r->height);
    writer_put_u32(out, at + 32u, (uint32_t)r->first_point);
    writer_put_u32(out, at + 36u, (uint32_t)r->point_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->first_property);
    writer_put_u32(out, at + 44u, (uint32_t)r->property_count);
}
static inline size_t record_add_map_object(writer *out, const rom_map_object_record *r) {
    size_t at = out->size;
    writer_zeros(out, 48u);
    record_put_map_object(out, at, r);
    return at;
}

static inline void record_put_tile_map(writer *out, size_t at, const rom_tile_map_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u8(out, at + 8u, (uint32_t)r->layout);
    writer_put_u8(out, at + 9u, (uint32_t)r->element);
    writer_put_u16(out, at + 10u, (uint32_t)r->flags);
    writer_put_u32(out, at + 12u, (uint32_t)r->tiles);
    writer_put_u32(out, at + 16u, (uint32_t)r->cell_bytes);
    writer_put_u32(out, at + 20u, (uint32_t)r->cells_at);
    writer_put_u16(out, at + 24u, (uint32_t)r->tile_width);
    writer_put_u16(out, at + 26u, (uint32_t)r->tile_height);
    writer_put_u16(out, at + 28u, (uint32_t)r->empty);
    writer_put_u16(out, at + 30u, (uint32_t)r->hexagon_side);
    writer_put_u32(out, at + 32u, (uint32_t)r->layer_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->layers_at);
    writer_put_u32(out, at + 40u, (uint32_t)r->layer_bytes);
    writer_put_u32(out, at + 44u, (uint32_t)r->layer_cells_at);
    writer_put_u32(out, at + 48u, (uint32_t)r->object_count);
    writer_put_u32(out, at + 52u, (uint32_t)r->objects_at);
    writer_put_u32(out, at + 56u, (uint32_t)r->point_count);
    writer_put_u32(out, at + 60u, (uint32_t)r->points_at);
    writer_put_u32(out, at + 64u, (uint32_t)r->property_count);
    writer_put_u32(out, at + 68u, (uint32_t)r->properties_at);
    writer_put_u32(out, at + 72u, (uint32_t)r->own_property_count);
}

static inline void record_put_tile(writer *out, size_t at, const rom_tile_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->flags);
    writer_put_u16(out, at + 2u, (uint32_t)r->frames);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
}
static inline size_t record_add_tile(writer *out, const rom_tile_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_tile(out, at, r);
    return at;
}

static inline void record_put_tile_frame(writer *out, size_t at, const rom_tile_frame_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->tile);
    writer_put_u16(out, at + 2u, (uint32_t)r->duration);
}
static inline size_t record_add_tile_frame(writer *out, const rom_tile_frame_record *r) {
    size_t at = out->size;
    writer_zeros(out, 4u);
    record_put_tile_frame(out, at, r);
    return at;
}

static inline void record_put_tile_property(writer *out, size_t at, const rom_tile_property_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->tile);
    record_put_map_property(out, at + 4u, &r->property);
}
static inline size_t record_add_tile_property(writer *out, const rom_tile_property_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_tile_property(out, at, r);
    return at;
}

static inline void record_put_tile_set(writer *out, size_t at, const rom_tile_set_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->sheet);
    writer_put_u16(out, at + 8u, (uint32_t)r->tile_width);
    writer_put_u16(out, at + 10u, (uint32_t)r->tile_height);
    writer_put_u32(out, at + 12u, (uint32_t)r->count);
    writer_put_u32(out, at + 16u, (uint32_t)r->at);
    writer_put_u32(out, at + 20u, (uint32_t)r->image);
    writer_put_u16(out, at + 24u, (uint32_t)r->columns);
    writer_put_u16(out, at + 26u, (uint32_t)r->bits);
    writer_put_u32(out, at + 28u, (uint32_t)r->frame_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->frames_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->property_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->properties_at);
}

static inline void record_put_glyph(writer *out, size_t at, const rom_glyph_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->code);
    writer_put_u16(out, at + 4u, (uint32_t)r->x);
    writer_put_u16(out, at + 6u, (uint32_t)r->y);
    writer_put_u16(out, at + 8u, (uint32_t)r->width);
    writer_put_u16(out, at + 10u, (uint32_t)r->height);
    writer_put_u16(out, at + 12u, (uint32_t)r->left);
    writer_put_u16(out, at + 14u, (uint32_t)r->top);
    writer_put_u16(out, at + 16u, (uint32_t)r->advance);
}
static inline size_t record_add_glyph(writer *out, const rom_glyph_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_glyph(out, at, r);
    return at;
}

static inline void record_put_kerning(writer *out, size_t at, const rom_kerning_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->left);
    writer_put_u32(out, at + 4u, (uint32_t)r->right);
    writer_put_u32(out, at + 8u, (uint32_t)r->move);
}
static inline size_t record_add_kerning(writer *out, const rom_kerning_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_kerning(out, at, r);
    return at;
}

static inline void record_put_font(writer *out, size_t at, const rom_font_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->image);
    writer_put_u16(out, at + 8u, (uint32_t)r->height);
    writer_put_u16(out, at + 10u, (uint32_t)r->baseline);
    writer_put_u32(out, at + 12u, (uint32_t)r->glyph_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->glyphs_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->kerning_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->kernings_at);
    writer_put_u8(out, at + 28u, (uint32_t)r->depth);
    writer_put_u8(out, at + 29u, (uint32_t)r->fixed);
    writer_put_u16(out, at + 30u, (uint32_t)r->descent);
    writer_put_u32(out, at + 32u, (uint32_t)r->replacement);
    writer_put_u32(out, at + 36u, (uint32_t)r->fallback);
    writer_put_u32(out, at + 40u, (uint32_t)r->coverage_bytes);
    writer_put_u32(out, at + 44u, (uint32_t)r->coverage_at);
    writer_put_u32(out, at + 48u, (uint32_t)r->places_at);
}

static inline void record_put_sound(writer *out, size_t at, const rom_sound_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->rate);
    writer_put_u8(out, at + 6u, (uint32_t)r->format);
    writer_put_u8(out, at + 7u, (uint32_t)r->channels);
    writer_put_u32(out, at + 8u, (uint32_t)r->frames);
    writer_put_u32(out, at + 12u, (uint32_t)r->loop_start);
    writer_put_u32(out, at + 16u, (uint32_t)r->loop_end);
    writer_put_u32(out, at + 20u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 24u, (uint32_t)r->data_at);
    writer_put_u8(out, at + 28u, (uint32_t)r->loop_kind);
    writer_put_u8(out, at + 29u, (uint32_t)r->volume);
    writer_put_u16(out, at + 30u, (uint32_t)r->block_bytes);
    for (size_t i = 0; i < 2u; i++) writer_put_u16(out, at + 32u + i * 2u, (uint32_t)r->loop_sample[i]);
    for (size_t i = 0; i < 2u; i++) writer_put_u8(out, at + 36u + i * 1u, (uint32_t)r->loop_index[i]);
    writer_put_u16(out, at + 38u, (uint32_t)r->peak);
}

static inline void record_put_bank_entry(writer *out, size_t at, const rom_bank_entry_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->sound);
    writer_put_u16(out, at + 8u, (uint32_t)r->volume);
    writer_put_u16(out, at + 10u, (uint32_t)r->pan);
    writer_put_u32(out, at + 12u, (uint32_t)r->pitch);
    writer_put_u32(out, at + 16u, (uint32_t)r->flags);
}
static inline size_t record_add_bank_entry(writer *out, const rom_bank_entry_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_bank_entry(out, at, r);
    return at;
}

static inline void record_put_bank(writer *out, size_t at, const rom_bank_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u32(out, at + 8u, (uint32_t)r->at);
}

static inline void record_put_cue_source(writer *out, size_t at, const rom_cue_source_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->sound);
    writer_put_u16(out, at + 4u, (uint32_t)r->weight);
}
static inline size_t record_add_cue_source(writer *out, const rom_cue_source_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_cue_source(out, at, r);
    return at;
}

static inline void record_put_cue_list(writer *out, size_t at, const rom_cue_list_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->value);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
    writer_put_u32(out, at + 8u, (uint32_t)r->count);
}
static inline size_t record_add_cue_list(writer *out, const rom_cue_list_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_cue_list(out, at, r);
    return at;
}

static inline void record_put_cue(writer *out, size_t at, const rom_cue_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->chosen_by);
    writer_put_u32(out, at + 8u, (uint32_t)r->first_list);
    writer_put_u32(out, at + 12u, (uint32_t)r->lists);
    writer_put_u32(out, at + 16u, (uint32_t)r->inner);
    writer_put_u32(out, at + 20u, (uint32_t)r->outer);
    writer_put_u16(out, at + 24u, (uint32_t)r->volume);
    writer_put_u16(out, at + 26u, (uint32_t)r->volume_less);
    writer_put_u16(out, at + 28u, (uint32_t)r->pitch_more);
    writer_put_u16(out, at + 30u, (uint32_t)r->interval);
    writer_put_u8(out, at + 32u, (uint32_t)r->bus);
    writer_put_u8(out, at + 33u, (uint32_t)r->priority);
    writer_put_u8(out, at + 34u, (uint32_t)r->most);
    writer_put_u8(out, at + 35u, (uint32_t)r->flags);
}
static inline size_t record_add_cue(writer *out, const rom_cue_record *r) {
    size_t at = out->size;
    writer_zeros(out, 36u);
    record_put_cue(out, at, r);
    return at;
}

static inline void record_put_sound_switch(writer *out, size_t at, const rom_sound_switch_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->first);
    writer_put_u32(out, at + 8u, (uint32_t)r->count);
    writer_put_u32(out, at + 12u, (uint32_t)r->start);
}
static inline size_t record_add_sound_switch(writer *out, const rom_sound_switch_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_sound_switch(out, at, r);
    return at;
}

static inline void record_put_audio_bus(writer *out, size_t at, const rom_audio_bus_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->bus);
    writer_put_u8(out, at + 1u, (uint32_t)r->duck_for);
    writer_put_u16(out, at + 2u, (uint32_t)r->volume);
    writer_put_u16(out, at + 4u, (uint32_t)r->duck_gain);
    writer_put_u16(out, at + 6u, (uint32_t)r->attack);
    writer_put_u16(out, at + 8u, (uint32_t)r->release);
}
static inline size_t record_add_audio_bus(writer *out, const rom_audio_bus_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_audio_bus(out, at, r);
    return at;
}

static inline void record_put_cues(writer *out, size_t at, const rom_cues_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->cue_count);
    writer_put_u32(out, at + 8u, (uint32_t)r->cues_at);
    writer_put_u32(out, at + 12u, (uint32_t)r->list_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->lists_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->source_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->sources_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->switch_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->switches_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->value_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->values_at);
    writer_put_u32(out, at + 44u, (uint32_t)r->bus_count);
    writer_put_u32(out, at + 48u, (uint32_t)r->buses_at);
}

static inline void record_put_scene_sound(writer *out, size_t at, const rom_scene_sound_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->scene);
    writer_put_u32(out, at + 4u, (uint32_t)r->sound);
    writer_put_u16(out, at + 8u, (uint32_t)r->volume);
    writer_put_u16(out, at + 10u, (uint32_t)r->pan);
    writer_put_u8(out, at + 12u, (uint32_t)r->bus);
    writer_put_u8(out, at + 13u, (uint32_t)r->flags);
    writer_put_u16(out, at + 14u, (uint32_t)r->buttons);
}
static inline size_t record_add_scene_sound(writer *out, const rom_scene_sound_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_scene_sound(out, at, r);
    return at;
}

static inline void record_put_audio(writer *out, size_t at, const rom_audio_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->rate);
    writer_put_u8(out, at + 6u, (uint32_t)r->channels);
    writer_put_u8(out, at + 7u, (uint32_t)r->flags);
    writer_put_u8(out, at + 8u, (uint32_t)r->voices);
    writer_put_u8(out, at + 9u, (uint32_t)r->ahead);
    writer_put_u32(out, at + 12u, (uint32_t)r->group_count);
    writer_put_u32(out, at + 16u, (uint32_t)r->groups_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->sound_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->sounds_at);
}

static inline void record_put_script_use(writer *out, size_t at, const rom_script_use_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->scene);
    writer_put_u32(out, at + 4u, (uint32_t)r->object);
    writer_put_u32(out, at + 8u, (uint32_t)r->name);
    writer_put_u32(out, at + 12u, (uint32_t)r->behaviour);
}
static inline size_t record_add_script_use(writer *out, const rom_script_use_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_script_use(out, at, r);
    return at;
}

static inline void record_put_script_scene(writer *out, size_t at, const rom_script_scene_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->scene);
}
static inline size_t record_add_script_scene(writer *out, const rom_script_scene_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_scene(out, at, r);
    return at;
}

static inline void record_put_script_rule(writer *out, size_t at, const rom_script_rule_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->behaviour);
    writer_put_u32(out, at + 4u, (uint32_t)r->rule);
    writer_put_u32(out, at + 8u, (uint32_t)r->state);
}
static inline size_t record_add_script_rule(writer *out, const rom_script_rule_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_script_rule(out, at, r);
    return at;
}

static inline void record_put_script_name(writer *out, size_t at, const rom_script_name_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->id);
    writer_put_u32(out, at + 4u, r->name.offset);
    writer_put_u32(out, at + 8u, r->name.bytes);
}
static inline size_t record_add_script_name(writer *out, const rom_script_name_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_script_name(out, at, r);
    return at;
}

static inline void record_put_scripts(writer *out, size_t at, const rom_scripts_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->tick);
    writer_put_u32(out, at + 8u, (uint32_t)r->activation);
    writer_put_u32(out, at + 12u, (uint32_t)r->objects);
    writer_put_u32(out, at + 16u, (uint32_t)r->module_count);
    writer_put_u32(out, at + 20u, (uint32_t)r->modules_at);
    writer_put_u32(out, at + 24u, (uint32_t)r->use_count);
    writer_put_u32(out, at + 28u, (uint32_t)r->uses_at);
    writer_put_u32(out, at + 32u, (uint32_t)r->scene_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->scenes_at);
    writer_put_u32(out, at + 40u, (uint32_t)r->rule_count);
    writer_put_u32(out, at + 44u, (uint32_t)r->rules_at);
    writer_put_u32(out, at + 48u, (uint32_t)r->name_count);
    writer_put_u32(out, at + 52u, (uint32_t)r->names_at);
}

static inline void record_put_song_pattern(writer *out, size_t at, const rom_song_pattern_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first);
    writer_put_u32(out, at + 4u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 8u, (uint32_t)r->rows);
}
static inline size_t record_add_song_pattern(writer *out, const rom_song_pattern_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_song_pattern(out, at, r);
    return at;
}

static inline void record_put_envelope_point(writer *out, size_t at, const rom_envelope_point_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->tick);
    writer_put_u16(out, at + 2u, (uint32_t)r->value);
}
static inline size_t record_add_envelope_point(writer *out, const rom_envelope_point_record *r) {
    size_t at = out->size;
    writer_zeros(out, 4u);
    record_put_envelope_point(out, at, r);
    return at;
}

static inline void record_put_envelope(writer *out, size_t at, const rom_envelope_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first);
    writer_put_u32(out, at + 4u, (uint32_t)r->count);
    writer_put_u8(out, at + 8u, (uint32_t)r->flags);
    writer_put_u8(out, at + 9u, (uint32_t)r->sustain);
    writer_put_u8(out, at + 10u, (uint32_t)r->loop_start);
    writer_put_u8(out, at + 11u, (uint32_t)r->loop_end);
}
static inline size_t record_add_envelope(writer *out, const rom_envelope_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_envelope(out, at, r);
    return at;
}

static inline void record_put_song_sample(writer *out, size_t at, const rom_song_sample_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->sound);
    writer_put_u8(out, at + 4u, (uint32_t)r->volume);
    writer_put_u8(out, at + 5u, (uint32_t)r->pan);
    writer_put_u8(out, at + 6u, (uint32_t)r->note);
    writer_put_u8(out, at + 7u, (uint32_t)r->tuning);
}
static inline size_t record_add_song_sample(writer *out, const rom_song_sample_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_song_sample(out, at, r);
    return at;
}

static inline void record_put_song_instrument(writer *out, size_t at, const rom_song_instrument_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first_sample);
    writer_put_u32(out, at + 4u, (uint32_t)r->samples);
    for (size_t i = 0; i < 96u; i++) writer_put_u8(out, at + 8u + i * 1u, (uint32_t)r->keys[i]);
    record_put_envelope(out, at + 104u, &r->volume);
    record_put_envelope(out, at + 116u, &r->pan);
    writer_put_u16(out, at + 128u, (uint32_t)r->fade);
    writer_put_u8(out, at + 130u, (uint32_t)r->vibrato_form);
    writer_put_u8(out, at + 131u, (uint32_t)r->vibrato_sweep);
    writer_put_u8(out, at + 132u, (uint32_t)r->vibrato_depth);
    writer_put_u8(out, at + 133u, (uint32_t)r->vibrato_rate);
}
static inline size_t record_add_song_instrument(writer *out, const rom_song_instrument_record *r) {
    size_t at = out->size;
    writer_zeros(out, 136u);
    record_put_song_instrument(out, at, r);
    return at;
}

static inline void record_put_song(writer *out, size_t at, const rom_song_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->bank);
    writer_put_u16(out, at + 8u, (uint32_t)r->tempo);
    writer_put_u16(out, at + 10u, (uint32_t)r->channels);
    writer_put_u32(out, at + 12u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 16u, (uint32_t)r->data_at);
    writer_put_u16(out, at + 20u, (uint32_t)r->speed);
    writer_put_u8(out, at + 22u, (uint32_t)r->slides);
    writer_put_u8(out, at + 23u, (uint32_t)r->kind);
    writer_put_u16(out, at + 24u, (uint32_t)r->restart);
    writer_put_u16(out, at + 26u, (uint32_t)r->volume);
    writer_put_u32(out, at + 28u, (uint32_t)r->order_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->orders_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->pattern_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->patterns_at);
    writer_put_u32(out, at + 44u, (uint32_t)r->instrument_count);
    writer_put_u32(out, at + 48u, (uint32_t)r->instruments_at);
    writer_put_u32(out, at + 52u, (uint32_t)r->sample_count);
    writer_put_u32(out, at + 56u, (uint32_t)r->samples_at);
    writer_put_u32(out, at + 60u, (uint32_t)r->point_count);
    writer_put_u32(out, at + 64u, (uint32_t)r->points_at);
    writer_put_u32(out, at + 68u, r->title.offset);
    writer_put_u32(out, at + 72u, r->title.bytes);
    for (size_t i = 0; i < 32u; i++) writer_put_u8(out, at + 76u + i * 1u, (uint32_t)r->pans[i]);
}

static inline void record_put_script_module(writer *out, size_t at, const rom_script_module_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->magic);
    writer_put_u16(out, at + 4u, (uint32_t)r->version);
    writer_put_u16(out, at + 6u, (uint32_t)r->flags);
    writer_put_u32(out, at + 8u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 12u, (uint32_t)r->checksum);
    writer_put_u32(out, at + 16u, (uint32_t)r->interface);
    writer_put_u16(out, at + 20u, (uint32_t)r->native_count);
    writer_put_u16(out, at + 22u, (uint32_t)r->constant_count);
    writer_put_u16(out, at + 24u, (uint32_t)r->global_count);
    writer_put_u16(out, at + 26u, (uint32_t)r->container_count);
    writer_put_u16(out, at + 28u, (uint32_t)r->function_count);
    writer_put_u16(out, at + 30u, (uint32_t)r->behaviour_count);
    writer_put_u16(out, at + 32u, (uint32_t)r->state_count);
    writer_put_u16(out, at + 34u, (uint32_t)r->handler_count);
    writer_put_u16(out, at + 36u, (uint32_t)r->event_count);
    writer_put_u16(out, at + 38u, (uint32_t)r->argument_count);
    writer_put_u16(out, at + 40u, (uint32_t)r->field_count);
    writer_put_u16(out, at + 42u, (uint32_t)r->text_count);
    writer_put_u16(out, at + 44u, (uint32_t)r->method_count);
    writer_put_u16(out, at + 46u, (uint32_t)r->start);
    writer_put_u32(out, at + 48u, (uint32_t)r->code_bytes);
    writer_put_u32(out, at + 52u, (uint32_t)r->note_bytes);
}
static inline size_t record_add_script_module(writer *out, const rom_script_module_record *r) {
    size_t at = out->size;
    writer_zeros(out, 64u);
    record_put_script_module(out, at, r);
    return at;
}

static inline void record_put_script_native(writer *out, size_t at, const rom_script_native_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u32(out, at + 4u, (uint32_t)r->signature);
}
static inline size_t record_add_script_native(writer *out, const rom_script_native_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_native(out, at, r);
    return at;
}

static inline void record_put_script_container(writer *out, size_t at, const rom_script_container_record *r) {
    writer_put_u8(out, at + 0u, (uint32_t)r->space);
    writer_put_u8(out, at + 1u, (uint32_t)r->kind);
    writer_put_u16(out, at + 2u, (uint32_t)r->address);
    writer_put_u16(out, at + 4u, (uint32_t)r->capacity);
    writer_put_u8(out, at + 6u, (uint32_t)r->values);
}
static inline size_t record_add_script_container(writer *out, const rom_script_container_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_container(out, at, r);
    return at;
}

static inline void record_put_script_function(writer *out, size_t at, const rom_script_function_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->code);
    writer_put_u16(out, at + 4u, (uint32_t)r->bytes);
    writer_put_u8(out, at + 6u, (uint32_t)r->arguments);
    writer_put_u8(out, at + 7u, (uint32_t)r->results);
    writer_put_u8(out, at + 8u, (uint32_t)r->locals);
    writer_put_u8(out, at + 9u, (uint32_t)r->operands);
    writer_put_u8(out, at + 10u, (uint32_t)r->flags);
    writer_put_u8(out, at + 11u, (uint32_t)r->recursion);
    writer_put_u16(out, at + 12u, (uint32_t)r->need);
    writer_put_u16(out, at + 14u, (uint32_t)r->behaviour);
}
static inline size_t record_add_script_function(writer *out, const rom_script_function_record *r) {
    size_t at = out->size;
    writer_zeros(out, 16u);
    record_put_script_function(out, at, r);
    return at;
}

static inline void record_put_script_behaviour(writer *out, size_t at, const rom_script_behaviour_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u16(out, at + 4u, (uint32_t)r->parent);
    writer_put_u16(out, at + 6u, (uint32_t)r->cells);
    writer_put_u16(out, at + 8u, (uint32_t)r->first_state);
    writer_put_u16(out, at + 10u, (uint32_t)r->states);
    writer_put_u16(out, at + 12u, (uint32_t)r->auto_state);
    writer_put_u16(out, at + 14u, (uint32_t)r->first_handler);
    writer_put_u16(out, at + 16u, (uint32_t)r->handlers);
    writer_put_u16(out, at + 18u, (uint32_t)r->first_method);
    writer_put_u16(out, at + 20u, (uint32_t)r->methods);
    writer_put_u16(out, at + 22u, (uint32_t)r->init);
    writer_put_u16(out, at + 24u, (uint32_t)r->first_field);
    writer_put_u16(out, at + 26u, (uint32_t)r->fields);
    writer_put_u32(out, at + 28u, (uint32_t)r->layout);
}
static inline size_t record_add_script_behaviour(writer *out, const rom_script_behaviour_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_script_behaviour(out, at, r);
    return at;
}

static inline void record_put_script_state(writer *out, size_t at, const rom_script_state_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u16(out, at + 4u, (uint32_t)r->parent);
    writer_put_u16(out, at + 6u, (uint32_t)r->enter);
    writer_put_u16(out, at + 8u, (uint32_t)r->leave);
    writer_put_u16(out, at + 10u, (uint32_t)r->begin);
    writer_put_u16(out, at + 12u, (uint32_t)r->first_handler);
    writer_put_u16(out, at + 14u, (uint32_t)r->handlers);
    writer_put_u16(out, at + 16u, (uint32_t)r->first_method);
}
static inline size_t record_add_script_state(writer *out, const rom_script_state_record *r) {
    size_t at = out->size;
    writer_zeros(out, 20u);
    record_put_script_state(out, at, r);
    return at;
}

static inline void record_put_script_handler(writer *out, size_t at, const rom_script_handler_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->event);
    writer_put_u16(out, at + 2u, (uint32_t)r->function);
}
static inline size_t record_add_script_handler(writer *out, const rom_script_handler_record *r) {
    size_t at = out->size;
    writer_zeros(out, 4u);
    record_put_script_handler(out, at, r);
    return at;
}

static inline void record_put_script_event(writer *out, size_t at, const rom_script_event_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->arguments);
    writer_put_u8(out, at + 5u, (uint32_t)r->flags);
    writer_put_u16(out, at + 6u, (uint32_t)r->first_argument);
}
static inline size_t record_add_script_event(writer *out, const rom_script_event_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_event(out, at, r);
    return at;
}

static inline void record_put_script_argument(writer *out, size_t at, const rom_script_argument_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->name);
    writer_put_u8(out, at + 4u, (uint32_t)r->kind);
    writer_put_u8(out, at + 5u, (uint32_t)r->cells);
}
static inline size_t record_add_script_argument(writer *out, const rom_script_argument_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_argument(out, at, r);
    return at;
}

static inline void record_put_script_field(writer *out, size_t at, const rom_script_field_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->type);
    writer_put_u32(out, at + 4u, (uint32_t)r->field);
    writer_put_u8(out, at + 8u, (uint32_t)r->cells);
    writer_put_u8(out, at + 9u, (uint32_t)r->kind);
    writer_put_u16(out, at + 10u, (uint32_t)r->flags);
}
static inline size_t record_add_script_field(writer *out, const rom_script_field_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_script_field(out, at, r);
    return at;
}

static inline void record_put_script_source(writer *out, size_t at, const rom_script_source_record *r) {
    writer_put_u32(out, at + 0u, r->name.offset);
    writer_put_u32(out, at + 4u, r->name.bytes);
}
static inline size_t record_add_script_source(writer *out, const rom_script_source_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_source(out, at, r);
    return at;
}

static inline void record_put_script_place(writer *out, size_t at, const rom_script_place_record *r) {
    writer_put_u32(out, at + 0u, r->name.offset);
    writer_put_u32(out, at + 4u, r->name.bytes);
    writer_put_u32(out, at + 8u, (uint32_t)r->file);
}
static inline size_t record_add_script_place(writer *out, const rom_script_place_record *r) {
    size_t at = out->size;
    writer_zeros(out, 12u);
    record_put_script_place(out, at, r);
    return at;
}

static inline void record_put_script_line(writer *out, size_t at, const rom_script_line_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->function);
    writer_put_u16(out, at + 2u, (uint32_t)r->byte);
    writer_put_u32(out, at + 4u, (uint32_t)r->line);
}
static inline size_t record_add_script_line(writer *out, const rom_script_line_record *r) {
    size_t at = out->size;
    writer_zeros(out, 8u);
    record_put_script_line(out, at, r);
    return at;
}

static inline void record_put_code(writer *out, size_t at, const rom_code_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->checksum);
    writer_put_u32(out, at + 8u, (uint32_t)r->entry);
    writer_put_u32(out, at + 12u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 16u, (uint32_t)r->data_at);
    writer_put_u32(out, at + 20u, (uint32_t)r->file_count);
    writer_put_u32(out, at + 24u, (uint32_t)r->files_at);
    writer_put_u32(out, at + 28u, (uint32_t)r->function_count);
    writer_put_u32(out, at + 32u, (uint32_t)r->functions_at);
    writer_put_u32(out, at + 36u, (uint32_t)r->line_count);
    writer_put_u32(out, at + 40u, (uint32_t)r->lines_at);
}

static inline void record_put_effect(writer *out, size_t at, const rom_effect_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->kind);
    writer_put_u32(out, at + 8u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 12u, (uint32_t)r->data_at);
}

static inline void record_put_particles(writer *out, size_t at, const rom_particles_record *r) {
    writer_put_u8(out, at + 4u, (uint32_t)r->shape);
    writer_put_u8(out, at + 5u, (uint32_t)r->card);
    writer_put_u8(out, at + 6u, (uint32_t)r->mode);
    writer_put_u8(out, at + 7u, (uint32_t)r->flags);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 8u + i * 4u, (uint32_t)r->extent[i]);
    writer_put_u32(out, at + 20u, (uint32_t)r->rate);
    writer_put_u16(out, at + 24u, (uint32_t)r->burst);
    writer_put_u8(out, at + 26u, (uint32_t)r->log2_columns);
    writer_put_u8(out, at + 27u, (uint32_t)r->log2_rows);
    writer_put_u32(out, at + 28u, (uint32_t)r->every);
    writer_put_u32(out, at + 32u, (uint32_t)r->lasting);
    writer_put_u32(out, at + 36u, (uint32_t)r->life_least);
    writer_put_u32(out, at + 40u, (uint32_t)r->life_most);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 44u + i * 4u, (uint32_t)r->direction[i]);
    writer_put_u16(out, at + 56u, (uint32_t)r->spread);
    writer_put_u8(out, at + 58u, (uint32_t)r->vary);
    writer_put_u32(out, at + 60u, (uint32_t)r->speed_least);
    writer_put_u32(out, at + 64u, (uint32_t)r->speed_most);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 68u + i * 4u, (uint32_t)r->force[i]);
    for (size_t i = 0; i < 3u; i++) writer_put_u32(out, at + 80u + i * 4u, (uint32_t)r->wind[i]);
    writer_put_u32(out, at + 92u, (uint32_t)r->drag);
    writer_put_u32(out, at + 96u, (uint32_t)r->inherit);
    writer_put_u32(out, at + 100u, (uint32_t)r->floor);
    writer_put_u32(out, at + 104u, (uint32_t)r->within);
    writer_put_u32(out, at + 108u, (uint32_t)r->aspect);
    writer_put_u32(out, at + 112u, (uint32_t)r->spin_least);
    writer_put_u32(out, at + 116u, (uint32_t)r->spin_most);
    writer_put_u32(out, at + 120u, (uint32_t)r->texture);
    for (size_t i = 0; i < 16u; i++) writer_put_u32(out, at + 124u + i * 4u, (uint32_t)r->sizes[i]);
    for (size_t i = 0; i < 16u; i++) writer_put_u32(out, at + 188u + i * 4u, (uint32_t)r->colours[i]);
    for (size_t i = 0; i < 16u; i++) writer_put_u8(out, at + 252u + i * 1u, (uint32_t)r->alphas[i]);
    for (size_t i = 0; i < 16u; i++) writer_put_u8(out, at + 268u + i * 1u, (uint32_t)r->frames[i]);
}

static inline void record_put_movie_frame(writer *out, size_t at, const rom_movie_frame_record *r) {
    writer_put_u32(out, at + 0u, (uint32_t)r->first);
    writer_put_u32(out, at + 4u, (uint32_t)r->bytes);
    writer_put_u32(out, at + 8u, (uint32_t)r->video_bytes);
    writer_put_u32(out, at + 12u, (uint32_t)r->sound_frames);
    writer_put_u32(out, at + 16u, (uint32_t)r->checksum);
    writer_put_u32(out, at + 20u, (uint32_t)r->flags);
}
static inline size_t record_add_movie_frame(writer *out, const rom_movie_frame_record *r) {
    size_t at = out->size;
    writer_zeros(out, 24u);
    record_put_movie_frame(out, at, r);
    return at;
}

static inline void record_put_movie_patch(writer *out, size_t at, const rom_movie_patch_record *r) {
    for (size_t i = 0; i < 16u; i++) writer_put_u16(out, at + 0u + i * 2u, (uint32_t)r->pixels[i]);
}
static inline size_t record_add_movie_patch(writer *out, const rom_movie_patch_record *r) {
    size_t at = out->size;
    writer_zeros(out, 32u);
    record_put_movie_patch(out, at, r);
    return at;
}

static inline void record_put_movie(writer *out, size_t at, const rom_movie_record *r) {
    writer_put_u16(out, at + 4u, (uint32_t)r->width);
    writer_put_u16(out, at + 6u, (uint32_t)r->height);
    writer_put_u32(out, at + 8u, (uint32_t)r->rate);
    writer_put_u32(out, at + 12u, (uint32_t)r->frames);
    writer_put_u32(out, at + 16u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 20u, (uint32_t)r->data_at);
    writer_put_u16(out, at + 24u, (uint32_t)r->format);
    writer_put_u16(out, at + 26u, (uint32_t)r->key_interval);
    writer_put_u16(out, at + 28u, (uint32_t)r->sound_rate);
    writer_put_u8(out, at + 30u, (uint32_t)r->sound_channels);
    writer_put_u8(out, at + 31u, (uint32_t)r->sound_format);
    writer_put_u32(out, at + 32u, (uint32_t)r->index_count);
    writer_put_u32(out, at + 36u, (uint32_t)r->index_at);
    writer_put_u32(out, at + 40u, (uint32_t)r->patch_count);
    writer_put_u32(out, at + 44u, (uint32_t)r->patches_at);
}

static inline void record_put_gesture_point(writer *out, size_t at, const rom_gesture_point_record *r) {
    writer_put_u16(out, at + 0u, (uint32_t)r->x);
    writer_put_u16(out, at + 2u, (uint32_t)r->y);
}
static inline size_t record_add_gesture_point(writer *out, const rom_gesture_point_record *r) {
    size_t at = out->size;
    writer_zeros(out, 4u);
    record_put_gesture_point(out, at, r);
    return at;
}

static inline void record_put_gesture(writer *out, size_t at, const rom_gesture_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->name);
    writer_put_u32(out, at + 8u, (uint32_t)r->count);
    writer_put_u32(out, at + 12u, (uint32_t)r->at);
}

static inline void record_put_raw(writer *out, size_t at, const rom_raw_record *r) {
    writer_put_u32(out, at + 4u, (uint32_t)r->data_bytes);
    writer_put_u32(out, at + 8u, (uint32_t)r->data_at);
}

#endif
