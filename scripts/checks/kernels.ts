// The check `kernels`: every operation at every tested size against its float64 reference, and the promises that bits do not
// depend on company, in the browser. The worst error by operation.

import type { Claim } from '../claims/claim.ts'
import { runInChromium } from './platforms/chromium.ts'
import { figuresOf } from './platforms/summarize.ts'

export const claim: Claim = {
  summary: 'Every kernel agrees with float64: 1e-5 forward, 1e-4 gradient; bits do not depend on company.',
  async run({ say }) {
    say('Compiling the shaders in a browser …')
    const report = await runInChromium(['kernels', 'variants'], ({ passed, subject, name, error }) => {
      if (!passed) say(`failed  ${subject}: ${name}  ${error}`)
    })
    return figuresOf(report)
  },
}
