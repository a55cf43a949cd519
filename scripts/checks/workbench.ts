// The check `workbench`: what the page promises to whoever looks at it, measured in the page as built. Watching costs training at
// most a tenth; a reload in the middle of a run stands within two seconds; a first visit sees a step within ten seconds and a
// curve that rises within thirty, never without a sign of progress for three; on WGSL over a software adapter within sixty.

import { chromium } from 'playwright'
import { unwrap } from '../../src/base/result.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { findBrowser } from '../page/browser.ts'
import { ensureBuilt } from '../page/built.ts'
import { serveFolder } from '../page/serve.ts'
import { firstVisit } from './workbench/first-visit.ts'
import { reloadedRun } from './workbench/reload.ts'
import { watchingCost } from './workbench/watching.ts'

const USAGE = 'npm run check -- workbench [--pairs N] [--json]'

const LIMITS = {
  watchingRatio: 1.1,
  reloadMilliseconds: 2000,
  firstStepMilliseconds: 10_000,
  risingMilliseconds: 30_000,
  silenceMilliseconds: 3000,
  wgslRisingMilliseconds: 60_000,
}

export const claim: Claim = {
  summary: 'What a visitor is promised: watching costs little, a reload stands at once, a first visit sees something learn.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { pairs: { type: 'string' } } as const, USAGE)
    const pairs = wholeNumber(values.pairs, '--pairs', 1, 50) ?? 5
    const site = await serveFolder(await ensureBuilt(say))
    const launch = unwrap(findBrowser({ install: false }))
    const browser = await chromium.launch({ ...launch, headless: true })
    // A browser that offers no GPU at all, as on a machine without one.
    const bare = await chromium.launch({
      ...launch,
      args: [...launch.args.filter((arg) => arg !== '--enable-unsafe-webgpu'), '--disable-features=WebGPU'],
      headless: true,
    })
    try {
      say('First visit without a GPU …')
      const cpu = await firstVisit(bare, site.url, 'auto', LIMITS.risingMilliseconds)
      say('First visit on WGSL over the software adapter …')
      const wgsl = await firstVisit(browser, site.url, 'wgsl', LIMITS.wgslRisingMilliseconds)
      say('A reload in the middle of a run …')
      const reload = await reloadedRun(browser, site.url)
      say(`Watched against unwatched, ${pairs} pairs …`)
      const watching = await watchingCost(browser, site.url, pairs)
      const held = {
        watching: watching.ratio <= LIMITS.watchingRatio,
        reload: reload.milliseconds <= LIMITS.reloadMilliseconds,
        firstStep: cpu.firstStepMilliseconds <= LIMITS.firstStepMilliseconds,
        rising: cpu.risingMilliseconds <= LIMITS.risingMilliseconds,
        silence: cpu.longestSilenceMilliseconds <= LIMITS.silenceMilliseconds,
        wgslRising: wgsl.risingMilliseconds <= LIMITS.wgslRisingMilliseconds,
      }
      return {
        ok: Object.values(held).every(Boolean),
        engine: ['cpu', 'wgsl'],
        held,
        limits: LIMITS,
        firstVisit: { ...cpu },
        firstVisitWgsl: { ...wgsl },
        reload: { ...reload },
        watching: { ...watching },
      }
    } finally {
      await Promise.all([browser.close(), bare.close()])
      await site.close()
    }
  },
}
