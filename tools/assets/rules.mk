# `make assets` remakes what tools/assets generates: the font's source, the showcase's models and pictures.
# Both are kept in the tree, so a plain build needs neither; tests/scripts/rules/assets.sh compares them.
ASSETGEN_SRC := $(filter-out tools/assets/font.c,$(sort $(wildcard tools/assets/*.c))) tools/generate/obj_text.c tools/base/writer.c \
	tools/import/image/xpm_write.c tools/base/error.c

.PHONY: assets
assets: $(B)/fontgen $(B)/assetgen
	$(B)/fontgen tools/assets/font8x8.txt raster/surfaces/font8x8.c
	$(B)/assetgen rom/carts/showcase rom/carts/examples/motion rom/carts/examples/faces

$(B)/fontgen: tools/assets/font.c
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 $(WARN) -I. $< -o $@

$(B)/assetgen: $(ASSETGEN_SRC) $(wildcard tools/assets/*.h) tools/generate/obj_text.h tools/base/writer.h tools/import/image/xpm.h tools/import/image/image.h
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 -ffp-contract=off $(WARN) -I. $(ASSETGEN_SRC) -o $@ -lm

# The moving picture of the README: 36 pictures of the showcase, a tenth of a second apart. It wants ImageMagick.
.PHONY: moving-picture
moving-picture: $(B)/oxcart $(B)/showcase.rom
	@mkdir -p $(B)/moving
	for number in $$(seq 100 135); do $(B)/oxcart run $(B)/showcase.rom --headless --quiet --frames $$(((number - 100) * 6 + 1)) \
		--shot $(B)/moving/$$number.png || exit 1; done
	convert -delay 10 -loop 0 $(B)/moving/1[0-3]?.png -layers optimize tools/assets/showcase.gif
