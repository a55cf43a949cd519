// What was chosen on the timeline, in words: a turn with the way to its tokens, or a barrier with who waited for whom.

import type { StepTurns, TurnRecord, WaitRecord } from '../../../src/record/step-turns.ts'
import { showTokensOf } from '../../commands/show-timeline.ts'
import { waitWords } from '../../text/audit.ts'
import { rewardWords, verdictWords, WAIT_KINDS } from '../../text/timeline.ts'

export function TurnDetail({ step, turn, all }: { readonly step: number; readonly turn: TurnRecord; readonly all: StepTurns }) {
  const rewards = rewardWords(turn.rewards)
  const waits = all.waits.filter(({ episode, wave }) => episode === turn.episode && wave === turn.wave)
  return (
    <section className="section timeline-detail" aria-label="The chosen turn" data-testid="turn-detail">
      <p>
        <b>{turn.agent}</b>
        {turn.place === undefined ? '' : `, in place of ${turn.place}`}, episode {turn.episode}, turn {turn.wave}: {verdictWords(turn.verdict)}{' '}
        <code>{turn.action.slice(0, 120)}</code>
      </p>
      <p className="small soft">
        Step {step}, group {turn.group}, {turn.player === '' ? 'nobody' : turn.player}, version {turn.version}, {turn.tokens} tokens
        {rewards === '' ? '' : `; rewards ${rewards}`}
        {turn.stop === undefined ? '' : `; the episode ended: ${turn.stop.replaceAll('_', ' ')}`}.
      </p>
      {waits.map((wait) => (
        <p key={`${wait.kind} ${wait.since}`} className="small soft">
          {waitWords(wait)}.
        </p>
      ))}
      <button type="button" className="button" onClick={() => void showTokensOf(step, turn, all.turns)}>
        Its tokens
      </button>
    </section>
  )
}

export function WaitDetail({ step, wait }: { readonly step: number; readonly wait: WaitRecord }) {
  return (
    <section className="section timeline-detail" aria-label="The chosen barrier" data-testid="wait-detail">
      <p>
        <b>{waitWords(wait)}</b>.
      </p>
      <p className="small soft">
        A {WAIT_KINDS[wait.kind]} in episode {wait.episode}, turn {wait.wave}, step {step}.
      </p>
    </section>
  )
}
