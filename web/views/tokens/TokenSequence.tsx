// One sampled sequence as running text: a line with its reward and advantage, then a chip per token. Drawn once
// per step; pointing at a chip changes nothing here (TokenCard.tsx marks it).

import { memo } from 'react'
import { EPISODE_STATES } from '../../../src/episode/trajectory.ts'
import type { ClockMark } from '../../state/timeline.ts'
import { pictureSpan, type SequenceView, type TokenStep, tokenText, visibleText } from '../../state/token-step.ts'
import { fixed, signed } from '../../text/numbers.ts'
import { STOP_WORDS } from '../../text/run-words.ts'
import { CELL, ROW, ROW_HEADER } from './grid-roles.ts'
import { PictureRows } from './PictureRows.tsx'

/** An advantage of this size fills the bar. */
const FULL_ADVANTAGE = 2
const BAR_PIXELS = 6

const STATE_CLASS = { PENDING: 'context', GENERATING: 'wrote', INTERACTING: 'environment', TERMINATED: 'ended' } as const

export interface TokenSequenceProps {
  readonly step: TokenStep
  readonly sequence: SequenceView
  /** Several agents play: each sequence says whose it is. */
  readonly agents: boolean
  /** Where the clock stands, if in this episode. */
  readonly chosen: ClockMark | null
}

export const TokenSequence = memo(function TokenSequence({ step, sequence, agents, chosen }: TokenSequenceProps) {
  const [from, to] = chosen?.tokens[sequence.agent] ?? [0, 0]
  const chips = []
  for (let index = sequence.start; index < sequence.end; index++) {
    const picture = pictureSpan(step, sequence, index)
    if (picture !== null) {
      chips.push(<PictureRows key={index - sequence.start} step={step} span={picture} pointed />)
      index = picture.end - 1
      continue
    }
    const text = tokenText(step, step.ids[index] ?? 0)
    chips.push(<Chip key={index - sequence.start} step={step} index={index} text={text} chosen={index >= from && index < to} />)
    // The text breaks where its line breaks are; the ones at its ends would only waste lines.
    if (text.includes('\n') && index > sequence.start && index < sequence.end - 1) chips.push(<br key={`${index - sequence.start}br`} />)
  }
  const push = sequence.advantage > 0 ? 'push-up' : sequence.advantage < 0 ? 'push-down' : undefined
  const cut = sequence.stop !== 'completed'
  return (
    <div className={chosen === null ? 'sequence' : 'sequence chosen'} {...ROW}>
      <div className="sequence-head" {...ROW_HEADER}>
        <span>
          #{sequence.episode}
          {agents && ` ${sequence.agent}`}
        </span>
        <span>
          reward <b>{fixed(sequence.reward, Number.isInteger(sequence.reward) ? 0 : 2)}</b>
        </span>
        <span className={push}>{signed(sequence.advantage, 2)}</span>
        {cut && <span>{STOP_WORDS[sequence.stop]}</span>}
      </div>
      <div className="sequence-tokens">
        {chips}
        <span className="end-mark" data-cut={cut} />
      </div>
    </div>
  )
})

function Chip({ step, index, text, chosen }: { readonly step: TokenStep; readonly index: number; readonly text: string; readonly chosen: boolean }) {
  const state = EPISODE_STATES[step.states[index] ?? 0] ?? 'PENDING'
  const trained = step.lossMask[index] === 1
  const advantage = trained ? (step.advantages[index] ?? 0) : 0
  const look = `chip ${STATE_CLASS[state]}${trained ? ' trained' : ''}`
  const cell = { ...CELL, id: `token-${index}`, 'data-index': index, 'data-chosen': chosen || undefined }
  if (advantage === 0) {
    return (
      <span {...cell} className={look}>
        {visibleText(text)}
      </span>
    )
  }
  const size = Math.max(1, Math.min(1, Math.abs(advantage) / FULL_ADVANTAGE) * BAR_PIXELS)
  return (
    <span {...cell} className={advantage > 0 ? 'pushed up' : 'pushed down'} style={{ '--size': `${size}px` } as React.CSSProperties}>
      <span className={look}>{visibleText(text)}</span>
    </span>
  )
}
