// All sequences of one step as a grid that pointer and keyboard walk through: one tab stop, arrows between
// tokens and sequences, Escape to let go. What is pointed at goes to the store; the chips do not change.

import { useRef } from 'react'
import { pointAt } from '../../commands/point-at-token.ts'
import type { TokenStep } from '../../state/token-step.ts'
import { nextToken, type TokenMove } from '../../state/token-walk.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { TokenGroup } from './TokenGroup.tsx'

const KEYS: Readonly<Record<string, TokenMove>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'nextSequence',
  ArrowUp: 'previousSequence',
  Home: 'sequenceStart',
  End: 'sequenceEnd',
  PageDown: 'nextGroup',
  PageUp: 'previousGroup',
}

export function TokenGrid({ step, label }: { readonly step: TokenStep; readonly label: string }) {
  const grid = useRef<HTMLDivElement>(null)
  const active = useWorkbench((state) => state.token?.index ?? null)
  const indexUnder = (target: EventTarget): number | null => {
    const chip = target instanceof Element ? target.closest('[data-index]') : null
    const index = chip?.getAttribute('data-index')
    return index === null || index === undefined ? null : Number(index)
  }
  // Groups of one stand beside each other like siblings.
  const alone = step.groups.every((group) => group.sequences.length === 1)
  const columns = grid.current === null ? 3 : Math.floor(grid.current.clientWidth / 232)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold running text that wraps
    <div
      ref={grid}
      className={alone ? 'token-grid singles' : 'token-grid'}
      role="grid"
      tabIndex={0}
      aria-readonly="true"
      aria-label={label}
      aria-activedescendant={active === null ? undefined : `token-${active}`}
      onPointerOver={(event) => {
        const index = indexUnder(event.target)
        if (index !== null) pointAt(index, 'pointer')
      }}
      onPointerLeave={() => pointAt(null, 'pointer')}
      onClick={(event) => {
        const index = indexUnder(event.target)
        if (index !== null) pointAt(index, 'keyboard')
      }}
      onFocus={(event) => {
        if (active === null && event.currentTarget.matches(':focus-visible')) pointAt(nextToken(step, null, 'next'), 'keyboard')
      }}
      onBlur={(event) => {
        // What is said about the token stands above the grid, with something to press.
        if (!(event.relatedTarget instanceof Element && event.relatedTarget.closest('.path') !== null)) pointAt(null, 'keyboard')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') pointAt(null, 'keyboard')
        const move = KEYS[event.key]
        if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        pointAt(nextToken(step, active, move), 'keyboard')
      }}
    >
      {step.groups.map((_, place) => (
        // By place, not by number: the box keeps its height and its nearness when the step changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <TokenGroup key={place} step={step} place={place} columns={columns} />
      ))}
    </div>
  )
}
