// Which step's tokens are on view: bytes of the newest steps are kept in memory, older ones come from the store.

import { toErrorData } from '../../src/base/errors.ts'
import type { BlobName } from '../../src/record/events.ts'
import type { TokenBytes } from '../../src/workers/event-port.ts'
import { readTokenStep } from '../state/decode-tokens.ts'
import { TOKEN_PACE } from '../state/follow-pace.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { stepKey, wantedStep } from '../state/select-tokens.ts'
import { workbench } from '../state/workbench.ts'
import { letGoOfToken, whenTokenIsLetGo } from './point-at-token.ts'
import { recordedTokens } from './recording-files.ts'
import { storedTokens } from './store.ts'

const MEMORY_LIMIT = 16 * 1024 * 1024

const kept = new Map<string, Uint8Array<ArrayBuffer>>()
let request = 0

export function keepBytes(run: string, { arm, step, bytes }: TokenBytes): void {
  kept.set(stepKey(run, arm, step), bytes)
  let total = 0
  for (const one of kept.values()) total += one.byteLength
  for (const [key, one] of kept) {
    if (total <= MEMORY_LIMIT || kept.size === 1) return
    kept.delete(key)
    total -= one.byteLength
  }
}

let followed = 0
let following: ReturnType<typeof setTimeout> | undefined

/** A new step came: it is shown unless somebody is reading a token of the one on view. */
export function followTokens(): void {
  if (following !== undefined) return
  following = setTimeout(
    () => {
      following = undefined
      const { selection, token } = workbench.getState()
      if (selection.step !== null || token !== null) return
      followed = performance.now()
      void showTokens()
    },
    Math.max(0, followed + TOKEN_PACE - performance.now()),
  )
}

whenTokenIsLetGo(followTokens)

/** Brings the selected step (or the newest) on view. Only the last of several requests counts. */
export async function showTokens(): Promise<void> {
  const { run, selection, tokenStep } = workbench.getState()
  if (run === null) return
  const step = wantedStep(run, selection)
  if (step === undefined) {
    if (tokenStep !== null) workbench.setState({ tokenStep: null, tokenProblem: null })
    return
  }
  if (tokenStep !== null && tokenStep.step === step && tokenStep.arm === selection.arm && tokenStep.vocabulary === run.vocabulary) return
  const mine = ++request
  try {
    const bytes = await bytesOf(run.id, selection.arm, step)
    if (mine !== request) return
    const decoded = bytes === undefined ? null : readTokenStep(bytes, run.vocabulary)
    letGoOfToken()
    if (decoded === null) workbench.setState({ tokenStep: null, tokenProblem: null, tokensGone: stepKey(run.id, selection.arm, step) })
    else if (decoded.ok) workbench.setState({ tokenStep: decoded.value, tokenProblem: null })
    else workbench.setState({ tokenStep: null, tokenProblem: decoded.error.toData() })
  } catch (thrown) {
    if (mine === request) workbench.setState({ tokenStep: null, tokenProblem: toErrorData(thrown) })
  }
}

/** The bytes of tokens or turns of a step, from memory, the recording or the store. */
export async function bytesOf(run: string, arm: BlobName, step: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (run === RECORDED_RUN) return recordedTokens(arm, step)
  return kept.get(stepKey(run, arm, step)) ?? storedTokens(run, arm, step)
}
