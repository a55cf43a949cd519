// Which sequences draw alike: those of one key, one way of drawing and one cut of the distribution share the head's
// dispatches; temperatures may differ from row to row. Sequences are sorted so that each such draw owns one run of rows, and
// within it each adapter slot one. Knows calls and sequences; runs nothing.

import { at } from '../base/assert.ts'
import type { SamplePrompt, SamplingParams } from '../service/index.ts'
import type { Seat } from './sampler-tables.ts'

export interface SampleCall {
  /** One slot for all: an immutable snapshot, or the base (0). */
  readonly slot: number
  readonly prompts: readonly SamplePrompt[]
  readonly params: SamplingParams
  readonly key: readonly [number, number]
  readonly cancelled?: () => boolean
}

/** Rows [start, start + count) that are drawn together. */
export interface Draw {
  readonly start: number
  readonly count: number
  readonly key: readonly [number, number]
  readonly greedy: boolean
  readonly topK: number
  readonly topP: number
}

const drawOf = ({ key, params: { temperature, topK = 0, topP = 1 } }: SampleCall): string => [...key, temperature === 0, topK, topP].join()

/** All sequences of all calls: by draw in the order of the calls, then by slot, then as they were asked for. */
export function seatsOf(calls: readonly SampleCall[]): readonly Seat[] {
  const draws = [...new Set(calls.map(drawOf))]
  const seats = calls.flatMap(({ slot, prompts, params: { maxTokens } }, call) =>
    maxTokens === 0 ? [] : prompts.map((prompt, index): Seat => ({ call, index, prompt, slot, maxTokens })),
  )
  const rank = calls.map((call) => draws.indexOf(drawOf(call)))
  return seats.sort((a, b) => at(rank, a.call) - at(rank, b.call) || a.slot - b.slot || a.call - b.call || a.index - b.index)
}

/** The draws of what is left, in order of rows. */
export function drawsOf(calls: readonly SampleCall[], active: readonly Seat[]): readonly Draw[] {
  const draws: (Draw & { count: number })[] = []
  let last = ''
  let lastCall: SampleCall | undefined
  active.forEach((seat, row) => {
    const call = at(calls, seat.call)
    const name = call === lastCall ? last : drawOf(call)
    if (draws.length === 0 || name !== last) {
      const { temperature, topK = 0, topP = 1 } = call.params
      draws.push({ start: row, count: 0, key: call.key, greedy: temperature === 0, topK, topP })
    }
    last = name
    lastCall = call
    at(draws, draws.length - 1).count++
  })
  return draws
}
