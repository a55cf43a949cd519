// A link that names a run bundle on another host: which host, what would be asked for, and the press that asks. Until then nobody
// has been asked.

import type { BundleAddress } from '../../../src/share/bundle-address.ts'
import { askForBundle } from '../../commands/run-bundle.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { ASK_PRIVACY, askWords, HASH_NAMED, NO_HASH } from '../../text/share.ts'
import { OpeningLine } from './OpeningLine.tsx'

export function BundleElsewhere({ bundle }: { readonly bundle: BundleAddress }) {
  const { url, host, hash } = bundle
  const busy = useWorkbench(({ opening }) => opening.kind === 'asking' || opening.kind === 'checking')
  return (
    <>
      <p>
        The link names a run bundle on <strong data-testid="bundle-host">{host}</strong>. Nobody has been asked for it yet.
      </p>
      <p className="small mono link-digest">{url}</p>
      <p className="small soft">{hash === null ? NO_HASH : HASH_NAMED}</p>
      <p className="small soft">{ASK_PRIVACY}</p>
      <div className="share-buttons">
        <button type="button" className="button button-primary" disabled={busy} onClick={() => void askForBundle(bundle)}>
          {askWords(host)}
        </button>
      </div>
      <OpeningLine />
    </>
  )
}
