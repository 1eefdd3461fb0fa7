/* Where every field of every chunk lies: byte offsets from the start of the chunk or row, little-endian.
 *
 * Generated from rom/records.txt by `make records`: do not edit. FORMAT.md says what the fields mean and what
 * must hold; rom_check_chunk (check.h) holds a chunk to it. Types: u8, u16, u32 unsigned; i8, i16, i32 two's
 * complement; fx = i32 Q16.16; angle = u16, 65536 to the turn; id = u32 name hash; text = u32 offset, u32 bytes.
 * Every chunk begins with u16 version and u16 header size; a reader skips header bytes it does not know, and asks
 * rom_has before it reads a field that came later. Offsets are relative to the chunk. */
#ifndef OXCART_ROM_CHUNKS_H
#define OXCART_ROM_CHUNKS_H

#define ROM_TAG(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#define ROM_TAG_INFO ROM_TAG('I', 'N', 'F', 'O')
#define ROM_TAG_BUDGET ROM_TAG('B', 'U', 'D', 'G')
#define ROM_TAG_NAMES ROM_TAG('D', 'B', 'U', 'G')
#define ROM_TAG_SECTIONS ROM_TAG('S', 'E', 'C', 'T')
#define ROM_TAG_REFERENCES ROM_TAG('R', 'E', 'F', 'S')
#define ROM_TAG_PACKAGE ROM_TAG('P', 'A', 'C', 'K')
#define ROM_TAG_DEPENDENCIES ROM_TAG('D', 'E', 'P', 'S')
#define ROM_TAG_PALETTE ROM_TAG('P', 'A', 'L', 'T')
#define ROM_TAG_IMAGE ROM_TAG('I', 'M', 'A', 'G')
#define ROM_TAG_SHEET ROM_TAG('S', 'H', 'E', 'T')
#define ROM_TAG_BLOCK_TEXTURE ROM_TAG('B', 'T', 'E', 'X')
#define ROM_TAG_HAAR ROM_TAG('H', 'A', 'A', 'R')
#define ROM_TAG_PIXELS ROM_TAG('P', 'I', 'X', 'S')
#define ROM_TAG_MATERIAL ROM_TAG('M', 'A', 'T', 'L')
#define ROM_TAG_MESH ROM_TAG('M', 'E', 'S', 'H')
#define ROM_TAG_MODEL ROM_TAG('M', 'O', 'D', 'L')
#define ROM_TAG_SCENE ROM_TAG('S', 'C', 'E', 'N')
#define ROM_TAG_SKELETON ROM_TAG('S', 'K', 'E', 'L')
#define ROM_TAG_SKIN ROM_TAG('S', 'K', 'I', 'N')
#define ROM_TAG_CLIP ROM_TAG('C', 'L', 'I', 'P')
#define ROM_TAG_BUNDLE ROM_TAG('B', 'N', 'D', 'L')
#define ROM_TAG_TABLE ROM_TAG('T', 'A', 'B', 'L')
#define ROM_TAG_TEXT ROM_TAG('T', 'E', 'X', 'T')
#define ROM_TAG_DATA ROM_TAG('D', 'A', 'T', 'A')
#define ROM_TAG_OVERLAY ROM_TAG('O', 'V', 'L', 'Y')
#define ROM_TAG_LEVEL ROM_TAG('L', 'E', 'V', 'L')
#define ROM_TAG_TOPOLOGY ROM_TAG('T', 'O', 'P', 'O')
#define ROM_TAG_GEOMETRY ROM_TAG('G', 'E', 'O', 'M')
#define ROM_TAG_ELEMENTS ROM_TAG('E', 'L', 'E', 'M')
#define ROM_TAG_SPAWNERS ROM_TAG('S', 'P', 'W', 'N')
#define ROM_TAG_LOCATORS ROM_TAG('L', 'O', 'C', 'A')
#define ROM_TAG_VOLUMES ROM_TAG('V', 'O', 'L', 'U')
#define ROM_TAG_LIGHTS ROM_TAG('L', 'G', 'H', 'T')
#define ROM_TAG_PATH ROM_TAG('P', 'A', 'T', 'H')
#define ROM_TAG_LEDGES ROM_TAG('E', 'D', 'G', 'E')
#define ROM_TAG_LAYERS ROM_TAG('L', 'A', 'Y', 'R')
#define ROM_TAG_EXTERNAL_LIST ROM_TAG('X', 'R', 'E', 'F')
#define ROM_TAG_VISIBILITY ROM_TAG('V', 'I', 'S', 'I')
#define ROM_TAG_COLLISION ROM_TAG('C', 'O', 'L', 'L')
#define ROM_TAG_OCCLUDER ROM_TAG('O', 'C', 'C', 'L')
#define ROM_TAG_NAVIGATION ROM_TAG('N', 'A', 'V', 'M')
#define ROM_TAG_REGION_MAP ROM_TAG('R', 'E', 'G', 'N')
#define ROM_TAG_TILE_MAP ROM_TAG('T', 'M', 'A', 'P')
#define ROM_TAG_TILE_SET ROM_TAG('T', 'S', 'E', 'T')
#define ROM_TAG_FONT ROM_TAG('F', 'O', 'N', 'T')
#define ROM_TAG_SOUND ROM_TAG('S', 'N', 'D', '_')
#define ROM_TAG_BANK ROM_TAG('B', 'A', 'N', 'K')
#define ROM_TAG_CUES ROM_TAG('C', 'U', 'E', 'S')
#define ROM_TAG_AUDIO ROM_TAG('A', 'U', 'D', 'I')
#define ROM_TAG_SCRIPTS ROM_TAG('S', 'C', 'R', 'P')
#define ROM_TAG_SONG ROM_TAG('S', 'O', 'N', 'G')
#define ROM_TAG_CODE ROM_TAG('C', 'O', 'D', 'E')
#define ROM_TAG_EFFECT ROM_TAG('E', 'F', 'C', 'T')
#define ROM_TAG_PARTICLES ROM_TAG('P', 'T', 'C', 'L')
#define ROM_TAG_MOVIE ROM_TAG('M', 'O', 'V', 'I')
#define ROM_TAG_GESTURE ROM_TAG('G', 'E', 'S', 'T')
#define ROM_TAG_RAW ROM_TAG('R', 'A', 'W', '_')

/* Every chunk. */
enum { ROM_CHUNK_VERSION = 0, ROM_CHUNK_HEADER = 2 };

/* language: A language or region that the image has. */
enum {
    ROM_LANGUAGE_NUMBER = 0, /* u16: in the low (language) or high (region) byte of an entry's variant */
    ROM_LANGUAGE_TAG = 4, /* text: such as `de` or `jp` */
    ROM_LANGUAGE_NAME = 12, /* text: as its speakers write it */
    ROM_LANGUAGE_SIZE = 20
};

/* INFO 1.1: Chunk `info`: what the cart is, for people and for the start. */
enum {
    ROM_INFO_TITLE = 4, /* text */
    ROM_INFO_AUTHOR = 12, /* text */
    ROM_INFO_VERSION = 20, /* text */
    ROM_INFO_START_SCENE = 28, /* id: the SCEN chunk to begin with, 0 = none */
    ROM_INFO_HOME = 32, /* text, since 1.1: where the cart's own page is */
    ROM_INFO_LICENCE = 40, /* text, since 1.1: of the assets */
    ROM_INFO_ICON = 48, /* id, since 1.1: an IMAG chunk, 0 = none */
    ROM_INFO_START_SCRIPT = 52, /* id, since 1.1: a CODE chunk, 0 = none */
    ROM_INFO_FIRST_LEVEL = 56, /* id, since 1.1: a LEVL chunk, 0 = none */
    ROM_INFO_LANGUAGE_COUNT = 60, /* u16, since 1.1 */
    ROM_INFO_REGION_COUNT = 62, /* u16, since 1.1 */
    ROM_INFO_LANGUAGES_AT = 64, /* offset to language_count x language, since 1.1 */
    ROM_INFO_REGIONS_AT = 68, /* offset to region_count x language, since 1.1 */
    ROM_INFO_BASE = 32, /* bytes of the first minor version */
    ROM_INFO_SIZE = 72
};

/* memory-class: What the cart asks of one kind of memory. */
enum {
    ROM_MEMORY_CLASS_CLASS = 0, /* u8: 0 fast, 1 main, 2 video, 3 save, 4 debug */
    ROM_MEMORY_CLASS_BYTES = 4, /* u32 */
    ROM_MEMORY_CLASS_ALIGNMENT = 8, /* u32: of the whole, a power of two */
    ROM_MEMORY_CLASS_SIZE = 12,
    ROM_MEMORY_CLASS_FAST = 0,
    ROM_MEMORY_CLASS_MAIN = 1,
    ROM_MEMORY_CLASS_VIDEO = 2,
    ROM_MEMORY_CLASS_SAVE = 3,
    ROM_MEMORY_CLASS_DEBUG = 4
};

/* client: One subsystem's share of a class. */
enum {
    ROM_CLIENT_CLIENT = 0, /* u32 */
    ROM_CLIENT_CLASS = 4, /* u8: as above */
    ROM_CLIENT_END = 5, /* u8: 0 its arena grows from the low end, 1 from the high end */
    ROM_CLIENT_BYTES = 8, /* u32 */
    ROM_CLIENT_NAME = 12, /* text */
    ROM_CLIENT_SIZE = 20
};

/* pool-kind: How many objects of one kind may live at once. */
enum {
    ROM_POOL_KIND_KIND = 0, /* id: name of the kind */
    ROM_POOL_KIND_CLIENT = 4, /* u32: in whose arena the pool lies */
    ROM_POOL_KIND_BYTES = 8, /* u32: of one object */
    ROM_POOL_KIND_ALIGNMENT = 12, /* u32: a power of two */
    ROM_POOL_KIND_CAPACITY = 16, /* u32 */
    ROM_POOL_KIND_SIZE = 20
};

/* handle-table: Capacity of one table of handles. */
enum {
    ROM_HANDLE_TABLE_TABLE = 0, /* id: its name: `file`, `request`, `resource`, `listener` ... */
    ROM_HANDLE_TABLE_CAPACITY = 4, /* u32 */
    ROM_HANDLE_TABLE_SIZE = 8
};

/* BUDG 1.1: Chunk `budget`: what the cart asks of the machine. */
enum {
    ROM_BUDGET_MEMORY = 4, /* u32: bytes of main memory for everything */
    ROM_BUDGET_FRAME = 8, /* u32: bytes of that for a frame's display list; not above the former */
    ROM_BUDGET_WIDTH = 12, /* u16: of the picture */
    ROM_BUDGET_HEIGHT = 14, /* u16 */
    ROM_BUDGET_FORMAT = 16, /* u8: pixel format: 0 PAL8, 1 RGB565, 2 BGR555, 3 XRGB8888 */
    ROM_BUDGET_BAND = 17, /* u8: lines to a band: 0 as the machine likes, else at least 8 */
    ROM_BUDGET_RATE = 18, /* u16: steps per second */
    ROM_BUDGET_NEEDS = 20, /* u32, since 1.1 */
    ROM_BUDGET_CACHE_BYTES = 24, /* u32, since 1.1: of the resource cache, out of `memory`; 0 = none */
    ROM_BUDGET_BLOCK_BYTES = 28, /* u32, since 1.1: of a streaming block: 0, or a multiple of 8 from 64 on */
    ROM_BUDGET_BLOCK_COUNT = 32, /* u32, since 1.1: such blocks, out of `memory` */
    ROM_BUDGET_STREAM_BYTES = 36, /* u32, since 1.1 */
    ROM_BUDGET_STREAM_COUNT = 40, /* u16, since 1.1 */
    ROM_BUDGET_FRAME_COPIES = 42, /* u16, since 1.1: 2: frame memory that lives for two frames; 0 means 1 */
    ROM_BUDGET_IO_QUOTA = 44, /* u32, since 1.1: bytes that may be read in a step, 0 = no limit */
    ROM_BUDGET_DECODE_QUOTA = 48, /* u32, since 1.1: bytes that may be unpacked in a step, 0 = no limit */
    ROM_BUDGET_STACK = 52, /* u32, since 1.1 */
    ROM_BUDGET_DEBUG_BYTES = 56, /* u32, since 1.1: of debug memory; 0 in release images */
    ROM_BUDGET_SCRATCH_BYTES = 60, /* u32, since 1.1 */
    ROM_BUDGET_CLASS_COUNT = 64, /* u16, since 1.1 */
    ROM_BUDGET_CLIENT_COUNT = 66, /* u16, since 1.1 */
    ROM_BUDGET_KIND_COUNT = 68, /* u16, since 1.1 */
    ROM_BUDGET_HANDLE_COUNT = 70, /* u16, since 1.1 */
    ROM_BUDGET_CLASSES_AT = 72, /* offset to class_count x memory-class, since 1.1 */
    ROM_BUDGET_CLIENTS_AT = 76, /* offset to client_count x client, since 1.1 */
    ROM_BUDGET_KINDS_AT = 80, /* offset to kind_count x pool-kind, since 1.1 */
    ROM_BUDGET_HANDLES_AT = 84, /* offset to handle_count x handle-table, since 1.1 */
    ROM_BUDGET_BASE = 20, /* bytes of the first minor version */
    ROM_BUDGET_SIZE = 88,
    ROM_BUDGET_NEEDS_SOUND = 1, /* a speaker */
    ROM_BUDGET_NEEDS_POINTER = 2, /* mouse, pen or touch */
    ROM_BUDGET_NEEDS_KEYBOARD = 4,
    ROM_BUDGET_NEEDS_SAVE = 8, /* memory that keeps without power */
    ROM_BUDGET_NEEDS_NETWORK = 16,
    ROM_BUDGET_NEEDS_RUMBLE = 32,
    ROM_BUDGET_NEEDS_KNOWN = 63 /* all bits that mean something */
};

/* name: The name of an id. */
enum {
    ROM_NAME_ID = 0, /* u32 */
    ROM_NAME_TEXT = 4, /* text */
    ROM_NAME_SIZE = 12
};

/* source: Where a chunk came from. */
enum {
    ROM_SOURCE_ID = 0, /* u32: of the chunk; rising */
    ROM_SOURCE_LINE = 4, /* u32: in the text that names it, 0 = none */
    ROM_SOURCE_FILE = 8, /* text: relative to the cart's folder */
    ROM_SOURCE_SIZE = 16
};

/* DBUG 1.1: Chunk `names`: for people and logs; nothing depends on it, and release images carry none. */
enum {
    ROM_NAMES_COUNT = 4, /* u32 */
    ROM_NAMES_AT = 8, /* offset to count x name */
    ROM_NAMES_SOURCE_COUNT = 12, /* u32, since 1.1 */
    ROM_NAMES_SOURCES_AT = 16, /* offset to source_count x source, since 1.1 */
    ROM_NAMES_BASE = 12, /* bytes of the first minor version */
    ROM_NAMES_SIZE = 20
};

/* section: One part of a sectioned resource. */
enum {
    ROM_SECTION_CLASS = 0, /* u8 */
    ROM_SECTION_CODEC = 1, /* u8: as of an entry */
    ROM_SECTION_OFFSET = 4, /* u32 */
    ROM_SECTION_STORED = 8, /* u32: bytes, at least 4 */
    ROM_SECTION_FULL = 12, /* u32: bytes unpacked */
    ROM_SECTION_ALIGNMENT = 16, /* u32: that its bytes want in memory: a power of two */
    ROM_SECTION_SIZE = 20,
    ROM_SECTION_MAIN = 0,
    ROM_SECTION_VIDEO = 1,
    ROM_SECTION_TEMPORARY = 2,
    ROM_SECTION_DEBUG = 3
};

/* SECT 1.0: What the bytes of an entry with the flag `sectioned` begin with. */
enum {
    ROM_SECTIONS_COUNT = 4, /* u16: classes rise strictly, the first is main */
    ROM_SECTIONS_AT = 8, /* offset to count x section */
    ROM_SECTIONS_SIZE = 12
};

/* reference: One place in a chunk that refers to something. */
enum {
    ROM_REFERENCE_LOCATION = 0, /* u32 */
    ROM_REFERENCE_KIND = 4, /* u8 */
    ROM_REFERENCE_SECTION = 5, /* u8 */
    ROM_REFERENCE_TYPE = 8, /* tag: of the chunk that an id means; else 0 */
    ROM_REFERENCE_SIZE = 12,
    ROM_REFERENCE_OFFSET = 0,
    ROM_REFERENCE_ID = 1,
    ROM_REFERENCE_FIXUP = 2
};

/* initialised: One object in a chunk that an init function is called for. */
enum {
    ROM_INITIALISED_LOCATION = 0, /* u32: offset of the object, a multiple of 4 */
    ROM_INITIALISED_TYPE = 4, /* id: name of its type */
    ROM_INITIALISED_SIZE = 8
};

/* external: Another image that ids of the chunk may lie in. */
enum {
    ROM_EXTERNAL_CART = 0, /* u32: its cart id */
    ROM_EXTERNAL_NAME = 4, /* text: for people */
    ROM_EXTERNAL_SIZE = 12
};

