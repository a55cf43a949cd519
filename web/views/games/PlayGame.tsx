// A game against a policy or a scripted player: what is chosen, and the table at which it is played.

import { useEffect } from 'react'
import { readGames } from '../../commands/play-game.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { GAMES_EMPTY, PLAY_AUTHORED } from '../../text/games.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { AuthoredElsewhere } from './AuthoredElsewhere.tsx'
import { GameForm } from './GameForm.tsx'
import { GameTable } from './GameTable.tsx'

export function PlayGame() {
  const game = useWorkbench((state) => state.game)
  const store = useWorkbench((state) => state.store.kind)
  const learning = useWorkbench((state) => Object.keys(state.underWay).length)
  // The library of policies opens with the store, and a run that has ended leaves another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void readGames(), [store, learning])
  return (
    <>
      <section className="section" aria-labelledby="game-title">
        <h2 id="game-title" className="section-head">
          Play a game
        </h2>
        <AuthoredElsewhere words={PLAY_AUTHORED} />
        <GameForm begun={game.kind === 'playing'} opening={game.kind === 'opening'} />
      </section>
      {game.kind === 'failed' && (
        <div className="section">
          <ErrorNotice error={game.error} />
        </div>
      )}
      {game.kind === 'idle' && <p className="section empty">{GAMES_EMPTY}</p>}
      {game.kind === 'playing' && <GameTable now={game} />}
    </>
  )
}
