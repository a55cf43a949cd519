// The check `exactness`: E1 to E4 of the design in the browser. E1, E2, E3 and isolation through the engine on a small random
// model; E1 and E4 again through the built page, where two runs of one spec must give one digest and a gap of exactly 0.

import type { RunEvent } from '../../src/record/events.ts'
import type { Claim } from '../claims/claim.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { drivePage } from '../train/drive.ts'
import { summarize } from '../train/run-folder.ts'
import { runInChromium } from './platforms/chromium.ts'
import type { CaseOutcome } from './platforms/suite.ts'
import { failures } from './platforms/summarize.ts'

const PRESET = 'arithmetic'
const STEPS = 2

interface RunDigest {
  readonly digest: string
  readonly logprobGap: number
  /** What was measured as faster at this start; it may differ between the runs, the digest may not. */
  readonly variants: Readonly<Record<string, string>>
}

/** One short run of the built page in a browser of its own. */
async function runOnce(url: string): Promise<RunDigest> {
  const page = await drivePage(url)
  try {
    const events: RunEvent[] = []
    await page.follow(await page.start({ preset: PRESET, steps: STEPS, engine: 'wgsl' }), (event) => events.push(event))
    const { digest, logprobGap } = summarize(events, 0)
    const variants = events.find((event) => event.kind === 'started')?.service.variants ?? {}
    return { digest, logprobGap, variants }
  } finally {
    await page.close()
  }
}

async function twoRuns(say: (line: string) => void): Promise<readonly [RunDigest, RunDigest]> {
  const site = await serveFolder(await ensureBuilt(say))
  try {
    say('The same run twice …')
    return [await runOnce(site.url), await runOnce(site.url)]
  } finally {
    await site.close()
  }
}

function promise(
  outcomes: readonly CaseOutcome[],
  subject: string,
): { readonly ok: boolean; readonly cases: number; readonly compared: number; readonly gap: number } {
  const own = outcomes.filter((outcome) => outcome.subject === subject)
  return {
    ok: own.length > 0 && own.every(({ passed }) => passed),
    cases: own.length,
    compared: own.reduce((sum, { compared = 0 }) => sum + compared, 0),
    gap: own.reduce((most, { error }) => Math.max(most, error), 0),
  }
}

export const claim: Claim = {
  summary: 'E1 to E4: sampling equals training, mixed equals alone, resumed equals uninterrupted, one spec one digest.',
  async run({ say }) {
    say('The engine in a browser …')
    const { outcomes, uncaptured, device, shaderHash } = await runInChromium(['engine'], ({ passed, subject, name, error }) => {
      if (!passed) say(`failed  ${subject}: ${name}  ${error}`)
    })
    const [first, second] = await twoRuns(say)
    const [e1, e2, e3, draws, isolation] = ['E1', 'E2', 'E3', 'draws', 'isolation'].map((subject) => promise(outcomes, subject))
    const e1Gap = Math.max(e1?.gap ?? Number.MAX_VALUE, first.logprobGap, second.logprobGap)
    const e4 = {
      ok: first.digest === second.digest,
      digests: [first.digest, second.digest],
      steps: STEPS,
      variants: [{ ...first.variants }, { ...second.variants }],
    }
    const kept = [e1, e2, e3, draws, isolation].every((part) => part?.ok === true)
    return {
      ok: kept && e4.ok && e1Gap === 0 && uncaptured.length === 0,
      device,
      shaderHash,
      e1Gap,
      e1: { ...e1, ok: e1?.ok === true && e1Gap === 0, runGaps: [first.logprobGap, second.logprobGap] },
      e2: { ...e2 },
      e3: { ...e3 },
      e4,
      draws: { ...draws },
      isolation: { ...isolation },
      failed: [...failures(outcomes)],
      uncaptured: [...uncaptured],
    }
  },
}
