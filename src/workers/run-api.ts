// What the page may ask of a run worker. Types only.

import type { ErrorData } from '../base/errors.ts'
import type { AdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { RunSpec } from '../record/spec.ts'
import type { AdapterId } from '../service/index.ts'
import type { Outcome } from './outcome.ts'
import type { TokenAnswer, TokenQuestion } from './token-alternatives.ts'

/** An authored source, and a port to a sandbox in which it is open (sandbox-api.ts). */
export interface AuthoredRules {
  readonly source: string
  readonly sandbox: MessagePort
}

export interface RunStart {
  readonly run: string
  readonly spec: RunSpec
  /** The folder of the base model, ending in a slash: the run reads its tokenizer. */
  readonly modelUrl: string
  /** A training service (service-host.ts). */
  readonly engine: MessagePort
  /** Event batches for the screen, and for the store where there is one (event-port.ts). */
  readonly screen: MessagePort
  readonly store: MessagePort | null
  /** Where the run goes on, as the store kept it: the number of its event, and its bytes. Absent: the run starts. */
  readonly from?: { readonly seq: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The authored source that the run begins or goes on with, with a port to a sandbox in which it is open. Absent: the environment is built in. */
  readonly authored?: AuthoredRules
  /** Versions that the spec's reloads name and that are still to come. */
  readonly reloads?: readonly { readonly after: number; readonly authored: AuthoredRules }[]
  /** The problems that the spec's environment names by hash (datasets/data-set.ts). Absent: it names none. */
  readonly dataSet?: Uint8Array<ArrayBuffer>
  /** What the spec's adapter.from names, as the library has it; a run that goes on needs it no more. */
  readonly trainOn?: AdapterCheckpoint
}

/** A file that the run leaves: its adapter in PEFT layout. */
export interface RunFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** An adapter that the run leaves, or keeps on its way, whole. Its lineage names the run and the step; what it follows is the library's to say. */
export interface LeftPolicy {
  readonly agent: string
  readonly checkpoint: AdapterCheckpoint
}

export interface RunWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  /** Resolves when the run is over and everything it emitted has been read. `onPolicy` hears of its adapters at every evaluation in the middle. */
  run(start: RunStart, onPolicy: (policies: readonly LeftPolicy[]) => void): Promise<Outcome<readonly RunFile[]>>
  pause(): void
  resume(): void
  /** One step, then pause again. */
  step(): void
  stop(): void
  /** Tells the screen, turn by turn, of one game of every rollout of the policy, by its place among them; null: of none. */
  watchGame(place: number | null): void
  /**
   * Another version of the authored source, from the next step on: the number of steps after which it came. ENVIRONMENT_INVALID where the run is
   * built upon something else, the sandbox's own refusals, CANCELLED where the run ends before; the run then goes on as it was.
   */
  reload(authored: AuthoredRules): Promise<Outcome<number>>
  /** Keeps a checkpoint as soon as the step under way is done: the page may be about to go. */
  save(): void
  /** Its adapters as it left them, with moments and counters, by the agent's name; empty before its end. */
  policies(): Promise<Outcome<readonly LeftPolicy[]>>
  /** The adapter that the run trains first, on the engine that serves it; null before there is one. */
  policyAdapter(): Promise<Outcome<AdapterId | null>>
  /** What a token of the policy could have been, by the version that wrote it while the run holds it, else by the newest. */
  alternatives(question: TokenQuestion): Promise<Outcome<TokenAnswer>>
  /** The page saw the engine's worker fall: everything that waits on it is rejected at once. */
  engineDied(cause: ErrorData): void
}
