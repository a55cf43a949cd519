// The palette of the page as the timeline's drawings take it, in the theme that is on.

import type { Colours } from '../../scene/timeline/drawing.ts'

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    ...{ rule: colour('rule'), ink: colour('ink'), soft: colour('ink-soft'), edge: colour('edge'), sunken: colour('sunken'), accent: colour('accent') },
    ...{ failed: colour('failed'), generating: colour('generating'), interacting: colour('interacting') },
    agents: Array.from({ length: 8 }, (_, index) => colour(`agent-${index + 1}`)),
  }
}
