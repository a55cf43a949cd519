// The check `exactness`: E1 to E3 (src/engine/README.md) and E4, one spec one digest, in the browser. E1, E2, E3 and isolation through
// the engine on a small random model; E1 and E4 again through the built page, where two runs of one spec must give one digest and a gap
// of exactly 0: once in text, once in episodes with a picture at every turn. On either engine: WGSL unless one is named. What holds with
// pictures is told apart.

import { pictureExactness } from '../../src/engine/cases/picture-exactness.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { runInPage } from '../train/drive.ts'
import { summarize } from '../train/run-folder.ts'
import { runInChromium } from './platforms/chromium.ts'
import type { CaseOutcome } from './platforms/suite.ts'
import { failures } from './platforms/summarize.ts'

const USAGE = 'npm run check -- exactness [--engine wgsl|cpu|auto] [--json]'
const STEPS = 2
const RUNS = {
  text: { preset: 'arithmetic' },
  // Up to three turns, each with the figure before it: pictures stand in prompts and in observations.
  pictures: { preset: 'geometry-tries', changes: { 'environment.config': { again: true }, 'rollout.groups': 8, 'evaluation.problems': 32 } },
} as const
type Run = (typeof RUNS)[keyof typeof RUNS]

interface RunDigest {
  readonly digest: string
  readonly logprobGap: number
  /** What was measured as faster at this start; it may differ between the runs, the digest may not. */
  readonly variants: Readonly<Record<string, string>>
}

/** One short run of the built page in a browser of its own. */
async function runOnce(url: string, engine: EngineChoice, run: Run): Promise<RunDigest> {
  const events = await runInPage(url, { ...run, steps: STEPS, engine })
  const { digest, logprobGap } = summarize(events, 0)
  const variants = events.find((event) => event.kind === 'started')?.service.variants ?? {}
  return { digest, logprobGap, variants }
}

type Twice = readonly [RunDigest, RunDigest]

async function runsTwice(engine: EngineChoice, say: (line: string) => void): Promise<Readonly<Record<keyof typeof RUNS, Twice>>> {
  const site = await serveFolder(await ensureBuilt(say))
  const twice = async (run: Run): Promise<Twice> => [await runOnce(site.url, engine, run), await runOnce(site.url, engine, run)]
  try {
    say('The same run twice, in text …')
    const text = await twice(RUNS.text)
    say('… and with pictures …')
    return { text, pictures: await twice(RUNS.pictures) }
  } finally {
    await site.close()
  }
}

const e4Of = ([first, second]: Twice) => ({
  ok: first.digest === second.digest,
  digests: [first.digest, second.digest],
  steps: STEPS,
  variants: [{ ...first.variants }, { ...second.variants }],
})

const gapsOf = (twice: Twice): number[] => twice.map(({ logprobGap }) => logprobGap)

const PROMISES = ['E1', 'E2', 'E3', 'draws', 'isolation'] as const

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
  async run({ args, say }) {
    const choice = engineChoice(parseCommandLine(args, engineOption, USAGE).values.engine) ?? 'wgsl'
    say('The engine in a browser …')
    const { outcomes, uncaptured, engine, device, shaderHash } = await runInChromium(choice, ['engine'], ({ passed, subject, name, error }) => {
      if (!passed) say(`failed  ${subject}: ${name}  ${error}`)
    })
    const { text, pictures } = await runsTwice(choice, say)
    const [e1, e2, e3, draws, isolation] = PROMISES.map((subject) => promise(outcomes, subject))
    const seen = new Set(pictureExactness.map(({ name }) => name))
    const withPictures = outcomes.filter(({ name }) => seen.has(name))
    const [seenE1, seenE2, seenE3, seenDraws] = PROMISES.map((subject) => promise(withPictures, subject))
    const e1Gap = Math.max(e1?.gap ?? Number.MAX_VALUE, ...gapsOf(text), ...gapsOf(pictures))
    const [e4, seenE4] = [e4Of(text), e4Of(pictures)]
    const kept = [e1, e2, e3, draws, isolation, seenE1, seenE2, seenE3, seenDraws].every((part) => part?.ok === true)
    return {
      ok: kept && e4.ok && seenE4.ok && e1Gap === 0 && uncaptured.length === 0,
      engine,
      device,
      shaderHash,
      e1Gap,
      e1: { ...e1, ok: e1?.ok === true && e1Gap === 0, runGaps: gapsOf(text) },
      e2: { ...e2 },
      e3: { ...e3 },
      e4,
      draws: { ...draws },
      isolation: { ...isolation },
      // The same promises, and those of their cases that read pictures.
      pictures: { e1: { ...seenE1, runGaps: gapsOf(pictures) }, e2: { ...seenE2 }, e3: { ...seenE3 }, e4: seenE4, draws: { ...seenDraws } },
      failed: [...failures(outcomes)],
      uncaptured: [...uncaptured],
    }
  },
}
