// The store of runs: appends events, keeps token detail within its budget, hands out what is needed to redraw a
// run. It knows records and bytes through two narrow interfaces and neither the page nor the worker around it.

import { tokenloomError } from '../base/errors.ts'
import { sha256Hex } from '../base/hash.ts'
import { reloadsOf, withReload } from '../record/environment-versions.ts'
import type { BlobName, RunEvent } from '../record/events.ts'
import { rowsToDrop, TOKEN_BUDGET } from './budget.ts'
import type { Bytes } from './bytes.ts'
import { createCheckpointFiles, type StoredCheckpoint } from './checkpoints.ts'
import { storing } from './failures.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Records } from './records.ts'
import type { RunRow, RunStatus, TokenRow } from './schema.ts'

export interface StoreOptions {
  readonly records: Records
  readonly bytes: Bytes
  readonly now: () => number
  readonly tokenBudget?: number
}

export interface RunStore {
  runs(): Promise<readonly RunRow[]>
  /**
   * Appends events of one run in their order. The first event of a run must be `started`. A `continued` event comes
   * first and stands in place of all that had followed its checkpoint, so that the log has every step once.
   */
  append(events: readonly RunEvent[]): Promise<void>
  events(run: string, fromSeq: number): Promise<readonly RunEvent[]>
  /** Of tokens or turns; both share the budget. Nothing happens when there is no such run. */
  putTokens(run: string, arm: BlobName, step: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Undefined when the budget let the step go; RECORD_INVALID when the bytes do not have their hash. */
  tokens(run: string, arm: BlobName, step: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  putFile(run: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  files(run: string): Promise<readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[]>
  /** Changes what its owner says about a run; what is left out stays. Nothing happens when there is no such run. */
  describeRun(run: string, words: RunWords): Promise<void>
  putCheckpoint(run: string, checkpoint: StoredCheckpoint): Promise<void>
  /** The newest that is whole; CHECKPOINT_UNKNOWN or CHECKPOINT_CORRUPT. The run stays as it is until it goes on. */
  checkpoint(run: string): Promise<StoredCheckpoint>
  removeRun(run: string): Promise<void>
  /** What every run takes, newest first. */
  usage(): Promise<readonly RunUsage[]>
  /** Lets go of all tokens and turns of a run; its log, and what it left, stay. */
  dropTokens(run: string): Promise<void>
}

/** Bytes by what they are for. The log itself is small and not counted. */
export interface RunUsage {
  readonly run: string
  readonly tokens: number
  readonly files: number
  readonly checkpoints: number
}

export type RunWords = Partial<Required<Pick<RunRow, 'name' | 'note' | 'tags' | 'pinned' | 'hidden'>>>

export function createRunStore({ records, bytes, now, tokenBudget = TOKEN_BUDGET }: StoreOptions): RunStore {
  const tokenPath = (row: Pick<TokenRow, 'run' | 'arm' | 'step'>): string => `runs/${row.run}/tokens/${row.arm}-${row.step}.bin`
  const filePath = (run: string, name: string): string => `runs/${run}/files/${name}`

  const checkpoints = createCheckpointFiles(records, bytes)

  const rowFor = async (event: RunEvent): Promise<RunRow> => {
    const known = await records.run(event.run)
    if (known !== undefined) return known
    if (event.kind !== 'started')
      throw tokenloomError('RECORD_INVALID', `Run ${event.run} has events before its start.`, 'Start the run again; its record cannot be continued.')
    return { id: event.run, created: now(), spec: event.spec, status: 'running', lastSeq: -1, stepsDone: 0, tokenBytes: 0, tokenStepsDropped: 0 }
  }
  const checked = async (what: string, found: Uint8Array<ArrayBuffer> | undefined, hash: string): Promise<Uint8Array<ArrayBuffer>> => {
    if (found !== undefined && (await sha256Hex(found)) === hash) return found
    throw tokenloomError(
      'RECORD_INVALID',
      `The stored bytes of ${what} are ${found === undefined ? 'gone' : 'damaged'}.`,
      'Run the same spec again: it produces the same tokens.',
    )
  }

  /** Tokens of steps that the log no longer has. The run makes the same ones again. */
  const dropTokensAfter = async (run: string, step: number): Promise<void> => {
    const rows = await records.tokens(run)
    for (const old of rows.filter((row) => row.step > step)) {
      await records.removeTokens(old)
      await bytes.remove(tokenPath(old))
    }
    const known = await records.run(run)
    const tokenBytes = rows.filter((row) => row.step <= step).reduce((sum, row) => sum + row.bytes, 0)
    if (known !== undefined) await records.putRun({ ...known, tokenBytes })
  }

  /** The spec as the log has it up to there: a version of the source that came later is cut with what followed it. */
  const specBefore = async ({ id, spec }: RunRow, seq: number): Promise<RunRow['spec']> => {
    if (reloadsOf(spec).length === 0) return spec
    const kept = (await records.events(id, 0)).filter((event) => event.seq < seq)
    const [first] = kept
    return kept.reduce((known, event) => specAfter(known, event), first?.kind === 'started' ? first.spec : spec)
  }

  const inTurn = oneAtATime()

  return {
    runs: () => storing(() => records.runs()),
    append: (events) =>
      inTurn(async () => {
        const first = events[0]
        if (first === undefined) return
        let row = await rowFor(first)
        if (first.kind === 'continued') {
          row = { ...row, spec: await specBefore(row, first.seq), lastSeq: first.seq, stepsDone: first.step }
          for (const event of events) row = follow(row, event)
          await records.replaceTail(row, events)
          await dropTokensAfter(first.run, first.step)
          return
        }
        for (const event of events) row = follow(row, event)
        await records.append(row, events)
        // Whoever has finished has nothing to go on with.
        if (row.status === 'finished') await checkpoints.clear(first.run)
      }),
    events: (run, fromSeq) => storing(() => records.events(run, fromSeq)),
    putTokens: (run, arm, step, content) =>
      inTurn(async () => {
        // Deleted meanwhile: nobody would find them again.
        if ((await records.run(run)) === undefined) return
        const row: TokenRow = { run, arm, step, bytes: content.byteLength, hash: await sha256Hex(content) }
        await bytes.write(tokenPath(row), content)
        await records.putTokens(row)
        const kept = await records.tokens(run)
        const dropped = rowsToDrop(kept, tokenBudget)
        for (const old of dropped) {
          await records.removeTokens(old)
          await bytes.remove(tokenPath(old))
        }
        const known = await records.run(run)
        if (known === undefined) return
        const total = kept.reduce((sum, one) => sum + one.bytes, 0) - dropped.reduce((sum, one) => sum + one.bytes, 0)
        await records.putRun({
          ...known,
          tokenBytes: total,
          tokenStepsDropped: known.tokenStepsDropped + dropped.filter(({ arm }) => !arm.startsWith('turns-')).length,
        })
      }),
    tokens: (run, arm, step) =>
      storing(async () => {
        const row = (await records.tokens(run)).find((one) => one.arm === arm && one.step === step)
        if (row === undefined) return undefined
        return checked(`the tokens of step ${step}`, await bytes.read(tokenPath(row)), row.hash)
      }),
    putFile: (run, name, content) =>
      storing(async () => {
        await bytes.write(filePath(run, name), content)
        await records.putFile({ run, name, bytes: content.byteLength, hash: await sha256Hex(content) })
      }),
    files: (run) =>
      storing(async () => {
        const rows = await records.files(run)
        return Promise.all(rows.map(async (row) => ({ name: row.name, bytes: await checked(row.name, await bytes.read(filePath(run, row.name)), row.hash) })))
      }),
    describeRun: (run, words) =>
      inTurn(async () => {
        const row = await records.run(run)
        if (row !== undefined) await records.putRun({ ...row, ...words })
      }),
    putCheckpoint: (run, checkpoint) => storing(() => checkpoints.put(run, checkpoint)),
    checkpoint: (run) => storing(() => checkpoints.newest(run)),
    usage: () =>
      storing(async () => {
        const sum = (rows: readonly { readonly bytes: number }[]): number => rows.reduce((total, row) => total + row.bytes, 0)
        return Promise.all(
          (await records.runs()).map(async ({ id }) => ({
            run: id,
            tokens: sum(await records.tokens(id)),
            files: sum(await records.files(id)),
            checkpoints: sum(await records.checkpoints(id)),
          })),
        )
      }),
    dropTokens: (run) => inTurn(() => dropTokensAfter(run, -1)),
    removeRun: (run) =>
      inTurn(async () => {
        await records.removeRun(run)
        await bytes.remove(`runs/${run}`)
      }),
  }
}

function follow({ base, last, ...row }: RunRow, event: RunEvent): RunRow {
  const stepsDone = event.kind === 'stepped' && event.arm === 'policy' ? Math.max(row.stepsDone, event.step) : row.stepsDone
  // Another version of the source is another task: what is compared is measured anew.
  const measured =
    event.kind === 'reloaded' ? {} : { ...(base === undefined ? {} : { base }), ...(last === undefined ? {} : { last }), ...outcomeAfter(event, base) }
  return { ...row, ...measured, spec: specAfter(row.spec, event), status: statusAfter(row.status, event), lastSeq: Math.max(row.lastSeq, event.seq), stepsDone }
}

const specAfter = (spec: RunRow['spec'], event: RunEvent): RunRow['spec'] =>
  event.kind === 'reloaded' ? withReload(spec, { after: event.step, source: event.hash }) : spec

function outcomeAfter(event: RunEvent, base: RunRow['base']): Pick<RunRow, 'base' | 'last'> {
  if (event.kind !== 'evaluated' || event.evaluation.arm !== 'policy') return {}
  return base === undefined ? { base: event.evaluation } : { last: event.evaluation }
}

function statusAfter(status: RunStatus, event: RunEvent): RunStatus {
  switch (event.kind) {
    case 'paused':
    case 'finished':
    case 'stopped':
    case 'played':
    case 'failed':
      return event.kind
    case 'resumed':
    case 'continued':
    case 'started':
      return 'running'
    default:
      return status
  }
}
