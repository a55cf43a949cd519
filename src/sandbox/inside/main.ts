// Runs inside the interpreter: takes the exports of an authored source and answers calls on them, JSON text in and out. The rng of
// a hook is built here from a key, so that its numbers are those of every other machine.

import './harden.ts'
// Read now: once a source is there, nothing but `tokenloom` can be loaded, and that imports it.
import '../../base/picture-mark.ts'
import { createRng, type Rng } from '../../base/random.ts'
import { HOOKS } from './hooks.ts'
import { decodeFrozen, encodePlain, NotPlainData } from './plain-data.ts'
import { answerBatch, askedHook } from './turns.ts'

type Hook = (...args: unknown[]) => unknown
let definition: Record<string, unknown> = {}

class NoDefinition extends Error {
  override readonly name = 'NoDefinition'
}

const { apply } = Reflect
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The spec of the source's default export as JSON text, and which hooks it has. */
export function register(exports: Record<string, unknown>, most: number): string {
  const authored = exports['default']
  if (!isRecord(authored)) throw new NoDefinition('The source has no default export that is an object')
  definition = authored
  const present = HOOKS.filter((name) => typeof definition[name] === 'function')
  return encodePlain({ spec: definition['spec'] ?? null, stopText: definition['stopText'] ?? null, hooks: present }, 'the definition', most)
}

/** Calls one hook. `keys` are those of an rng that goes last: two whole numbers, or none. */
export function call(name: string, args: string, key0: number, key1: number, most: number): string {
  const hook = definition[name]
  if (typeof hook !== 'function') throw new NotPlainData(`the definition has no function ${name}`)
  const given = decodeFrozen(args) as unknown[]
  const rng: Rng[] = key0 < 0 ? [] : [createRng([key0, key1])]
  return encodePlain(apply(hook as Hook, definition, [...given, ...rng]), `${name}()`, most)
}

/** Answers a batch of questions (turns.ts) in one visit. */
export const batch = (request: string, most: number): string => answerBatch(definition, request, most)

/** The hook that the latest batch asked last: where it failed, that one did. */
export const asked = (): string => askedHook()
