// Search, filters and order of the sequences on view. The slash key brings the search (commands/shortcuts.ts).

import { EPISODE_STATES } from '../../../src/episode/trajectory.ts'
import { changeFilter, clearFilter } from '../../commands/filter-tokens.ts'
import { countSequences, NO_FILTER, TOKEN_SORTS, type TokenFilter } from '../../state/token-filter.ts'
import type { TokenStep } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { STOP_WORDS } from '../../text/run-words.ts'
import { ADVANTAGE_WORDS, REWARD_WORDS, SORT_WORDS } from '../../text/token-words.ts'
import { Choice } from '../../ui/Choice.tsx'

export function TokenFilters({ all, shown }: { readonly all: TokenStep; readonly shown: TokenStep }) {
  const filter = useWorkbench((state) => state.tokenFilter)
  const stops = [...new Set(all.groups.flatMap((group) => group.sequences.map(({ stop }) => stop)))]
  return (
    <search className="token-filters small">
      <input
        id="token-search"
        type="search"
        className="input input-text"
        placeholder="Search text"
        aria-label="Search the text of sequences"
        value={filter.search}
        onChange={(event) => changeFilter({ search: event.target.value })}
      />
      <Choice label="State" none="any" value={filter.state} options={EPISODE_STATES.map((one) => [one, one])} onChange={(state) => changeFilter({ state })} />
      <Choice label="Reward" none="any" value={filter.reward} options={entries(REWARD_WORDS)} onChange={(reward) => changeFilter({ reward })} />
      <Choice
        label="Ended"
        none="any way"
        value={filter.stop}
        options={stops.map((stop) => [stop, STOP_WORDS[stop]])}
        onChange={(stop) => changeFilter({ stop })}
      />
      <Choice label="Advantage" none="any" value={filter.advantage} options={entries(ADVANTAGE_WORDS)} onChange={(advantage) => changeFilter({ advantage })} />
      <Choice
        label="Order"
        none={null}
        value={filter.sort}
        options={TOKEN_SORTS.map((sort) => [sort, SORT_WORDS[sort]])}
        onChange={(sort) => changeFilter({ sort: sort ?? 'group' })}
      />
      <span className="soft number" data-testid="sequences">
        {countSequences(shown)} of {countSequences(all)} sequences
      </span>
      {!isNeutral(filter) && (
        <button type="button" className="button button-quiet" onClick={clearFilter}>
          Show all
        </button>
      )}
    </search>
  )
}

const isNeutral = (filter: TokenFilter): boolean => Object.entries(NO_FILTER).every(([key, value]) => filter[key as keyof TokenFilter] === value)

function entries<K extends string>(words: Readonly<Record<K, string>>): readonly (readonly [K, string])[] {
  // The keys of a record are exactly those of its type.
  return Object.entries(words) as [K, string][]
}
