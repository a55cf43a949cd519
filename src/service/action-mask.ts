// The action mask: which tokens the environment's legal actions allow next. A trie goes with a prompt and is walked while
// sampling; a mask goes with a datum, so that training evaluates the distribution that was sampled. Types, and one constant.

/**
 * Legal actions as an automaton over tokens. State 0 is the start; a state without edges is the end of an action. Edges of
 * state s are entries starts[s] … starts[s + 1] − 1 of `tokens` and `next`, tokens ascending.
 */
export interface ActionTrie {
  /** u32 [S + 1] */
  readonly starts: Uint32Array
  /** u32 [E] the token of an edge. */
  readonly tokens: Uint32Array
  /** u32 [E] the state that it leads to. */
  readonly next: Uint32Array
}

/** What stands for the state of a token that was sampled from the whole vocabulary. */
export const UNMASKED = 0xffffffff

/** The sets of tokens that a sequence was sampled from. */
export interface ActionMask {
  /** For every token of the sequence the state that it was sampled in; UNMASKED where every token was allowed, or nothing sampled. */
  readonly states: Uint32Array
  /** u32 [S + 1]: state s allowed entries starts[s] … starts[s + 1] − 1 of `tokens`. */
  readonly starts: Uint32Array
  /** u32 [E] ascending within a state. */
  readonly tokens: Uint32Array
}
