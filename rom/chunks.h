/* Where every field of every chunk lies: byte offsets from the start of the chunk, all fields little-endian.
 *
 * The reader (rom.h), the kernel's loaders and the packer in tools/ share these numbers, and FORMAT.md tells them in words.
 * Types: u8, u16, u32 unsigned; i8, i16, i32 two's complement; fx = i32 Q16.16; angle = u16, 65536 to the turn; id = u32
 * name hash. Every chunk begins with u16 version and u16 header size; a reader skips header bytes it does not know.
 * Arrays begin at the given offset fields, which are multiples of 4 and relative to the chunk. */
#ifndef OXCART_ROM_CHUNKS_H
#define OXCART_ROM_CHUNKS_H

#define ROM_TAG(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#define ROM_TAG_INFO ROM_TAG('I', 'N', 'F', 'O')
#define ROM_TAG_BUDGET ROM_TAG('B', 'U', 'D', 'G')
#define ROM_TAG_PALETTE ROM_TAG('P', 'A', 'L', 'T')
#define ROM_TAG_IMAGE ROM_TAG('I', 'M', 'A', 'G')
#define ROM_TAG_MATERIAL ROM_TAG('M', 'A', 'T', 'L')
#define ROM_TAG_MESH ROM_TAG('M', 'E', 'S', 'H')
#define ROM_TAG_SCENE ROM_TAG('S', 'C', 'E', 'N')
#define ROM_TAG_NAMES ROM_TAG('D', 'B', 'U', 'G')

/* Every chunk. */
enum { ROM_CHUNK_VERSION = 0, ROM_CHUNK_HEADER = 2 };

/* INFO: texts, each {u32 offset, u32 bytes}, UTF-8, not terminated; offset 0 = absent. */
enum {
    ROM_INFO_TITLE = 4,
    ROM_INFO_AUTHOR = 12,
    ROM_INFO_VERSION = 20,
    ROM_INFO_START_SCENE = 28, /* id of the SCEN chunk to begin with */
    ROM_INFO_SIZE = 32
};

/* BUDG: what the cart asks of the machine. */
enum {
    ROM_BUDGET_MEMORY = 4,    /* u32 bytes of main memory, everything in */
    ROM_BUDGET_FRAME = 8,     /* u32 bytes of that for one frame's display list (single-buffered frame memory) */
    ROM_BUDGET_WIDTH = 12,    /* u16 pixels */
    ROM_BUDGET_HEIGHT = 14,   /* u16 */
    ROM_BUDGET_FORMAT = 16,   /* u8 plat_format */
    ROM_BUDGET_BAND = 17,     /* u8 lines per band wanted, 0 = as the port likes */
    ROM_BUDGET_RATE = 18,     /* u16 fixed steps per second */
    ROM_BUDGET_SIZE = 20
};

/* PALT: the cart's 256 colours and their shades. The palette with the name "palette" is the screen's. */
enum {
    ROM_PALETTE_COLOURS = 4, /* u32 offset to 256 x u32 0x00RRGGBB */
    ROM_PALETTE_SHADES = 8,  /* u32 offset to 64 x 256 x u8: level 0 black, 32 unchanged, 63 nearly white; 0 = none */
    ROM_PALETTE_SIZE = 12,
    ROM_PALETTE_LEVELS = 64
};

/* IMAG: a texture or a sprite. */
enum {
    ROM_IMAGE_WIDTH = 4,   /* u16 1..1024 */
    ROM_IMAGE_HEIGHT = 6,  /* u16 */
    ROM_IMAGE_FORMAT = 8,  /* u8 plat_format; 16- and 32-bit pixels little-endian */
    ROM_IMAGE_FLAGS = 9,   /* u8 ROM_IMAGE_KEYED */
    ROM_IMAGE_PIXELS = 12, /* u32 offset, rows top to bottom without padding */
    ROM_IMAGE_SIZE = 16,
    ROM_IMAGE_KEYED = 1 /* PAL8 index 0 is transparent (colour key) */
};

/* MATL: how a surface looks. */
enum {
    ROM_MATERIAL_COLOUR = 4,    /* u32 0x00RRGGBB */
    ROM_MATERIAL_INDEX = 8,     /* u8 the nearest colour of the cart's palette */
    ROM_MATERIAL_SHADING = 9,   /* u8 rs_shading */
    ROM_MATERIAL_MAPPING = 10,  /* u8 rs_mapping */
    ROM_MATERIAL_SPECULAR = 11, /* u8 strength of the highlight, 255 = full */
    ROM_MATERIAL_SHININESS = 12, /* u8 log2 of the exponent, 0..7 */
    ROM_MATERIAL_FLAGS = 13,    /* u8 ROM_MATERIAL_TWO_SIDED */
    ROM_MATERIAL_TEXTURE = 16,  /* id of an IMAG chunk, 0 = none */
    ROM_MATERIAL_SIZE = 20,
    ROM_MATERIAL_TWO_SIDED = 1
};

