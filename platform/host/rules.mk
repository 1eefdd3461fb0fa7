# The desktop player: the game's program without a game, without symbols and debug information. It is linked from the objects of the build, so it is what the build is; under sanitizers there is none.

HOST_PLAYER_OBJ := $(addprefix $(B)/obj/platform/,host/player.o cartridge.o)

$(B)/host/player: $(HOST_PLAYER_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -s -Wl,--gc-sections $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

ifeq ($(SANITIZE),)
PLAYER_FILES += $(B)/host/player
endif

desktop: $(B)/showcase

$(B)/showcase: $(B)/oxcart $(B)/host/player $(wildcard rom/carts/showcase/*)
	$(B)/oxcart pack rom/carts/showcase --release --quiet -o $@.release.rom
	$(B)/oxcart export $@.release.rom --desktop $@
