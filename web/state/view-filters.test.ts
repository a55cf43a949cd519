import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'
import { NO_RUN_FILTER } from './run-filter.ts'
import { NO_FILTER } from './token-filter.ts'
import { fieldsOfRunFilter, fieldsOfTokenFilter, runFilterOf, tokenFilterOf } from './view-filters.ts'

const written = (fields: object) => parseAddress(formatAddress(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))))

describe('filters in the address', () => {
  it('come back as they were set', () => {
    const tokens = { search: '12+3', state: 'GENERATING', reward: 'none', stop: 'truncated_tokens', advantage: 'below', sort: 'unsure' } as const
    expect(tokenFilterOf(written(fieldsOfTokenFilter(tokens)))).toEqual(tokens)
    const runs = { search: 'rank 8', tag: 'to keep', status: 'finished', sort: 'gain', hidden: true } as const
    expect(runFilterOf(written(fieldsOfRunFilter(runs)))).toEqual(runs)
  })

  it('leave no trace where they let everything through', () => {
    expect(formatAddress(written({ ...fieldsOfTokenFilter(NO_FILTER), ...fieldsOfRunFilter(NO_RUN_FILTER) }))).toBe('#')
    expect(tokenFilterOf({})).toEqual(NO_FILTER)
    expect(runFilterOf({})).toEqual(NO_RUN_FILTER)
  })
})
