// A wall of small boards with their results: the episodes of the step on view, live while training, or a league's games. A press
// opens one.

import { useEffect } from 'react'
import { readGames } from '../../commands/play-game.ts'
import { readLeagues } from '../../commands/play-league.ts'
import { chooseWall } from '../../commands/show-wall.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import type { WallSource } from '../../state/wall.ts'
import { leagueName, WALL_EMPTY } from '../../text/league.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { LeagueWall } from './LeagueWall.tsx'
import { StepWall } from './StepWall.tsx'

export function Wall() {
  const { source, step, problem } = useWorkbench((state) => state.wall)
  const shown = useWorkbench((state) => state.league.shown)
  const store = useWorkbench((state) => state.store.kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leagues come with the store
  useEffect(() => {
    void readGames()
    void readLeagues()
  }, [store])
  const chosen: WallSource = source ?? (shown !== null && (shown.playing || step === null) ? 'league' : 'run')
  const options: readonly (readonly [WallSource, string])[] = [
    ['run', step === null ? 'the run on view' : `the run on view, step ${step.step}`],
    ['league', shown === null ? 'a league' : `the league: ${leagueName(shown.record)}`],
  ]
  return (
    <section className="section" aria-labelledby="wall-title">
      <div className="section-head">
        <h2 id="wall-title">Wall</h2>
        <Choice label="Games of" none={null} value={chosen} options={options} onChange={(next) => next !== null && chooseWall(next)} />
      </div>
      {problem !== null && <ErrorNotice error={problem} />}
      {chosen === 'run' ? <StepWall empty={WALL_EMPTY} /> : <LeagueWall empty={WALL_EMPTY} />}
    </section>
  )
}
