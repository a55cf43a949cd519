import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../../base/result.ts'
import { checkEnvironment } from '../../environments/suite/check-environment.ts'
import { judgeReadability } from '../../environments/suite/judge-readability.ts'
import { estimateLearnability } from '../../environments/suite/learnability.ts'
import { estimateReadability } from '../../environments/suite/readability.ts'
import { openAuthoredEnvironment } from '../authored-environment.ts'
import { surveyEnvironment } from '../survey.ts'

const SOURCES = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], { query: '?raw', import: 'default', eager: true })
const EXAMPLE = /```ts\n(import[\s\S]*?)```/.exec(readFileSync('docs/environments.md', 'utf8'))?.[1] ?? ''

describe.for([...Object.entries(SOURCES), ['the example of docs/environments.md', EXAMPLE] as const])('%s', ([, source]) => {
  it('runs unedited: it keeps the contract, can teach, and a run can be planned', async () => {
    const { definition, dispose } = unwrap(await openAuthoredEnvironment(source))
    expect(checkEnvironment(definition).checks.filter(({ verdict }) => verdict !== 'valid')).toEqual([])
    const config = unwrap(definition.parseConfig({}))
    for (const share of Object.values(estimateLearnability(definition, config, { groups: 6 }).spread)) expect(share).toBeGreaterThan(0.2)
    expect(judgeReadability(estimateReadability(definition, config))).toEqual([])
    const survey = unwrap(surveyEnvironment(definition, {}))
    expect(survey).toMatchObject({ listed: true, demonstrates: true })
    expect(survey.episodeCharacters).toBeLessThan(512)
    dispose()
  }, 120_000)
})
