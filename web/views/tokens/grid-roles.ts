// The roles inside the token grid. The grid itself is the one tab stop and names its active cell, as the ARIA
// pattern for grids allows; table elements could not hold running text that wraps.

export const ROW_GROUP = { role: 'rowgroup' } as const
export const ROW = { role: 'row' } as const
export const ROW_HEADER = { role: 'rowheader' } as const
export const CELL = { role: 'gridcell' } as const
