// Games: one to play, a wall of many, a league of policies.

import { showGames } from '../../commands/navigate.ts'
import { GAMES_MODES } from '../../state/address.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { GAMES_MODE_WORDS } from '../../text/games.ts'
import { useAfterPaint } from '../../ui/use-after-paint.ts'
import { League } from './League.tsx'
import { PlayGame } from './PlayGame.tsx'
import { Wall } from './Wall.tsx'

export function GamesView() {
  const mode = useWorkbench((state) => state.gamesMode)
  // The press is answered first.
  const shown = useAfterPaint(mode)
  return (
    <>
      <nav className="try-modes" aria-label="Games">
        {GAMES_MODES.map((one) => (
          <button key={one} type="button" className="button button-quiet" aria-current={one === mode ? 'page' : undefined} onClick={() => showGames(one)}>
            {GAMES_MODE_WORDS[one]}
          </button>
        ))}
      </nav>
      {shown === 'play' && <PlayGame />}
      {shown === 'wall' && <Wall />}
      {shown === 'league' && <League />}
    </>
  )
}
