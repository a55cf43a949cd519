// The golden bundles and the hostile ones made from one of them, as files: what a person would be handed. Knows nothing of who
// opens them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBundle } from '../../../src/share/bundle.ts'
import { GOLDEN_BUNDLES } from '../../../src/share/testing/golden-bundles.ts'
import { HOSTILE_BUNDLES } from '../../../src/share/testing/hostile-bundles.ts'
import { root } from '../../command/command.ts'

export interface BundleFile {
  readonly name: string
  readonly path: string
  /** The codes it may be refused with; `opened` where it may open. */
  readonly ends: readonly string[]
}

export async function makeBundleFiles(): Promise<{ readonly files: readonly BundleFile[]; remove(): void }> {
  const goldenPath = (name: string): string => join(root, 'src', 'share', 'testing', 'bundles', `${name}.tokenloom`)
  const good = await readBundle(new Blob([readFileSync(goldenPath(GOLDEN_BUNDLES[0]?.name ?? ''))]))
  const folder = mkdtempSync(join(tmpdir(), 'tokenloom-bundles-'))
  const files: BundleFile[] = GOLDEN_BUNDLES.map(({ name }) => ({ name, path: goldenPath(name), ends: ['opened'] }))
  for (const [index, { name, file, ends }] of HOSTILE_BUNDLES.entries()) {
    const path = join(folder, `${index}.tokenloom`)
    writeFileSync(path, new Uint8Array(await (await file(good)).arrayBuffer()))
    files.push({ name, path, ends })
  }
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
