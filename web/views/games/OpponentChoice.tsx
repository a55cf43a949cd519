// Whom to play against: scripted players by strength, the base, policies that this browser keeps, those that learn just now.

import { editGame } from '../../commands/play-game.ts'
import { GAMES, type GameDraft } from '../../state/games.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { runsAtWork } from '../../state/runs-under-way.ts'
import { useWorkbench } from '../../state/use-workbench.ts'

export function OpponentChoice({ draft, value }: { readonly draft: GameDraft; readonly value: string }) {
  const { base, environment } = GAMES[draft.game]
  const facts = useWorkbench((state) => state.gameFacts)
  const list = useWorkbench((state) => state.policies.list)
  const saved = useWorkbench((state) => state.saved)
  const underWay = useWorkbench((state) => state.underWay)
  const { opponents = [] } = facts.find(({ id }) => id === environment.id) ?? {}
  const baseOf = (run: string | null): string | null => saved.find(({ id }) => id === run)?.spec.base ?? null
  // What an unknown run left may fit: the engine says so when it is asked.
  const policies = (list ?? []).filter(({ run }) => (baseOf(run) ?? base) === base)
  const learning = runsAtWork(underWay).filter(({ spec }) => spec?.base === base)
  return (
    <label className="choice-small">
      <span className="soft">Against</span>
      <select className="input game-opponent" value={value} onChange={(event) => editGame({ opponent: event.target.value })}>
        <optgroup label="Scripted, the weakest first">
          {opponents.map(({ name, title }) => (
            <option key={name} value={`script:${name}`}>
              {title}
            </option>
          ))}
        </optgroup>
        <optgroup label="Language models">
          <option value="base">The base</option>
          {learning.map(({ id }) => (
            <option key={id} value={`run:${id}`}>
              {nameOfRun(id)}, learning just now
            </option>
          ))}
          {policies.map(({ name, version }) => (
            <option key={name} value={`policy:${name}`}>
              {name}, version {version}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  )
}
