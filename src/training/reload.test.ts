import { describe, expect, it } from 'vitest'
import { tokenloomError } from '../base/errors.ts'
import { bytesOfText, sha256Hex } from '../base/hash.ts'
import { unwrap } from '../base/result.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { RunEventBody } from '../record/events.ts'
import { decodeRunCheckpoint } from '../record/run-checkpoint.ts'
import type { RunSpec, SourceReload } from '../record/spec.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { createReloads, type Reloads, type SourceVersion } from './reload.ts'
import { type RunOutcome, type RunRequest, runTraining } from './run-training.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

/** The counting game, and one that pays the small digits. */
const game = countingGame()
const turned: EnvironmentDefinition = {
  ...game,
  step(state, actions, rng) {
    const transition = game.step(state as never, actions as never, rng)
    return { ...transition, rewards: Object.fromEntries(Object.entries(transition.rewards).map(([agent, reward]) => [agent, 9 - reward])) }
  },
} as EnvironmentDefinition

const versionOf = async (source: string, environment: EnvironmentDefinition): Promise<SourceVersion> => ({
  ...{ source, environment },
  hash: await sha256Hex(bytesOfText(source)),
})
const FIRST = await versionOf('the first text', game as EnvironmentDefinition)
const SECOND = await versionOf('the second text', turned)
const THIRD = await versionOf('the third text', game as EnvironmentDefinition)

const specWith = (reloads: readonly SourceReload[] = []): RunSpec =>
  unwrap(
    parseRunSpec({
      steps: 5,
      environment: { id: 'counting-v1', config: { rounds: 1 }, source: FIRST.hash, reloads: reloads.map((one) => ({ ...one })) },
      rollout: { groups: 3, groupSize: 4 },
      optimizer: { learningRate: 0.3, warmupSteps: 2 },
      evaluation: { problems: 8, every: 2 },
      controls: ['random', 'frozen'],
    }),
  )

interface Ran {
  readonly outcome: RunOutcome
  readonly log: readonly RunEventBody[]
  readonly kept: readonly { readonly bytes: Uint8Array<ArrayBuffer>; readonly length: number }[]
}

async function ran(options: Partial<RunRequest> = {}, onEvent: (event: RunEventBody) => void = () => {}): Promise<Ran> {
  const log: RunEventBody[] = []
  const kept: { bytes: Uint8Array<ArrayBuffer>; length: number }[] = []
  const emit = (body: RunEventBody): void => {
    log.push(body)
    onEvent(body)
  }
  let time = 0
  const request = { spec: specWith(), service: createFakeService(), tokenizer: asciiTokenizer, environment: FIRST.environment, source: FIRST.source }
  const outcome = await runTraining({
    ...request,
    clock: () => (time += 10_000),
    emit,
    keep(event, bytes) {
      emit(event)
      kept.push({ bytes, length: log.length })
    },
    ...options,
  })
  return { outcome, log, kept }
}

/** A hand that asks for a version while step `during` is under way; its answer. */
async function reloadedIn(during: number, version: SourceVersion): Promise<Ran & { readonly answer: number | string }> {
  const reloads = createReloads()
  let answer: Promise<number | string> = Promise.resolve('nobody asked')
  const run = await ran({ reloads }, (event) => {
    if (event.kind !== 'phase' || event.phase !== 'rollout' || event.step !== during) return
    answer = reloads.ask(version).catch((error: { readonly code: string; readonly message: string }) => `${error.code}: ${error.message}`)
  })
  return { ...run, answer: await answer }
}

const digestOf = ({ outcome }: Ran): string => {
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  return outcome.summary.digest
}
const reloadsIn = ({ log }: Ran) => log.filter((event) => event.kind === 'reloaded')
const rewardsIn = ({ log }: Ran): readonly number[] =>
  log.flatMap((event) => (event.kind === 'stepped' && event.arm === 'frozen' ? [Number(event.metrics.rewardMean.toFixed(6))] : []))
const planned = (...versions: readonly (readonly [after: number, version: SourceVersion])[]): { spec: RunSpec; reloads: Reloads } => ({
  spec: specWith(versions.map(([after, { hash }]) => ({ after, source: hash }))),
  reloads: createReloads(versions.map(([after, version]) => ({ after, version }))),
})

