# A 32-bit RISC-V machine without a display (QEMU's virt): the template's port and player, and in port.c what this machine has besides.

RISCV_CC ?= riscv64-unknown-elf-gcc
RISCV_CPU := -specs=picolibc.specs -march=rv32imac -mabi=ilp32
RISCV_CFLAGS := -std=c11 -Os $(DEBUG) $(WARN) $(RISCV_CPU) -ffunction-sections -fdata-sections
# Memory begins at 0x80000000 and is of 128 MB; the processor starts at its first byte. picolibc brings the start, printf and the host's files.
RISCV_LINK := $(RISCV_CPU) --crt0=semihost --oslib=semihost -Wl,--gc-sections -Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=0x800000 \
	-Wl,--defsym=__ram=0x80800000,--defsym=__ram_size=0x4000000,--defsym=__stack_size=0x10000
RISCV_OBJ := $(patsubst %.c,$(B)/riscv/obj/%.o,$(CORE_SRC) platform/riscv/port.c platform/template/main.c) \
	$(B)/riscv/obj/gen/fixedmath_tables.o $(B)/riscv/template.o

$(B)/riscv/obj/%.o: %.c platform/riscv/rules.mk
	@mkdir -p $(@D)
	$(RISCV_CC) $(RISCV_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

$(B)/riscv/obj/gen/%.o: $(B)/gen/%.c platform/riscv/rules.mk
	@mkdir -p $(@D)
	$(RISCV_CC) $(RISCV_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# Functions of port.c take the place of those of the template that have their names.
$(B)/riscv/template.o: $(B)/riscv/obj/platform/template/port.o
	$(lastword $(RISCV_CC:gcc=objcopy)) --weaken $< $@

$(B)/riscv/player.elf: $(RISCV_OBJ)
	$(RISCV_CC) $(RISCV_LINK) $^ -o $@

-include $(shell test -d $(B)/riscv && find $(B)/riscv -name '*.d')
