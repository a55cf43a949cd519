// One agent's sequence so far: chips as in the token view, each with its state and its loss mask.

import type { HandAgent as Agent } from '../../state/hand-play.ts'
import { visibleText } from '../../state/token-step.ts'
import { signed } from '../../text/numbers.ts'
import { STATE_WORDS, STOP_WORDS } from '../../text/run-words.ts'

const STATE_CLASS = { PENDING: 'context', GENERATING: 'wrote', INTERACTING: 'environment', TERMINATED: 'ended' } as const

export function HandAgent({ agent, alone }: { readonly agent: Agent; readonly alone: boolean }) {
  const { tokens, state, stop, reward } = agent
  const chips = []
  // A token is its place in the sequence, which only grows.
  for (const [index, { text, state: from, mask }] of tokens.entries()) {
    chips.push(
      <span
        key={index}
        className={`chip ${STATE_CLASS[from]}`}
        title={`${from}: ${from === 'GENERATING' ? 'written, not sampled' : STATE_WORDS[from]}, loss mask ${mask}`}
      >
        {visibleText(text)}
      </span>,
    )
  }
  return (
    <div className="hand-agent" data-testid="hand-agent">
      <p className="small">
        {!alone && <strong>{agent.agent} </strong>}
        <span className="soft">
          {state}
          {stop === null ? '' : `, ${STOP_WORDS[stop]}`}, {tokens.length} tokens
        </span>
        , reward <b className="number">{signed(reward, 2)}</b>
      </p>
      <p className="sequence-tokens hand-tokens" aria-hidden="true">
        {chips}
        {state === 'TERMINATED' && <span className="end-mark" data-cut={stop === 'truncated_tokens'} />}
      </p>
      <p className="unseen">{tokens.map(({ text }) => text).join('')}</p>
    </div>
  )
}
