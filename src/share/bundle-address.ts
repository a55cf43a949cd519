// An address that names a bundle somewhere else: #run=https…&hash=…. Reading it asks nobody; the page shows the host and waits for a
// press. The hash, where it is given, is the SHA-256 of the whole file.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { namesBundle } from './link-mark.ts'

export interface BundleAddress {
  readonly url: string
  /** As the browser would ask it: names of other scripts are spelt out (xn--…), so that none looks like another. */
  readonly host: string
  /** Null: the bundle's own hashes tell damage, but not whether it is the file that was meant. */
  readonly hash: string | null
}

const LONGEST = 2000
/** This machine's own; the page's content security policy allows the same. */
const NEAR: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/** Null where the fragment means something else. LINK_INVALID where the address is none to be asked. */
export function readBundleAddress(fragment: string): Result<BundleAddress> | null {
  if (!namesBundle(fragment)) return null
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const [stated, ...more] = fields.getAll('run')
  const hash = fields.get('hash')
  if (stated === undefined || more.length > 0) return refused('The link names more than one bundle.')
  if (stated.length > LONGEST) return refused(`The link names an address of ${stated.length} characters; ${LONGEST} are read.`)
  if (hash !== null && !/^[0-9a-f]{64}$/.test(hash)) return refused('The link gives a hash that is none.')
  const url = URL.canParse(stated) ? new URL(stated) : null
  if (url === null || !isAskable(url))
    return refused('The link names an address that this page does not ask: it must begin with https:// and hold no password.')
  url.hash = ''
  return ok({ url: url.href, host: url.host, hash })
}

/** The fragment that names a bundle; what readBundleAddress reads. */
export function bundleFragment(url: string, hash: string | null): string {
  const fields = new URLSearchParams({ run: url, ...(hash === null ? {} : { hash }) })
  return `#${fields}`
}

function isAskable({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '' || hostname === '') return false
  return protocol === 'https:' || (protocol === 'http:' && NEAR.has(hostname))
}

const refused = (message: string) =>
  fail(tokenloomError('LINK_INVALID', message, 'Ask whoever sent the link for the file itself, and drop it onto this page.', 'link.run'))
