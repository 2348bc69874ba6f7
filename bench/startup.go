package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/redactbench/redactbench/bench/internal/clock"
)

// A program is what one program takes from start to end.
type program struct {
	// Ms is milliseconds of wall time: what a user waits for. CPUMs is of CPU time.
	Ms    float64 `json:"ms"`
	CPUMs float64 `json:"cpuMs"`
	// Resident is the greatest resident memory, and Binary the size of the file, in bytes.
	Resident float64 `json:"residentBytes"`
	Binary   float64 `json:"binaryBytes"`
}

// startup compares a program that links the engine and masks one text with the same
// program without.
type startup struct {
	Bare   program `json:"bare"`
	Linked program `json:"linked"`
}

const (
	startupRounds = 20
	startupModule = "github.com/redactbench/redactbench/bench/startup/"
)

// start builds both programs and runs them by turns. It needs the go command and
// the working directory inside the module.
func start() (startup, error) {
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return startup{}, err
	}
	defer os.RemoveAll(dir)
	var s startup
	programs := map[string]*program{"bare": &s.Bare, "linked": &s.Linked}
	for name, p := range programs {
		file := filepath.Join(dir, name)
		if out, err := exec.Command("go", "build", "-o", file, startupModule+name).CombinedOutput(); err != nil {
			return startup{}, fmt.Errorf("go build: %w\n%s", err, out)
		}
		info, err := os.Stat(file)
		if err != nil {
			return startup{}, err
		}
		p.Binary = float64(info.Size())
	}
	runs := map[string][]program{}
	for round := range startupRounds + 1 {
		for name := range programs {
			r, err := runOnce(filepath.Join(dir, name))
			if err != nil {
				return startup{}, err
			}
			if round > 0 { // the first run reads the file from the disk
				runs[name] = append(runs[name], r)
			}
		}
	}
	for name, p := range programs {
		p.Ms = medianOf(runs[name], func(p program) float64 { return p.Ms })
		p.CPUMs = medianOf(runs[name], func(p program) float64 { return p.CPUMs })
		p.Resident = medianOf(runs[name], func(p program) float64 { return p.Resident })
	}
	return s, nil
}

func medianOf(runs []program, field func(program) float64) float64 {
	xs := make([]float64, len(runs))
	for i, r := range runs {
		xs[i] = field(r)
	}
	return clock.Median(xs)
}

// argument is the text that both programs write, the linked one masked.
const argument = "dial tcp: password=hunter2 was refused by the server"

// runOnce times a run from its start to its end.
func runOnce(file string) (program, error) {
	cmd := exec.Command(file, argument)
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return program{}, err
	}
	p := program{Ms: ms(time.Since(began))}
	p.CPUMs = ms(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())
	var err error
	p.Resident, err = resident(file)
	return p, err
}

// resident returns the greatest resident memory, in bytes, of a run of its own, that
// waits until it was looked at; 0 where the system does not tell. The rusage of a
// process that ended is of no use: it counts what its parent had before exec.
func resident(file string) (float64, error) {
	cmd := exec.Command(file, argument)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	_, err = out.Read(make([]byte, len(argument))) // it has done its work once it has written
	status, statusErr := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err := errors.Join(err, in.Close(), cmd.Wait()); err != nil {
		return 0, err
	}
	if statusErr != nil {
		return 0, nil
	}
	return peak(string(status)), nil
}

// peak returns the VmHWM of a status file of Linux, in bytes.
func peak(status string) float64 {
	for line := range strings.Lines(status) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %g kB", &kb); n == 1 {
			return kb * (1 << 10)
		}
	}
	return 0
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
