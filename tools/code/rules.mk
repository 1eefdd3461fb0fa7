# What games in C outside of this tree are made with: the public headers, and a library of the console for programs of this machine. Libraries
# of other machines are made by the rules of their ports.

# Headers that only files of their own folder include are not given away; internal.h and what ends in _work.h among them.
PUBLIC_HEADERS := $(filter-out %internal.h %_work.h raster/arm/% raster/flat/% raster/fragment/% raster/geometry/% raster/list/% raster/passes/% raster/post/% \
	raster/spans/% raster/views/% raster/wide/% rom/check/% rom/carts/%, \
	$(sort $(wildcard fixedmath/*.h raster/*.h rom/*.h kernel/*/*.h platform/*.h platform/host/host.h))) \
	rom/records.h rom/chunks.h
PUBLIC := $(B)/include/oxcart

# The headers as programs include them: by their paths from the root, and oxcart.h beside these.
$(PUBLIC)/oxcart.h: kernel/oxcart/oxcart.h $(wildcard $(PUBLIC_HEADERS) $(addprefix $(B)/gen/,$(PUBLIC_HEADERS))) tools/code/rules.mk $(B)/oxcart
	@rm -rf $(PUBLIC)
	@for header in $(PUBLIC_HEADERS); do \
		mkdir -p $(PUBLIC)/$${header%/*} && \
		if [ -f $$header ]; then cp $$header $(PUBLIC)/$$header; else cp $(B)/gen/$$header $(PUBLIC)/$$header; fi || exit 1; done
	@cp kernel/oxcart/oxcart.h $@

$(B)/liboxcart.a: $(HOST_OBJ) $(CORE_OBJ)
	@rm -f $@
	ar qcsP $@ $^

$(B)/oxcart.pc: tools/code/rules.mk FORCE
	@printf '%s\n' 'prefix=$(PREFIX)' 'Name: oxcart' 'Description: a game console in C' 'Version: $(OXCART_VERSION)' \
		'Cflags: -I$${prefix}/include/oxcart' 'Libs: -L$${prefix}/lib -loxcart $(strip $(SDL_LIBS) $(LDLIBS_HOST))' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# The version as `oxcart version` says it.
OXCART_VERSION := $(shell sed -n 's/.*"oxcart \([0-9.]*\),.*/\1/p' tools/command/help_command.c)

.PHONY: libraries
libraries: $(PUBLIC)/oxcart.h $(B)/liboxcart.a $(B)/oxcart.pc $(LIBRARY_FILES)
all: $(PUBLIC)/oxcart.h
