# The manual as pages that one searches without a server: `make docs` writes them to $(B)/docs. It needs python3.

DOCS_TEXTS := $(filter-out ./tests/% ./$(B)/%,$(sort $(wildcard ./*.md ./*/*.md ./*/*/*.md)))
DOCS_HEADERS := $(filter %.h,$(PUBLIC_HEADERS))

.PHONY: docs
docs: $(B)/docs/index.html
$(B)/docs/index.html: $(DOCS_TEXTS) $(filter-out rom/records.h rom/chunks.h,$(DOCS_HEADERS)) $(B)/gen/records.mk $(wildcard tools/docs/*)
	@mkdir -p $(@D)
	python3 tools/docs/docs.py $(B)/docs $(B)/gen $(DOCS_HEADERS) -- $(DOCS_TEXTS:./%=%)
