// A small board, to be seen among many: ground and pieces, no names and no letters on stones. Decorative: whoever shows it says in
// words what it is.

import type { GridScene } from '../../../src/environments/scene.ts'
import { gridLines } from './grid-lines.ts'

export function MiniBoard({ scene }: { readonly scene: GridScene }) {
  const { rows, columns, ground, pieces, last, line } = scene
  return (
    <svg className="mini-board" data-ground={ground} viewBox={`0 0 ${columns} ${rows}`} aria-hidden="true">
      <rect className="board-ground" width={columns} height={rows} rx="0.2" />
      <path className="board-lines" d={gridLines(scene)} />
      {pieces.map(({ kind, cell, tone, name }) => {
        const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5]
        const colour = { '--piece': `var(--agent-${(tone % 8) + 1})` } as React.CSSProperties
        const won = line.includes(cell)
        return (
          <g key={`${kind} ${cell} ${name}`} className={`piece piece-${kind}`} data-tone={tone} style={kind === 'stone' ? undefined : colour}>
            {kind === 'item' ? <path d={`M${x} ${y - 0.3}l0.3 0.3l-0.3 0.3l-0.3-0.3z`} /> : <circle cx={x} cy={y} r={0.42} />}
            {won && <circle className="mini-won" cx={x} cy={y} r={0.22} />}
            {!won && last.includes(cell) && <circle className="mini-last" cx={x} cy={y} r={0.12} />}
          </g>
        )
      })}
    </svg>
  )
}
