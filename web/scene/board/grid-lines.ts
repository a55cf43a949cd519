// The lines of a board as one path: through the middles of cells where stones lie on crossings, else between cells. Pure.

import type { GridScene } from '../../../src/environments/scene.ts'

export function gridLines({ rows, columns, ground }: Pick<GridScene, 'rows' | 'columns' | 'ground'>): string {
  if (ground === 'crossings') {
    const across = Array.from({ length: rows }, (_, row) => `M0.5 ${row + 0.5}H${columns - 0.5}`)
    const down = Array.from({ length: columns }, (_, column) => `M${column + 0.5} 0.5V${rows - 0.5}`)
    return [...across, ...down].join('')
  }
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${row + 1}H${columns}`)
  const down = Array.from({ length: columns - 1 }, (_, column) => `M${column + 1} 0V${rows}`)
  return [...across, ...down].join('')
}