/* REFS 1.0: Has the id of the chunk that it is about and stands beside it. */
enum {
    ROM_REFERENCES_TYPE = 4, /* tag: of that chunk */
    ROM_REFERENCES_REFERENCE_COUNT = 8, /* u32 */
    ROM_REFERENCES_REFERENCES_AT = 12, /* offset to reference_count x reference */
    ROM_REFERENCES_INITIALISED_COUNT = 16, /* u32 */
    ROM_REFERENCES_INITIALISED_AT = 20, /* offset to initialised_count x initialised */
    ROM_REFERENCES_EXTERNAL_COUNT = 24, /* u32 */
    ROM_REFERENCES_EXTERNALS_AT = 28, /* offset to external_count x external */
    ROM_REFERENCES_SIZE = 32
};

/* package-item: One chunk of a package. */
enum {
    ROM_PACKAGE_ITEM_ID = 0, /* id */
    ROM_PACKAGE_ITEM_TYPE = 4, /* tag */
    ROM_PACKAGE_ITEM_CLASS = 8, /* u8: memory class as in an entry's flags */
    ROM_PACKAGE_ITEM_LIFETIME = 9, /* u8: 0 to 3 as in an entry's flags, 4 stream */
    ROM_PACKAGE_ITEM_STORED = 12, /* u32: bytes in the image */
    ROM_PACKAGE_ITEM_FULL = 16, /* u32: bytes unpacked */
    ROM_PACKAGE_ITEM_SIZE = 20,
    ROM_PACKAGE_ITEM_CACHE = 0,
    ROM_PACKAGE_ITEM_LEVEL = 1,
    ROM_PACKAGE_ITEM_SHORT = 2,
    ROM_PACKAGE_ITEM_RESIDENT = 3,
    ROM_PACKAGE_ITEM_STREAM = 4
};

/* PACK 1.0: What is loaded together: a level or an actor. */
enum {
    ROM_PACKAGE_KIND = 4, /* u32: 0 level, 1 actor */
    ROM_PACKAGE_ITEM_COUNT = 8, /* u32 */
    ROM_PACKAGE_ITEMS_AT = 12, /* offset to item_count x package-item */
    ROM_PACKAGE_STORED = 16, /* u32: sum of the items */
    ROM_PACKAGE_FULL = 20, /* u32: sum of the items */
    ROM_PACKAGE_TEMPORARY = 24, /* u32 */
    ROM_PACKAGE_OFFSET = 28, /* u32 */
    ROM_PACKAGE_BYTES = 32, /* u32: of that run */
    ROM_PACKAGE_BLOCK_BYTES = 36, /* u32: 0, or the run is laid out in blocks of this size, see below */
    ROM_PACKAGE_EXTERNAL_COUNT = 40, /* u32 */
    ROM_PACKAGE_EXTERNALS_AT = 44, /* offset to external_count x external: other images that must be there */
    ROM_PACKAGE_SIZE = 48,
    ROM_PACKAGE_IS_LEVEL = 0,
    ROM_PACKAGE_IS_ACTOR = 1
};

/* dependency: One chunk and what it refers to. */
enum {
    ROM_DEPENDENCY_ID = 0, /* id */
    ROM_DEPENDENCY_TYPE = 4, /* tag */
    ROM_DEPENDENCY_FIRST = 8, /* u32: in the list of edges */
    ROM_DEPENDENCY_COUNT = 12, /* u32: of edges: numbers of nodes, rising */
    ROM_DEPENDENCY_SIZE = 16
};

/* closure: All that a package needs. */
enum {
    ROM_CLOSURE_NODE = 0, /* u32: the package's own */
    ROM_CLOSURE_FIRST = 4, /* u32: in the list of members */
    ROM_CLOSURE_COUNT = 8, /* u32: of members: numbers of nodes, children first, itself last */
    ROM_CLOSURE_SIZE = 12
};

/* DEPS 1.0: Chunk `dependencies`: who refers to whom. */
enum {
    ROM_DEPENDENCIES_NODE_COUNT = 4, /* u32 */
    ROM_DEPENDENCIES_NODES_AT = 8, /* offset to node_count x dependency */
    ROM_DEPENDENCIES_EDGE_COUNT = 12, /* u32 */
    ROM_DEPENDENCIES_EDGES_AT = 16, /* offset to edge_count x u32 */
    ROM_DEPENDENCIES_CLOSURE_COUNT = 20, /* u32 */
    ROM_DEPENDENCIES_CLOSURES_AT = 24, /* offset to closure_count x closure */
    ROM_DEPENDENCIES_MEMBER_COUNT = 28, /* u32 */
    ROM_DEPENDENCIES_MEMBERS_AT = 32, /* offset to member_count x u32 */
    ROM_DEPENDENCIES_SIZE = 36
};

/* PALT 1.1: The palette of the name `palette` is the screen's. */
enum {
    ROM_PALETTE_COLOURS = 4, /* offset to 256 x colour: entry 0 is the colour key */
    ROM_PALETTE_SHADES = 8, /* offset to 64 x 256 x u8 */
    ROM_PALETTE_INVERSE = 12, /* offset to 32768 x u8, since 1.1 */
    ROM_PALETTE_BASE = 12, /* bytes of the first minor version */
    ROM_PALETTE_SIZE = 16,
    ROM_PALETTE_LEVELS = 64
};

/* IMAG 1.0: A texture or a sprite. */
enum {
    ROM_IMAGE_WIDTH = 4, /* u16 */
    ROM_IMAGE_HEIGHT = 6, /* u16 */
    ROM_IMAGE_FORMAT = 8, /* u8: pixel format as in BUDG */
    ROM_IMAGE_FLAGS = 9, /* u8 */
    ROM_IMAGE_PIXELS = 12, /* u32 */
    ROM_IMAGE_SIZE = 16,
    ROM_IMAGE_KEYED = 1,
    ROM_IMAGE_LEVELS = 2
};

/* sheet-frame: One picture of a sheet. */
enum {
    ROM_SHEET_FRAME_X = 0, /* u16 */
    ROM_SHEET_FRAME_Y = 2, /* u16 */
    ROM_SHEET_FRAME_WIDTH = 4, /* u16: in the sheet */
    ROM_SHEET_FRAME_HEIGHT = 6, /* u16 */
    ROM_SHEET_FRAME_ORIGIN_X = 8, /* i16 */
    ROM_SHEET_FRAME_ORIGIN_Y = 10, /* i16 */
    ROM_SHEET_FRAME_TRIM_X = 12, /* i16: what was cut off left */
    ROM_SHEET_FRAME_TRIM_Y = 14, /* i16: and above */
    ROM_SHEET_FRAME_NAME = 16, /* id */
    ROM_SHEET_FRAME_SIZE = 20
};

/* sheet-place: Where the pixels of a frame lie, and how large it was. */
enum {
    ROM_SHEET_PLACE_IMAGE = 0, /* u16: number of the image */
    ROM_SHEET_PLACE_FLAGS = 2, /* u8 */
    ROM_SHEET_PLACE_FULL_WIDTH = 4, /* u16: before its transparent borders were cut off */
    ROM_SHEET_PLACE_FULL_HEIGHT = 6, /* u16 */
    ROM_SHEET_PLACE_SIZE = 8,
    ROM_SHEET_PLACE_TURNED = 1
};

/* flip-book: Frames one after the other. */
enum {
    ROM_FLIP_BOOK_NAME = 0, /* id */
    ROM_FLIP_BOOK_FIRST = 4, /* u32: in the order */
    ROM_FLIP_BOOK_COUNT = 8, /* u16: frames */
    ROM_FLIP_BOOK_RATE = 10, /* u16: frames per second */
    ROM_FLIP_BOOK_FLAGS = 12, /* u8: bit 0 loops */
    ROM_FLIP_BOOK_SIZE = 16,
    ROM_FLIP_BOOK_LOOPS = 1
};

/* SHET 1.1: Frames of a sprite sheet. */
enum {
    ROM_SHEET_IMAGE = 4, /* id: an IMAG, BTEX or HAAR chunk */
    ROM_SHEET_COUNT = 8, /* u32 */
    ROM_SHEET_AT = 12, /* offset to count x sheet-frame */
    ROM_SHEET_IMAGE_COUNT = 16, /* u32, since 1.1: of a sheet in several images */
    ROM_SHEET_IMAGES_AT = 20, /* offset to image_count x id, since 1.1: the first is `image` */
    ROM_SHEET_PLACES_AT = 24, /* offset to count x sheet-place, since 1.1 */
    ROM_SHEET_ANIMATION_COUNT = 28, /* u32, since 1.1 */
    ROM_SHEET_ANIMATIONS_AT = 32, /* offset to animation_count x flip-book, since 1.1 */
    ROM_SHEET_ORDER_COUNT = 36, /* u32, since 1.1 */
    ROM_SHEET_ORDER_AT = 40, /* offset to order_count x u16, since 1.1: frames of all animations */
    ROM_SHEET_BASE = 16, /* bytes of the first minor version */
    ROM_SHEET_SIZE = 44
};

/* BTEX 1.0: A texture of 4 x 4 blocks, 4 bits a pixel. */
enum {
    ROM_BLOCK_TEXTURE_WIDTH = 4, /* u16: a multiple of 4 */
    ROM_BLOCK_TEXTURE_HEIGHT = 6, /* u16: a multiple of 4 */
    ROM_BLOCK_TEXTURE_SHOWN_WIDTH = 8, /* u16: without the padding */
    ROM_BLOCK_TEXTURE_SHOWN_HEIGHT = 10, /* u16 */
    ROM_BLOCK_TEXTURE_FLAGS = 12, /* u32: bit 0: some block has transparent pixels */
    ROM_BLOCK_TEXTURE_BLOCK_COUNT = 16, /* u32: width x height / 16 */
    ROM_BLOCK_TEXTURE_BLOCKS_AT = 20, /* offset to block_count x 8 x u8: rows of blocks from top to bottom */
    ROM_BLOCK_TEXTURE_SIZE = 24,
    ROM_BLOCK_TEXTURE_HAS_KEY = 1
};

/* haar-level: The details of one level. */
enum {
    ROM_HAAR_LEVEL_OFFSET = 0, /* u32: of its details in the stream, in bytes from the stream's start */
    ROM_HAAR_LEVEL_SHIFT = 4, /* u8: the level's details were divided by 2^shift, rounding to nearest */
    ROM_HAAR_LEVEL_SIZE = 8
};

/* HAAR 1.0: A picture as a pyramid of averages and details. */
enum {
    ROM_HAAR_WIDTH = 4, /* u16 */
    ROM_HAAR_HEIGHT = 6, /* u16 */
    ROM_HAAR_COMPONENTS = 8, /* u8: 1 grey or palette indices; 3: Y, Cb, Cr or red, green, blue */
    ROM_HAAR_LEVELS = 9, /* u8: p; each halves both sides, rounding up */
    ROM_HAAR_SPACE = 10, /* u8: 0 grey, or red, green, blue; 1 Y, Cb, Cr; 2 palette indices */
    ROM_HAAR_DEPTH = 11, /* u8: bits of a value */
    ROM_HAAR_LEVELS_AT = 12, /* offset to level_records x haar-level */
    ROM_HAAR_LEVEL_RECORDS = 16, /* u32: components x levels */
    ROM_HAAR_STREAM_BYTES = 20, /* u32 */
    ROM_HAAR_STREAM_AT = 24, /* offset to stream_bytes x u8: see 8 */
    ROM_HAAR_SIZE = 28,
    ROM_HAAR_GREY = 0,
    ROM_HAAR_LUMA = 1,
    ROM_HAAR_INDICES = 2
};

/* pixel-level: One size of a picture. */
enum {
    ROM_PIXEL_LEVEL_WIDTH = 0, /* u16 */
    ROM_PIXEL_LEVEL_HEIGHT = 2, /* u16 */
    ROM_PIXEL_LEVEL_FIRST = 4, /* u32: byte in the pixels, a multiple of 4 */
    ROM_PIXEL_LEVEL_BYTES = 8, /* u32 */
    ROM_PIXEL_LEVEL_SIZE = 12
};

/* PIXS 1.0: A picture in any pixel format, with smaller sizes of itself. */
enum {
    ROM_PIXELS_WIDTH = 4, /* u16 */
    ROM_PIXELS_HEIGHT = 6, /* u16 */
    ROM_PIXELS_FORMAT = 8, /* u8 */
    ROM_PIXELS_KIND = 9, /* u8: 0 colours, 1 normals (128 = 0), 2 other data */
    ROM_PIXELS_FLAGS = 10, /* u8: bit 0 keyed: index 0 is clear, bit 1 repeats, else ends at its edges */
    ROM_PIXELS_TILE_WIDTH = 12, /* u16: with several palettes: of what each is for */
    ROM_PIXELS_TILE_HEIGHT = 14, /* u16 */
    ROM_PIXELS_LEVEL_COUNT = 16, /* u32: each half of the one before, down to 1 x 1 */
    ROM_PIXELS_LEVELS_AT = 20, /* offset to level_count x pixel-level */
    ROM_PIXELS_PIXEL_BYTES = 24, /* u32 */
    ROM_PIXELS_PIXELS_AT = 28, /* offset to pixel_bytes x u8 */
    ROM_PIXELS_COLOUR_COUNT = 32, /* u32: of a palette of its own; of several: 16 for each */
    ROM_PIXELS_COLOURS_AT = 36, /* offset to colour_count x colour */
    ROM_PIXELS_TILE_COUNT = 40, /* u32 */
    ROM_PIXELS_BANKS_AT = 44, /* offset to tile_count x u8: palette of each tile, row by row */
    ROM_PIXELS_SIZE = 48,
    ROM_PIXELS_KEYED = 1,
    ROM_PIXELS_REPEATS = 2
};

/* material-slot: A texture, how it is sampled, and what it does to the colour so far. */
enum {
    ROM_MATERIAL_SLOT_TEXTURE = 0, /* id */
    ROM_MATERIAL_SLOT_ADDRESS_U = 4, /* u8 */
    ROM_MATERIAL_SLOT_ADDRESS_V = 5, /* u8 */
    ROM_MATERIAL_SLOT_MAGNIFY = 6, /* u8 */
    ROM_MATERIAL_SLOT_MINIFY = 7, /* u8: above it */
    ROM_MATERIAL_SLOT_MIP = 8, /* u8: levels: 0 none, 1 chosen a triangle, 2 every eight pixels */
    ROM_MATERIAL_SLOT_BETWEEN = 9, /* u8: levels: 0 one, 1 trilinear, 2 chosen by the screen's pattern */
    ROM_MATERIAL_SLOT_PROBES = 10, /* u8: anisotropic: 2 to 4; else 0 */
    ROM_MATERIAL_SLOT_BIAS = 11, /* i8: added to the level, in sixteenths */
    ROM_MATERIAL_SLOT_BORDER = 12, /* u32: 0xAARRGGBB */
    ROM_MATERIAL_SLOT_COMBINE = 16, /* u8 */
    ROM_MATERIAL_SLOT_COMBINE_ALPHA = 17, /* u8: likewise; alpha knows 0 to 5 and 8 */
    ROM_MATERIAL_SLOT_BLEND_BY = 18, /* u8 */
    ROM_MATERIAL_SLOT_CONSTANT = 19, /* u8 */
    ROM_MATERIAL_SLOT_FLAGS = 20, /* u8 */
    ROM_MATERIAL_SLOT_SIZE = 24,
    ROM_MATERIAL_SLOT_SECOND_SET = 1,
    ROM_MATERIAL_SLOT_PROJECTIVE = 2,
    ROM_MATERIAL_SLOT_SPHERE = 4
};

/* material-look: Coloured light, and the stage of pixels. */
enum {
    ROM_MATERIAL_LOOK_AMBIENT = 0, /* colour */
    ROM_MATERIAL_LOOK_DIFFUSE = 4, /* colour */
    ROM_MATERIAL_LOOK_SPECULAR = 8, /* colour */
    ROM_MATERIAL_LOOK_EMISSIVE = 12, /* colour: added, whatever the light */
    ROM_MATERIAL_LOOK_BUMP_SCALE = 16, /* fx: of normal and height maps, for stages */
    ROM_MATERIAL_LOOK_FUNCTION = 20, /* u8: of reflectance: 0 Blinn, 1 Phong, 2 Lambert, 3 wrapped round */
    ROM_MATERIAL_LOOK_WRAP = 21, /* u8: of 3, 255 = 1.0 */
    ROM_MATERIAL_LOOK_PIXEL_LIGHT = 22, /* u8: coloured light: 0 a vertex, 1 a pixel */
    ROM_MATERIAL_LOOK_LIGHT_EVERY = 23, /* u8 */
    ROM_MATERIAL_LOOK_CULL = 24, /* u8: 0 back faces, 1 front faces, 2 none */
    ROM_MATERIAL_LOOK_REFLECTIVITY = 25, /* u8: of the second slot's sphere map, 255 = a mirror */
    ROM_MATERIAL_LOOK_VECTOR = 26, /* u8 */
    ROM_MATERIAL_LOOK_FLAGS = 27, /* u8 */
    ROM_MATERIAL_LOOK_SIZE = 28,
    ROM_MATERIAL_LOOK_FAR_EYE = 1,
    ROM_MATERIAL_LOOK_ADD_AMBIENT = 2,
    ROM_MATERIAL_LOOK_ADD_LIGHTS = 4
};

