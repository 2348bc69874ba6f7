package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/redactbench/redactbench/internal/gen"
)

// A record is a line of a labelled corpus. Members that it does not name are
// ignored: corpora carry notes of their own.
type record struct {
	Text    *string  `json:"text"`
	Secrets []string `json:"secrets,omitempty"`
	Kind    string   `json:"kind,omitempty"`
	// Class and Cls are other names of kind in public corpora.
	Class string   `json:"class,omitempty"`
	Cls   string   `json:"cls,omitempty"`
	Keep  []string `json:"keep,omitempty"`
	// Secret is the only one, in corpora of scanners' samples; of a sample that is there to
	// be left alone, which Eval says, it is what a scanner may not report.
	Secret string `json:"secret,omitempty"`
	Eval   string `json:"eval,omitempty"`
}

// defaultTexts is how many labelled texts are made where neither a number nor a corpus is given.
const defaultTexts = 4000

// texts returns the texts of a labelled corpus, or n that are made from a seed where corpus is "";
// nil without an error where the fault was reported already.
func (a *app) texts(corpus string, seed uint64, n int) (texts []gen.Text, err error) {
	if corpus == "" {
		return gen.Errors(seed, n), nil
	}
	err = a.each([]string{corpus}, func(_ string, in *bufio.Reader) error {
		texts, err = readCorpus(in)
		if err != nil {
			texts = nil
		}
		return err
	})
	return texts, err
}

// readCorpus reads a labelled corpus, a JSON object a line. Faults name the line and
// the member, all of them up to maxFaults.
func readCorpus(in *bufio.Reader) ([]gen.Text, error) {
	var texts []gen.Text
	var faults []error
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			t, ferr := parseRecord(line)
			if ferr != nil {
				faults = append(faults, fmt.Errorf("line %d: %w", number, ferr))
			} else {
				texts = append(texts, t)
			}
		}
		if len(faults) == maxFaults {
			faults = append(faults, errors.New("more lines may be wrong"))
			break
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if len(texts) == 0 && len(faults) == 0 {
		return nil, errors.New("holds no texts; each line must be an object with a text")
	}
	return texts, errors.Join(faults...)
}

// maxFaults bounds the faults of a corpus that are told: a wrong file has as many as lines.
const maxFaults = 10

// evalClean is the value of eval of a text that must come back unchanged.
const evalClean = "clean"

func parseRecord(line []byte) (gen.Text, error) {
	var r record
	// The decoder's own message may quote the line.
	if err := decodeRecord(line, &r); err != nil {
		return gen.Text{}, errors.New("not a JSON object with text (string), secrets and keep (lists of strings)")
	}
	if r.Text == nil {
		return gen.Text{}, errors.New("no text")
	}
	t := gen.Text{Text: *r.Text, Secrets: r.Secrets, Kind: r.Kind, Keep: r.Keep}
	if len(t.Secrets) == 0 && r.Secret != "" && r.Eval != evalClean {
		t.Secrets = []string{r.Secret}
	}
	for _, k := range []string{r.Class, r.Cls, "-"} {
		if t.Kind == "" {
			t.Kind = k
		}
	}
	for i, s := range t.Secrets {
		if s == "" || !strings.Contains(t.Text, s) {
			return gen.Text{}, fmt.Errorf("secrets[%d] is not in the text", i)
		}
	}
	return t, nil
}

// writeCorpus writes the texts as readCorpus reads them.
func writeCorpus(w io.Writer, texts []gen.Text) error {
	out := bufio.NewWriterSize(w, readSize)
	for _, t := range texts {
		line, err := encodeRecord(record{Text: &t.Text, Secrets: t.Secrets, Kind: t.Kind, Keep: t.Keep})
		if err != nil {
			return err
		}
		_, _ = out.Write(append(line, '\n')) // an error stays in the writer
	}
	return out.Flush()
}
