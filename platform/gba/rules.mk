# The Game Boy Advance: the players (base.gba, plain.gba) and the showcase as a cartridge.

GBA_CC ?= arm-none-eabi-gcc
GBA_OBJCOPY ?= arm-none-eabi-objcopy
GBA_HERE := $(shell command -v $(GBA_CC) 2>/dev/null)
GBA_CPU := -mcpu=arm7tdmi -mthumb -mthumb-interwork
# The display shows PAL8 and BGR555 (bits 0 and 2 of RS_FORMATS_LINKED) and no other pixel format.
GBA_CFLAGS := -std=c11 -O2 $(DEBUG) $(WARN) $(GBA_CPU) -ffreestanding -ffunction-sections -fdata-sections \
	-fno-unwind-tables -fno-asynchronous-unwind-tables -DRS_HOT_SECTION -DRS_ARM_SPANS -DRS_FORMATS_LINKED=5 \
	-isystem platform/gba/libc
# Linked as 32-bit code, so that the compiler's helpers for division and 64-bit products are the 32-bit ones.
GBA_LINK := -mcpu=arm7tdmi -marm -nostdlib -T platform/gba/gba.ld -Wl,--gc-sections -Wl,--no-warn-rwx-segments

GBA_CORE_OBJ := $(patsubst %.c,$(B)/gba/obj/%.o,$(CORE_SRC)) $(B)/gba/obj/gen/fixedmath_tables.o \
	$(addprefix $(B)/gba/obj/raster/arm/,clear.o flat.o record.o spans_lone.o spans_pal8.o transform.o) $(addprefix $(B)/gba/obj/platform/gba/,codec.o mix.o script.o) $(addprefix $(B)/gba/obj/bgr555/,attributes.o scan.o) $(addprefix $(B)/gba/obj/near/,quick_blit.o quick_pal8.o quick_pixels.o)
GBA_PORT_OBJ := $(addprefix $(B)/gba/obj/platform/gba/,crt0.o memory.o cells.o composer.o gba.o audio.o ramp.o machine.o storage.o) $(B)/gba/obj/platform/cartridge.o

$(foreach part,$(KERNEL_SMALL),$(B)/gba/obj/kernel/$(part)/%.o): GBA_CFLAGS += $(KERNEL_SMALL_GCC)
$(addprefix $(B)/gba/obj/kernel/memory/,$(KERNEL_QUICK)): GBA_CFLAGS += $(KERNEL_QUICK_GCC)
# Long products are one instruction in 32-bit code and a call in 16-bit code, which is what fixedmath is made of.
$(B)/gba/obj/raster/%.o: GBA_CFLAGS += -O3
$(B)/gba/obj/fixedmath/%.o: GBA_CFLAGS += -O3 -marm
# Particles, contacts and bodies are long products, too.
$(foreach part,particles collision physics,$(B)/gba/obj/kernel/$(part)/%.o): GBA_CFLAGS += -marm
# Walks over trees of boxes are not: numbers of 32 bits are compared there, and short code is read twice as fast.
$(addprefix $(B)/gba/obj/kernel/collision/,box_tree.o soup_tree.o): GBA_CFLAGS += -mthumb
# So are filters and compressors; reverbs have many values at once.
$(addprefix $(B)/gba/obj/kernel/audio/,filter.o reverb.o compressor.o): GBA_CFLAGS += -marm
# The loop of scripts lies in video memory (gba.ld), where 32-bit code is quickest; without these passes it keeps what it counts in a register.
$(B)/gba/obj/kernel/script/run.o: GBA_CFLAGS += -marm $(KERNEL_QUICK_GCC) -fno-tree-forwprop -fno-gcse -DOX_SCRIPT_BY_HAND
$(B)/gba/obj/rom/codec/codec_lz.o: GBA_CFLAGS += -DROM_LZ_BY_HAND
$(B)/gba/obj/kernel/audio/mix.o: GBA_CFLAGS += -DOX_MIX_BY_HAND
# More unrolling of these only takes room from the bands.
$(addprefix $(B)/gba/obj/raster/,surfaces/surface.o spans/scan.o list/light.o $(addprefix flat/,blit.o quick_blit.o quick_pixels.o glyphs.o record.o shapes.o tiles.o)): GBA_CFLAGS += -O2

$(B)/gba/obj/%.o: %.c platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# What the span functions of 15-bit pictures call lies beside them in fast memory, under names of its own.
GBA_BGR555 := $(foreach name,rs_affine_begin rs_perspective_shows rs_perspective_begin rs_perspective_row \
	rs_perspective_part,-D$(name)=$(name)_bgr555)
