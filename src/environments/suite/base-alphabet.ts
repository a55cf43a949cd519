// Which characters the base of authored runs tells apart. A base has a token for every printable character, but those that its own texts
// never asked it to tell apart have one embedding, and an adapter changes neither embeddings nor head: to every policy on it they are the same.
// scripts/check-env/base-alphabet.test.ts compares these lists with the weights.

/** Of the base `dialogues`: characters whose embeddings point the same way (cosine above 0.95), a list for each way. */
export const LOOK_ALIKE: readonly string[] = ['"#$%&\'<@ABCDEFGHILMNOPRSTUVWXYZ\\^_`{}~', 'JKQ', '!)]', '([', '>?']

/** Plays in which an agent reads and writes more than this get the base `notations`, which tells all of ASCII apart (src/record/authored-spec.ts). */
export const MOST_CHARACTERS = 200

const STANDS_FOR = new Map(LOOK_ALIKE.flatMap((alike) => [...alike].map((character) => [character, alike.charAt(0)] as const)))

/** Beyond newline and printable ASCII a base has no token at all. */
const OTHER = /[^\n -~]/gu
/** A character that no text holds. */
const UNKNOWN = '\u0000'

/** The text as the base meets it: texts that come out equal are the same to it. */
export const asBaseReads = (text: string): string => [...text.replace(OTHER, UNKNOWN)].map((character) => STANDS_FOR.get(character) ?? character).join('')
