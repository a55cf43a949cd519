// A new league: the game, who takes part, how many rounds, from which starts.

import { editLeague, startLeague } from '../../commands/play-league.ts'
import { GAMES } from '../../state/games.ts'
import { LEAGUE_GAMES, MOST_ROUNDS } from '../../state/league.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { GAME_WORDS } from '../../text/games.ts'
import { gamesOfRounds } from '../../text/league.ts'
import { Choice } from '../../ui/Choice.tsx'

export function LeagueForm({ open }: { readonly open: boolean }) {
  const { draft, opening } = useWorkbench((state) => state.league)
  const candidates = useCandidates()
  const chosen = draft.entrants ?? candidates.filter(({ usual }) => usual).map(({ id }) => id)
  const playing = candidates.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)
  const toggle = (id: string): void => editLeague({ entrants: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] })
  return (
    <details className="section more" open={open}>
      <summary>A new league</summary>
      <form
        className="league-form"
        onSubmit={(event) => {
          event.preventDefault()
          void startLeague(playing)
        }}
      >
        <Choice
          label="Game"
          none={null}
          value={draft.game}
          options={LEAGUE_GAMES.map((key) => [key, GAME_WORDS[key]])}
          onChange={(game) => game !== null && editLeague({ game, entrants: null })}
        />
        <fieldset className="league-entrants">
          <legend className="small soft">Players</legend>
          {candidates.map(({ id, name }) => (
            <label key={id} className="choice-small">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <div className="try-settings">
          <Count label="Rounds" value={draft.rounds} least={1} most={MOST_ROUNDS} onChange={(rounds) => editLeague({ rounds })} />
          {GAMES[draft.game].mostOpening > 0 && (
            <Count
              label="Stones at the start, at most"
              value={draft.opening}
              least={0}
              most={GAMES[draft.game].mostOpening}
              onChange={(stones) => editLeague({ opening: stones })}
            />
          )}
          <Count label="League seed" value={draft.seed} least={0} most={0xffffffff} onChange={(seed) => editLeague({ seed })} />
          <button type="submit" className={open ? 'button button-primary' : 'button'} disabled={opening || playing.length < 2}>
            {opening ? 'Opening' : 'Begin the league'}
          </button>
          <span className="small soft">
            {playing.length < 2 ? 'Choose two players or more.' : `${gamesOfRounds(playing.length, draft.rounds)} games, every pair on both sides.`}
          </span>
        </div>
      </form>
    </details>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

function Count({ label, value, least, most, onChange }: CountProps) {
  return (
    <label className="choice-small">
      <span className="soft">{label}</span>
      <input
        className="input league-count"
        type="number"
        min={least}
        max={most}
        step={1}
        value={value}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          if (Number.isInteger(next) && next >= least && next <= most) onChange(next)
        }}
      />
    </label>
  )
}

/** Everybody who can play this game here; the usual ones are chosen until somebody chooses. */
function useCandidates(): readonly { readonly id: string; readonly name: string; readonly usual: boolean }[] {
  const draft = useWorkbench((state) => state.league.draft)
  const facts = useWorkbench((state) => state.gameFacts)
  const list = useWorkbench((state) => state.policies.list)
  const saved = useWorkbench((state) => state.saved)
  const { base, environment } = GAMES[draft.game]
  const { opponents = [] } = facts.find(({ id }) => id === environment.id) ?? {}
  const baseOf = (run: string | null): string | null => saved.find(({ id }) => id === run)?.spec.base ?? null
  const policies = (list ?? []).filter(({ run }) => (baseOf(run) ?? base) === base)
  return [
    ...policies.map(({ name, run }, place) => ({ id: `policy:${name}`, name, usual: place < 4 && baseOf(run) === base })),
    { id: 'base', name: 'The base', usual: true },
    // The deepest search takes its time: it plays where it is asked for.
    ...opponents.map(({ name, title }) => ({ id: `script:${name}`, name: title, usual: name !== 'minimax-4' })),
  ]
}