$(B)/gba/obj/raster/spans/spans_bgr555.o: GBA_CFLAGS += $(GBA_BGR555)
$(B)/gba/obj/bgr555/%.o: raster/spans/%.c platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -O2 -DRS_RARE_IS_HOT $(GBA_BGR555) -Drs_phong_begin=unused_phong_begin -I. -I$(B)/gen -MMD -MP -c $< -o $@

# The loops of two dimensions in fast memory; raster/flat/quick.h tells why there are two of them.
$(B)/gba/obj/near/%.o: raster/flat/%.c platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -O2 -DRS_FLAT_NEAR -I. -I$(B)/gen -MMD -MP -c $< -o $@

$(B)/gba/obj/%.o: %.S platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) -mcpu=arm7tdmi -g -I. -MMD -MP -c $< -o $@

$(B)/gba/obj/gen/%.o: $(B)/gen/%.c platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# The prerequisites of an ELF are its objects; -lgcc adds what the processor cannot do.
$(B)/gba/%.elf: platform/gba/gba.ld
	$(GBA_CC) $(GBA_LINK) -Wl,-Map,$(@:.elf=.map) $(filter %.o,$^) -lgcc -o $@

$(B)/gba/%.gba: $(B)/gba/%.elf
	$(GBA_OBJCOPY) -O binary $< $@

# Addresses and names, for the profiler of the cartridge runner.
$(B)/gba/%.nm: $(B)/gba/%.elf
	$(GBA_OBJCOPY:objcopy=nm) -n $< >$@

# Players for palette pictures alone, without the fragment pipeline: plain.gba as quick as base.gba, which `oxcart export --gba` takes for
# images that need nothing else, and small.gba compiled for size, for --player.
GBA_ONLY := -URS_FORMATS_LINKED -DRS_FORMATS_LINKED=1 -DRS_FRAGMENT_LINKED=0
GBA_RASTER = $(patsubst $(B)/gba/obj/raster/%.o,$(B)/gba/$(1)/raster/%.o,$(filter-out $(B)/gba/obj/bgr555/% $(B)/gba/obj/near/% $(B)/gba/obj/raster/arm/%,$(GBA_CORE_OBJ))) \
	$(filter $(B)/gba/obj/near/% $(B)/gba/obj/raster/arm/%,$(GBA_CORE_OBJ))
# What plain.gba compiles anew: sources that ask what is linked. The other objects of raster are those of base.gba.
GBA_ASK := $(sort $(patsubst %.c,%.o,$(wildcard raster/flat/*.c raster/fragment/*.c) $(shell grep -lE 'RS_(FORMATS|FRAGMENT)_LINKED' raster/*/*.c)))
GBA_PLAIN_RASTER = $(foreach object,$(call GBA_RASTER,plain),$(if $(filter $(addprefix $(B)/gba/plain/,$(GBA_ASK)),$(object)),$(object),$(object:$(B)/gba/plain/%=$(B)/gba/obj/%)))

$(B)/gba/plain/platform/gba/main.o $(B)/gba/plain/raster/surfaces/surface.o: GBA_PLAIN := -O2
$(B)/gba/plain/%.o: %.c platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -O3 $(GBA_PLAIN) $(GBA_ONLY) -I. -I$(B)/gen -MMD -MP -c $< -o $@
$(B)/gba/small/%.o: %.c platform/gba/rules.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -Os -DRS_RARE_IS_SMALL $(GBA_ONLY) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# Nothing calls raster/arm/spans_lone.S; the small player does without.
$(B)/gba/base.elf $(B)/gba/plain.elf: GBA_LINK += -Wl,-u,rs_arm_lone_phong
$(B)/gba/plain.elf: $(GBA_PORT_OBJ) $(B)/gba/plain/platform/gba/main.o $(GBA_PLAIN_RASTER)
$(B)/gba/small.elf: $(GBA_PORT_OBJ) $(B)/gba/small/platform/gba/main.o $(call GBA_RASTER,small)

ifneq ($(GBA_HERE),)
# Looks of materials go deeper than the quick path: 3456 bytes. Contacts of solids go deeper still: a heap of boxes and hulls needs more than 3872.
$(B)/gba/base.elf: GBA_LINK += -Wl,--defsym,__stack_wanted=5120
$(B)/gba/base.elf: $(GBA_PORT_OBJ) $(B)/gba/obj/platform/gba/main.o $(GBA_CORE_OBJ)

PLAYER_FILES += $(B)/gba/base.gba $(B)/gba/plain.gba
endif

gba: $(B)/showcase.gba

$(B)/showcase.gba: $(B)/oxcart $(B)/showcase.rom $(filter $(B)/gba/%,$(PLAYER_FILES))
	$(B)/oxcart export $(B)/showcase.rom --gba $@

-include $(shell test -d $(B)/gba && find $(B)/gba -name '*.d')