/* material-state: What happens between a triangle's values and the picture. */
enum {
    ROM_MATERIAL_STATE_BLEND = 0, /* u8 */
    ROM_MATERIAL_STATE_SOURCE = 1, /* u8 */
    ROM_MATERIAL_STATE_STORED = 2, /* u8 */
    ROM_MATERIAL_STATE_OPERATION = 3, /* u8: 0 sum, 1 source less stored, 2 stored less source */
    ROM_MATERIAL_STATE_CONSTANT = 4, /* u8 */
    ROM_MATERIAL_STATE_KEEP = 5, /* u8: channels that are not written: bits red, green, blue, alpha */
    ROM_MATERIAL_STATE_DEPTH = 6, /* u8 */
    ROM_MATERIAL_STATE_ALPHA = 7, /* u8: likewise, if tested */
    ROM_MATERIAL_STATE_ALPHA_REFERENCE = 8, /* u8 */
    ROM_MATERIAL_STATE_DITHER = 9, /* u8: 0 none, 1 4 x 4, 2 2 x 2 */
    ROM_MATERIAL_STATE_HIDDEN = 10, /* u8: of 16 pixels so many are left out */
    ROM_MATERIAL_STATE_EMISSIVE_FROM = 11, /* u8: palette textures: from this index on not lit, 0 = none */
    ROM_MATERIAL_STATE_FLAGS = 12, /* u16 */
    ROM_MATERIAL_STATE_FOG = 14, /* u8 */
    ROM_MATERIAL_STATE_BIAS = 16, /* i32: added to depth codes */
    ROM_MATERIAL_STATE_SLOPE = 20, /* i32: times the triangle's depth slope, q8.8 */
    ROM_MATERIAL_STATE_EMISSIVE = 24, /* colour: added after lighting */
    ROM_MATERIAL_STATE_FOG_COLOUR = 28, /* colour */
    ROM_MATERIAL_STATE_FOG_START = 32, /* fx */
    ROM_MATERIAL_STATE_FOG_END = 36, /* fx: above the start where there is fog */
    ROM_MATERIAL_STATE_FOG_DENSITY = 40, /* fx: of 2 and 3, 1/metre */
    ROM_MATERIAL_STATE_SIZE = 44,
    ROM_MATERIAL_STATE_NO_WRITE = 1,
    ROM_MATERIAL_STATE_EVEN_DEPTH = 2,
    ROM_MATERIAL_STATE_ALPHA_TEST = 4,
    ROM_MATERIAL_STATE_COLOUR_KEY = 8,
    ROM_MATERIAL_STATE_FOG_PER_PIXEL = 16,
    ROM_MATERIAL_STATE_NO_LIGHT = 32
};

/* MATL 1.1: How a surface looks. */
enum {
    ROM_MATERIAL_COLOUR = 4, /* colour: without texture */
    ROM_MATERIAL_INDEX = 8, /* u8: the same as an index of the palette */
    ROM_MATERIAL_SHADING = 9, /* u8: 0 unlit, 1 flat, 2 Gouraud, 3 Phong */
    ROM_MATERIAL_MAPPING = 10, /* u8 */
    ROM_MATERIAL_SPECULAR = 11, /* u8: strength of the highlight, 255 = full */
    ROM_MATERIAL_SHININESS = 12, /* u8: exponent of the highlight as a power of two */
    ROM_MATERIAL_FLAGS = 13, /* u8: bit 0 two-sided */
    ROM_MATERIAL_TEXTURE = 16, /* id: an IMAG or BTEX chunk, 0 = none */
    ROM_MATERIAL_PASS = 20, /* u8, since 1.1 */
    ROM_MATERIAL_SORT = 21, /* u8, since 1.1 */
    ROM_MATERIAL_ORDER = 22, /* u8, since 1.1: smaller ones first, before `sort` */
    ROM_MATERIAL_TRANSPARENCY = 23, /* u8, since 1.1: 0 opaque, 255 invisible */
    ROM_MATERIAL_VERTEX_STAGE = 24, /* id, since 1.1: by the name stage/NAME; 0 = none */
    ROM_MATERIAL_PIXEL_STAGE = 28, /* id, since 1.1: likewise */
    ROM_MATERIAL_SLOT_COUNT = 32, /* u32, since 1.1 */
    ROM_MATERIAL_SLOTS_AT = 36, /* offset to slot_count x material-slot, since 1.1 */
    ROM_MATERIAL_LOOK_COUNT = 40, /* u32, since 1.1: 0: light as one value */
    ROM_MATERIAL_LOOK_AT = 44, /* offset to look_count x material-look, since 1.1 */
    ROM_MATERIAL_STATE_COUNT = 48, /* u32, since 1.1: 0: opaque, nearer wins */
    ROM_MATERIAL_STATE_AT = 52, /* offset to state_count x material-state, since 1.1 */
    ROM_MATERIAL_CONSTANT_COUNT = 56, /* u32, since 1.1 */
    ROM_MATERIAL_CONSTANTS_AT = 60, /* offset to constant_count x fx, since 1.1 */
    ROM_MATERIAL_PROGRAM_WORDS = 64, /* u32, since 1.1 */
    ROM_MATERIAL_PROGRAM_AT = 68, /* offset to program_words x u32, since 1.1 */
    ROM_MATERIAL_BASE = 20, /* bytes of the first minor version */
    ROM_MATERIAL_SIZE = 72,
    ROM_MATERIAL_TWO_SIDED = 1
};

/* part: Drawn with one material. */
enum {
    ROM_PART_FIRST_TRIANGLE = 0, /* u32: where the part before ended, 0 for the first */
    ROM_PART_TRIANGLES = 4, /* u32 */
    ROM_PART_FIRST_VERTEX = 8, /* u32 */
    ROM_PART_VERTICES = 12, /* u32: at most 65,535; each index of the part is below */
    ROM_PART_MATERIAL = 16, /* id: a MATL chunk */
    ROM_PART_SIZE = 20
};

/* MESH 1.0: Triangles. */
enum {
    ROM_MESH_FLAGS = 4, /* u32: 0 so far */
    ROM_MESH_VERTICES = 8, /* u32 */
    ROM_MESH_TRIANGLES = 12, /* u32 */
    ROM_MESH_PARTS = 16, /* u32 */
    ROM_MESH_EXPONENT = 20, /* u32: e */
    ROM_MESH_OFFSET = 24, /* 3 x fx: of positions */
    ROM_MESH_CENTRE = 36, /* 3 x fx: of the bounding sphere */
    ROM_MESH_RADIUS = 48, /* fx: of the bounding sphere */
    ROM_MESH_BOX_LOW = 52, /* 3 x fx: lower corner of the bounding box */
    ROM_MESH_BOX_HIGH = 64, /* 3 x fx: upper corner, nowhere below the lower */
    ROM_MESH_POSITION_AT = 76, /* offset to vertices x 3 x i16: positions */
    ROM_MESH_NORMAL_AT = 80, /* offset to vertices x 4 x i8: normals (x, y, z, 0), 127 = 1.0 */
    ROM_MESH_UV_AT = 84, /* offset to vertices x 2 x i16 */
    ROM_MESH_INDEX_AT = 88, /* offset to triangles x 3 x u16 */
    ROM_MESH_FACE_AT = 92, /* offset to triangles x 4 x i8: face normals, as normals */
    ROM_MESH_PART_AT = 96, /* offset to parts x part */
    ROM_MESH_SIZE = 100
};

/* mesh-detail: A simpler form of a mesh. */
enum {
    ROM_MESH_DETAIL_MESH = 0, /* id: a MESH chunk */
    ROM_MESH_DETAIL_BELOW = 4, /* fx */
    ROM_MESH_DETAIL_SIZE = 8
};

/* MODL 1.0: What belongs to a mesh: has the mesh's id and stands beside it. */
enum {
    ROM_MODEL_COLLISION = 4, /* id: a COLL chunk, 0 = none */
    ROM_MODEL_OCCLUDER = 8, /* id: an OCCL chunk, 0 = none */
    ROM_MODEL_DETAIL_COUNT = 12, /* u32 */
    ROM_MODEL_DETAILS_AT = 16, /* offset to detail_count x mesh-detail: `below` falls strictly */
    ROM_MODEL_SIZE = 20
};

/* motion: Moves a position on a circle about it in the plane of x and z, and up and down. */
enum {
    ROM_MOTION_ORBIT_RADIUS = 0, /* fx: 0 = none */
    ROM_MOTION_ORBIT_SPEED = 4, /* i16: angle per step */
    ROM_MOTION_ORBIT_PHASE = 6, /* angle: at the start */
    ROM_MOTION_BOB_HEIGHT = 8, /* fx: of the movement up and down; 0 = none */
    ROM_MOTION_BOB_SPEED = 12, /* i16: angle per step */
    ROM_MOTION_BOB_PHASE = 14, /* angle: at the start */
    ROM_MOTION_SIZE = 16
};

/* camera. */
enum {
    ROM_CAMERA_POSITION = 0, /* 3 x fx */
    ROM_CAMERA_TARGET = 12, /* 3 x fx: the point it looks at */
    ROM_CAMERA_FIELD = 24, /* angle: vertical field of view: 1 degree to 179 degrees */
    ROM_CAMERA_NEAR = 28, /* fx: distance of the near plane */
    ROM_CAMERA_FAR = 32, /* fx: distance of the far plane, above near and at most 32,768 times it */
    ROM_CAMERA_MOTION = 36, /* motion: of the position */
    ROM_CAMERA_SIZE = 52
};

/* light. */
enum {
    ROM_LIGHT_KIND = 0, /* u8: 0 directional, 1 point */
    ROM_LIGHT_INTENSITY = 1, /* u8: 255 = full */
    ROM_LIGHT_VECTOR = 4, /* 3 x fx: directional: where it shines to, not all 0; point: its position */
    ROM_LIGHT_RANGE = 16, /* fx: point: above 0 */
    ROM_LIGHT_MOTION = 20, /* motion: of a point light */
    ROM_LIGHT_SIZE = 36
};

/* object. */
enum {
    ROM_OBJECT_MESH = 0, /* id: a MESH chunk */
    ROM_OBJECT_POSITION = 4, /* 3 x fx */
    ROM_OBJECT_SCALE = 16, /* fx */
    ROM_OBJECT_ROTATION = 20, /* 3 x angle: yaw about y, pitch about x, roll about z */
    ROM_OBJECT_SPIN = 26, /* 3 x i16: added to them each step */
    ROM_OBJECT_SHADING = 32, /* u8: of all parts as in MATL; 255: as the materials say */
    ROM_OBJECT_FLAGS = 33, /* u8: bit 0 keeps the shading when the player changes it */
    ROM_OBJECT_MOTION = 36, /* motion: of the position */
    ROM_OBJECT_SIZE = 52,
    ROM_OBJECT_FIXED_SHADING = 1
};

/* material-override: An object has another material in the place of its mesh's. */
enum {
    ROM_MATERIAL_OVERRIDE_OBJECT = 0, /* u32 */
    ROM_MATERIAL_OVERRIDE_FROM = 4, /* id: the one it stands for, 0 = all */
    ROM_MATERIAL_OVERRIDE_TO = 8, /* id: a MATL chunk */
    ROM_MATERIAL_OVERRIDE_SIZE = 12
};

/* object-clip: An object's mesh moves. */
enum {
    ROM_OBJECT_CLIP_OBJECT = 0, /* u32 */
    ROM_OBJECT_CLIP_CLIP = 4, /* id: a CLIP chunk of the skeleton that the mesh's SKIN chunk names */
    ROM_OBJECT_CLIP_RATE = 8, /* fx: 1.0 as it was made, below 0 backwards */
    ROM_OBJECT_CLIP_START = 12, /* fx: the frame it begins with */
    ROM_OBJECT_CLIP_SECOND = 16, /* id */
    ROM_OBJECT_CLIP_WEIGHT = 20, /* u32: of the second, 65536 = nothing of the first */
    ROM_OBJECT_CLIP_SIZE = 24
};

/* scene-emitter: Particles in a scene. */
enum {
    ROM_SCENE_EMITTER_PARTICLES = 0, /* id: a PTCL chunk */
    ROM_SCENE_EMITTER_OBJECT = 4, /* u32: that it follows, its number + 1; 0: it stands still */
    ROM_SCENE_EMITTER_POSITION = 8, /* 3 x fx: in the world, or as seen from the object */
    ROM_SCENE_EMITTER_SEED = 20, /* u32: of its random numbers; 0: its place in the list */
    ROM_SCENE_EMITTER_SIZE = 24
};

/* SCEN 1.4: Plays without script: cameras, lights and objects, each with a simple motion. */
enum {
    ROM_SCENE_FLAGS = 4, /* u32 */
    ROM_SCENE_BACKGROUND = 8, /* colour */
    ROM_SCENE_BACKGROUND_INDEX = 12, /* u8: the same as an index of the palette */
    ROM_SCENE_AMBIENT = 13, /* u8: light, 255 = full */
    ROM_SCENE_CAMERAS = 14, /* u16 */
    ROM_SCENE_LIGHTS = 16, /* u16 */
    ROM_SCENE_OBJECTS = 18, /* u16 */
    ROM_SCENE_CAMERA_AT = 20, /* offset to cameras x camera */
    ROM_SCENE_LIGHT_AT = 24, /* offset to lights x light */
    ROM_SCENE_OBJECT_AT = 28, /* offset to objects x object */
    ROM_SCENE_TURN_FRAMES = 32, /* u32 */
    ROM_SCENE_SEPARATION = 36, /* fx, since 1.1 */
    ROM_SCENE_OVERRIDE_COUNT = 40, /* u32, since 1.2 */
    ROM_SCENE_OVERRIDES_AT = 44, /* offset to override_count x material-override, since 1.2 */
    ROM_SCENE_CLIP_COUNT = 48, /* u32, since 1.3 */
    ROM_SCENE_CLIPS_AT = 52, /* offset to clip_count x object-clip, since 1.3 */
    ROM_SCENE_EMITTER_COUNT = 56, /* u32, since 1.4 */
    ROM_SCENE_EMITTERS_AT = 60, /* offset to emitter_count x scene-emitter, since 1.4 */
    ROM_SCENE_BASE = 36, /* bytes of the first minor version */
    ROM_SCENE_SIZE = 64,
    ROM_SCENE_TURNTABLE = 1, /* the viewer: objects turn about +Y with the frame number; pointer, arrows and wheel work */
    ROM_SCENE_HUD = 2, /* the figures are shown from the start (Select toggles them) */
    ROM_SCENE_LOG_CYCLES = 4 /* log what every frame cost, where the machine counts cycles */
};

/* joint. */
enum {
    ROM_JOINT_NAME = 0, /* id */
    ROM_JOINT_PARENT = 4, /* u8: number of the parent, below its own; 255 for the root */
    ROM_JOINT_FLAGS = 5, /* u8: bit 0 leaf, bit 1 locator, bit 2 not retargeted */
    ROM_JOINT_LIMIT = 6, /* i16: reserved, 0 */
    ROM_JOINT_ROTATION = 8, /* 4 x i16: bind pose, relative to the parent: quaternion x, y, z, w in q2.14 */
    ROM_JOINT_TRANSLATION = 16, /* 3 x fx */
    ROM_JOINT_SCALE = 28, /* fx: uniform */
    ROM_JOINT_INVERSE = 32, /* 12 x fx: inverse bind matrix: 3 rows of 4, model space to joint space */
    ROM_JOINT_SIZE = 80,
    ROM_JOINT_LEAF = 1,
    ROM_JOINT_LOCATOR = 2,
    ROM_JOINT_FIXED = 4
};

/* joint-name: To find a joint. */
enum {
    ROM_JOINT_NAME_NAME = 0, /* id */
    ROM_JOINT_NAME_JOINT = 4, /* u32 */
    ROM_JOINT_NAME_SIZE = 8
};

/* SKEL 1.0: Joints, each behind its parent. */
enum {
    ROM_SKELETON_JOINT_COUNT = 4, /* u32 */
    ROM_SKELETON_JOINTS_AT = 8, /* offset to joint_count x joint: the first is the root */
    ROM_SKELETON_NAMES_AT = 12, /* offset to joint_count x joint-name */
    ROM_SKELETON_HASH = 16, /* u32 */
    ROM_SKELETON_SIZE = 20
};

/* skin-joint: One joint that vertices of a mesh hang on. */
enum {
    ROM_SKIN_JOINT_JOINT = 0, /* u8 */
    ROM_SKIN_JOINT_REACH = 4, /* fx */
    ROM_SKIN_JOINT_SIZE = 8
};

/* skin-run: Vertices that hang on as many joints each. */
enum {
    ROM_SKIN_RUN_COUNT = 0, /* u16: of them */
    ROM_SKIN_RUN_INFLUENCES = 2, /* u8: joints of each: 1, 2 or 4 */
    ROM_SKIN_RUN_JOINT = 3, /* u8 */
    ROM_SKIN_RUN_SIZE = 4
};

