// A link in the address: read, and put on view as a preview. Nothing in it is acted upon here; that takes a press
// (take-link.ts). The codec loads when the first link comes.

import { toErrorData } from '../../src/base/errors.ts'
import { isLink } from '../../src/share/link-mark.ts'
import { workbench } from '../state/workbench.ts'

/** Whether the address is a link; its preview follows. */
export function readLink(fragment: string): boolean {
  if (!isLink(fragment)) {
    if (workbench.getState().link !== null) workbench.setState({ link: null })
    return false
  }
  if (workbench.getState().link?.fragment !== fragment) {
    void preview(fragment).catch((thrown: unknown) => workbench.setState({ link: { fragment, read: { kind: 'refused', error: toErrorData(thrown) } } }))
  }
  return true
}

async function preview(fragment: string): Promise<void> {
  workbench.setState({ link: { fragment, read: { kind: 'reading' } } })
  const [{ decodeLink }, { readBundleAddress }] = await Promise.all([import('../../src/share/link-codec.ts'), import('../../src/share/bundle-address.ts')])
  if (workbench.getState().link?.fragment !== fragment) return
  const bundle = readBundleAddress(fragment)
  if (bundle !== null) {
    const read = bundle.ok ? ({ kind: 'elsewhere', bundle: bundle.value } as const) : ({ kind: 'refused', error: bundle.error.toData() } as const)
    workbench.setState({ link: { fragment, read }, opening: { kind: 'idle' } })
    return
  }
  const read = decodeLink(fragment)
  workbench.setState({
    link: { fragment, read: read.ok ? { kind: 'held', content: read.value } : { kind: 'refused', error: read.error.toData() } },
  })
}
