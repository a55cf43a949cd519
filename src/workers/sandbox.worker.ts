// The sandbox worker's entry: one authored source in its interpreter. It runs in a frame without origin or network, as one script
// (scripts/sandbox-module.mjs), and serves whoever holds a port. Synchronous inside: a source that hangs beyond its limits
// is ended by whoever holds the frame.

import { expose } from 'comlink'
import { TokenloomError, tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { checkEnvironment } from '../environments/suite/check-environment.ts'
import { estimateDemonstrated } from '../environments/suite/demonstrated.ts'
import { estimateLearnability } from '../environments/suite/learnability.ts'
import { estimateReadability } from '../environments/suite/readability.ts'
import { type AuthoredEnvironment, openAuthoredEnvironment } from '../sandbox/authored-environment.ts'
import { playAuthored } from '../sandbox/authored-play.ts'
import { loadQuickJs } from '../sandbox/quickjs.ts'
import { surveyEnvironment } from '../sandbox/survey.ts'
import { outcomeOf } from './outcome.ts'
import type { SandboxPort, SandboxWorkerApi } from './sandbox-api.ts'

let quickJs: ReturnType<typeof loadQuickJs> | null = null
let environment: AuthoredEnvironment | null = null

function opened(): AuthoredEnvironment {
  if (environment !== null) return environment
  throw tokenloomError('SANDBOX_SOURCE', 'No source is open in this sandbox.', 'Open one first.')
}

/** Nothing where the source fails while it is estimated: the checks have said why. */
function estimated<T>(work: () => T): T | null {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof TokenloomError) return null
    throw thrown
  }
}

const api: SandboxWorkerApi = {
  ping: async () => null,
  open: (source) =>
    outcomeOf(async () => {
      environment?.dispose()
      environment = null
      quickJs ??= loadQuickJs()
      const module = quickJs
      environment = unwrap(await openAuthoredEnvironment(source, { quickJs: () => module }))
      return environment.registration
    }),
  registration: () => outcomeOf(() => opened().registration),
  survey: (config) => outcomeOf(() => unwrap(surveyEnvironment(opened().definition, config))),
  check: ({ config = {}, plays = 30, firstSeed = 1, reads = false }) =>
    outcomeOf(() => {
      const { definition } = opened()
      const now = (): number => performance.now()
      const report = checkEnvironment(definition, { config, plays, firstSeed, now })
      const parsed = definition.parseConfig(config)
      return {
        report,
        learnability: parsed.ok ? estimated(() => estimateLearnability(definition, parsed.value, { seed: firstSeed })) : null,
        demonstrated: parsed.ok && reads ? estimated(() => estimateDemonstrated(definition, parsed.value, { seed: firstSeed })) : null,
        readability: parsed.ok && reads ? estimated(() => estimateReadability(definition, parsed.value, { seed: firstSeed, now })) : null,
      }
    }),
  play: (request) => outcomeOf(() => playAuthored(opened().definition, request)),
  answer: (visits) => outcomeOf(() => unwrap(opened().answer(visits))),
}

addEventListener('message', ({ data }: MessageEvent<SandboxPort>) => {
  if (data.wasm !== undefined) quickJs = loadQuickJs(data.wasm)
  expose(api, data.port)
})
