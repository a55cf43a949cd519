// A run bundle with as many tokens as are asked for: a golden one, whose episodes of a step are repeated until there are enough.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../../src/base/hash.ts'
import { unwrap } from '../../../src/base/result.ts'
import { decodeTokens, encodeTokens } from '../../../src/record/token-blob.ts'
import { bytesOfBlob, readBundle, writeBundle } from '../../../src/share/bundle.ts'
import { GOLDEN_BUNDLES } from '../../../src/share/testing/golden-bundles.ts'
import { root } from '../../command/command.ts'

export async function largeReplay(wanted: number): Promise<{ readonly bytes: Uint8Array; readonly tokens: number }> {
  const path = join(root, 'src', 'share', 'testing', 'bundles', `${GOLDEN_BUNDLES[0]?.name}.tokenloom`)
  const bundle = await readBundle(new Blob([readFileSync(path)]))
  const steps = bundle.tokens.filter(({ arm }) => arm === 'policy')
  const large = await Promise.all(
    steps.map(async ({ arm, step, content }) => {
      const read = unwrap(decodeTokens(await bytesOfBlob(content)))
      const length = read.episodes.reduce((sum, { trajectory }) => sum + trajectory.tokens.length, 0)
      const groups = 1 + Math.max(...read.episodes.map(({ trajectory }) => trajectory.group))
      const episodes = Array.from({ length: Math.ceil(wanted / steps.length / length) }, (_, round) =>
        read.episodes.map((one, index) => ({
          ...one,
          trajectory: { ...one.trajectory, episode: round * read.episodes.length + index, group: round * groups + one.trajectory.group },
        })),
      ).flat()
      const made = encodeTokens({ ...read, episodes })
      return { arm, step, bytes: made, hash: await sha256Hex(made), tokens: episodes.reduce((sum, { trajectory }) => sum + trajectory.tokens.length, 0) }
    }),
  )
  const events = bundle.events.map((event) => {
    const made = event.kind === 'tokens' ? large.find(({ arm, step }) => arm === event.ref.arm && step === event.ref.step) : undefined
    return event.kind !== 'tokens' || made === undefined
      ? event
      : { ...event, ref: { ...event.ref, hash: made.hash, bytes: made.bytes.length, tokens: made.tokens } }
  })
  const file = await writeBundle({ ...bundle, events, tokens: large.map(({ arm, step, bytes }) => ({ arm, step, content: new Blob([bytes]) })) })
  return { bytes: new Uint8Array(await file.arrayBuffer()), tokens: large.reduce((sum, { tokens }) => sum + tokens, 0) }
}
