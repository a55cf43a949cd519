// The command line of `npm run train`, read and checked before anything is built or launched. Whether a preset
// exists and a spec is sound is the page's to say. Knows nothing of browsers.

import { tokenloomError } from '../../src/base/errors.ts'
import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { ControlName } from '../../src/record/spec.ts'
import { parseCommandLine, userPath, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE =
  'npm run train -- PRESET-OR-FILE [--set PATH=VALUE] [--seed N] [--steps N] [--controls a,b] [--engine wgsl|cpu|auto] [--cores N] [--simd plain|relaxed] [--out DIR] [--json]'
const HELP = `
Trains in the built page, in a browser without a window; builds the page first where a source changed.

  PRESET-OR-FILE     a preset (a wrong name lists them all), or a file:
                     an environment of your own (game.ts), problems (.jsonl, .parquet), a run spec (.json)
  --set PATH=VALUE   a setting of the run, as often as needed: --set imitation.steps=40 --set adapter.rank=16
  --seed N           decides every random draw; 1 unless said otherwise
  --steps N          training steps, each a batch of episodes; on an environment of your own half of them imitate
  --controls a,b     run beside it: random, shuffled, frozen, swapped, blank, shuffled-pictures
  --engine NAME      wgsl: the GPU; cpu: WebAssembly; auto: the GPU where there is a usable one
  --cores N          of the CPU engine; the run is the same with any number
  --simd NAME        plain, or relaxed: may fuse multiply and add, and its bits are those of this machine
  --out DIR          the run's folder, runs/<run id> unless said otherwise
  --json             the figures as one last line of JSON on stdout

  final              mean held-out return (the rewards of a whole play) of the trained policy, sampled; finalGreedy: its best guess
  base               that before training
  afterImitation     that after the steps that imitate: what rewards added is final - afterImitation
  controls.random    that of random play
  differences.random how much better the policy is, with low and high of the 95 % interval

Exit code: 0 done, 1 failed, 2 the command line or the spec is wrong, 130 interrupted.`
const CONTROLS: readonly ControlName[] = ['random', 'shuffled', 'frozen', 'swapped', 'blank', 'shuffled-pictures']

export interface TrainArguments {
  /** Exactly one of the four: the name of a preset, the content of a spec file, an authored environment, or the path of a file of problems. */
  readonly preset?: string
  readonly spec?: unknown
  readonly source?: string
  readonly problems?: string
  /** Beside an environment, problems or a preset: settings of the run, by dotted path. */
  readonly changes?: Readonly<Record<string, unknown>>
  readonly seed?: number
  readonly steps?: number
  readonly controls?: string[]
  readonly engine?: EngineChoice
  /** Cores of the CPU engine; the run is the same with any number. */
  readonly cores?: number
  /** Relaxed: the CPU engine may fuse multiply and add, and its bits are those of this machine alone. */
  readonly simd?: 'plain' | 'relaxed'
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
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw tokenloomError('SPEC_INVALID', `${path} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`, 'Correct the file.', path)
  }
}

/** A name is a preset's; a file holds a spec, an environment where it is TypeScript, or problems where it has rows. */
function whatToTrain(named: string, readText: (path: string) => string): Pick<TrainArguments, 'preset' | 'spec' | 'source' | 'problems'> {
  if (!/[./\\]/.test(named)) return { preset: named }
  const path = userPath(named)
  if (/\.(jsonl|ndjson|parquet)$/i.test(path)) return { problems: path }
  if (!path.endsWith('.ts')) return { spec: readSpec(path, readText) }
  try {
    return { source: readText(path) }
  } catch {
    throw tokenloomError('ARGUMENT_INVALID', `The file ${path} cannot be read.`, 'Name a TypeScript file whose default export is an environment.', path)
  }
}

/** `rollout.groups=8`: the value is JSON, or else a text. */
function readChanges(settings: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settings.map((setting) => {
      const [, path = '', value = ''] = /^([\w.]+)=(.*)$/.exec(setting) ?? []
      if (path === '') throw tokenloomError('ARGUMENT_INVALID', `--set ${setting} is no setting.`, 'Write --set rollout.groups=8.', '--set')
      try {
        return [path, JSON.parse(value)]
      } catch {
        return [path, value]
      }
    }),
  )
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
  const options = {
    set: { type: 'string', multiple: true },
    seed: text,
    steps: text,
    controls: text,
    ...engineOption,
    cores: text,
    simd: text,
    out: text,
    json: { type: 'boolean' },
  } as const
  const { values, positionals } = parseCommandLine(args, options, USAGE, HELP)
  const [source, extra] = positionals
  if (source === undefined) throw tokenloomError('ARGUMENT_INVALID', 'What to train is missing.', `Usage: ${USAGE}`)
  if (extra !== undefined) throw tokenloomError('ARGUMENT_INVALID', `"${extra}" is one argument too many.`, `Usage: ${USAGE}`)
  const what = whatToTrain(source, readText)
  if (values.set !== undefined && what.spec !== undefined) {
    throw tokenloomError('ARGUMENT_INVALID', '--set stands beside a preset, an environment or problems.', 'Write the settings into the spec file.', '--set')
  }
  const engine = engineChoice(values.engine)
  const seed = wholeNumber(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER)
  const steps = wholeNumber(values.steps, '--steps', 1, 1_000_000)
  const simd = (['plain', 'relaxed'] as const).find((name) => name === values.simd)
  if (values.simd !== undefined && simd === undefined) {
    throw tokenloomError('ARGUMENT_INVALID', `There is no SIMD "${values.simd}".`, 'Say plain or relaxed.', '--simd')
  }
  const cores = wholeNumber(values.cores, '--cores', 1, 64)
  return {
    ...what,
    ...(values.set === undefined ? {} : { changes: readChanges(values.set) }),
    ...(seed === undefined ? {} : { seed }),
    ...(steps === undefined ? {} : { steps }),
    ...(values.controls === undefined ? {} : { controls: readControls(values.controls) }),
    ...(engine === undefined ? {} : { engine }),
    ...(cores === undefined ? {} : { cores }),
    ...(simd === undefined ? {} : { simd }),
    ...(values.out === undefined ? {} : { out: userPath(values.out) }),
    json: values.json === true,
  }
}