/* SKIN 1.0: How a mesh follows a skeleton: has the mesh's id and stands beside it. */
enum {
    ROM_SKIN_SKELETON = 4, /* id: a SKEL chunk */
    ROM_SKIN_SKELETON_HASH = 8, /* u32: its hash; another one is refused */
    ROM_SKIN_VERTICES = 12, /* u32: of the mesh */
    ROM_SKIN_JOINT_COUNT = 16, /* u32 */
    ROM_SKIN_JOINTS_AT = 20, /* offset to joint_count x skin-joint */
    ROM_SKIN_RUNS = 24, /* u32 */
    ROM_SKIN_RUNS_AT = 28, /* offset to runs x skin-run: all vertices of the mesh in their order */
    ROM_SKIN_DATA_BYTES = 32, /* u32 */
    ROM_SKIN_DATA_AT = 36, /* offset to data_bytes x u8 */
    ROM_SKIN_SIZE = 40
};

/* trigger: An event at a time of a clip. */
enum {
    ROM_TRIGGER_TIME = 0, /* fx: in frames of the clip; rising */
    ROM_TRIGGER_EVENT = 4, /* id */
    ROM_TRIGGER_ARGUMENT = 8, /* i32 */
    ROM_TRIGGER_FLAGS = 12, /* u8: bit 0 even when the clip is light, bit 1 also when skipped over */
    ROM_TRIGGER_SIZE = 16,
    ROM_TRIGGER_ALWAYS = 1,
    ROM_TRIGGER_MUST = 2
};

/* clip-track: One track of a compressed clip; what it holds is the animation module's. */
enum {
    ROM_CLIP_TRACK_JOINT = 0, /* u8: or 255: a free channel */
    ROM_CLIP_TRACK_CHANNEL = 1, /* u8 */
    ROM_CLIP_TRACK_FORM = 2, /* u8 */
    ROM_CLIP_TRACK_FLAGS = 3, /* u8 */
    ROM_CLIP_TRACK_NAME = 4, /* id: of a free channel */
    ROM_CLIP_TRACK_OFFSET = 8, /* u32: in the data */
    ROM_CLIP_TRACK_BYTES = 12, /* u32 */
    ROM_CLIP_TRACK_SIZE = 16
};

/* CLIP 1.0: One motion of one skeleton. */
enum {
    ROM_CLIP_SKELETON = 4, /* id: a SKEL chunk */
    ROM_CLIP_SKELETON_HASH = 8, /* u32: its hash; another one is refused */
    ROM_CLIP_RATE = 12, /* u16: frames per second as q8.8 */
    ROM_CLIP_FLAGS = 14, /* u8: bit 0 loops, bit 1 additive, bit 2 root motion */
    ROM_CLIP_FORM = 15, /* u8: 0 plain, 1 compressed */
    ROM_CLIP_FRAMES = 16, /* u32 */
    ROM_CLIP_SAMPLES = 20, /* u32: plain: frames + 1, or frames of a looping clip; compressed: 0 */
    ROM_CLIP_SCALES = 24, /* u8: plain: numbers of scale in a sample: 0, 1 or 3 */
    ROM_CLIP_PAD_TO_FOUR = 25, /* u8: 0 */
    ROM_CLIP_CHANNEL_COUNT = 26, /* u16: joint_count x (scales + 7); compressed: 0 */
    ROM_CLIP_JOINT_COUNT = 28, /* u32: that the clip moves */
    ROM_CLIP_JOINTS_AT = 32, /* offset to joint_count x u8: their numbers, rising */
    ROM_CLIP_SAMPLE_COUNT = 36, /* u32 */
    ROM_CLIP_SAMPLES_AT = 40, /* offset to sample_count x fx */
    ROM_CLIP_TRACK_COUNT = 44, /* u32 */
    ROM_CLIP_TRACKS_AT = 48, /* offset to track_count x clip-track: compressed */
    ROM_CLIP_DATA_BYTES = 52, /* u32 */
    ROM_CLIP_DATA_AT = 56, /* offset to data_bytes x u8: compressed */
    ROM_CLIP_TRIGGER_COUNT = 60, /* u32 */
    ROM_CLIP_TRIGGERS_AT = 64, /* offset to trigger_count x trigger */
    ROM_CLIP_SIZE = 68,
    ROM_CLIP_LOOPS = 1,
    ROM_CLIP_ADDITIVE = 2,
    ROM_CLIP_ROOT_MOTION = 4,
    ROM_CLIP_PLAIN = 0,
    ROM_CLIP_COMPRESSED = 1
};

/* bundle-entry: One clip of a bundle, under a name of its own. */
enum {
    ROM_BUNDLE_ENTRY_NAME = 0, /* id: what the game asks for */
    ROM_BUNDLE_ENTRY_CLIP = 4, /* id: a CLIP chunk */
    ROM_BUNDLE_ENTRY_SPEED = 8, /* fx: 1.0 as it was made */
    ROM_BUNDLE_ENTRY_FADE_IN = 12, /* u16: in 1/4096 of a second */
    ROM_BUNDLE_ENTRY_FADE_OUT = 14, /* u16 */
    ROM_BUNDLE_ENTRY_RESIDENCY = 16, /* u8: 0 core: stays; 1 with the level; 2 fetched when wanted */
    ROM_BUNDLE_ENTRY_SIZE = 20,
    ROM_BUNDLE_ENTRY_CORE = 0,
    ROM_BUNDLE_ENTRY_LEVEL = 1,
    ROM_BUNDLE_ENTRY_FETCHED = 2
};

/* BNDL 1.0: Clips that belong to one character. */
enum {
    ROM_BUNDLE_SKELETON = 4, /* id: a SKEL chunk */
    ROM_BUNDLE_IDLE = 8, /* id */
    ROM_BUNDLE_COUNT = 12, /* u32 */
    ROM_BUNDLE_AT = 16, /* offset to count x bundle-entry */
    ROM_BUNDLE_SIZE = 20
};

/* TABL 1.0: Numbers to look up, in one or two dimensions. */
enum {
    ROM_TABLE_KIND = 4, /* u8: 0 u8, 1 i16, 2 u16, 3 i32, 4 fx */
    ROM_TABLE_DIMENSIONS = 5, /* u8 */
    ROM_TABLE_WIDTH = 8, /* u32 */
    ROM_TABLE_HEIGHT = 12, /* u32: 1 for one dimension */
    ROM_TABLE_LOW = 16, /* fx: x of the first element */
    ROM_TABLE_HIGH = 20, /* fx: x of the last, above low unless width is 1 */
    ROM_TABLE_LOW_Y = 24, /* fx */
    ROM_TABLE_HIGH_Y = 28, /* fx */
    ROM_TABLE_NOTE = 32, /* text: what the numbers are, for people */
    ROM_TABLE_CHECKSUM = 40, /* u32: CRC-32 of the values */
    ROM_TABLE_VALUE_BYTES = 44, /* u32: width x height x 1, 2, 2, 4 or 4 */
    ROM_TABLE_VALUES_AT = 48, /* offset to value_bytes x u8: rows one after another */
    ROM_TABLE_SIZE = 52,
    ROM_TABLE_U8 = 0,
    ROM_TABLE_I16 = 1,
    ROM_TABLE_U16 = 2,
    ROM_TABLE_I32 = 3,
    ROM_TABLE_FX = 4
};

/* string: One text of a table. */
enum {
    ROM_STRING_KEY = 0, /* id */
    ROM_STRING_TEXT = 4, /* text */
    ROM_STRING_SIZE = 12
};

/* TEXT 1.0: Texts by key; one chunk of the same name for each language. */
enum {
    ROM_TEXT_COUNT = 4, /* u32 */
    ROM_TEXT_AT = 8, /* offset to count x string */
    ROM_TEXT_SIZE = 12
};

/* field: One column of a data table. */
enum {
    ROM_FIELD_NAME = 0, /* id */
    ROM_FIELD_KIND = 4, /* u8: 0 i32, 1 fx, 2 id, 3 text, 4 colour, 5 yes or no */
    ROM_FIELD_OFFSET = 8, /* u32: in a row */
    ROM_FIELD_TITLE = 12, /* text */
    ROM_FIELD_SIZE = 20
};

/* DATA 1.0: Rows of values that a game reads by column. */
enum {
    ROM_DATA_FLAGS = 4, /* u32: bit 0 extensible: an overlay's rows are merged by key */
    ROM_DATA_FIELD_COUNT = 8, /* u32 */
    ROM_DATA_FIELDS_AT = 12, /* offset to field_count x field */
    ROM_DATA_ROW_BYTES = 16, /* u32: a multiple of 4; the first 4 are the row's key */
    ROM_DATA_ROW_COUNT = 20, /* u32 */
    ROM_DATA_ROWS_BYTES = 24, /* u32 */
    ROM_DATA_ROWS_AT = 28, /* offset to rows_bytes x u8: strictly rising by key */
    ROM_DATA_SIZE = 32,
    ROM_DATA_EXTENSIBLE = 1
};

/* OVLY 1.0: Chunk `overlay` of overlays: what they do besides adding and replacing. */
enum {
    ROM_OVERLAY_FIRST_VERSION = 4, /* u32: versions of the base cart that it fits */
    ROM_OVERLAY_LAST_VERSION = 8, /* u32 */
    ROM_OVERLAY_SIZE = 12
};

/* level-section: One part of a level. */
enum {
    ROM_LEVEL_SECTION_TYPE = 0, /* tag: of the chunk that it is */
    ROM_LEVEL_SECTION_OFFSET = 4, /* u32 */
    ROM_LEVEL_SECTION_BYTES = 8, /* u32: at least 4 */
    ROM_LEVEL_SECTION_FLAGS = 12, /* u32: bit 0: the level cannot be played without */
    ROM_LEVEL_SECTION_SIZE = 16
};

/* LEVL 1.0: What is loaded of the world at a time; its sections are chunks of their own inside of it. */
enum {
    ROM_LEVEL_FLAGS = 4, /* u32 */
    ROM_LEVEL_LOW = 8, /* 3 x fx: bounds */
    ROM_LEVEL_HIGH = 20, /* 3 x fx: nowhere below low */
    ROM_LEVEL_PACKAGE = 32, /* id: a PACK chunk, 0 = none */
    ROM_LEVEL_TAG_COUNT = 36, /* u32 */
    ROM_LEVEL_TAGS_AT = 40, /* offset to tag_count x id: names such as `water`, strictly rising */
    ROM_LEVEL_NEIGHBOUR_COUNT = 44, /* u32 */
    ROM_LEVEL_NEIGHBOURS_AT = 48, /* offset to neighbour_count x id: LEVL chunks */
    ROM_LEVEL_SECTION_COUNT = 52, /* u32 */
    ROM_LEVEL_SECTIONS_AT = 56, /* offset to section_count x level-section */
    ROM_LEVEL_SIZE = 60,
    ROM_LEVEL_PREPARED = 1,
    ROM_LEVEL_STREAMED = 2
};

/* topology-node: One level. */
enum {
    ROM_TOPOLOGY_NODE_LEVEL = 0, /* id: a LEVL chunk */
    ROM_TOPOLOGY_NODE_LOW = 4, /* 3 x fx: its bounds */
    ROM_TOPOLOGY_NODE_HIGH = 16, /* 3 x fx */
    ROM_TOPOLOGY_NODE_FIRST_LINK = 28, /* u32 */
    ROM_TOPOLOGY_NODE_LINK_COUNT = 32, /* u32 */
    ROM_TOPOLOGY_NODE_SIZE = 36
};

/* topology-link: A way to another level. */
enum {
    ROM_TOPOLOGY_LINK_NODE = 0, /* u32: where to */
    ROM_TOPOLOGY_LINK_FLAGS = 4, /* u32: bit 0 a door that can be held, bit 1 seen through, bit 2 one-way */
    ROM_TOPOLOGY_LINK_AT = 8, /* 3 x fx: where it is crossed */
    ROM_TOPOLOGY_LINK_RADIUS = 20, /* fx */
    ROM_TOPOLOGY_LINK_SIZE = 24
};

/* TOPO 1.0: Which levels there are and how they hang together. */
enum {
    ROM_TOPOLOGY_FORM = 4, /* u8: 0 a line, 1 a star about the first, 2 a graph, 3 an open grid */
    ROM_TOPOLOGY_COLUMNS = 8, /* u16: of a grid */
    ROM_TOPOLOGY_ROWS = 10, /* u16 */
    ROM_TOPOLOGY_NODE_COUNT = 12, /* u32 */
    ROM_TOPOLOGY_NODES_AT = 16, /* offset to node_count x topology-node: of a grid: row by row */
    ROM_TOPOLOGY_LINK_COUNT = 20, /* u32 */
    ROM_TOPOLOGY_LINKS_AT = 24, /* offset to link_count x topology-link */
    ROM_TOPOLOGY_SIZE = 28,
    ROM_TOPOLOGY_LINE = 0,
    ROM_TOPOLOGY_STAR = 1,
    ROM_TOPOLOGY_GRAPH = 2,
    ROM_TOPOLOGY_GRID = 3
};

/* instance: A mesh put into the world. */
enum {
    ROM_INSTANCE_MESH = 0, /* u16: number in the list of meshes */
    ROM_INSTANCE_MATERIAL = 2, /* u16: number in the list of materials, 65535 = the mesh's own */
    ROM_INSTANCE_POSITION = 4, /* 3 x fx */
    ROM_INSTANCE_ROTATION = 16, /* 4 x i16: quaternion x, y, z, w in q2.14 */
    ROM_INSTANCE_SCALE = 24, /* fx: uniform */
    ROM_INSTANCE_TINT = 28, /* 3 x u8: red, green, blue; 255 leaves the colour as it is */
    ROM_INSTANCE_FLAGS = 31, /* u8: bit 0 casts no shadow, bit 1 not drawn from afar */
    ROM_INSTANCE_SIZE = 32,
    ROM_INSTANCE_OWN_MATERIAL = 65535,
    ROM_INSTANCE_NO_SHADOW = 1,
    ROM_INSTANCE_NEAR_ONLY = 2
};

/* instance-cell: What lies together, for culling. */
enum {
    ROM_INSTANCE_CELL_LOW = 0, /* 3 x fx: bounds of all in it */
    ROM_INSTANCE_CELL_HIGH = 12, /* 3 x fx */
    ROM_INSTANCE_CELL_FIRST = 24, /* u32: instance, where the cell before ended */
    ROM_INSTANCE_CELL_COUNT = 28, /* u32 */
    ROM_INSTANCE_CELL_MERGED = 32, /* id: a MESH chunk that shows all of them at once, 0 = none */
    ROM_INSTANCE_CELL_SIZE = 36
};

/* GEOM 1.0: Static geometry as instances of few meshes. */
enum {
    ROM_GEOMETRY_MESH_COUNT = 4, /* u32 */
    ROM_GEOMETRY_MESHES_AT = 8, /* offset to mesh_count x id: MESH chunks */
    ROM_GEOMETRY_MATERIAL_COUNT = 12, /* u32 */
    ROM_GEOMETRY_MATERIALS_AT = 16, /* offset to material_count x id: MATL chunks */
    ROM_GEOMETRY_INSTANCE_COUNT = 20, /* u32 */
    ROM_GEOMETRY_INSTANCES_AT = 24, /* offset to instance_count x instance: cell by cell */
    ROM_GEOMETRY_CELL_COUNT = 28, /* u32 */
    ROM_GEOMETRY_CELLS_AT = 32, /* offset to cell_count x instance-cell: their instances together are all */
    ROM_GEOMETRY_SIZE = 36
};

/* element-version: One of the looks of an element. */
enum {
    ROM_ELEMENT_VERSION_MESH = 0, /* id: a MESH chunk, 0 = gone */
    ROM_ELEMENT_VERSION_COLLISION = 4, /* id: a COLL chunk, 0 = none */
    ROM_ELEMENT_VERSION_MATERIAL = 8, /* id: physical material */
    ROM_ELEMENT_VERSION_MASS = 12, /* fx: kilograms, 0 = fixed */
    ROM_ELEMENT_VERSION_SOUND = 16, /* id: when it is entered */
    ROM_ELEMENT_VERSION_EFFECT = 20, /* id: when it is entered */
    ROM_ELEMENT_VERSION_THRESHOLD = 24, /* fx: it is entered when the element's health is at or below */
    ROM_ELEMENT_VERSION_SIZE = 28
};

/* element: A thing that breaks. */
enum {
    ROM_ELEMENT_NAME = 0, /* id */
    ROM_ELEMENT_INSTANCE = 4, /* u32: of the geometry section, 4294967295 = none */
    ROM_ELEMENT_FIRST_VERSION = 8, /* u32 */
    ROM_ELEMENT_VERSION_COUNT = 12, /* u16: thresholds fall strictly; the first version is the whole one */
    ROM_ELEMENT_START = 14, /* u16: the one to begin with, below version_count */
    ROM_ELEMENT_POSITION = 16, /* 3 x fx */
    ROM_ELEMENT_HEALTH = 28, /* fx: to begin with */
    ROM_ELEMENT_SIZE = 32
};

