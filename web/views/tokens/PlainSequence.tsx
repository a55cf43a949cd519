// One sequence as chips outside of the token grid: no cursor walks through it, so each chip says on hover how probable
// it was, and a line of text says the whole to screen readers.

import { EPISODE_STATES } from '../../../src/episode/trajectory.ts'
import { sequenceText } from '../../state/token-filter.ts'
import { pictureSpan, type SequenceView, type TokenStep, tokenText, visibleText } from '../../state/token-step.ts'
import { significant } from '../../text/numbers.ts'
import { STOP_WORDS } from '../../text/run-words.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PictureRows } from './PictureRows.tsx'

const STATE_CLASS = { PENDING: 'context', GENERATING: 'wrote', INTERACTING: 'environment', TERMINATED: 'ended' } as const

export function PlainSequence({ step, sequence }: { readonly step: TokenStep; readonly sequence: SequenceView }) {
  const right = sequence.reward >= 1
  const verdict = right ? 'right' : sequence.stop === 'completed' ? 'wrong' : STOP_WORDS[sequence.stop]
  const chips = []
  for (let index = sequence.start; index < sequence.end; index++) {
    const picture = pictureSpan(step, sequence, index)
    if (picture !== null) {
      chips.push(<PictureRows key={index} step={step} span={picture} pointed={false} />)
      index = picture.end - 1
      continue
    }
    const state = EPISODE_STATES[step.states[index] ?? 0] ?? 'PENDING'
    const wrote = step.lossMask[index] === 1
    chips.push(
      <span
        key={index}
        className={`chip ${STATE_CLASS[state]}${wrote ? ' trained' : ''}`}
        title={wrote ? `probability ${significant(Math.exp(step.logprobs[index] ?? 0))}, entropy ${significant(step.entropies[index] ?? 0)} nats` : undefined}
      >
        {visibleText(tokenText(step, step.ids[index] ?? 0))}
      </span>,
    )
  }
  return (
    <div className="plain-sequence">
      <span className="sequence-tokens" aria-hidden="true">
        {chips}
        <span className="end-mark" data-cut={sequence.stop === 'truncated_tokens'} />
      </span>
      <span className="unseen">{sequenceText(step, sequence).trim()}, </span>
      <span className="plain-verdict small" data-right={right}>
        <Icon name={right ? 'check' : 'close'} />
        {verdict}
      </span>
    </div>
  )
}
