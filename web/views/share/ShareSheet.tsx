// What can be shared as a link, each with what it holds and how long it is.

import { useEffect } from 'react'
import { openPanel } from '../../commands/navigate.ts'
import { offerLinks, takeOfferedLink } from '../../commands/offer-links.ts'
import { pointAt } from '../../commands/point-at-token.ts'
import { copyText } from '../../commands/take-away.ts'
import type { OfferedLink } from '../../state/shared-link.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { EMBED_TITLE, EMBED_WORDS, frameCode, LINK_LENGTHS, lengthWords, OFFER_WORDS, SHARE_PRIVACY, SOURCE_SHARED } from '../../text/share.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

export function ShareSheet() {
  const offered = useWorkbench((state) => state.offered)
  // A run that is still being read, or goes on meanwhile, is offered once it is there.
  const of = useWorkbench(({ run, tokenStep }) => `${run?.id} ${run?.status} ${tokenStep?.step}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void offerLinks(), [of])
  return (
    <Sheet title="Share by link" onClose={closeSheet}>
      {offered.map((offer) => (
        <Offer key={offer.of} offer={offer} />
      ))}
      <p className="section soft small">{SHARE_PRIVACY}</p>
    </Sheet>
  )
}

/** The token that was shared is let go with it: the way back to it is the grid. */
function closeSheet(): void {
  pointAt(null, 'keyboard')
  openPanel(null)
}

function Offer({ offer: { of, address, frame, source } }: { readonly offer: OfferedLink }) {
  const { title, holds } = OFFER_WORDS[of]
  const asFile = address.length > LINK_LENGTHS.longest
  return (
    <section className="section share-offer" aria-label={title}>
      <h3>{title}</h3>
      <p className="soft">
        {holds}
        {source === true && ` ${SOURCE_SHARED}`}
      </p>
      <div className="share-line">
        <input className="input" type="text" readOnly aria-label={`Address: ${title}`} value={address} onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={() => void takeOfferedLink(address, LINK_LENGTHS.longest)}>
          <Icon name="copy" />
          {asFile ? 'Save as a file' : 'Copy link'}
        </button>
      </div>
      <p className="small soft number">{lengthWords(address.length)}</p>
      {frame !== undefined && (
        <details className="more">
          <summary>{EMBED_TITLE}</summary>
          <p className="small soft">{EMBED_WORDS}</p>
          <textarea className="link-text" readOnly rows={4} aria-label={`Frame: ${title}`} value={frameCode(frame, `Tokenloom: ${title}`)} />
          <button type="button" className="button" onClick={() => void copyText(frameCode(frame, `Tokenloom: ${title}`))}>
            <Icon name="copy" />
            Copy the frame
          </button>
        </details>
      )}
    </section>
  )
}
