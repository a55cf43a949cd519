// Which version of an authored environment a step plays. A source may be exchanged while a run is under way: episodes that are open
// end on the version that they began with, and later steps play the new one. A version is the hash of its text. Knows no sandbox.

import { isRecord, type Json } from '../base/json.ts'
import type { RunSpec, SourceReload } from './spec.ts'

type Played = Pick<RunSpec, 'environment'>

/** Specs from before there were any name none. */
export const reloadsOf = ({ environment }: Played): readonly SourceReload[] => environment.reloads ?? []

/** The source that step `step` (from 1) plays; empty: the environment is built in. */
export const sourceAt = (spec: Played, step: number): string => reloadsOf(spec).findLast(({ after }) => after < step)?.source ?? spec.environment.source ?? ''

/** The source that is played last. */
export const newestSource = (spec: Played): string => sourceAt(spec, Number.POSITIVE_INFINITY)

/** Every version of the source, in the order in which they are played first. */
export const sourcesOf = (spec: Played): readonly string[] =>
  [...new Set([spec.environment.source ?? '', ...reloadsOf(spec).map(({ source }) => source)])].filter((source) => source !== '')

/** The spec with one more version. One that was planned stays, with what was planned after it; one that came by hand puts that away. */
export function withReload<T extends Played>(spec: T, { after, source }: SourceReload): T {
  const known = reloadsOf(spec)
  if (known.some((one) => one.after === after && one.source === source)) return spec
  return { ...spec, environment: { ...spec.environment, reloads: [...known.filter((one) => one.after < after), { after, source }] } }
}

const MOST_RELOADS = 64

/** Why a value is no list of reloads, as the end of a sentence; null when it is one. */
export function reloadsComplaint(value: Json): string | null {
  if (!Array.isArray(value) || value.length > MOST_RELOADS) return `must be a list of at most ${MOST_RELOADS} reloads`
  let before = -1
  for (const reload of value as readonly Json[]) {
    if (!isRecord(reload) || Object.keys(reload).sort().join() !== 'after,source') return 'must be a list of {after, source}'
    const { after, source } = reload
    if (typeof after !== 'number' || !Number.isSafeInteger(after) || after <= before) return 'must name numbers of steps, each greater than the one before'
    if (typeof source !== 'string' || !/^[0-9a-f]{64}$/.test(source)) return 'must name each source by the 64 hexadecimal digits of its hash'
    before = after
  }
  return null
}

/** What the reloads of a spec cannot mean in this run, as a sentence; null where they can. */
export function reloadsContradiction({ environment, steps }: Pick<RunSpec, 'environment' | 'steps'>): string | null {
  let playing = environment.source
  for (const { after, source } of environment.reloads) {
    if (playing === '') return 'environment.reloads names versions of a source, but the environment is built in.'
    if (after >= steps) return `environment.reloads has a version after step ${after}, which no step of ${steps} would play.`
    if (source === playing) return `environment.reloads has a version after step ${after} that is played already.`
    playing = source
  }
  return null
}