/* ELEM 1.0: Things with several versions. */
enum {
    ROM_ELEMENTS_ELEMENT_COUNT = 4, /* u32 */
    ROM_ELEMENTS_ELEMENTS_AT = 8, /* offset to element_count x element */
    ROM_ELEMENTS_VERSION_COUNT = 12, /* u32 */
    ROM_ELEMENTS_VERSIONS_AT = 16, /* offset to version_count x element-version */
    ROM_ELEMENTS_SIZE = 20
};

/* property: One property of a spawned object. */
enum {
    ROM_PROPERTY_KEY = 0, /* id */
    ROM_PROPERTY_KIND = 4, /* u8: 0 i32, 1 fx, 2 id, 3 yes or no, 4 colour, 5 text, 6 three fx */
    ROM_PROPERTY_VALUE = 8, /* u32: the number itself; of 5 and 6: number of the text or vector */
    ROM_PROPERTY_SIZE = 12,
    ROM_PROPERTY_INTEGER = 0,
    ROM_PROPERTY_FX = 1,
    ROM_PROPERTY_ID = 2,
    ROM_PROPERTY_BOOL = 3,
    ROM_PROPERTY_COLOUR = 4,
    ROM_PROPERTY_TEXT = 5,
    ROM_PROPERTY_VECTOR = 6
};

/* spawner: An object to make. */
enum {
    ROM_SPAWNER_TYPE = 0, /* id: name of its type */
    ROM_SPAWNER_NAME = 4, /* id: of the object, 0 = none */
    ROM_SPAWNER_POSITION = 8, /* 3 x fx */
    ROM_SPAWNER_ROTATION = 20, /* 4 x i16: quaternion in q2.14 */
    ROM_SPAWNER_SCALE = 28, /* fx */
    ROM_SPAWNER_LAYER = 32, /* u16: number in the layers section */
    ROM_SPAWNER_PROPERTY_COUNT = 34, /* u16 */
    ROM_SPAWNER_FIRST_PROPERTY = 36, /* u32 */
    ROM_SPAWNER_PARENT = 40, /* u32: number of another spawner above it in the list, 4294967295 = none */
    ROM_SPAWNER_FLAGS = 44, /* u32: bit 0 not at once */
    ROM_SPAWNER_SIZE = 48
};

/* spawn-text. */
enum {
    ROM_SPAWN_TEXT_TEXT = 0, /* text */
    ROM_SPAWN_TEXT_SIZE = 8
};

/* vector. */
enum {
    ROM_VECTOR_VALUE = 0, /* 3 x fx */
    ROM_VECTOR_SIZE = 12
};

/* SPWN 1.0: Objects of the game with what differs from their type's defaults. */
enum {
    ROM_SPAWNERS_SPAWNER_COUNT = 4, /* u32 */
    ROM_SPAWNERS_SPAWNERS_AT = 8, /* offset to spawner_count x spawner */
    ROM_SPAWNERS_PROPERTY_COUNT = 12, /* u32 */
    ROM_SPAWNERS_PROPERTIES_AT = 16, /* offset to property_count x property */
    ROM_SPAWNERS_TEXT_COUNT = 20, /* u32 */
    ROM_SPAWNERS_TEXTS_AT = 24, /* offset to text_count x spawn-text */
    ROM_SPAWNERS_VECTOR_COUNT = 28, /* u32 */
    ROM_SPAWNERS_VECTORS_AT = 32, /* offset to vector_count x vector */
    ROM_SPAWNERS_SIZE = 36
};

/* locator: A named place. */
enum {
    ROM_LOCATOR_NAME = 0, /* id */
    ROM_LOCATOR_KIND = 4, /* id */
    ROM_LOCATOR_POSITION = 8, /* 3 x fx */
    ROM_LOCATOR_ROTATION = 20, /* 4 x i16: quaternion in q2.14 */
    ROM_LOCATOR_RADIUS = 28, /* fx */
    ROM_LOCATOR_SIZE = 32
};

/* LOCA 1.0. */
enum {
    ROM_LOCATORS_COUNT = 4, /* u32 */
    ROM_LOCATORS_AT = 8, /* offset to count x locator: rising by name */
    ROM_LOCATORS_SIZE = 12
};

/* volume: A region of space with a meaning. */
enum {
    ROM_VOLUME_NAME = 0, /* id */
    ROM_VOLUME_KIND = 4, /* id: such as `water`, `trigger`, `kill` */
    ROM_VOLUME_SHAPE = 8, /* u8: 0 box, 1 sphere, 2 convex: below all its planes */
    ROM_VOLUME_CENTRE = 12, /* 3 x fx */
    ROM_VOLUME_HALF = 24, /* 3 x fx: half sides of a box; x: radius of a sphere */
    ROM_VOLUME_ROTATION = 36, /* 4 x i16: quaternion in q2.14 */
    ROM_VOLUME_FIRST_PLANE = 44, /* u32: of a convex one */
    ROM_VOLUME_PLANE_COUNT = 48, /* u32 */
    ROM_VOLUME_SIZE = 52,
    ROM_VOLUME_BOX = 0,
    ROM_VOLUME_SPHERE = 1,
    ROM_VOLUME_CONVEX = 2
};

/* plane: Points with normal * p = distance lie on it. */
enum {
    ROM_PLANE_NORMAL = 0, /* 3 x fx */
    ROM_PLANE_DISTANCE = 12, /* fx */
    ROM_PLANE_SIZE = 16
};

/* VOLU 1.0. */
enum {
    ROM_VOLUMES_COUNT = 4, /* u32 */
    ROM_VOLUMES_AT = 8, /* offset to count x volume */
    ROM_VOLUMES_PLANE_COUNT = 12, /* u32 */
    ROM_VOLUMES_PLANES_AT = 16, /* offset to plane_count x plane */
    ROM_VOLUMES_SIZE = 20
};

/* world-light: A light of a level, or a motif that objects take their light from. */
enum {
    ROM_WORLD_LIGHT_NAME = 0, /* id */
    ROM_WORLD_LIGHT_KIND = 4, /* u8: 0 directional, 1 point, 2 motif */
    ROM_WORLD_LIGHT_INTENSITY = 5, /* u8 */
    ROM_WORLD_LIGHT_LAYER = 6, /* u16 */
    ROM_WORLD_LIGHT_COLOUR = 8, /* colour */
    ROM_WORLD_LIGHT_VECTOR = 12, /* 3 x fx: direction or position */
    ROM_WORLD_LIGHT_RANGE = 24, /* fx */
    ROM_WORLD_LIGHT_SIZE = 28
};

/* LGHT 1.0. */
enum {
    ROM_LIGHTS_COUNT = 4, /* u32 */
    ROM_LIGHTS_AT = 8, /* offset to count x world-light */
    ROM_LIGHTS_SIZE = 12
};

/* spline: A curve through points. */
enum {
    ROM_SPLINE_NAME = 0, /* id */
    ROM_SPLINE_FORM = 4, /* u8: 0 straight, 1 cardinal, 2 Bezier, 3 B-spline */
    ROM_SPLINE_FLAGS = 5, /* u8: bit 0 closed */
    ROM_SPLINE_POINT_COUNT = 6, /* u16 */
    ROM_SPLINE_FIRST_POINT = 8, /* u32 */
    ROM_SPLINE_LENGTH = 12, /* fx: along the curve, metres */
    ROM_SPLINE_SIZE = 16
};

/* spline-point. */
enum {
    ROM_SPLINE_POINT_POSITION = 0, /* 3 x fx */
    ROM_SPLINE_POINT_ALONG = 12, /* fx: length of the curve up to here */
    ROM_SPLINE_POINT_SIZE = 16
};

/* PATH 1.0: Curves. */
enum {
    ROM_PATH_SPLINE_COUNT = 4, /* u32 */
    ROM_PATH_SPLINES_AT = 8, /* offset to spline_count x spline */
    ROM_PATH_POINT_COUNT = 12, /* u32 */
    ROM_PATH_POINTS_AT = 16, /* offset to point_count x spline-point */
    ROM_PATH_SIZE = 20
};

/* ledge: An edge to hang from, or a place to hide behind. */
enum {
    ROM_LEDGE_KIND = 0, /* u8: 0 ledge, 1 cover */
    ROM_LEDGE_FLAGS = 1, /* u8: of cover: bit 0 low, bit 1 can be left to the left, bit 2 to the right */
    ROM_LEDGE_FROM = 4, /* 3 x fx */
    ROM_LEDGE_TO = 16, /* 3 x fx */
    ROM_LEDGE_FACING = 28, /* 4 x i16: normal x, y, z in q2.14, and 0 */
    ROM_LEDGE_SIZE = 36
};

/* EDGE 1.0. */
enum {
    ROM_LEDGES_COUNT = 4, /* u32 */
    ROM_LEDGES_AT = 8, /* offset to count x ledge */
    ROM_LEDGES_SIZE = 12
};

/* layer. */
enum {
    ROM_LAYER_NAME = 0, /* id */
    ROM_LAYER_FLAGS = 4, /* u8: bit 0 shown at the start, bit 1 active at the start */
    ROM_LAYER_SIZE = 8
};

/* LAYR 1.0. */
enum {
    ROM_LAYERS_COUNT = 4, /* u32 */
    ROM_LAYERS_AT = 8, /* offset to count x layer */
    ROM_LAYERS_SIZE = 12
};

/* XREF 1.0: Chunks and images that a level refers to without loading them. */
enum {
    ROM_EXTERNAL_LIST_REFERENCE_COUNT = 4, /* u32 */
    ROM_EXTERNAL_LIST_REFERENCES_AT = 8, /* offset to reference_count x package-item */
    ROM_EXTERNAL_LIST_IMAGE_COUNT = 12, /* u32 */
    ROM_EXTERNAL_LIST_IMAGES_AT = 16, /* offset to image_count x external */
    ROM_EXTERNAL_LIST_SIZE = 20
};

/* portal: A hole between two cells. */
enum {
    ROM_PORTAL_FROM = 0, /* u32 */
    ROM_PORTAL_TO = 4, /* u32 */
    ROM_PORTAL_CENTRE = 8, /* 3 x fx */
    ROM_PORTAL_HALF = 20, /* 3 x fx */
    ROM_PORTAL_SIZE = 32
};

/* visibility-cell. */
enum {
    ROM_VISIBILITY_CELL_LOW = 0, /* 3 x fx */
    ROM_VISIBILITY_CELL_HIGH = 12, /* 3 x fx */
    ROM_VISIBILITY_CELL_SIZE = 24
};

/* VISI 1.0: What is seen from where. */
enum {
    ROM_VISIBILITY_CELL_COUNT = 4, /* u32 */
    ROM_VISIBILITY_CELLS_AT = 8, /* offset to cell_count x visibility-cell */
    ROM_VISIBILITY_PORTAL_COUNT = 12, /* u32 */
    ROM_VISIBILITY_PORTALS_AT = 16, /* offset to portal_count x portal */
    ROM_VISIBILITY_SET_BYTES = 20, /* u32 */
    ROM_VISIBILITY_SETS_AT = 24, /* offset to set_bytes x u8 */
    ROM_VISIBILITY_SIZE = 28
};

/* collision-triangle. */
enum {
    ROM_COLLISION_TRIANGLE_CORNER = 0, /* 3 x u16: numbers of vertices */
    ROM_COLLISION_TRIANGLE_MATERIAL = 6, /* u16: number in the list of materials */
    ROM_COLLISION_TRIANGLE_SIZE = 8
};

/* convex: Below all its planes. */
enum {
    ROM_CONVEX_FIRST_PLANE = 0, /* u32 */
    ROM_CONVEX_PLANE_COUNT = 4, /* u16 */
    ROM_CONVEX_MATERIAL = 6, /* u16 */
    ROM_CONVEX_CENTRE = 8, /* 3 x fx */
    ROM_CONVEX_RADIUS = 20, /* fx */
    ROM_CONVEX_SIZE = 24
};

/* collision-plane. */
enum {
    ROM_COLLISION_PLANE_PLANE = 0, /* plane */
    ROM_COLLISION_PLANE_MATERIAL = 16, /* u32 */
    ROM_COLLISION_PLANE_SIZE = 20
};

/* collision-box. */
enum {
    ROM_COLLISION_BOX_CENTRE = 0, /* 3 x fx */
    ROM_COLLISION_BOX_HALF = 12, /* 3 x fx */
    ROM_COLLISION_BOX_ROTATION = 24, /* 4 x i16: quaternion in q2.14 */
    ROM_COLLISION_BOX_MATERIAL = 32, /* u32 */
    ROM_COLLISION_BOX_SIZE = 36
};

/* capsule. */
enum {
    ROM_CAPSULE_FROM = 0, /* 3 x fx */
    ROM_CAPSULE_TO = 12, /* 3 x fx */
    ROM_CAPSULE_RADIUS = 24, /* fx */
    ROM_CAPSULE_MATERIAL = 28, /* u32 */
    ROM_CAPSULE_SIZE = 32
};

/* sphere. */
enum {
    ROM_SPHERE_CENTRE = 0, /* 3 x fx */
    ROM_SPHERE_RADIUS = 12, /* fx */
    ROM_SPHERE_MATERIAL = 16, /* u32 */
    ROM_SPHERE_SIZE = 20
};

/* COLL 1.0: What stops bodies. */
enum {
    ROM_COLLISION_LOW = 4, /* 3 x fx: bounds */
    ROM_COLLISION_HIGH = 16, /* 3 x fx */
    ROM_COLLISION_MATERIAL_COUNT = 28, /* u32 */
    ROM_COLLISION_MATERIALS_AT = 32, /* offset to material_count x id: physical materials */
    ROM_COLLISION_VERTEX_COUNT = 36, /* u32 */
    ROM_COLLISION_VERTICES_AT = 40, /* offset to vertex_count x vector */
    ROM_COLLISION_TRIANGLE_COUNT = 44, /* u32 */
    ROM_COLLISION_TRIANGLES_AT = 48, /* offset to triangle_count x collision-triangle */
    ROM_COLLISION_CONVEX_COUNT = 52, /* u32 */
    ROM_COLLISION_CONVEXES_AT = 56, /* offset to convex_count x convex */
    ROM_COLLISION_PLANE_COUNT = 60, /* u32 */
    ROM_COLLISION_PLANES_AT = 64, /* offset to plane_count x plane: of the convex sets */
    ROM_COLLISION_WALL_COUNT = 68, /* u32 */
    ROM_COLLISION_WALLS_AT = 72, /* offset to wall_count x collision-plane */
    ROM_COLLISION_BOX_COUNT = 76, /* u32 */
    ROM_COLLISION_BOXES_AT = 80, /* offset to box_count x collision-box */
    ROM_COLLISION_CAPSULE_COUNT = 84, /* u32 */
    ROM_COLLISION_CAPSULES_AT = 88, /* offset to capsule_count x capsule */
    ROM_COLLISION_SPHERE_COUNT = 92, /* u32 */
    ROM_COLLISION_SPHERES_AT = 96, /* offset to sphere_count x sphere */
    ROM_COLLISION_SIZE = 100
};

/* occluder-triangle. */
enum {
    ROM_OCCLUDER_TRIANGLE_CORNER = 0, /* 3 x u16: numbers of vertices */
    ROM_OCCLUDER_TRIANGLE_SHAPE = 6, /* u16: number of the shape that it is part of */
    ROM_OCCLUDER_TRIANGLE_SIZE = 8
};

/* OCCL 1.0: Shapes that hide what lies behind them; they lie inside of what is seen. */
enum {
    ROM_OCCLUDER_LOW = 4, /* 3 x fx: bounds */
    ROM_OCCLUDER_HIGH = 16, /* 3 x fx */
    ROM_OCCLUDER_VERTEX_COUNT = 28, /* u32 */
    ROM_OCCLUDER_VERTICES_AT = 32, /* offset to vertex_count x vector */
    ROM_OCCLUDER_TRIANGLE_COUNT = 36, /* u32 */
    ROM_OCCLUDER_TRIANGLES_AT = 40, /* offset to triangle_count x occluder-triangle */
    ROM_OCCLUDER_SIZE = 44
};

/* walk-polygon. */
enum {
    ROM_WALK_POLYGON_FIRST = 0, /* u32: corner */
    ROM_WALK_POLYGON_COUNT = 4, /* u16 */
    ROM_WALK_POLYGON_AREA = 6, /* u16: number that the game gives a meaning to */
    ROM_WALK_POLYGON_SIZE = 8
};

/* walk-line: One may walk along it. */
enum {
    ROM_WALK_LINE_FROM = 0, /* 3 x fx */
    ROM_WALK_LINE_TO = 12, /* 3 x fx */
    ROM_WALK_LINE_WIDTH = 24, /* fx */
    ROM_WALK_LINE_FLAGS = 28, /* u32 */
    ROM_WALK_LINE_SIZE = 32
};

