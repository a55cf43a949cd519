// The clock's hands: turn before, play, turn after, and a slider over the turns there are. Knows nothing of whose turns they are.

import type { Moment } from '../../state/clock.ts'
import { CLOCK_WORDS, momentWords } from '../../text/timeline.ts'

interface Hands {
  readonly moments: readonly Moment[]
  /** Which of them; below 0: none. */
  readonly at: number
  /** An episode is chosen and none of its turns. */
  readonly whole?: boolean
  readonly playing: boolean
  readonly disabled: boolean
  readonly onMove: (offset: 1 | -1) => void
  readonly onPlay: () => void
  readonly onSet: (place: number) => void
}

export function ClockHands({ moments, at, whole = false, playing, disabled, onMove, onPlay, onSet }: Hands) {
  const words = at < 0 ? CLOCK_WORDS.nowhere : wordsAt(moments[at], whole)
  return (
    <fieldset className="button-row clock">
      <legend className="unseen">{CLOCK_WORDS.name}</legend>
      <button type="button" className="button" disabled={disabled} onClick={() => onMove(-1)}>
        {CLOCK_WORDS.before}
      </button>
      <button type="button" className="button" aria-pressed={playing} disabled={disabled} onClick={onPlay}>
        {playing ? CLOCK_WORDS.pause : CLOCK_WORDS.play}
      </button>
      <button type="button" className="button" disabled={disabled} onClick={() => onMove(1)}>
        {CLOCK_WORDS.after}
      </button>
      <input
        type="range"
        aria-label={CLOCK_WORDS.slider}
        min={0}
        max={Math.max(0, moments.length - 1)}
        value={Math.max(0, at)}
        disabled={moments.length < 2}
        aria-valuetext={words}
        onChange={(event) => onSet(Number(event.target.value))}
      />
      <output className="small soft number" data-testid="clock">
        {words}
      </output>
    </fieldset>
  )
}

const wordsAt = (moment: Moment | undefined, whole: boolean): string => momentWords(moment === undefined || !whole ? moment : { ...moment, turn: null })
