// What a chart can be taken away as: a picture or its numbers, to the clipboard or as a file.

import { memo } from 'react'
import { copyPicture, copyText, saveFile } from '../../../commands/take-away.ts'
import { chartCsv } from '../../../state/chart-csv.ts'
import type { ChartData } from '../../../state/series.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { chartPicture } from './chart-picture.ts'
import { paletteColor, STROKES } from './chart-style.ts'
import { chartSvg, type SvgColours } from './chart-svg.ts'

const svgColours = (): SvgColours => ({
  paper: paletteColor('--paper'),
  ink: paletteColor('--ink'),
  faint: paletteColor('--ink-faint'),
  rule: paletteColor('--rule'),
  stroke: (style) => ({ ...STROKES[style], color: paletteColor(STROKES[style].color) }),
})

export interface ChartMenuProps {
  readonly name: string
  /** Asked when something is taken: a menu that is shut is not drawn again for every number. */
  readonly data: () => ChartData
  readonly canvas: () => HTMLCanvasElement | null
}

export const ChartMenu = memo(function ChartMenu({ name, data, canvas }: ChartMenuProps) {
  const picture = async (): Promise<Blob> => chartPicture(name, data(), canvas())
  const file = name.replaceAll(/\W+/g, '-')
  return (
    <Menu
      label={`Take away the chart of ${name}`}
      className="button button-quiet chart-menu"
      icon={<Icon name="copy" />}
      actions={[
        { words: 'Copy as picture', act: () => void copyPicture(picture(), `${file}.png`) },
        { words: 'Save as picture (PNG)', act: () => void picture().then((blob) => saveFile(`${file}.png`, blob)) },
        { words: 'Save as picture (SVG)', act: () => saveFile(`${file}.svg`, new Blob([chartSvg(name, data(), svgColours())], { type: 'image/svg+xml' })) },
        { words: 'Copy numbers (CSV)', act: () => void copyText(chartCsv(data())) },
        { words: 'Save numbers (CSV)', act: () => saveFile(`${file}.csv`, new Blob([chartCsv(data())], { type: 'text/csv' })) },
      ]}
    />
  )
})