/* NAVM 1.0: Where one can walk: polygons, a grid, lines. */
enum {
    ROM_NAVIGATION_VERTEX_COUNT = 4, /* u32 */
    ROM_NAVIGATION_VERTICES_AT = 8, /* offset to vertex_count x vector */
    ROM_NAVIGATION_CORNER_COUNT = 12, /* u32 */
    ROM_NAVIGATION_CORNERS_AT = 16, /* offset to corner_count x u32: numbers of vertices */
    ROM_NAVIGATION_NEIGHBOURS_AT = 20, /* offset to corner_count x u32 */
    ROM_NAVIGATION_POLYGON_COUNT = 24, /* u32 */
    ROM_NAVIGATION_POLYGONS_AT = 28, /* offset to polygon_count x walk-polygon */
    ROM_NAVIGATION_GRID_WIDTH = 32, /* u16 */
    ROM_NAVIGATION_GRID_HEIGHT = 34, /* u16 */
    ROM_NAVIGATION_GRID_CELL = 36, /* fx: side of a cell */
    ROM_NAVIGATION_GRID_CORNER = 40, /* 3 x fx */
    ROM_NAVIGATION_GRID_BYTES = 52, /* u32 */
    ROM_NAVIGATION_GRID_AT = 56, /* offset to grid_bytes x u8: cost of a cell, 0 = cannot be entered */
    ROM_NAVIGATION_LINE_COUNT = 60, /* u32 */
    ROM_NAVIGATION_LINES_AT = 64, /* offset to line_count x walk-line */
    ROM_NAVIGATION_SIZE = 68
};

/* region-run: Regions that follow one another. */
enum {
    ROM_REGION_RUN_FIRST = 0, /* u32 */
    ROM_REGION_RUN_COUNT = 4, /* u32 */
    ROM_REGION_RUN_ENTRY = 8, /* u32: number of the first one's entry: where the run before ended */
    ROM_REGION_RUN_SIZE = 12
};

/* region: One region's tiles. */
enum {
    ROM_REGION_OFFSET = 0, /* u32: 0 = absent: all tiles are the fill tile */
    ROM_REGION_STORED = 4, /* u32: bytes */
    ROM_REGION_CODEC = 8, /* u8: as of a chunk */
    ROM_REGION_SIZE = 12
};

/* REGN 1.0: A large map of tiles, cut into equal regions. */
enum {
    ROM_REGION_MAP_COLUMNS = 4, /* u16: regions */
    ROM_REGION_MAP_ROWS = 6, /* u16 */
    ROM_REGION_MAP_WIDTH = 8, /* u16: of a region in tiles */
    ROM_REGION_MAP_HEIGHT = 10, /* u16 */
    ROM_REGION_MAP_TILE_WIDTH = 12, /* u16: in pixels */
    ROM_REGION_MAP_TILE_HEIGHT = 14, /* u16 */
    ROM_REGION_MAP_LAYOUT = 16, /* u8: 0 right angles, 1 diamond, 2 staggered */
    ROM_REGION_MAP_ELEMENT = 17, /* u8: bytes of a tile's number */
    ROM_REGION_MAP_FILL = 18, /* u16: tile of absent regions */
    ROM_REGION_MAP_TILES = 20, /* id: a TSET chunk, 0 = none */
    ROM_REGION_MAP_RUN_COUNT = 24, /* u32: 0: an entry for every region */
    ROM_REGION_MAP_RUNS_AT = 28, /* offset to run_count x region-run */
    ROM_REGION_MAP_REGION_COUNT = 32, /* u32: entries */
    ROM_REGION_MAP_REGIONS_AT = 36, /* offset to region_count x region: row by row */
    ROM_REGION_MAP_SIZE = 40,
    ROM_REGION_MAP_SQUARE = 0,
    ROM_REGION_MAP_DIAMOND = 1,
    ROM_REGION_MAP_STAGGERED = 2
};

/* map-layer: Cells of one layer. */
enum {
    ROM_MAP_LAYER_NAME = 0, /* id */
    ROM_MAP_LAYER_FIRST = 4, /* u32: byte of its first cell among the layers' cells */
    ROM_MAP_LAYER_BYTES = 8, /* u32: width x height x element */
    ROM_MAP_LAYER_OFFSET_X = 12, /* i16: pixels that it is moved by */
    ROM_MAP_LAYER_OFFSET_Y = 14, /* i16 */
    ROM_MAP_LAYER_FLAGS = 16, /* u8: bit 0 shown */
    ROM_MAP_LAYER_OPACITY = 17, /* u8: 255 = full */
    ROM_MAP_LAYER_SIZE = 20,
    ROM_MAP_LAYER_SHOWN = 1
};

/* map-point: Corner of a polygon or line. */
enum {
    ROM_MAP_POINT_X = 0, /* fx: pixels from the object's position */
    ROM_MAP_POINT_Y = 4, /* fx */
    ROM_MAP_POINT_SIZE = 8
};

/* map-property: Something that the map's maker wrote down. */
enum {
    ROM_MAP_PROPERTY_NAME = 0, /* id */
    ROM_MAP_PROPERTY_KIND = 4, /* u8: 0 text, 1 whole number, 2 fx, 3 yes or no */
    ROM_MAP_PROPERTY_NUMBER = 8, /* i32: of the kinds 1 to 3 */
    ROM_MAP_PROPERTY_TEXT = 12, /* text: as it was written */
    ROM_MAP_PROPERTY_SIZE = 20,
    ROM_MAP_PROPERTY_AS_TEXT = 0,
    ROM_MAP_PROPERTY_AS_WHOLE = 1,
    ROM_MAP_PROPERTY_AS_FX = 2,
    ROM_MAP_PROPERTY_AS_BOOLEAN = 3
};

/* map-object: A thing, place or area on a map. */
enum {
    ROM_MAP_OBJECT_NAME = 0, /* id */
    ROM_MAP_OBJECT_KIND = 4, /* id: its class */
    ROM_MAP_OBJECT_ROLE = 8, /* u8: 0 locator, 1 region, 2 spawner: what has a class */
    ROM_MAP_OBJECT_SHAPE = 9, /* u8: 0 point, 1 rectangle, 2 ellipse, 3 polygon, 4 line, 5 tile */
    ROM_MAP_OBJECT_ROTATION = 10, /* angle: clockwise */
    ROM_MAP_OBJECT_LAYER = 12, /* u16: layers of tiles that lie behind it */
    ROM_MAP_OBJECT_CELL = 14, /* u16: of shape tile */
    ROM_MAP_OBJECT_X = 16, /* fx: pixels of the map */
    ROM_MAP_OBJECT_Y = 20, /* fx */
    ROM_MAP_OBJECT_WIDTH = 24, /* fx */
    ROM_MAP_OBJECT_HEIGHT = 28, /* fx */
    ROM_MAP_OBJECT_FIRST_POINT = 32, /* u32 */
    ROM_MAP_OBJECT_POINT_COUNT = 36, /* u32 */
    ROM_MAP_OBJECT_FIRST_PROPERTY = 40, /* u32 */
    ROM_MAP_OBJECT_PROPERTY_COUNT = 44, /* u32 */
    ROM_MAP_OBJECT_SIZE = 48,
    ROM_MAP_OBJECT_LOCATOR = 0,
    ROM_MAP_OBJECT_REGION = 1,
    ROM_MAP_OBJECT_SPAWNER = 2
};

/* TMAP 1.1: A map of tiles in one piece. */
enum {
    ROM_TILE_MAP_WIDTH = 4, /* u16 */
    ROM_TILE_MAP_HEIGHT = 6, /* u16 */
    ROM_TILE_MAP_LAYOUT = 8, /* u8: as of a region map; 3 hexagons */
    ROM_TILE_MAP_ELEMENT = 9, /* u8 */
    ROM_TILE_MAP_FLAGS = 10, /* u16 */
    ROM_TILE_MAP_TILES = 12, /* id: a TSET chunk */
    ROM_TILE_MAP_CELL_BYTES = 16, /* u32 */
    ROM_TILE_MAP_CELLS_AT = 20, /* offset to cell_bytes x u8: of the hindmost layer */
    ROM_TILE_MAP_TILE_WIDTH = 24, /* u16, since 1.1: pixels of a cell */
    ROM_TILE_MAP_TILE_HEIGHT = 26, /* u16, since 1.1 */
    ROM_TILE_MAP_EMPTY = 28, /* u16, since 1.1 */
    ROM_TILE_MAP_HEXAGON_SIDE = 30, /* u16, since 1.1: pixels of the sides along the stagger's axis */
    ROM_TILE_MAP_LAYER_COUNT = 32, /* u32, since 1.1 */
    ROM_TILE_MAP_LAYERS_AT = 36, /* offset to layer_count x map-layer, since 1.1: from back to front */
    ROM_TILE_MAP_LAYER_BYTES = 40, /* u32, since 1.1 */
    ROM_TILE_MAP_LAYER_CELLS_AT = 44, /* offset to layer_bytes x u8, since 1.1: begins with `cells_at` */
    ROM_TILE_MAP_OBJECT_COUNT = 48, /* u32, since 1.1 */
    ROM_TILE_MAP_OBJECTS_AT = 52, /* offset to object_count x map-object, since 1.1 */
    ROM_TILE_MAP_POINT_COUNT = 56, /* u32, since 1.1 */
    ROM_TILE_MAP_POINTS_AT = 60, /* offset to point_count x map-point, since 1.1 */
    ROM_TILE_MAP_PROPERTY_COUNT = 64, /* u32, since 1.1: the map's own ones first */
    ROM_TILE_MAP_PROPERTIES_AT = 68, /* offset to property_count x map-property, since 1.1 */
    ROM_TILE_MAP_OWN_PROPERTY_COUNT = 72, /* u32, since 1.1: of the map */
    ROM_TILE_MAP_BASE = 24, /* bytes of the first minor version */
    ROM_TILE_MAP_SIZE = 76,
    ROM_TILE_MAP_TURNS = 1,
    ROM_TILE_MAP_HAS_EMPTY = 2,
    ROM_TILE_MAP_STAGGER_X = 4,
    ROM_TILE_MAP_STAGGER_EVEN = 8,
    ROM_TILE_MAP_HEXAGONS = 3
};

/* tile. */
enum {
    ROM_TILE_FLAGS = 0, /* u16: that the game gives a meaning to */
    ROM_TILE_FRAMES = 2, /* u16: of its animation */
    ROM_TILE_FIRST = 4, /* u32 */
    ROM_TILE_SIZE = 8
};

/* tile-frame: One step of a tile's animation. */
enum {
    ROM_TILE_FRAME_TILE = 0, /* u16: that is shown */
    ROM_TILE_FRAME_DURATION = 2, /* u16: in 1/1000 of a second */
    ROM_TILE_FRAME_SIZE = 4
};

/* tile-property. */
enum {
    ROM_TILE_PROPERTY_TILE = 0, /* u32 */
    ROM_TILE_PROPERTY_PROPERTY = 4, /* map-property */
    ROM_TILE_PROPERTY_SIZE = 24
};

/* TSET 1.1. */
enum {
    ROM_TILE_SET_SHEET = 4, /* id: a SHET chunk, or 0 */
    ROM_TILE_SET_TILE_WIDTH = 8, /* u16 */
    ROM_TILE_SET_TILE_HEIGHT = 10, /* u16 */
    ROM_TILE_SET_COUNT = 12, /* u32 */
    ROM_TILE_SET_AT = 16, /* offset to count x tile */
    ROM_TILE_SET_IMAGE = 20, /* id, since 1.1: an IMAG chunk with the tiles side by side, row by row; or 0 */
    ROM_TILE_SET_COLUMNS = 24, /* u16, since 1.1: tiles in a row of the image */
    ROM_TILE_SET_BITS = 26, /* u16, since 1.1 */
    ROM_TILE_SET_FRAME_COUNT = 28, /* u32, since 1.1 */
    ROM_TILE_SET_FRAMES_AT = 32, /* offset to frame_count x tile-frame, since 1.1 */
    ROM_TILE_SET_PROPERTY_COUNT = 36, /* u32, since 1.1 */
    ROM_TILE_SET_PROPERTIES_AT = 40, /* offset to property_count x tile-property, since 1.1 */
    ROM_TILE_SET_BASE = 20, /* bytes of the first minor version */
    ROM_TILE_SET_SIZE = 44,
    ROM_TILE_SET_BLOCKED = 32768 /* of a tile's flags, in sets with `bits`: nothing walks there */
};

/* glyph. */
enum {
    ROM_GLYPH_CODE = 0, /* u32: Unicode */
    ROM_GLYPH_X = 4, /* u16 */
    ROM_GLYPH_Y = 6, /* u16 */
    ROM_GLYPH_WIDTH = 8, /* u16 */
    ROM_GLYPH_HEIGHT = 10, /* u16 */
    ROM_GLYPH_LEFT = 12, /* i16 */
    ROM_GLYPH_TOP = 14, /* i16 */
    ROM_GLYPH_ADVANCE = 16, /* u16 */
    ROM_GLYPH_SIZE = 20
};

/* kerning. */
enum {
    ROM_KERNING_LEFT = 0, /* u32: number of the glyph */
    ROM_KERNING_RIGHT = 4, /* u32 */
    ROM_KERNING_MOVE = 8, /* i32 */
    ROM_KERNING_SIZE = 12
};

/* FONT 1.1. */
enum {
    ROM_FONT_IMAGE = 4, /* id: or 0 */
    ROM_FONT_HEIGHT = 8, /* u16 */
    ROM_FONT_BASELINE = 10, /* u16 */
    ROM_FONT_GLYPH_COUNT = 12, /* u32 */
    ROM_FONT_GLYPHS_AT = 16, /* offset to glyph_count x glyph */
    ROM_FONT_KERNING_COUNT = 20, /* u32 */
    ROM_FONT_KERNINGS_AT = 24, /* offset to kerning_count x kerning */
    ROM_FONT_DEPTH = 28, /* u8, since 1.1 */
    ROM_FONT_FIXED = 29, /* u8, since 1.1: 1: all glyphs advance alike */
    ROM_FONT_DESCENT = 30, /* u16, since 1.1: pixels below the base line */
    ROM_FONT_REPLACEMENT = 32, /* u32, since 1.1 */
    ROM_FONT_FALLBACK = 36, /* id, since 1.1: a FONT chunk to look in next, or 0 */
    ROM_FONT_COVERAGE_BYTES = 40, /* u32, since 1.1 */
    ROM_FONT_COVERAGE_AT = 44, /* offset to coverage_bytes x u8, since 1.1 */
    ROM_FONT_PLACES_AT = 48, /* offset to glyph_count x u32, since 1.1 */
    ROM_FONT_BASE = 28, /* bytes of the first minor version */
    ROM_FONT_SIZE = 52
};

/* SND_ 1.1: Samples. */
enum {
    ROM_SOUND_RATE = 4, /* u16: per second */
    ROM_SOUND_FORMAT = 6, /* u8: 0 i8, 1 i16, 2 ADPCM, 3 the audio module's own */
    ROM_SOUND_CHANNELS = 7, /* u8 */
    ROM_SOUND_FRAMES = 8, /* u32: samples of each channel */
    ROM_SOUND_LOOP_START = 12, /* u32 */
    ROM_SOUND_LOOP_END = 16, /* u32: 0 = plays once */
    ROM_SOUND_DATA_BYTES = 20, /* u32 */
    ROM_SOUND_DATA_AT = 24, /* offset to data_bytes x u8 */
    ROM_SOUND_LOOP_KIND = 28, /* u8, since 1.1: 0 forwards, 1 to and fro */
    ROM_SOUND_VOLUME = 29, /* u8, since 1.1: 64 = as the samples are; 0 as well */
    ROM_SOUND_BLOCK_BYTES = 30, /* u16, since 1.1 */
    ROM_SOUND_LOOP_SAMPLE = 32, /* 2 x i16, since 1.1 */
    ROM_SOUND_LOOP_INDEX = 36, /* 2 x u8, since 1.1 */
    ROM_SOUND_PEAK = 38, /* u16, since 1.1: largest magnitude of a sample, in 1/32768 of full scale */
    ROM_SOUND_BASE = 28, /* bytes of the first minor version */
    ROM_SOUND_SIZE = 40
};

/* bank-entry. */
enum {
    ROM_BANK_ENTRY_NAME = 0, /* id */
    ROM_BANK_ENTRY_SOUND = 4, /* id */
    ROM_BANK_ENTRY_VOLUME = 8, /* u16 */
    ROM_BANK_ENTRY_PAN = 10, /* i16 */
    ROM_BANK_ENTRY_PITCH = 12, /* fx */
    ROM_BANK_ENTRY_FLAGS = 16, /* u32 */
    ROM_BANK_ENTRY_SIZE = 20
};

/* BANK 1.0: Sounds by name. */
enum {
    ROM_BANK_COUNT = 4, /* u32 */
    ROM_BANK_AT = 8, /* offset to count x bank-entry */
    ROM_BANK_SIZE = 12
};

/* cue-source: A sound that a cue may choose. */
enum {
    ROM_CUE_SOURCE_SOUND = 0, /* id: an SND_ chunk */
    ROM_CUE_SOURCE_WEIGHT = 4, /* u16: chances against the others of its list */
    ROM_CUE_SOURCE_SIZE = 8
};

/* cue-list: Sounds to choose from. */
enum {
    ROM_CUE_LIST_VALUE = 0, /* id: of the cue's switch, 0: whatever its value is */
    ROM_CUE_LIST_FIRST = 4, /* u32: source */
    ROM_CUE_LIST_COUNT = 8, /* u32 */
    ROM_CUE_LIST_SIZE = 12
};

