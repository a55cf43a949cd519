// The bench `authored`: environments as people write them, of graded difficulty. Each is estimated as check-env does, then trained as
// the button Train does, and what it gained over random play stands beside what was foretold.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { at } from '../../src/base/assert.ts'
import type { Json } from '../../src/base/json.ts'
import { unwrap } from '../../src/base/result.ts'
import { estimateReadability } from '../../src/environments/suite/readability.ts'
import { openAuthoredEnvironment } from '../../src/sandbox/authored-environment.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, root, userPath, wholeNumber } from '../command/command.ts'
import { GAMES } from './authored/games.ts'
import { questionSource } from './authored/question.ts'
import { QUESTIONS } from './authored/questions.ts'
import { openGrounds, runSource } from './authored/run-source.ts'

const USAGE = 'npm run bench -- authored [--only NAME,NAME] [--file FILE.ts] [--seeds N] [--set PATH=VALUE] [--json]'
const TEMPLATES = ['higher-lower', 'clock-sums', 'drop-three', 'three-lanes', 'two-jugs', 'signals', 'price-list'] as const

function sources(): ReadonlyMap<string, string> {
  return new Map([
    ...TEMPLATES.map((name) => [name, readFileSync(join(root, 'src/sandbox/templates', `${name}.ts`), 'utf8')] as const),
    ...GAMES.map(({ name, source }) => [name, source] as const),
    ...QUESTIONS.map((question) => [question.name, questionSource(question)] as const),
  ])
}

const short = (value: number): number => Number(value.toFixed(3))

export const claim: Claim = {
  summary: 'Environments as people write them, of graded difficulty: what is foretold of each, and what training gains over random play.',
  async run({ args, say }) {
    const text = { type: 'string' } as const
    const { values } = parseCommandLine(
      args,
      { only: text, file: text, seeds: text, set: { type: 'string', multiple: true }, estimate: { type: 'boolean' } } as const,
      USAGE,
    )
    const seeds = wholeNumber(values.seeds, '--seeds', 1, 20) ?? 1
    const changes = Object.fromEntries(
      (values.set ?? []).map((one) => {
        const [, path = '', value = ''] = /^([\w.]+)=(.*)$/.exec(one) ?? []
        return [path, JSON.parse(value) as Json]
      }),
    )
    const all = values.file === undefined ? sources() : new Map([[basename(values.file, '.ts'), readFileSync(userPath(values.file), 'utf8')]])
    const wanted = values.only?.split(',')
    const rows: Record<string, Json> = {}
    const grounds = openGrounds()
    try {
      for (const [name, source] of all) {
        if (wanted !== undefined && !wanted.includes(name)) continue
        const environment = unwrap(await openAuthoredEnvironment(source))
        try {
          const config = unwrap(environment.definition.parseConfig({}))
          const { text: told, base, twins } = estimateReadability(environment.definition, config)
          const found = { hidden: told.hidden, alikeToBase: base.hidden, twins: twins === null ? null : twins.join('') }
          for (let seed = 1; seed <= seeds; seed++) {
            const run = values.estimate === true ? null : await runSource(grounds, environment, source, { seed, ...changes })
            const row = {
              ...found,
              ...(run === null
                ? {}
                : {
                    random: short(run.random.sampled),
                    curve: run.policy.map(({ sampled }) => short(sampled)),
                    greedy: short(at(run.policy, run.policy.length - 1).greedy),
                    error: short(Math.hypot(at(run.policy, run.policy.length - 1).sampledError, run.random.sampledError)),
                    loss: run.imitated.filter((_, step) => step % 5 === 4).map(short),
                    seconds: short(run.seconds),
                  }),
            }
            rows[`${name}/${seed}`] = row
            say(`${name}/${seed} ${JSON.stringify(row)}`)
          }
        } finally {
          environment.dispose()
        }
      }
    } finally {
      grounds.close()
    }
    return { engine: 'cpu', ...rows }
  },
}
