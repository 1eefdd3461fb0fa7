# The Cortex-M3 board of QEMU (MPS2 AN385): runs the unit tests, and a player without a display, by
# semihosting.

MPS2_CC ?= arm-none-eabi-gcc
MPS2_CFLAGS := -std=c11 -O2 $(DEBUG) $(WARN) -mcpu=cortex-m3 -mthumb \
	-ffunction-sections -fdata-sections -DOXCART_MPS2
# The board has 4 MB for code, 4 MB of quick memory and 16 MB of external memory. A player has its data in the quick part; outside there
# are the image (platform/mps2/player.c), what is stored, and the console's memory. The tests have 16 MB of data, so that theirs
# lie the other way round. picolibc brings the start, printf and the host's files.
MPS2_LIBC := -specs=picolibc.specs
MPS2_RAM := --defsym=__ram=0x20000000,--defsym=__ram_size=0x400000,--defsym=__storage=0x217F0000,--defsym=__console=0x21800000,--defsym=__console_size=0x800000
MPS2_UNIT_RAM := --defsym=__ram=0x21000000,--defsym=__ram_size=0x1000000,--defsym=__storage=0x203F0000,--defsym=__console=0x20000000,--defsym=__console_size=0x3F0000
MPS2_START := $(MPS2_LIBC) --crt0=semihost --oslib=semihost -mcpu=cortex-m3 -mthumb \
	-Wl,--defsym=__flash=0x00000000,--defsym=__flash_size=0x400000,--defsym=__stack_size=0x10000
MPS2_LINK := $(MPS2_START) -Wl,$(MPS2_RAM)
MPS2_CORE_OBJ := $(patsubst %.c,$(B)/mps2/obj/%.o,$(CORE_SRC)) $(B)/mps2/obj/gen/fixedmath_tables.o

$(B)/mps2/obj/%.o: %.c platform/mps2/rules.mk
	@mkdir -p $(@D)
	$(MPS2_CC) $(MPS2_LIBC) $(MPS2_CFLAGS) -I. -I$(@D) -I$(B)/gen -MMD -MP -c $< -o $@

# The sizes of the frames, a .ci file beside each object, for tests/scripts/costs/stack.sh; the code stays the same.
$(MPS2_CORE_OBJ): MPS2_CFLAGS += -fcallgraph-info=su
$(foreach part,$(KERNEL_SMALL),$(B)/mps2/obj/kernel/$(part)/%.o): MPS2_CFLAGS += $(KERNEL_SMALL_GCC)
$(addprefix $(B)/mps2/obj/kernel/memory/,$(KERNEL_QUICK)): MPS2_CFLAGS += $(KERNEL_QUICK_GCC)

# The board has 4 MB for code: tests at -Os are shorter than at any other level.
$(COLD_TESTS:%.c=$(B)/mps2/obj/%.o): MPS2_CFLAGS += -Os -Wno-maybe-uninitialized

# The loop of scripts keeps what it counts in a register.
$(B)/mps2/obj/kernel/script/run.o: MPS2_CFLAGS += $(KERNEL_QUICK_GCC) -fno-tree-forwprop -fno-gcse

$(B)/mps2/obj/gen/%.o: $(B)/gen/%.c platform/mps2/rules.mk
	@mkdir -p $(@D)
	$(MPS2_CC) $(MPS2_LIBC) $(MPS2_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# The tests of this machine: tests/unit and the port's own. The list is found first in the folder of
# test_main.o.
$(B)/mps2/obj/tests/test_list.inc: FORCE
	@mkdir -p $(@D)
	@sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' $(UNIT_SRC) tests/ports/mps2_unit.c >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/mps2/obj/tests/test_main.o: $(B)/mps2/obj/tests/test_list.inc
$(B)/mps2/obj/tests/test_main.o: MPS2_CFLAGS += -Dmain=test_main

$(B)/mps2/unit.elf: $(patsubst %.c,$(B)/mps2/obj/%.o,$(UNIT_SRC) tests/test_main.c tests/ports/mps2_unit.c \
	platform/mps2/mps2.c platform/mps2/machine.c platform/mps2/storage.c platform/mps2/counter.c) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_START) -Wl,$(MPS2_UNIT_RAM) $^ -o $@

$(B)/mps2/player.elf: $(addprefix $(B)/mps2/obj/platform/mps2/,player.o crash.o mps2.o machine.o storage.o counter.o) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_LINK) $^ -o $@

.PHONY: mps2-unit
mps2-unit: $(B)/mps2/unit.elf
	OXCART_ICOUNT=1 sh platform/mps2/run.sh $< unit

-include $(shell test -d $(B)/mps2 && find $(B)/mps2 -name '*.d')
