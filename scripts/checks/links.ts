// The check `links`: golden links and bundles open as they always did; hostile ones are refused with a code, or are text; reading
// one takes bounded memory, and neither under Node nor in the page as built does it run anything or ask anybody.

import { canonicalJson, isRecord, type Json } from '../../src/base/json.ts'
import { decodeLink } from '../../src/share/link-codec.ts'
import { GOLDEN_BUNDLES } from '../../src/share/testing/golden-bundles.ts'
import { GOLDEN_LINKS } from '../../src/share/testing/golden-links.ts'
import { HOSTILE_ADDRESSES } from '../../src/share/testing/hostile-addresses.ts'
import { HOSTILE_LINKS } from '../../src/share/testing/hostile-links.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine } from '../command/command.ts'
import { ensureBuilt } from '../page/built.ts'
import { type BundleFile, makeBundleFiles } from './links/bundle-files.ts'
import { openBundlesInPage } from './links/bundles-in-page.ts'
import { openInPage } from './links/opened-in-page.ts'
import { startReader } from './links/reader-process.ts'

const USAGE = 'npm run check -- links [--json]'
/** What reading one link may add to the peak of a process: a hundred times what a link may unfold to. */
const MOST_GROWTH = 32 * 2 ** 20
/** What reading one of the bundles may add; the largest of them has 300 MiB, the hostile ones a few. */
const MOST_BUNDLE_GROWTH = 64 * 2 ** 20

/** Whether everything that `part` states stands in `whole` too. */
function holds(whole: Json | undefined, part: Json): boolean {
  if (!isRecord(part)) return whole !== undefined && canonicalJson(whole) === canonicalJson(part)
  return isRecord(whole) && Object.entries(part).every(([key, value]) => holds(whole[key], value))
}

const isGolden = ({ name }: Pick<BundleFile, 'name'>): boolean => GOLDEN_BUNDLES.some((golden) => golden.name === name)

export const claim: Claim = {
  summary: 'Links and bundles: golden ones open for ever, hostile ones are refused within bounded memory, nothing runs and nobody is asked.',
  async run({ args, say }) {
    parseCommandLine(args, {}, USAGE)
    const dist = await ensureBuilt(say)
    const failures: string[] = []
    let golden = 0
    for (const { name, link, holds: part } of GOLDEN_LINKS) {
      const read = decodeLink(link)
      if (read.ok && holds(read.value as unknown as Json, part)) golden++
      else failures.push(`golden: ${name}`)
    }
    const reader = startReader()
    const kinds: Record<string, number> = {}
    let [hostile, executed, mostGrowth] = [0, 0, 0]
    const links = HOSTILE_LINKS.map(({ link }) => link())
    for (const [index, { kind, name, ends }] of HOSTILE_LINKS.entries()) {
      const { end, touched, grown } = await reader.read({ link: links[index] ?? '' })
      mostGrowth = Math.max(mostGrowth, grown)
      executed += touched.length
      const held = ends.some((one) => one === end) && touched.length === 0 && grown <= MOST_GROWTH
      if (held) hostile++
      else failures.push(`${kind}: ${name} ended as ${end}, touched ${touched.join(', ') || 'nothing'}, took ${grown} bytes`)
      kinds[kind] = (kinds[kind] ?? 0) + 1
      say(`${held ? 'held' : 'FELL'} ${kind}: ${name} (${end})`)
    }
    const bundles = await makeBundleFiles()
    let [goldenBundles, hostileBundles, mostBundleGrowth] = [0, 0, 0]
    for (const { name, path, ends } of bundles.files) {
      const { end, touched, grown } = await reader.read({ bundle: path })
      mostBundleGrowth = Math.max(mostBundleGrowth, grown)
      executed += touched.length
      const held = ends.includes(end) && touched.length === 0 && grown <= MOST_BUNDLE_GROWTH
      if (!held) failures.push(`bundle: ${name} ended as ${end}, touched ${touched.join(', ') || 'nothing'}, took ${grown} bytes`)
      else if (isGolden({ name })) goldenBundles++
      else hostileBundles++
      say(`${held ? 'held' : 'FELL'} bundle: ${name} (${end})`)
    }
    reader.close()
    say('The same in the page …')
    const addresses = HOSTILE_ADDRESSES.map(({ name, fragment }) => ({ kind: 'address', name, ends: ['LINK_INVALID'], fragment }))
    const page = await openInPage(dist, [...links, ...addresses.map(({ fragment }) => fragment)])
    for (const [index, { kind, name, ends }] of [...HOSTILE_LINKS, ...addresses].entries()) {
      const end = page.ends[index] ?? null
      if (end !== null && !ends.some((one) => one === end)) failures.push(`page: ${kind}: ${name} ended as ${end}`)
    }
    const bundlePage = await openBundlesInPage(dist, bundles.files)
    bundles.remove()
    failures.push(...bundlePage.failures)
    executed += page.executed + page.started + bundlePage.executed
    const requests = page.requests.length + bundlePage.requests.length
    const ok = failures.length === 0 && executed === 0 && requests === 0
    return {
      ok,
      ...{ goldenBundles, goldenBundlesOf: GOLDEN_BUNDLES.length, hostileBundles, hostileBundlesOf: bundles.files.length - GOLDEN_BUNDLES.length },
      ...{ bundlesOpenedInPage: bundlePage.opened, mostBundleGrowthBytes: mostBundleGrowth, allowedBundleGrowthBytes: MOST_BUNDLE_GROWTH },
      ...{ golden, goldenOf: GOLDEN_LINKS.length, hostile, hostileOf: HOSTILE_LINKS.length, executed, requests },
      ...{
        hostileAddresses: addresses.length,
        openedInPage: page.ends.filter((end) => end !== null).length,
        mostGrowthBytes: mostGrowth,
        allowedGrowthBytes: MOST_GROWTH,
        kinds,
        failures,
      },
    }
  },
}
