// Words of the view of data: what a file turned out to be, what is wrong with a row, how its problems are parted.

import type { DataPart, DataSetFacts, SavedDataSet } from '../state/data-sets.ts'
import { whole } from './numbers.ts'

export const DATA_INTRO =
  'Bring problems of your own: a Parquet, JSONL or JSON file with one problem a row, or a folder with its pictures. Nothing leaves this browser.'
export const DATA_LAYOUTS =
  'Recognised by their columns: Geometry3K (images, problem, answer), MATH (problem, solution with \\boxed{…}), GSM8K (question, answer with ####), or any two columns that you name.'
export const DATA_EMPTY = 'What you load is listed here, with a sample, its parts, and what is wrong with which row.'

export const LAYOUT_WORDS: Readonly<Record<DataSetFacts['layout'], string>> = {
  geometry3k: 'problems with pictures, as in Geometry3K',
  math: 'worked solutions, as in MATH',
  gsm8k: 'worked solutions, as in GSM8K',
  plain: 'problems and answers',
}

export const PART_WORDS: Readonly<Record<DataPart, string>> = { train: 'train', validation: 'validation', heldOut: 'held out' }

const counted = (count: number, one: string, many: string): string => `${whole(count)} ${count === 1 ? one : many}`

export function readWords({ problems, rows, pictures, faultCount, layout }: DataSetFacts): string {
  const seen = pictures === 0 ? '' : `, ${counted(pictures, 'picture', 'pictures')}`
  const left = faultCount === 0 ? '' : `; ${counted(faultCount, 'row is', 'rows are')} left out`
  return `${whole(problems)} of ${counted(rows, 'row', 'rows')} read as ${LAYOUT_WORDS[layout]}${seen}${left}.`
}

export const partsWords = ({ counts }: DataSetFacts): string =>
  `${whole(counts.train)} to train on, ${whole(counts.validation)} for validation, ${whole(counts.heldOut)} held out.`

export const savedWords = ({ problems, pictures, bytes }: SavedDataSet): string =>
  `${counted(problems, 'problem', 'problems')}${pictures === 0 ? '' : `, ${counted(pictures, 'picture', 'pictures')}`}, ${bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`}`

export const progressWords = (done: number, total: number): string => (total === 0 ? 'Reading' : `Reading row ${whole(done)} of ${whole(total)}`)

export const faultsWords = (shown: number, all: number): string =>
  shown < all ? `The first ${shown} of ${whole(all)} rows that are left out` : `Rows that are left out: ${whole(all)}`

export const DARK_GROUND_HELP = 'Dark ink on light paper is turned round: the shipped base saw bright lines on a dark ground.'
export const sizeWords = (size: number): string => `${size} × ${size} pixels, ${(size / 8) ** 2} rows`
