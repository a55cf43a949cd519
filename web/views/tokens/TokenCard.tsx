// The one card that says everything about the token under the pointer or the keyboard: beside its chip on wide
// screens, at the bottom on narrow ones. It marks the chip itself, so that the grid is not drawn again.

import { useLayoutEffect, useRef, useState } from 'react'
import type { TokenDetail } from '../../state/token-step.ts'
import { visibleText } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PICTURE_ROW_WHY, squareWords } from '../../text/figure.ts'
import { fixed, signed, significant } from '../../text/numbers.ts'
import { ARM_WORDS, STATE_WORDS } from '../../text/run-words.ts'
import { whyTrained } from '../../text/why-trained.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { useMedia } from '../../ui/use-media.ts'
import { Alternatives } from './Alternatives.tsx'
import { boxOfGroup } from './box-of-group.ts'

const GAP = 10
/** Between the card and the edge of the window. */
const EDGE = 8
/** Where the card stands at the bottom, wherever the chip is (tokens.css). */
const LOW = '(max-width: 640px)'

/** Under the chip, over it, or to one side of it: wherever the whole card is in view and the chip too. */
function placeBeside(chip: DOMRect, { width, height }: { readonly width: number; readonly height: number }): { readonly left: number; readonly top: number } {
  const { innerWidth, innerHeight } = window
  const left = Math.max(EDGE, Math.min(chip.left - 20, innerWidth - width - EDGE))
  if (chip.bottom + GAP + height <= innerHeight - EDGE) return { left, top: chip.bottom + GAP }
  if (chip.top - GAP - height >= EDGE) return { left, top: chip.top - GAP - height }
  const right = chip.right + GAP + width <= innerWidth - EDGE
  return {
    left: right ? chip.right + GAP : Math.max(EDGE, chip.left - GAP - width),
    top: Math.max(EDGE, Math.min(chip.top - height / 2, innerHeight - height - EDGE)),
  }
}

export function TokenCard() {
  const token = useWorkbench((state) => state.token)
  return token === null ? null : <OpenCard token={token} />
}

function OpenCard({ token }: { readonly token: TokenDetail }) {
  const arm = useWorkbench((state) => state.selection.arm)
  const kind = useWorkbench((state) => state.run?.spec?.kind ?? 'reinforcement')
  const example = kind === 'supervised'
  const card = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const low = useMedia(LOW)

  useLayoutEffect(() => {
    let chip: HTMLElement | null = null
    let frame = 0
    let tries = 0
    let callOff = (): void => {}
    const stand = (): void => {
      if (chip !== null && card.current !== null) {
        setPlace(placeBeside(chip.getBoundingClientRect(), { width: card.current.offsetWidth, height: card.current.offsetHeight }))
      }
    }
    // What it could have been and what it attended to come later, and the card grows.
    const grown = new ResizeObserver(stand)
    const find = (): void => {
      chip = document.getElementById(`token-${token.index}`)
      if (chip === null) {
        // The group is far from the view and not drawn yet: bring it near, and look again.
        boxOfGroup(token.group.group)?.scrollIntoView({ block: 'center' })
        if (tries++ < 40) frame = requestAnimationFrame(find)
        return
      }
      const found = chip
      found.classList.add('active')
      const bring = (): void => found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      if (low) {
        // Measuring makes the browser lay out everything: the card is on the screen before.
        callOff = afterPaint(bring)
        return
      }
      bring()
      stand()
      if (card.current !== null) grown.observe(card.current)
    }
    find()
    return () => {
      cancelAnimationFrame(frame)
      callOff()
      grown.disconnect()
      chip?.classList.remove('active')
    }
  }, [token, low])

  return (
    <div
      ref={card}
      className="token-card"
      role="status"
      style={low ? undefined : place === null ? { visibility: 'hidden' } : ({ '--left': `${place.left}px`, '--top': `${place.top}px` } as React.CSSProperties)}
    >
      <div className="token-card-head">
        <span className={`chip alone ${STATE_CHIP[token.state]}${token.trained ? ' trained' : ''}`}>{visibleText(token.text)}</span>
        <div>
          <strong>{token.state}</strong>
          <div className="small soft">
            {token.square === null ? '' : `${squareWords(token.square.place, token.square.of)}, `}
            {example && token.state === 'GENERATING' ? 'from a worked example' : STATE_WORDS[token.state]},{' '}
            {token.square === null && (
              <>
                id <span className="number">{token.id}</span>,{' '}
              </>
            )}
            place <span className="number">{token.position}</span>
          </div>
        </div>
      </div>
      <dl className="facts">
        {token.state === 'GENERATING' && !example && (
          <>
            <dt>Probability</dt>
            <dd>{significant(Math.exp(token.logprob))}</dd>
            <dt>Logprob</dt>
            <dd>{fixed(token.logprob, 4)}</dd>
            <dt>Entropy</dt>
            <dd>{significant(token.entropy)} nats</dd>
            <dt>Written by</dt>
            <dd>
              {ARM_WORDS[arm].toLowerCase()}, version {token.version}
            </dd>
          </>
        )}
        <dt>Loss mask</dt>
        <dd>{token.trained ? 1 : 0}</dd>
        {token.trained && (
          <>
            <dt>{example ? 'Weight' : 'Advantage'}</dt>
            <dd>{signed(token.advantage, 3)}</dd>
          </>
        )}
        <dt>Episode, group</dt>
        <dd>
          {token.sequence.episode}, {token.group.group}
        </dd>
      </dl>
      <Alternatives token={token} />
      <p className="small">{token.square === null ? whyTrained(token, arm, kind) : PICTURE_ROW_WHY}</p>
    </div>
  )
}

const STATE_CHIP = { PENDING: 'context', GENERATING: 'wrote', INTERACTING: 'environment', TERMINATED: 'ended' } as const
