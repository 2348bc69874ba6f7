//go:build hyperscan

package rival

/*
#cgo pkg-config: libhs
#include <stdlib.h>
#include <hs.h>

static int count(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *n) {
	++*(unsigned long long *)n;
	return 0;
}

static hs_error_t scan_count(const hs_database_t *db, const char *text, unsigned len, hs_scratch_t *scratch, unsigned long long *n) {
	return hs_scan(db, text, len, 0, scratch, count, n);
}
*/
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/redactbench/redactbench/internal/anchors"
)

// Hyperscan is the name of Hyperscan's block mode.
const Hyperscan = "Hyperscan"

// hyperscan looks for the anchors as literals, each in its own case or in any, and
// counts their ends, which are all positions. It lives as long as the process, so nothing is freed.
type hyperscan struct {
	db      *C.hs_database_t
	scratch *C.hs_scratch_t
}

func newHyperscan() (Rival, error) {
	list, _ := anchors.Default()
	n := len(list)
	words, lens := make([]*C.char, n), make([]C.size_t, n)
	flags, ids := make([]C.uint, n), make([]C.uint, n)
	for i, a := range list {
		words[i] = C.CString(a.Text)
		defer C.free(unsafe.Pointer(words[i]))
		lens[i], ids[i] = C.size_t(len(a.Text)), C.uint(i)
		if !a.Exact {
			flags[i] = C.HS_FLAG_CASELESS
		}
	}
	var h hyperscan
	var problem *C.hs_compile_error_t
	if rc := C.hs_compile_lit_multi(&words[0], &flags[0], &ids[0], &lens[0], C.uint(n), C.HS_MODE_BLOCK, nil, &h.db, &problem); rc != C.HS_SUCCESS {
		return nil, fmt.Errorf("compile: %s", C.GoString(problem.message))
	}
	if rc := C.hs_alloc_scratch(h.db, &h.scratch); rc != C.HS_SUCCESS {
		return nil, fmt.Errorf("scratch: error %d", rc)
	}
	return &h, nil
}

func (*hyperscan) Name() string { return Hyperscan }

func (h *hyperscan) Finds(text string) bool { return h.count(text) > 0 }

func (h *hyperscan) Over(texts []string) func() {
	return func() {
		for _, t := range texts {
			h.count(t)
		}
	}
}

// count returns the number of occurrences. One call into C a text: calls back into
// Go for each hit would cost far more than the scan.
func (h *hyperscan) count(text string) int {
	var n C.ulonglong
	C.scan_count(h.db, (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.uint(len(text)), h.scratch, &n)
	return int(n)
}
