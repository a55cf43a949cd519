// The command line of `npm run train`, read and checked before anything is built or launched. Whether a preset
// exists and a spec is sound is the page's to say. Knows nothing of browsers.

import { tokenloomError } from '../../src/base/errors.ts'
import type { ControlName } from '../../src/record/spec.ts'
import { parseCommandLine, userPath, wholeNumber } from '../command/command.ts'

const USAGE = 'npm run train -- PRESET-OR-FILE [--seed N] [--steps N] [--controls a,b] [--engine wgsl|cpu|auto] [--cores N] [--out DIR] [--json]'
const CONTROLS: readonly ControlName[] = ['random', 'shuffled', 'frozen']
const ENGINES = ['wgsl', 'cpu', 'auto'] as const
export type EngineChoice = (typeof ENGINES)[number]

export interface TrainArguments {
  /** Exactly one of the two: the name of a preset, or the content of a spec file. */
  readonly preset?: string
  readonly spec?: unknown
  readonly seed?: number
  readonly steps?: number
  readonly controls?: string[]
  readonly engine?: EngineChoice
  /** Cores of the CPU engine; the run is the same with any number. */
  readonly cores?: number
  /** The folder of the run; absent: runs/<run id>. */
  readonly out?: string
  readonly json: boolean
}

function readSpec(path: string, readText: (path: string) => string): unknown {
  let text: string
  try {
    text = readText(path)
  } catch {
    throw tokenloomError('ARGUMENT_INVALID', `The spec file ${path} cannot be read.`, 'Name a preset, or the path of a JSON run spec.', path)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw tokenloomError('SPEC_INVALID', `${path} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`, 'Correct the file.', path)
  }
}

function readControls(text: string): string[] {
  const names = text.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !CONTROLS.some((control) => control === name))
  if (unknown === undefined) return [...new Set(names)]
  throw tokenloomError('ARGUMENT_INVALID', `There is no control "${unknown}".`, `Controls: ${CONTROLS.join(', ')}.`, '--controls')
}

/** The arguments, or ARGUMENT_INVALID; SPEC_INVALID when the file is not JSON. A first argument with a dot or a slash is a file. */
export function readTrainArguments(args: readonly string[], readText: (path: string) => string): TrainArguments {
  const text = { type: 'string' } as const
  const options = { seed: text, steps: text, controls: text, engine: text, cores: text, out: text, json: { type: 'boolean' } } as const
  const { values, positionals } = parseCommandLine(args, options, USAGE)
  const [source, extra] = positionals
  if (source === undefined) throw tokenloomError('ARGUMENT_INVALID', 'What to train is missing.', `Usage: ${USAGE}`)
  if (extra !== undefined) throw tokenloomError('ARGUMENT_INVALID', `"${extra}" is one argument too many.`, `Usage: ${USAGE}`)
  const engine = ENGINES.find((name) => name === values.engine)
  if (values.engine !== undefined && engine === undefined) {
    throw tokenloomError('ARGUMENT_INVALID', `There is no engine "${values.engine}".`, `Engines: ${ENGINES.join(', ')}.`, '--engine')
  }
  const seed = wholeNumber(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER)
  const steps = wholeNumber(values.steps, '--steps', 1, 1_000_000)
  const cores = wholeNumber(values.cores, '--cores', 1, 64)
  return {
    ...(/[./\\]/.test(source) ? { spec: readSpec(userPath(source), readText) } : { preset: source }),
    ...(seed === undefined ? {} : { seed }),
    ...(steps === undefined ? {} : { steps }),
    ...(values.controls === undefined ? {} : { controls: readControls(values.controls) }),
    ...(engine === undefined ? {} : { engine }),
    ...(cores === undefined ? {} : { cores }),
    ...(values.out === undefined ? {} : { out: userPath(values.out) }),
    json: values.json === true,
  }
}
