// Search, filters and order of the list of runs. All of it stands in the address.

import { changeRunFilter, clearRunFilter } from '../../commands/filter-runs.ts'
import { NO_RUN_FILTER, RUN_SORTS, RUN_STATUSES, tagsOf } from '../../state/run-filter.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { RUN_SORT_WORDS } from '../../text/run-list.ts'
import { Choice } from '../../ui/Choice.tsx'

export function RunFilters({ shown }: { readonly shown: number }) {
  const saved = useWorkbench((state) => state.saved)
  const filter = useWorkbench((state) => state.runFilter)
  const tags = tagsOf(saved)
  const hidden = saved.filter((run) => run.hidden).length
  const neutral = Object.entries(NO_RUN_FILTER).every(([key, value]) => filter[key as keyof typeof filter] === value)
  return (
    <search className="token-filters run-filters small">
      <input
        type="search"
        className="input input-text"
        placeholder="Search runs"
        aria-label="Search names, notes, tags and settings of runs"
        value={filter.search}
        onChange={(event) => changeRunFilter({ search: event.target.value })}
      />
      <Choice
        label="Ended"
        none="any way"
        value={filter.status}
        options={RUN_STATUSES.map((one) => [one, one])}
        onChange={(status) => changeRunFilter({ status })}
      />
      {(tags.length > 0 || filter.tag !== null) && (
        <Choice
          label="Tag"
          none="any"
          value={filter.tag}
          options={[...new Set([...tags, ...(filter.tag === null ? [] : [filter.tag])])].map((tag) => [tag, tag])}
          onChange={(tag) => changeRunFilter({ tag })}
        />
      )}
      <Choice
        label="Order"
        none={null}
        value={filter.sort}
        options={RUN_SORTS.map((sort) => [sort, RUN_SORT_WORDS[sort]])}
        onChange={(sort) => changeRunFilter({ sort: sort ?? NO_RUN_FILTER.sort })}
      />
      {(hidden > 0 || filter.hidden) && (
        <label className="choice-small">
          <input type="checkbox" checked={filter.hidden} onChange={(event) => changeRunFilter({ hidden: event.target.checked })} />
          <span>{hidden} hidden</span>
        </label>
      )}
      <span className="soft number" data-testid="runs-shown">
        {shown} of {saved.length} runs
      </span>
      {!neutral && (
        <button type="button" className="button button-quiet" onClick={clearRunFilter}>
          Show all
        </button>
      )}
    </search>
  )
}
