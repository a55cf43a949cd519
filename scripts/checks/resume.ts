// The check `resume`: E3 (src/engine/README.md) in the built page. A run is killed at a random step, the whole browser at once, goes on in
// another browser with the same profile, and must end with the digest and the adapter of a run that nobody interrupted.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenloomError } from '../../src/base/errors.ts'
import { sha256Hex } from '../../src/base/hash.ts'
import { createRng } from '../../src/base/random.ts'
import type { RunEvent } from '../../src/record/events.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { ensureBuilt } from '../page/built.ts'
import { type KillableBrowser, launchKillable } from '../page/killable-browser.ts'
import { serveFolder } from '../page/serve.ts'
import { type DrivenPage, driveBrowser } from '../train/drive.ts'
import { summarize } from '../train/run-folder.ts'

const USAGE = 'npm run check -- resume [--engine wgsl|cpu|auto] [--seed N] [--steps N] [--json]'
const PRESET = 'arithmetic'
/** Enough that a fast engine keeps a checkpoint in the middle: at least a second lies between two. */
const STEPS = { cpu: 100, wgsl: 24, auto: 100 }
/** Between a checkpoint and the kill, so that the store has written it. */
const STORED_MILLISECONDS = 500

interface Ending {
  readonly digest: string
  readonly adapter: string
  readonly engine: string
}

async function endingOf(page: DrivenPage, run: string, events: readonly RunEvent[]): Promise<Ending> {
  const { digest, engine } = summarize(events, 0)
  const weights = (await page.files(run)).find(({ name }) => name.endsWith('.safetensors'))
  if (weights === undefined) throw tokenloomError('INTERNAL', 'The run left no adapter.', 'Look at the run in the page.')
  return { digest, engine, adapter: await sha256Hex(Uint8Array.from(weights.bytes)) }
}

/** Follows until step `killAt` is done and a checkpoint past the start is on disk, then kills. Returns the last step that was seen. */
async function killInTheMiddle({ kill }: KillableBrowser, page: DrivenPage, run: string, killAt: number): Promise<number> {
  let [seen, checkpoint, keptAt] = [0, 0, Number.POSITIVE_INFINITY]
  const died = new Promise<number>((resolve, reject) => {
    const following = page.follow(run, (event) => {
      if (event.kind === 'stepped' && event.arm === 'policy') seen = event.step
      if (event.kind === 'checkpointed' && event.step > 0 && checkpoint === 0) [checkpoint, keptAt] = [event.step, performance.now()]
    })
    const timer = setInterval(() => {
      if (seen < killAt || performance.now() - keptAt < STORED_MILLISECONDS) return
      clearInterval(timer)
      void kill().then(() => resolve(seen), reject)
    }, 20)
    following.then(
      () => {
        clearInterval(timer)
        reject(tokenloomError('ARGUMENT_INVALID', 'The run was over before it could be killed.', 'Give it more steps.', '--steps'))
      },
      () => undefined, // the page died, as it should
    )
  })
  return died
}

export const claim: Claim = {
  summary: 'E3: a run killed at a random step and resumed ends with the digest of one that was never interrupted.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, seed: { type: 'string' }, steps: { type: 'string' } }, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const seed = wholeNumber(values.seed, '--seed', 0, 2 ** 31) ?? 1
    const steps = wholeNumber(values.steps, '--steps', 6, 10_000) ?? STEPS[engine]
    const killAt = 2 + createRng([seed, 0x6b696c6c]).integer(Math.floor(steps / 2))
    const site = await serveFolder(await ensureBuilt(say))
    const profile = mkdtempSync(join(tmpdir(), 'tokenloom-resume-'))
    let open: KillableBrowser | null = null
    try {
      open = await launchKillable(join(profile, 'killed'))
      say(`A run of ${steps} steps, killed after step ${killAt} …`)
      const first = await driveBrowser(open.browser, site.url)
      const run = await first.start({ preset: PRESET, seed, steps, engine })
      const killedAfter = await killInTheMiddle(open, first, run, killAt)

      open = await launchKillable(join(profile, 'killed'))
      say(`Killed after step ${killedAfter}; it goes on in another browser …`)
      const second = await driveBrowser(open.browser, site.url)
      await second.proceed(run)
      const events: RunEvent[] = []
      await second.follow(run, (event) => events.push(event))
      const resumed = await endingOf(second, run, events)
      const continued = events.find((event) => event.kind === 'continued')?.step ?? -1
      const stepsSeen = events.filter((event) => event.kind === 'stepped').map(({ step }) => step)
      const everyStepOnce = stepsSeen.length === steps && stepsSeen.every((step, index) => step === index + 1)
      await open.kill()

      open = await launchKillable(join(profile, 'fresh'))
      say('The same run, never interrupted …')
      const third = await driveBrowser(open.browser, site.url)
      const whole = await third.start({ preset: PRESET, seed, steps, engine })
      const wholeEvents: RunEvent[] = []
      await third.follow(whole, (event) => wholeEvents.push(event))
      const uninterrupted = await endingOf(third, whole, wholeEvents)
      const digestsEqual = resumed.digest === uninterrupted.digest
      const adaptersEqual = resumed.adapter === uninterrupted.adapter
      return {
        ok: digestsEqual && adaptersEqual && continued > 0 && everyStepOnce,
        engine: uninterrupted.engine,
        digestsEqual,
        adaptersEqual,
        everyStepOnce,
        steps,
        seed,
        killAt,
        killedAfter,
        continuedFrom: continued,
        digests: [resumed.digest, uninterrupted.digest],
      }
    } finally {
      await open?.kill()
      await site.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}
