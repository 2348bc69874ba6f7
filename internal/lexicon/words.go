package lexicon

import (
	"math/bits"
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// stops are words that stand where a value could be and are none: states,
// types, function words, the nouns that messages about secrets are made of.
var stops = NewWords(`
psk dir cwd workdir wd
a about above absent access account accounts address after again against all allowed already
also always an and any api app are argument arguments array as at auth authenticated
authentication available await bad base64 basic be bearer because been before begins being below
between bool boolean both brace bracket but by byte bytes can cannot change changed changeme
char character characters chars check checked client colon column comma configured const
contain contains content contents cookie cookies correct could count create created credential
credentials data default delete deleted delimiter denied deprecated dict did different digit
digits disabled do does doing don't done due during each either email empty enabled encrypted
end endpoint ends enum env encipherment eof eol err error example existing exists expect expected expecting
expired fail failed fails false field fields file files filtered flag flags for forbidden found
from func generator given good got has hash hashed have he header headers here hex hidden
holder host how id identifier ids if in incorrect input int int64 interface into invalid is it
its json key kind length less letter letters line list literal login logout lookup mail make
manager map masked match may might mismatch mismatched missing mode more must n/a na name names
nan needed neither never new newline nil no none not now null nullptr number object of ok okay
old omitted on only onto operator option optional options or our output over parameter
parameters pass passed passes passwd password path per phone placeholder plain policies policy port
present private prompt property protected provide provided provider public pwd quote quotes
range received redacted refresh rejected removed request required reset response return rotate
rotated rotation salt same secret see self sensitive server service services session sessions
shall shared she should signin since size so some starts std stdin still storage store stored
str string struct success successful successfully supplied supported test text than that the
their then there these they this to token too true type uint32 uint64 uint8 unauthorized
unavailable undefined under unexpected unknown unset unspecified unsupported until update
updated upon uri url usage use used user username uses using utf8 uuid val value values var
verified verify very via void want was we were what when where which while who whom whose why
will with within without word words would wrong xml yaml yes yet you your
erforderlich falsch fehlt leer mindestens notwendig pflichtfeld ja nein
invalide manquant minimum oui obligatoire requis
incorrecta incorrecto invalida obligatoria obligatorio requerida requerido
errata errato mancante obbligatoria obbligatorio minimo
gerekli minimaal onjuist ongeldig pakollinen ugyldig verplicht wymagane
`)

// IsStop reports whether s is a stop word, in any case.
func IsStop(s string) bool { return stops.Has(s) }

// Words is a set of words of up to 16 bytes, of which capitals are small
// letters. Most words that are asked about are not in it: first letter and length tell that.
type Words struct {
	text    string
	lengths [32]uint32 // by the first byte's low bits, which are a letter's in either case: bit n for words of n bytes
	ends    [32]uint32 // by the last byte's: bit n for words with n before it
	// slots is a hash table of where words begin in text, from 1; half of it and more is 0. Each program
	// that starts builds it: a map takes five times as long.
	slots []uint16
	shift uint8
	// kinds are where in text the words of each kind end.
	kinds []int
}

// NewKinds is NewWords of several texts, whose words Kind tells apart; they have none in common.
func NewKinds(texts ...string) *Words {
	w := NewWords(strings.Join(texts, "\n"))
	n := 0
	for _, text := range texts {
		n += len(text) + 1
		w.kinds = append(w.kinds, n)
	}
	return w
}

// Kind returns which of NewKinds' texts s is a word of, from 1 on, in any case; 0 if of none. It does not allocate.
func (w *Words) Kind(s string) int {
	at := w.find(s)
	if at < 0 {
		return 0
	}
	k := 0
	for at >= w.kinds[k] {
		k++
	}
	return k + 1
}

// NewWords returns the set of the words of a text of under 64 KiB, split at white space.
func NewWords(text string) *Words {
	n := 1
	for i := range len(text) {
		if text[i] <= ' ' {
			n++
		}
	}
	size := bits.Len(uint(2 * n))
	w := &Words{text: text, slots: make([]uint16, 1<<size), shift: uint8(64 - size)}
	for i := 0; i < len(text); i++ {
		begin := i
		for i < len(text) && text[i] > ' ' {
			i++
		}
		if i == begin {
			continue
		}
		w.lengths[text[begin]&31] |= 1 << (i - begin)
		w.ends[text[i-1]&31] |= 1 << (text[max(begin, i-2)] & 31)
		h := spell(text[begin:i]).hash(w.shift)
		for w.slots[h] != 0 {
			h = (h + 1) & (len(w.slots) - 1)
		}
		w.slots[h] = uint16(begin + 1)
	}
	return w
}

// Has reports whether s is in the set, in any case. It does not allocate.
func (w *Words) Has(s string) bool { return w.find(s) >= 0 }

// MayEnd reports whether words of the set may end as s[:i] does, by its last two bytes: most of those that are asked about
// need not be looked for. Words of one byte do not count.
func (w *Words) MayEnd(s string, i int) bool {
	return i >= 2 && i <= len(s) && w.ends[s[i-1]&31]>>(s[i-2]&31)&1 != 0
}

// find returns where in the text a word stands, -1 if it is none of it.
func (w *Words) find(s string) int {
	n := len(s)
	if n == 0 || n > 16 || w.lengths[s[0]&31]>>n&1 == 0 {
		return -1
	}
	x := spell(s)
	for h := x.hash(w.shift); ; h = (h + 1) & (len(w.slots) - 1) {
		at := int(w.slots[h]) - 1
		if at < 0 {
			return -1
		}
		if word := w.text[at:]; len(word) >= n && (len(word) == n || word[n] <= ' ') && spell(word[:n]) == x {
			return at
		}
	}
}

// A spelling is the bytes that a word of 1 to 16 begins and ends with, in small letters: with its length, all
// that it is. To take them at once is faster than to go over them.
type spelling struct{ head, tail uint64 }

func spell(s string) spelling {
	n := len(s)
	switch {
	case n >= 8:
		return spelling{swar.Small(swar.Load(s)), swar.Small(swar.Load(s[n-8:]))}
	case n >= 4:
		return spelling{head: swar.Small(uint64(load4(s)) | uint64(load4(s[n-4:]))<<32)}
	}
	return spelling{head: swar.Small(uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16)}
}

// hash returns the place of a word among 2^(64-shift) slots.
func (x spelling) hash(shift uint8) int {
	const spread = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio
	return int((x.head ^ bits.RotateLeft64(x.tail, 29)) * spread >> (shift & 63))
}

func load4(s string) uint32 {
	b := s[:4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func lowered(c byte) byte {
	if c-'A' < 26 {
		c |= 0x20
	}
	return c
}

// lower writes s in lower case and returns its length; buf has room.
func lower(buf []byte, s string) int {
	for i := range len(s) {
		buf[i] = lowered(s[i])
	}
	return len(s)
}

// A TailKind says what a word after a stem makes of a key's name.
type TailKind uint8

const (
	// TailUnknown words make the key weaker: password_secure, apikey_myservice.
	TailUnknown TailKind = iota
	// TailNoise words change nothing: password_prod, token_value.
	TailNoise
	// TailOther words are the head noun, so that the name is no secret's: token_type, key_id.
	TailOther
	// TailPart words are that too, auth-proxy, but behind a password they may tell whose it is: password_proxy.
	TailPart
)

// tails are the words of the kinds behind TailUnknown.
var tails = NewKinds(`
secure prod production dev devel development test testing staging stage live local main value val env var
str string raw plain plaintext new old current default primary secondary arg opt param
b64 base64 encoded override input literal data in as confirmation confirm repeat again retype
`, `
type types name names id ids url urls uri path paths file files filename dir len length size sizes count num
number policy policies expiry expires expire expiration expired ttl lifetime alg algo algorithm algorithms
method methods mode modes provider providers source info config configuration version versions state status
error errors hint hints required valid invalid validity validation validator reset usage store storage ring
word words board map maps pad chain gen generator generation set sets handle block manager management class
pattern format prefix suffix field fields label title description desc help message msg prompt question
rotation rotate rotated age date time timestamp at enabled enable disabled allowed limit limits max min strength
score level scope scopes audience issuer endpoint endpoints host port domain group groups role roles user
username users email arn alias ref reference refs binding claim claims action actions event events request
requests response responses attempts attempt retries index column table row stdin needed missing mismatch
exists created updated changed last first history style code codes item items pair pairs down up press
handler hasher encoder scheme strategy sock socket helper factory builder resolver reader writer client server service services function func callback
`, `
proxy gateway middleware sidecar daemon backend
`)

// Tail classifies a word, in any case, that follows a stem in a key's name.
func Tail(w string) TailKind {
	return TailKind(tails.Kind(w))
}

// types are what validators call the types of values, which are no secrets under any name.
var types = NewWords("string number integer int float double nan boolean bool bigint date symbol undefined null object array map set " +
	"list dict tuple function promise void never any unknown missing bytes enum record union file vec secretstr secretstring secretbytes securestring uint8array arraybuffer")

// IsType reports whether s is a type's name, in any case.
func IsType(s string) bool { return types.Has(s) }