/* cue: A sound by what it is for. */
enum {
    ROM_CUE_NAME = 0, /* id */
    ROM_CUE_CHOSEN_BY = 4, /* id: switch, or 0 */
    ROM_CUE_FIRST_LIST = 8, /* u32 */
    ROM_CUE_LISTS = 12, /* u32 */
    ROM_CUE_INNER = 16, /* fx: metres without fall-off */
    ROM_CUE_OUTER = 20, /* fx: metres from which on it is silent; 0: it is heard everywhere alike */
    ROM_CUE_VOLUME = 24, /* u16: Q15 */
    ROM_CUE_VOLUME_LESS = 26, /* u16: at most so much less by chance, Q15 */
    ROM_CUE_PITCH_MORE = 28, /* u16: at most so much higher or lower by chance, in 1/64 of a semitone */
    ROM_CUE_INTERVAL = 30, /* u16: ticks that must lie between two of them */
    ROM_CUE_BUS = 32, /* u8 */
    ROM_CUE_PRIORITY = 33, /* u8 */
    ROM_CUE_MOST = 34, /* u8: that sound at once, 0: any number */
    ROM_CUE_FLAGS = 35, /* u8 */
    ROM_CUE_SIZE = 36,
    ROM_CUE_LOOPS = 1, /* until it is stopped */
    ROM_CUE_APART = 2 /* two in one tick are two */
};

/* sound-switch: What lists of cues are chosen by. */
enum {
    ROM_SOUND_SWITCH_NAME = 0, /* id */
    ROM_SOUND_SWITCH_FIRST = 4, /* u32: value */
    ROM_SOUND_SWITCH_COUNT = 8, /* u32 */
    ROM_SOUND_SWITCH_START = 12, /* id: value to begin with */
    ROM_SOUND_SWITCH_SIZE = 16
};

/* audio-bus: What a group of sounds has in common. */
enum {
    ROM_AUDIO_BUS_BUS = 0, /* u8: 0 master, 1 world, 2 music, 3 voice, 4 interface, others the cart's */
    ROM_AUDIO_BUS_DUCK_FOR = 1, /* u8: bus whose sounds make this one quieter + 1, 0: none */
    ROM_AUDIO_BUS_VOLUME = 2, /* u16: Q15 */
    ROM_AUDIO_BUS_DUCK_GAIN = 4, /* u16: Q15 */
    ROM_AUDIO_BUS_ATTACK = 6, /* u16: ticks to the ducked level */
    ROM_AUDIO_BUS_RELEASE = 8, /* u16: and back */
    ROM_AUDIO_BUS_SIZE = 12
};

/* CUES 1.0: Sounds by what they are for, switches and buses. */
enum {
    ROM_CUES_CUE_COUNT = 4, /* u32 */
    ROM_CUES_CUES_AT = 8, /* offset to cue_count x cue */
    ROM_CUES_LIST_COUNT = 12, /* u32 */
    ROM_CUES_LISTS_AT = 16, /* offset to list_count x cue-list */
    ROM_CUES_SOURCE_COUNT = 20, /* u32 */
    ROM_CUES_SOURCES_AT = 24, /* offset to source_count x cue-source */
    ROM_CUES_SWITCH_COUNT = 28, /* u32 */
    ROM_CUES_SWITCHES_AT = 32, /* offset to switch_count x sound-switch */
    ROM_CUES_VALUE_COUNT = 36, /* u32 */
    ROM_CUES_VALUES_AT = 40, /* offset to value_count x id */
    ROM_CUES_BUS_COUNT = 44, /* u32 */
    ROM_CUES_BUSES_AT = 48, /* offset to bus_count x audio-bus */
    ROM_CUES_SIZE = 52
};

/* scene-sound: What sounds in a scene. */
enum {
    ROM_SCENE_SOUND_SCENE = 0, /* id: a SCEN chunk */
    ROM_SCENE_SOUND_SOUND = 4, /* id: a cue, a name of a bank or an SND_ chunk */
    ROM_SCENE_SOUND_VOLUME = 8, /* u16: Q15 */
    ROM_SCENE_SOUND_PAN = 10, /* i16: -32768 left, 32767 right */
    ROM_SCENE_SOUND_BUS = 12, /* u8 */
    ROM_SCENE_SOUND_FLAGS = 13, /* u8: 1: over and over */
    ROM_SCENE_SOUND_BUTTONS = 14, /* u16: bits of buttons that start it, 0: the scene's begin */
    ROM_SCENE_SOUND_SIZE = 16,
    ROM_SCENE_SOUND_LOOPS = 1
};

/* AUDI 1.0: Chunk `audio`: how the cart mixes, and what is there from the start. */
enum {
    ROM_AUDIO_RATE = 4, /* u16: samples a second that it is made for; 0: as the machine likes */
    ROM_AUDIO_CHANNELS = 6, /* u8: 0: as the machine likes */
    ROM_AUDIO_FLAGS = 7, /* u8 */
    ROM_AUDIO_VOICES = 8, /* u8: 0: the usual number */
    ROM_AUDIO_AHEAD = 9, /* u8: ticks that are mixed ahead, 0: 2 */
    ROM_AUDIO_GROUP_COUNT = 12, /* u32 */
    ROM_AUDIO_GROUPS_AT = 16, /* offset to group_count x id: BANK and CUES chunks */
    ROM_AUDIO_SOUND_COUNT = 20, /* u32 */
    ROM_AUDIO_SOUNDS_AT = 24, /* offset to sound_count x scene-sound */
    ROM_AUDIO_SIZE = 28,
    ROM_AUDIO_LINEAR = 1, /* between samples */
    ROM_AUDIO_FEEDBACK = 2 /* of what is lost on machines of 8 bits */
};

/* script-use: An object of a scene that scripts know. */
enum {
    ROM_SCRIPT_USE_SCENE = 0, /* id: a SCEN chunk */
    ROM_SCRIPT_USE_OBJECT = 4, /* u32: its number, 4294967295 = none: the scene itself has the behaviour */
    ROM_SCRIPT_USE_NAME = 8, /* id: by which scripts find it, 0 = none */
    ROM_SCRIPT_USE_BEHAVIOUR = 12, /* id: what it does, 0 = nothing by itself */
    ROM_SCRIPT_USE_SIZE = 16
};

/* script-scene: A name by which scripts go to a scene. */
enum {
    ROM_SCRIPT_SCENE_NAME = 0, /* id: as cart.txt has it */
    ROM_SCRIPT_SCENE_SCENE = 4, /* id: a SCEN chunk */
    ROM_SCRIPT_SCENE_SIZE = 8
};

/* script-rule: What becomes of a behaviour that a fault stopped. */
enum {
    ROM_SCRIPT_RULE_BEHAVIOUR = 0, /* id */
    ROM_SCRIPT_RULE_RULE = 4, /* u32 */
    ROM_SCRIPT_RULE_STATE = 8, /* id: with GOTO: of that behaviour */
    ROM_SCRIPT_RULE_SIZE = 12,
    ROM_SCRIPT_RULE_STOP = 0,
    ROM_SCRIPT_RULE_RESTART = 1, /* in its first state, three times in 600 steps */
    ROM_SCRIPT_RULE_GOTO = 2 /* in that one */
};

/* script-name: A name as people wrote it, for the log. */
enum {
    ROM_SCRIPT_NAME_ID = 0, /* id */
    ROM_SCRIPT_NAME_NAME = 4, /* text */
    ROM_SCRIPT_NAME_SIZE = 12
};

/* SCRP 1.1: Chunk `scripts`: which scripts play, and for whom. */
enum {
    ROM_SCRIPTS_TICK = 4, /* u32: instructions of all tasks in a step */
    ROM_SCRIPTS_ACTIVATION = 8, /* u32: instructions of one handler, 0 = 2000 */
    ROM_SCRIPTS_OBJECTS = 12, /* u32: the most that a scene has */
    ROM_SCRIPTS_MODULE_COUNT = 16, /* u32 */
    ROM_SCRIPTS_MODULES_AT = 20, /* offset to module_count x id */
    ROM_SCRIPTS_USE_COUNT = 24, /* u32 */
    ROM_SCRIPTS_USES_AT = 28, /* offset to use_count x script-use */
    ROM_SCRIPTS_SCENE_COUNT = 32, /* u32 */
    ROM_SCRIPTS_SCENES_AT = 36, /* offset to scene_count x script-scene */
    ROM_SCRIPTS_RULE_COUNT = 40, /* u32, since 1.1 */
    ROM_SCRIPTS_RULES_AT = 44, /* offset to rule_count x script-rule, since 1.1 */
    ROM_SCRIPTS_NAME_COUNT = 48, /* u32, since 1.1: left out of releases */
    ROM_SCRIPTS_NAMES_AT = 52, /* offset to name_count x script-name, since 1.1: of objects, by rising id */
    ROM_SCRIPTS_BASE = 40, /* bytes of the first minor version */
    ROM_SCRIPTS_SIZE = 56
};

/* song-pattern: Rows of notes. */
enum {
    ROM_SONG_PATTERN_FIRST = 0, /* u32: byte in the data */
    ROM_SONG_PATTERN_BYTES = 4, /* u32 */
    ROM_SONG_PATTERN_ROWS = 8, /* u32 */
    ROM_SONG_PATTERN_SIZE = 12
};

/* envelope-point. */
enum {
    ROM_ENVELOPE_POINT_TICK = 0, /* u16: rising */
    ROM_ENVELOPE_POINT_VALUE = 2, /* u16 */
    ROM_ENVELOPE_POINT_SIZE = 4
};

/* envelope: A curve that runs while a note sounds. */
enum {
    ROM_ENVELOPE_FIRST = 0, /* u32: point */
    ROM_ENVELOPE_COUNT = 4, /* u32: 0: none */
    ROM_ENVELOPE_FLAGS = 8, /* u8 */
    ROM_ENVELOPE_SUSTAIN = 9, /* u8: point */
    ROM_ENVELOPE_LOOP_START = 10, /* u8: point */
    ROM_ENVELOPE_LOOP_END = 11, /* u8: point */
    ROM_ENVELOPE_SIZE = 12,
    ROM_ENVELOPE_ON = 1,
    ROM_ENVELOPE_SUSTAINS = 2,
    ROM_ENVELOPE_LOOPS = 4
};

/* song-sample: A sound as an instrument plays it. */
enum {
    ROM_SONG_SAMPLE_SOUND = 0, /* id: an SND_ chunk, or 0 for silence */
    ROM_SONG_SAMPLE_VOLUME = 4, /* u8 */
    ROM_SONG_SAMPLE_PAN = 5, /* u8: 0 left, 128 middle, 255 right */
    ROM_SONG_SAMPLE_NOTE = 6, /* i8: half tones added */
    ROM_SONG_SAMPLE_TUNING = 7, /* i8: in 1/128 of a half tone */
    ROM_SONG_SAMPLE_SIZE = 8
};

/* song-instrument. */
enum {
    ROM_SONG_INSTRUMENT_FIRST_SAMPLE = 0, /* u32 */
    ROM_SONG_INSTRUMENT_SAMPLES = 4, /* u32 */
    ROM_SONG_INSTRUMENT_KEYS = 8, /* 96 x u8: for each note which of its samples plays */
    ROM_SONG_INSTRUMENT_VOLUME = 104, /* envelope */
    ROM_SONG_INSTRUMENT_PAN = 116, /* envelope */
    ROM_SONG_INSTRUMENT_FADE = 128, /* u16: of the volume after the note is let go, in 1/65536 a tick */
    ROM_SONG_INSTRUMENT_VIBRATO_FORM = 130, /* u8: 0 sine, 1 square, 2 ramp down, 3 ramp up */
    ROM_SONG_INSTRUMENT_VIBRATO_SWEEP = 131, /* u8 */
    ROM_SONG_INSTRUMENT_VIBRATO_DEPTH = 132, /* u8 */
    ROM_SONG_INSTRUMENT_VIBRATO_RATE = 133, /* u8 */
    ROM_SONG_INSTRUMENT_SIZE = 136
};

/* SONG 1.1: Music of notes and samples. */
enum {
    ROM_SONG_BANK = 4, /* id: or 0 */
    ROM_SONG_TEMPO = 8, /* u16: beats a minute at the start: a tick is 2.5 / tempo seconds */
    ROM_SONG_CHANNELS = 10, /* u16 */
    ROM_SONG_DATA_BYTES = 12, /* u32 */
    ROM_SONG_DATA_AT = 16, /* offset to data_bytes x u8: the patterns' rows */
    ROM_SONG_SPEED = 20, /* u16, since 1.1: ticks to a row at the start */
    ROM_SONG_SLIDES = 22, /* u8, since 1.1: 0 Amiga periods, 1 linear */
    ROM_SONG_KIND = 23, /* u8, since 1.1: whose effects: 0 ProTracker, 1 FastTracker 2 */
    ROM_SONG_RESTART = 24, /* u16, since 1.1: place in the order to go on with at the end */
    ROM_SONG_VOLUME = 26, /* u16, since 1.1: of all */
    ROM_SONG_ORDER_COUNT = 28, /* u32, since 1.1 */
    ROM_SONG_ORDERS_AT = 32, /* offset to order_count x u8, since 1.1: patterns as they are played */
    ROM_SONG_PATTERN_COUNT = 36, /* u32, since 1.1 */
    ROM_SONG_PATTERNS_AT = 40, /* offset to pattern_count x song-pattern, since 1.1 */
    ROM_SONG_INSTRUMENT_COUNT = 44, /* u32, since 1.1 */
    ROM_SONG_INSTRUMENTS_AT = 48, /* offset to instrument_count x song-instrument, since 1.1 */
    ROM_SONG_SAMPLE_COUNT = 52, /* u32, since 1.1 */
    ROM_SONG_SAMPLES_AT = 56, /* offset to sample_count x song-sample, since 1.1 */
    ROM_SONG_POINT_COUNT = 60, /* u32, since 1.1 */
    ROM_SONG_POINTS_AT = 64, /* offset to point_count x envelope-point, since 1.1: of all envelopes */
    ROM_SONG_TITLE = 68, /* text, since 1.1 */
    ROM_SONG_PANS = 76, /* 32 x u8, since 1.1: of the channels at the start, as of a sample */
    ROM_SONG_BASE = 20, /* bytes of the first minor version */
    ROM_SONG_SIZE = 108,
    ROM_SONG_PROTRACKER = 0,
    ROM_SONG_FASTTRACKER = 1
};

/* script-module: The head of a script module, in the data of a CODE chunk. */
enum {
    ROM_SCRIPT_MODULE_MAGIC = 0, /* tag: `GOAD` */
    ROM_SCRIPT_MODULE_VERSION = 4, /* u16 */
    ROM_SCRIPT_MODULE_FLAGS = 6, /* u16: bit 0: an add-on's */
    ROM_SCRIPT_MODULE_BYTES = 8, /* u32: of all, a multiple of 4 */
    ROM_SCRIPT_MODULE_CHECKSUM = 12, /* u32: CRC-32 of bytes 16 to the end */
    ROM_SCRIPT_MODULE_INTERFACE = 16, /* u32 */
    ROM_SCRIPT_MODULE_NATIVE_COUNT = 20, /* u16 */
    ROM_SCRIPT_MODULE_CONSTANT_COUNT = 22, /* u16 */
    ROM_SCRIPT_MODULE_GLOBAL_COUNT = 24, /* u16: cells */
    ROM_SCRIPT_MODULE_CONTAINER_COUNT = 26, /* u16 */
    ROM_SCRIPT_MODULE_FUNCTION_COUNT = 28, /* u16 */
    ROM_SCRIPT_MODULE_BEHAVIOUR_COUNT = 30, /* u16 */
    ROM_SCRIPT_MODULE_STATE_COUNT = 32, /* u16 */
    ROM_SCRIPT_MODULE_HANDLER_COUNT = 34, /* u16 */
    ROM_SCRIPT_MODULE_EVENT_COUNT = 36, /* u16 */
    ROM_SCRIPT_MODULE_ARGUMENT_COUNT = 38, /* u16 */
    ROM_SCRIPT_MODULE_FIELD_COUNT = 40, /* u16 */
    ROM_SCRIPT_MODULE_TEXT_COUNT = 42, /* u16 */
    ROM_SCRIPT_MODULE_METHOD_COUNT = 44, /* u16 */
    ROM_SCRIPT_MODULE_START = 46, /* u16: a function without arguments that runs first; 65535 = none */
    ROM_SCRIPT_MODULE_CODE_BYTES = 48, /* u32 */
    ROM_SCRIPT_MODULE_NOTE_BYTES = 52, /* u32 */
    ROM_SCRIPT_MODULE_SIZE = 64,
    ROM_SCRIPT_MODULE_ADD_ON = 1, /* of `flags` */
    ROM_SCRIPT_MODULE_NONE = 65535 /* where a number of a function, state or behaviour may be missing */
};

