// The timeline of the run on view: lanes of agents, engine, environments and phases over time, from the whole run to one token. It
// shares step, episode and turn with the other views through the address.

import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { StepTurns, WaitRecord } from '../../../src/record/step-turns.ts'
import { beginScrub, moveClock, scrubTo, toggleClock } from '../../commands/clock.ts'
import { arrangeLanes, selectTurn, watchFault } from '../../commands/navigate.ts'
import { loadTurns, saveTrace } from '../../commands/show-timeline.ts'
import type { TokensOf } from '../../scene/timeline/labels.ts'
import { type Barrier, type Block, layTimeline } from '../../scene/timeline/layout.ts'
import { around, brought, type Window, within } from '../../scene/timeline/window.ts'
import { timeOf } from '../../state/clock.ts'
import { FIRST_CONTRAST } from '../../state/contrast.ts'
import { TIMELINE_PACE } from '../../state/follow-pace.ts'
import { LANE_KINDS, laneOfAgent, withFold, withPin } from '../../state/lanes.ts'
import type { RunView } from '../../state/run-view.ts'
import { failedChecks, NO_TIMELINE, stepsToRead, stepToFollow, timelineOf, timesOf, tokensOfTurn, versionsOf } from '../../state/timeline.ts'
import { tokenText, visibleText } from '../../state/token-step.ts'
import { usePacedRun } from '../../state/use-paced-run.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { CONTRAST_WORDS } from '../../text/contrast.ts'
import { TIMELINE_TO_COME, TURNS_GONE } from '../../text/timeline.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { ClockBar } from '../clock/ClockBar.tsx'
import { LedgerPanel } from '../credit/LedgerPanel.tsx'
import { Part } from '../Part.tsx'
import { StepPicker } from '../tokens/StepPicker.tsx'
import { CoordinatorContrast } from './CoordinatorContrast.tsx'
import { FailedChecks } from './FailedChecks.tsx'
import { LaneTools } from './LaneTools.tsx'
import { TurnDetail, WaitDetail } from './TimelineDetail.tsx'
import { TimelineMenu } from './TimelineMenu.tsx'
import { type StageMoves, TimelineStage } from './TimelineStage.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { useWholeTimes } from './use-whole-times.ts'

const BoardPanel = lazy(async () => ({ default: (await import('../board/BoardPanel.tsx')).BoardPanel }))

/** What the keys do while the drawing has the focus. */
const KEYS: Readonly<Record<string, Move>> = {
  ...{ ArrowLeft: 'left', a: 'left', ArrowRight: 'right', d: 'right', ArrowUp: 'closer', w: 'closer', ArrowDown: 'further', s: 'further' },
  ...{ f: 'turn', '0': 'run', ',': 'before', '.': 'after', '/': 'search', ' ': 'play', Escape: 'release', p: 'pin' },
}
/** Kinds of lanes in their order. */
const FOLD_KEYS = ['1', '2', '3', '4']

type Move = 'left' | 'right' | 'closer' | 'further' | 'turn' | 'run' | 'before' | 'after' | 'search' | 'play' | 'release' | 'pin'
type View = 'step' | 'run' | Window

const idOf = (run: RunView | null): string | undefined => run?.id

export function TimelineView() {
  const setting = useWorkbench((state) => state.contrastSetting)
  return setting === null ? <RunTimeline /> : <CoordinatorContrast setting={setting} />
}

