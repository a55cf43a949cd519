// What is decided before a game: which one, against whom, on which side; folded, how the policy plays and what is drawn.

import { editGame, newGame, standardOpponent } from '../../commands/play-game.ts'
import { GAME_KEYS, GAMES, type GameDraft } from '../../state/games.ts'
import { MOST_TEMPERATURE } from '../../state/trial.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { GAME_WORDS, MASK_HELP, moveTemperatureWords, SEED_HELP, sideWords, WORDS_NEED_CONTEXT } from '../../text/games.ts'
import { Choice } from '../../ui/Choice.tsx'
import { TemperatureSlider } from '../../ui/TemperatureSlider.tsx'
import { OpponentChoice } from './OpponentChoice.tsx'

export function GameForm({ begun, opening }: { readonly begun: boolean; readonly opening: boolean }) {
  const draft = useWorkbench((state) => state.gameDraft)
  const facts = useWorkbench((state) => state.gameFacts)
  const { agents = [] } = facts.find(({ id }) => id === GAMES[draft.game].environment.id) ?? {}
  const opponent = draft.opponent ?? standardOpponent(draft.game)
  return (
    <form
      className="game-form"
      onSubmit={(event) => {
        event.preventDefault()
        void newGame()
      }}
    >
      <Choice
        label="Game"
        none={null}
        value={draft.game}
        options={GAME_KEYS.map((key) => [key, GAME_WORDS[key]])}
        onChange={(game) => game !== null && editGame({ game, opponent: null, side: 0, opening: 0 })}
      />
      <OpponentChoice draft={draft} value={opponent} />
      <Choice
        label="You play"
        none={null}
        value={String(draft.side)}
        options={agents.map((agent, place) => [String(place), sideWords(agent)])}
        onChange={(side) => editGame({ side: Number(side ?? 0) })}
      />
      <button type="submit" className={begun ? 'button' : 'button button-primary'} disabled={opening || facts.length === 0}>
        {opening ? 'Opening' : 'New game'}
      </button>
      {draft.game === 'gomoku-words' && !opponent.startsWith('script:') && <p className="small soft game-note">{WORDS_NEED_CONTEXT}</p>}
      <Settings draft={draft} />
    </form>
  )
}

function Settings({ draft }: { readonly draft: GameDraft }) {
  const { mostOpening } = GAMES[draft.game]
  return (
    <details className="more small game-note">
      <summary>How it is played</summary>
      <div className="try-settings">
        <TemperatureSlider
          value={draft.temperature}
          most={MOST_TEMPERATURE}
          words={moveTemperatureWords(draft.temperature)}
          onChange={(temperature) => editGame({ temperature })}
        />
        <span className="soft">{moveTemperatureWords(draft.temperature)}</span>
        <label className="choice-small">
          <input type="checkbox" checked={draft.actionMask} onChange={(event) => editGame({ actionMask: event.target.checked })} />
          <span>{MASK_HELP}</span>
        </label>
        {mostOpening > 0 && (
          <Choice
            label="Stones at the start, at most"
            none={null}
            value={String(draft.opening)}
            options={Array.from({ length: mostOpening + 1 }, (_, count) => [String(count), String(count)])}
            onChange={(opening) => editGame({ opening: Number(opening ?? 0) })}
          />
        )}
        <label className="choice-small">
          <span className="soft">Game seed</span>
          <input
            className="input game-seed"
            inputMode="numeric"
            value={draft.seed}
            placeholder={SEED_HELP}
            maxLength={10}
            autoComplete="off"
            onChange={(event) => editGame({ seed: event.target.value })}
          />
        </label>
      </div>
    </details>
  )
}
