// What decides a play before it begins: seed, settings of the environment, who plays which agent.

import type { FieldSpec } from '../../../src/environments/contract.ts'
import type { Registration } from '../../../src/sandbox/authored-environment.ts'
import { beginPlay, seatPlayer } from '../../commands/author-play.ts'
import { playerOf } from '../../state/author-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PLAYER_WORDS } from '../../text/author-play.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ConfigFields } from './ConfigFields.tsx'

const MOST_SEED = 0xffff_ffff

export function PlaySetting({ registration }: { readonly registration: Registration | null }) {
  const play = useWorkbench((state) => state.authorPlay)
  const { seed, config, answer, waiting } = play
  const agents = registration?.spec.possibleAgents ?? []
  const fields: Readonly<Record<string, FieldSpec>> = registration?.spec.config ?? {}
  const canScript = registration?.hooks.includes('demonstrate') ?? false
  return (
    <form
      className="author-setting"
      onSubmit={(event) => {
        event.preventDefault()
        void beginPlay()
      }}
    >
      <div className="author-buttons">
        <label className="choice-small">
          <span className="soft">Seed</span>
          <input
            className="input number author-seed"
            inputMode="numeric"
            value={seed}
            onChange={(event) => {
              const typed = Number(event.target.value.replace(/\D/g, '').slice(0, 10))
              void beginPlay({ seed: Math.min(typed, MOST_SEED) })
            }}
          />
        </label>
        <button type="submit" className={answer === null ? 'button button-primary' : 'button'} disabled={waiting}>
          {answer === null ? 'Begin' : 'Begin anew'}
        </button>
        <button type="button" className="button button-quiet" disabled={waiting} onClick={() => void beginPlay({ seed: (seed + 1) % (MOST_SEED + 1) })}>
          Next seed
        </button>
        {agents.map((agent) => (
          <Choice
            key={agent}
            label={agents.length === 1 ? 'Played by' : agent}
            none={null}
            value={playerOf(play, agent)}
            options={(['person', 'random', ...(canScript ? (['script'] as const) : [])] as const).map((one) => [one, PLAYER_WORDS[one]])}
            onChange={(player) => seatPlayer(agent, player ?? 'person')}
          />
        ))}
      </div>
      {Object.keys(fields).length > 0 && <ConfigFields fields={fields} config={config} onChange={(next) => void beginPlay({ config: next })} />}
    </form>
  )
}
