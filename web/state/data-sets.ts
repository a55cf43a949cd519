// Problems of a file as the view of data shows them: what is being read, what was found, a sample, and what is kept. Plain data.

import type { ErrorData } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import type { DataSetRow } from '../../src/store/data-sets.ts'
import type { DataSetFacts, PictureSettings, ProblemSample } from '../../src/workers/data-set-api.ts'

export type { DataSetFacts, PictureSettings, ProblemSample }

export type SavedDataSet = DataSetRow

export type DataPart = 'train' | 'validation' | 'heldOut'

export type OpenData =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'open'
      readonly facts: DataSetFacts
      readonly sample: readonly ProblemSample[]
      /** Whether it came from files that can be read again with other settings. */
      readonly fromFiles: boolean
      /** Whether this browser keeps it. */
      readonly kept: boolean
    }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export interface BroughtData {
  readonly open: OpenData
  readonly pictures: PictureSettings
  /** Which part the sample is from; null: all of them. */
  readonly part: DataPart | null
  readonly saved: readonly SavedDataSet[]
  readonly problem: ErrorData | null
}

export const NO_DATA: BroughtData = {
  open: { kind: 'none' },
  pictures: { size: 32, darkGround: true },
  part: null,
  saved: [],
  problem: null,
}

export const SAMPLE_SIZE = 6
export const PICTURE_SIZES = [32, 48, 64, 96, 128] as const

/** Bases that take problems, by what they read at most; the first that most problems fit into. */
const BASES = [
  { name: 'arithmetic', contextTokens: 128 },
  { name: 'dialogues', contextTokens: 256 },
  { name: 'harvest', contextTokens: 512 },
] as const
const SEEING = { name: 'geometry', contextTokens: 128 }

/** The settings of a run on these problems, as the form writes them. */
export const dataSettings = (facts: DataSetFacts): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(dataChanges(facts)).map(([path, value]) => [path, typeof value === 'object' ? JSON.stringify(value) : String(value)]))

/** The settings of a run on these problems that its preset cannot know, by dotted path. */
export function dataChanges({ hash, lengths, longestAnswer, pictures, pictureRows }: DataSetFacts): { readonly [path: string]: Json } {
  const turn = Math.max(2, Math.min(32, longestAnswer + 1))
  const room = (contextTokens: number): number => contextTokens - turn - pictureRows - 1
  const sorted = [...lengths].sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length * 0.8)] ?? 0
  const base = pictures > 0 ? SEEING : (BASES.find(({ contextTokens }) => room(contextTokens) >= usual) ?? BASES[2])
  return {
    base: base.name,
    'environment.config': { dataSet: hash, longest: Math.max(1, Math.min(20_000, room(base.contextTokens))) },
    'rollout.maxTokensPerTurn': turn,
    'rollout.maxTokensPerEpisode': base.contextTokens,
  }
}

/** The columns of a file in which those of problem and answer could not be told; none after another failure. */
export function columnsToName({ code, at, message }: ErrorData): readonly string[] {
  return code === 'DATA_SET_INVALID' && at !== undefined && message.startsWith('No column') ? at.split(', ') : []
}
