//go:build !purego

#include "textflag.h"

// STEP looks up the pair at off(SI). The byte behind it is the low one of third, which selects a bit of the row; the bit
// becomes the lowest one of AX.
#define STEP(off, third, pair)     \
	MOVWLZX off(SI), pair;     \
	MOVL    (DI)(pair*4), R10; \
	BTL     third, R10;        \
	ADCQ    AX, AX

#define FOUR(off)            \
	STEP(off+6, R8, R9); \
	STEP(off+4, R9, R8); \
	STEP(off+2, R8, R9); \
	STEP(off+0, R9, R8)

#define SIXTEEN(off) \
	FOUR(off+24); \
	FOUR(off+16); \
	FOUR(off+8);  \
	FOUR(off+0)

// func makeMasks(table *[65536]uint32, text *byte, steps int, masks *uint64)
//
// Each mask is made from its last step to its first, so that the first one is bit 0.
TEXT ·makeMasks(SB), NOSPLIT, $0-32
	MOVQ table+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ steps+16(FP), CX
	MOVQ masks+24(FP), DX
	LEAQ -128(SI)(CX*2), CX // where the last mask begins

mask:
	XORL    AX, AX
	MOVBLZX 128(SI), R8
	SIXTEEN(96)
	SIXTEEN(64)
	SIXTEEN(32)
	SIXTEEN(0)
	MOVQ    AX, (DX)
	CMPQ    SI, CX
	JEQ     done
	ADDQ    $8, DX
	ADDQ    $128, SI
	CMPQ    SI, CX
	CMOVQHI CX, SI
	JMP     mask

done:
	RET
