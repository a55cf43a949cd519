// Checks the source that is being edited, once nobody has typed for a moment: opened in a sandbox of its own, held against the contract
// on a few random plays, then on many. A newer text ends what an older one was asked.

import { toErrorData } from '../../src/base/errors.ts'
import { type CheckedSource, checkedOf } from '../state/author-check.ts'
import { workbench } from '../state/workbench.ts'
import { reloadFollowers } from './reload-run.ts'
import { type AuthoredSandbox, openSandbox } from './sandbox.ts'

const PAUSE = 600
const FEW = 8
const MANY = { least: 24, most: 100 }
/** What the many plays may take, in milliseconds, by the pace of the few. */
const BUDGET = 8000

let timer: ReturnType<typeof setTimeout> | undefined
let current: { readonly text: string; sandbox: AuthoredSandbox | null } | null = null

export function checkSourceSoon(): void {
  clearTimeout(timer)
  const { author, authorCheck } = workbench.getState()
  if (author.open === null) stopChecking()
  if (author.open === null || (authorCheck.kind !== 'idle' && textOf() === author.text)) return
  timer = setTimeout(() => void checkSource(), PAUSE)
}

/** The view was left, or nothing is open. */
export function stopChecking(): void {
  clearTimeout(timer)
  current?.sandbox?.dispose()
  current = null
  workbench.setState({ authorCheck: { kind: 'idle' } })
}

function textOf(): string | null {
  const { authorCheck } = workbench.getState()
  return authorCheck.kind === 'idle' ? null : authorCheck.kind === 'checked' ? authorCheck.checked.text : authorCheck.text
}

async function checkSource(): Promise<void> {
  const { author, authorCheck } = workbench.getState()
  const { text } = author
  current?.sandbox?.dispose()
  const mine: NonNullable<typeof current> = { text, sandbox: null }
  current = mine
  workbench.setState({ authorCheck: { kind: 'checking', text, before: checkedOf(authorCheck) } })
  try {
    const sandbox = await openSandbox(text)
    mine.sandbox = sandbox
    if (current !== mine) return sandbox.dispose()
    const few = await checked(sandbox, FEW, false)
    if (current !== mine) return
    // Where the few have found something, more would find it again.
    const more = few.report.valid
    workbench.setState({ authorCheck: { kind: 'checked', checked: few, more } })
    if (!more) return
    const affordable = Math.round((FEW * BUDGET) / Math.max(few.milliseconds, 1))
    const many = await checked(sandbox, Math.max(MANY.least, Math.min(MANY.most, affordable)), true)
    if (current !== mine) return
    workbench.setState({ authorCheck: { kind: 'checked', checked: many, more: false } })
    if (many.report.valid) void reloadFollowers()
  } catch (thrown) {
    if (current === mine) workbench.setState({ authorCheck: { kind: 'refused', text, error: toErrorData(thrown) } })
  } finally {
    mine.sandbox?.dispose()
    mine.sandbox = null
  }
}

async function checked(sandbox: AuthoredSandbox, plays: number, reads: boolean): Promise<CheckedSource> {
  const start = performance.now()
  const { report, learnability, demonstrated, readability } = await sandbox.check({ plays, reads })
  return {
    text: sandbox.source,
    registration: sandbox.registration,
    report,
    learnability,
    demonstrated,
    readability,
    plays,
    milliseconds: performance.now() - start,
  }
}
