//go:build !((amd64 || arm64) && (linux || darwin || windows))

package main

import "encoding/json"

func decodeRecord(line []byte, r *record) error { return json.Unmarshal(line, r) }

func encodeRecord(r record) ([]byte, error) { return json.Marshal(r) }
