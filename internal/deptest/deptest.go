// Package deptest holds no code; its test holds the rules of who may import whom.
package deptest
