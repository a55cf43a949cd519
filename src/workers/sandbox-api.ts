// What may be asked of a sandbox worker: one authored source, behind two walls (an interpreter, and a frame without an origin or a
// network). The page checks and plays it; a run's worker asks it in batches. Types only.

import type { Json } from '../base/json.ts'
import type { DemonstratedReturn } from '../environments/suite/demonstrated.ts'
import type { Learnability } from '../environments/suite/learnability.ts'
import type { Readability } from '../environments/suite/readability.ts'
import type { CheckReport } from '../environments/suite/verdict.ts'
import type { Registration } from '../sandbox/authored-environment.ts'
import type { AuthoredPlay, AuthoredPlayRequest } from '../sandbox/authored-play.ts'
import type { Survey } from '../sandbox/survey.ts'
import type { ToldVisit } from '../sandbox/told.ts'
import type { Outcome } from './outcome.ts'

/** The first message to a sandbox worker brings `wasm`; every message brings a port on which it then serves SandboxWorkerApi. */
export interface SandboxPort {
  readonly port: MessagePort
  /** The bytes of the interpreter: there is no network in there to fetch them. */
  readonly wasm?: ArrayBuffer
}

export interface AuthoredCheckRequest {
  /** As a person would write it; what is left out takes its default. */
  readonly config?: Json
  /** Random plays of every check. Default 30. */
  readonly plays?: number
  readonly firstSeed?: number
  /** Whether demonstrated plays are looked through too, for what they earn and what a policy cannot know: it takes a second. */
  readonly reads?: boolean
}

export interface AuthoredCheck {
  readonly report: CheckReport
  /** Null where the source failed while it was estimated: the checks say why. */
  readonly learnability: Learnability | null
  /** What demonstrated plays earn. Null where nothing legal is demonstrated, or it was not asked for, too. */
  readonly demonstrated: DemonstratedReturn | null
  /** Null where it was not asked for, too. */
  readonly readability: Readability | null
}

export interface SandboxWorkerApi {
  ping(): Promise<null>
  /** Evaluates the source; what it says of itself. SANDBOX_SOURCE, SANDBOX_DATA, SANDBOX_THREW or SANDBOX_LIMIT with its line where it fails. */
  open(source: string): Promise<Outcome<Registration>>
  /** Of the source that is open. */
  registration(): Promise<Outcome<Registration>>
  /** How long its texts become, and what can be imitated: what a run is planned by. */
  survey(config: Json): Promise<Outcome<Survey>>
  /** The contract suite, and what the rewards can teach under random play. */
  check(request: AuthoredCheckRequest): Promise<Outcome<AuthoredCheck>>
  play(request: AuthoredPlayRequest): Promise<Outcome<AuthoredPlay>>
  /** The questions of many plays at once, and their answers, visit by visit: text both ways (src/sandbox/told.ts). */
  answer(visits: readonly ToldVisit[]): Promise<Outcome<readonly string[]>>
}
