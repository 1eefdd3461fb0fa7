# The cartridge that plays a game in C with everything that the console keeps ready for one.
$(B)/gba/runtime_test.elf: $(sort $(GBA_PORT_OBJ)) $(B)/gba/obj/tests/gba/runtime_test.o $(GBA_CORE_OBJ)
