package measure

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"time"
)

// A Program is another redactor: a command that reads JSON objects with a member text, one
// a line, and writes each back in order with its text redacted.
type Program struct {
	Command string // as a shell reads it
	// Errors is where its standard error goes; nil drops it.
	Errors io.Writer
}

// programTime bounds one run of a program: one that waits for what does not come
// shall not hang the measurement.
const programTime = 5 * time.Minute

type programLine struct {
	Text *string `json:"text"`
}

// All runs the program once and returns what it makes of each text. Errors do not quote what it wrote.
func (p Program) All(texts []string) ([]string, error) {
	in, err := encode(texts)
	if err != nil {
		return nil, err
	}
	out, _, err := p.run(in)
	if err != nil {
		return nil, err
	}
	return readOuts(bytes.NewReader(out), len(texts))
}

func encode(texts []string) ([]byte, error) {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for _, t := range texts {
		if err := enc.Encode(programLine{&t}); err != nil {
			return nil, err
		}
	}
	return in.Bytes(), nil
}

// run runs the program once. took is its CPU time, of all its processes.
func (p Program) run(in []byte) (out []byte, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), programTime)
	defer cancel()
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	cmd := exec.CommandContext(ctx, shell, flag, p.Command)
	// A process that it leaves behind may keep the pipe open.
	cmd.WaitDelay = time.Second
	var buf bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &buf, p.Errors
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, 0, fmt.Errorf("was not done after %v", programTime)
	case err != nil:
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, 0, fmt.Errorf("failed: %s; it must read NDJSON from standard input and write as much", exit.ProcessState)
		}
		return nil, 0, errors.New("cannot be run: no shell")
	}
	return buf.Bytes(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// readOuts reads n lines.
func readOuts(r io.Reader, n int) ([]string, error) {
	outs := make([]string, 0, n)
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var l programLine
			if json.Unmarshal(line, &l) != nil || l.Text == nil {
				return nil, fmt.Errorf("wrote a line %d that is no JSON object with text (a string)", len(outs)+1)
			}
			outs = append(outs, *l.Text)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if len(outs) != n {
		return nil, fmt.Errorf("wrote %d lines for %d texts", len(outs), n)
	}
	return outs, nil
}

const (
	// programBytes is how much text a program is timed on: enough that what its start costs
	// is not most of it.
	programBytes = 1 << 20
	// programHaste is how long a run must take at least, else it is of programMore times as much.
	programHaste = 200 * time.Millisecond
	programMore  = 8
	// programRounds is how often it is timed, once if that took longer than programPatience.
	programRounds   = 6
	programPatience = 2 * time.Second
)

// Measure times the program on the texts, over and over to some megabytes, less what it costs to
// start and to mask one short text. Times of single texts and allocations are not known.
func (p Program) Measure(name string, texts []string, tick func(float64)) (Speed, error) {
	s := Speed{Name: name, Texts: len(texts), MBps: interval(nil), Allocs: -1, AllocBytes: -1}
	for _, t := range texts {
		s.Bytes += len(t)
	}
	if s.Bytes == 0 {
		return s, nil
	}
	one, err := encode(texts)
	if err != nil {
		return s, err
	}
	short, err := encode([]string{"x"})
	if err != nil {
		return s, err
	}
	_, start, err := p.run(short)
	if err != nil {
		return s, err
	}
	times := max(1, programBytes/s.Bytes)
	in := bytes.Repeat(one, times)
	_, took, err := p.run(in)
	if err != nil {
		return s, err
	}
	if took < programHaste {
		times *= programMore
		in = bytes.Repeat(in, programMore)
	}
	var mbps []float64
	for i := range programRounds {
		out, took, err := p.run(in)
		if err != nil {
			return s, err
		}
		if lines := bytes.Count(out, []byte("\n")); i == 0 && lines < len(texts)*times {
			return s, fmt.Errorf("wrote %d lines for %d texts", lines, len(texts)*times)
		}
		// A program faster than its own start is timed with it: a bound, not a guess.
		if took > 2*start {
			took -= start
		}
		took = max(took, time.Microsecond)
		mbps = append(mbps, float64(s.Bytes)*float64(times)/1e6/took.Seconds())
		if tick != nil {
			tick(float64(i+1) / programRounds)
		}
		if took > programPatience {
			break
		}
	}
	s.MBps = interval(mbps)
	return s, nil
}
