// The golden bundles and the hostile ones made from one of them, as files: what a person would be handed. Knows nothing of who
// opens them.

import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { readBundle, writeBundle } from '../../../src/share/bundle.ts'
import { GOLDEN_BUNDLES } from '../../../src/share/testing/golden-bundles.ts'
import { HOSTILE_BUNDLES } from '../../../src/share/testing/hostile-bundles.ts'
import { root } from '../../command/command.ts'

/** Of a MiB. */
const PIECES = 300

export interface BundleFile {
  readonly name: string
  readonly path: string
  /** The codes it may be refused with; `opened` where it may open. */
  readonly ends: readonly string[]
}

/** Four adapters, large as those of real models are: a reader must not hold them. */
function largeFiles(): readonly { readonly name: string; readonly content: Blob }[] {
  const piece = new Blob([new Uint8Array(2 ** 20)])
  const content = new Blob(Array.from({ length: PIECES / 4 }, () => piece))
  return ['a', 'b', 'c', 'd'].map((agent) => ({ name: `${agent}.adapter_model.safetensors`, content }))
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
  const large = join(folder, 'large.tokenloom')
  const bytes = await writeBundle({ ...good, files: largeFiles() })
  await pipeline(Readable.fromWeb(bytes.stream() as ReadableStream), createWriteStream(large))
  files.push({ name: `adapters of ${PIECES} MiB`, path: large, ends: ['opened'] })
  return { files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
