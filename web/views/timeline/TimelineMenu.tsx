// What the timeline can be taken away as: what is on view as a picture, or the whole log as a trace for other readers.

import { pictureOf, saveFile } from '../../commands/take-away.ts'
import type { Chosen, Layout } from '../../scene/timeline/layout.ts'
import { type Picture, timelinePicture } from '../../scene/timeline/picture.ts'
import type { Window } from '../../scene/timeline/window.ts'
import { laneName, SAVE_TIMELINE, timeLabel } from '../../text/timeline.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { coloursOf } from './timeline-colours.ts'

/** Pixels of the drawing: as wide as a page of a paper takes it. */
const WIDTH = 1080

export interface TimelineMenuProps {
  readonly run: string
  readonly layout: Layout
  readonly window: Window
  readonly chosen: Chosen | null
  readonly cursor: number | null
}

export function TimelineMenu({ run, layout, window, chosen, cursor }: TimelineMenuProps) {
  const drawn = (): Picture => {
    const page = document.documentElement
    const ground = getComputedStyle(page).getPropertyValue('--paper').trim()
    return timelinePicture({
      layout,
      window,
      chosen,
      cursor,
      ground,
      colours: coloursOf(page),
      width: WIDTH,
      names: layout.lanes.map(laneName),
      words: timeLabel,
    })
  }
  const file = `${run}.timeline`
  return (
    <Menu
      label={SAVE_TIMELINE}
      className="button"
      icon={<Icon name="copy" />}
      actions={[
        { words: 'Save as picture (PNG)', act: () => void pictureOf(drawn()).then((blob) => saveFile(`${file}.png`, blob)) },
        { words: 'Save as picture (SVG)', act: () => saveFile(`${file}.svg`, new Blob([drawn().svg], { type: 'image/svg+xml' })) },
      ]}
    />
  )
}
