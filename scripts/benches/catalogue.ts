// The bench `catalogue`: ten thousand stored adapters in the browser's storage: stored, found, loaded, used and put aside, with room
// on the device for few of them; and whether the page and its worker stayed responsive meanwhile.

import type { CatalogueReport } from '../adapters/catalogue-plan.ts'
import { readBase } from '../adapters/where.ts'
import { callPage } from '../checks/platforms/call-page.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE = 'npm run bench -- catalogue [--engine wgsl|cpu|auto] [--adapters N] [--uses N] [--room N] [--json]'

export const claim: Claim = {
  summary: 'Ten thousand stored adapters: create, find, load, evict; cold load time, hit rate, whether the page stays responsive.',
  async run({ args, say }) {
    const options = { ...engineOption, adapters: { type: 'string' }, uses: { type: 'string' }, room: { type: 'string' } } as const
    const { values } = parseCommandLine(args, options, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const adapters = wholeNumber(values.adapters, '--adapters', 1, 100_000) ?? 10_000
    const uses = wholeNumber(values.uses, '--uses', 1, 1_000_000) ?? 5000
    const room = wholeNumber(values.room, '--room', 1, 10_000) ?? 256
    const input = { engine, base: readBase('arithmetic'), adapters, uses, room }
    const report = await callPage<CatalogueReport>('adapters', 'run', { name: 'catalogue', input }, (line: string) => say(line))
    const { create, find, coldLoad, hit, miss, answer, tick, ...numbers } = report
    const spreads = Object.fromEntries(
      Object.entries({ create, find, coldLoad, hit, miss, answer, tick }).map(([name, spread]) => [`${name}Milliseconds`, { ...spread }]),
    )
    return { ...numbers, room, ...spreads }
  },
}
