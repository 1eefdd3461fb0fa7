# The cartridge that saves games in the Game Boy Advance's battery-backed memory.
$(B)/gba/save_test.elf: $(sort $(GBA_PORT_OBJ) $(B)/gba/obj/platform/gba/storage.o) $(B)/gba/obj/tests/gba/save_test.o \
	$(GBA_CORE_OBJ)
