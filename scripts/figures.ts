// npm run figures: writes problems with figures into a Parquet file in the layout of Geometry3K. Something to load in the view Data,
// or to train on with `npm run train -- FILE.parquet`, that the shipped bases can read.

import { writeFileSync } from 'node:fs'
import { tokenloomError } from '../src/base/errors.ts'
import { TINY_STYLE } from '../src/environments/geometry/figure-style.ts'
import { KIND_NAMES } from '../src/environments/geometry/problem.ts'
import { parseCommandLine, runCommand, say, userPath, wholeNumber } from './command/command.ts'
import { figureRows } from './figures/figure-rows.ts'
import { encodeGeometry3k } from './figures/geometry3k-file.ts'

const USAGE = 'npm run figures -- FILE.parquet [--count N] [--kind NAME] [--level N] [--seed N]'
const HELP = `
Writes problems with figures, in the layout of Geometry3K, to load in the view Data or to train on.

  --count N    problems, 240 unless said otherwise
  --kind NAME  ${KIND_NAMES.join(', ')}
  --level N    1 to 3, 2 unless said otherwise
  --seed N     1 unless said otherwise`

await runCommand(async (args) => {
  const option = { type: 'string' } as const
  const { values, positionals } = parseCommandLine(args, { count: option, kind: option, level: option, seed: option }, USAGE, HELP)
  const [file] = positionals
  if (file === undefined || !file.endsWith('.parquet')) throw tokenloomError('ARGUMENT_INVALID', 'The file to write is missing.', `Usage: ${USAGE}`)
  const kind = KIND_NAMES.find((name) => name === (values.kind ?? 'triangle'))
  if (kind === undefined) throw tokenloomError('ARGUMENT_INVALID', `There is no kind "${values.kind}".`, `Kinds: ${KIND_NAMES.join(', ')}.`, '--kind')
  const count = wholeNumber(values.count, '--count', 1, 100_000) ?? 240
  const level = ([1, 2, 3] as const).find((one) => one === (wholeNumber(values.level, '--level', 1, 3) ?? 2)) ?? 2
  const rows = figureRows(count, wholeNumber(values.seed, '--seed', 0, 2 ** 31) ?? 1, { kind, level, style: TINY_STYLE })
  const path = userPath(file)
  const bytes = encodeGeometry3k(rows)
  try {
    writeFileSync(path, bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw tokenloomError('ARGUMENT_INVALID', `${path} cannot be written: ${reason}.`, 'Name a file in a folder that can be written.', path)
  }
  say(`${rows.length} problems, ${bytes.length} bytes: ${path}`)
  return 0
})
