// The check `picture-template`: the picture puzzle of the editor's gallery, unedited, on the base that sees, in the page as built. Examples
// teach first, then rewards, and what comes of it beats random play on held-out pictures, interval included.

import { assert } from '../../src/base/assert.ts'
import type { Arm, Evaluation, RunEvent } from '../../src/record/events.ts'
import source from '../../src/sandbox/templates/bright-corner.ts?raw'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { runInPage } from '../train/drive.ts'

const USAGE = 'npm run check -- picture-template [--steps N] [--seed N] [--json]'
const NORMAL_95 = 1.96

export const claim: Claim = {
  summary: 'The picture template trains: examples first, then rewards, and held-out answers better than chance.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { steps: { type: 'string' }, seed: { type: 'string' } }, USAGE)
    const steps = wholeNumber(values.steps, '--steps', 2, 1000) ?? 30
    const seed = wholeNumber(values.seed, '--seed', 0, 2 ** 31) ?? 1
    const site = await serveFolder(await ensureBuilt(say))
    const tell = (event: RunEvent): void => {
      if (event.kind === 'evaluated') say(`step ${event.evaluation.step}, ${event.evaluation.arm}: ${event.evaluation.sampled.toFixed(3)}`)
    }
    const events = await runInPage(site.url, { source, steps, seed, controls: ['random'], engine: 'cpu' }, tell).finally(() => site.close())
    const measured = (arm: Arm): readonly Evaluation[] =>
      events.flatMap((event) => (event.kind === 'evaluated' && event.evaluation.arm === arm ? [event.evaluation] : []))
    const played = events.flatMap((event) => (event.kind === 'stepped' && event.arm === 'policy' ? [event] : []))
    const [first, last, random] = [measured('policy')[0], measured('policy').at(-1), measured('random').at(-1)]
    assert(first !== undefined && last !== undefined && random !== undefined, 'a run is measured before and after')
    const imitated = played.filter((step) => step.imitated === true).length
    const taught = measured('policy').find(({ step }) => step === imitated) ?? first
    const beyond = last.sampled - random.sampled - NORMAL_95 * Math.hypot(last.sampledError, random.sampledError)
    return {
      ok: imitated > 0 && imitated < played.length && beyond > 0 && last.sampled > taught.sampled,
      engine: 'cpu',
      ...{ steps, seed, imitated },
      ...{ random: random.sampled, base: first.sampled, afterExamples: taught.sampled, afterRewards: last.sampled, beyondRandom: beyond },
    }
  },
}
