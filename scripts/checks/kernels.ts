// The check `kernels`: every operation at every tested size against its float64 reference, and the promises that bits do not
// depend on company, in the browser, on either engine (WGSL unless one is named). The worst error by operation.

import type { Claim } from '../claims/claim.ts'
import { parseCommandLine } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { runInChromium } from './platforms/chromium.ts'
import { figuresOf } from './platforms/summarize.ts'

const USAGE = 'npm run check -- kernels [--engine wgsl|cpu|auto] [--json]'

export const claim: Claim = {
  summary: 'Every kernel agrees with float64: 1e-5 forward, 1e-4 gradient; bits do not depend on company.',
  async run({ args, say }) {
    const engine = engineChoice(parseCommandLine(args, engineOption, USAGE).values.engine) ?? 'wgsl'
    say(engine === 'cpu' ? 'The processor’s kernels in a browser …' : 'Compiling the shaders in a browser …')
    const report = await runInChromium(engine, ['kernels', 'variants'], ({ passed, subject, name, error }) => {
      if (!passed) say(`failed  ${subject}: ${name}  ${error}`)
    })
    return figuresOf(report)
  },
}
