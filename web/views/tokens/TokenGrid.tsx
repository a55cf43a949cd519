// All sequences of one step as a grid that pointer and keyboard walk through: one tab stop, arrows between
// tokens and sequences, Escape to let go. What is pointed at goes to the store; the chips do not change.

import { useEffect, useMemo, useRef, useState } from 'react'
import { pointAt } from '../../commands/point-at-token.ts'
import { clockMarkOf } from '../../state/timeline.ts'
import type { TokenStep } from '../../state/token-step.ts'
import { nextToken, type TokenMove } from '../../state/token-walk.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { useMedia } from '../../ui/use-media.ts'
import { boxOfGroup } from './box-of-group.ts'
import { TokenBlock } from './TokenBlock.tsx'

/** Groups that come near the view together. */
const BLOCK = 12

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
  /** Where the pointer was last: tokens that move under one that rests are not pointed at. */
  const rests = useRef('')
  const moved = ({ clientX, clientY }: React.MouseEvent): boolean => {
    // A click is told in whole pixels, a pointer in parts of them.
    const place = `${Math.floor(clientX)} ${Math.floor(clientY)}`
    const known = rests.current
    rests.current = place
    return place !== known
  }
  const active = useWorkbench((state) => state.token?.index ?? null)
  const indexUnder = (target: EventTarget): number | null => {
    const chip = target instanceof Element ? target.closest('[data-index]') : null
    const index = chip?.getAttribute('data-index')
    return index === null || index === undefined ? null : Number(index)
  }
  // Groups of one stand beside each other like siblings.
  const alone = useMemo(() => step.groups.every((group) => group.sequences.length === 1), [step])
  const columns = useColumns(grid, alone)
  const place = useWorkbench((state) => state.place)
  const run = useWorkbench((state) => state.run?.id ?? null)
  const turns = useWorkbench(({ timeline }) => (timeline.run === run && timeline.arm === step.arm ? timeline.turns[step.step] : undefined))
  const chosen = useMemo(() => clockMarkOf(step, turns, place), [step, turns, place])
  useBroughtOnView(step, chosen?.episode ?? null)
  // Groups of one stand in rows, and a row is not broken.
  const size = alone ? BLOCK * columns : BLOCK
  // Pointing at a token makes none of them anew.
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(step.groups.length / size) }, (_, block) => (
        // By place, not by number: the box keeps its height and its nearness when the step changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <TokenBlock key={block} step={step} first={block * size} size={size} columns={columns} chosen={chosen} />
      )),
    [step, size, columns, chosen],
  )

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
        if (event.pointerType === 'touch' || !moved(event)) return
        const index = indexUnder(event.target)
        if (index !== null) pointAt(index, 'pointer')
      }}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') pointAt(null, 'pointer')
      }}
      onClick={(event) => {
        moved(event)
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
      {blocks}
    </div>
  )
}

/** Pixels of a sibling with the gap beside it, and of the gap (tokens.css). */
const SIBLING = { usual: [232, 20], narrow: [164, 14] } as const

/** How many siblings stand side by side. Told by an observer: asking for a width while drawing makes the browser lay out everything. */
function useColumns(grid: React.RefObject<HTMLElement | null>, alone: boolean): number {
  const narrow = useMedia('(max-width: 640px)')
  const [sibling, gap] = SIBLING[narrow && !alone ? 'narrow' : 'usual']
  const [columns, setColumns] = useState(3)
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setColumns(Math.max(1, Math.floor((entry.contentRect.width + gap) / sibling)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, sibling, gap])
  return columns
}

/** The group of the episode that the clock comes to. While somebody steps through the board, the board stays where it is. */
function useBroughtOnView(step: TokenStep, episode: number | null): void {
  useEffect(() => {
    if (episode === null || document.activeElement?.closest('.board-game') != null) return
    const group = step.groups.find(({ sequences }) => sequences.some((one) => one.episode === episode))
    if (group !== undefined) boxOfGroup(group.group)?.scrollIntoView({ block: 'nearest' })
  }, [step, episode])
}
