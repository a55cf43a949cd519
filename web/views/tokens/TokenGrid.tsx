// All sequences of one step as a grid that pointer and keyboard walk through: one tab stop, arrows between
// tokens and sequences, Escape to let go. What is pointed at goes to the store; the chips do not change.

import { useEffect, useMemo, useRef, useState } from 'react'
import { pointAt } from '../../commands/point-at-token.ts'
import { clockMarkOf } from '../../state/timeline.ts'
import type { TokenStep } from '../../state/token-step.ts'
import { nextToken, type TokenMove } from '../../state/token-walk.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { TokenGroup } from './TokenGroup.tsx'

const SIBLING_PIXELS = 232

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
  const alone = useMemo(() => step.groups.every((group) => group.sequences.length === 1), [step])
  const columns = useColumns(grid)
  const place = useWorkbench((state) => state.place)
  const run = useWorkbench((state) => state.run?.id ?? null)
  const turns = useWorkbench(({ timeline }) => (timeline.run === run && timeline.arm === step.arm ? timeline.turns[step.step] : undefined))
  const chosen = useMemo(() => clockMarkOf(step, turns, place), [step, turns, place])
  useBroughtOnView(grid, step, chosen?.episode ?? null)

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
      // A finger that scrolls passes over tokens too; the one that it taps is clicked.
      onPointerOver={(event) => {
        if (event.pointerType === 'touch') return
        const index = indexUnder(event.target)
        if (index !== null) pointAt(index, 'pointer')
      }}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') pointAt(null, 'pointer')
      }}
      onClick={(event) => {
        const index = indexUnder(event.target)
        if (index !== null) pointAt(index, 'keyboard')
      }}
      onFocus={(event) => {
        if (active === null && event.currentTarget.matches(':focus-visible')) pointAt(nextToken(step, null, 'next'), 'keyboard')
      }}
      onBlur={(event) => {
        // What is said about the token stands above the grid, with something to press; and it can be shared, from the head of the page.
        if (!(event.relatedTarget instanceof Element && event.relatedTarget.closest('.path, .head-tools') !== null)) pointAt(null, 'keyboard')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') pointAt(null, 'keyboard')
        const move = KEYS[event.key]
        if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        pointAt(nextToken(step, active, move), 'keyboard')
      }}
    >
      {step.groups.map(({ sequences }, index) => (
        // By place, not by number: the box keeps its height and its nearness when the step changes.
        <TokenGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          step={step}
          place={index}
          columns={columns}
          chosen={chosen !== null && sequences.some(({ episode }) => episode === chosen.episode) ? chosen : null}
        />
      ))}
    </div>
  )
}

/** How many siblings stand side by side, about. Told by an observer: asking for a width while drawing makes the browser lay out everything. */
function useColumns(grid: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(3)
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setColumns(Math.max(1, Math.floor(entry.contentRect.width / SIBLING_PIXELS)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid])
  return columns
}

/** The group of the episode that the clock comes to. While somebody steps through the board, the board stays where it is. */
function useBroughtOnView(grid: React.RefObject<HTMLElement | null>, step: TokenStep, episode: number | null): void {
  useEffect(() => {
    if (episode === null || document.activeElement?.closest('.board-game') != null) return
    const group = step.groups.find(({ sequences }) => sequences.some((one) => one.episode === episode))
    if (group !== undefined) grid.current?.querySelector(`[data-group="${group.group}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [grid, step, episode])
}
