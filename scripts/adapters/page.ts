// What checks and benches of adapters call by name: in a page (checks/platforms/call-page.ts), or under Node where an engine needs
// no browser.

import { pictureCost } from '../benches/pictures/cost-run.ts'
import { packing } from '../benches/turns/packing-run.ts'
import { catalogue } from './catalogue-run.ts'
import { handover } from './handover-run.ts'
import { isolation } from './isolation-run.ts'
import { mixed } from './mixed-run.ts'

export const experiments = { catalogue, handover, isolation, mixed, packing, pictureCost }

/** As callPage wants it. */
export function run({ name, input }: { readonly name: keyof typeof experiments; readonly input: never }, tell: (told: unknown) => void): Promise<unknown> {
  return experiments[name](input, tell)
}
