// manifest.json of a shipped base: what its weight file hashes to, how it was made and how well it does. Written
// by the pretraining command, read when a model is loaded. Knows nothing of how either is done.

import { isRecord } from '../base/json.ts'

/** A task's mean over episodes of the validation split, which neither training nor the held-out evaluation ever sees. */
export interface TaskEvaluation {
  readonly task: string
  readonly environment: string
  /** `reward`, or the name of the environment's metric. */
  readonly measure: string
  readonly problems: number
  /** Sampled at temperature 1. */
  readonly sampled: number
  readonly greedy: number
}

/** The figures of the task that the base was judged by. */
export interface ManifestEvaluation extends Pick<TaskEvaluation, 'problems' | 'sampled' | 'greedy'> {
  readonly split: 'validation'
  /** All tasks, that one first; absent where it is the only one and measured by its reward. */
  readonly tasks?: readonly TaskEvaluation[]
}

export interface Manifest {
  readonly name: string
  /** SHA-256 of model.safetensors, in hexadecimal. */
  readonly hash: string
  /** SHA-256 of the folder's texts by file name: the weights mean something only with this very config and tokenizer. */
  readonly files: Readonly<Record<string, string>>
  readonly parameters: number
  /** Name of the recipe of the pretraining command. */
  readonly recipe: string
  readonly seed: number
  readonly evaluation: ManifestEvaluation
  /** Tokens trained on, in all and before label noise set in. */
  readonly tokens: number
  readonly cleanTokens: number
  /** Matrix products of the training, in units of 10^12 operations. */
  readonly teraFlop: number
}

type Fields = Readonly<Record<string, unknown>>

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise)

/** Names with proper hashes; what is none counts as not promised. */
function hashesOf(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && /^[0-9a-f]{64}$/.test(entry[1])))
}

function tasksOf(value: unknown): readonly TaskEvaluation[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).flatMap((fields) => {
    const { task, environment, measure } = fields
    if (typeof task !== 'string' || typeof environment !== 'string' || typeof measure !== 'string') return []
    return [{ task, environment, measure, ...figuresOf(fields) }]
  })
}

const figuresOf = (fields: Fields): Pick<TaskEvaluation, 'problems' | 'sampled' | 'greedy'> => ({
  problems: numberOr(fields['problems'], 0),
  sampled: numberOr(fields['sampled'], Number.NaN),
  greedy: numberOr(fields['greedy'], Number.NaN),
})

/** The manifest, or null for JSON that is none: other projects use the file name for other things. */
export function parseManifest(json: unknown): Manifest | null {
  if (!isRecord(json)) return null
  const { name, hash, recipe, evaluation } = json
  if (typeof name !== 'string' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash) || typeof recipe !== 'string' || !isRecord(evaluation)) return null
  const tasks = tasksOf(evaluation['tasks'])
  return {
    name,
    hash,
    files: hashesOf(json['files']),
    parameters: numberOr(json['parameters'], 0),
    recipe,
    seed: numberOr(json['seed'], 0),
    evaluation: { split: 'validation', ...figuresOf(evaluation), ...(tasks.length === 0 ? {} : { tasks }) },
    tokens: numberOr(json['tokens'], 0),
    cleanTokens: numberOr(json['cleanTokens'], 0),
    teraFlop: numberOr(json['teraFlop'], 0),
  }
}
