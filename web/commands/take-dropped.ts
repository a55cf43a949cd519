// What is dropped onto the page, by what it is and not by its name: a run bundle, a policy as PEFT wrote it, a run's settings, an
// environment's source, a saved link. Settings, sources and links come on view as a preview; nothing is run.

import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { parseRunSpec } from '../../src/record/spec-schema.ts'
import type { LinkContent } from '../../src/share/link.ts'
import { workbench } from '../state/workbench.ts'
import { selectTab } from './navigate.ts'
import { importPolicyFolder } from './policies.ts'
import { openBundle } from './run-bundle.ts'

const MARK = 'TLBUNDLE'
/** Of a text that may hold settings, a source or a link. */
const MOST_TEXT = 512 * 1024
const ADAPTER = /(^|\.)adapter_(config\.json|model\.safetensors)$/

export async function takeDropped(files: readonly File[]): Promise<void> {
  try {
    const [first] = files
    if (first === undefined) return
    if (files.some(({ name }) => ADAPTER.test(name))) {
      selectTab('policies')
      return await importPolicyFolder(files)
    }
    if (files.length > 1) throw unknown(`${files.length} files at once, and no policy among them,`)
    if ((await first.slice(0, MARK.length).text()) === MARK || first.name.endsWith('.tokenloom')) {
      // Its progress, and what is wrong with it, stand where a file is chosen by hand.
      selectTab('runs')
      return await openBundle(first)
    }
    if (first.size > MOST_TEXT) throw unknown(`${first.name} (${first.size} bytes)`)
    await takeText(first.name, await first.text())
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}

async function takeText(name: string, text: string): Promise<void> {
  const [{ decodeLink }, { isLink }] = await Promise.all([import('../../src/share/link-codec.ts'), import('../../src/share/link-mark.ts')])
  const fragment = /^\S*(#\S+)\s*$/.exec(text)?.[1]
  if (fragment !== undefined && isLink(fragment)) {
    const read = decodeLink(fragment)
    if (!read.ok) throw read.error
    return preview(read.value, fragment.length)
  }
  if (/\.[cm]?[jt]s$/.test(name)) return preview({ kind: 'environment', title: name.slice(0, 80), source: text }, text.length)
  const { parseBoundedJson } = await import('../../src/share/bounded-json.ts')
  const parsed = parseBoundedJson(text, { depth: 12, values: 10_000 })
  if (parsed.kind !== 'json') throw unknown(name)
  const spec = parseRunSpec(parsed.json)
  if (!spec.ok) throw spec.error
  preview({ kind: 'run', spec: spec.value, view: {}, digest: null, sources: [], presetChanged: false }, text.length)
}

/** As a link would show it; there is no address behind it. */
function preview(content: LinkContent, length: number): void {
  workbench.setState({ link: { fragment: '#'.padEnd(length), read: { kind: 'held', content } } })
}

const unknown = (what: string) =>
  tokenloomError(
    'ARGUMENT_INVALID',
    `${what} is nothing that this page can open.`.replace(/^./, (letter) => letter.toUpperCase()),
    'Drop a run bundle, the two files of a PEFT adapter, a run’s settings as JSON, an environment’s source, or a saved link.',
  )
