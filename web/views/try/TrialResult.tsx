// The answers of all players to one task, side by side: how many are right, and every token of each.

import { scoreOf, type Trial, type TrialPlayer, versionOf } from '../../state/trial.ts'
import { significant } from '../../text/numbers.ts'
import { FIGURE_OF_TASK, scoreWords, taskWords } from '../../text/trial.ts'
import { FigureView } from '../figure/FigureView.tsx'
import { SHIPPED_PATCH } from '../figure/shipped-patch.ts'
import { PlainSequence } from '../tokens/PlainSequence.tsx'

export function TrialResult({ trial, stale }: { readonly trial: Trial; readonly stale: boolean }) {
  return (
    <section className="section trial" aria-labelledby="trial-title" aria-busy={stale} data-testid="trial">
      <div className="section-head">
        <h2 id="trial-title">
          <code>{trial.prompt.trim()}</code>
        </h2>
        <span className="small soft">{taskWords(trial)}</span>
      </div>
      {trial.scene?.kind === 'figure' && <FigureView scene={trial.scene} label={FIGURE_OF_TASK} patch={SHIPPED_PATCH} />}
      <div className="trial-players">
        {trial.players.map((player) => (
          <Player key={player.name} player={player} expected={trial.expected} />
        ))}
      </div>
    </section>
  )
}

function Player({ player, expected }: { readonly player: TrialPlayer; readonly expected: string | null }) {
  const { step, name } = player
  const score = scoreOf(step)
  const version = versionOf(step)
  return (
    <section className="trial-player" aria-label={name}>
      <h3>
        {name}
        {version !== null && version > 0 && <span className="small soft"> version {version}</span>}
      </h3>
      <p className="small soft">
        {scoreWords(score)}
        {expected === null ? '' : `, expected ${expected.trim()}`}; least probable token {significant(score.leastProbability)}
      </p>
      <ul>
        {step.groups
          .flatMap((group) => group.sequences)
          .map((sequence) => (
            <li key={`${sequence.episode} ${sequence.agent}`}>
              <PlainSequence step={step} sequence={sequence} />
            </li>
          ))}
      </ul>
    </section>
  )
}
