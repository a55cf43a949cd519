// The spec of a run on an authored environment: what its survey says is long enough, who it is measured against, and the preset that
// all of them begin with. Whatever the author states himself stands. Knows no sandbox.

import type { Json } from '../base/json.ts'
import type { Result } from '../base/result.ts'
import { AUTHORED_PRESET } from './presets.ts'
import type { RunSpec } from './spec.ts'
import { withSettings } from './spec-diff.ts'
import { parseRunSpec, presetSpec } from './spec-schema.ts'

/** What is known of the environment (src/sandbox/survey.ts). */
export interface AuthoredFacts {
  readonly id: string
  /** SHA-256 of the source. */
  readonly source: string
  readonly config: { readonly [name: string]: Json }
  readonly agents: readonly string[]
  readonly actionCharacters: number
  readonly episodeCharacters: number
  readonly pictures: number
  readonly listed: boolean
  readonly demonstrates: boolean
  readonly zeroSum: boolean
}

/** Bases that speak no format in particular, by the tokens that they read at most. The first knows numbers best, the second reads longer texts. */
const BASES = [
  { name: 'dialogues', contextTokens: 256 },
  { name: 'notations', contextTokens: 512 },
] as const

/** The base that reads pictures, and the rows that one of 32 by 32 pixels takes there. */
const SEEING = { name: 'geometry', contextTokens: 128 } as const
const PICTURE_ROWS = 16

/** Of a run whose length is stated. */
const IMITATION_SHARE = 0.5

/** Of the turns of a master's opponents: half of them lead where no master would, the other half keep the play good enough to be long. */
const STRAYS = 0.5

/** `changes` by dotted path, over what follows from the facts. */
export function authoredSpec(facts: AuthoredFacts, changes: Readonly<Record<string, Json>> = {}): Result<RunSpec> {
  const preset = presetSpec(AUTHORED_PRESET.name)
  if (!preset.ok) return preset
  // A character is at most one token of the shipped bases. What was played may not be the longest play.
  const needed = Math.ceil(facts.episodeCharacters * 1.25) + facts.actionCharacters + facts.pictures * PICTURE_ROWS
  const base = facts.pictures > 0 ? SEEING : (BASES.find(({ contextTokens }) => contextTokens >= needed) ?? BASES[1])
  const follows: Readonly<Record<string, Json>> = {
    base: base.name,
    'environment.id': facts.id,
    'environment.source': facts.source,
    'environment.config': facts.config,
    'rollout.maxTokensPerTurn': facts.actionCharacters,
    'rollout.maxTokensPerEpisode': Math.max(Math.min(needed, base.contextTokens), facts.actionCharacters),
    ...(typeof changes['steps'] === 'number' ? { 'imitation.steps': Math.floor(changes['steps'] * IMITATION_SHARE) } : {}),
    // Where nothing can be imitated there is nothing to begin with.
    ...(facts.demonstrates || facts.listed ? {} : { 'imitation.steps': 0 }),
    // Whoever plays against itself earns nothing on average, however well it plays.
    ...(facts.zeroSum && facts.listed ? { 'evaluation.others': 'random' } : {}),
    // Nor do two masters who answer each other show more than a few plays.
    ...(facts.zeroSum && facts.listed && facts.demonstrates ? { 'imitation.strays': STRAYS } : {}),
  }
  return parseRunSpec(withSettings(preset.value, { ...follows, ...changes }))
}
