// The league: who takes part, how far it has come, and the table.

import { useEffect } from 'react'
import { showGames } from '../../commands/navigate.ts'
import { readGames } from '../../commands/play-game.ts'
import { addRounds, goOnWithLeague, pauseLeague, readLeagues, removeLeague, showLeague } from '../../commands/play-league.ts'
import type { LeagueOnView } from '../../state/league.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { LEAGUE_AUTHORED } from '../../text/games.ts'
import { LEAGUE_EMPTY, LEAGUE_METHOD, leagueName, leagueProgress, voidWords } from '../../text/league.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { AuthoredElsewhere } from './AuthoredElsewhere.tsx'
import { CrossTable } from './CrossTable.tsx'
import { LeagueForm } from './LeagueForm.tsx'
import { LeagueTable } from './LeagueTable.tsx'

/** Rounds that one press adds. */
const MORE = 20

export function League() {
  const { shown, kept, problem } = useWorkbench((state) => state.league)
  const store = useWorkbench((state) => state.store.kind)
  const learning = useWorkbench((state) => Object.keys(state.underWay).length)
  // Leagues and policies come with the store, and a run that has ended leaves a policy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void readGames()
    void readLeagues()
  }, [store, learning])
  return (
    <>
      <section className="section" aria-labelledby="league-title">
        <div className="section-head">
          <h2 id="league-title">League</h2>
          {kept !== null && kept.length > 0 && shown !== null && (
            <select
              className="input league-choice"
              aria-label="League on view"
              value={shown.record.id}
              onChange={(event) => {
                const found = kept.find(({ id }) => id === event.target.value)
                if (found !== undefined) void showLeague(found)
              }}
            >
              {kept.map((record) => (
                <option key={record.id} value={record.id}>
                  {leagueName(record)}
                </option>
              ))}
            </select>
          )}
        </div>
        {problem !== null && <ErrorNotice error={problem} />}
        <AuthoredElsewhere words={LEAGUE_AUTHORED} />
        {shown === null ? <p className="empty">{LEAGUE_EMPTY}</p> : <OnView shown={shown} />}
      </section>
      <LeagueForm open={shown === null} />
    </>
  )
}

function OnView({ shown }: { readonly shown: LeagueOnView }) {
  const { record, roundsDone, standings, playing, pausing, problem } = shown
  const over = roundsDone >= record.rounds
  return (
    <div data-testid="league">
      <div className="league-head">
        <p role="status" data-testid="league-progress">
          {leagueProgress(shown)}
        </p>
        <progress className="league-bar" value={roundsDone} max={record.rounds} aria-label="Rounds played" />
        <div className="game-deeds">
          {playing ? (
            <button type="button" className="button" disabled={pausing} onClick={pauseLeague}>
              {pausing ? 'Pausing' : 'Pause'}
            </button>
          ) : over ? (
            <button type="button" className="button" onClick={() => void addRounds(MORE)}>
              {MORE} more rounds
            </button>
          ) : (
            <button type="button" className="button button-primary" onClick={goOnWithLeague}>
              Go on
            </button>
          )}
          <button type="button" className="button" onClick={() => showGames('wall')}>
            Watch its games
          </button>
          <button type="button" className="button button-quiet" onClick={() => void removeLeague(record.id)}>
            Delete
          </button>
        </div>
      </div>
      {problem !== null && <ErrorNotice error={problem} />}
      {standings !== null && (
        <>
          <LeagueTable record={record} standings={standings} />
          {standings.voided > 0 && <p className="small">{voidWords(standings.voided)}</p>}
          <details className="more small">
            <summary>Who beat whom</summary>
            <CrossTable record={record} standings={standings} />
          </details>
          <details className="more small">
            <summary>How strength is measured</summary>
            <p>{LEAGUE_METHOD}</p>
          </details>
        </>
      )}
    </div>
  )
}
