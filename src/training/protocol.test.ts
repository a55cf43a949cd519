import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import type { Timer } from '../coordinator/deadline.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { RunEventBody } from '../record/events.ts'
import { runTimes, timesWithin } from '../record/run-times.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { StepTurns } from '../record/step-turns.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { runTraining } from './run-training.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

const never = (): Timer => ({ passed: new Promise(() => undefined), cancel: () => undefined })
const atOnce = (): Timer => ({ passed: Promise.resolve(), cancel: () => undefined })

async function played(rollout: { readonly [setting: string]: Json }, startTimer?: () => Timer) {
  const spec = unwrap(
    parseRunSpec({
      steps: 2,
      environment: { id: 'counting-v1', config: { rounds: 3 } },
      rollout: { groups: 2, groupSize: 3, maxTokensPerEpisode: 64, ...rollout },
      evaluation: { problems: 2 },
    }),
  )
  const [events, turns]: [RunEventBody[], StepTurns[]] = [[], []]
  let time = 0
  const outcome = await runTraining({
    ...{ spec, service: createFakeService(), tokenizer: asciiTokenizer, environment: countingGame(), clock: () => ++time },
    emit(body, blob) {
      events.push(body)
      if (body.kind === 'turns' && blob !== undefined) turns.push(unwrap(decodeTurns(blob.bytes)))
    },
    ...(startTimer === undefined ? {} : { startTimer }),
  })
  const of = <K extends RunEventBody['kind']>(kind: K) => events.filter((event): event is Extract<RunEventBody, { kind: K }> => event.kind === kind)
  return { outcome, turns, of }
}

describe('the pace of a run', () => {
  it('changes nothing of what is played and learned', async () => {
    const [together, apart] = [await played({}), await played({ pace: 'asynchronous' })]
    expect(apart.of('tokens').map(({ ref }) => ref.hash)).toEqual(together.of('tokens').map(({ ref }) => ref.hash))
    expect(apart.of('turns').map(({ ref }) => ref.hash)).toEqual(together.of('turns').map(({ ref }) => ref.hash))
    expect(apart.of('evaluated').map(({ evaluation }) => evaluation)).toEqual(together.of('evaluated').map(({ evaluation }) => evaluation))
  })

  it('tells when every turn was asked for and answered, where waves overlap', async () => {
    const { turns, of } = await played({ pace: 'asynchronous' })
    const spans = of('turns').map(({ milliseconds }) => milliseconds)
    const steps = of('stepped').map(({ step, milliseconds }, index) => ({ step, milliseconds, spans: spans[index] ?? null }))
    for (const [index, placed] of runTimes(steps, []).steps.entries()) {
      const own = turns[index]
      if (own === undefined) throw new Error('every step has its turns')
      const within = timesWithin(placed, own)
      expect(spans[index]).toMatchObject({ waves: [], turns: expect.any(Array) })
      expect(within.turns).toHaveLength(own.turns.length)
      for (const [from, to] of within.turns) expect([from >= placed.rollout[0], to > from, to <= placed.rollout[1]]).toEqual([true, true, true])
      // Of one episode a turn is asked for after the one before was answered.
      for (const [at, { episode, wave }] of own.turns.entries()) {
        const before = own.turns.findIndex((one) => one.episode === episode && one.wave === wave - 1)
        if (before >= 0) expect(within.turns[at]?.[0]).toBeGreaterThanOrEqual(within.turns[before]?.[1] ?? Number.POSITIVE_INFINITY)
      }
    }
  })
})

describe('the deadline of a run', () => {
  it('that never passes is the run without one', async () => {
    const [without, within] = [await played({}), await played({ deadline: 5000 }, never)]
    expect(within.of('tokens').map(({ ref }) => ref.hash)).toEqual(without.of('tokens').map(({ ref }) => ref.hash))
    expect(within.of('stepped').every(({ unrepeatable }) => unrepeatable === undefined)).toBe(true)
  })

  it.each(['lockstep', 'asynchronous'] as const)(
    'ends the episodes of whoever is silent, says who waited for whom, and names them as not repeatable (%s)',
    async (pace) => {
      const { outcome, turns, of } = await played({ deadline: 1, pace }, atOnce)
      expect(outcome.kind).toBe('finished')
      expect(of('stepped').map(({ unrepeatable }) => unrepeatable)).toEqual([
        [0, 1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10, 11],
      ])
      for (const { waits } of turns) expect(waits.map(({ kind }) => kind)).toEqual(Array(6).fill('silent'))
      expect(of('states').at(-1)?.stops).toEqual({ silent_agent: 6 })
      // Nothing is learned from an episode that was broken off, and a rule is not broken by being slow.
      expect(of('stepped').every(({ metrics }) => metrics.trainedTokens === 0)).toBe(true)
      expect(of('audited').map(({ audit }) => audit.violationCount)).toEqual([0, 0])
    },
  )

  it('is refused where nothing measures time', async () => {
    const { outcome } = await played({ deadline: 5000 })
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'SPEC_INVALID', at: 'rollout.deadline' } })
  })
})