/* script-native: A function of the console or the cart that the module calls. */
enum {
    ROM_SCRIPT_NATIVE_NAME = 0, /* id */
    ROM_SCRIPT_NATIVE_SIGNATURE = 4, /* u32: CRC-32 of its signature text, such as `move_to:v(ff)L` */
    ROM_SCRIPT_NATIVE_SIZE = 8
};

/* script-container: A list or map in cells: its count, then `capacity` times the cells of an entry. */
enum {
    ROM_SCRIPT_CONTAINER_SPACE = 0, /* u8: 0 locals, 1 globals, 2 cells of an instance */
    ROM_SCRIPT_CONTAINER_KIND = 1, /* u8: 0 list, 1 map: entries by rising key without sign */
    ROM_SCRIPT_CONTAINER_ADDRESS = 2, /* u16: first cell */
    ROM_SCRIPT_CONTAINER_CAPACITY = 4, /* u16 */
    ROM_SCRIPT_CONTAINER_VALUES = 6, /* u8: cells of a value; an entry of a map has its key in front */
    ROM_SCRIPT_CONTAINER_SIZE = 8,
    ROM_SCRIPT_CONTAINER_LIST = 0, /* of `kind` */
    ROM_SCRIPT_CONTAINER_MAP = 1
};

/* script-function: One function. */
enum {
    ROM_SCRIPT_FUNCTION_CODE = 0, /* u32: offset in the code; a function begins where the one before ends */
    ROM_SCRIPT_FUNCTION_BYTES = 4, /* u16 */
    ROM_SCRIPT_FUNCTION_ARGUMENTS = 6, /* u8: cells */
    ROM_SCRIPT_FUNCTION_RESULTS = 7, /* u8: cells */
    ROM_SCRIPT_FUNCTION_LOCALS = 8, /* u8: cells, those of the arguments included */
    ROM_SCRIPT_FUNCTION_OPERANDS = 9, /* u8: most cells on top of locals and link */
    ROM_SCRIPT_FUNCTION_FLAGS = 10, /* u8: bit 0: latent, may be suspended; bit 1: handler */
    ROM_SCRIPT_FUNCTION_RECURSION = 11, /* u8: how often it may stand on the stack; 0: nothing is counted */
    ROM_SCRIPT_FUNCTION_NEED = 12, /* u16: cells of stack for it and all that it calls */
    ROM_SCRIPT_FUNCTION_BEHAVIOUR = 14, /* u16: whose cells and methods it uses; 65535: none */
    ROM_SCRIPT_FUNCTION_SIZE = 16,
    ROM_SCRIPT_FUNCTION_LATENT = 1, /* of `flags` */
    ROM_SCRIPT_FUNCTION_HANDLER = 2
};

/* script-behaviour: A kind of instance. */
enum {
    ROM_SCRIPT_BEHAVIOUR_NAME = 0, /* id */
    ROM_SCRIPT_BEHAVIOUR_PARENT = 4, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_CELLS = 6, /* u16: of an instance */
    ROM_SCRIPT_BEHAVIOUR_FIRST_STATE = 8, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_STATES = 10, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_AUTO_STATE = 12, /* u16: which one of all states it begins in; 65535 = none */
    ROM_SCRIPT_BEHAVIOUR_FIRST_HANDLER = 14, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_HANDLERS = 16, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD = 18, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_METHODS = 20, /* u16: of each of its states too */
    ROM_SCRIPT_BEHAVIOUR_INIT = 22, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD = 24, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_FIELDS = 26, /* u16 */
    ROM_SCRIPT_BEHAVIOUR_LAYOUT = 28, /* u32: hash of the variables' names, kinds and sizes */
    ROM_SCRIPT_BEHAVIOUR_SIZE = 32
};

/* script-state: A state of a behaviour. */
enum {
    ROM_SCRIPT_STATE_NAME = 0, /* id */
    ROM_SCRIPT_STATE_PARENT = 4, /* u16: an earlier state of the behaviour; 65535 = none */
    ROM_SCRIPT_STATE_ENTER = 6, /* u16: a handler; 65535 = none */
    ROM_SCRIPT_STATE_LEAVE = 8, /* u16: a handler; 65535 = none */
    ROM_SCRIPT_STATE_BEGIN = 10, /* u16: a latent function without arguments; 65535 = none */
    ROM_SCRIPT_STATE_FIRST_HANDLER = 12, /* u16 */
    ROM_SCRIPT_STATE_HANDLERS = 14, /* u16 */
    ROM_SCRIPT_STATE_FIRST_METHOD = 16, /* u16: its own table of methods */
    ROM_SCRIPT_STATE_SIZE = 20
};

/* script-handler: What a state or behaviour does on an event. */
enum {
    ROM_SCRIPT_HANDLER_EVENT = 0, /* u16: a number of an event, or 65520 and above; rising */
    ROM_SCRIPT_HANDLER_FUNCTION = 2, /* u16: a handler with the event's arguments */
    ROM_SCRIPT_HANDLER_SIZE = 4,
    ROM_SCRIPT_HANDLER_START = 65520, /* the instance begins */
    ROM_SCRIPT_HANDLER_STOP = 65521, /* the instance ends */
    ROM_SCRIPT_HANDLER_TICK = 65522, /* every tick */
    ROM_SCRIPT_HANDLER_ENTER = 65523, /* a state's, in its record */
    ROM_SCRIPT_HANDLER_LEAVE = 65524 /* a state's, in its record */
};

/* script-event: An event that the module handles or emits. */
enum {
    ROM_SCRIPT_EVENT_NAME = 0, /* id */
    ROM_SCRIPT_EVENT_ARGUMENTS = 4, /* u8: cells */
    ROM_SCRIPT_EVENT_FLAGS = 5, /* u8 */
    ROM_SCRIPT_EVENT_FIRST_ARGUMENT = 6, /* u16: one row for each argument, together `arguments` cells */
    ROM_SCRIPT_EVENT_SIZE = 8
};

/* script-argument: What an event's argument is. */
enum {
    ROM_SCRIPT_ARGUMENT_NAME = 0, /* id */
    ROM_SCRIPT_ARGUMENT_KIND = 4, /* u8: as of fields */
    ROM_SCRIPT_ARGUMENT_CELLS = 5, /* u8 */
    ROM_SCRIPT_ARGUMENT_SIZE = 8
};

/* script-field: A field of objects or data records, or a variable of the module; those of globals come first, in the order of their cells. */
enum {
    ROM_SCRIPT_FIELD_TYPE = 0, /* id: whose field; of a variable the behaviour, 0: a global */
    ROM_SCRIPT_FIELD_FIELD = 4, /* id */
    ROM_SCRIPT_FIELD_CELLS = 8, /* u8: 0: of a container, the one that begins at its cell */
    ROM_SCRIPT_FIELD_KIND = 9, /* u8 */
    ROM_SCRIPT_FIELD_FLAGS = 10, /* u16 */
    ROM_SCRIPT_FIELD_SIZE = 12,
    ROM_SCRIPT_FIELD_ANY = 0, /* of `kind`: of any, in two cells */
    ROM_SCRIPT_FIELD_INT = 1,
    ROM_SCRIPT_FIELD_FX = 2,
    ROM_SCRIPT_FIELD_BOOL = 3,
    ROM_SCRIPT_FIELD_ANGLE = 4,
    ROM_SCRIPT_FIELD_NAME = 5,
    ROM_SCRIPT_FIELD_OBJECT = 6,
    ROM_SCRIPT_FIELD_TEXT = 7,
    ROM_SCRIPT_FIELD_COMPOUND = 8, /* vector, structure or array */
    ROM_SCRIPT_FIELD_CONTAINER = 9,
    ROM_SCRIPT_FIELD_TEMPORARY = 1, /* of `flags`: not saved */
    ROM_SCRIPT_FIELD_SHARED = 2, /* sent to other players */
    ROM_SCRIPT_FIELD_PROPERTY = 4 /* editors and other scripts see it */
};

/* script-source: A text that was compiled. */
enum {
    ROM_SCRIPT_SOURCE_NAME = 0, /* text: of its file, as the cart names it */
    ROM_SCRIPT_SOURCE_SIZE = 8
};

/* script-place: Where a function stands in the texts. */
enum {
    ROM_SCRIPT_PLACE_NAME = 0, /* text: with that of its behaviour: `Hero.jump`, `Hero on tick` */
    ROM_SCRIPT_PLACE_FILE = 8, /* u32 */
    ROM_SCRIPT_PLACE_SIZE = 12
};

/* script-line: Code from here on, up to the next row, was made of a line. */
enum {
    ROM_SCRIPT_LINE_FUNCTION = 0, /* u16: number in the module */
    ROM_SCRIPT_LINE_BYTE = 2, /* u16: of its code */
    ROM_SCRIPT_LINE_LINE = 4, /* u32: from 1 */
    ROM_SCRIPT_LINE_SIZE = 8
};

/* CODE 1.1: A compiled script. */
enum {
    ROM_CODE_CHECKSUM = 4, /* u32: of the interface that it was compiled for */
    ROM_CODE_ENTRY = 8, /* u32: the module's start function, 65535 = none */
    ROM_CODE_DATA_BYTES = 12, /* u32 */
    ROM_CODE_DATA_AT = 16, /* offset to data_bytes x u8: a script-module, then its sections */
    ROM_CODE_FILE_COUNT = 20, /* u32, since 1.1: these three are left out of releases */
    ROM_CODE_FILES_AT = 24, /* offset to file_count x script-source, since 1.1 */
    ROM_CODE_FUNCTION_COUNT = 28, /* u32, since 1.1 */
    ROM_CODE_FUNCTIONS_AT = 32, /* offset to function_count x script-place, since 1.1 */
    ROM_CODE_LINE_COUNT = 36, /* u32, since 1.1 */
    ROM_CODE_LINES_AT = 40, /* offset to line_count x script-line, since 1.1: by rising function and byte */
    ROM_CODE_BASE = 20, /* bytes of the first minor version */
    ROM_CODE_SIZE = 44
};

/* EFCT 1.0: What the data is belongs to the effects module. */
enum {
    ROM_EFFECT_KIND = 4, /* u32 */
    ROM_EFFECT_DATA_BYTES = 8, /* u32 */
    ROM_EFFECT_DATA_AT = 12, /* offset to data_bytes x u8 */
    ROM_EFFECT_SIZE = 16
};

/* PTCL 1.0: A particle effect: what an emitter sends out. Curves have 16 entries over a particle's life, straight between (colours and frames: steps). */
enum {
    ROM_PARTICLES_SHAPE = 4, /* u8 */
    ROM_PARTICLES_CARD = 5, /* u8: what one looks like without picture: 0 square, 1 disc, 2 soft disc */
    ROM_PARTICLES_MODE = 6, /* u8: 0 solid, 1 screen door, 2 alpha, 3 added */
    ROM_PARTICLES_FLAGS = 7, /* u8 */
    ROM_PARTICLES_EXTENT = 8, /* 3 x fx: half the box; x: the radius */
    ROM_PARTICLES_RATE = 20, /* fx: births a second */
    ROM_PARTICLES_BURST = 24, /* u16: births at once when it begins, */
    ROM_PARTICLES_LOG2_COLUMNS = 26, /* u8: frames of the picture beside one another */
    ROM_PARTICLES_LOG2_ROWS = 27, /* u8: and below one another */
    ROM_PARTICLES_EVERY = 28, /* fx: seconds from burst to burst; 0: there is but one */
    ROM_PARTICLES_LASTING = 32, /* fx: seconds that it sends; 0: for ever */
    ROM_PARTICLES_LIFE_LEAST = 36, /* fx: seconds */
    ROM_PARTICLES_LIFE_MOST = 40, /* fx */
    ROM_PARTICLES_DIRECTION = 44, /* 3 x fx: unit length */
    ROM_PARTICLES_SPREAD = 56, /* u16: angle about it, 32768 = to all sides */
    ROM_PARTICLES_VARY = 58, /* u8: sizes are smaller by up to so much, 255 = all */
    ROM_PARTICLES_SPEED_LEAST = 60, /* fx: metres a second */
    ROM_PARTICLES_SPEED_MOST = 64, /* fx */
    ROM_PARTICLES_FORCE = 68, /* 3 x fx: metres a second squared: gravity, lift; each within 100 */
    ROM_PARTICLES_WIND = 80, /* 3 x fx: what the drag brings them to, metres a second; each within 100 */
    ROM_PARTICLES_DRAG = 92, /* fx: a second */
    ROM_PARTICLES_INHERIT = 96, /* fx: of the emitter's own movement */
    ROM_PARTICLES_FLOOR = 100, /* fx: below it, as seen from the emitter, they die */
    ROM_PARTICLES_WITHIN = 104, /* fx: and farther from it than this; 0: anywhere */
    ROM_PARTICLES_ASPECT = 108, /* fx: width over height */
    ROM_PARTICLES_SPIN_LEAST = 112, /* fx: turns a second */
    ROM_PARTICLES_SPIN_MOST = 116, /* fx */
    ROM_PARTICLES_TEXTURE = 120, /* id: an IMAG chunk, 0 = none */
    ROM_PARTICLES_SIZES = 124, /* 16 x fx: heights in metres, 0 to 256 */
    ROM_PARTICLES_COLOURS = 188, /* 16 x colour */
    ROM_PARTICLES_ALPHAS = 252, /* 16 x u8: 255 = all of it */
    ROM_PARTICLES_FRAMES = 268, /* 16 x u8: of the picture */
    ROM_PARTICLES_SIZE = 284,
    ROM_PARTICLES_REPLACES = 1,
    ROM_PARTICLES_HAS_FLOOR = 2,
    ROM_PARTICLES_ALONG = 4,
    ROM_PARTICLES_ANY_FRAME = 8,
    ROM_PARTICLES_ENTRIES = 16
};

/* movie-frame: One frame of a movie. */
enum {
    ROM_MOVIE_FRAME_FIRST = 0, /* u32: byte in the data */
    ROM_MOVIE_FRAME_BYTES = 4, /* u32: of its picture and, behind that, its sound */
    ROM_MOVIE_FRAME_VIDEO_BYTES = 8, /* u32: of them; 0: the picture stays */
    ROM_MOVIE_FRAME_SOUND_FRAMES = 12, /* u32: samples of each channel that belong to it */
    ROM_MOVIE_FRAME_CHECKSUM = 16, /* u32 */
    ROM_MOVIE_FRAME_FLAGS = 20, /* u32: bit 0: a key frame, which needs no frame before it */
    ROM_MOVIE_FRAME_SIZE = 24,
    ROM_MOVIE_FRAME_KEY = 1
};

/* movie-patch: 4 x 4 pixels that blocks are put together from. */
enum {
    ROM_MOVIE_PATCH_PIXELS = 0, /* 16 x u16: row by row */
    ROM_MOVIE_PATCH_SIZE = 32
};

/* MOVI 1.1: Pictures and sound that play along. */
enum {
    ROM_MOVIE_WIDTH = 4, /* u16 */
    ROM_MOVIE_HEIGHT = 6, /* u16 */
    ROM_MOVIE_RATE = 8, /* fx: frames a second */
    ROM_MOVIE_FRAMES = 12, /* u32 */
    ROM_MOVIE_DATA_BYTES = 16, /* u32 */
    ROM_MOVIE_DATA_AT = 20, /* offset to data_bytes x u8 */
    ROM_MOVIE_FORMAT = 24, /* u16, since 1.1 */
    ROM_MOVIE_KEY_INTERVAL = 26, /* u16, since 1.1: frames from one key frame to the next at most */
    ROM_MOVIE_SOUND_RATE = 28, /* u16, since 1.1: per second, 0 = silent */
    ROM_MOVIE_SOUND_CHANNELS = 30, /* u8, since 1.1 */
    ROM_MOVIE_SOUND_FORMAT = 31, /* u8, since 1.1: as of SND_; of ADPCM each frame's sound is one block */
    ROM_MOVIE_INDEX_COUNT = 32, /* u32, since 1.1: 0, or as many as frames */
    ROM_MOVIE_INDEX_AT = 36, /* offset to index_count x movie-frame, since 1.1 */
    ROM_MOVIE_PATCH_COUNT = 40, /* u32, since 1.1 */
    ROM_MOVIE_PATCHES_AT = 44, /* offset to patch_count x movie-patch, since 1.1 */
    ROM_MOVIE_BASE = 24, /* bytes of the first minor version */
    ROM_MOVIE_SIZE = 48
};

/* gesture-point. */
enum {
    ROM_GESTURE_POINT_X = 0, /* i16 */
    ROM_GESTURE_POINT_Y = 2, /* i16 */
    ROM_GESTURE_POINT_SIZE = 4
};

/* GEST 1.0: A stroke to be recognised. */
enum {
    ROM_GESTURE_NAME = 4, /* id */
    ROM_GESTURE_COUNT = 8, /* u32 */
    ROM_GESTURE_AT = 12, /* offset to count x gesture-point */
    ROM_GESTURE_SIZE = 16
};

/* RAW_ 1.0: Bytes of the cart's own. */
enum {
    ROM_RAW_DATA_BYTES = 4, /* u32 */
    ROM_RAW_DATA_AT = 8, /* offset to data_bytes x u8 */
    ROM_RAW_SIZE = 12
};

#endif
