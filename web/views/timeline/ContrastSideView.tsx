// One coordinator of the two: what the auditor says of it, its timeline of the episode, its board, and the tables that hold the same.

import { useMemo, useRef } from 'react'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import { type Barrier, type Block, layTimeline } from '../../scene/timeline/layout.ts'
import { type Window, within } from '../../scene/timeline/window.ts'
import { type ContrastPlayed, contrastTimeline, sceneAt, WAVE } from '../../state/contrast.ts'
import type { Place } from '../../state/timeline.ts'
import { brokenWords, heldWords, waveLabel } from '../../text/contrast.ts'
import { Icon } from '../../ui/Icon.tsx'
import { type StageMoves, TimelineStage } from './TimelineStage.tsx'
import { TimelineTable } from './TimelineTable.tsx'

interface Side {
  readonly played: ContrastPlayed
  readonly side: 'sound' | 'faulty'
  readonly title: string
  readonly place: { readonly episode: number } & Pick<Place, 'turn'>
  /** What of the time is on view, on both sides; null: all of it. */
  readonly view: Window | null
  readonly onView: (window: Window | null) => void
  readonly onPick: (episode: number, turn: number | null) => void
}

const MOVES: Readonly<Record<string, (stage: StageMoves) => void>> = {
  ArrowLeft: (stage) => stage.pan(-0.2),
  ArrowRight: (stage) => stage.pan(0.2),
  ArrowUp: (stage) => stage.zoom(0.7),
  ArrowDown: (stage) => stage.zoom(1 / 0.7),
}

const noTokens = () => null

export function ContrastSideView({ played, side, title, place, view, onView, onPick }: Side) {
  const { episode, turn } = place
  const stage = useRef<StageMoves>(null)
  const own = played[side]
  const data = useMemo(() => contrastTimeline(played, side, episode), [played, side, episode])
  const layout = useMemo(() => layTimeline(data), [data])
  const scene = sceneAt(own, episode, turn)
  const broken = own.violations.length
  const pick = (found: Block | Barrier | null): void => {
    if (found === null) return
    const wave = 'wait' in found ? found.wait.wave : found.turn?.wave
    if (wave !== undefined) onPick(episode, wave)
  }
  const onKey = (key: string): boolean => {
    if (key === '0') onView(null)
    else if (key === ',' || key === '.') onPick(episode, Math.max(0, turn === null ? 0 : turn + (key === '.' ? 1 : -1)))
    else if (MOVES[key] !== undefined && stage.current !== null) MOVES[key]?.(stage.current)
    else return false
    return true
  }
  return (
    <section className="section contrast-side" aria-label={title} data-testid={`contrast-${side}`}>
      <div className="contrast-head">
        <h3>{title}</h3>
        <p className="check-line small" data-verdict={broken === 0 ? 'held' : 'broken'}>
          <Icon name={broken === 0 ? 'check' : 'warning'} />
          <span>{broken === 0 ? heldWords(own.checksHeld) : brokenWords(own.checksHeld, broken)}</span>
        </p>
      </div>
      <div className="contrast-body" data-board={scene?.kind === 'grid'}>
        <div>
          <TimelineStage
            name={`${title}, drawing of its timeline`}
            moves={stage}
            layout={layout}
            window={within(view ?? { from: 0, to: data.length }, data.length)}
            chosen={turn === null ? null : { step: 1, episode, wave: turn }}
            cursor={turn === null ? null : (turn + 0.06) * WAVE}
            tokensOf={noTokens}
            timeWords={waveLabel}
            onWindow={onView}
            onPick={pick}
            onScrub={(time) => onPick(episode, Math.max(0, Math.floor(time / WAVE)))}
            onKey={onKey}
          />
        </div>
        {scene?.kind === 'grid' && <GridBoard scene={scene} label={`${title}: ${played.title}, episode ${episode}`} />}
      </div>
      <TimelineTable
        name={title}
        turns={{ ...own.turns, turns: data.steps[0]?.turns ?? [], waits: data.steps[0]?.waits ?? [] }}
        failed={data.failed}
        onSelect={onPick}
      />
    </section>
  )
}
