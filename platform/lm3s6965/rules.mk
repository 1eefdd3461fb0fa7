# The Stellaris LM3S6965 board: the player (base.bin).

LM3S_CC ?= arm-none-eabi-gcc
LM3S_HERE := $(shell command -v $(LM3S_CC) 2>/dev/null)
# Palette pictures and no fragment pipeline; what decides the frame rate of a model is compiled for speed, the rest for size.
LM3S_CFLAGS := -std=c11 -Os $(DEBUG) $(WARN) -specs=picolibc.specs -mcpu=cortex-m3 -mthumb -ffunction-sections -fdata-sections \
	-fno-unwind-tables -fno-asynchronous-unwind-tables -DRS_FORMATS_LINKED=1 -DRS_FRAGMENT_LINKED=0 -DRS_STAGES_LINKED=0 -DROM_CRC_TABLE=64 -DROM_SMALL_PLAYER=1
LM3S_LINK := -specs=picolibc.specs -mcpu=cortex-m3 -mthumb -nostartfiles -T platform/lm3s6965/lm3s6965.ld -Wl,--gc-sections \
	-Wl,--no-warn-rwx-segments
# Rooms of the kernel that the list of modules (kernel/preset/plain.c) leads to; the linker names what is missing here.
LM3S_ROOMS := $(addprefix kernel/,animation bytes console containers debug engine file handle input loop memory module preset \
	recording replay residency resource save scene text type world)
LM3S_SRC := $(filter-out kernel/%,$(CORE_SRC)) $(filter $(addsuffix /%,$(LM3S_ROOMS)),$(CORE_SRC))
LM3S_OBJ := $(patsubst %.c,$(B)/lm3s6965/obj/%.o,$(LM3S_SRC) platform/cartridge.c $(wildcard platform/lm3s6965/*.c)) \
	$(B)/lm3s6965/obj/gen/fixedmath_tables.o

$(B)/lm3s6965/obj/raster/%.o $(B)/lm3s6965/obj/fixedmath/%.o: LM3S_CFLAGS += -O2
$(B)/lm3s6965/obj/raster/flat/%.o $(B)/lm3s6965/obj/raster/surfaces/%.o $(B)/lm3s6965/obj/raster/views/%.o \
	$(B)/lm3s6965/obj/raster/geometry/%.o $(B)/lm3s6965/obj/raster/passes/%.o \
	$(addsuffix %.o,$(addprefix $(B)/lm3s6965/obj/fixedmath/,geometry/ motion/ rotation/quaternion samples/)): LM3S_CFLAGS += -Os

$(B)/lm3s6965/obj/%.o: %.c platform/lm3s6965/rules.mk
	@mkdir -p $(@D)
	$(LM3S_CC) $(LM3S_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

$(B)/lm3s6965/obj/gen/%.o: $(B)/gen/%.c platform/lm3s6965/rules.mk
	@mkdir -p $(@D)
	$(LM3S_CC) $(LM3S_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

$(B)/lm3s6965/base.elf: $(LM3S_OBJ) platform/lm3s6965/lm3s6965.ld
	$(LM3S_CC) $(LM3S_LINK) -Wl,-Map,$(@:.elf=.map) $(filter %.o,$^) -o $@

$(B)/lm3s6965/base.bin: $(B)/lm3s6965/base.elf
	$(LM3S_CC:gcc=objcopy) -O binary $< $@

ifneq ($(LM3S_HERE),)
PLAYER_FILES += $(B)/lm3s6965/base.bin
endif

-include $(shell test -d $(B)/lm3s6965 && find $(B)/lm3s6965 -name '*.d')