describe('a source that is exchanged while a run is under way', () => {
  it('counts from the next step on, for every arm, and the record says so', async () => {
    const [plain, run] = [await ran(), await reloadedIn(2, SECOND)]
    expect(run.answer).toBe(2)
    expect(reloadsIn(run)).toEqual([{ kind: 'reloaded', step: 2, hash: SECOND.hash, source: SECOND.source }])
    // The frozen control plays the same digits in both: what they are paid tells which version was played.
    const [before, after] = [rewardsIn(plain), rewardsIn(run)]
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    expect(after.slice(2)).toEqual(before.slice(2).map((reward) => Number((9 - reward).toFixed(6))))
    expect(digestOf(run)).not.toBe(digestOf(plain))
  })

  it('is measured anew at once, and that is what the end is compared with', async () => {
    const run = await reloadedIn(2, SECOND)
    const at = run.log.findIndex(({ kind }) => kind === 'reloaded')
    const measured = run.log.slice(at).flatMap((event) => (event.kind === 'evaluated' ? [event.evaluation] : []))
    expect(measured.slice(0, 3).map(({ arm, step }) => `${arm} ${step}`)).toEqual(['policy 2', 'random 2', 'frozen 2'])
    expect(run.outcome).toMatchObject({ summary: { baseSampled: measured[0]?.sampled } })
  })

  it('comes out the same where the spec plans it', async () => {
    const run = await reloadedIn(2, SECOND)
    const again = await ran(planned([2, SECOND]))
    expect(digestOf(again)).toBe(digestOf(run))
    expect(reloadsIn(again)).toEqual(reloadsIn(run))
  })

  it('goes on from every checkpoint as if it had never stopped', async () => {
    for (const run of [await reloadedIn(2, SECOND), await ran(planned([1, SECOND], [3, THIRD]))]) {
      expect(run.kept.length).toBeGreaterThan(5)
      for (const { bytes, length } of run.kept) {
        const from = unwrap(decodeRunCheckpoint(bytes))
        const came = run.log.slice(0, length).findLast((event) => event.kind === 'reloaded')
        expect(from.reloaded?.source).toBe(came?.hash)
        const version = [FIRST, SECOND, THIRD].find(({ hash }) => hash === (came?.hash ?? FIRST.hash)) ?? FIRST
        const toCome = from.spec.environment.reloads.filter(({ after }) => came === undefined || after > came.step)
        const reloads = createReloads(
          toCome.flatMap(({ after, source }) => [SECOND, THIRD].filter(({ hash }) => hash === source).map((one) => ({ after, version: one }))),
        )
        const goes = await ran({ from, spec: from.spec, environment: version.environment, reloads })
        expect(digestOf(goes)).toBe(
          length <= run.log.findIndex(({ kind }) => kind === 'reloaded') && toCome.length === 0 ? digestOf(await ran()) : digestOf(run),
        )
      }
    }
  })

  it('takes the place of what was planned after it', async () => {
    const reloads = createReloads([{ after: 3, version: SECOND }])
    void reloads.ask(THIRD)
    expect(reloads.take(0)).toEqual({ version: THIRD, planned: false })
    expect(reloads.take(3)).toBe(null)
  })
})

describe('a source that is not taken', () => {
  const other = (change: Partial<EnvironmentDefinition>): EnvironmentDefinition => ({ ...(game as EnvironmentDefinition), ...change })
  const REFUSED: readonly (readonly [string, EnvironmentDefinition, RegExp])[] = [
    ['another environment', other({ spec: { ...game.spec, id: 'other-v1' } }), /^ENVIRONMENT_INVALID: .*called other-v1/],
    ['other agents', countingGame({ agents: ['one', 'two'] }) as EnvironmentDefinition, /^ENVIRONMENT_INVALID: .*has the agents one, two/],
    ['pictures', other({ pictures: () => [] }), /^ENVIRONMENT_INVALID: .*shows pictures/],
    [
      'one that the sandbox stops',
      other({
        step() {
          throw tokenloomError('SANDBOX_LIMIT', 'It took too long.', 'Look for a loop.')
        },
      }),
      /^SANDBOX_LIMIT: It took too long/,
    ],
  ]
  it.each(REFUSED)('%s leaves the run as it was, and is answered', async (_, environment, words) => {
    const run = await reloadedIn(2, await versionOf('refused', environment))
    expect(run.answer).toMatch(words)
    expect(reloadsIn(run)).toEqual([])
    expect(digestOf(run)).toBe(digestOf(await ran()))
  })

  it('is the one that is played already', async () => {
    expect((await reloadedIn(2, FIRST)).answer).toMatch(/^ENVIRONMENT_INVALID: .*plays already/)
  })

  it('is one for which no step is left, or that a newer one followed', async () => {
    expect((await reloadedIn(5, SECOND)).answer).toMatch(/^CANCELLED/)
    const reloads = createReloads()
    const first = reloads.ask(SECOND)
    void reloads.ask(THIRD).catch(() => {})
    await expect(first).rejects.toThrow('A newer version')
    reloads.close()
    await expect(reloads.ask(SECOND)).rejects.toThrow('The run is over')
  })
})

describe('a plan of reloads', () => {
  const refused = (environment: object): string => {
    const parsed = parseRunSpec({ steps: 5, environment: { id: 'counting-v1', ...environment } })
    return parsed.ok ? 'accepted' : `${parsed.error.at}: ${parsed.error.message}`
  }
  it.each([
    ['for a built-in environment', { reloads: [{ after: 1, source: SECOND.hash }] }, 'built in'],
    ['after the last step', { source: FIRST.hash, reloads: [{ after: 5, source: SECOND.hash }] }, 'no step of 5'],
    ['of what is played already', { source: FIRST.hash, reloads: [{ after: 1, source: FIRST.hash }] }, 'played already'],
    ['out of order', { source: FIRST.hash, reloads: [2, 1].map((after) => ({ after, source: SECOND.hash })) }, 'greater than the one before'],
    ['with something else in it', { source: FIRST.hash, reloads: [{ after: 1, source: SECOND.hash, text: '' }] }, '{after, source}'],
    ['of what is no hash', { source: FIRST.hash, reloads: [{ after: 1, source: 'x' }] }, '64 hexadecimal'],
  ])('is refused %s', (_, environment, words) => {
    expect(refused(environment)).toContain(words)
    expect(refused(environment)).toMatch(/^environment\.reloads/)
  })
})
