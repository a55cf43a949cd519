// What a writer had before it, against what it should have had: all that its agent has read and written so far, and the
// observation that the rules give it in this state. Told apart: another agent's observation, an earlier one, or neither.

import { canonicalJson, type Json } from '../../base/json.ts'
import type { AgentId, EnvironmentDefinition } from '../../environments/contract.ts'
import { type Shown, showTo } from '../../environments/play.ts'
import { encodePrompt } from '../../episode/prompt.ts'
import type { Tokenizer } from '../../episode/tokenizer.ts'
import type { Reading } from '../testimony.ts'

export interface ReadingSetting {
  readonly definition: EnvironmentDefinition
  readonly tokenizer: Pick<Tokenizer, 'encode' | 'decode' | 'patch'>
}

export type ReadingVerdict =
  | { readonly kind: 'own' }
  | { readonly kind: 'other'; readonly agent: AgentId; readonly expected: string; readonly found: string }
  | { readonly kind: 'earlier'; readonly expected: string; readonly found: string }
  | { readonly kind: 'altered'; readonly expected: string; readonly found: string }

export interface Moment {
  readonly state: Json
  readonly agent: AgentId
  /** The agent's tokens so far. */
  readonly transcript: Uint32Array
  /** Earlier states of the episode. */
  readonly earlier: readonly Json[]
}

export function judgeReading({ definition, tokenizer }: ReadingSetting, reading: Reading, moment: Moment): ReadingVerdict {
  const { state, agent, transcript, earlier } = moment
  if (reading.kind === 'observation') {
    const found = canonicalJson(reading.observation)
    const seen = (of: Json, who: AgentId): Shown => textAlone(canonicalJson(definition.observe(of, who)))
    return compare(found, seen(state, agent), { same: ({ text }) => text === found, seen })
  }
  if (reading.kind === 'text') {
    const seen = (of: Json, who: AgentId): Shown => textAlone(showTo(definition, of, who).text)
    return compare(reading.text, seen(state, agent), { same: ({ text }) => text === reading.text, seen })
  }
  const { tokens } = reading
  const continues = tokens.length >= transcript.length && transcript.every((token, i) => token === tokens[i])
  const fresh = tokens.subarray(continues ? transcript.length : 0)
  const equals = ({ text, pictures }: Shown): boolean => {
    const { tokens: encoded } = encodePrompt(tokenizer, text, pictures)
    return continues && encoded.length === fresh.length && encoded.every((token, i) => token === fresh[i])
  }
  const seen = (of: Json, who: AgentId): Shown => showTo(definition, of, who)
  return compare(tokenizer.decode(fresh), seen(state, agent), { same: equals, seen })

  function compare(
    found: string,
    wanted: Shown,
    { same, seen }: { readonly same: (shown: Shown) => boolean; readonly seen: (of: Json, who: AgentId) => Shown },
  ): ReadingVerdict {
    if (same(wanted)) return { kind: 'own' }
    const expected = wanted.text
    const others = definition.agents(state).filter((other) => other !== agent)
    const shows = (shown: Shown): boolean =>
      same(shown) ||
      same(both(shown, wanted)) ||
      same(both(wanted, shown)) ||
      (shown.text.length > 0 && found.includes(shown.text) && !expected.includes(shown.text))
    const leaked = others.find((other) => shows(seen(state, other)))
    if (leaked !== undefined) return { kind: 'other', agent: leaked, expected, found }
    if (earlier.some((past) => same(seen(past, agent)))) return { kind: 'earlier', expected, found }
    return { kind: 'altered', expected, found }
  }
}

const textAlone = (text: string): Shown => ({ text, pictures: [] })
const both = (first: Shown, then: Shown): Shown => ({ text: first.text + then.text, pictures: [...first.pictures, ...then.pictures] })
