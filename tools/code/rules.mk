# What games in C outside of this tree are made with: the public headers, for each machine a library of the console and what else its players are
# linked of, and port.txt, which tells `oxcart export` how (tools/code/code_link.h).

# Headers that only files of their own folder include are not given away.
PUBLIC_HEADERS := $(filter-out %internal.h %_work.h kernel/script/loop.h, $(sort $(wildcard fixedmath/*.h raster/*.h rom/*.h kernel/*/*.h platform/*.h platform/host/host.h))) \
	rom/records.h rom/chunks.h kernel/script/instructions.inc
PUBLIC := $(B)/include/oxcart

# The headers as programs include them: by their paths from the root, and oxcart.h beside these. Their names are C's in C++, too.
PUBLIC_TOOLS := $(addprefix tools/code/,rules.mk public_header.awk c_begin.h c_end.h)
$(PUBLIC)/oxcart.h: $(filter-out rom/records.h rom/chunks.h,$(PUBLIC_HEADERS)) $(B)/gen/records.mk $(PUBLIC_TOOLS)
	@rm -rf $(PUBLIC)
	@for header in $(PUBLIC_HEADERS); do \
		mkdir -p $(PUBLIC)/$${header%/*} && \
		from=$$header && if [ ! -f $$from ]; then from=$(B)/gen/$$from; fi && \
		awk -f tools/code/public_header.awk $$from >$(PUBLIC)/$$header || exit 1; done
	@cp tools/code/c_begin.h tools/code/c_end.h $(PUBLIC)
	@cp $(PUBLIC)/kernel/oxcart/oxcart.h $@

# Objects keep their paths in archives: linker scripts place some of them by it, and some have one name.
define archive
	@mkdir -p $(@D)
	@rm -f $@
	@$(1)ar qcsP $@ $(filter %.o,$^)
endef

$(B)/host/liboxcart.a: $(HOST_OBJ) $(CORE_OBJ)
	$(call archive)
$(B)/host/libplayer.a: $(HOST_PLAYER_OBJ)
	$(call archive)
$(B)/gba/liboxcart.a: $(GBA_CORE_OBJ)
	$(call archive,$(GBA_CC:%gcc=%))
$(B)/gba/libplayer.a: $(GBA_PORT_OBJ) $(B)/gba/obj/platform/gba/main.o
	$(call archive,$(GBA_CC:%gcc=%))
$(B)/lm3s6965/liboxcart.a: $(filter-out $(B)/lm3s6965/obj/platform/%,$(LM3S_OBJ))
	$(call archive,$(LM3S_CC:%gcc=%))
$(B)/lm3s6965/libplayer.a: $(filter $(B)/lm3s6965/obj/platform/%,$(LM3S_OBJ))
	$(call archive,$(LM3S_CC:%gcc=%))
$(B)/web/liboxcart.a: $(filter-out $(B)/web/obj/platform/%,$(WEB_OBJ))
	$(call archive,$(if $(shell command -v llvm-ar),llvm-))
$(B)/web/libplayer.a: $(filter $(B)/web/obj/platform/%,$(WEB_OBJ))
	$(call archive,$(if $(shell command -v llvm-ar),llvm-))

$(B)/gba/gba.ld: platform/gba/gba.ld
$(B)/lm3s6965/lm3s6965.ld: platform/lm3s6965/lm3s6965.ld
$(B)/gba/libc/string.h $(B)/web/libc/string.h: platform/gba/libc/string.h
$(B)/gba/gba.ld $(B)/lm3s6965/lm3s6965.ld $(B)/gba/libc/string.h $(B)/web/libc/string.h:
	@mkdir -p $(@D)
	@cp $< $@

# port.txt: the words of the compiler, of the linker, and of what makes the player's file; @HERE@ is the folder of port.txt.
CODE_WARN := -Wall -Wextra
CODE_LIBRARY := -Wl,--whole-archive @HERE@/libplayer.a -Wl,--no-whole-archive @HERE@/liboxcart.a
CODE_PORT = @mkdir -p $(@D); printf '%s\n' 'compile $(1) -I@INCLUDE@' 'link $(2)' '$(3)' >$@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
CODE_FLAGS = $(filter-out $(WARN) -Werror -isystem platform/gba/libc,$(1)) $(CODE_WARN)

$(B)/host/port.txt: FORCE
	$(call CODE_PORT,$(CC) -std=c11 -O2 $(CODE_WARN) -ffunction-sections,$(CC) -s -Wl$(comma)--gc-sections @OBJECTS@ $(CODE_LIBRARY) -o @OUT@ $(SDL_LIBS) $(LDLIBS_HOST))
$(B)/gba/port.txt: FORCE
	$(call CODE_PORT,$(GBA_CC) $(call CODE_FLAGS,$(GBA_CODE)) -isystem @HERE@/libc,$(GBA_CC) $(GBA_CODE_LINK) -Wl$(comma)-u$(comma)rs_arm_lone_phong -Wl$(comma)--defsym$(comma)__stack_wanted=5120 @OBJECTS@ $(CODE_LIBRARY) -lgcc -o @OUT@,copy $(GBA_OBJCOPY) -O binary @OUT@ @PLAYER@)
$(B)/lm3s6965/port.txt: FORCE
	$(call CODE_PORT,$(LM3S_CC) $(call CODE_FLAGS,$(LM3S_CODE)),$(LM3S_CC) $(LM3S_CODE_LINK) @OBJECTS@ $(CODE_LIBRARY) -o @OUT@,copy $(LM3S_CC:gcc=objcopy) -O binary @OUT@ @PLAYER@)
$(B)/web/port.txt: FORCE
	$(call CODE_PORT,$(WEB_CC) $(call CODE_FLAGS,$(WEB_CODE)) -isystem @HERE@/libc,$(WEB_CC) $(WEB_LINK) -Wl$(comma)--strip-all @OBJECTS@ $(CODE_LIBRARY) -o @OUT@)
comma := ,
# As they are for all files: what single files have besides stands in the rules of the ports.
GBA_CODE := $(GBA_CFLAGS)
LM3S_CODE := $(LM3S_CFLAGS)
WEB_CODE := $(WEB_CFLAGS)
GBA_CODE_LINK := $(subst platform/gba/,@HERE@/,$(GBA_LINK))
LM3S_CODE_LINK := $(subst platform/lm3s6965/,@HERE@/,$(LM3S_LINK))

CODE_FILES = $(addprefix $(B)/$(1)/,liboxcart.a libplayer.a port.txt $(2))
ifeq ($(SANITIZE),)
LIBRARY_FILES += $(call CODE_FILES,host)
endif
ifneq ($(GBA_HERE),)
LIBRARY_FILES += $(call CODE_FILES,gba,gba.ld libc/string.h)
endif
ifneq ($(LM3S_HERE),)
LIBRARY_FILES += $(call CODE_FILES,lm3s6965,lm3s6965.ld)
endif
ifneq ($(WEB_HERE),)
LIBRARY_FILES += $(call CODE_FILES,web,libc/string.h)
endif

# The version as `oxcart version` says it.
OXCART_VERSION := $(shell sed -n 's/.*"oxcart \([0-9.]*\),.*/\1/p' tools/command/help_command.c)
$(B)/oxcart.pc: FORCE
	@printf '%s\n' 'prefix=$(PREFIX)' 'Name: oxcart' 'Description: a game console in C' 'Version: $(OXCART_VERSION)' \
		'Cflags: -I$${prefix}/include/oxcart' 'Libs: -L$${prefix}/lib/oxcart/host -loxcart $(strip $(SDL_LIBS) $(LDLIBS_HOST))' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

.PHONY: libraries
libraries: $(PUBLIC)/oxcart.h $(B)/oxcart.pc $(LIBRARY_FILES)
all: $(PUBLIC)/oxcart.h
refresh: $(wildcard $(LIBRARY_FILES))

.PHONY: install-library
install: install-library
install-library: libraries
	for file in $(LIBRARY_FILES:$(B)/%=%); do install -D -m 644 $(B)/$$file $(DESTDIR)$(PREFIX)/lib/oxcart/$$file || exit 1; done
	cd $(B)/include && find oxcart -type f | while read -r file; do install -D -m 644 $$file $(DESTDIR)$(PREFIX)/include/$$file || exit 1; done
	install -D -m 644 $(B)/oxcart.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/oxcart.pc
# Whoever has the command has what it compiles C of carts with.
$(B)/oxcart $(B)/unit_tests: | $(PUBLIC)/oxcart.h
