// Lets a policy play an authored environment: the base, one out of the library, or that of a run under way. It reads what its seat would
// read in training and writes under the action mask; the sandbox plays what it wrote.

import { transfer } from 'comlink'
import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import type { PolicyTurnWorkerApi } from '../../src/workers/policy-turn-api.ts'
import type { TryPlayer } from '../../src/workers/try-api.ts'
import { checkedOf } from '../state/author-check.ts'
import { type AuthorPlay, BASE_POLICY, type PolicyChoice, policySeatsOf, seatsNow } from '../state/author-play.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { playTurn } from './author-play.ts'
import { connectEngine, engineAtHand, modelUrl, prepareEngine } from './engine.ts'
import { liveRun } from './run-commands.ts'
import { askLibrary } from './store.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

const STANDARD_BASE = 'dialogues'
const CLIENT = 'author-play'
/** Where any text may be tried. */
const FREE_TOKENS = 32
const MOST_TURNS = 300

let held: WorkerHandle<PolicyTurnWorkerApi> | null = null

const play = (): AuthorPlay => workbench.getState().authorPlay
const set = (change: Partial<AuthorPlay>): void => workbench.setState({ authorPlay: { ...play(), ...change } })

export const choosePolicySeat = (policy: PolicyChoice): void => set({ policy })

/** Who plays, and the base that it stands on. */
async function playerOf(policy: PolicyChoice): Promise<{ readonly player: TryPlayer; readonly base: string }> {
  const { underWay, saved, policies, authorTrain } = workbench.getState()
  const name = policy.slice(policy.indexOf(':') + 1)
  if (policy === BASE_POLICY) return { player: { kind: 'base' }, base: authorTrain.plan?.spec.base ?? STANDARD_BASE }
  if (policy.startsWith('run:')) {
    const adapter = (await liveRun(name)?.worker.ask((remote) => remote.policyAdapter())) ?? null
    const base = underWay[name]?.spec?.base
    if (adapter !== null && base !== undefined) return { player: { kind: 'live', name: 'the run under way', adapter }, base }
    throw tokenloomError('ADAPTER_UNKNOWN', 'That run has no policy yet, or has ended.', 'Wait until its first step, or choose what it left.')
  }
  const checkpoint = await askLibrary((remote) => remote.loadAdapter(name))
  if (checkpoint === null)
    throw tokenloomError('STORE_BUSY', 'This tab keeps no records, so no policies.', 'Use the tab that keeps the records, or choose another policy.')
  const run = policies.list?.find((one) => one.name === name)?.run
  return { player: { kind: 'checkpoint', name, checkpoint }, base: saved.find(({ id }) => id === run)?.spec.base ?? STANDARD_BASE }
}

/** The policy writes for everybody who must act. False when there was nothing to write, or something else was pressed meanwhile. */
async function writeOnce(): Promise<boolean> {
  const now = play()
  const seats = seatsNow(now)
  const { authorCheck, engineChoice, underWay } = workbench.getState()
  const stopText = checkedOf(authorCheck)?.registration.stopText ?? '\n'
  if (now.waiting || now.answer === null || seats.length === 0) return false
  if (seats.some(({ pictures }) => pictures.length > 0))
    throw tokenloomError('MODEL_UNSUPPORTED', 'A policy does not play prompts with pictures here yet.', 'Train on the environment, and look at its episodes.')
  set({ waiting: true, error: null })
  const { player, base } = await playerOf(now.policy)
  const handle = await prepareEngine(base, runsAtWork(underWay).length > 0 ? 'auto' : engineChoice)
  const engine = await connectEngine(handle, { id: CLIENT, name: 'A play in the editor' })
  if (held === null || held.dead !== null) {
    const worker = new Worker(new URL('../../src/workers/policy-turn.worker.ts', import.meta.url), { type: 'module', name: 'policy-turn' })
    held = holdWorker<PolicyTurnWorkerApi>('policy-turn', worker)
  }
  const longest = Math.max(...seats.flatMap(({ legal }) => (legal === null ? [FREE_TOKENS] : legal.map((action) => action.length))))
  const request = {
    ...{ modelUrl: modelUrl(base), engine, player, seats: policySeatsOf(now, seats), stopText, maxTokens: longest, temperature: 1 },
    seed: (now.seed + 7919 * now.turns.length) >>> 0,
  }
  const worker = held
  try {
    const { texts, probabilities, version } = await worker.ask((remote) => remote.write(transfer(request, [engine])))
    if (play().turns !== now.turns || play().seed !== now.seed) return false
    const turn = { texts: Object.fromEntries(seats.map(({ agent }, place) => [agent, texts[place] ?? ''])) }
    await playTurn(turn, { wrote: { version, probabilities: Object.fromEntries(seats.map(({ agent }, place) => [agent, probabilities[place] ?? 0])) } })
    return true
  } finally {
    void handle.ask((remote) => remote.disconnect(CLIENT)).catch(() => {})
  }
}

/** One turn, or turn after turn until the play is over. */
export async function playByPolicy(toEnd: boolean): Promise<void> {
  try {
    for (let turn = 0; turn < (toEnd ? MOST_TURNS : 1); turn++) if (!(await writeOnce())) return
  } catch (thrown) {
    set({ error: toErrorData(thrown), waiting: false })
  }
}

export function leavePolicySeat(): void {
  held?.dispose()
  held = null
  void engineAtHand().then((handle) => handle?.ask((remote) => remote.disconnect(CLIENT)).catch(() => {}))
}
