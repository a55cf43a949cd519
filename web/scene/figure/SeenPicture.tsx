// What the policy sees: the small picture in its own pixels, with the squares that become rows of the sequence. On request each
// square is marked by a share, such as how much was attended to it.

import type { Picture } from '../../../src/environments/picture.ts'
import { seenWords } from '../../text/figure.ts'
import { pictureUrl } from './picture-url.ts'

export interface SeenPictureProps {
  readonly picture: Picture
  /** Pixels of a square's side. */
  readonly patch: number
  /** Of every square, row by row, 0 … 1; absent: nothing is marked. */
  readonly shares?: readonly number[]
}

export function SeenPicture({ picture, patch, shares }: SeenPictureProps) {
  const url = pictureUrl(picture)
  const [columns, rows] = [Math.ceil(picture.width / patch), Math.ceil(picture.height / patch)]
  if (url === null) return null
  return (
    <div className="seen-picture" style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
      <img src={url} alt={seenWords(picture, columns * rows, shares)} />
      <svg viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
        {shares?.map((share, square) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: squares have their places
          <Share key={square} share={share} column={square % columns} row={Math.floor(square / columns)} />
        ))}
        <path className="seen-grid" d={`${lines(columns, (x) => `M${x} 0V${rows}`)}${lines(rows, (y) => `M0 ${y}H${columns}`)}`} />
      </svg>
    </div>
  )
}

function Share({ share, column, row }: { readonly share: number; readonly column: number; readonly row: number }) {
  const look = { strokeOpacity: share, strokeWidth: 0.04 + 0.1 * share }
  return <rect className="seen-share" x={column + 0.06} y={row + 0.06} width="0.88" height="0.88" style={look} />
}

const lines = (count: number, path: (place: number) => string): string => Array.from({ length: count - 1 }, (_, place) => path(place + 1)).join('')