function RunTimeline() {
  const run = usePacedRun(TIMELINE_PACE, idOf)
  const { arm, step: chosenStep } = useWorkbench((state) => state.selection)
  const place = useWorkbench((state) => state.place)
  const read = useWorkbench((state) => state.timeline)
  const tokenStep = useWorkbench((state) => state.tokenStep)
  const [view, setView] = useState<View>('step')
  // While somebody moves the time by hand, what is on view stays: the time under the pointer would be another one.
  const [held, setHeld] = useState<Window | null>(null)
  const [alone, setAlone] = useState(false)
  const [find, setFind] = useState('')
  const [wait, setWait] = useState<{ readonly step: number; readonly wait: WaitRecord } | null>(null)
  const lanes = useWorkbench((state) => state.lanes)
  const singleKeys = useWorkbench((state) => state.singleKeys)
  const search = useRef<HTMLInputElement>(null)
  const stage = useRef<StageMoves>(null)
  const narrow = useMedia('(max-width: 1099px)')

  const timeline = run !== null && read.run === run.id && read.arm === arm ? read : NO_TIMELINE
  const [lived, audit] = [run?.arms[arm], run?.audit]
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a run that goes on, only its steps matter here; their spans are told before them
  const known = useMemo(() => (run === null ? null : timesOf(run, arm)), [run?.id, lived, arm])
  const times = useWholeTimes(known, timeline, `${run?.id} ${arm}`, chosenStep === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const checks = useMemo(() => (run === null || arm !== 'policy' ? [] : failedChecks(run, timeline.turns)), [audit, arm, timeline.turns])
  const newest = known?.steps.at(-1)?.step ?? null
  const step = chosenStep ?? stepToFollow(times, timeline) ?? newest
  const current = times?.steps.find((one) => one.step === step)
  const length = times?.length ?? 0
  const ofStep = current === undefined ? { from: 0, to: Math.max(length, 1) } : around(current.from, current.to, length)
  const shown: Window =
    held !== null ? within(held, length) : typeof view === 'object' ? within(view, length) : view === 'run' ? { from: 0, to: Math.max(length, 1) } : ofStep
  const visible = (times?.steps ?? []).filter(({ from, to }) => to >= shown.from && from <= shown.to).map((one) => one.step)
  const wanted =
    run === null ? '' : [...new Set([...stepsToRead(run, arm, visible, step), ...(chosenStep === null && newest !== null ? [newest] : [])])].join(' ')
  const spec = run?.spec ?? null
  const onlyEpisode = alone ? place.episode : null
  // Turns out of view are not laid out.
  const data = useMemo(() => {
    const near = new Set(wanted.split(' '))
    const turns = Object.fromEntries(Object.entries(timeline.turns).filter(([of]) => near.has(of)))
    return times === null ? null : { ...timelineOf(times, { turns }, checks, onlyEpisode), versions: versionsOf({ spec }, times) }
  }, [times, timeline.turns, checks, onlyEpisode, wanted, spec])
  const layout = useMemo(() => (data === null ? null : layTimeline(data, lanes)), [data, lanes])
  const cursor = times === null || chosenStep === null ? null : timeOf(times, timeline.turns, chosenStep, place)
  const tokensOf: TokensOf = useCallback(
    (of, turn) => {
      const turns = tokenStep === null || tokenStep.step !== of || tokenStep.arm !== arm ? undefined : timeline.turns[of]
      const record = turns?.turns.find((one) => one.episode === turn.episode && one.wave === turn.wave && one.agent === turn.agent)
      const range = tokenStep === null || turns === undefined || record === undefined ? null : tokensOfTurn(tokenStep, record, turns.turns)
      if (tokenStep === null || range === null) return null
      return Array.from(tokenStep.ids.subarray(...range), (id) => visibleText(tokenText(tokenStep, id)))
    },
    [tokenStep, timeline.turns, arm],
  )
  const id = run?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run or arm has other turns under the same steps
  useEffect(() => {
    if (wanted !== '') void loadTurns(wanted.split(' ').map(Number))
  }, [wanted, id, arm])

  const turns: StepTurns | undefined = step === null ? undefined : timeline.turns[step]
  const turn = turns?.turns.find((one) => one.episode === place.episode && one.wave === place.turn)
  const chosen = step === null || place.episode === null || place.turn === null ? null : { step, episode: place.episode, wave: place.turn }
  const select = useCallback((episode: number, wave: number) => void (step !== null && selectTurn(step, episode, wave)), [step])
  // A turn that the clock comes to is brought on view, at the distance from which one looks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the clock that moves the view, not the view itself
  useEffect(() => {
    if (cursor === null || place.turn === null) return
    setWait(null)
    if (held === null && typeof view === 'object') setView(brought(view, cursor, length))
  }, [cursor, place.episode, place.turn])

  if (run === null || data === null || layout === null || data.steps.length === 0)
    return (
      <section className="section">
        <p className="empty">{TIMELINE_TO_COME}</p>
        <WatchFault />
      </section>
    )

  const pick = (found: Block | Barrier | null): void => {
    setWait(null)
    if (found === null) return
    if ('wait' in found) {
      const same = timeline.turns[found.step]?.waits.find((one) => one === found.wait)
      if (same !== undefined) setWait({ step: found.step, wait: same })
    } else if (found.turn !== undefined) selectTurn(found.step, found.turn.episode, found.turn.wave)
    else selectTurn(found.step, null, null)
  }
  const closer = (): void => {
    const block = layout.blocks.find((one) => one.step === step && one.turn?.episode === place.episode && one.turn?.wave === place.turn)
    if (block !== undefined) setView(around(block.from, block.to, length))
  }
  const moves: Readonly<Record<Move, () => void>> = {
    left: () => stage.current?.pan(-0.2),
    right: () => stage.current?.pan(0.2),
    closer: () => stage.current?.zoom(0.7),
    further: () => stage.current?.zoom(1 / 0.7),
    turn: closer,
    run: () => setView('run'),
    before: () => void moveClock(-1),
    after: () => void moveClock(1),
    search() {
      search.current?.closest('details')?.setAttribute('open', '')
      search.current?.focus()
    },
    play: toggleClock,
    release: () => (step === null ? undefined : selectTurn(step, null, null)),
    pin: () => (turn === undefined ? undefined : arrangeLanes(withPin(lanes, laneOfAgent(turn.agent)))),
  }
  const onKey = (key: string): boolean => {
    const fold = LANE_KINDS[FOLD_KEYS.indexOf(key)]
    if (fold !== undefined && singleKeys) {
      arrangeLanes(withFold(lanes, fold))
      return true
    }
    const move = KEYS[key]
    if (move === undefined || (!singleKeys && /^[a-z0,./]$/.test(key))) return false
    moves[move]()
    return true
  }
  const found =
    find === '' ? [] : (turns?.turns.filter(({ agent, action, episode }) => `${episode} ${agent} ${action}`.toLowerCase().includes(find.toLowerCase())) ?? [])
  const episodes = [...new Set(turns?.turns.map(({ episode }) => episode) ?? [])].sort((a, b) => a - b)
  const more = (
    <>
      <input
        ref={search}
        className="input"
        type="search"
        aria-label="Search the turns of this step"
        placeholder="Search turns"
        value={find}
        onChange={(event) => setFind(event.target.value)}
        onKeyDown={(event) => {
          const first = found[0]
          if (event.key === 'Enter' && first !== undefined && step !== null) selectTurn(step, first.episode, first.wave)
        }}
      />
      {find !== '' && <output className="small faint">{found.length} turns; Enter goes to the first</output>}
      <button type="button" className="button" onClick={() => void saveTrace()}>
        Save as trace
      </button>
      <TimelineMenu run={run.id} {...{ layout, window: shown, chosen, cursor }} />
      <WatchFault />
      <LaneTools lanes={lanes} />
    </>
  )
  return (
    <section aria-labelledby="timeline-title">
      <div className="token-bar">
        <h2 id="timeline-title">Timeline</h2>
        <StepPicker />
        <select
          className="input timeline-episode"
          aria-label="Episode"
          value={alone && place.episode !== null ? place.episode : ''}
          onChange={(event) => {
            setAlone(event.target.value !== '')
            if (step !== null) selectTurn(step, event.target.value === '' ? null : Number(event.target.value), null)
          }}
        >
          <option value="">All episodes</option>
          {episodes.map((episode) => (
            <option key={episode} value={episode}>
              Episode {episode}
            </option>
          ))}
        </select>
      </div>
      <div className="section clock-line">
        <ClockBar />
      </div>
      <div className="section button-row timeline-tools">
        <button type="button" className="button" onClick={moves.closer}>
          Closer
        </button>
        <button type="button" className="button" onClick={moves.further}>
          Further
        </button>
        <button type="button" className="button" aria-pressed={view === 'step'} onClick={() => setView('step')}>
          This step
        </button>
        <button type="button" className="button" aria-pressed={view === 'run'} onClick={() => setView('run')}>
          Whole run
        </button>
        {!narrow && more}
      </div>
      {narrow && (
        <details className="more section timeline-more">
          <summary>Search, lanes and files</summary>
          <div className="button-row timeline-tools">{more}</div>
        </details>
      )}
      {timeline.problem !== null && (
        <div className="section">
          <ErrorNotice error={timeline.problem} />
        </div>
      )}
      <div className="section">
        <TimelineStage
          name="Drawing of the timeline"
          moves={stage}
          {...{ layout, window: shown, chosen, cursor, tokensOf, onWindow: setView, onPick: pick, onKey }}
          onScrub={(time) => void scrubTo(time, onlyEpisode !== null)}
          onHold={(holds) => {
            if (holds) beginScrub()
            setHeld(holds ? shown : null)
          }}
          onPin={(lane) => arrangeLanes(withPin(lanes, lane))}
        />
        {step !== null && timeline.gone.includes(step) && <p className="small faint">{TURNS_GONE}</p>}
      </div>
      {wait !== null ? (
        <WaitDetail step={wait.step} wait={wait.wait} />
      ) : (
        turn !== undefined && turns !== undefined && <TurnDetail step={turns.step} turn={turn} all={turns} />
      )}
      {place.episode !== null && (
        <Part>
          <BoardPanel follows={false} />
        </Part>
      )}
      {step !== null && place.episode !== null && <LedgerPanel {...{ run: run.id, arm, step, episode: place.episode }} />}
      <FailedChecks checks={checks} />
      {turns !== undefined && <TimelineTable key={turns.step} name={`Step ${turns.step}`} turns={turns} failed={data.failed} onSelect={select} />}
    </section>
  )
}

function WatchFault() {
  return (
    <button type="button" className="button" onClick={() => watchFault(FIRST_CONTRAST)}>
      {CONTRAST_WORDS.open}
    </button>
  )
}