/* MESH: position = offset + (i16 << exponent) in fx, component by component. */
enum {
    ROM_MESH_FLAGS = 4,        /* u32 ROM_MESH_HAS_... */
    ROM_MESH_VERTICES = 8,     /* u32 count */
    ROM_MESH_TRIANGLES = 12,   /* u32 count */
    ROM_MESH_PARTS = 16,       /* u32 count */
    ROM_MESH_EXPONENT = 20,    /* u32 0..16 */
    ROM_MESH_OFFSET = 24,      /* 3 x fx */
    ROM_MESH_CENTRE = 36,      /* 3 x fx, bounding sphere */
    ROM_MESH_RADIUS = 48,      /* fx */
    ROM_MESH_BOX_LOW = 52,     /* 3 x fx */
    ROM_MESH_BOX_HIGH = 64,    /* 3 x fx */
    ROM_MESH_POSITION_AT = 76, /* u32 offset to vertices x 3 x i16 */
    ROM_MESH_NORMAL_AT = 80,   /* u32 offset to vertices x 4 x i8 (x, y, z, 0), 127 = 1.0; 0 = none */
    ROM_MESH_UV_AT = 84,       /* u32 offset to vertices x 2 x i16 Q4.12 of the texture's size; 0 = none */
    ROM_MESH_INDEX_AT = 88,    /* u32 offset to triangles x 3 x u16, relative to the part's first vertex */
    ROM_MESH_FACE_AT = 92,     /* u32 offset to triangles x 4 x i8 face normals (x, y, z, 0), 127 = 1.0 */
    ROM_MESH_PART_AT = 96,     /* u32 offset to the parts */
    ROM_MESH_SIZE = 100,

    /* A part is drawn with one material and has vertices and triangles of its own. */
    ROM_PART_FIRST_TRIANGLE = 0, /* u32 */
    ROM_PART_TRIANGLES = 4,      /* u32 */
    ROM_PART_FIRST_VERTEX = 8,   /* u32 */
    ROM_PART_VERTICES = 12,      /* u32, at most 65,535 */
    ROM_PART_MATERIAL = 16,      /* id of a MATL chunk */
    ROM_PART_SIZE = 20
};

/* SCEN: a scene that plays without script: cameras, lights and objects, each with a simple motion. */
enum {
    ROM_SCENE_FLAGS = 4,       /* u32 ROM_SCENE_... */
    ROM_SCENE_BACKGROUND = 8,  /* u32 0x00RRGGBB */
    ROM_SCENE_BACKGROUND_INDEX = 12, /* u8 the same as a palette index */
    ROM_SCENE_AMBIENT = 13,    /* u8, 255 = full light */
    ROM_SCENE_CAMERAS = 14,    /* u16 count, at least 1 */
    ROM_SCENE_LIGHTS = 16,     /* u16 count */
    ROM_SCENE_OBJECTS = 18,    /* u16 count */
    ROM_SCENE_CAMERA_AT = 20,  /* u32 offset */
    ROM_SCENE_LIGHT_AT = 24,   /* u32 offset */
    ROM_SCENE_OBJECT_AT = 28,  /* u32 offset */
    ROM_SCENE_TURN_FRAMES = 32, /* u32 for ROM_SCENE_TURNTABLE: steps to one full turn about +Y, frame i at i/N of a turn */
    ROM_SCENE_SIZE = 36,

    ROM_SCENE_TURNTABLE = 1,  /* the viewer: objects turn about +Y with the frame number; pointer, arrows and wheel work */
    ROM_SCENE_HUD = 2,        /* the figures are shown from the start (Select toggles them) */
    ROM_SCENE_LOG_CYCLES = 4, /* log what every frame cost, where the machine counts cycles */

    /* A motion moves a point around: orbit in the plane y = const, and bob up and down. Angles advance per step. */
    ROM_MOTION_ORBIT_RADIUS = 0, /* fx, 0 = none */
    ROM_MOTION_ORBIT_SPEED = 4,  /* i16 angle units per step */
    ROM_MOTION_ORBIT_PHASE = 6,  /* angle */
    ROM_MOTION_BOB_HEIGHT = 8,   /* fx, 0 = none */
    ROM_MOTION_BOB_SPEED = 12,   /* i16 */
    ROM_MOTION_BOB_PHASE = 14,   /* angle */
    ROM_MOTION_SIZE = 16,

    ROM_CAMERA_POSITION = 0,  /* 3 x fx */
    ROM_CAMERA_TARGET = 12,   /* 3 x fx */
    ROM_CAMERA_FIELD = 24,    /* angle, vertical field of view */
    ROM_CAMERA_NEAR = 28,     /* fx */
    ROM_CAMERA_FAR = 32,      /* fx */
    ROM_CAMERA_MOTION = 36,   /* moves the position */
    ROM_CAMERA_SIZE = 52,

    ROM_LIGHT_KIND = 0,      /* u8 rs_light_kind */
    ROM_LIGHT_INTENSITY = 1, /* u8, 255 = full */
    ROM_LIGHT_VECTOR = 4,    /* 3 x fx: where a directional light shines to (need not be unit), or a point light's position */
    ROM_LIGHT_RANGE = 16,    /* fx, point lights */
    ROM_LIGHT_MOTION = 20,   /* moves a point light */
    ROM_LIGHT_SIZE = 36,

    ROM_OBJECT_MESH = 0,      /* id of a MESH chunk */
    ROM_OBJECT_POSITION = 4,  /* 3 x fx */
    ROM_OBJECT_SCALE = 16,    /* fx, uniform */
    ROM_OBJECT_ROTATION = 20, /* 3 x angle: yaw (Y), pitch (X), roll (Z) */
    ROM_OBJECT_SPIN = 26,     /* 3 x i16: added to the rotation each step */
    ROM_OBJECT_SHADING = 32,  /* u8 rs_shading for all its parts, 255 = as the materials say */
    ROM_OBJECT_FLAGS = 33,    /* u8 ROM_OBJECT_FIXED_SHADING */
    ROM_OBJECT_MOTION = 36,   /* moves the position */
    ROM_OBJECT_SIZE = 52,
    ROM_OBJECT_FIXED_SHADING = 1 /* the player's shading button leaves it alone (a ground, a sky) */
};

#endif
