// The definition that stands for an authored source: whatever the hooks answer, from an interpreter or from a table of answers, is
// judged here before anybody reads it. Knows the contract; not who answers.

import type { Json } from '../base/json.ts'
import type { Key, Rng } from '../base/random.ts'
import { parseFields } from '../environments/config.ts'
import type { AgentId, EnvironmentDefinition, EnvironmentSpec, Split } from '../environments/contract.ts'
import { readAgents, readIllegalAction, readLegalActions, readNumbers, readParsed, readPictures, readSplit, readText, readTransition } from './read-returned.ts'
import { readScene } from './read-scene.ts'

/** A hook's answer. Throws a TokenloomError where it has none. The key is worked out by whoever needs it. */
export type CallHook = (hook: string, args: readonly Json[], key?: () => Key) => Json

/** What a hook's rng decides is decided by its first two numbers. */
export const keyFrom = (rng: Rng): Key => [rng.uint32(), rng.uint32()]

/** The same key however often it is asked for. */
function keyOf(rng: Rng): () => Key {
  let key: Key | null = null
  return () => (key ??= keyFrom(rng))
}

/** A generator that begins with the two numbers of a key that were drawn from it. */
export function beginningWith([first, second]: Key, rng: Rng): Rng {
  const drawn = [first, second]
  return { ...rng, uint32: () => drawn.shift() ?? rng.uint32() }
}

export function definitionFrom(
  { spec, stopText, hooks }: { readonly spec: EnvironmentSpec; readonly stopText: string; readonly hooks: readonly string[] },
  call: CallHook,
): EnvironmentDefinition {
  const optional = <Name extends keyof EnvironmentDefinition>(name: Name, hook: NonNullable<EnvironmentDefinition[Name]>) =>
    hooks.includes(name) ? { [name]: hook } : {}
  return {
    spec,
    stopText,
    parseConfig: (input) => parseFields(spec.config, input),
    init: (config: Json, split: Split, rng: Rng) => call('init', [config, split], keyOf(rng)),
    agents: (state) => readAgents(call('agents', [state]), 'agents()', spec.possibleAgents),
    turn: (state) => readAgents(call('turn', [state]), 'turn()', spec.possibleAgents),
    observe: (state, agent) => call('observe', [state, agent]),
    legalActions: (state, agent) => readLegalActions(call('legalActions', [state, agent])),
    step: (state, actions, rng) => readTransition(call('step', [state, actions], keyOf(rng))),
    prompt: (observation, agent) => readText(call('prompt', [observation, agent]), 'prompt()'),
    parse: (text, observation) => readParsed(call('parse', [text, observation]), 'parse()'),
    format: (action) => readText(call('format', [action]), 'format()'),
    ...optional('pictures', (observation: Json, agent: AgentId) => readPictures(call('pictures', [observation, agent]))),
    ...optional('illegalAction', (config: Json) => readIllegalAction(call('illegalAction', [config]), 'illegalAction()')),
    ...optional('redrawHidden', (state: Json, agent: AgentId, rng: Rng) => call('redrawHidden', [state, agent], keyOf(rng))),
    ...optional('accountRewards', (before: Json, after: Json) => readNumbers(call('accountRewards', [before, after]), 'accountRewards()')),
    ...optional('demonstrate', (state: Json, agent: AgentId) => call('demonstrate', [state, agent])),
    ...optional('readTask', (text: string) => readParsed(call('readTask', [text]), 'readTask()')),
    ...optional('splitOf', (state: Json) => readSplit(call('splitOf', [state]))),
    ...optional('view', (state: Json) => readScene(call('view', [state]))),
  }
}
