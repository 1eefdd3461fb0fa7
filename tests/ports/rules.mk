# The big-endian machine: unit tests and the oxcart command (no window) as 32-bit PowerPC programs, run by
# qemu-ppc.

BE_CC ?= powerpc-linux-gnu-gcc
BE_RUN ?= qemu-ppc
BE_CFLAGS := -std=c11 -O2 $(DEBUG) $(WARN)
BE_CORE_OBJ := $(patsubst %.c,$(B)/bigendian/obj/%.o,$(CORE_SRC)) $(B)/bigendian/obj/gen/fixedmath_tables.o
BE_HOST_OBJ := $(patsubst %.c,$(B)/bigendian/obj/%.o,$(filter-out %/host_network_name.c,$(HOST_SRC))) # static: names cannot be looked up
BE_TOOL_OBJ := $(patsubst %.c,$(B)/bigendian/obj/%.o,$(TOOL_SRC) tools/main.c) $(B)/bigendian/obj/gen/known_words_list.o

# Tests and what reads texts are not worth the time of the optimizer.
$(B)/bigendian/obj/tests/%.o $(foreach room,$(TEXT_ROOMS),$(B)/bigendian/obj/tools/$(room)/%.o): BE_CFLAGS += -O1 -Wno-maybe-uninitialized -Wno-format-truncation
$(COLD_TESTS:%.c=$(B)/bigendian/obj/%.o): BE_CFLAGS += -O0

$(B)/bigendian/obj/%.o: %.c
	@mkdir -p $(@D)
	$(BE_CC) $(BE_CFLAGS) -I. -I$(@D) -I$(B)/gen -MMD -MP -c $< -o $@

$(B)/bigendian/obj/gen/%.o: $(B)/gen/%.c
	@mkdir -p $(@D)
	$(BE_CC) $(BE_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# Only the tests of tests/unit; their list is found first in the folder of test_main.o.
$(B)/bigendian/obj/tests/test_list.inc: FORCE
	@mkdir -p $(@D)
	@sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' $(UNIT_SRC) /dev/null >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/bigendian/obj/tests/test_main.o: $(B)/bigendian/obj/tests/test_list.inc

$(B)/bigendian/unit: $(patsubst %.c,$(B)/bigendian/obj/%.o,$(UNIT_SRC) tests/test_main.c) $(BE_HOST_OBJ) $(BE_CORE_OBJ)
	$(BE_CC) -static $^ -o $@ $(LDLIBS_HOST)

$(B)/bigendian/oxcart: $(BE_TOOL_OBJ) $(BE_HOST_OBJ) $(BE_CORE_OBJ)
	$(BE_CC) -static $^ -o $@ $(LDLIBS_HOST)

.PHONY: bigendian-unit
bigendian-unit: $(B)/bigendian/unit
	$(BE_RUN) $<

-include $(shell test -d $(B)/bigendian && find $(B)/bigendian -name '*.d')

# The objects that tests/scripts/rules/symbols.sh looks into, and the list of them, which is never seen half written.
.PHONY: core-host core-gba
core-host: $(CORE_OBJ)
	@printf '%s\n' $^ >$(B)/core_host.list.$$$$ && mv $(B)/core_host.list.$$$$ $(B)/core_host.list
core-gba: $(GBA_CORE_OBJ)
	@printf '%s\n' $^ >$(B)/core_gba.list.$$$$ && mv $(B)/core_gba.list.$$$$ $(B)/core_gba.list

# The unit tests of scripts with the loop of platform/gba/script.S, on QEMU's board with an ARM926.
ARM7_LIBC := -specs=picolibc.specs $(GBA_CPU)
ARM7_TESTS := $(filter-out %/script_life_test.c,$(wildcard tests/unit/kernel/script/*.c))
$(B)/arm7/obj/%.o: %.c
	@mkdir -p $(@D)
	$(GBA_CC) $(ARM7_LIBC) -std=c11 -O1 $(DEBUG) $(WARN) -ffunction-sections -fdata-sections -I. -I$(@D) -I$(B)/gen -MMD -MP -c $< -o $@
$(B)/arm7/obj/tests/test_list.inc: FORCE
	@mkdir -p $(@D)
	@sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' $(ARM7_TESTS) >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/arm7/obj/tests/test_main.o: $(B)/arm7/obj/tests/test_list.inc
$(B)/arm7/obj/tests/test_main.o: ARM7_LIBC += -Dmain=test_main
$(B)/arm7/unit.elf: $(patsubst %.c,$(B)/arm7/obj/%.o,$(ARM7_TESTS) tests/test_main.c tests/ports/arm7_unit.c) $(GBA_CORE_OBJ)
	$(GBA_CC) -specs=picolibc.specs --crt0=semihost --oslib=semihost -mcpu=arm7tdmi -marm -Wl,--gc-sections,--no-warn-rwx-segments \
		-Wl,--defsym=__flash=0x00010000,--defsym=__flash_size=0x400000,--defsym=__ram=0x01000000,--defsym=__ram_size=0x2000000,--defsym=__stack_size=0x10000 $^ -o $@

# A cart that runs wild, on the Cortex-M3.
$(B)/mps2/wild.elf: $(addprefix $(B)/mps2/obj/,tests/ports/mps2_wild.o tests/ports/wild.o platform/mps2/mps2.o platform/mps2/machine.o \
	platform/mps2/storage.o platform/mps2/counter.o) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_LINK) $^ -o $@

# The unit tests without SDL: the same objects of everything but the window driver, which is left out, and no SDL library.
PLAIN_HOST := $(addprefix $(B)/plain/obj/platform/host/,host.o host_sdl.o)
$(B)/plain/obj/platform/host/%.o: platform/host/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c $< -o $@
$(B)/plain/unit_tests: $(PLAIN_HOST) $(TEST_OBJ) $(TOOL_OBJ) $(CORE_OBJ) $(filter-out %/host/host.o %/host/host_sdl.o,$(HOST_OBJ))
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS_HOST)
-include $(wildcard $(B)/plain/obj/platform/host/*.d)
